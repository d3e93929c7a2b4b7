"""Odin on the table: what is put together, said, shown as it grows, and asked in the quiz."""

from collections import Counter

import pytest
from django.template.loader import render_to_string

from games.engines.kernel import quiz
from games.engines.odin import RULES
from games.forms import StartForm
from games.registry import get_game
from games.tables.base import IncompleteError, Parts
from games.tables.odin import TABLE
from games.tables.odin.quiz import BEATS, COUNT, TAKE, WORTH
from tests.games.tables import make_match, put
from tests.html import assert_valid_html

ODIN = get_game("odin")
NAMES = ["Toi", "Max"]
SEEDS = range(60)


def position(**changes):
    """Toi with six cards, on an 82 of Max's."""
    data = {
        "game": "odin", "seats": 2, "turn": 0, "phase": "follow", "owner": 1, "middle": ["8R", "2R"],
        "hands": [["9G", "3G", "7B", "7G", "1O", "3B"], ["1R", "2B"]],
    }  # fmt: skip
    return RULES.from_dict(data | changes)


def drawn(*chosen, state=None, **shown):
    state = position() if state is None else state
    return TABLE.board(
        RULES.view(state, 0), RULES.moves(state, 0), NAMES, parts=Parts({"card": chosen}), **shown
    )


def lit(board):
    return {item.card for item in board.hand if item.goes}


class TestChoosing:
    def test_cards_ticked_in_any_order_are_one_set(self):
        assert TABLE.compose(None, Parts({"card": ("3G", "9G")})) == ["9G 3G"]

    def test_what_is_no_card_is_no_part_and_a_card_counts_once(self):
        assert TABLE.compose(None, Parts({"card": ("3G", "x", "10B", "3G")})) == ["3G"]

    @pytest.mark.parametrize("fields", [{}, {"do": ("lay",)}, {"card": ("x",)}])
    def test_nothing_chosen_is_no_move_yet(self, fields):
        with pytest.raises(IncompleteError):
            TABLE.compose(None, Parts(fields))

    def test_its_value_grows_with_each_card(self):
        state = position(hands=[["8R", "4R", "2R"], ["1R", "2B"]], middle=["1B"])
        values = [
            drawn(*cards, state=state).chosen.value for cards in (["8R"], ["2R", "8R"], ["2R", "8R", "4R"])
        ]
        assert values == ["8", "82", "842"]

    @pytest.mark.parametrize(
        ("cards", "right", "told"),
        [
            (["9G", "3G"], True, "93 bat 82."),
            (["7B", "7G"], False, "77 ne bat pas 82."),
            (["9G"], False, "Encore une carte."),
            (["9G", "7G", "3G"], True, "973 bat 82."),
            (["9G", "3B"], False, "Ni la même couleur, ni le même nombre."),
        ],
    )
    def test_it_says_whether_what_is_chosen_can_be_laid(self, cards, right, told):
        chosen = drawn(*cards).chosen
        assert (chosen.right, chosen.told) == (right, told)
        assert right is not bool(RULES.faults(position(), 0, " ".join(cards)))

    def test_at_a_lead_one_card_or_the_whole_hand(self):
        state = position(phase="lead", middle=[], owner=None, hands=[["9G", "3G", "7G"], ["1R"]])
        assert drawn("9G", state=state).chosen.right
        assert drawn("9G", "3G", state=state).chosen.told == "Pour ouvrir, une seule carte."
        assert drawn("9G", "3G", "7G", state=state).chosen.told == "Toute ta main d’un coup\u202f!"
        assert [act.move for act in drawn(state=state).acts] == ["9G 7G 3G"]

    def test_the_cards_that_can_still_become_something_are_lit(self):
        assert lit(drawn()) == {"9G", "3G", "7G"}  # 93, 97, 973
        assert lit(drawn("7G")) == {"9G", "3G", "7G"}
        assert lit(drawn("7B")) == set()

    def test_they_are_named_too(self):
        assert drawn().along == "le 9 vert, le 7 vert et le 3 vert"
        assert drawn("9G").along == "le 7 vert et le 3 vert"
        assert drawn(state=position(phase="lead", middle=[], owner=None)).along == ""

    def test_a_lesson_shows_the_value_and_no_more(self):
        board = drawn("9G", "3G", blind=True)
        assert (board.chosen.value, board.chosen.told, board.chosen.right) == ("93", "", None)
        assert lit(board) == set()
        assert not board.goes + board.along
        assert not board.stuck

    def test_cards_one_does_not_hold_are_not_chosen(self):
        assert drawn("5N", "9G").chosen.cards == ("9G",)

    def test_the_hand_lies_by_colour_or_by_number(self):
        state = position()

        def hand(by):
            parts = Parts({"by": (by,)})
            return [item.card for item in TABLE.board(RULES.view(state, 0), (), NAMES, parts=parts).hand]

        assert hand("colour") == hand("") == ["7B", "3B", "9G", "7G", "3G", "1O"]
        assert hand("number") == ["9G", "7B", "7G", "3B", "3G", "1O"]

    def test_with_nothing_that_goes_one_passes(self):
        board = drawn(state=position(middle=["9R", "9B"], hands=[["1O", "2B"], ["1R"]]))
        assert board.stuck
        assert [act.move for act in board.acts] == ["pass"]


class TestTakingBack:
    state = position(phase="take", owner=0, middle=["9G", "3G"], beaten=["8R", "2R"],
                     hands=[["7B", "7G"], ["1R", "2B"]])  # fmt: skip

    def test_the_beaten_cards_are_offered_and_ones_own_may_be_tried(self):
        board = drawn(state=self.state)
        assert [(one.move, one.goes) for one in board.beaten] == [("take 8R", True), ("take 2R", True)]
        assert [(one.move, one.goes) for one in board.middle] == [("take 9G", False), ("take 3G", False)]
        assert not board.lays

    def test_a_lesson_does_not_tell_them_apart(self):
        board = drawn(state=self.state, blind=True)
        assert {one.goes for one in (*board.beaten, *board.middle)} == {False}

    def test_a_card_that_lies_nowhere_is_offered_where_a_lesson_wants_it_tried(self):
        board = drawn(state=self.state, tries=[RULES.read_move("take 7B")], blind=True)
        assert [act.move for act in board.acts] == ["take 7B"]


class TestAdvice:
    @pytest.mark.parametrize(
        ("changes", "move", "words"),
        [
            ({}, "9G 7G 3G", "973 bat 82. Tu poses 3 cartes et n’en reprends qu’une"),
            (
                {"middle": ["9R", "9B"], "hands": [["1O", "2B"], ["1R"]]},
                "pass",
                "Rien dans ta main ne bat 99.",
            ),
            ({}, "pass", "garde ensemble"),
            ({"middle": ["3R"], "hands": [["5O", "2B"], ["1R"]]}, "pass", "pas plus petite"),
            ({"middle": ["3R"], "hands": [["5O"], ["1R"]]}, "5O", "la manche est finie"),
            ({"phase": "lead", "middle": [], "owner": None}, "1O", "ne va avec aucune autre"),
            ({"phase": "take", "owner": 0, "middle": ["9P"], "beaten": ["4G"]}, "take 4G", "Il va avec"),
            ({"phase": "take", "owner": 0, "middle": ["9P"], "beaten": ["4N"]}, "take 4N", "la plus haute"),
        ],
    )
    def test_it_is_good_for_a_reason(self, changes, move, words):
        state = position(**changes)
        assert not RULES.faults(state, 0, move)
        assert words in TABLE.reason(RULES.view(state, 0), RULES.read_move(move))

    def test_whatever_it_is_its_cards_or_its_button_are_marked(self):
        for changes in ({}, {"phase": "lead", "middle": [], "owner": None},
                        {"phase": "take", "owner": 0, "middle": ["9P"], "beaten": ["4G"]}):  # fmt: skip
            state = position(**changes)
            board = drawn(state=state)
            for move in RULES.moves(state, 0):
                context = {"board": board, "advice": {"plain": TABLE.plain(move)}}
                page = render_to_string("games/odin/hand.html", context)
                assert page.count(" advised") == max(move.number, 1)


class TestQuiz:
    def made(self, kind, seed):
        return quiz.question(RULES, ODIN.book, TABLE.quiz_options, TABLE.fits, kind, seed, TABLE.questions)

    @pytest.mark.parametrize("kind", [WORTH, BEATS, TAKE, COUNT])
    def test_one_answer_is_right_and_has_no_place_of_its_own(self, kind):
        places = Counter()
        for seed in SEEDS:
            question = self.made(kind, seed)
            assert len(set(question.choices)) == len(question.choices) >= 2
            places[question.choices.index(question.right)] += 1
            if kind == WORTH:
                assert question.right == str(question.move.value)
            if kind == COUNT:
                assert int(question.right) == question.state.hands[question.seat].bit_count()
            if kind in (BEATS, TAKE):
                before = "take " if kind == TAKE else ""
                may = [c for c in question.choices
                       if not RULES.faults(question.state, question.seat, before + c)]  # fmt: skip
                assert may == [question.right]
        assert min(places.values()) > len(SEEDS) / 10

    def test_the_picture_of_a_set_does_not_tell_its_value(self):
        assert not hasattr(TABLE.pictured(RULES.read_move("8R 2R")), "value")


def test_four_colours_for_five_are_refused_in_words():
    data = {"names": "Léa", "bots": "4", "level": "novice", "option_colours": "4", "option_limit": "0"}
    form = StartForm(ODIN, data)
    assert not form.is_valid()
    assert "4 joueurs au plus" in str(form.errors["option_colours"])
    assert StartForm(ODIN, data | {"bots": "3"}).is_valid()


@pytest.mark.django_db
class TestAtTheTable:
    def seated(self, **changes):
        match = make_match(bots=2, game="odin")
        return put(
            match, turn=0, phase="follow", owner=2, middle=["8R", "2R"], beaten=[], discard=[], aside=None,
            hands=[["9G", "3G", "7B", "7G"], ["1R", "2B"], ["5N"]], next=None, **changes,
        )  # fmt: skip

    def send(self, client, match, **fields):
        return client.post(f"/jouer/parties/{match.pk}/coup/", {"version": match.version} | fields)

    def test_the_line_grows_and_nothing_is_played(self, client):
        match = self.seated()
        response = self.send(client, match, preview="1", card=["3G", "9G"])
        page = response.content.decode()
        assert response.status_code == 200
        assert_valid_html(response)
        assert "93 bat 82." in page
        assert page.count(" checked") >= 2
        assert not match.moves.filter(seat=0).exists()

    def test_what_is_refused_stays_chosen(self, client):
        response = self.send(client, self.seated(), do="lay", card=["7B", "7G"])
        assert response.status_code == 422
        assert "77 ne bat pas 82" in response.content.decode()
        assert response.content.decode().count('class="odin-card tried"') == 2

    def test_a_set_is_laid_and_a_card_of_the_beaten_one_taken_back(self, client):
        match = self.seated()
        page = client.get(self.send(client, match, do="lay", card=["3G", "9G"]).url).content.decode()
        assert 'value="take 2R"' in page
        assert 'value="take 9G"' in page
        match.refresh_from_db()
        own = self.send(client, match, act="take 9G")
        assert own.status_code == 422
        assert "Tu viens de poser" in own.content.decode()
        assert self.send(client, match, act="take 2R").status_code == 303
        match.refresh_from_db()
        assert match.position["hands"][0] == ["2R", "7B", "7G"]

    def test_who_has_fewest_points_stands_first(self, client):
        match = self.seated(scores=[3, 0, 5])
        match = put(match, turn=2, phase="lead", owner=None, middle=[])
        state = RULES.advance(RULES.from_dict(match.position), 2, "5N")
        put(match, **RULES.to_dict(state))
        page = client.get(f"/jouer/parties/{match.pk}/").content.decode()
        assert_valid_html(client.get(f"/jouer/parties/{match.pk}/"))
        scores = page[page.index('class="scores"') :]
        assert scores.index("Robot 1") < scores.index("Robot 2") < scores.index("Léa")
