"""The engine beside a second writing of the rules that shares nothing with it."""

from random import Random

import pytest

from games.engines.boursicocotte import RULES
from games.engines.kernel import CHANCE
from games.engines.kernel.properties import all_options
from tests.games.boursicocotte import naive

FEW = 10
"""A hand of more cards has too many handfuls to write them all out."""


def compared(state, d, seat):
    """The legal moves of both are the same; of offers out of large hands, and of payments, their kind."""
    moves = RULES.moves(state, seat)
    if len(d["money"][seat]) <= FEW or d["phase"] in ("turn", "bid", "decide"):
        texts = {str(move) for move in moves}
        assert len(texts) == len(moves)
        assert texts == naive.all_legal(d, seat), d
    elif d["phase"] == "pay":
        paid = {tuple(map(int, str(move).split()[1:])) for move in moves}
        assert all(naive.fair(cards, d["money"][seat], d["auction"]["bid"]) for cards in paid), d


def bold(state, seat, rng):
    """A move as in playouts, or any: bids nobody can pay, and offers that meet the one before."""
    if rng.random() < 0.7:
        return RULES.sample(state, seat, rng)
    moves = RULES.moves(state, seat)
    same = [move for move in moves[:400] if state.phase == "answer" and _amount(move) == _due(state)]
    near = moves[: 1 + rng.randrange(min(8, len(moves)))]
    return rng.choice(same or near)


def _amount(move):
    return sum(map(int, str(move).split()[1:])) if str(move).startswith("counter") else -1


def _due(state):
    return sum(RULES.to_dict(state)["trade"]["offer"])


@pytest.mark.parametrize("seed", range(24))
def test_engine_and_plain_reading_of_the_articles_agree(seed):
    rng, seats = Random(seed), 3 + seed % 3
    options = list(all_options(RULES, seats))
    state = RULES.opening(seats, seed % seats, **options[seed // 3 % len(options)])
    for _ in range(350):
        d = RULES.to_dict(state)
        actors = RULES.actors(state)
        if not actors:
            assert d["phase"] == "over"
            break
        if actors == (CHANCE,):
            seat, move = CHANCE, RULES.chance(state, rng)
        else:
            seat = actors[0]
            compared(state, d, seat)
            assert (
                naive.all_legal(d, (seat + 1) % seats) == set(RULES.moves(state, (seat + 1) % seats)) == set()
            )
            move = bold(state, seat, rng)
        state = RULES.play(state, seat, move).state
        assert RULES.to_dict(state) == naive.play(d, seat, str(move)), (d, seat, str(move))


@pytest.mark.parametrize("seed", range(30))
def test_payments_are_those_found_by_looking_at_every_handful(seed):
    rng = Random(seed)
    hand = sorted(rng.choice((0, 10, 10, 50, 50, 100, 200, 500)) for _ in range(rng.randrange(1, 10)))
    price = 10 * rng.randrange(1, max(2, sum(hand) // 10))
    if sum(hand) < price or max(hand.count(card) for card in hand) > 5:
        hand, price = [200, 200, 200, 500], 600  # what a greedy purse would miss
    d = {
        "game": "boursicocotte", "seats": 3, "turn": 1, "phase": "pay", "animals": [{}, {}, {}],
        "money": [[], hand, []],
        "auction": {"seller": 0, "animal": "coq", "bid": price, "bidder": 1, "passed": [], "excluded": []},
    }  # fmt: skip
    state = RULES.from_dict(d)
    assert {str(move) for move in RULES.moves(state, 1)} == naive.all_legal(RULES.to_dict(state), 1)
    assert RULES.sample(state, 1, rng) in RULES.moves(state, 1)
