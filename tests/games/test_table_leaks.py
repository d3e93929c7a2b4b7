"""Nothing a seat may not know is in what it is sent: deal the hidden cards anew, and no byte changes."""

import re
from random import Random

import pytest
from django.test import Client

from games import services
from games.engines.kernel import SPECTATOR, IllegalMove
from games.models import Match, Move
from games.positions import position_of, rules_of
from tests.games.tables import acting, make_match

pytestmark = pytest.mark.django_db

# the game that « Rejouer » would start has a new number each time the page is drawn
NEXT = re.compile(rb'name="id" value="[^"]*"')


# moves that one tries, and is refused
TRIED = {
    "uno": ("R5", "W4 R", "YS", "draw", "pass", "uno 1", "challenge"),
    "odin": ("9B", "5R 2R", "4G 4N 4O", "9G 1P", "pass", "take 7O"),
    "boursicocotte": ("bid 5", "pass", "buy", "pay 500", "trade 1 vache", "offer 500 500", "counter"),
}


def fetch(match, query="", post=None):
    client = Client()
    path = f"/jouer/parties/{match.pk}/"
    if post is None:
        response = client.get(path + query)
    else:
        response = client.post(path + "coup/", {"version": match.version, **post})
    return response.status_code, NEXT.sub(b"", response.content)


def everything_hidden_changed(match, seat, rng):
    """The rows as they might as well be for all that seat can tell; hands, pile, and what was told others."""
    rules = rules_of(match)
    match.position = rules.to_dict(rules.redeal(position_of(match), seat, rng))
    match.seed = rng.getrandbits(60)
    match.save()
    moves = list(match.moves.all())
    secret = [event for move in moves for event in move.events if event.get("hidden")]
    things = [thing for event in secret for name in event["hidden"] for thing in event["facts"][name]]
    for event in secret:
        if seat not in event["to"]:
            for name in event["hidden"]:
                event["facts"][name] = [rng.choice(things) for _ in event["facts"][name]]
    for move in moves:
        if move.seat is None:
            move.text = "~ of no concern to anybody"
    Move.objects.bulk_update(moves, ["events", "text"])


def restore(match, rows):
    match.save()
    Move.objects.bulk_update(rows, ["events", "text"])


def looks(match):
    """(seat, query, post): all the ways to look at the table, and whose eyes that is."""
    actor, version = acting(match), match.version
    if match.loner is not None:
        seat = match.loner
        yield seat, "", None
        yield seat, "?conseil=1", None
        yield seat, "histoire/", None
        for move in TRIED[match.game]:
            yield seat, "", {"act": move}
        return
    yield SPECTATOR, "", None
    yield SPECTATOR, "histoire/", None
    yield SPECTATOR, f"?a={actor}&v={version - 1}", None
    yield SPECTATOR, f"?a={len(match.seats) - 1 if actor == 0 else 0}&v={version}&conseil=1", None
    if actor in match.people:
        yield actor, f"?a={actor}&v={version}", None
        yield actor, f"?a={actor}&v={version}&conseil=1", None


def refused_only(match, post):
    """Whether that post changes nothing (a legal move would)."""
    try:
        rules_of(match).play(position_of(match), match.loner, post["act"])
    except IllegalMove:
        return True
    return False


def private(match, seat):
    return any(
        seat in event.get("to", ())
        for move in match.moves.filter(version=match.version)
        for event in move.events
    )


@pytest.mark.drawing
@pytest.mark.parametrize(
    ("people", "bots", "options"),
    [
        (1, 1, {}),
        (1, 2, {"game": "odin", "limit": 15}),
        (3, 0, {"game": "odin", "colours": 4}),
        (1, 2, {"game": "boursicocotte"}),
        (3, 1, {"game": "boursicocotte", "pass_final": True}),
        (1, 3, {"bluff": False, "doublet": False}),
        (1, 2, {"target": 100}),
        (2, 0, {}),
        (3, 2, {"forced_play": False}),
    ],
)
def test_no_page_depends_on_what_is_hidden(people, bots, options, monkeypatch):
    monkeypatch.setattr("games.services.secrets.randbits", lambda bits: people * 1000 + bots)
    names = ("Léa", "Max", "Zoé")[:people]
    match = make_match(people=names, bots=bots, level="familier", **options)
    rng = Random(people * 100 + bots)
    compared = 0
    for step in range(70):
        actor = acting(match)
        if actor is None:
            break
        if step % 9 == 0:
            rows = list(match.moves.all())
            stored = Match.objects.get(pk=match.pk)
            for seat, query, post in looks(match):
                if post and not refused_only(match, post):
                    continue
                if seat == SPECTATOR and any(private(match, person) for person in match.people):
                    continue
                before = fetch(match, query, post)
                assert before[0] in (200, 422)
                everything_hidden_changed(Match.objects.get(pk=match.pk), seat, rng)
                assert fetch(match, query, post) == before, (seat, query, post)
                restore(stored, rows)
                compared += 1
        if actor in match.people:
            move = str(rules_of(match).sample(position_of(match), actor, rng))
            services.play(match=match, version=match.version, seat=actor, move=move)
        else:
            services.go_on(match=match, version=match.version)
    assert compared > 5


def test_the_seed_and_the_position_are_sent_nowhere(client):
    match = make_match(bots=3)
    page = client.get(f"/jouer/parties/{match.pk}/").content.decode()
    assert str(match.seed) not in page
    assert "&quot;hands&quot;" not in page


def test_a_hand_is_under_its_cover_until_its_owner_asks(client, monkeypatch):
    # the first card may make somebody draw, who is then shown what: not with this seed
    monkeypatch.setattr("games.services.secrets.randbits", lambda bits: 1)
    match = make_match(people=("Léa", "Max"), bots=0)
    actor = acting(match)
    path = f"/jouer/parties/{match.pk}/"
    covered = client.get(path).content.decode()
    assert "montrer mes cartes" in covered
    assert 'class="in-hand"' not in covered
    shown = client.get(f"{path}?a={actor}&v={match.version}").content.decode()
    assert shown.count('class="in-hand"') == len(position_of(match).hands[actor])
    for other in (
        f"?a={1 - actor}&v={match.version}",
        f"?a={actor}&v={match.version + 1}",
        "?a=x&v=y",
        "?a=99",
    ):
        assert 'class="in-hand"' not in client.get(path + other).content.decode()


def test_after_ones_move_the_hand_is_covered_again(client):
    match = make_match(people=("Léa", "Max", "Zoé"), bots=0)
    rng = Random(3)
    for _ in range(25):
        actor = acting(match)
        if actor is None:
            break
        if not isinstance(actor, int):
            services.go_on(match=match, version=match.version)
            continue
        move = str(rules_of(match).sample(position_of(match), actor, rng))
        response = client.post(
            f"/jouer/parties/{match.pk}/coup/",
            {"version": match.version, "seat": actor, "move": move},
            follow=True,
        )
        match.refresh_from_db()
        if acting(match) != actor and not private(match, actor):
            assert 'class="in-hand"' not in response.content.decode()


def test_the_record_with_all_hands_is_kept_back_until_the_end(client):
    match = make_match()
    response = client.get(f"/jouer/parties/{match.pk}/partie.txt")
    assert response.status_code == 302
    assert response.content == b""
