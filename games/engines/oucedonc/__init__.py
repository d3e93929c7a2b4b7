"""Oùcédonc: rules, rulebook, bots."""

from pathlib import Path

from ..kernel import rulebook
from .bots import believers
from .rules import Oucedonc
from .words import words

rulebook.offer("oucedonc", Path(__file__).with_name("rulebook.toml"), words)

RULES = Oucedonc()
BOTS = believers(RULES.believed)

__all__ = ["BOTS", "RULES", "Oucedonc"]
