"""What the bots of Boursicocotte think of: bluff with cards of 0, and how a sale will be settled."""

from random import Random

from games.engines.boursicocotte.bots import BLUFFS, BOTS
from games.engines.boursicocotte.money import worth
from games.engines.boursicocotte.settling import shares
from games.engines.kernel.bots import ask
from games.registry import GAMES

RULES = GAMES["boursicocotte"].rules
FAMILIER, EXPERT = BOTS["familier"], BOTS["expert"]
HERDS = [{"cheval": 3, "vache": 2}, {"cheval": 1, "vache": 2, "coq": 4}, {"chien": 4, "oie": 4}]


def offering(**more):
    data = {"game": "boursicocotte", "seats": 3, "turn": 0, "phase": "offer", "deck": [], "animals": HERDS}
    data["trade"] = {
        "challenger": 0,
        "other": 1,
        "animal": "cheval",
        "cards": 1,
        "offer": None,
        "again": False,
    }
    data["money"] = [[0, 0, 10, 10, 50, 100], [10, 10, 50], [10, 50]]
    return RULES.from_dict(data | more)


def selling(hands, turn=1, **auction):
    sold = {"seller": 0, "animal": "coq", "bid": 0, "bidder": None, "passed": [], "excluded": []}
    animals = [{"cheval": 2}, {"coq": 3, "cheval": 2}, {"vache": 4}]
    data = {"game": "boursicocotte", "seats": 3, "turn": turn, "phase": "bid"}
    more = {"deck": [], "animals": animals, "money": hands, "auction": sold | auction}
    return RULES.from_dict(data | more)


def offers(number):
    state = offering()
    return [ask(RULES, state, 0, FAMILIER, Random(seed)).money for seed in range(number)]


class TestBluff:
    def test_an_offer_is_padded_with_zeros_now_and_then_and_worth_the_same(self):
        made = offers(60)
        padded = [offer for offer in made if offer[0] == 2]
        assert 0 < len(padded) < len(made)
        assert abs(len(padded) / len(made) - BLUFFS) < 0.25
        assert len({offer[1:] for offer in made}) == 1

    def test_the_same_seed_bluffs_the_same(self):
        assert offers(8) == offers(8)


class TestTheExpert:
    def test_a_sale_is_settled_before_it_is_valued(self):
        # the second has three cocks: who has money for the fourth gets it, and the family counts
        able = shares(selling([[10], [50, 10, 10], [0]]))
        unable = shares(selling([[10], [0], [50, 10, 10]]))
        assert able[1] > unable[1]

    def test_it_plays_on_in_the_middle_of_a_trade(self):
        assert shares(offering()) is None

    def test_bidding_is_left_to_familier(self):
        state = selling([[10, 50], [50, 10, 10], [0, 10]])
        assert ask(RULES, state, 1, EXPERT, Random(1)) == ask(RULES, state, 1, FAMILIER, Random(1))

    def test_it_believes_who_has_bid_to_have_the_money(self):
        state = selling([[10], [50, 10, 10], [0, 0, 10]], turn=2, bid=60, bidder=1)
        for seed in range(20):
            assert worth(RULES.redeal(state, 2, Random(seed)).money[1]) >= 60
            assert worth(RULES.redeal(state, 0, Random(seed)).money[1]) >= 60
