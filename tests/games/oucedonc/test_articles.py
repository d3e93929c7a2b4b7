"""Each article's own cases, sentence by sentence."""

from random import Random

import pytest

from games.engines.kernel import CHANCE, SPECTATOR
from games.engines.oucedonc import RULES as TRUE
from tests.games.oucedonc.positions import (
    RULES,
    SMALL,
    articles,
    at,
    count_at,
    go,
    kinds,
    north,
    played,
    texts,
)


def sentences(state, *plies):
    return [event.told() for event in played(state, *plies)[1]]


class TestStart:
    def test_four_tokens_each_and_a_start_card_on_both_lines(self):
        state = RULES.opening(6, first=4)
        assert state.tokens == (4,) * 6
        state = go(state, "~45N10E")
        assert (state.start, state.ns, state.ew) == ("45N10E", ("45N10E",), ("45N10E",))
        assert (state.phase, state.turn, state.next) == ("drawn", CHANCE, 4)
        assert RULES.actors(go(state, "~50N0E")) == (4,)

    def test_every_place_of_the_edition_is_drawn_and_no_other(self):
        rng = Random(2)
        for edition in ("europe", "france"):
            state = TRUE.opening(2, edition=edition)
            drawn = {TRUE.chance(state, rng).card for _ in range(3000)}
            assert drawn == TRUE.atlas[edition].keys()
        assert articles(TRUE.opening(2), "~Marseille", CHANCE, TRUE) == ["commun.hasard"]

    def test_what_lies_or_has_gone_is_not_drawn_again(self):
        state = at(north(50, 45), ["45N0E", "45N2E"], "drawn", "~", start="45N0E", gone=north(60), played=3)
        for card in ("50N0E", "45N0E", "45N2E", "60N0E"):
            assert articles(state, f"~{card}", CHANCE) == ["commun.hasard"]
        rng = Random(1)
        left = {RULES.chance(state, rng).card for _ in range(6000)}
        assert left == SMALL.keys() - {"50N0E", "45N0E", "45N2E", "60N0E"}
        assert "n’est plus dans la pioche" in RULES.faults(state, CHANCE, "~60N0E")[0].sentence


class TestTurn:
    def test_at_an_end_or_between_two_on_either_line(self):
        state = at(north(50, 45), ["45N0E"], start="45N0E", card="47N10E")
        assert texts(state) == ["NS 0", "NS 1", "NS 2", "EW 0", "EW 1"]
        assert go(state, "0 NS 1").ns == ("50N0E", "47N10E", "45N0E")
        assert go(state, "0 NS 2").ns == ("50N0E", "45N0E", "47N10E")
        assert go(state, "0 EW 0").ew == ("47N10E", "45N0E")
        assert articles(state, "NS 3") == ["oucedonc.2"]
        assert articles(state, "EW 2") == ["oucedonc.2"]

    def test_a_wrong_place_is_no_fault(self):
        state = at(north(50, 45), card="64N0E")
        assert articles(state, "NS 2") == []

    def test_the_back_is_never_told(self):
        _, told = played(at(north(50, 45), card="47N10E"), "0 NS 1", "1 trust")
        assert all("back" not in event.facts and "backs" not in event.facts for event in told)

    def test_who_draws_next_is_the_seat_after_the_placer(self):
        state = go(at(north(45), seats=3, card="47N10E", turn=2), "2 NS 0", "0 trust", "1 trust")
        assert (state.phase, state.turn, state.next) == ("drawn", CHANCE, 0)


class TestDoubt:
    def test_polled_clockwise_from_the_placers_left_and_the_first_doubt_counts(self):
        state = go(at(north(45), seats=4, turn=2, card="47N0E"), "2 NS 0")
        assert (state.turn, state.placer) == (3, 2)
        state = go(state, "3 trust")
        assert state.turn == 0
        state = go(state, "0 doubt S")
        assert (state.phase, state.next, state.tokens) == ("drawn", 3, (3, 4, 5, 4))

    def test_players_without_tokens_are_not_asked(self):
        state = at(north(45), seats=4, turn=2, card="47N0E", tokens=[0, 2, 9, 0])
        assert go(state, "2 NS 0").turn == 1

    def test_if_nobody_can_be_asked_the_card_stays_undoubted(self):
        state = at(north(45), seats=3, turn=2, card="47N0E", tokens=[0, 0, 12])
        after = go(state, "2 NS 1")
        assert (after.phase, after.next, after.ns) == ("drawn", 0, ("45N0E", "47N0E"))

    def test_only_where_there_is_a_neighbour_on_the_line_of_the_card(self):
        state = at(north(50, 47, 45), phase="doubt", turn=1, laid=["NS", 1])
        assert texts(state, 1) == ["doubt N", "doubt S", "trust"]
        state = at(north(50, 47, 45), phase="doubt", turn=1, laid=["NS", 0], start="45N0E")
        assert texts(state, 1) == ["doubt S", "trust"]
        assert articles(state, "doubt N", 1) == articles(state, "doubt E", 1) == ["oucedonc.3"]
        state = at(["45N0E"], ["45N0E", "45N2E"], "doubt", turn=1, laid=["EW", 1])
        assert texts(state, 1) == ["doubt W", "trust"]
        assert articles(state, "doubt S", 1) == ["oucedonc.3"]

    def test_out_of_turn_the_turn_leads_and_the_reason_follows(self):
        state = at(
            north(50, 45), phase="doubt", turn=1, seats=3, start="45N0E", laid=["NS", 0], tokens=[4, 4, 0]
        )
        assert articles(state, "doubt S", 0) == ["commun.tour", "oucedonc.3"]
        assert articles(state, "doubt S", 2) == ["commun.tour", "oucedonc.3"]
        assert articles(state, "trust", 0) == ["commun.tour"]


class TestCheck:
    @pytest.mark.parametrize(
        ("line", "doubt", "tokens"),
        [
            (["45N10E", "46N20E"], "0 S", (3, 5)),
            (["45N10E", "44N0E"], "0 S", (5, 3)),
            (["46N20E", "45N10E"], "1 N", (5, 3)),
            (["44N0E", "45N10E"], "1 N", (3, 5)),
        ],
    )
    def test_only_the_latitude_counts_north_south(self, line, doubt, tokens):
        index, side = doubt.split()
        state = at(line, phase="doubt", turn=1, start=line[1 - int(index)], laid=["NS", int(index)])
        assert go(state, f"1 doubt {side}").tokens == tokens

    def test_only_the_longitude_counts_east_west(self):
        state = at(["45N0E"], ["45N0E", "60N2E"], "doubt", 1, laid=["EW", 1])
        assert go(state, "1 doubt W").tokens == (5, 3)
        state = at(["45N4E"], ["45N4E", "45N2E"], "doubt", 1, laid=["EW", 1])
        assert go(state, "1 doubt W").tokens == (3, 5)

    @pytest.mark.parametrize("index", [0, 1])
    def test_an_equal_coordinate_is_correctly_placed(self, index):
        line = ["45N10E", "45N0E"] if index == 0 else ["45N0E", "45N10E"]
        state = at(line, phase="doubt", turn=1, start="45N0E", laid=["NS", index])
        assert go(state, f"1 doubt {'SN'[index]}").tokens == (5, 3)

    def test_both_cards_are_turned_and_everybody_reads_them(self):
        state = at(north(50, 45), phase="doubt", turn=1, start="45N0E", laid=["NS", 0])
        event = next(event for event in played(state, "1 doubt S")[1] if event.kind == "checked")
        assert event.seen(SPECTATOR).facts == {
            "card": "50N0E", "back": ["lat", 50.0], "neighbour": "45N0E", "neighbour_back": ["lat", 45.0],
            "where": [[50.0, 0.0], [45.0, 0.0]],
        }  # fmt: skip
        assert "50,00° de latitude nord" in event.told()


class TestRightAndWrong:
    def test_right_the_doubter_gets_a_token_from_the_placer_and_the_card_leaves(self):
        state = at(north(44, 45), phase="doubt", turn=2, seats=3, placer=0, start="45N0E", laid=["NS", 0])
        after = go(state, "2 doubt S")
        assert (after.tokens, after.ns, after.gone) == ((3, 4, 5), ("45N0E",), {"44N0E"})
        assert ("right", "oucedonc.5") in kinds(state, "2 doubt S")

    def test_a_placer_without_tokens_the_reserve_pays(self):
        state = at(north(44, 45), phase="doubt", turn=1, start="45N0E", laid=["NS", 0], tokens=[0, 8])
        assert go(state, "1 doubt S").tokens == (0, 9)
        assert ("reserve", "oucedonc.5") in kinds(state, "1 doubt S")

    def test_wrong_the_doubter_pays_the_placer_and_the_card_stays(self):
        state = at(north(46, 45), phase="doubt", turn=2, seats=3, placer=0, start="45N0E", laid=["NS", 0])
        after = go(state, "2 doubt S")
        assert (after.tokens, after.ns, after.gone) == ((5, 4, 3), ("46N0E", "45N0E"), set())
        assert ("wrong", "oucedonc.6") in kinds(state, "2 doubt S")


class TestInterlude:
    @pytest.mark.parametrize("number", [15, 30, 45])
    def test_after_the_15th_30th_and_45th_place_and_its_doubt_all_estimate(self, number):
        state = at(north(45), seats=3, turn=1, card="46N0E", played=number)
        state = go(state, "1 NS 0")
        assert state.phase == "doubt"
        state = go(state, "2 trust", "0 trust")
        assert (state.phase, RULES.actors(state)) == ("estimate", (0, 1, 2))
        assert state.next == (None if number == 45 else 2)

    @pytest.mark.parametrize("number", [14, 16, 29, 44])
    def test_and_not_before(self, number):
        state = go(at(north(45), card="46N0E", played=number), "0 NS 0", "1 trust")
        assert state.phase == "drawn"

    def test_from_none_to_all_places_lying_the_start_card_not_counted(self):
        state = count_at(north(46, 45), ["45N0E", "45N2E"], start="45N0E")
        assert texts(state) == ["estimate 0", "estimate 1", "estimate 2"]
        assert articles(state, "estimate 3") == ["oucedonc.7"]
        assert "2 lieux" in RULES.faults(state, 0, "estimate 3")[0].sentence

    def test_if_none_lies_all_estimate_0(self):
        state = count_at(north(45))
        assert texts(state, 1) == ["estimate 0"]
        assert "0" in RULES.faults(state, 1, "estimate 1")[0].sentence
        assert go(state, "0 estimate 0", "1 estimate 0").tokens == (6, 6)

    def test_in_any_order_sealed_until_all_are_in(self):
        state = go(count_at(north(46, 45), seats=3, start="45N0E"), "2 estimate 1", "0 estimate 0")
        assert RULES.actors(state) == (1,)
        assert RULES.to_dict(state)["turn"] == [1]
        assert state.estimates == (0, None, 1)
        assert RULES.view(state, 0).estimates == (0, None, True)
        assert RULES.view(state, 1).estimates == RULES.view(state, SPECTATOR).estimates == (True, None, True)
        assert articles(state, "estimate 1", 0) == ["commun.tour"]

    def test_an_estimate_is_told_to_its_seat_only(self):
        _, (event,) = played(count_at(north(46, 45), start="45N0E"), "0 estimate 1")
        assert event.seen(0).told(you=0) == "Tu estimes\u202f: 1."
        assert event.seen(1).told(you=1) == "Le joueur 1 a fait son estimation."
        assert "number" not in event.seen(SPECTATOR).facts


class TestCount:
    @pytest.mark.parametrize(
        ("ns", "ew", "wrong"),
        [
            (north(47, 46, 45, 44), [], 0),
            (north(46, 47, 45), [], 1),
            (north(45, 43, 44), [], 1),
            (north(44, 45, 46), [], 2),
            # the card set aside is no measure for the next one
            (north(48, 44, 46, 45), [], 1),
            (north(45), ["45N0E", "45N8E", "45N2E", "45N4E"], 2),
            (north(45), ["45N2E", "45N4E", "45N0E"], 2),
            (north(46, 45), ["45N0E", "45N4E", "45N2E"], 1),
            (north(44, 45), ["45N0E", "45N4E", "45N2E"], 2),
            # equal ones are right
            (["45N4E", "45N2E", "45N0E"], [], 0),
        ],
    )
    def test_from_the_start_card_outwards_against_the_last_one_kept(self, ns, ew, wrong):
        state = count_at(ns, ew, start="45N0E")
        told = played(state, "0 estimate 0", "1 estimate 0")[1]
        assert [event.facts["wrong"] for event in told if event.kind == "counted"] == [wrong]
        assert sum(event.kind == "misplaced" for event in told) == wrong

    def test_the_count_shows_every_card_of_every_arm(self):
        state = count_at(north(46, 45, 44), ["45N0E", "45N2E"], start="45N0E")
        told = played(state, "0 estimate 0", "1 estimate 0")[1]
        turned = {event.facts["arm"]: event.facts["backs"] for event in told if event.kind == "turned"}
        assert turned == {
            "N": [["45N0E", "lat", 45.0], ["46N0E", "lat", 46.0]],
            "S": [["45N0E", "lat", 45.0], ["44N0E", "lat", 44.0]],
            "E": [["45N0E", "lon", 0.0], ["45N2E", "lon", 2.0]],
        }


class TestNewStart:
    def test_all_cards_leave_and_the_seat_after_the_last_placer_goes_on(self):
        state = count_at(north(46, 45), ["45N0E", "45N2E"], seats=3, start="45N0E", next=2, gone=["60N0E"])
        state = go(state, "0 estimate 0", "1 estimate 0", "2 estimate 0")
        assert (state.phase, state.turn, state.start, state.ns, state.ew) == ("start", CHANCE, None, (), ())
        assert state.gone == {"45N0E", "45N2E", "46N0E", "60N0E"}
        assert kinds(state, "~50N0E") == [("began", "oucedonc.10")]
        assert RULES.actors(go(state, "~50N0E", "~51N0E")) == (2,)


class TestEnd:
    def end(self, *tokens):
        state = count_at(north(44, 45), seats=len(tokens), played=45, start="45N0E", tokens=list(tokens))
        return go(state, *(f"{seat} estimate 0" for seat in range(len(tokens))))

    def test_most_tokens_win_and_the_last_cards_stay_the_misplaced_too(self):
        state = self.end(5, 3, 9)
        assert (state.phase, state.turn, state.next, state.estimates) == ("over", None, None, None)
        assert state.ns == ("44N0E", "45N0E")
        outcome = RULES.outcome(state)
        assert (outcome.article, outcome.scores, outcome.winners) == ("oucedonc.11", (6, 4, 10), (2,))
        assert [line.points for line in outcome.lines] == [6, 4, 10]

    def test_the_last_estimates_are_paid_like_the_others(self):
        last, other = (
            count_at(north(46, 45), seats=3, played=played, start="45N0E", tokens=[5, 5, 5])
            for played in (45, 30)
        )
        told = ("0 estimate 0", "1 estimate 1", "2 estimate 0")
        assert go(last, *told).phase == "over"
        assert go(last, *told).tokens == go(other, *told).tokens != (5, 5, 5)

    def test_ties_share(self):
        assert RULES.outcome(self.end(5, 8, 8)).winners == (1, 2)

    def test_no_45th_place_no_end(self):
        state = count_at(north(44, 45), played=30, start="45N0E")
        assert RULES.outcome(go(state, "0 estimate 0", "1 estimate 0")) is None


class TestCommon:
    def test_not_your_turn_not_now_over(self):
        state = at(north(45), card="46N0E", seats=3)
        assert articles(state, "NS 0", 1) == ["commun.tour"]
        assert articles(state, "trust", 0) == ["commun.phase"]
        assert articles(state, "trust", 1) == ["commun.tour", "commun.phase"]
        assert articles(state, "~50N0E", CHANCE) == ["commun.tour", "commun.phase"]
        assert articles(TestEnd().end(4, 4), "NS 0") == ["commun.fin"]
        assert articles(RULES.opening(2), "NS 0") == ["commun.tour", "commun.phase"]

    @pytest.mark.parametrize("phase", ["start", "drawn", "place", "doubt", "estimate"])
    def test_every_moment_has_its_words(self, phase):
        states = {
            "start": RULES.opening(2),
            "drawn": at(north(45), phase="drawn", turn="~"),
            "place": at(north(45), card="46N0E"),
            "doubt": at(north(46, 45), phase="doubt", turn=1, start="45N0E", laid=["NS", 0]),
            "estimate": count_at(north(46, 45), start="45N0E"),
        }
        move = "trust" if phase != "doubt" else "NS 0"
        faults = RULES.faults(states[phase], 0, move)
        assert [fault.article for fault in faults][-1] == "commun.phase"
        assert "C’est le moment d" in faults[-1].sentence

    def test_several_are_waited_for_by_name(self):
        state = go(count_at(north(46, 45), seats=3, start="45N0E"), "0 estimate 0")
        assert "le joueur 2 et le joueur 3" in RULES.faults(state, 0, "estimate 0")[0].sentence
        state = go(state, "1 estimate 0")
        assert "au joueur 3" in RULES.faults(state, 0, "estimate 0")[0].sentence


class TestStory:
    def test_it_reads_like_one(self):
        state = at(["Paris"], start="Paris", card="Etna", rules=TRUE)
        told = []
        for seat, move in ((0, "NS 0"), (1, "doubt S")):
            state, events = TRUE.play(state, seat, move)
            told += [event.told(("Léa", "Émile"), you=1) for event in events]
        assert told == [
            "Léa place «\u00a0Etna\u00a0» au nord de «\u00a0Paris\u00a0».",
            "Tu doutes que «\u00a0Paris\u00a0» soit au sud de «\u00a0Etna\u00a0».",
            "On retourne les deux cartes\u202f: «\u00a0Etna\u00a0», 37,75° de latitude nord\u202f; "
            "«\u00a0Paris\u00a0», 48,85° de latitude nord.",
            "Tu avais raison\u202f: Léa te donne un jeton, et «\u00a0Etna\u00a0» quitte la partie.",
        ]
