"""Café International: rules, rulebook, lessons, bots."""

from pathlib import Path

from ..kernel import lessons, rulebook
from .bots import BOTS
from .rules import CafeInternational
from .words import words

rulebook.offer("cafe-international", Path(__file__).with_name("rulebook.toml"), words)
lessons.offer("cafe-international", Path(__file__).with_name("lessons.toml"))

RULES = CafeInternational()

__all__ = ["BOTS", "RULES", "CafeInternational"]
