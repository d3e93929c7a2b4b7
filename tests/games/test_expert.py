"""The bot that looks ahead: it never peeks, keeps to its budget, and sees more than its guide."""

from random import Random

import pytest

from games.engines.kernel import expert
from games.engines.kernel.bots import Bot, ask
from games.engines.kernel.expert import Expert, Plan, advise
from games.registry import GAMES

EXPERTS = [slug for slug, game in GAMES.items() if "expert" in game.bots]
UNO = GAMES["uno"].rules


class First(Bot):
    """A guide that knows nothing."""

    name = "first"

    def choose(self, view, moves, rng):
        return moves[0]


@pytest.fixture
def plan(monkeypatch):
    """Sets the plan of Uno."""

    def set_plan(**facts):
        monkeypatch.setattr(expert, "plans", lambda: {"uno": Plan(**facts)})

    return set_plan


def position(hands, top="R1", **more):
    cards = {"game": "uno", "seats": len(hands), "turn": 0, "phase": "play", "hands": hands}
    return UNO.from_dict(cards | {"discard": [top], "colour": top[0], "options": {"target": 0}} | more)


def to_move(rules, seed, plies):
    """A position some moves into a random game, and who is to move."""
    rng = Random(seed)
    while True:
        state = rules.opening(rules.seats[0])
        for _ in range(plies):
            state = rules.auto(state, rng)
            if actors := rules.actors(state):
                state = rules.advance(state, actors[0], rules.sample(state, actors[0], rng))
        state = rules.auto(state, rng)
        if actors := rules.actors(state):
            return state, actors[0]


@pytest.mark.parametrize("slug", EXPERTS)
class TestItNeverPeeks:
    @pytest.mark.parametrize("plies", [3, 11, 24])
    def test_once_it_thinks_the_true_position_is_out_of_its_reach(self, slug, plies, monkeypatch):
        rules, bot = GAMES[slug].rules, GAMES[slug].bots["expert"]
        state, seat = to_move(rules, 5, plies)
        bare = rules.redeal(state, seat, Random(1)) is state
        thinking = []

        def guarded(name):
            def method(self, *arguments):
                # where nothing is hidden, to imagine the position is to know it
                assert not thinking or bare or all(argument is not state for argument in arguments), name
                return getattr(rules, name)(*arguments)

            return method

        def watched(*arguments):
            thinking.append(True)
            return ponder(*arguments)

        ponder = type(bot).ponder
        monkeypatch.setattr(type(bot), "ponder", watched)
        asked = ("actors", "moves", "sample", "faults", "advance", "chance", "view", "redeal", "promise")
        guards = type("Guards", (type(rules),), {name: guarded(name) for name in (*asked, "foresee")})()
        move = ask(guards, state, seat, bot, Random(1))
        assert thinking
        assert rules.faults(state, seat, move) == ()

    @pytest.mark.parametrize("plies", [2, 7, 15, 30])
    def test_positions_it_cannot_tell_apart_are_thought_about_alike(self, slug, plies):
        rules, bot = GAMES[slug].rules, GAMES[slug].bots["expert"]
        state, seat = to_move(rules, plies, plies)
        twins = [rules.redeal(state, seat, Random(n)) for n in range(2)]
        thoughts = [advise(rules, one, seat, bot, Random(3)) for one in (state, *twins)]
        assert thoughts[0] == thoughts[1] == thoughts[2]


@pytest.mark.parametrize("slug", EXPERTS)
def test_the_same_seed_thinks_the_same_and_every_thought_is_a_legal_move(slug):
    rules, bot = GAMES[slug].rules, GAMES[slug].bots["expert"]
    state, seat = to_move(rules, 9, 8)
    thoughts = advise(rules, state, seat, bot, Random(4))
    assert thoughts == advise(rules, state, seat, bot, Random(4))
    for thought in thoughts:
        assert rules.faults(state, seat, thought.move) == ()
        assert 0 <= thought.share <= 1


def test_it_sees_a_win_two_moves_away_that_the_guide_does_not(plan):
    # a 5 first leaves the skip for later, and the other one is about to finish; the skip first wins at once
    plan(playouts=300, trust=1)
    state = position([["R5", "RS"], ["R9"]])
    thoughts = advise(UNO, state, 0, Expert(First()), Random(1))
    assert str(thoughts[0].move) == "RS !"
    assert thoughts[0].share > 0.9


def test_it_takes_the_guide_s_word_where_trials_do_not_tell_moves_apart(plan):
    plan(playouts=8, trust=1000)
    state, seat = to_move(UNO, 2, 9)
    guided = First().choose(None, UNO.moves(state, seat), None)
    assert ask(UNO, state, seat, Expert(First()), Random(1)) == guided


def test_it_keeps_to_its_budget(plan, monkeypatch):
    plan(playouts=100)
    games = []
    play_out = expert._Search.play_out
    monkeypatch.setattr(expert._Search, "play_out", lambda *a: games.append(1) or play_out(*a))
    state, seat = position([["R2", "R3", "R4", "B5"], ["B1", "B2"]]), 0
    ask(UNO, state, seat, Expert(First()), Random(1))
    assert 50 <= len(games) <= 100
    games.clear()
    ask(UNO, state, seat, Expert(First()).at(20), Random(1))
    assert len(games) <= 20


def test_of_very_many_moves_it_tries_some_and_the_guide_s(plan):
    plan(playouts=40, candidates=3)
    state = position([["R2", "R3", "R4", "R5", "R6", "R7"], ["B1", "B2"]])
    moves = UNO.moves(state, 0)
    assert len(moves) > 3
    thoughts = advise(UNO, state, 0, Expert(First()), Random(1))
    assert len(thoughts) == 3
    assert moves[0] in [thought.move for thought in thoughts]


def test_a_single_move_takes_no_thinking(plan, monkeypatch):
    plan(playouts=100)
    monkeypatch.setattr(expert._Search, "run", None)
    state = position([["B5", "B6"], ["R9"]], pile=["R2", "R3"])
    moves = UNO.moves(state, 0)
    thinker = Expert(First())

    def imagine(rng):
        return UNO.redeal(state, 0, rng)

    assert thinker.ponder(UNO, imagine, 0, moves[:1], Random(1)) == moves[0]


def test_in_phases_left_to_it_the_guide_has_the_last_word(plan, monkeypatch):
    plan(playouts=100, left=("play",))
    monkeypatch.setattr(expert._Search, "run", None)
    state = position([["R2", "R3", "B5"], ["R9"]])
    assert ask(UNO, state, 0, Expert(First()), Random(1)) == UNO.moves(state, 0)[0]


def test_out_of_turn_it_speaks_as_its_guide_does():
    state = position([["R1", "R5"], ["G1", "G2"], ["B1"]], forgot=2)
    said = ask(UNO, state, 1, GAMES["uno"].bots["expert"], Random(1))
    assert said == ask(UNO, state, 1, GAMES["uno"].bots["familier"], Random(1))
    assert said is not None
