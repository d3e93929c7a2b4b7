"""The table of a game in which several choose in secret at once, before anybody has drawn it."""

from random import Random

import pytest

from games import scenes, services, tables
from games.engines.kernel import CHANCE, SPECTATOR
from games.models import PERSON
from games.positions import position_of, rules_of
from games.tables.base import Table

pytestmark = pytest.mark.django_db


class Bare(Table):
    """Nothing but what a table must have."""

    start, options = {}, {}

    def board(self, view, moves, names, **shown):
        return view, list(moves)

    def told_move(self, move, names):
        return str(move)

    def pictured(self, move):
        return str(move)

    def face(self, code):
        return {"name": code}


@pytest.fixture
def match(monkeypatch):
    """Two people and two bots of Oùcédonc, asked for their estimates."""
    monkeypatch.setattr(tables, "of", lambda slug: Bare())
    monkeypatch.setattr(tables, "offered", lambda slug: True)
    seats = [{"name": name, "kind": PERSON} for name in ("Léa", "Max")]
    seats += [{"name": name, "kind": "novice"} for name in ("Nino", "Zélie")]
    match, rng = services.start(game="oucedonc", seats=seats, options={}), Random(1)
    rules = rules_of(match)
    while len(rules.actors(position_of(match))) < 2:
        state = position_of(match)
        (seat,) = rules.actors(state)
        if seat in match.people:
            move = str(rules.sample(state, seat, rng))
            services.play(match=match, version=match.version, seat=seat, move=move)
        else:
            services.go_on(match=match, version=match.version)
    return match


def see(match, asked=None):
    return scenes.see(match, scenes.latest(match), asked)


def estimate(match, seat, number):
    services.play(match=match, version=match.version, seat=seat, move=f"estimate {number}")


def test_people_are_asked_one_after_the_other_and_bots_choose_together(match):
    assert rules_of(match).actors(position_of(match)) == (0, 1, 2, 3)
    assert see(match).cover_name == "Léa"
    assert see(match).turn == "Chacun choisit en secret"
    estimate(match, 0, 3)
    assert see(match).cover_name == "Max"
    estimate(match, 1, 2)
    assert see(match).waits
    services.go_on(match=match, version=match.version)
    assert not {2, 3} & set(rules_of(match).actors(position_of(match)))


def test_what_somebody_has_chosen_is_told_to_nobody_else(match):
    estimate(match, 0, 3)
    for seat in (1, SPECTATOR):
        view, _ = see(match, seat if seat != SPECTATOR else None).board
        assert view.estimates[0] != 3
        told = " ".join(told.text for told in see(match, seat if seat != SPECTATOR else None).story[-2:])
        assert "3" not in told


def test_a_game_in_secret_goes_on_to_its_end(match):
    rng, rules = Random(2), rules_of(match)
    for _ in range(2000):
        actors = rules.actors(position_of(match))
        if not actors:
            break
        seat = next((seat for seat in actors if seat in match.people), None)
        if seat is not None:
            move = str(rules.sample(position_of(match), seat, rng))
            services.play(match=match, version=match.version, seat=seat, move=move)
        else:
            services.go_on(match=match, version=match.version)
    assert see(match).ending.title
    assert CHANCE not in rules.actors(position_of(match))
