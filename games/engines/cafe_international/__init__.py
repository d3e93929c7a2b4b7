"""Café International: rules, rulebook, bots."""

from pathlib import Path

from ..kernel import rulebook
from .bots import BOTS
from .rules import CafeInternational
from .words import words

rulebook.offer("cafe-international", Path(__file__).with_name("rulebook.toml"), words)

RULES = CafeInternational()

__all__ = ["BOTS", "RULES", "CafeInternational"]
