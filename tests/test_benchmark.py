"""The bench: its sections are found by name, it measures nowhere but on scratch, and judges by its bars."""

from importlib import import_module
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from ludotheque.benchmark import frame
from ludotheque.management.commands.benchmark import _sections


def run(*args):
    out = StringIO()
    call_command("benchmark", *args, stdout=out, stderr=out)
    return out.getvalue()


def test_every_section_is_found_in_its_application_and_offers_what_the_frame_asks():
    found = _sections()
    assert {"engines", "loans", "pages", "search", "table"} <= set(found)
    for path in found.values():
        module = import_module(path)
        assert module.SIZES
        assert callable(module.measure)
        assert callable(module.bars)


@pytest.mark.parametrize("section", ["search", "engines"])
def test_it_never_measures_on_the_library_s_own_database(tmp_path, section):
    into = tmp_path / "found.json"
    with pytest.raises(CommandError, match="réservé"):
        run(section, "--records", "10", "--measure-into", str(into))
    assert not into.exists()


def test_it_refuses_a_section_it_does_not_know_and_names_those_there_are():
    with pytest.raises(CommandError, match="Pas de section « cuisine »") as refusal:
        run("cuisine")
    assert "engines" in str(refusal.value)


def test_a_bar_tells_stretch_must_and_missed_apart():
    def verdict(value, **rest):
        return frame.Bar("bar", "SQLite", value, must=2, stretch=1, **rest).verdict

    assert [verdict(value) for value in (0.5, 1, 1.5, 2, 2.1)] == [
        "stretch",
        "stretch",
        "must",
        "must",
        "MISSED",
    ]
    floor = [frame.Bar("bar", "SQLite", value, 1, 2, floor=True).verdict for value in (2, 1.5, 0.5)]
    assert floor == ["stretch", "must", "MISSED"]


def test_a_bar_in_which_no_database_has_a_part_names_none():
    assert "games/s: 2 " in frame.Bar("games/s", "", 2, 1, 2, floor=True).line()


def test_two_things_timed_in_turn_give_their_ratio():
    pair = frame.in_turn(lambda: sum(range(20_000)), lambda: sum(range(2_000)), seconds=0.05)
    assert pair.ratio == pair.top / pair.bottom
    assert pair.top_best <= pair.top
    assert pair.bottom_best <= pair.bottom
