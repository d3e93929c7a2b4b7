"""Uno: rules, rulebook, bots."""

from pathlib import Path

from ..kernel import rulebook
from .bots import BOTS
from .rules import Uno
from .words import words

rulebook.offer("uno", Path(__file__).with_name("rulebook.toml"), words)

RULES = Uno()

__all__ = ["BOTS", "RULES", "Uno"]
