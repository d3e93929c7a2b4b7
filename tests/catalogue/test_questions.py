"""What families type, and what it means: a table, and that nothing typed can break it."""

import tomllib
from pathlib import Path

import pytest

from catalogue.search import Query
from catalogue.search.questions import understand

TABLE = tomllib.loads(Path(__file__).with_name("questions.toml").read_text(encoding="utf-8"))["questions"]


def as_address(understood) -> str:
    return Query(**understood.filters).params() if understood else ""


@pytest.mark.parametrize(("typed", "address", "rest"), TABLE)
def test_it_understands(typed, address, rest):
    understood = understand(typed)
    assert as_address(understood) == address
    assert (understood.rest if understood else "") == rest


@pytest.mark.parametrize(
    "typed", ["à " * 100, "on est " * 30, "4 " * 100, "1h" * 100, "entre 4 et " * 20, ", " * 100, "\x00½²³"]
)
def test_nonsense_is_read_to_its_end(typed):
    assert understand(typed) is None or Query(**understand(typed).filters).filters
