"""What must hold of every game, over random games of all seats and options. `simulate --check` runs more."""

from random import Random

import pytest

from games.engines.kernel import CHANCE
from games.engines.kernel.properties import Broken, all_options, check_game
from games.registry import GAMES, get_game

ENGINES = [slug for slug, game in GAMES.items() if game.rules]
SHARES = 20
EACH = 10  # 20 × 10: two hundred games an engine


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("slug", ENGINES)
def test_random_games_break_no_property(slug, share):
    rules = get_game(slug).rules
    for number in range(share * EACH, (share + 1) * EACH):
        seats = rules.seats[number % len(rules.seats)]
        options = [choice for choice in all_options(rules, seats) if rules.short.items() <= choice.items()]
        check_game(
            rules,
            Random(f"{slug} {number}"),
            seats,
            number % seats,
            options[number // len(rules.seats) % len(options)],
            wild=(0.0, 0.2, 0.5)[number % 3],
            thin=True,
        )


@pytest.mark.parametrize("slug", ENGINES)
def test_a_whole_game_breaks_none_either(slug):
    rules = get_game(slug).rules
    check_game(rules, Random(slug), rules.seats[1], wild=0.05)


class TestTheChecksCanFail:
    """Each check is shown an engine with one thing wrong."""

    def wrong(self, **methods):
        rules = get_game("uno").rules
        return type("Wrong", (type(rules),), methods)()

    def run(self, rules, games=4):
        for seed in range(games):
            check_game(rules, Random(seed), 3, options={"target": 0}, wild=0.5)

    @pytest.mark.parametrize(
        ("what", "methods"),
        [
            ("judge and generator differ", {"moves": lambda self, s, seat: _moves(s, seat)[:1],
                                            "sample": lambda self, s, seat, rng: _moves(s, seat)[0]}),
            ("offered a move twice", {"moves": lambda self, s, seat: _moves(s, seat) * 2}),
            ("must act and cannot", {"moves": lambda self, s, seat: ()}),
            ("offered and refused", {"moves": lambda self, s, seat: (*_moves(s, seat), *_never(seat))}),
            ("tells what is hidden", {"view": lambda self, s, seat: s}),
            ("advance is not play", {"advance": lambda self, s, seat, move: s}),
            ("lost or made", {"make": lambda self, s, move, seat, told: _losing(s, move, seat, told),
                              "advance": lambda self, s, seat, move: _losing(s, move, seat, None)}),
            ("depends on what is hidden", {"make": lambda self, *arguments: _telling(*arguments)}),
            ("a redeal for .* tells", {"redeal": lambda self, s, seat, rng: _unsorted(s, seat, rng)}),
            ("no round trip", {"from_dict": lambda self, d: _rules().opening(3)}),
            ("an illegal sample", {"sample": lambda self, s, seat, rng: _read("B1 B1 B1")}),
        ],
    )  # fmt: skip
    def test_it_finds(self, what, methods):
        with pytest.raises(Broken, match=what):
            self.run(self.wrong(**methods))


def _rules():
    return get_game("uno").rules


def _moves(state, seat):
    return _rules().moves(state, seat)


def _read(text):
    return _rules().read_move(text)


def _never(seat):
    return () if seat == CHANCE else (_read("B1 B1 B1"),)


def _losing(state, move, seat, told):
    """A card of the pile vanishes with every move."""
    after = _rules().make(state, move, seat, told)
    return after._replace(pile=after.pile[1:]) if len(after.pile) > 30 else after


def _telling(state, move, seat, told):
    """Everybody is told everything."""
    after = _rules().make(state, move, seat, told)
    if told is not None:
        told[:] = [type(event)(event.article, event.kind, event.facts) for event in told]
    return after


def _unsorted(state, seat, rng):
    """The cards drawn from where they lie."""
    pool = [*state.pile, *(card for other, hand in enumerate(state.hands) if other != seat for card in hand)]
    if state.phase != "play":
        return _rules().redeal(state, seat, rng)
    hands = tuple(
        hand if other == seat else tuple(sorted(pool.pop(rng.randrange(len(pool))) for _ in hand))
        for other, hand in enumerate(state.hands)
    )
    return state._replace(hands=hands, pile=tuple(sorted(pool)))
