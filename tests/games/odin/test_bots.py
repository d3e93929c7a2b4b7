"""What the bots go by."""

from functools import reduce
from itertools import combinations
from operator import or_
from random import Random

import pytest

from games.engines.kernel.bots import ask
from games.engines.odin import BOTS, RULES
from games.engines.odin.cards import BIT, GROUPS, cards_of
from games.engines.odin.cover import cover
from tests.games.odin.positions import at


def told(bot, state, seat=0):
    return str(ask(RULES, state, seat, BOTS[bot], Random(1)))


class TestCover:
    @pytest.mark.parametrize(
        ("hand", "least"),
        [("", 0), ("5R", 1), ("9R 4R 2R", 1), ("5B 5R 5G", 1), ("9R 5R 5B 5G", 2), ("1B 2R 3P 4G", 4)],
    )
    def test_the_least_number_of_colours_and_numbers(self, hand, least):
        assert cover(cards_of(hand.split())) == least

    @pytest.mark.parametrize("seed", range(15))
    def test_it_is_what_trying_all_gives(self, seed):
        rng = Random(seed)
        cards = cards_of(rng.sample(list(BIT), rng.randint(1, 9)))
        able = (
            size
            for size in range(10)
            for groups in combinations(GROUPS, size)
            if not cards & ~reduce(or_, groups, 0)
        )
        assert cover(cards) == next(able)


class TestFamilier:
    def test_it_lays_its_whole_hand_where_it_may(self):
        assert told("familier", at(["9R 4R 2R", "1B 2G"])) == "9R 4R 2R"

    def test_it_leads_the_card_that_fits_nowhere(self):
        assert told("familier", at(["9R 4R 2R 7B", "1B 2G"])) == "7B"

    def test_it_keeps_a_pair_rather_than_swap_a_card_of_it(self):
        assert told("familier", at(["7B 7R", "1B 2G"], "6P")) == "7B 7R"
        assert told("familier", at(["7B 7R 7P", "1B 2G"], "6N")) == "pass"

    def test_it_takes_back_what_joins_its_hand(self):
        state = at(["9R 4R", "1B"], "8B 8G", phase="take", owner=0, beaten=["5G", "5R"])
        assert told("familier", state) == "take 5R"


class TestNovice:
    def test_it_lays_something_whenever_something_goes(self):
        state = at(["9R 1G 1N", "1B 2G"], "6P")
        assert {str(ask(RULES, state, 0, BOTS["novice"], Random(seed))) for seed in range(20)} == {
            "9R", "1G 1N"
        }  # fmt: skip

    def test_it_passes_where_nothing_does(self):
        assert told("novice", at(["2R", "1B 2G"], "6P")) == "pass"


@pytest.mark.parametrize("bot", BOTS)
def test_out_of_turn_there_is_nothing_to_say(bot):
    assert ask(RULES, at(["2R", "1B 2G"], "6P"), 1, BOTS[bot], Random(1)) is None
