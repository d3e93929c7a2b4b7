"""The games' rules in pure Python: one package a game, and the kernel they share."""
