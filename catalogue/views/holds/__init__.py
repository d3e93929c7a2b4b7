"""Holds: the staff's lists, a hold for a family, and a family's own."""
