"""Decisions of the desk, as pure functions of plain values: what may be lent, and until when."""
