"""The table: one move of a person in a game in progress, through the whole stack, against an empty answer."""

from __future__ import annotations

from itertools import count
from random import Random
from time import perf_counter
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import services, tables
from games.models import PERSON, Match
from games.positions import position_of, rules_of
from games.registry import get_game, playable
from ludotheque.benchmark.frame import Bar, Found, bar_of_pair, once, paired
from ludotheque.benchmark.stack import EMPTY, Stack

SIZES = (0,)
MOVES, WARM = 60, 10


def prepare(size: int) -> None:
    # an installation that somebody has set up
    get_user_model().objects.create(username="banc-d-essai", role="manager")


def measure(size: int, moves: int = MOVES) -> dict[str, Any]:
    stack = Stack()
    slugs = [game.slug for game in playable() if tables.offered(game.slug)]
    return {slug: _moves(stack, slug, moves) for slug in slugs}


def bars(found: Found) -> list[Bar]:
    out = []
    for (database, _), one in sorted(found.items()):
        for slug, figures in one.items():
            what = f"a move at the table of {slug}"
            out += [
                bar_of_pair(
                    figures, "move", name=f"{what} ÷ an empty answer", database=database, must=60, stretch=25
                ),
                Bar(f"{what}: queries", database, figures["queries"], 6, 4),
            ]
    return out


def _moves(stack: Stack, slug: str, moves: int) -> dict[str, Any]:
    """Random moves of one person among novices; what they and chance do between is not timed."""
    rng, queries = Random(1), 0
    tops: list[float] = []
    bottoms: list[float] = []
    match = _sit_down(slug)
    for number in count():
        if len(tops) == moves:
            break
        seat, text = _to_move(match, rng)
        if seat is None:
            match = _sit_down(slug)
            continue
        fields = {"version": str(match.version), "seat": str(seat), "act": text}
        address = reverse("games:move", args=[match.pk])
        with CaptureQueriesContext(connection) as captured:
            started = perf_counter()
            stack.post(address, fields, {"hx-request": "true"})
            spent = perf_counter() - started
        asked = len(captured)  # the next request empties the log
        if number >= WARM:
            tops.append(spent)
            bottoms.append(once(lambda: stack.get(EMPTY), 20))
            queries = max(queries, asked)
        match.refresh_from_db()
    return {"move": paired(tops, bottoms).as_dict(), "queries": queries}


def _sit_down(slug: str) -> Match:
    rules = get_game(slug).rules
    assert rules is not None
    seats = [{"name": "Léa", "kind": PERSON}]
    seats += [{"name": f"Robot {seat}", "kind": "novice"} for seat in range(1, rules.seats[0])]
    return services.start(game=slug, seats=seats, options={})


def _to_move(match: Match, rng: Random) -> tuple[int | None, str]:
    """Goes on until the person is to move, and gives a move of hers; None when the game is over."""
    rules = rules_of(match)
    while actors := rules.actors(state := position_of(match)):
        if 0 in actors:
            return 0, str(rules.sample(state, 0, rng))
        services.go_on(match=match, version=match.version)
    return None, ""
