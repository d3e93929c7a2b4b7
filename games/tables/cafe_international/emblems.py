"""The emblems of the nations (`emblems.toml`): told apart by shape alone.

Not flags: those look alike when small, and to people who cannot tell colours."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple


class Emblem(NamedTuple):
    thing: str
    colour: str
    tint: str
    surface: str = ""
    lines: str = ""
    width: str = ""


NOBODY: Final = "JK"
"""What stands for no nation: the sign of a joker in hand."""


@cache
def emblems() -> dict[str, Emblem]:
    """Nation → its emblem."""
    data = tomllib.loads(Path(__file__).with_name("emblems.toml").read_text(encoding="utf-8"))
    return {nation: Emblem(**fields) for nation, fields in data.items()}
