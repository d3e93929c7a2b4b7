"""Each article's own cases, sentence by sentence."""

from random import Random

import pytest

from games.engines.kernel import CHANCE, IllegalMove
from games.engines.uno import RULES
from tests.games.uno.positions import articles, at, events, go, kinds, texts

HANDS3 = ["R1 R2 R3 R4 R5 R6 R7", "G1 G2 G3 G4 G5 G6 G7", "B1 B2 B3 B4 B5 B6 B7"]


def dealt(hands, dealer=0):
    return at(hands, "", turn="~", phase="deal", dealer=dealer, next=(dealer + 1) % len(hands))


class TestDeal:
    def test_seven_cards_each_in_seat_order_then_one_turned(self):
        state = RULES.opening(3, first=2)
        assert (state.dealer, state.next) == (1, 2)
        for _ in range(3):
            move = RULES.chance(state, Random(1))
            assert len(move.cards) == 7
            state = RULES.play(state, CHANCE, move).state
        assert [len(hand) for hand in state.hands] == [7, 7, 7]
        number = next(card for card in state.pile if card[-1] in "123")
        assert RULES.actors(RULES.play(state, CHANCE, f"~{number}").state) == (2,)

    def test_each_seat_is_told_its_own_cards_only(self):
        (event,) = events(RULES.opening(2), "~R1 R2 R3 R4 R5 R6 R7")
        assert event.seen(0).facts["cards"] == ["R1", "R2", "R3", "R4", "R5", "R6", "R7"]
        assert "cards" not in event.seen(1).facts

    def test_after_a_round_the_deal_passes_one_seat_clockwise(self):
        state = go(at(["R4", "R9", "B0"], "Y4", dealer=0, direction=-1), "0 R4")
        assert (state.phase, state.dealer, state.next, state.direction) == ("deal", 1, 2, 1)
        assert (state.round, state.scores, len(state.pile)) == (2, (9, 0, 0), 108)


class TestFirstCard:
    @pytest.mark.parametrize(
        ("card", "turn", "direction"), [("Y4", 1, 1), ("YS", 2, 1), ("YT", 0, -1), ("W", 1, 1)]
    )
    def test_three_players(self, card, turn, direction):
        state = go(dealt(HANDS3), f"~{card}")
        assert (state.turn, state.direction) == (turn, direction)

    def test_two_players_a_skip_or_a_reverse_gives_the_dealer_the_first_turn(self):
        for card in ("~YS", "~YT"):
            assert go(dealt(HANDS3[:2]), card).turn == 0

    def test_draw_two_the_first_seat_draws_two_and_is_skipped(self):
        state = go(dealt(HANDS3), "~YD")
        assert state.owed == (1, 2, "+2")
        state = go(state, "~Y1 Y2")
        assert (len(state.hands[1]), state.turn) == (9, 2)

    def test_wild_the_first_seat_names_the_colour_then_plays(self):
        state = go(dealt(HANDS3), "~W")
        assert (state.phase, state.colour, texts(state, 1)) == ("colour", None, ["R", "Y", "G", "B"])
        state = go(state, "1 G")
        assert (state.phase, state.turn, state.colour) == ("play", 1, "G")
        assert texts(state, 1)[:-1] == ["G1", "G2", "G3", "G4", "G5", "G6", "G7"]

    def test_wild_draw_four_goes_back_and_the_position_stays(self):
        state = dealt(HANDS3)
        assert go(state, "~W4") == state
        assert kinds(state, "~W4") == [("returned", "uno.2")]


class TestCover:
    def test_colour_number_or_symbol(self):
        state = at(["R5 GS YS B1 R2", "R1 R2"], "BS")
        assert texts(state) == ["B1", "GS", "YS", "draw"]

    def test_after_a_joker_the_named_colour_is_current(self):
        state = at(["R5 G6 B1", "R1 R2"], "Y4 W", colour="G")
        assert texts(state) == ["G6", "draw"]
        assert RULES.faults(state, 0, "R5")[0].facts["case"] == "joker"


class TestDoublet:
    def test_the_last_laid_is_on_top_and_gives_the_colour(self):
        state = go(at(["Y5 G5 R4", "R1 R2"], "Y4"), "0 Y5 G5")
        assert (state.discard[-1], state.colour, state.hands[0]) == ("G5", "G", ("R4",))

    def test_two_cards_alike_are_a_doublet_too(self):
        assert "R5 R5" in texts(at(["R5 R5 B1", "R1 R2"], "R4"))
        assert articles(at(["R5 B1", "R1 R2"], "R4"), "R5 R5") == ["commun.main"]

    @pytest.mark.parametrize("move", ["YS GS", "Y5 G6", "Y5 G5 B5"])
    def test_it_refuses_symbols_other_numbers_and_three(self, move):
        assert articles(at(["YS GS Y5 G5 B5 G6", "R1 R2"], "Y4"), move) == ["uno.4"]

    def test_never_with_a_card_just_drawn(self):
        state = go(at(["G5 B1 R9", "R1 R2"], "R7"), "0 draw", "~R5")
        assert articles(state, "R5 G5") == ["uno.4"]

    def test_the_official_rules_have_none(self):
        state = at(["Y5 G5 B1", "R1 R2"], "Y4", options={"doublet": False})
        assert texts(state) == ["Y5", "draw"]
        assert articles(state, "Y5 G5") == ["uno.4"]

    def test_with_one_card_left_it_is_announced_with_none_left_it_is_not(self):
        state = at(["Y5 G5 R4", "R1 R2"], "Y4")
        assert "Y5 G5 !" in texts(state)
        assert go(state, "0 Y5 G5").forgot == 0
        assert go(state, "0 Y5 G5 !").forgot is None
        assert articles(at(["Y5 G5", "R1 R2"], "Y4"), "Y5 G5 !") == ["uno.10"]


class TestWild:
    def test_it_may_be_laid_at_any_time_in_the_present_colour_too(self):
        state = at(["W B1 B2", "R1 R2"], "Y4")
        assert texts(state) == ["W R", "W Y", "W G", "W B", "draw"]
        assert go(state, "0 W Y").colour == "Y"

    def test_without_a_colour_it_is_refused(self):
        assert articles(at(["W B1", "R1 R2"], "Y4"), "W") == ["uno.5"]
        assert articles(at(["W4 B1", "R1 R2"], "Y4"), "W4") == ["uno.6"]


class TestDrawFour:
    def test_lawful_or_not_it_may_be_laid_and_only_the_next_may_challenge(self):
        state = go(at(["W4 Y1 B1", "R1 R2", "R3"], "Y4"), "0 W4 B")
        assert (state.phase, state.turn, state.challenged) == ("challenge", 1, (0, "Y"))
        assert texts(state, 1) == ["accept", "challenge"]
        assert articles(state, "challenge", seat=2) == ["commun.tour"]

    def test_accepted_the_next_draws_four_and_is_skipped(self):
        state = go(at(["W4 Y1 B1", "R1 R2", "R3"], "Y4"), "0 W4 B", "1 accept", "~G1 G2 G3 G4")
        assert (len(state.hands[1]), state.turn, state.colour) == (6, 2, "B")

    def test_guilty_the_layer_draws_four_and_the_challenger_plays_in_the_named_colour(self):
        state = go(at(["W4 Y1 B1", "R1 R2", "R3"], "Y4"), "0 W4 B", "1 challenge", "~G1 G2 G3 G4")
        assert (len(state.hands[0]), len(state.hands[1]), state.turn, state.colour) == (6, 2, 1, "B")

    @pytest.mark.parametrize("rest", ["R4 B1", "GS B1", "W W4 B1"])
    def test_innocent_the_challenger_draws_six_and_is_skipped(self, rest):
        # same number, symbols and jokers do not matter: only the colour
        state = at(["W4 " + rest, "R1 R2", "R3"], "Y4")
        state = go(state, "0 W4 B", "1 challenge", "~G1 G2 G3 G4 G5 G6")
        assert (len(state.hands[1]), state.turn, state.colour) == (8, 2, "B")

    def test_the_colour_that_counts_is_the_one_before(self):
        # blue is named, and only blue is in hand: that was lawful on yellow
        state = go(at(["W4 B1 B2", "R1 R2"], "Y4"), "0 W4 B", "1 challenge")
        assert state.owed == (1, 6, "innocent")
        # on a joker that asked for green, a green card makes guilty
        state = go(at(["W4 G1 B2", "R1 R2"], "Y4 W", colour="G"), "0 W4 B", "1 challenge")
        assert state.owed == (0, 4, "guilty")

    def test_the_hand_is_shown_to_the_challenger_alone(self):
        state = go(at(["W4 Y1 B1", "R1 R2", "R3"], "Y4"), "0 W4 B")
        shown = next(event for event in events(state, "1 challenge") if event.kind == "shown")
        assert shown.seen(1).facts["cards"] == ["B1", "Y1"]
        assert "cards" not in shown.seen(2).facts
        assert "cards" not in shown.seen("*").facts

    def test_without_bluff_an_unlawful_one_is_refused_and_nobody_challenges(self):
        state = at(["W4 Y1 B2", "R1 R2", "R3"], "Y4", options={"bluff": False})
        assert texts(state) == ["Y1", "draw"]
        assert articles(state, "W4 B") == ["uno.6"]
        lawful = at(["W4 R4 B1", "R1 R2", "R3"], "Y4", options={"bluff": False})
        assert go(lawful, "0 W4 B").owed == (1, 4, "+4")

    def test_laid_as_last_card_it_cannot_be_challenged(self):
        state = go(at(["W4", "R1 R2", "R3"], "Y4", options={"target": 0}), "0 W4 B")
        assert (state.phase, state.owed, state.next) == ("draw", (1, 4, "last"), None)
        drew, *rest = events(state, "~G1 G2 G3 G4")
        assert (drew.article, drew.kind) == ("uno.7", "drew")
        assert all(event.kind != "skipped" for event in rest)
        state = go(state, "~G1 G2 G3 G4")
        assert RULES.outcome(state).scores == (1 + 2 + 3 + 10, 0, 0)


class TestActionCards:
    def test_skip_the_next_is_skipped(self):
        assert go(at(["YS B1", "R1", "R2", "R3"], "Y4"), "0 YS !").turn == 2
        assert go(at(["YS B1", "R1"], "Y4"), "0 YS !").turn == 0

    def test_reverse_the_direction_turns(self):
        state = go(at(["YT B1", "R1", "R2", "R3"], "Y4"), "0 YT !")
        assert (state.turn, state.direction) == (3, -1)

    def test_reverse_with_two_turns_it_and_skips(self):
        state = at(["YT B1 B2", "R1 R2"], "Y4")
        assert go(state, "0 YT").direction == -1
        assert kinds(state, "0 YT") == [("laid", "uno.3"), ("reversed", "uno.7"), ("skipped", "uno.7")]

    def test_draw_two_is_never_answered(self):
        state = go(at(["YD B1 B2", "RD R2", "R3"], "Y4"), "0 YD")
        assert articles(state, "RD", seat=1) == ["commun.tour", "commun.phase"]
        assert go(state, "~G1 G2").turn == 2

    @pytest.mark.parametrize("card", ["Y5", "YS", "YT", "W B"])
    def test_a_round_may_end_on_any_card(self, card):
        state = go(at([card[:2].strip(), "R1"], "Y4", options={"target": 0}), f"0 {card}")
        assert RULES.outcome(state).winners == (0,)


class TestCannotPlay:
    def test_a_drawn_joker_must_be_laid_too(self):
        state = go(at(["G4 B1", "R1 R3"], "R7"), "0 draw", "~W4")
        assert texts(state) == ["W4 R", "W4 Y", "W4 G", "W4 B"]
        assert articles(state, "pass") == ["uno.8"]

    def test_what_cannot_be_laid_passes_the_turn(self):
        state = go(at(["G4 B1", "R1 R3"], "R7"), "0 draw", "~G9")
        assert texts(state) == ["pass"]
        assert go(state, "0 pass").turn == 1

    def test_a_reverse_that_would_go_round_for_ever_may_be_kept(self):
        """Nobody of the two can move: each draws the only card left and would have to turn back with it."""
        state = at(["G4 B1", "B2 G3", "R1 Y3"], "YT RT", pile=[])
        state = go(state, "0 draw", "~YT")
        assert texts(state) == ["YT", "pass"]
        again = go(state, "0 YT", "2 Y3", "1 draw")
        assert again.phase == "draw"
        assert texts(go(state, "0 pass"), 1) == ["pass"]  # and nothing left to draw: the others go on

    def test_a_number_drawn_last_of_all_must_be_laid_all_the_same(self):
        state = go(at(["G4 B1", "B2 G3"], "Y7 R7", pile=[]), "0 draw", "~Y7")
        assert texts(state) == ["Y7"]

    @pytest.mark.parametrize(("left", "moves"), [(7, ["YT"]), (6, ["YT", "pass"])])
    def test_a_reverse_must_be_laid_while_seven_cards_are_left_to_draw(self, left, moves):
        pile = ["YT", "G0", "G1", "G1", "G5", "G5", "G6", "G6"][: left + 1]
        assert texts(go(at(["G4 B1", "B2 G3"], "RT", pile=pile), "0 draw", "~YT")) == moves

    def test_without_forced_play_it_may_be_kept_and_was_forced_all_the_same(self):
        state = go(at(["G4 B1", "R1 R3"], "R7", options={"forced_play": False}), "0 draw", "~R2")
        assert texts(state) == ["R2", "pass"]
        assert state.forced is True

    def test_nobody_passes_without_drawing(self):
        assert articles(at(["G4 B1", "R1"], "R7"), "pass") == ["uno.8"]
        assert articles(at(["R4 B1", "R1"], "R7"), "pass") == ["uno.9"]


class TestMayDecline:
    def test_only_the_drawer_learns_why_he_drew(self):
        stuck = events(at(["G4 B1", "R1"], "R7"), "0 draw")
        free = events(at(["R4 B1", "R1"], "R7"), "0 draw")
        assert [e.seen(1) for e in stuck if e.seen(1)] == [e.seen(1) for e in free if e.seen(1)]
        assert [event.article for event in stuck] == ["uno.9", "uno.8"]

    def test_a_declined_unlawful_four_that_is_drawn_may_be_laid_with_bluff_only(self):
        for bluff, lays in ((True, 4), (False, 0)):
            state = go(at(["R9 G4", "R1 R3"], "R7", options={"bluff": bluff}), "0 draw", "~W4")
            assert len(texts(state)) == lays + 1


class TestUno:
    def forgotten(self):
        return go(at(["R4 B7", "R1 R2", "G1 G2", "G3 G4"], "R9"), "0 R4")

    def test_any_opponent_may_call_until_the_next_has_moved(self):
        state = self.forgotten()
        assert [texts(state, seat)[-1:] for seat in range(4)] == [[], ["uno 0"], ["uno 0"], ["uno 0"]]
        assert texts(go(state, "1 R1 !"), 2)[-1] == "draw"
        assert texts(go(state, "1 draw"), 2) == []

    def test_the_forgetful_draws_two_and_the_same_seat_goes_on(self):
        state = go(self.forgotten(), "3 uno 0")
        assert state.owed == (0, 2, "uno")
        state = go(state, "~B1 B2")
        assert (state.turn, len(state.hands[0]), state.forgot) == (1, 3, None)

    def test_the_seat_to_move_may_call_and_then_moves(self):
        assert go(self.forgotten(), "1 uno 0", "~B1 B2").turn == 1

    def test_not_while_a_chance_move_is_due_but_after_it(self):
        state = go(at(["RD B7", "R1 R2", "G1 G2"], "R4"), "0 RD")
        assert articles(state, "uno 0", seat=2) == ["commun.phase"]
        assert texts(go(state, "~Y1 Y2"), 1) == ["uno 0"]

    def test_not_while_a_four_awaits_its_answer_but_after_it(self):
        state = go(at(["W4 B7", "R1 R2", "G1 G2"], "R4"), "0 W4 G")
        assert articles(state, "uno 0", seat=2) == ["commun.phase"]
        assert texts(go(state, "1 accept", "~Y1 Y2 Y3 Y4"), 1) == ["uno 0"]

    def test_any_drawing_of_his_closes_the_matter(self):
        state = go(at(["W4 R7", "R1 R2", "G1 G2"], "R4"), "0 W4 G", "1 challenge", "~Y1 Y2 Y3 Y4")
        assert (state.turn, state.forgot) == (1, None)
        assert articles(state, "uno 0", seat=2) == ["uno.10"]

    def test_innocent_it_can_still_be_called_after_the_six(self):
        state = go(at(["W4 B7", "R1 R2", "G1 G2"], "R4"), "0 W4 G", "1 challenge", "~Y1 Y2 Y3 Y4 Y5 Y6")
        assert "uno 0" in texts(state, 2)

    def test_with_two_after_a_skip_the_forgetful_one_is_to_move_himself(self):
        state = go(at(["RS B7", "R1 R2"], "R4"), "0 RS")
        assert (state.turn, texts(state, 1)) == (0, ["uno 0"])
        assert articles(state, "uno 0") == ["uno.10"]
        assert go(state, "1 uno 0", "~Y1 Y2").turn == 0
        assert texts(go(state, "0 draw"), 1) == []

    def test_calling_for_nothing_is_refused(self):
        state = go(at(["R4 B7", "R1 R2"], "Y4"), "0 R4 !")
        assert articles(state, "uno 0", seat=1) == ["uno.10"]
        assert articles(state, "uno 7", seat=1) == ["uno.10"]

    def test_laying_the_drawn_card_is_announced_too(self):
        state = go(at(["G4", "R1 R3"], "R7"), "0 draw", "~R2")
        assert texts(state) == ["R2", "R2 !"]
        assert go(state, "0 R2").forgot == 0

    def test_announcing_too_early_is_refused(self):
        assert articles(at(["R4 B7 G1", "R1"], "Y4"), "R4 !") == ["uno.10"]


class TestEmptyPile:
    def test_the_discard_without_its_top_becomes_the_pile(self):
        state = go(at(["G4 B1", "R1 R3"], "Y1 Y2 R7", pile=[]), "0 draw")
        assert articles(state, "~R7", seat="~") == ["commun.hasard"]
        state = go(state, "~Y1")
        assert (state.pile, state.discard) == (("Y2",), ("R7",))

    def test_not_before_a_card_must_be_drawn_from_it(self):
        state = go(at(["G4 B1", "R1 R3"], "Y1 Y2 R7", pile=["G9"]), "0 draw", "~G9")
        assert (state.pile, state.discard) == ((), ("Y1", "Y2", "R7"))

    def test_in_the_middle_of_a_draw_the_old_pile_comes_first(self):
        state = go(at(["RD B1 B2", "R1 R3"], "Y1 Y2 R7", pile=["G9"]), "0 RD")
        assert articles(state, "~Y1 G9", seat="~") == ["commun.hasard"]
        assert articles(state, "~G9 RD", seat="~") == ["commun.hasard"]
        assert kinds(state, "~G9 R7")[0] == ("shuffled", "uno.11")
        state = go(state, "~G9 R7")
        assert (state.pile, state.discard) == (("Y1", "Y2"), ("RD",))

    def test_what_there_is_is_drawn(self):
        state = at(["W4 B1 B2", "R1 R3"], "Y1 R7", pile=["G9"])
        state = go(state, "0 W4 G", "1 challenge")
        assert state.owed == (1, 3, "innocent")
        assert articles(state, "~G9 Y1", seat="~") == ["commun.hasard"]

    def test_what_cannot_be_drawn_is_not_owed(self):
        state = at(["RD B1 B2", "R1 R3"], "R7", pile=[])
        assert go(state, "0 RD").owed == (1, 1, "+2")  # the R7 under it
        assert ("short", "uno.11") in kinds(state, "0 RD")
        state = go(at(["G4 B1", "R1"], "R7", pile=[], forgot=1), "0 uno 1")
        assert (state.phase, state.turn, state.forgot) == ("play", 0, None)

    def test_who_can_neither_play_nor_draw_passes_and_nobody_else(self):
        state = at(["G4 B1", "R1"], "R7", pile=[])
        assert texts(state) == ["pass"]
        assert articles(state, "draw") == ["uno.11"]
        assert kinds(state, "0 pass") == [("passed", "uno.11")]
        state = at(["R4 B1", "R1"], "R7", pile=[])
        assert texts(state) == ["R4", "R4 !"]
        assert articles(state, "pass") == ["uno.11"]


class TestEnd:
    def test_the_first_to_reach_the_target(self):
        hands = ["R4", "R9 W BS B0"]
        assert go(at(hands, "Y4", scores=[421, 499]), "0 R4").phase == "over"
        assert go(at(hands, "Y4", scores=[420, 499]), "0 R4").phase == "deal"
        state = go(at(hands, "Y4", scores=[421, 499]), "0 R4")
        outcome = RULES.outcome(state)
        assert (outcome.article, outcome.scores, outcome.winners) == ("uno.14", (500, 499), (0,))

    def test_a_hand_that_was_put_up_with_few_cards_ends_when_no_deal_is_possible(self):
        state = go(at(["R4", "R9"], "Y4", pile=["B1"]), "0 R4")
        assert (state.phase, RULES.outcome(state).winners) == ("over", (0,))


class TestOrderOfFaults:
    def test_after_the_end_only_that(self):
        state = go(at(["R4", "R9"], "Y4", options={"target": 0}), "0 R4")
        assert articles(state, "B7", seat=1) == ["commun.fin"]
        assert articles(state, "~B7", seat="~") == ["commun.fin"]

    def test_turn_hand_then_articles(self):
        state = at(["R4 B7", "R1 R2"], "Y4")
        assert articles(state, "G9", seat=1) == ["commun.tour", "commun.main", "uno.3"]
        assert articles(state, "R1", seat=1) == ["commun.tour", "uno.3"]
        assert articles(state, "R4", seat=9) == ["commun.tour"]

    def test_phase(self):
        state = at(["R4 B7", "R1 R2"], "Y4")
        assert articles(state, "challenge") == ["commun.phase"]
        assert articles(state, "~R5") == ["commun.phase"]
        assert articles(state, "~R5", seat="~") == ["commun.tour", "commun.phase"]
        assert articles(RULES.opening(2), "R5", seat="~") == ["commun.phase"]

    def test_an_illegal_move_carries_its_faults(self):
        with pytest.raises(IllegalMove) as refusal:
            RULES.play(at(["R4 B7", "R1 R2"], "Y4"), 0, "B7")
        assert [fault.article for fault in refusal.value.faults] == ["uno.3"]
        assert str(refusal.value) == (
            "Le 7 bleu ne va pas ici\u202f: ce n’est ni du jaune, ni un 4. "
            "Cherche du jaune, un 4 ou un joker."
        )

    @pytest.mark.parametrize("move", ["~R5 R5", "~", "~R5 R5 R5"])
    def test_chance_draws_the_right_number(self, move):
        state = go(at(["G4 B1", "R1"], "R7"), "0 draw")
        if move == "~":
            with pytest.raises(ValueError, match="no move"):
                RULES.read_move(move)
        else:
            assert articles(state, move, seat="~") == ["commun.hasard"]


class TestChance:
    def test_each_card_of_the_pile_is_as_likely_as_any_other(self):
        state = go(at(["G4 B1", "R1"], "R7", pile=["R5", "R5", "R0"]), "0 draw")
        rng = Random(1)
        drawn = [str(RULES.chance(state, rng)) for _ in range(3000)]
        assert 0.63 < drawn.count("~R5") / 3000 < 0.70

    def test_in_the_middle_of_a_draw_old_and_new_pile_each_come_in_any_order(self):
        state = go(at(["RD B1 B2", "R1 R3"], "Y1 Y2 R7", pile=["G9"]), "0 RD")
        rng = Random(1)
        assert {str(RULES.chance(state, rng)) for _ in range(200)} == {"~G9 Y1", "~G9 Y2", "~G9 R7"}

    def test_none_is_due_while_a_player_is_to_move(self):
        with pytest.raises(ValueError, match="no chance move"):
            RULES.chance(at(["G4 B1", "R1"], "R7"), Random(1))


def test_a_playout_catches_the_forgetful_only_while_that_can_be_called():
    """A +4 laid as last card but one, unannounced, awaits its answer first (article 10)."""
    state = go(at(["W4 R1", "B2 G3"], "Y4"), "0 W4 B")
    assert state.forgot == 0
    assert str(RULES.sample(state, 1, Random(1))) in {"accept", "challenge"}
    state = go(at(["Y1 R1", "B2 G3"], "Y4"), "0 Y1")
    assert str(RULES.sample(state, 1, Random(1))) == "uno 0"
