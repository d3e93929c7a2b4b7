"""Bringing files in: uploaded, tried, run in chunks by the worker, and undone (docs/import.md)."""
