"""Boursicocotte: rules, rulebook, lessons, bots."""

from pathlib import Path

from ..kernel import lessons, rulebook
from .bots import BOTS
from .rules import Boursicocotte
from .words import words

rulebook.offer("boursicocotte", Path(__file__).with_name("rulebook.toml"), words)
lessons.offer("boursicocotte", Path(__file__).with_name("lessons.toml"))

RULES = Boursicocotte()

__all__ = ["BOTS", "RULES", "Boursicocotte"]
