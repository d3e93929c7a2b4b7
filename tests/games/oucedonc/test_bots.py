"""Bots believe a bad map of their own; where the places truly lie they never learn."""

import ast
from functools import partial
from pathlib import Path
from random import Random

import pytest

from games.engines.kernel.bots import ask
from games.engines.kernel.simulation import play_game
from games.engines.oucedonc import BOTS, RULES, Oucedonc, bots
from games.engines.oucedonc.beliefs import Believed, believed, distorted
from games.engines.oucedonc.order import misfit
from games.engines.oucedonc.places import Place
from tests.games.oucedonc.positions import SMALL, at, count_at, go, north

MINDS = {name: getattr(bot, "guide", bot) for name, bot in BOTS.items()}
UPSIDE_DOWN = {name: Place(100 - place.lat, 20 - place.lon) for name, place in SMALL.items()}
TRUE = Oucedonc({"europe": SMALL, "france": SMALL})
FALSIFIED = bots.believers(partial(believed, Oucedonc({"europe": UPSIDE_DOWN, "france": UPSIDE_DOWN})))
HONEST = bots.believers(partial(believed, TRUE))


def choices(bot, state, times=12):
    """What a bot says in that position, every time it is asked, by the true rules' own offer."""
    seat = TRUE.actors(state)[0]
    return {str(ask(TRUE, state, seat, bot, Random(n))) for n in range(times)}


@pytest.mark.parametrize("name", BOTS)
class TestOnAFalsifiedMap:
    """The table is played by true rules; the bot was told that north is south and east is west."""

    def test_it_places_as_it_believes(self, name):
        truly, falsely = ({"NS 0", "EW 1"}, {"NS 1", "EW 0"})
        assert choices(HONEST[name], at(["52N10E"], card="65N20E")) <= truly
        assert choices(FALSIFIED[name], at(["52N10E"], card="65N20E")) <= falsely

    def test_it_doubts_what_is_right_and_trusts_what_is_wrong(self, name):
        right = at(["65N10E", "40N10E"], phase="doubt", turn=1, start="40N10E", laid=["NS", 0])
        wrong = at(["40N10E", "65N10E"], phase="doubt", turn=1, start="65N10E", laid=["NS", 0])
        assert "doubt S" in choices(FALSIFIED[name], right)
        assert choices(FALSIFIED[name], wrong) == {"trust"}
        assert choices(HONEST[name], right) == {"trust"}
        assert "doubt S" in choices(HONEST[name], wrong)

    def test_it_counts_as_it_believes(self, name):
        """Seven places north of the start card, all of them rightly; upside down all seven are wrong."""
        state = count_at(north(65, 64, 63, 62, 61, 60, 59, 40), start="40N0E")
        assert all(int(text.split()[1]) <= 4 for text in choices(HONEST[name], state))
        assert all(int(text.split()[1]) >= 5 for text in choices(FALSIFIED[name], state))


class TestBeliefs:
    def test_the_expert_thinks_by_what_it_believes_whatever_rules_it_is_asked_by(self):
        for seat in range(6):
            mind = BOTS["expert"].mind(RULES, seat)
            assert mind is MINDS["expert"].rules(seat)
            assert mind.atlas["france"] != RULES.atlas["france"]

    def test_each_level_knows_more_than_the_one_below(self):
        noises = [mind.noise for mind in MINDS.values()]
        assert noises == sorted(noises, reverse=True)
        assert noises[-1] > 0

    def test_nobody_believes_the_true_map_and_each_seat_another_one(self):
        truth = RULES.atlas["europe"]
        for mind in MINDS.values():
            tables = [mind.rules(seat).atlas["europe"] for seat in range(6)]
            for table in tables:
                assert table.keys() == truth.keys()
                assert not [name for name in truth if table[name][:2] == truth[name][:2]]
            assert len({table["Paris"] for table in tables}) == 6

    def test_a_belief_is_the_same_every_time(self):
        one, other = (believed(RULES, 0.2, "a").atlas["france"] for _ in range(2))
        assert one == other != believed(RULES, 0.2, "b").atlas["france"]

    def test_errors_are_as_large_as_one_thinks(self):
        table = RULES.atlas["europe"]
        within = total = 0
        for seed in range(20):
            for name, place in distorted(table, 0.3, seed).items():
                within += abs(place.lat - table[name].lat) < place.lat_error
                within += abs(place.lon - table[name].lon) < place.lon_error
                total += 2
        assert 0.65 < within / total < 0.71  # as often as a standard error should be

    def test_no_bot_reads_the_files_or_the_true_rules(self):
        tree = ast.parse(Path(bots.__file__).read_text(encoding="utf-8"))
        imported = {
            f"{node.module}.{name.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.level == 1
            for name in node.names
        }
        assert not imported & {"places.Charted", "places._read", "beliefs.believed", "beliefs.distorted"}
        assert not [name for name in imported if name.startswith("None.")]
        assert not [
            node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "__self__"
        ]


class TestImaginedMaps:
    MIND = believed(TRUE, 0.2, "mind")

    def worlds(self, state, times=400):
        rng = Random(1)
        return [self.MIND.world(state, rng) for _ in range(times)]

    def test_they_are_as_far_from_the_belief_as_one_expects_to_be_wrong(self):
        state, table, off = at(["52N10E"], card="65N20E"), self.MIND.atlas["europe"], []
        for world in self.worlds(state):
            place, thought = world.table(state)["52N10E"], table["52N10E"]
            off.append((place.lat - thought.lat) / thought.lat_error)
        assert abs(sum(off) / len(off)) < 0.15
        assert 0.8 < sum(x * x for x in off) / len(off) < 1.2

    def test_a_world_keeps_its_map_and_looks_like_any_other(self):
        state = at(["52N10E"], card="65N20E")
        one, other = self.worlds(state, 2)
        assert dict(one.table(state)) == dict(one.table(state)) != dict(other.table(state))
        assert len(one.table(state)) == len(SMALL)
        assert one.view(state, 0) == other.view(state, 0) == TRUE.view(state, 0)
        assert one.chance(go(state, "0 NS 0", "1 trust"), Random(2)).card in SMALL

    def test_who_laid_a_card_is_given_credit(self):
        """A card at even odds lies right on most maps that come to mind."""
        state = at(["52N0E", "52N20E"], phase="doubt", turn=1, start="52N20E", laid=["NS", 0])
        mind = Believed({"europe": {name: Place(50, 10, 5, 5) for name in SMALL}})
        rng = Random(1)
        wrong = [misfit(state, mind.world(state, rng).table(state)) for _ in range(400)]
        assert 0.08 < sum(wrong) / len(wrong) < 0.22  # 0.15 / 1.15 is 0.13

    def test_a_card_awaiting_doubts_promises_less_to_who_laid_it_wrong(self):
        right = at(["65N10E", "40N10E"], phase="doubt", turn=1, start="40N10E", laid=["NS", 0])
        wrong = at(["40N10E", "65N10E"], phase="doubt", turn=1, start="65N10E", laid=["NS", 0])
        good, bad = (self.worlds(state, 1)[0].promise(state) for state in (right, wrong))
        assert good[0] > 0.5 > bad[0]
        assert sum(good) == pytest.approx(1)

    def test_a_token_promises_more_the_later_it_is(self):
        early, late = (at(["52N10E"], card="65N20E", played=n, tokens=[6, 4]) for n in (1, 44))
        assert 0.5 < TRUE.promise(early)[0] < TRUE.promise(late)[0] < 1
        assert TRUE.promise(count_at(north(65, 40), start="40N0E")) is None


class TestFamilier:
    def test_it_takes_the_slot_with_the_widest_margin(self):
        bot = HONEST["familier"]
        state = at(["65N0E", "53N0E", "52N10E", "51N0E", "40N0E"], ["52N10E"], start="52N10E", card="52N20E")
        assert choices(bot, state) == {"EW 1"}

    def test_it_doubts_only_at_clear_odds(self):
        bot, doubted = HONEST["familier"], 0
        for lat in range(41, 64):
            state = at(
                [f"{lat}N0E", f"{lat + 1}N20E"], phase="doubt", turn=1, start=f"{lat + 1}N20E", laid=["NS", 0]
            )
            (text,) = choices(bot, state, 2)
            table = bot.rules(1).atlas["europe"]
            odds = bots._wrong(table, "S", f"{lat + 1}N20E", f"{lat}N0E")
            assert (text != "trust") is (odds >= bot.sure)
            doubted += text != "trust"
        assert 0 < doubted < 23

    def test_it_adds_up_the_chances_and_gives_credit_to_those_who_laid(self):
        table = {name: place._replace(lat_error=1e9, lon_error=1e9) for name, place in SMALL.items()}
        bot = bots.Familier(lambda noise, seed: Believed({"europe": table, "france": table}))
        state = count_at(north(65, 64, 63, 62, 61, 60, 40), start="40N0E")
        assert choices(bot, state) == {"estimate 2"}  # six even chances: 6 × 0.35 / 1.35


def test_a_bot_in_any_seat_of_any_table_plays_on_to_the_end():
    for seats, edition in ((2, "europe"), (6, "france")):
        for bot in MINDS.values():
            state = RULES.opening(seats, edition=edition)
            plies = list(play_game(RULES, state, [bot] * seats, Random(1)))
            assert RULES.outcome(plies[-1].state)
