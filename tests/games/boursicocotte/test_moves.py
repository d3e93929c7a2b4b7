"""Notation: every move has one text, and reading forgives case, spaces and the order of money cards."""

from itertools import islice

import pytest

from games.engines.boursicocotte import RULES
from games.engines.boursicocotte.moves import ACCEPTS, COUNTER, OFFER, SAMPLES, Bundles
from games.engines.kernel import NotationError
from tests.games.boursicocotte.positions import texts, trading


@pytest.mark.parametrize("move", SAMPLES, ids=str)
def test_every_move_goes_to_text_and_back(move):
    assert RULES.read_move(str(move)) == move


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("AUCTION", "auction"), ("Trade  2  VACHE", "trade 2 vache"), (" bid   30 ", "bid 30"),
        ("pay 10 50 10", "pay 50 10 10"), ("offer 0 10 0 50", "offer 50 10 0 0"), ("Offer", "offer"),
        ("counter 10 100", "counter 100 10"), ("counter", "counter"), ("~ vache", "~vache"),
        ("~Ane  coq chat vache", "~ane coq chat vache"), ("bid 35", "bid 35"), ("bid 0", "bid 0"),
        ("bid 9999", "bid 9999"),
    ],
)  # fmt: skip
def test_it_reads_other_case_spaces_and_orders(text, canonical):
    assert str(RULES.read_move(text)) == canonical


@pytest.mark.parametrize(
    "text",
    ["", " ", "~", "bid", "bid x", "bid -10", "bid 10 20", "bid 030", "bid ٣٠", "bid 10.5", "trade", "pay",
     "trade 1", "trade vache 1", "trade 1 licorne", "trade 9 vache", "trade -1 vache", "pay 30", "offer 1000",
     "counter x", "accept 10", "sell 1", "pass pass", "~licorne", "~10", "0 pass", "auction vache", "~bid"],
)  # fmt: skip
def test_what_is_no_move_is_unreadable_not_illegal(text):
    with pytest.raises(NotationError):
        RULES.read_move(text)


class TestThousandsOfOffers:
    hand = (2, 3, 1, 0, 1, 0)

    def test_they_are_all_there_each_once(self):
        offers = Bundles(OFFER, self.hand)
        assert len(offers) == 3 * 4 * 2 * 2 - 1
        assert len(set(offers)) == len(offers)
        assert list(offers) == [offers[at] for at in range(len(offers))]
        assert list(islice(offers, 3)) == list(offers[:3])
        assert offers[-1] == offers[len(offers) - 1]
        assert str(offers[-1]) == "offer 200 50 10 10 10 0 0"
        with pytest.raises(IndexError):
            offers[len(offers)]

    def test_what_is_in_is_what_is_listed(self):
        counters = Bundles(COUNTER, self.hand, (ACCEPTS,))
        assert counters[0] == ACCEPTS
        assert all(move in counters for move in counters)
        for text in ("counter", "counter 500", "counter 50 50", "offer 10", "pass"):
            assert RULES.read_move(text) not in counters
        assert "counter 10" not in counters

    def test_a_rich_hand_costs_nothing_to_ask(self):
        rich = " ".join(["0"] * 9 + ["10"] * 18 + ["50"] * 9 + ["100"] * 4 + ["200"] * 4 + ["500"] * 4)
        state = trading([rich, "10", ""])
        offers = RULES.moves(state, 0)
        assert len(offers) == 10 * 19 * 10 * 5 * 5 * 5 - 1
        assert RULES.read_move("offer 500 200 10 0") in offers
        assert offers == RULES.moves(state, 0)
        assert hash(offers) == hash(RULES.moves(state, 0))

    def test_without_money_one_offers_nothing(self):
        assert texts(trading(["", "10", ""])) == ["offer"]
        assert texts(trading(["10", "", ""], offer="10")) == ["accept", "counter"]
