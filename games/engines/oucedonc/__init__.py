"""Oùcédonc: rules, rulebook, bots."""

from functools import partial
from pathlib import Path

from ..kernel import rulebook
from .beliefs import believed
from .bots import believers
from .rules import Oucedonc
from .words import words

rulebook.offer("oucedonc", Path(__file__).with_name("rulebook.toml"), words)

RULES = Oucedonc()
BOTS = believers(partial(believed, RULES))

__all__ = ["BOTS", "RULES", "Oucedonc"]
