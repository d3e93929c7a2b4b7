"""The engine beside a second writing of the rules that shares nothing with it."""

from random import Random

import pytest

from games.engines.cafe_international import RULES
from games.engines.cafe_international.moves import END, SEAT
from games.engines.kernel import CHANCE
from games.engines.kernel.properties import all_options
from tests.games.cafe_international import naive

OPTIONS = list(all_options(RULES, 2))


def thrown(seed):
    """A position nobody need have played to: people thrown onto the chairs as long as they may sit there."""
    rng = Random(seed)
    seats = rng.randrange(2, 5)
    cards = [card for card in naive.CARDS for _ in range(2 if card in naive.JOKERS else 4)]
    rng.shuffle(cards)
    hands = [sorted(cards.pop() for _ in range(rng.randrange(1, 6))) for _ in range(seats)]
    d = {"chairs": {}, "options": OPTIONS[seed % 2]}
    for card in cards[: rng.choice((3, 12, 30, 60))]:
        chair, guest = rng.choice(naive.sittings(card))
        if naive.fits(d, chair, guest):
            d["chairs"][chair] = guest
    return RULES.from_dict(
        {
            "game": "cafe-international", "seats": seats, "turn": rng.randrange(seats), "phase": "turn",
            "hands": hands, "opening": not d["chairs"] and rng.random() < 0.5, **d,
            "scores": [rng.randrange(30) for _ in range(seats)],
            "compatriots": [rng.randrange(5) for _ in range(seats)],
        }
    )  # fmt: skip


def reached(state):
    """Who may sit where after action (a), card by card through the engine."""
    seat, before = state.turn, RULES.to_dict(state)["chairs"]
    found = set()
    for first in RULES.moves(state, seat):
        if first.kind != SEAT:
            continue
        if first.card in naive.JOKERS and state.options.jokers == "action":
            continue  # no action (a)
        after = RULES.advance(state, seat, first)
        ways = [after]
        if after.phase == "second":
            ways = [
                after if second.kind == END else RULES.advance(after, seat, second)
                for second in RULES.moves(after, seat)
            ]
        for way in ways:
            found.add(frozenset(set(RULES.to_dict(way)["chairs"].items()) - set(before.items())))
    return found


@pytest.mark.parametrize("share", range(8))
def test_judging_card_by_card_loses_no_turn_and_adds_none(share):
    for seed in range(share * 12, (share + 1) * 12):
        state = thrown(seed)
        assert reached(state) == naive.whole_turns(RULES.to_dict(state), state.turn), seed


@pytest.mark.parametrize("share", range(4))
def test_they_agree_in_thrown_positions(share):
    for seed in range(share * 20, (share + 1) * 20):
        state, rng = thrown(1000 + seed), Random(seed)
        for _ in range(3):
            state = step(state, rng)
            if state.phase == "over":
                break


def step(state, rng):
    """Asks both engines, then plays on."""
    d = RULES.to_dict(state)
    for seat in range(d["seats"]):
        assert {str(move) for move in RULES.moves(state, seat)} == naive.all_legal(d, seat), d
    if RULES.actors(state) == (CHANCE,):
        seat, move = CHANCE, RULES.chance(state, rng)
    else:
        (seat,) = RULES.actors(state)
        moves = RULES.moves(state, seat)
        if rng.random() < 0.5:
            move = RULES.sample(state, seat, rng)
        else:
            kind = rng.choice(sorted({move.kind for move in moves}))
            move = rng.choice([move for move in moves if move.kind == kind])
    after = RULES.play(state, seat, move).state
    assert RULES.to_dict(after) == naive.play(d, seat, str(move)), (d, seat, str(move))
    return after


@pytest.mark.parametrize("seed", range(12))
def test_engine_and_plain_reading_of_the_articles_agree(seed):
    """A whole game, ever asking both."""
    rng, seats = Random(seed), 2 + seed % 3
    state = RULES.opening(seats, seed % seats, **OPTIONS[seed // 3 % 2])
    for _ in range(400):
        if not RULES.actors(state):
            return
        state = step(state, rng)
    pytest.fail("the game does not end")
