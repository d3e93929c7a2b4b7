"""The engine beside a second writing of the rules that shares nothing with it."""

from random import Random

import pytest

from games.engines.kernel import CHANCE
from games.engines.kernel.properties import all_options
from games.engines.odin import RULES
from tests.games.odin import naive


def walk(seed):
    """A random game, ever asking both for the moves and for the next position."""
    rng, seats = Random(seed), 2 + seed % 5
    options = list(all_options(RULES, seats))
    state = RULES.opening(seats, seed % seats, **options[seed // 5 % len(options)])
    for _ in range(160):
        d = RULES.to_dict(state)
        for seat in range(seats):
            assert {str(move) for move in RULES.moves(state, seat)} == naive.legal(d, seat), d
        actors = RULES.actors(state)
        if not actors:
            return
        if actors == (CHANCE,):
            seat, move = CHANCE, RULES.chance(state, rng)
        else:
            seat = actors[0]
            moves = RULES.moves(state, seat)
            # the last moves are the largest sets, and passing
            move = rng.choice(moves[-3:] if rng.random() < 0.4 else moves)
        state = RULES.play(state, seat, move).state
        assert RULES.to_dict(state) == naive.play(d, seat, str(move)), (d, seat, str(move))


@pytest.mark.parametrize("seed", range(40))
def test_engine_and_plain_reading_of_the_articles_agree(seed):
    walk(seed)


@pytest.mark.parametrize("seed", range(60))
def test_they_agree_on_hands_and_middles_that_hardly_ever_come_up(seed):
    """Hands full of one colour and of two numbers, and a large set in the middle."""
    rng = Random(f"large {seed}")
    sort, colour = rng.choice(naive.COLOURS + "123456789"), rng.choice(naive.COLOURS)
    group = [card for card in naive.DECK if sort in card]
    middle = rng.sample(group, rng.randint(1, min(4, len(group))))
    others = [card for card in naive.DECK if card not in middle]
    near = [card for card in others if card[1] == colour or card[0] in "19"]
    hand = rng.sample(near, rng.randint(1, 9))
    rest = [card for card in others if card not in hand]
    state = RULES.from_dict(
        {"game": "odin", "seats": 2, "turn": 0, "phase": "follow", "owner": 1,
         "hands": [hand, rest[:2]], "middle": middle}
    )  # fmt: skip
    d = RULES.to_dict(state)
    assert {str(move) for move in RULES.moves(state, 0)} == naive.legal(d, 0), d
