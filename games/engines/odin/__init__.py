"""Odin: rules, rulebook, bots."""

from pathlib import Path

from ..kernel import rulebook
from .bots import BOTS
from .rules import Odin
from .words import words

rulebook.offer("odin", Path(__file__).with_name("rulebook.toml"), words)

RULES = Odin()

__all__ = ["BOTS", "RULES", "Odin"]
