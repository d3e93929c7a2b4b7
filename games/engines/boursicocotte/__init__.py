"""Boursicocotte: rules, rulebook, bots."""

from pathlib import Path

from ..kernel import rulebook
from .bots import BOTS
from .rules import Boursicocotte
from .words import words

rulebook.offer("boursicocotte", Path(__file__).with_name("rulebook.toml"), words)

RULES = Boursicocotte()

__all__ = ["BOTS", "RULES", "Boursicocotte"]
