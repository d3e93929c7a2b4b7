"""One module a section; each is found by its name."""
