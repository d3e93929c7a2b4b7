"""What each article allows and refuses, beyond the examples of the rulebook."""

from random import Random

import pytest

from games.engines.cafe_international import RULES
from games.engines.kernel import CHANCE
from tests.games.cafe_international.naive import CARDS, JOKERS
from tests.games.cafe_international.positions import articles, at, go, kinds, texts

NINETEEN = [card for card in CARDS if card not in JOKERS and card[:2] not in ("IN", "US")][:19]


def deal(seats=2, first=0, **options):
    return RULES.auto(RULES.opening(seats, first, **options), Random(1))


def last_chair(phase):
    """A position in that phase from which a sampled move takes the last chair, and that move."""
    for seed in range(400):
        rng, state = Random(seed), RULES.opening(4)
        while RULES.actors(state):
            before, (seat,) = state, RULES.actors(state)
            move = RULES.chance(state, rng) if seat == CHANCE else RULES.sample(state, seat, rng)
            state = RULES.advance(state, seat, move)
        if 0 not in state.chairs and before.phase == phase and len(before.hands[seat]) > 1:
            return before, move
    raise AssertionError("no such game")


class TestStart:  # 1
    def test_five_cards_each_in_seat_order_face_up(self):
        state = RULES.opening(3, first=2)
        for seat in range(3):
            assert (state.turn, state.next, state.owed) == (CHANCE, 2, (seat, 5))
            state = RULES.advance(state, CHANCE, RULES.chance(state, Random(seat)))
        assert [len(hand) for hand in state.hands] == [5, 5, 5]
        assert (state.turn, state.next, state.phase, state.scores) == (2, None, "turn", (0, 0, 0))
        assert len(state.bag) == 85
        assert RULES.view(state, 0).hands == state.hands

    def test_play_goes_clockwise_from_the_first_seat(self):
        state = deal(3, 2)
        for seat in (2, 0, 1, 2):
            assert state.turn == seat
            to_bar = next(move for move in texts(state) if move.startswith("bar"))
            state = RULES.auto(RULES.advance(state, seat, to_bar), Random(2))


class TestOneAction:  # 2
    def test_no_bar_no_exchange_and_no_pass_after_seating(self):
        state = at("IN-F US-M", "C62=IN-F C68=IN-M C51=JK-F=FR", laid=("C68", 2))
        for move in ("bar IN-F", "swap C51 IN-F", "pass"):
            assert articles(state, move) == ["commun.phase", "2"]

    def test_passing_is_refused_while_something_can_be_done(self):
        assert articles(at("IN-F US-M"), "pass") == ["2"]
        assert articles(at("JK-F JK-M"), "pass") == ["2"]
        assert articles(at("JK-F JK-M", options={"jokers": "guest"}, opening=False), "pass") == ["2"]

    def test_end_is_for_the_second_card_only(self):
        assert articles(at("IN-F US-M"), "end") == ["commun.phase"]


class TestNation:  # 3
    def test_a_guest_sits_at_a_table_of_his_nation_only(self):
        state = at("US-M IN-M RU-M", "C62=IN-F C67=US-F")
        assert articles(state, "RU-M@C68") == ["3"]
        assert articles(state, "US-M@C68") == ["3"]
        assert articles(state, "IN-M@C68") == []

    def test_between_two_nations_either_fits(self):
        state = at("US-M IN-M RU-M", "C62=IN-F C67=US-F")
        assert articles(state, "US-M@C61") == articles(state, "IN-M@C61") == []
        assert articles(state, "RU-M@C61") == ["3"]

    def test_one_guest_a_chair(self):
        assert articles(at("IN-M US-M", "C62=IN-F C68=IN-M"), "IN-M@C68") == ["3"]
        assert articles(at("RU-M US-M", "C62=IN-F C68=IN-M"), "RU-M@C68") == ["3", "3"]


class TestMix:  # 4
    @pytest.mark.parametrize(
        ("seated", "woman", "man"),
        [
            ("", True, True),  # with a second card, or by article 7
            ("C62=IN-F", False, True),
            ("C62=IN-M", True, False),
            ("C62=IN-F C68=IN-M", True, True),
            ("C62=IN-F C68=IN-M C61=IN-F", False, True),
            ("C62=IN-F C68=IN-M C61=IN-M", True, False),
        ],
    )
    def test_who_may_join_whom(self, seated, woman, man):
        state = at("IN-F IN-M", seated)
        assert (articles(state, "IN-F@C55") == []) is woman
        assert (articles(state, "IN-M@C55") == []) is man

    def test_it_is_asked_at_every_table_of_the_chair(self):
        state = at("IN-F IN-M", "C62=IN-M C67=US-F")
        assert articles(state, "IN-F@C61") == ["4"]  # two women at the American table
        assert articles(state, "IN-M@C61") == ["4"]  # two men at the Indian one
        state = at("IN-F IN-M", "C55=IN-F C62=IN-M C68=IN-M C54=US-F C67=US-F C60=US-M")
        assert articles(state, "IN-M@C61") == articles(state, "IN-F@C61") == ["4"]

    def test_it_applies_to_jokers(self):
        state = at("JK-F JK-M", "C62=IN-F")
        assert articles(state, "JK-F@C68") == ["4"]
        assert articles(state, "JK-M@C68") == []

    def test_both_tables_are_named(self):
        faults = RULES.faults(at("IN-F IN-M", "C62=IN-F C67=US-F"), 0, "IN-F@C61")
        assert [fault.article for fault in faults] == ["cafe-international.4"] * 2
        assert "deuxième table indienne" in " ".join(fault.sentence for fault in faults)
        assert "deuxième table américaine" in " ".join(fault.sentence for fault in faults)


class TestNobodyAlone:  # 5
    def test_company_at_one_table_is_enough_whatever_its_nation(self):
        state = at("IN-M FR-F", "C67=US-F", opening=False)
        # with the American woman, alone at the Indian table
        assert articles(state, "IN-M@C61") == []
        events = kinds(state, 0, "IN-M@C61")
        assert ("5", "company") in events

    def test_who_is_left_without_company_breaks_it_too(self):
        assert articles(at("RU-F IN-M", opening=False), "RU-F@C33") == ["6", "5"]
        assert articles(at("RU-F IN-M", "C68=IN-M", laid=("C68", 0), opening=True), "RU-F@C33") == ["6", "5"]


class TestMustScore:  # 6
    def test_the_first_card_is_listed_if_a_second_can_make_it_right(self):
        state = at("IN-M IN-F CU-F", opening=False)
        assert "IN-M@C68" in texts(state)
        assert not [move for move in texts(state) if move.startswith("CU")]

    def test_the_second_may_be_of_another_nation(self):
        state = at("IN-M US-F RU-F", opening=False)
        assert "IN-M@C68" in texts(state)
        state = go(state, "0 IN-M@C68")
        assert texts(state) == ["US-F@C61"]
        assert articles(state, "end") == ["6", "5"]

    def test_a_joker_is_no_partner_in_the_default_game(self):
        assert "IN-M@C68" not in texts(at("IN-M JK-F", opening=False))
        assert "IN-M@C68" in texts(at("IN-M JK-F", opening=False, options={"jokers": "guest"}))

    def test_the_partner_must_fit_at_its_other_table(self):
        # the only free chair of the table has a second table where no more women may sit
        state = at("IN-M US-F", "C67=US-F C53=US-M C66=US-F", opening=False)
        assert "IN-M@C68" not in texts(state)

    def test_the_second_card_joins_the_first_that_scored_nothing(self):
        state = go(at("IN-M IN-F US-M", "C67=US-F", opening=False), "0 IN-M@C68")
        assert articles(state, "US-M@C60") == ["6", "5"]
        assert "end" not in texts(state)
        assert texts(go(at("IN-M IN-F US-M US-M", "C67=US-F", opening=False), "0 US-M@C60"))[-1] == "end"

    def test_two_cards_laid_apart_must_each_score(self):
        state = go(at("IN-M RU-F RU-M", "C62=IN-F"), "0 IN-M@C68")
        assert articles(state, "RU-F@C33") == ["6", "5"]
        assert texts(state) == ["end"]

    def test_two_cards_laid_apart_may_both_score(self):
        state = go(at("IN-M RU-F RU-M", "C62=IN-F C33=RU-M"), "0 IN-M@C68", "0 RU-F@C35")
        assert state.scores[0] == 4


class TestFirstMove:  # 7
    def test_the_very_first_turn_may_seat_one_for_nothing(self):
        state = deal()
        card = state.hands[0][0]
        seat = next(move for move in texts(state) if move.startswith(card + "@"))
        state = go(state, f"0 {seat}")
        assert (state.laid.points, state.opening) == (0, True)
        assert "end" in texts(state)
        assert kinds(state, 0, "end") == [("7", "opened")]
        assert not go(state, "0 end").opening

    def test_only_one_single_guest(self):
        state = go(at("IN-M RU-F"), "0 IN-M@C68")
        assert articles(state, "RU-F@C33") == ["6", "5"]

    @pytest.mark.parametrize("move", ["bar RU-F", "JK-F@C33"])
    def test_a_bar_move_or_a_joker_ends_the_opening_too(self, move):
        assert not go(at("IN-M RU-F JK-F US-M US-M"), f"0 {move}").opening

    def test_no_later_turn_may(self):
        assert articles(at("IN-M RU-F", opening=False), "IN-M@C68") == ["6", "5"]


class TestPoints:  # 8
    @pytest.mark.parametrize(
        ("seated", "move", "points"),
        [
            ("C62=IN-F", "IN-M@C68", 2),
            ("C62=IN-F C68=IN-M", "IN-M@C55", 3),
            ("C62=IN-F C68=IN-M C55=IN-F", "IN-M@C61", 8),
            ("C62=IN-F C68=IN-M C61=US-F", "IN-M@C55", 4),
            ("C62=IN-F C67=US-F", "IN-M@C61", 4),
            ("C62=IN-F C68=JK-M C55=JK-F", "IN-M@C61", 8),
            # a joker of the other nation is no compatriot
            ("C62=IN-F C68=IN-M C61=JK-F=US", "IN-M@C55", 4),
            # between the two Indian tables: four here, two there
            ("C62=IN-F C68=IN-M C61=IN-F C43=IN-F", "IN-M@C55", 8 + 2),
        ],
    )
    def test_people_count_at_each_table(self, seated, move, points):
        assert go(at("IN-M US-M", seated), f"0 {move}").scores[0] == points

    def test_card_after_card_in_the_order_laid(self):
        seated = "C62=IN-F C68=IN-M"
        state = go(at("IN-M IN-F US-M", seated), "0 IN-M@C55")
        assert state.scores[0] == 3
        assert go(state, "0 IN-F@C61").scores[0] == 3 + 8


class TestRefill:  # 9
    def test_back_to_five(self):
        state = go(at("IN-M IN-F US-M RU-M RU-F", "C67=US-F", opening=False), "0 IN-M@C68", "0 IN-F@C62")
        assert (state.phase, state.owed, state.next, state.turn) == ("refill", (0, 2), 1, CHANCE)
        state = go(state, "~AF-F AF-M")
        assert (len(state.hands[0]), state.turn) == (5, 1)

    def test_two_tables_of_compatriots_at_once_cost_two_cards(self):
        seated = "C62=IN-F C68=IN-M C61=IN-F C43=IN-F C48=IN-M C49=IN-F"
        after = go(at("JK-M RU-F RU-M TR-F TR-M", seated), "0 JK-M@C55")
        assert after.scores[0] == 16
        assert after.compatriots == (2, 0)
        assert (after.turn, len(after.hands[0])) == (1, 4)  # above its size: no drawing

    def test_for_good(self):
        state = at("IN-M RU-F RU-M TR-F", "C62=IN-F", compatriots=[1, 0])
        assert go(state, "0 IN-M@C68", "0 end").owed == (0, 1)


class TestBar:  # 10
    def test_the_twenty_values(self):
        values = []
        for taken in range(20):
            state = at("IN-M US-M", "C62=IN-F", bar=NINETEEN[:taken], scores=[100, 0])
            values.append(go(state, "0 bar IN-M").scores[0] - 100)
        assert values == [1, 2, 3, 4, 5, -2, -4, -6, -8, -10, -4, -6, -8, -10, -12, -6, -8, -10, -12, -14]

    def test_one_card_is_drawn_back(self):
        state = go(at("IN-M US-M AF-F CN-F GB-F"), "0 bar IN-M")
        assert state.owed == (0, 1)

    def test_never_a_joker(self):
        assert articles(at("JK-F US-M"), "bar JK-F") == ["10"]


class TestElimination:  # 11
    BAR = "CU-F CU-M DE-F DE-M TR-F"

    def test_the_others_play_on_without_him(self):
        state = at("IN-M US-M", bar=self.BAR, scores=[1, 9, 9], seats=3)
        state = go(state, "0 bar IN-M")
        state = go(state, "1 bar GB-F", "~CN-M")
        assert state.turn == 2
        state = go(state, "2 bar FR-F", "~IT-M")
        assert state.turn == 1
        assert articles(state, "bar US-M", seat=0)[0] == "commun.tour"

    def test_the_last_player_wins_and_is_counted(self):
        state = go(at("IN-M US-M", bar=self.BAR, scores=[1, 9]), "0 bar IN-M")
        outcome = RULES.outcome(state)
        assert outcome.article == "cafe-international.11"
        assert outcome.scores == (0, 9 - 25)
        assert outcome.winners == (1,)

    def test_who_is_out_never_wins_even_against_less_than_nothing(self):
        state = go(at("IN-M US-M", bar=self.BAR, scores=[1, 0]), "0 bar IN-M")
        assert RULES.outcome(state).winners == (1,)


class TestJokers:  # 12
    def test_laying_one_is_an_action_of_its_own(self):
        state = go(at("JK-F IN-M US-M RU-F RU-M", "C68=IN-M C55=IN-F"), "0 JK-F@C62")
        assert (state.phase, state.owed, state.scores[0]) == ("refill", (0, 1), 3)

    def test_it_may_be_laid_without_gain(self):
        state = at("JK-F IN-M", opening=False)
        assert articles(state, "JK-F@C33") == []
        assert go(state, "0 JK-F@C33").scores[0] == 0

    def test_on_a_chair_between_two_nations_it_is_named(self):
        state = at("JK-F IN-M", opening=False)
        assert {"JK-F@C61=IN", "JK-F@C61=US", "JK-F@C62"} <= set(texts(state))
        for move in ("JK-F@C61", "JK-F@C61=FR", "JK-F@C62=IN", "JK-F@C62=US"):
            assert articles(state, move) == ["12"]

    def test_between_two_tables_of_one_nation_it_is_not(self):
        assert "JK-F@C55" in texts(at("JK-F IN-M", opening=False))

    def test_it_is_no_second_card(self):
        state = go(at("IN-M JK-F", "C62=IN-F"), "0 IN-M@C68")
        assert articles(state, "JK-F@C55") == ["12"]
        assert texts(state) == ["end"]

    def test_it_is_exchanged_for_an_ordinary_card_of_its_sex_and_nation(self):
        state = at("US-F IN-F IN-M JK-F", "C62=IN-M C61=JK-F=US C35=JK-M")
        assert [move for move in texts(state) if move.startswith("swap")] == ["swap C61 US-F"]
        for move in ("swap C61 IN-F", "swap C61 JK-F", "swap C62 IN-M", "swap C05 IN-M"):
            assert articles(state, move) == ["12"]
        assert articles(state, "swap C35 RU-M") == ["commun.main"]

    def test_an_exchange_draws_nothing_and_scores_nothing(self):
        state = go(at("RU-M IN-F", "C33=RU-F C35=JK-M"), "0 swap C35 RU-M")
        assert (state.scores, state.turn, state.phase) == ((0, 0), 1, "turn")
        assert state.hands[0] == ("IN-F", "JK-M")
        assert RULES.to_dict(state)["chairs"] == {"C33": "RU-F", "C35": "RU-M"}

    def test_as_guests_they_must_score_and_may_be_second(self):
        guests = {"jokers": "guest"}
        assert articles(at("JK-F AF-M", opening=False, options=guests), "JK-F@C33") == ["6", "5"]
        state = go(at("IN-M JK-F", opening=False, options=guests), "0 IN-M@C68")
        assert "JK-F@C62" in texts(state)
        assert go(state, "0 JK-F@C62").scores[0] == 2
        state = go(at("JK-F IN-M", "C68=IN-M", options=guests), "0 JK-F@C62")
        assert state.phase == "second"


class TestNothingPossible:  # 13
    GUEST = {"jokers": "guest"}
    SEATED = "C62=IN-F C68=IN-M C55=IN-F"

    def test_only_a_pass_is_left(self):
        state = at("JK-F", self.SEATED, options=self.GUEST)
        assert texts(state) == ["pass"]
        assert articles(state, "bar JK-F") == ["10"]
        assert go(state, "0 pass").turn == 1

    @pytest.mark.parametrize(("other", "over"), [("JK-F", True), ("JK-M", False), ("IN-M", False)])
    def test_the_game_ends_when_it_holds_for_all(self, other, over):
        """Of four tables of compatriots comes a hand of one card, and nothing to draw."""
        d = RULES.to_dict(at("IN-F JK-F", "C62=IN-F C68=IN-M", options=self.GUEST, compatriots=[4, 4]))
        state = RULES.from_dict({**d, "hands": [["IN-F", "JK-F"], [other]], "bag": ["AF-M"] * 4 + ["CN-F"]})
        state = go(state, "0 IN-F@C55", "0 end")
        assert (state.phase == "over") is over
        if over:
            outcome = RULES.outcome(state)
            assert (outcome.article, outcome.scores) == ("cafe-international.13", (3 - 10, -10))
        else:
            assert state.turn == 1

    def test_in_the_default_game_a_joker_nearly_always_finds_a_chair(self):
        assert "pass" not in texts(at("JK-F", self.SEATED))


class TestEnd:  # 14
    def test_a_full_bar(self):
        state = go(at("IN-M US-M", bar=NINETEEN, scores=[30, 0]), "0 bar IN-M")
        assert (state.phase, state.turn, state.next, state.owed) == ("over", None, None, None)
        assert state.scores[0] == 16
        assert RULES.outcome(state).scores == (16 - 5, -25)

    def test_elimination_is_looked_at_before_the_full_bar(self):
        state = go(at("IN-M US-M", bar=NINETEEN, scores=[3, 0]), "0 bar IN-M")
        assert RULES.outcome(state).article == "cafe-international.11"
        state = go(at("IN-M US-M", bar=NINETEEN, scores=[3, 0, 0], seats=3), "0 bar IN-M")
        assert (state.phase, state.out) == ("over", (0,))
        assert RULES.outcome(state).article == "cafe-international.14"

    @pytest.mark.parametrize("phase", ["turn", "second"])
    def test_all_chairs_taken_even_by_the_first_of_two(self, phase):
        state, move = last_chair(phase)
        after = RULES.advance(state, state.turn, move)
        assert (after.phase, after.owed, after.bag) == ("over", None, state.bag)
        assert RULES.outcome(after).article == "cafe-international.14"

    def test_five_tables_of_compatriots_once_the_action_is_over(self):
        state = at("IN-M RU-F", "C62=IN-F C68=IN-M C55=IN-F C33=RU-M", compatriots=[4, 0])
        state = go(state, "0 IN-M@C61")
        assert (state.phase, state.compatriots) == ("second", (5, 0))
        state = go(state, "0 RU-F@C35")
        assert (state.phase, state.owed, state.scores[0]) == ("over", None, 10)

    def test_the_bag_is_never_drawn_below_four(self):
        bag = ["AF-F", "AF-M", "CN-F", "CN-M", "TR-F", "TR-M"]
        state = at("IN-M IN-F US-M RU-M RU-F", "C67=US-F", bag=bag)
        state = go(state, "0 IN-M@C68", "0 IN-F@C62")
        assert (state.owed, state.next) == ((0, 2), None)
        state = go(state, "~AF-F TR-M")
        assert (state.phase, len(state.bag)) == ("over", 4)

    def test_a_refill_cut_short_ends_the_game(self):
        state = at("IN-M IN-F US-M RU-M RU-F", "C67=US-F", bag=["AF-F", "AF-M", "CN-F", "CN-M", "TR-F"])
        state = go(state, "0 IN-M@C68", "0 IN-F@C62")
        assert state.owed == (0, 1)
        assert go(state, "~AF-F").phase == "over"

    def test_with_four_left_nothing_is_drawn_at_all(self):
        state = at("IN-M US-M RU-M RU-F", "C62=IN-F", bag=["AF-F", "AF-M", "CN-F", "CN-M"])
        assert go(state, "0 IN-M@C68", "0 end").phase == "over"

    def test_no_card_left_after_drawing_back(self):
        state = at("JK-M", "C62=IN-F C68=IN-M C55=IN-F", compatriots=[4, 0], options={"jokers": "guest"})
        assert go(state, "0 JK-M@C61=US").owed == (0, 1)
        state = at("JK-M", "C62=IN-F C68=IN-M C55=IN-F", compatriots=[4, 0])
        assert go(state, "0 JK-M@C61=IN").phase == "over"


class TestFinalCount:  # 15
    def test_five_a_card_ten_a_joker(self):
        state = at("IN-M US-M JK-F", "C62=IN-F", bag=["AF-F", "AF-M", "CN-F", "CN-M"], scores=[20, 40])
        outcome = RULES.outcome(go(state, "0 IN-M@C68", "0 end"))
        assert outcome.scores == (22 - 15, 40 - 25)
        assert [(line.seat, line.points) for line in outcome.lines] == [(0, -15), (1, -25)]
        assert outcome.winners == (1,)

    def test_ties_share(self):
        state = at("IN-M US-M JK-F", "C62=IN-F", bag=["AF-F", "AF-M", "CN-F", "CN-M"], scores=[20, 32])
        assert RULES.outcome(go(state, "0 IN-M@C68", "0 end")).winners == (0, 1)

    def test_the_position_keeps_the_scores_before_the_count(self):
        state = at("IN-M US-M JK-F", "C62=IN-F", bag=["AF-F", "AF-M", "CN-F", "CN-M"], scores=[20, 32])
        assert go(state, "0 IN-M@C68", "0 end").scores == (22, 32)


class TestFaultsOfAllGames:
    def test_their_order(self):
        state = at("IN-M US-M", "C62=IN-F", scores=[1, 1])
        assert articles(state, "GB-M@C68", seat=1) == ["commun.tour", "3"]
        assert articles(state, "AF-M@C68") == ["commun.main", "3"]
        assert articles(state, "~AF-M") == ["commun.phase"]
        assert articles(go(state, "0 bar US-M"), "~JK-F JK-F JK-F") == ["commun.hasard"]
        assert articles(go(state, "0 bar US-M"), "IN-M@C68", seat=0) == ["commun.tour", "commun.phase"]

    def test_what_is_not_in_the_bag_cannot_be_drawn(self):
        state = go(at("IN-M US-M", "C62=IN-F", bag=["AF-F"] * 2 + ["AF-M"] * 4 + ["ES-F"]), "0 bar US-M")
        assert articles(state, "~AF-F AF-F AF-F") == ["commun.hasard"]
        assert articles(state, "~AF-F AF-F ES-F") == []
