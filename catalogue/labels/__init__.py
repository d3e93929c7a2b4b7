"""Sheets of labels: where each lies on the page, what is drawn on it."""
