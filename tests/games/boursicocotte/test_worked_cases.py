"""The worked cases of the rules, word for word."""

from games.engines.boursicocotte import RULES
from tests.games.boursicocotte.positions import articles, at, go, purse, selling, texts, trading, zoo


def test_start_money_is_90_in_seven_cards():
    for seats in RULES.seats:
        for hand in RULES.to_dict(RULES.opening(seats))["money"]:
            assert (sum(hand), len(hand)) == (90, 7)


def test_bid_30_with_50_0_0_in_hand_pays_50_nothing_back():
    state = selling(["10", "50 0 0", ""], phase="pay", bid=30, bidder=1)
    assert texts(state) == ["pay 50"]
    state = go(state, "1 pay 50")
    assert (purse(state, 0), purse(state, 1)) == ([10, 50], [0, 0])


def test_bid_30_with_50_10_10_10_in_hand_pays_10_10_10_only():
    state = selling(["10", "50 10 10 10", ""], phase="pay", bid=30, bidder=1)
    assert texts(state) == ["pay 10 10 10"]
    assert articles(state, "pay 50") == ["8"]


def test_holdings_1_and_3_one_card_at_stake_2_and_2_two():
    assert go(at(["vache 1", "vache 3", ""]), "0 trade 1 vache").trade.cards == 1
    assert go(at(["vache 3", "vache 1", ""]), "0 trade 1 vache").trade.cards == 1
    assert go(at(["vache 2", "vache 2", ""]), "0 trade 1 vache").trade.cards == 2
    assert go(at(["vache 2", "vache 1", ""]), "0 trade 1 vache").trade.cards == 1


def test_tied_twice_at_20_the_challenger_takes_the_animals_everybody_keeps_his_money():
    state = trading(["10 10 50", "10 10", ""])
    state = go(state, "0 offer 10 10", "1 counter 10 10", "0 offer 10 10", "1 counter 10 10")
    assert (zoo(state, 0), zoo(state, 1)) == ({"vache": 2}, {})
    assert (purse(state, 0), purse(state, 1)) == ([10, 10, 50], [10, 10])
    assert (state.phase, state.turn) == ("turn", 1)


def test_scores():
    owned = ["vache 4 cheval 4", "ane 4", "coq 4 oie 4 chat 4 chien 4 mouton 4 chevre 4 cochon 4"]
    over = at(owned, turn=None, phase="over", deck=[])
    assert RULES.outcome(over).scores[0] == 3600
    owned = ["vache 4 cheval 4 coq 4", "ane 4", "oie 4 chat 4 chien 4 mouton 4 chevre 4 cochon 4"]
    assert RULES.outcome(at(owned, turn=None, phase="over", deck=[])).scores[0] == 5430


def test_five_players_four_donkeys_empty_the_bank_of_100s_200s_and_500s_in_all_940_each():
    state = RULES.opening(5)
    dealt = ("~ane coq chat vache", "~ane coq chat vache", "~ane coq chat vache", "~ane coq chat vache")
    state = go(state, *dealt, "~oie oie cheval cheval")
    assert not {100, 200, 500} & set(RULES.to_dict(state)["bank"])
    assert [sum(hand) for hand in RULES.to_dict(state)["money"]] == [940] * 5
