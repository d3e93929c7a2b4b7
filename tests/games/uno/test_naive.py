"""The engine beside a second writing of the rules that shares nothing with it."""

from random import Random

import pytest

from games.engines.kernel import CHANCE
from games.engines.kernel.properties import all_options
from games.engines.uno import RULES
from tests.games.uno import naive

OPTIONS = list(all_options(RULES, 2))


def walk(seed, seats, options, tight):
    """A random game, ever asking both; `tight` plays with so few cards that the pile runs dry."""
    rng = Random(seed)
    state = RULES.auto(RULES.opening(seats, seed % seats, **options), rng)
    if tight and RULES.to_dict(state)["phase"] == "play":
        pile = RULES.to_dict(state)["pile"]
        state = RULES.from_dict({**RULES.to_dict(state), "pile": rng.sample(pile, rng.randrange(4))})
    for _ in range(160):
        d = RULES.to_dict(state)
        for seat in {rng.randrange(seats), d["turn"]} - {CHANCE, None}:
            assert {str(move) for move in RULES.moves(state, seat)} == naive.all_legal(d, seat), d
        actors = RULES.actors(state)
        if not actors or (tight and d["phase"] == "deal"):
            return
        if actors == (CHANCE,):
            seat, move = CHANCE, RULES.chance(state, rng)
        else:
            able = [seat for seat in range(seats) if RULES.moves(state, seat)]
            seat = rng.choice([*able, actors[0], actors[0]])
            moves = RULES.moves(state, seat)
            kinds = sorted({move.kind for move in moves})
            kind = rng.choice(kinds if rng.random() < 0.2 else ["lay"] if "lay" in kinds else kinds)
            move = rng.choice([move for move in moves if move.kind == kind])
        state = RULES.play(state, seat, move).state
        if tight and state.phase in ("deal", "over"):
            return  # with cards missing the next deal is the engine's own affair
        assert RULES.to_dict(state) == naive.play(d, seat, str(move)), (d, seat, str(move))


@pytest.mark.parametrize("seed", range(36))
def test_engine_and_plain_reading_of_the_articles_agree(seed):
    walk(seed, 2 + seed % 9, OPTIONS[(seed * 7) % len(OPTIONS)], tight=False)


@pytest.mark.parametrize("seed", range(100, 136))
def test_they_agree_when_the_pile_runs_dry(seed):
    walk(seed, 2 + seed % 3, OPTIONS[(seed * 7) % len(OPTIONS)], tight=True)
