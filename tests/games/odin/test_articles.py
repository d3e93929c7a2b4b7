"""Each article's own cases, sentence by sentence."""

from random import Random

import pytest

from games.engines.kernel import CHANCE, IllegalMove
from games.engines.odin import RULES
from games.engines.odin.cards import names
from tests.games.odin.positions import articles, at, events, go, kinds, texts

BLUE, RED = "~9B 8B 7B 6B 5B 4B 3B 2B 1B", "~9R 8R 7R 6R 5R 4R 3R 2R 1R"


def sentence(state, move, seat=0):
    return RULES.faults(state, seat, move)[0].sentence


class TestDeal:
    @pytest.mark.parametrize("seats", RULES.seats)
    def test_nine_cards_each_in_seat_order_the_rest_set_aside(self, seats):
        state = RULES.opening(seats, first=1)
        for seat in range(seats):
            move = RULES.chance(state, Random(seat))
            assert move.number == 9
            state = RULES.play(state, CHANCE, move).state
            assert [hand.bit_count() for hand in state.hands] == [9] * (seat + 1) + [0] * (seats - seat - 1)
        assert (state.phase, state.turn, state.starter) == ("lead", 1, 1)
        assert state.aside.bit_count() == 54 - 9 * seats

    def test_each_seat_is_told_its_own_cards_only(self):
        (event,) = events(RULES.opening(2), BLUE)
        assert event.seen(0).told(you=0).startswith("Tu reçois le 9 bleu, le 8 bleu")
        assert event.seen(1).told(you=1) == "Le joueur 1 reçoit 9 cartes."

    def test_what_cannot_be_dealt(self):
        state = go(RULES.opening(2), BLUE)
        for move in ("~9R", "~9B 8R 7R 6R 5R 4R 3R 2R 1R", "~9R 9R 7R 6R 5R 4R 3R 2R 1R"):
            assert articles(state, move, CHANCE) == ["commun.hasard"]
        assert articles(state, RED, 0) == ["commun.tour"]
        assert articles(state, "9R", 0) == ["commun.tour", "commun.phase", "commun.main"]

    def test_four_colours_leave_orange_and_black_out_of_hands_and_aside(self):
        state = RULES.auto(RULES.opening(2, colours=4), Random(1))
        held = [card for hand in (*state.hands, state.aside) for card in names(hand)]
        assert len(held) == 36
        assert {card[1] for card in held} == set("BRPG")
        assert RULES.auto(RULES.opening(4, colours=4), Random(1)).aside == 0

    def test_they_stay_out_in_the_next_hand(self):
        state = at(["1B", "2R"], options={"colours": 4})
        state = RULES.auto(go(state, "0 1B"), Random(2))
        assert state.hand == 2
        assert {card[1] for hand in (*state.hands, state.aside) for card in names(hand)} == set("BRPG")

    @pytest.mark.parametrize("seats", [5, 6])
    def test_four_colours_are_for_four_players_at_most(self, seats):
        with pytest.raises(ValueError, match=r"^colours: "):
            RULES.opening(seats, colours=4)
        with pytest.raises(ValueError, match=r"^colours: "):
            RULES.from_dict({**RULES.to_dict(RULES.opening(seats)), "options": {"colours": 4}})


class TestLead:
    def test_exactly_one_card(self):
        state = at(["7B 7G 4R", "1R"])
        assert texts(state) == ["7B", "7G", "4R"]
        assert articles(state, "7B 7G") == ["odin.2"]
        assert articles(state, "7B 4R") == ["odin.2", "odin.4"]

    def test_no_passing(self):
        assert articles(at(["7B 7G 4R", "1R"]), "pass") == ["odin.2"]

    def test_nothing_is_taken_and_the_next_seat_answers(self):
        state = go(at(["7B 7G 4R", "1R"]), "0 7B")
        assert (state.phase, state.turn, state.owner, names(state.middle)) == ("follow", 1, 0, ("7B",))


class TestAllAtOnce:
    @pytest.mark.parametrize("hand", ["9R 4R 2R", "5B 5R 5G", "9B 8B 7B 6B 5B 4B 3B 2B 1B"])
    def test_a_hand_of_one_colour_or_one_number_ends_the_hand(self, hand):
        state = at([hand, "1P 2G"], options={"limit": 0})
        assert hand in texts(state)
        assert kinds(state, f"0 {hand}") == [
            ("whole", "odin.3"), ("out", "odin.10"), ("counted", "odin.11"), ("won", "odin.13")
        ]  # fmt: skip

    def test_at_the_first_lead_too(self):
        state = go(RULES.opening(2, limit=0), BLUE, RED)
        assert RULES.outcome(go(state, f"0 {BLUE[1:]}")).scores == (0, 9)

    def test_but_not_a_part_of_the_hand(self):
        assert articles(at(["9R 4R 2R 1B", "1P"]), "9R 4R 2R") == ["odin.2"]
        assert articles(at(["9R 4R 2R", "1P"]), "9R 4R") == ["odin.2"]

    def test_a_mixed_hand_is_refused_by_article_four(self):
        state = at(["9R 4R 2B", "1P"])
        assert articles(state, "9R 4R 2B") == ["odin.4"]
        assert "toutes" in sentence(state, "9R 4R 2B")

    def test_one_may_still_lay_one_card(self):
        assert texts(at(["9R 4R", "1P"])) == ["9R", "4R", "9R 4R"]

    def test_while_following_it_takes_the_right_number_and_value(self):
        assert articles(at(["9R 4R 2R", "1P"], "8G"), "9R 4R 2R") == ["odin.5"]


class TestSet:
    def test_one_colour_or_one_number(self):
        state = at(["9G 3G 3B 8P", "1R"], "8R 2R")
        assert articles(state, "9G 3G") == []
        assert articles(state, "9G 3B") == ["odin.4"]

    def test_a_set_of_neither_is_refused_first_and_the_other_faults_follow(self):
        state = at(["9G 3B 1R 8P", "1G"], "8R 2R")
        assert articles(state, "3B 1R") == ["odin.4", "odin.6"]
        assert articles(state, "9G 8P 3B 1R") == ["odin.4", "odin.5"]


class TestHowMany:
    def test_as_many_or_one_more(self):
        state = at(["9G 8G 7G 6G 1G", "1R"], "8R 2R")
        assert {len(move.split()) for move in texts(state)} - {1} == {2, 3}
        assert articles(state, "9G") == ["odin.5", "odin.6"]
        assert articles(state, "9G 8G 7G 6G") == ["odin.5"]
        assert sentence(state, "9G") == (
            "On pose autant de cartes qu’au milieu, ou une de plus\u202f: ici 2 cartes, ou 3."
        )

    def test_one_more_is_told_as_such(self):
        assert kinds(at(["9G 8G 7B", "1R"], "9R"), "0 9G 8G") == [("raised", "odin.5")]


class TestHigher:
    @pytest.mark.parametrize(
        ("middle", "laid", "beats"),
        [
            ("8R 2R", "9G 3G", True),
            ("8R 2R", "8G 2G", False),
            ("8R 2R", "8G 3G", True),
            ("9R 4R 2R", "9G 4G 1G", False),
            ("9R 4R 2R", "9G 5G 1G", True),
            ("7B 7R", "8G 1G", True),
            ("9B 9R", "1G 2G 3G", True),
        ],
    )
    def test_the_value_is_read_highest_first(self, middle, laid, beats):
        assert articles(at([f"{laid} 6N", "1R"], middle), laid) == ([] if beats else ["odin.6"])

    def test_the_refusal_says_both_values(self):
        assert sentence(at(["7B 7G 1O", "1R"], "8R 2R"), "7B 7G").startswith("77 ne bat pas 82")
        assert events(at(["9G 3G 1O", "1R"], "8R 2R"), "0 9G 3G")[0].told() == (
            "Le joueur 1 pose le 9 vert et le 3 vert\u202f: 93 bat 82."
        )


class TestTakeBack:
    STATE = at(["9G 3G 1O 5B", "1R"], "8R 2R")

    def test_exactly_one_card_of_the_set_just_beaten(self):
        state = go(self.STATE, "0 9G 3G")
        assert (state.phase, state.turn, state.owner) == ("take", 0, 0)
        assert texts(state) == ["take 8R", "take 2R"]
        assert articles(state, "pass") == articles(state, "5B") == ["commun.phase"]
        after = go(state, "0 take 2R")
        assert names(after.hands[0]) == ("1O", "2R", "5B")
        assert (names(after.discard), names(after.middle)) == (("8R",), ("3G", "9G"))
        assert (after.phase, after.turn, after.beaten) == ("follow", 1, 0)

    def test_never_ones_own(self):
        state = go(self.STATE, "0 9G 3G")
        assert articles(state, "take 9G") == ["odin.7"]
        assert sentence(state, "take 9G").startswith("Tu viens de poser le 9 vert")
        assert sentence(state, "take 7P").startswith("Tu ne peux pas prendre le 7 rose")
        assert "le 8 rouge et le 2 rouge" in sentence(state, "take 7P")

    def test_one_card_beaten_leaves_nothing_to_discard(self):
        state = go(at(["9G 3G", "1R"], "8R"), "0 9G")
        assert texts(state) == ["take 8R"]
        assert kinds(state, "0 take 8R") == [("took", "odin.7")]

    def test_only_then(self):
        assert articles(self.STATE, "take 8R") == ["commun.phase"]
        assert articles(go(self.STATE, "0 9G 3G"), "take 8R", 1) == ["commun.tour"]


class TestPass:
    def test_one_may_play_again_later_in_the_same_turn(self):
        state = at(["9B 4G 3P", "8N 6O 1G", "1R 2R"], "5R")
        state = go(state, "0 pass", "1 8N", "1 take 5R", "2 pass")
        assert (state.turn, state.phase) == (0, "follow")
        assert "9B" in texts(state)

    def test_one_may_pass_though_something_goes(self):
        assert texts(at(["9B", "1R"], "5R")) == ["9B", "pass"]


class TestEndOfATurn:
    @pytest.mark.parametrize("seats", [2, 3, 6])
    def test_all_others_passed_in_succession(self, seats):
        state = at([f"1{colour} 2{colour}" for colour in "BRPGNO"[:seats]], "9O" if seats < 6 else "9B")
        for seat in range(seats - 1):
            assert (state.turn, state.phase) == (seat, "follow")
            state = go(state, f"{seat} pass")
        assert (state.turn, state.phase, state.middle, state.owner) == (seats - 1, "lead", 0, None)
        assert state.discard.bit_count() == 1

    def test_passes_before_a_set_do_not_count(self):
        state = at(["1B 2B", "9R 3R", "1G 2G"], "8O")
        state = go(state, "0 pass", "1 9R", "1 take 8O", "2 pass")
        assert (state.turn, state.phase, state.owner) == (0, "follow", 1)


class TestEndOfAHand:
    def test_at_once_and_nobody_answers(self):
        state = at(["1B 1G", "5B 4G 3P", "2R"], "9R", options={"limit": 0})
        after = go(state, "0 1B 1G")
        assert (after.phase, after.owner, RULES.actors(after)) == ("over", 0, ())
        assert (names(after.middle), names(after.discard), after.beaten) == (("1B", "1G"), ("9R",), 0)

    def test_a_last_card_at_a_lead(self):
        assert kinds(at(["1B", "5B"], options={"limit": 0}), "0 1B")[:2] == [
            ("led", "odin.2"), ("out", "odin.10")
        ]  # fmt: skip


class TestPoints:
    def test_one_for_each_card_left(self):
        state = go(at(["1B", "9B 8G", "1R 2R 3P 4N"], scores=[3, 1, 0]), "0 1B")
        assert state.scores == (3, 3, 4)

    def test_the_lines_of_the_last_hand(self):
        outcome = RULES.outcome(go(at(["1B", "9B 8G"], options={"limit": 0}), "0 1B"))
        assert [line.told() for line in outcome.lines] == ["Il restait 2 cartes au joueur 2\u202f: 2 points."]


class TestNextHand:
    def test_all_cards_are_shuffled_and_the_seat_left_of_the_starter_starts(self):
        state = go(at(["9B 8G", "1R 2R", "1B"], turn=2, starter=2), "2 1B")
        assert (state.phase, state.next, state.starter, state.hand) == ("deal", 0, 0, 2)
        assert (state.aside.bit_count(), state.hands, state.middle, state.discard) == (54, (0, 0, 0), 0, 0)

    def test_cards_that_are_nowhere_stay_out_and_too_few_for_a_deal_end_the_game(self):
        enough = at(["1B", "2B"], aside=[f"{number}{colour}" for number in range(1, 9) for colour in "RP"])
        assert go(enough, "0 1B").phase == "deal"
        assert RULES.outcome(go(at(["1B", "2B"], aside=[]), "0 1B")).winners == (0,)


class TestEndOfTheGame:
    @pytest.mark.parametrize(("limit", "reached"), [(10, 10), (15, 15), (20, 20)])
    def test_when_somebody_has_reached_the_limit(self, limit, reached):
        for before, phase in ((reached - 2, "deal"), (reached - 1, "over")):
            state = at(["1B", "9R"], scores=[0, before], options={"limit": limit} if limit != 15 else {})
            assert go(state, "0 1B").phase == phase

    def test_limit_0_is_a_single_hand(self):
        assert go(at(["1B", "9R"], options={"limit": 0}), "0 1B").phase == "over"

    def test_fewest_points_win_not_who_went_out(self):
        outcome = RULES.outcome(go(at(["1B", "9R"], scores=[14, 14]), "0 1B"))
        assert (outcome.article, outcome.winners) == ("odin.13", (0,))
        outcome = RULES.outcome(go(at(["1B", "9R", "8R 7R"], scores=[9, 2, 14]), "0 1B"))
        assert (outcome.scores, outcome.winners) == ((9, 3, 16), (1,))

    def test_a_shared_win_is_told_so(self):
        (*_, last) = events(at(["1B", "9R", "8R 7R"], scores=[8, 7, 14]), "0 1B")
        assert last.told() == "Victoire partagée, avec 8 points\u202f: le joueur 1 et le joueur 2."

    def test_after_the_end_nothing_can_be_played(self):
        state = go(at(["1B", "9R"], options={"limit": 0}), "0 1B")
        assert articles(state, "9R", 1) == articles(state, "pass", 0) == ["commun.fin"]


class TestTheOrderOfFaults:
    def test_turn_then_phase_then_hand_then_the_articles(self):
        state = at(["9G 3G 1O", "1R 2R"], "8R 7R")
        assert articles(state, "take 8R", 1) == ["commun.tour", "commun.phase"]
        assert articles(state, "6G 5B", 1) == ["commun.tour", "commun.main", "odin.4", "odin.6"]
        assert articles(state, "6G", 0) == ["commun.main", "odin.5", "odin.6"]

    def test_a_card_named_twice_is_not_in_the_hand_twice(self):
        state = at(["9G 3G 1O", "1R 2R"], "8R")
        assert articles(state, "9G 9G") == ["commun.main"]
        assert "qu’une seule fois" in sentence(state, "9G 9G")

    def test_chance_has_no_say_in_a_turn(self):
        assert articles(at(["9G", "1R"]), BLUE, CHANCE)[0] == "commun.tour"

    def test_play_refuses_what_is_refused(self):
        with pytest.raises(IllegalMove) as refusal:
            go(at(["9G 3G", "1R"]), "0 pass")
        assert refusal.value.faults[0].article == "odin.2"


def test_the_longest_list_of_moves_is_short():
    """Four 1s in the middle and nine blue cards: four of them, five of them, or passing."""
    state = at(["9B 8B 7B 6B 5B 4B 3B 2B 1B", "2R"], "1R 1P 1G 1N")
    assert len(texts(state)) == 126 + 126 + 1
