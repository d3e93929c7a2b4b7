"""The worked cases of the rules, word for word."""

from games.engines.oucedonc import RULES as TRUE
from tests.games.oucedonc.positions import at, count_at, go, north, texts


def test_the_first_place_has_4_slots_with_four_places_laid_there_are_8():
    first = at(["45N0E"], card="50N0E")
    assert texts(first) == ["NS 0", "NS 1", "EW 0", "EW 1"]
    fifth = at(north(50, 45, 44), ["45N0E", "45N2E", "45N4E"], card="60N0E", played=5)
    assert len(texts(fifth)) == 8


def test_samara_lies_east_of_amsterdam_the_etna_south_of_it():
    def doubted(ns, ew, laid, doubt):
        state = at(ns, ew, "doubt", 1, start="Amsterdam", laid=laid, rules=TRUE)
        return go(state, f"1 doubt {doubt}", rules=TRUE).tokens

    right, wrong = (5, 3), (3, 5)
    assert doubted(["Amsterdam"], ["Amsterdam", "Samara"], ["EW", 1], "W") == right
    assert doubted(["Amsterdam"], ["Samara", "Amsterdam"], ["EW", 0], "E") == wrong
    assert doubted(["Amsterdam", "Etna"], ["Amsterdam"], ["NS", 1], "N") == right
    assert doubted(["Etna", "Amsterdam"], ["Amsterdam"], ["NS", 0], "S") == wrong


def test_north_arm_45_then_60_48_50_52_three_misplaced():
    state = count_at(north(52, 50, 48, 60, 45), start="45N0E")
    assert go(state, "0 estimate 3", "1 estimate 1").tokens == (6, 4)


def test_wrong_only_towards_the_other_neighbour_the_doubter_loses():
    state = at(north(50, 60, 45), phase="doubt", turn=1, start="45N0E", laid=["NS", 1], played=2)
    assert go(state, "1 doubt S").tokens == (5, 3)
    assert go(state, "1 doubt N").tokens == (3, 5)


def test_three_players_estimate_2_2_5_two_cards_are_wrong():
    state = count_at(north(50, 48, 60, 45), ["45N0E", "45N2E", "45N4E"], seats=3, start="45N0E")
    assert go(state, "0 estimate 2", "1 estimate 2", "2 estimate 5").tokens == (6, 6, 4)


def test_seven_are_wrong_the_third_alone():
    state = count_at(north(55, 54, 53, 52, 51, 50, 48, 60, 45), seats=3, start="45N0E")
    assert go(state, "0 estimate 2", "1 estimate 2", "2 estimate 5").tokens == (4, 4, 5)


def test_estimates_1_and_3_for_2_both():
    state = count_at(north(50, 48, 60, 45), start="45N0E")
    assert go(state, "0 estimate 1", "1 estimate 3").tokens == (5, 5)
