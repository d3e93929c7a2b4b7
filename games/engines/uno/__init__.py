"""Uno: rules, rulebook, lessons, bots."""

from pathlib import Path

from ..kernel import lessons, rulebook
from .bots import BOTS
from .rules import Uno
from .words import words

rulebook.offer("uno", Path(__file__).with_name("rulebook.toml"), words)
lessons.offer("uno", Path(__file__).with_name("lessons.toml"))

RULES = Uno()

__all__ = ["BOTS", "RULES", "Uno"]
