"""Boursicocotte on the table: what is put together, what is offered and said, what the quiz asks."""

from collections import Counter
from itertools import product

import pytest

from games.engines.boursicocotte import RULES
from games.engines.boursicocotte.animals import SPECIES, score
from games.engines.boursicocotte.money import cheapest, money, worth
from games.engines.boursicocotte.moves import PAY, with_money
from games.engines.kernel import SPECTATOR, quiz
from games.registry import get_game
from games.tables.base import IncompleteError, Parts
from games.tables.boursicocotte import TABLE
from games.tables.boursicocotte.asking import PAYS, PRODUCT, STAKE
from tests.games.boursicocotte.positions import at, selling, trading

BOOK = get_game("boursicocotte").book
NAMES = ["Toi", "Max", "Zoé"]
SEEDS = range(40)


def drawn(state, seat=0, ticked=(), **shown):
    moves = () if seat == SPECTATOR else RULES.moves(state, seat)
    parts = Parts({"money": tuple(map(str, ticked))} if ticked else {})
    return TABLE.board(RULES.view(state, seat), moves, NAMES, parts=parts, **shown)


def paying(purse, bid):
    """A position in which Max pays that price from that money."""
    return selling(["10", purse, "0"], turn=1, phase="pay", bid=bid, bidder=1, passed=[2])


class TestComposing:
    @pytest.mark.parametrize(
        ("fields", "move"),
        [
            ({"do": ("pay",), "money": ("10", "50", "10")}, "pay 50 10 10"),
            ({"do": ("offer",), "money": ("0", "100", "0", "x", "20")}, "offer 100 0 0"),
            ({"do": ("counter",), "money": ("500",)}, "counter 500"),
            ({"do": ("offer",)}, "offer"),
            ({"do": ("bid",), "bid": (" 30 ",)}, "bid 30"),
            ({"do": ("bid",), "bid": ("35",)}, "bid 35"),
            ({"do": ("bid",), "bid": ("99999999",)}, "bid 9999999"),
        ],
    )
    def test_what_is_chosen_is_one_move_that_can_be_read(self, fields, move):
        assert TABLE.compose(None, Parts(fields)) == [move]
        assert str(RULES.read_move(move)) == move

    @pytest.mark.parametrize(
        "fields",
        [{}, {"money": ("10",)}, {"do": ("pay",)}, {"do": ("pay",), "money": ("x",)},
         {"do": ("bid",), "bid": ("-10",)}, {"do": ("bid",)}, {"do": ("take",)}],
    )  # fmt: skip
    def test_what_is_missing_is_asked_for(self, fields):
        with pytest.raises(IncompleteError):
            TABLE.compose(None, Parts(fields))


class TestPaying:
    @pytest.mark.parametrize("purse", ["0 0 10 10 10 10 50", "0 50 100", "10 50 50 200", "0 10 100 500"])
    @pytest.mark.parametrize("bid", [10, 30, 60, 90])
    def test_it_says_of_any_cards_what_the_judge_says(self, purse, bid):
        state = paying(purse, bid)
        hand = [int(card) for card in purse.split()]
        for some in product((False, True), repeat=len(hand)):
            picked = [card for card, taken in zip(hand, some, strict=True) if taken]
            if picked:
                chosen = drawn(state, 1, picked).chosen
                faults = RULES.faults(state, 1, with_money(PAY, money(picked)))
                assert chosen.right is not bool(faults), picked
                assert chosen.sum == sum(picked)
                assert chosen.told

    @pytest.mark.parametrize(
        ("purse", "bid", "move", "kind"),
        [
            ("0 0 10 10 10 10 50", 30, "pay 10 10 10", "exact"),
            ("0 50 100", 60, "pay 100", "over"),
            ("10 50 50 200", 150, "pay 200", "over"),
        ],
    )
    def test_a_payment_that_gives_away_least_is_proposed(self, purse, bid, move, kind):
        state = paying(purse, bid)
        proposed = drawn(state, 1).proposed
        assert (proposed.move, proposed.kind) == (move, kind)
        assert not RULES.faults(state, 1, move)
        hand = money(int(card) for card in purse.split())
        assert worth(cheapest(hand, bid)) == worth(RULES.read_move(move).money)

    def test_a_lesson_shows_the_sum_and_proposes_nothing(self):
        board = drawn(paying("10 50", 10), 1, [50], blind=True)
        assert (board.chosen.sum, board.chosen.told, board.chosen.right) == (50, "", None)
        assert board.proposed is None

    def test_of_equal_cards_as_many_are_ticked_as_were_chosen_and_no_others(self):
        board = drawn(paying("10 10 10 50", 20), 1, [10, 10, 500])
        assert [(note.card, note.ticked) for notes in board.hand for note in notes] == [
            ("50", False), ("10", True), ("10", True), ("10", False),
        ]  # fmt: skip
        assert board.chosen.cards == ("10", "10")


class TestBidding:
    def test_the_next_tens_are_offered_as_far_as_all_money_goes_and_bluffs_are_marked(self):
        board = drawn(selling(["10 10", "10", "10 50"], turn=1, bid=20, bidder=2), 1)
        assert [(one.amount, one.goes, one.bluff) for one in board.raises] == [
            (30, True, True), (40, True, True), (70, True, True),
        ]  # fmt: skip
        board = drawn(selling(turn=1), 1)
        assert [one.amount for one in board.raises] == [10, 20, 50, 100]
        assert [one.bluff for one in board.raises] == [False, False, False, True]
        assert [act.move for act in board.acts] == ["pass"]

    def test_the_round_shows_who_sells_bids_passed_and_could_not_pay(self):
        state = at(
            ("", "", "", ""), turn=3, phase="bid",
            auction={"seller": 0, "animal": "vache", "bid": 40, "bidder": 1, "passed": [2], "excluded": []},
        )  # fmt: skip
        board = TABLE.board(RULES.view(state, 3), RULES.moves(state, 3), [*NAMES, "Ana"])
        assert [(player.state, player.turn) for player in board.players] == [
            ("sells", False), ("bids", False), ("passed", False), ("", True),
        ]  # fmt: skip
        assert board.players[1].said == "annonce 40"
        state = selling(turn=2, excluded=[1])
        assert drawn(state, 2).players[1].state == "out"

    def test_a_seller_without_the_money_is_not_offered_to_buy_but_may_try(self):
        state = selling(["10 50", "10 10 50", "0"], turn=0, phase="decide", bid=70, bidder=1, passed=[2])
        assert [(act.move, act.goes) for act in drawn(state).acts] == [("sell", True), ("buy", False)]


class TestTrading:
    state = at(("vache 1 coq 2 oie 4", "vache 3", "coq 1 chat 2"))

    def pressed(self, **shown):
        return {cell.move: cell.goes for family in drawn(self.state, **shown).families
                for cell in family.cells if cell.move}  # fmt: skip

    def test_a_person_and_an_animal_is_one_press_where_both_have_some(self):
        legal = {str(move) for move in RULES.moves(self.state, 0) if move.kind == "trade"}
        assert self.pressed() == dict.fromkeys(legal, True) == {"trade 1 vache": True, "trade 2 coq": True}

    def test_a_lesson_does_not_tell_which(self):
        assert self.pressed(blind=True) == {
            "trade 1 vache": False, "trade 2 coq": False, "trade 2 chat": False,
        }  # fmt: skip

    def test_a_trade_that_nothing_shows_is_offered_where_a_lesson_wants_it_tried(self):
        tried = RULES.read_move("trade 1 coq")
        acts = drawn(self.state, tries=[tried], blind=True).acts
        assert [act.move for act in acts] == ["auction", "trade 1 coq"]

    def test_points_run_along_and_a_lesson_lets_one_count(self):
        state = at(("vache 4 cheval 4 coq 4", "ane 4", ""), deck=["oie"])
        assert [(total.sum, total.times, total.points) for total in drawn(state).totals] == [
            (1810, 3, 5430), (500, 1, 500), (0, 0, 0),
        ]  # fmt: skip
        assert [total.points for total in drawn(state).totals] == list(state.scores)

    def test_an_offer_is_backs_for_all_but_the_one_who_made_it(self):
        state = trading(["10", "50", "0"], offer="0 0 50")
        assert drawn(state, 0).deal.cards == ("50", "0", "0")
        for seat in (1, 2, SPECTATOR):
            deal = drawn(state, seat).deal
            assert (deal.cards, deal.number) == ((), 3)

    def test_thousands_of_offers_are_not_listed(self):
        purse = "0 0 0 0 10 10 10 10 10 10 10 10 50 50 50 50 100 100 100 200 200 500 500"
        state = trading([purse, "50", "0"])
        moves = RULES.moves(state, 0)
        assert len(moves) > 5000
        assert TABLE.board(RULES.view(state, 0), moves, NAMES).gives == "offer"


@pytest.mark.parametrize(
    ("state", "move", "words"),
    [
        (at(("vache 1", "vache 1", "")), "auction", "pour rien"),
        (at(("vache 2", "vache 1", "")), "trade 1 vache", "Tu as deux vaches."),
        (selling(turn=1, owned=("", "vache 3", "")), "bid 10", "Tu as trois vaches"),
        (selling(turn=1), "bid 10", "Tu n’as pas encore de vache"),
        (selling(turn=1), "pass", "garde ton argent"),
        (selling(turn=0, phase="decide", bid=10, bidder=1, passed=[2]), "sell", "10 d’argent"),
        (selling(turn=0, phase="decide", bid=10, bidder=1, passed=[2]), "buy", "vaut plus"),
        (paying("10 50", 10), "pay 10", "prix exact"),
        (paying("50", 10), "pay 50", "le moins"),
        (trading(["0 0", "10", "10"]), "offer 0 0", "bluff"),
        (trading(["0 10", "10", "10"]), "offer 10 0", "paraître"),
        (trading(["10", "10", "10"], offer="0"), "counter 10", "Avec 10"),
        (trading(["10", "10", "10"], offer="0"), "accept", "deux vaches"),
    ],
)
def test_advice_is_good_for_a_reason(state, move, words):
    seat = RULES.actors(state)[0]
    assert not RULES.faults(state, seat, move)
    assert words in TABLE.reason(RULES.view(state, seat), RULES.read_move(move))


def test_every_piece_has_a_face_of_its_own_and_a_name():
    codes = ["", "?", "0", "10", "50", "100", "200", "500", *SPECIES, *(f"={name}" for name in SPECIES)]
    faces = [TABLE.face(code) for code in codes]
    assert all(face["name"] for face in faces)
    assert len({str(sorted(face.items())) for face in faces}) == len(codes)


class TestQuiz:
    def made(self, kind, seed):
        return quiz.question(RULES, BOOK, TABLE.quiz_options, TABLE.fits, kind, seed, TABLE.questions)

    @pytest.mark.parametrize("kind", [PRODUCT, PAYS, STAKE])
    def test_one_answer_is_right_and_has_no_place_of_its_own(self, kind):
        places = Counter()
        for seed in SEEDS:
            question = self.made(kind, seed)
            assert len(set(question.choices)) == len(question.choices) == quiz.CHOICES
            places[question.choices.index(question.right)] += 1
            if kind == PRODUCT:
                assert question.right == str(score(question.state.animals[0]))
            if kind == PAYS:
                may = [c for c in question.choices if not RULES.faults(question.state, question.seat, c)]
                assert may == [question.right]
            if kind == STAKE:
                assert RULES.from_dict(RULES.to_dict(question.state)) == question.state
                after = RULES.advance(question.state, question.seat, question.move)
                assert question.right == str(after.trade.cards)
        assert min(places.values()) > len(SEEDS) / 10

    def test_no_bid_is_asked_about_for_which_all_hands_would_have_to_be_counted(self):
        for seed in SEEDS:
            for kind in (quiz.MAY, quiz.RULE):
                question = self.made(kind, seed)
                assert question.fault is None or question.fault.facts.get("case") != "sum"

    def test_chance_decides_what_is_asked_not_the_hour(self):
        assert self.made(PAYS, 3) == self.made(PAYS, 3)
