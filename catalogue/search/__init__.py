"""Search over the catalogue, one contract on both databases."""
