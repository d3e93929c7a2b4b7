"""Odin: rules, rulebook, lessons, bots."""

from pathlib import Path

from ..kernel import lessons, rulebook
from .bots import BOTS
from .rules import Odin
from .words import words

rulebook.offer("odin", Path(__file__).with_name("rulebook.toml"), words)
lessons.offer("odin", Path(__file__).with_name("lessons.toml"))

RULES = Odin()

__all__ = ["BOTS", "RULES", "Odin"]
