"""Article by article: what is allowed, what is refused and why, what a move does, who is told what."""

import pytest

from games.engines.boursicocotte import RULES
from games.engines.kernel import IllegalMove
from tests.games.boursicocotte.positions import (
    articles,
    at,
    cases,
    go,
    kinds,
    purse,
    selling,
    steps,
    texts,
    trading,
    zoo,
)


class TestStartAndDeal:
    def test_the_quick_deal_is_one_chance_move_a_seat_and_the_first_seat_begins(self):
        state = RULES.opening(3, 2)
        assert (state.phase, state.next) == ("deal", 2)
        state = go(state, "~coq coq oie chat", "~vache vache oie chat", "~chien chien oie chat")
        assert (state.phase, state.turn, len(state.deck)) == ("turn", 2, 28)
        assert zoo(state, 0) == {"coq": 2, "oie": 1, "chat": 1}

    def test_the_normal_game_begins_without_animals(self):
        state = RULES.opening(4, 1, deal="normale")
        assert (state.phase, state.turn, len(state.deck)) == ("turn", 1, 40)
        assert texts(state) == ["auction"]

    def test_a_dealt_donkey_pays_at_once_everybody_two_of_them_in_order(self):
        state = go(RULES.opening(3), "~ane coq ane chat")
        assert [purse(state, seat)[-2:] for seat in range(3)] == [[50, 100]] * 3
        assert state.donkeys == 2

    def test_four_of_a_kind_may_be_dealt_and_are_a_family(self):
        state = go(RULES.opening(3), "~coq coq coq coq")
        assert state.scores == (10, 0, 0)
        assert ("family", 14) in kinds(RULES.opening(3), "~coq coq coq coq")

    @pytest.mark.parametrize("move", ["~coq", "~coq oie chat", "~coq coq coq coq coq"])
    def test_a_deal_is_of_four(self, move):
        assert articles(RULES.opening(3), move) == ["commun.hasard"]

    def test_what_is_dealt_is_in_the_deck(self):
        state = go(RULES.opening(3), "~coq coq coq coq")
        assert articles(state, "~coq oie chat chien") == ["commun.hasard"]


class TestTurn:
    def test_one_auctions_or_trades(self):
        state = at(["vache 1 coq 1", "vache 2", "coq 3 oie 1"])
        assert texts(state) == ["auction", "trade 1 vache", "trade 2 coq"]

    def test_with_an_empty_deck_one_must_trade(self):
        state = at(["vache 1", "vache 3", "coq 4"], deck=[])
        assert texts(state) == ["trade 1 vache"]
        assert articles(state, "auction") == ["3"]

    def test_who_can_do_neither_is_skipped(self):
        state = trading(["10", "10", "10"], "10", ["vache 1 oie 2", "vache 3 oie 2", "coq 4"], deck=[])
        state = go(state, "1 accept", "1 trade 0 oie", "1 offer 10", "0 accept")
        assert (state.phase, state.turn) == ("turn", 0)
        back = trading(["10", "10", "10"], "10", ["vache 1 oie 2", "vache 3 oie 2", "coq 4"], deck=[])
        told = kinds(back, "1 accept", "1 trade 0 oie", "1 offer 10", "0 accept")
        assert ("skipped", 3) in told


class TestDonkey:
    @pytest.mark.parametrize(("donkeys", "card"), [(0, 50), (1, 100), (2, 200), (3, 500)])
    def test_everybody_takes_a_card_before_the_bidding(self, donkeys, card):
        outside = ["ane 1"] * donkeys + [""] * (4 - donkeys)
        state = go(at(outside, ["10"] * 4), "0 auction", "~ane")
        assert [purse(state, seat) for seat in range(4)] == [[10, card]] * 4
        assert (state.phase, state.turn, state.donkeys) == ("bid", 1, donkeys + 1)

    def test_a_bank_that_lacks_cards_pays_as_far_as_it_goes(self):
        state = at(["", "", ""], ["10"] * 3, bank=[50, 50, 0])
        state, events = steps(state, "0 auction", "~ane")
        assert [purse(state, seat) for seat in range(3)] == [[10, 50], [10, 50], [10]]
        assert "2 joueurs prennent une carte 50" in events[-1].told()


class TestBidding:
    def test_polling_is_clockwise_from_the_auctioneers_left(self):
        state = go(at([""] * 4, turn=2), "2 auction", "~coq")
        assert state.turn == 3
        state = go(state, "3 bid 10", "0 pass", "1 bid 20")
        assert state.turn == 3  # the auctioneer is passed over
        assert go(state, "3 pass").turn == 0  # who has passed is asked again after a raise

    def test_it_closes_when_all_others_have_passed_since_the_last_raise(self):
        state = selling(turn=1)
        state = go(state, "1 bid 10", "2 bid 20", "1 pass")
        assert (state.phase, state.turn, state.auction.bidder) == ("decide", 0, 2)

    def test_who_has_passed_is_out_where_a_pass_is_final(self):
        state = selling(owned=[""] * 4, turn=1, options={"pass_final": True})
        state = go(state, "1 pass", "2 bid 10", "3 bid 20")
        assert state.turn == 2
        assert go(state, "2 pass").phase == "decide"
        assert articles(state, "bid 30", 1) == ["commun.tour", "5"]

    def test_an_auction_begun_anew_starts_with_nobody_passed(self):
        state = selling(["10", "10", "50", "50"], owned=[""] * 4, turn=1, options={"pass_final": True})
        state = go(state, "1 bid 60", "2 pass", "3 pass", "0 sell")
        assert (state.turn, state.auction.passed, state.auction.excluded) == (2, (), (1,))

    def test_bids_rise_by_tens_from_ten(self):
        state = selling(["10", "10", "10"])
        assert texts(state) == ["bid 10", "bid 20", "bid 30", "pass"]
        assert texts(go(state, "1 bid 20")) == ["bid 30", "pass"]
        assert cases(state, "bid 15") == ["ten"]
        assert cases(state, "bid 0") == ["least"]
        assert cases(state, "bid 5") == ["ten", "least"]
        assert cases(go(state, "1 bid 20"), "bid 20") == ["higher"]
        assert cases(go(state, "1 bid 20"), "bid 15") == ["ten", "higher"]

    def test_who_bids_no_tens_is_told_what_may_be_bid(self):
        state = go(selling(["100", "100", "100"]), "1 bid 60")
        (fault, *_) = RULES.faults(state, 2, "bid 65")
        assert "Annonce 70, 80, 90…" in fault.told()

    def test_one_may_bid_what_one_cannot_pay_but_not_more_than_all_have_together(self):
        state = selling(["10", "", "0 0 50"])
        assert texts(state)[-2] == "bid 60"
        assert cases(state, "bid 70") == ["sum"]
        assert texts(go(state, "1 bid 60")) == ["pass"]

    def test_the_auctioneer_does_not_bid(self):
        assert articles(selling(), "bid 10", 0) == ["commun.tour", "5"]
        assert cases(selling(), "bid 10", 0)[1] == "seller"

    def test_without_a_bid_the_auctioneer_keeps_the_animal_for_nothing(self):
        state = go(selling(), "1 pass", "2 pass")
        assert (zoo(state, 0), state.phase, state.turn) == ({"vache": 1}, "turn", 1)
        assert ("kept", 6) in kinds(selling(), "1 pass", "2 pass")


class TestDecision:
    def test_sold_the_bidder_pays_and_takes_the_animal(self):
        state = selling(["10", "50", "10"], turn=0, phase="decide", bid=50, bidder=1)
        state = go(state, "0 sell", "1 pay 50")
        assert (zoo(state, 1), purse(state, 0), purse(state, 1)) == ({"vache": 1}, [10, 50], [])
        assert state.turn == 1

    def test_bought_the_auctioneer_pays_the_bidder_whose_own_means_do_not_matter(self):
        state = selling(["50", "", "10"], turn=0, phase="decide", bid=50, bidder=1)
        assert texts(state) == ["sell", "buy"]
        state = go(state, "0 buy")
        assert (state.phase, state.turn) == ("pay", 0)
        state = go(state, "0 pay 50")
        assert (zoo(state, 0), purse(state, 0), purse(state, 1)) == ({"vache": 1}, [], [50])

    def test_who_cannot_pay_cannot_buy(self):
        state = selling(["10", "50", "10"], turn=0, phase="decide", bid=50, bidder=1)
        assert texts(state) == ["sell"]
        assert articles(state, "buy") == ["7"]
        # others are told that it is not their turn, and nothing about a hand
        assert articles(state, "buy", 2) == ["commun.tour"]


class TestPayment:
    def paying(self, hand, bid):
        return selling(["10", hand, "500 500 500"], phase="pay", bid=bid, bidder=1)

    def test_exact_if_possible_by_whatever_cards(self):
        assert texts(self.paying("10 10 10 10 10 50", 50)) == ["pay 50", "pay 10 10 10 10 10"]
        # what a purse that takes the greatest first would miss
        assert texts(self.paying("200 200 200 500", 600)) == ["pay 200 200 200"]

    def test_else_any_cards_that_cover_it_of_which_none_could_be_left_out(self):
        assert texts(self.paying("50 50 100 200", 120)) == ["pay 200", "pay 100 50"]
        assert texts(self.paying("50 100", 30)) == ["pay 100", "pay 50"]
        assert cases(self.paying("50 100", 30), "pay 100 50") == ["superfluous"]

    def test_never_with_zeros(self):
        assert cases(self.paying("0 50", 50), "pay 50 0") == ["zero"]
        assert cases(self.paying("0 100", 50), "pay 100 0") == ["zero"]
        assert cases(self.paying("0 100", 50), "pay 0") == ["zero", "short"]

    def test_too_little_or_what_one_has_not(self):
        assert cases(self.paying("10 50", 60), "pay 50") == ["short"]
        assert articles(self.paying("10 50", 60), "pay 50 10 10") == ["commun.main", "8"]
        assert cases(self.paying("50 100", 60), "pay 100 50") == ["superfluous"]

    @pytest.mark.parametrize(("move", "case"), [("pay 500", "any"), ("pay 50 50", "once"),
                                                ("pay 10 10 10", "few")])  # fmt: skip
    def test_what_is_not_in_hand_is_said_as_it_is(self, move, case):
        state = self.paying("10 10 50", 60)
        fault = RULES.faults(state, 1, move)[0]
        assert (fault.article, fault.facts["case"]) == ("commun.main", case)
        assert "carte" in fault.sentence


class TestBadPayer:
    def test_he_shows_his_money_keeps_it_and_the_animal_is_auctioned_again_without_him(self):
        state = selling(["10", "0 50", "500"], turn=0, phase="decide", bid=60, bidder=1)
        after, events = steps(state, "0 sell")
        shown = next(event for event in events if event.kind == "shown")
        assert (shown.article, shown.facts["cards"], shown.to) == ("boursicocotte.9", [0, 50], None)
        assert (after.phase, after.turn, after.auction.bid, after.auction.bidder) == ("bid", 2, 0, None)
        assert (after.auction.excluded, purse(after, 1)) == ((1,), [0, 50])
        assert articles(after, "bid 10", 1) == ["commun.tour", "9"]

    def test_a_donkey_does_not_pay_again(self):
        state = selling(["10", "50", "500"], turn=0, phase="decide", animal="ane", bid=60, bidder=1)
        after = go(state, "0 sell")
        assert (after.donkeys, after.money) == (state.donkeys, state.money)

    def test_with_nobody_left_to_bid_the_auctioneer_keeps_the_animal(self):
        state = selling(["10", "50", ""], turn=0, phase="decide", bid=60, bidder=1, excluded=[2])
        assert zoo(go(state, "0 sell"), 0) == {"vache": 1}
        assert kinds(state, "0 sell") == [("sells", 7), ("shown", 9), ("kept", 6)]


class TestTrade:
    def test_it_refuses_what_not_both_own(self):
        state = at(["vache 1", "coq 1", "vache 1"])
        assert cases(state, "trade 1 vache") == ["theirs"]
        assert cases(state, "trade 1 coq") == ["mine"]
        assert cases(state, "trade 1 oie") == ["mine", "theirs"]
        assert cases(state, "trade 0 vache") == ["self"]
        assert cases(state, "trade 4 vache") == ["nobody"]
        assert articles(state, "trade 4 vache") == ["10"]

    def test_a_complete_family_is_no_longer_traded(self):
        state = at(["vache 4 coq 1", "coq 1", ""])
        assert articles(state, "trade 1 vache") == ["14", "10"]
        assert texts(state) == ["auction", "trade 1 coq"]

    def test_at_least_one_card_is_offered_zeros_count(self):
        state = trading(["0 50", "10", ""])
        assert texts(state) == ["offer 0", "offer 50", "offer 50 0"]
        assert articles(state, "offer") == ["11"]
        assert articles(state, "offer 10") == ["commun.main"]
        assert articles(trading(["0 50", "10", ""], "50"), "counter") == ["11"]

    def test_without_money_one_offers_nothing(self):
        assert texts(trading(["", "10", ""])) == ["offer"]
        assert texts(trading(["", "", ""], "10")) == ["accept", "counter"]

    def test_accepted_the_other_takes_the_money_and_gives_the_animals(self):
        state = go(trading(["10", "10", ""], "50 0"), "1 accept")
        assert (zoo(state, 0), zoo(state, 1)) == ({"vache": 2}, {})
        assert (purse(state, 0), purse(state, 1)) == ([10], [0, 10, 50])

    @pytest.mark.parametrize(("counter", "winner"), [("10", 0), ("100", 1)])
    def test_countered_both_swap_offers_and_the_greater_takes_the_animals(self, counter, winner):
        state = go(trading(["", "10 100", ""], "50"), f"1 counter {counter}")
        assert zoo(state, winner) == {"vache": 2}
        assert purse(state, 0) == [int(counter)]
        assert 50 in purse(state, 1)

    def test_two_cards_may_go_either_way(self):
        owned = ["vache 2", "vache 2", ""]
        state = go(trading(["", "100", ""], "50", owned, cards=2), "1 counter 100")
        assert zoo(state, 1) == {"vache": 4}
        assert state.scores == (0, 800, 0)

    def test_tied_the_trade_is_repeated_once_and_may_then_be_accepted_or_countered(self):
        state = go(trading(["50", "10 10 50", ""], "50 10"), "1 counter 50 10")
        assert (state.phase, state.turn, state.trade.again, state.trade.offer) == ("offer", 0, True, None)
        assert purse(state, 0) == [10, 50, 50]
        assert zoo(go(state, "0 offer 10", "1 accept"), 0) == {"vache": 2}
        assert zoo(go(state, "0 offer 10", "1 counter 50"), 1) == {"vache": 2}
        assert zoo(go(state, "0 offer 10", "1 counter 10"), 0) == {"vache": 2}

    def test_only_the_two_learn_what_was_offered(self):
        _, events = steps(trading(["50", "10 100", ""]), "0 offer 50", "1 counter 100")
        assert all("cards" not in event.seen(2).facts for event in events)
        assert all("100" not in event.seen(2).told() for event in events)
        received = [event for event in events if event.kind == "received"]
        assert [event.seen(0).facts["cards"] for event in received] == [[100], [50]]
        (offered,) = steps(trading(["50", "10", ""]), "0 offer 50")[1]
        assert "cards" in offered.seen(0).facts
        assert offered.seen(1).told() == "Le joueur 1 pose 1 carte d’argent, face cachée."


class TestTheEnd:
    def test_when_the_deck_is_empty_and_all_families_are_complete(self):
        state = trading(["", "", ""], "10", ["vache 3", "vache 1", "coq 4"], deck=[])
        state, events = steps(state, "1 accept")
        assert (state.phase, state.turn, state.scores) == ("over", None, (800, 0, 10))
        assert events[-1].told() == "Toutes les familles sont complètes\u202f: la partie est finie."
        outcome = RULES.outcome(state)
        assert (outcome.article, outcome.winners) == ("boursicocotte.15", (0,))
        assert [(line.seat, line.points) for line in outcome.lines] == [(0, 800), (2, 10)]

    def test_ties_share_the_win(self):
        state = at(["oie 4", "", "coq 4"], phase="over", turn=None, deck=[])
        assert RULES.outcome(state).winners == (0,)
        state = at(["", "", ""], phase="over", turn=None, deck=[])
        assert RULES.outcome(state).winners == (0, 1, 2)

    def test_after_500_trades_that_lead_nowhere_it_ends_as_it_stands(self):
        owned = ["vache 1 coq 4", "vache 2", "oie 3"]
        state = trading(["10", "10", ""], "10", owned, stalled=499)
        state, events = steps(state, "1 accept")
        assert (state.phase, state.scores) == ("over", (10, 0, 0))
        assert events[-1].told().startswith("500 marchandages")
        assert RULES.from_dict(RULES.to_dict(state)) == state

    def test_a_completed_family_or_a_turned_animal_begins_that_count_anew(self):
        owned = ["vache 3", "vache 1", "oie 3"]
        assert go(trading(["10", "10", ""], "10", owned, stalled=499), "1 accept").stalled == 0
        assert go(at(stalled=499), "0 auction", "~coq").stalled == 0
        assert go(trading(["10", "10", ""], "10", stalled=7), "1 accept").stalled == 8

    def test_a_tied_attempt_is_no_trade_of_its_own(self):
        state = go(trading(["50", "10 10 50", ""], "50 10", stalled=497), "1 counter 50 10")
        assert (state.phase, state.stalled) == ("offer", 497)
        state = go(state, "0 offer 10", "1 counter 10")
        assert (state.phase, state.stalled) == ("turn", 498)

    def test_a_game_with_animals_missing_ends_when_nobody_can_trade(self):
        state = trading(["10", "10", ""], "10", ["vache 1", "vache 1", "oie 3"], deck=[])
        assert go(state, "1 accept").phase == "over"


class TestWhoMay:
    def test_out_of_turn_and_out_of_phase(self):
        assert articles(at(), "auction", 1) == ["commun.tour"]
        assert articles(at(), "sell") == ["commun.phase"]
        assert articles(at(), "sell", 1) == ["commun.tour", "commun.phase"]
        assert articles(at(), "pay 500") == ["commun.phase", "commun.main"]
        assert articles(at(), "~coq", "~") == ["commun.tour", "commun.phase"]
        assert articles(RULES.opening(3), "auction", 0) == ["commun.tour", "commun.phase"]

    def test_after_the_end_nothing(self):
        over = at(["coq 4", "", ""], phase="over", turn=None, deck=[])
        assert articles(over, "auction", 0) == ["commun.fin"]

    def test_a_refused_move_changes_nothing(self):
        state = at()
        with pytest.raises(IllegalMove, match="Ce n’est pas ton tour"):
            RULES.play(state, 1, "auction")
        assert state == at()
