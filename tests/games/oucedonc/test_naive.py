"""The engine beside a second writing of the rules that shares nothing with it."""

from random import Random

import pytest

from games.engines.kernel import CHANCE
from games.engines.oucedonc import RULES
from tests.games.oucedonc import naive


@pytest.mark.parametrize("seed", range(20))
def test_engine_and_plain_reading_of_the_articles_agree(seed):
    rng, seats = Random(seed), 2 + seed % 5
    state = RULES.opening(seats, seed % seats, edition=("europe", "france")[seed % 2])
    if seed % 3 == 0:  # so few tokens that some are passed over, and the reserve pays
        tokens = [rng.randrange(2) for _ in range(seats)]
        state = RULES.from_dict(RULES.to_dict(state) | {"tokens": tokens})
    while actors := RULES.actors(state):
        d = RULES.to_dict(state)
        for seat in {rng.randrange(seats), *actors} - {CHANCE}:
            assert {str(move) for move in RULES.moves(state, seat)} == naive.all_legal(d, seat), d
        seat = rng.choice(actors)
        move = RULES.chance(state, rng) if seat == CHANCE else RULES.sample(state, seat, rng)
        state = RULES.play(state, seat, move).state
        assert RULES.to_dict(state) == naive.play(d, seat, str(move)), (d, seat, str(move))
