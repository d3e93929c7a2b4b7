"""Where a place lies is in no page before its card is turned: move all the others, and no byte changes."""

import re
from random import Random

import pytest
from django.test import Client

from games import services
from games.engines.oucedonc import RULES
from games.engines.oucedonc.places import Place
from games.models import Move
from games.positions import position_of
from tests.games.tables import acting, make_match

pytestmark = pytest.mark.django_db

NEXT = re.compile(rb'name="id" value="[^"]*"')
LOOKS = (
    ("", None),
    ("?conseil=1", None),
    ("histoire/", None),
    ("coup/", {"act": "NS 40"}),
    ("coup/", {"act": "x"}),
)


def pages(match):
    """What every way to look at the table answers; none of them plays."""
    found = []
    for path, post in LOOKS:
        address, client = f"/jouer/parties/{match.pk}/{path}", Client()
        seat = {"version": match.version, "seat": acting(match)}
        response = client.get(address) if post is None else client.post(address, seat | post)
        assert response.status_code in (200, 404, 422)
        found.append(NEXT.sub(b"", response.content))
    return found


def turned(match):
    """The places whose coordinates an event has shown."""
    facts = [
        event["facts"] for move in match.moves.all() for event in move.events if "where" in event["facts"]
    ]
    return {name for fact in facts for name in (fact.get("card"), fact.get("neighbour")) if name} | {
        name for fact in facts for name, _, _ in fact.get("backs", ())
    }


def elsewhere(table, known, rng):
    """The same places, all but the known ones somewhere else."""
    return {
        name: place if name in known else Place(round(rng.uniform(36, 70), 2), round(rng.uniform(-20, 50), 2))
        for name, place in table.items()
    }


@pytest.mark.drawing
@pytest.mark.parametrize(
    ("people", "bots", "edition"), [(1, 1, "europe"), (1, 2, "france"), (2, 1, "europe")]
)
def test_no_page_depends_on_where_unturned_places_lie(people, bots, edition, monkeypatch):
    monkeypatch.setattr("games.services.secrets.randbits", lambda bits: 10 * people + bots)
    match = make_match(("Léa", "Max")[:people], bots, "familier", "oucedonc", edition=edition)
    rng, compared, known = Random(people + bots), 0, set()
    for step in range(90):
        actor = acting(match)
        if actor is None:
            break
        if step % 8 == 0:
            known = turned(match)
            before = pages(match)
            with monkeypatch.context() as moved:
                atlas = {name: elsewhere(table, known, rng) for name, table in RULES.atlas.items()}
                moved.setattr(RULES, "atlas", atlas)
                assert pages(match) == before
            compared += 1
        if actor in match.people:
            move = str(RULES.sample(position_of(match), actor, rng))
            services.play(match=match, version=match.version, seat=actor, move=move)
        else:
            services.go_on(match=match, version=match.version)
    assert compared > 5
    assert known  # something was turned meanwhile


def test_an_estimate_reaches_nobody_elses_page_before_the_count(monkeypatch):
    match = make_match(("Léa", "Max"), 1, "familier", "oucedonc")
    match.position |= {
        "phase": "estimate", "turn": [0, 1, 2], "next": 0, "ns": ["Oslo", "Paris", "Rome"], "ew": ["Paris"],
        "start": "Paris", "card": None, "laid": None, "placer": None, "played": 15, "gone": [],
        "estimates": [None, None, None],
    }  # fmt: skip
    match.save()
    services.play(match=match, version=0, seat=0, move="estimate 2")
    paths = ["", f"?a=1&v={match.version}", "histoire/", f"?a=1&v={match.version}&conseil=1"]

    def seen():
        return [NEXT.sub(b"", Client().get(f"/jouer/parties/{match.pk}/{path}").content) for path in paths]

    before = seen()
    match.position["estimates"][0] = 0
    match.save()
    moves = list(match.moves.all())
    moves[-1].text = "estimate 0"
    for event in moves[-1].events:
        event["facts"]["number"] = 0
    Move.objects.bulk_update(moves, ["events", "text"])
    assert seen() == before
