"""Oùcédonc: rules, rulebook, lessons, bots."""

from functools import partial
from pathlib import Path

from ..kernel import lessons, rulebook
from .beliefs import believed
from .bots import believers
from .rules import Oucedonc
from .words import words

rulebook.offer("oucedonc", Path(__file__).with_name("rulebook.toml"), words)
lessons.offer("oucedonc", Path(__file__).with_name("lessons.toml"))

RULES = Oucedonc()
BOTS = believers(partial(believed, RULES))

__all__ = ["BOTS", "RULES", "Oucedonc"]
