"""The JSON position: what may be left out, what is refused by the name of its key, what a seat sees."""

import json
from collections import Counter
from random import Random

import pytest

from games.engines.boursicocotte import RULES
from games.engines.kernel import CHANCE, SPECTATOR
from tests.games.boursicocotte.positions import at, auction, go, selling, trading

TURN = {
    "game": "boursicocotte", "seats": 3, "turn": 0, "phase": "turn",
    "animals": [{"vache": 1}, {"vache": 2}, {}], "money": [[10, 50], [10], []],
}  # fmt: skip
BID = {**TURN, "phase": "bid", "turn": 1, "auction": auction("coq")}
TRADE = {"challenger": 0, "other": 1, "animal": "vache", "cards": 1, "offer": None, "again": False}
OFFER = {**TURN, "phase": "offer", "trade": TRADE}
ANSWER = {**OFFER, "phase": "answer", "turn": 1, "trade": {**TRADE, "offer": [10]}}
OVER = {**TURN, "phase": "over", "turn": None, "deck": [], "animals": [{"vache": 4}, {"coq": 4}, {}]}
PAY = {**BID, "phase": "pay", "turn": 1, "auction": auction("coq", bid=10, bidder=1)}
DECIDE = {**PAY, "phase": "decide", "turn": 0}
DEAL = {
    "game": "boursicocotte", "seats": 3, "turn": "~", "phase": "deal",
    "animals": [{}, {}, {}], "money": [[10], [10], [10]],
}  # fmt: skip
REVEAL = {**TURN, "phase": "reveal", "turn": "~", "auction": auction(None)}


def test_what_may_be_left_out():
    d = RULES.to_dict(RULES.from_dict(TURN))
    assert (d["scores"], d["options"], d["stalled"], d["donkeys"]) == ([0, 0, 0], {}, 0, 0)
    assert (d["next"], d["auction"], d["trade"]) == (None, None, None)
    assert Counter(d["deck"]) == {**dict.fromkeys(RULES.to_dict(RULES.opening(3))["deck"], 4), "vache": 1}
    assert Counter(d["bank"]) == {0: 10, 10: 18, 50: 9, 100: 5, 200: 5, 500: 5}
    assert RULES.to_dict(RULES.from_dict({**TURN, "deck": ["ane", "vache"]}))["donkeys"] == 3


def test_an_explicit_deck_and_bank_may_be_incomplete():
    d = RULES.to_dict(RULES.from_dict({**TURN, "deck": ["vache", "ane"], "bank": [500, 0]}))
    assert (d["deck"], d["bank"]) == (["ane", "vache"], [0, 500])


def test_lists_are_written_sorted_and_zeros_are_not():
    given = {**TURN, "money": [[50, 0, 10], [], []], "animals": [{"vache": 1, "coq": 0}, {"vache": 1}, {}]}
    d = RULES.to_dict(RULES.from_dict(given))
    assert (d["money"][0], d["animals"][0]) == ([0, 10, 50], {"vache": 1})


def test_scores_are_recomputed():
    d = {**TURN, "animals": [{"coq": 4, "oie": 4}, {"vache": 1}, {}], "scores": [1, 2, 3]}
    assert RULES.to_dict(RULES.from_dict(d))["scores"] == [100, 0, 0]


def test_only_options_that_differ_are_written():
    state = RULES.from_dict({**TURN, "options": {"deal": "rapide", "pass_final": True}})
    assert RULES.to_dict(state)["options"] == {"pass_final": True}


def test_who_bids_first_follows_from_the_seller():
    assert RULES.from_dict({**REVEAL, "auction": auction(None, seller=1)}).next == 2
    assert RULES.from_dict({**REVEAL, "auction": auction(None, seller=2), "next": 0}).next == 0
    assert RULES.from_dict(DEAL).next == 0


def test_what_is_null_in_an_auction_or_a_trade_may_be_left_out_of_it():
    part = {"seller": 0, "animal": "coq", "bid": 0, "passed": [], "excluded": []}
    assert RULES.from_dict({**BID, "auction": part}) == RULES.from_dict(BID)
    part = {key: value for key, value in TRADE.items() if key != "offer"}
    assert RULES.from_dict({**OFFER, "trade": part}) == RULES.from_dict(OFFER)


def test_a_position_goes_through_json():
    for state in (
        RULES.opening(5, 3),
        RULES.opening(4, 3, deal="normale", pass_final=True),
        go(RULES.opening(3), "~vache vache oie coq"),
        go(at(), "0 auction"),
        go(at(), "0 auction", "~ane"),
        go(at(), "0 auction", "~ane", "1 bid 200", "2 bid 210", "1 pass"),
        selling(phase="pay", bid=30, bidder=1, excluded=[2]),
        trading(["50", "10", "10"]),
        trading(["50", "10", "10"], offer="10 0", again=True),
        RULES.from_dict(OVER),
    ):
        assert RULES.from_dict(json.loads(json.dumps(RULES.to_dict(state)))) == state


@pytest.mark.parametrize("d", [TURN, BID, OFFER, ANSWER, OVER, PAY, DECIDE, DEAL, REVEAL])
def test_the_positions_changed_below_are_right(d):
    assert RULES.to_dict(RULES.from_dict(d))["phase"] == d["phase"]


def missing(d, key):
    return {name: value for name, value in d.items() if name != key}


@pytest.mark.parametrize(
    ("key", "d"),
    [
        ("game", {**TURN, "game": "uno"}),
        ("seats", {**TURN, "seats": 2}),
        ("seats", {**TURN, "seats": 6}),
        ("phase", {**TURN, "phase": "play"}),
        ("turn", {**TURN, "turn": 3}),
        ("turn", {**TURN, "turn": "~"}),
        ("turn", {**TURN, "turn": None}),
        ("turn", missing(TURN, "turn")),
        ("next", {**TURN, "next": 1}),
        ("options", {**TURN, "options": {"deal": "lente"}}),
        ("options", {**TURN, "options": {"target": 500}}),
        ("options", {**TURN, "options": []}),
        ("scores", {**TURN, "scores": [0, 0]}),
        ("scores", {**TURN, "scores": [0, 0, -1]}),
        ("animals", missing(TURN, "animals")),
        ("animals", {**TURN, "animals": [{}, {}]}),
        ("animals", {**TURN, "animals": [{"licorne": 1}, {}, {}]}),
        ("animals", {**TURN, "animals": [{"vache": 5}, {}, {}]}),
        ("animals", {**TURN, "animals": [{"vache": 3}, {"vache": 2}, {}]}),
        ("animals", {**TURN, "animals": [["vache"], {}, {}]}),
        ("deck", {**TURN, "deck": ["vache", "vache"]}),
        ("deck", {**TURN, "deck": ["licorne"]}),
        ("money", missing(TURN, "money")),
        ("money", {**TURN, "money": [[10], [10]]}),
        ("money", {**TURN, "money": [[30], [], []]}),
        ("money", {**TURN, "money": [["10"], [], []]}),
        ("money", {**TURN, "money": [[True], [], []]}),
        ("money", {**TURN, "money": [[500] * 3, [500] * 3, []]}),
        ("bank", {**TURN, "bank": [50] * 10}),
        ("bank", {**TURN, "bank": [20]}),
        ("donkeys", {**TURN, "donkeys": 1}),  # all four are in the deck
        ("donkeys", {**TURN, "donkeys": -1}),
        ("stalled", {**TURN, "stalled": 500}),
        ("stalled", {**TURN, "stalled": -1}),
        ("auction", {**TURN, "auction": auction("coq")}),
        ("trade", {**TURN, "trade": TRADE}),
        ("tour", {**TURN, "tour": 1}),
        # an empty deck, and nothing to trade
        ("turn", {**TURN, "turn": 2, "deck": []}),
        ("deck", {**OVER, "deck": ["coq"], "animals": [{"vache": 4}, {"coq": 3}, {}]}),
        ("animals", {**OVER, "animals": [{"vache": 4}, {"coq": 3}, {"coq": 1}]}),
        ("turn", {**OVER, "turn": 0}),
        # dealing
        ("turn", {**DEAL, "turn": 0}),
        ("phase", {**DEAL, "options": {"deal": "normale"}}),
        ("animals", {**DEAL, "animals": [{}, {"coq": 4}, {}]}),
        ("animals", {**DEAL, "animals": [{"coq": 1}, {"coq": 1}, {"coq": 1}]}),
        ("deck", {**DEAL, "deck": ["coq"] * 4}),
        ("next", {**DEAL, "next": 3}),
        # an auction
        ("auction", missing(BID, "auction")),
        ("auction", {**REVEAL, "auction": auction("coq")}),
        ("auction", {**REVEAL, "auction": auction(None, passed=[1])}),
        ("deck", {**REVEAL, "deck": []}),
        ("next", {**REVEAL, "next": 2}),
        ("auction", {**BID, "auction": {**auction("coq"), "price": 0}}),
        ("auction", {**BID, "auction": missing(auction("coq"), "bid")}),
        ("auction", {**BID, "auction": auction(None)}),
        ("auction", {**BID, "auction": auction("coq", bid=10)}),
        ("auction", {**BID, "auction": auction("coq", bidder=2)}),
        ("auction", {**BID, "auction": auction("coq", bid=15, bidder=2)}),
        ("auction", {**BID, "auction": auction("coq", bid=80, bidder=2)}),  # there are 70 in all
        ("auction", {**BID, "auction": auction("coq", bid=10, bidder=0)}),
        ("auction", {**BID, "auction": auction("coq", passed=[0])}),
        ("auction", {**BID, "auction": auction("coq", passed=[2])}),  # not asked yet
        ("auction", {**BID, "auction": auction("coq", passed=[2, 2])}),
        ("auction", {**BID, "auction": auction("coq", passed=[3])}),
        ("auction", {**BID, "auction": auction("coq", excluded=[1, 2])}),  # nobody left
        ("auction", {**BID, "auction": auction("coq", seller=3)}),
        ("auction", {**BID, "auction": auction("vache"), "animals": [{"vache": 2}, {"vache": 2}, {}]}),
        ("turn", {**BID, "turn": 0}),
        ("turn", {**BID, "turn": 2}),
        ("turn", {**BID, "auction": auction("coq", excluded=[1])}),
        ("turn", {**BID, "auction": auction("coq", bid=10, bidder=1)}),
        ("auction", {**DECIDE, "auction": auction("coq")}),
        ("turn", {**DECIDE, "turn": 1}),
        ("turn", {**PAY, "turn": 2}),
        ("money", {**PAY, "auction": auction("coq", bid=20, bidder=1)}),  # he has 10
        # a trade
        ("trade", missing(OFFER, "trade")),
        ("trade", {**OFFER, "trade": missing(TRADE, "again")}),
        ("trade", {**OFFER, "trade": {**TRADE, "offer": [10]}}),
        ("trade", {**OFFER, "trade": {**TRADE, "other": 0}}),
        ("trade", {**OFFER, "trade": {**TRADE, "other": 2}}),  # he has no cow
        ("trade", {**OFFER, "trade": {**TRADE, "animal": "licorne"}}),
        ("trade", {**OFFER, "trade": {**TRADE, "cards": 2}}),
        ("trade", {**OFFER, "trade": {**TRADE, "again": 1}}),
        ("turn", {**OFFER, "turn": 1}),
        ("turn", {**ANSWER, "turn": 0}),
        ("trade", {**ANSWER, "trade": TRADE}),
        ("trade", {**ANSWER, "trade": {**TRADE, "offer": []}}),  # he has money
        ("trade", {**ANSWER, "trade": {**TRADE, "offer": [20]}}),
        ("trade", {**ANSWER, "trade": {**TRADE, "offer": [500] * 6}}),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_by_its_key(key, d):
    with pytest.raises(ValueError, match=f"^{key}:"):
        RULES.from_dict(d)


@pytest.mark.parametrize("given", [None, [], "boursicocotte", 3])
def test_what_is_no_object_is_refused(given):
    with pytest.raises(ValueError, match="game"):
        RULES.from_dict(given)


def test_a_bid_of_no_tens_is_refused_for_what_is_wrong_with_it():
    with pytest.raises(ValueError, match=r"^auction: the bid of 15 is no multiple of 10$"):
        RULES.from_dict({**BID, "auction": auction("coq", bid=15, bidder=2)})


class TestView:
    def test_it_is_written_as_a_position_is(self):
        state = trading(["50", "10", "10"], offer="10 0 0")
        for seat in (0, 1, 2, SPECTATOR):
            seen, whole = RULES.view(state, seat), RULES.to_dict(state)
            assert {*seen._fields, "game", "seats"} == {*whole, "seat"}
            assert list(seen.animals) == whole["animals"]
            assert list(seen.bank) == whole["bank"]
            assert seen.trade.offer == ((0, 0, 10) if seat == 0 else 3)
            assert seen.money == tuple(tuple(hand) if at == seat else len(hand)
                                       for at, hand in enumerate(whole["money"]))  # fmt: skip

    def test_money_in_other_hands_is_a_number_of_cards_deck_and_bank_are_no_secret(self):
        state = at(["vache 1", "coq 1", ""], ["0 50", "10 10 10", "500"])
        seen, whole = RULES.view(state, 1).to_dict(), RULES.to_dict(state)
        assert seen["money"] == [2, [10, 10, 10], 1]
        assert RULES.view(state, SPECTATOR).to_dict()["money"] == [2, 3, 1]
        assert (seen["deck"], seen["bank"]) == (whole["deck"], whole["bank"])
        assert seen.keys() - {"seat"} == whole.keys()

    def test_of_an_offer_only_the_challenger_sees_the_cards(self):
        state = trading(["50", "10", "10"], offer="10 0 0")
        assert RULES.view(state, 0).to_dict()["trade"]["offer"] == [0, 0, 10]
        assert RULES.view(state, 1).to_dict()["trade"]["offer"] == 3
        assert RULES.view(state, SPECTATOR).to_dict()["trade"]["offer"] == 3

    def test_money_dealt_anew_leaves_ones_own_and_all_numbers_of_cards(self):
        state = trading(["50 50 50", "10 500 0", "100 0 0 0"], offer="10 0 0")
        for seed in range(20):
            other = RULES.redeal(state, 1, Random(seed))
            assert other.money[1] == state.money[1]
            assert [sum(hand) for hand in other.money] == [3, 3, 4]
            assert RULES.conserved(other) == RULES.conserved(state)
        assert len({RULES.redeal(state, 1, Random(seed)).trade.offer for seed in range(20)}) > 1

    def test_whoever_is_about_to_pay_can_pay_however_the_money_is_dealt(self):
        # only one hand in many covers 500
        low = " ".join(["0"] * 9 + ["10"] * 9)
        state = selling(["10", "500", low], phase="pay", bid=500, bidder=1)
        for seat in (0, 2, SPECTATOR):
            for seed in range(10):
                assert RULES.redeal(state, seat, Random(seed)).money[1][5] == 1 or seat == 1

    def test_the_next_animal_is_drawn_by_its_weight(self):
        state = go(at(deck=["vache", "vache", "vache", "coq"]), "0 auction")
        drawn = Counter(str(RULES.chance(state, Random(seed))) for seed in range(400))
        assert set(drawn) == {"~vache", "~coq"}
        assert 240 < drawn["~vache"] < 360
        assert RULES.moves(state, CHANCE) == ()
