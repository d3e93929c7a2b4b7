"""Oùcédonc on the table: gaps, doubts and estimates, what is laid open, the maps, the quiz."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from django.conf import settings

from games.engines.kernel import SPECTATOR, quiz
from games.engines.oucedonc import RULES
from games.engines.oucedonc.order import arms, misses
from games.registry import get_game
from games.tables.base import IncompleteError, Parts
from games.tables.oucedonc import TABLE
from games.tables.oucedonc.faces import ROOM, face
from games.tables.oucedonc.laid_open import laid_open
from games.tables.oucedonc.maps import MAPS
from games.tables.oucedonc.quiz import ARM, RIGHT, TOKENS
from games.tables.oucedonc.said import than
from tests.games.oucedonc.positions import at, count_at, played
from tests.games.positions import positions
from tests.games.tables import buttons, make_match, press, put
from tests.html import assert_valid_html

NAMES = ["Léa", "Max", "Zoé", "Ali", "Eva", "Tom"]


def real(ns, ew=(), **keys):
    return at(ns, ew, rules=RULES, **keys)


def drawn(state, seat=0, fields=None, **shown):
    moves = RULES.moves(state, seat) if seat != SPECTATOR else ()
    parts = Parts({name: (value,) for name, value in (fields or {}).items()})
    return TABLE.board(RULES.view(state, seat), moves, NAMES[: len(state.tokens)], parts=parts, **shown)


def gaps(board):
    return {item.move: item.label for arm in board.arms.values() for item in arm.items if item.move}


class TestPlacing:
    def test_the_first_place_has_four_gaps_each_with_its_words(self):
        board = drawn(real(["Paris"], card="Etna"))
        assert gaps(board) == {
            "NS 0": "Placer Etna tout au nord, avant Paris",
            "NS 1": "Placer Etna tout au sud, après Paris",
            "EW 0": "Placer Etna tout à l’ouest, avant Paris",
            "EW 1": "Placer Etna tout à l’est, après Paris",
        }

    def test_a_gap_says_between_which_cards_it_is(self):
        state = real(["Oslo", "Paris"], ["Paris", "Prague"], card="Rome")
        assert gaps(drawn(state))["NS 1"] == "Placer Rome entre Oslo et Paris"
        assert gaps(drawn(state))["EW 1"] == "Placer Rome entre Paris et Prague"

    def test_gaps_and_moves_are_the_same_and_no_two_sound_alike(self):
        seen = 0
        for state in positions(RULES, {}, plies=60):
            for seat in range(len(state.tokens)):
                moves = [str(move) for move in RULES.moves(state, seat)]
                found = gaps(drawn(state, seat))
                if state.phase == "place" and state.turn == seat:
                    assert sorted(found) == sorted(moves)
                    assert len(set(found.values())) == len(found)
                    seen += 1
                else:
                    assert not found
        assert seen > 10

    def test_the_arms_hold_each_card_once_in_its_order(self):
        state = real(["Oslo", "Paris", "Rome", "Etna"], ["Brest", "Paris"], card="Kazan")
        arms_ = {
            side: [item.card for item in arm.items if item.card] for side, arm in drawn(state).arms.items()
        }
        assert arms_ == {"N": ["Oslo"], "S": ["Rome", "Etna"], "W": ["Brest"], "E": []}

    def test_to_look_at_there_is_nothing_to_press(self):
        board = drawn(real(["Paris"], card="Etna"), still=True)
        assert not gaps(board)
        assert not board.acts
        assert board.card == "Etna"

    def test_a_gap_that_is_not_there_can_be_tried_in_a_lesson(self):
        state = real(["Paris"], card="Etna")
        board = drawn(state, tries=(RULES.read_move("NS 2"),), blind=True)
        assert [act.move for act in board.acts] == ["NS 2"]


class TestDoubting:
    def doubted(self):
        return real(
            ["Oslo", "Etna", "Paris"],
            phase="doubt",
            turn=1,
            laid=["NS", 1],
            placer=0,
            start="Paris",
            played=2,
        )

    def test_each_neighbour_may_be_named_in_words_a_child_can_check(self):
        board = drawn(self.doubted(), 1)
        assert [(act.move, act.label) for act in board.acts] == [
            ("doubt N", "Je doute\u202f: Etna n’est pas plus au sud qu’Oslo"),
            ("doubt S", "Je doute\u202f: Etna n’est pas plus au nord que Paris"),
            ("trust", "Je ne doute pas"),
        ]
        assert board.claim == "Etna entre Oslo et Paris"

    def test_who_is_not_asked_has_nothing_to_press(self):
        assert not drawn(self.doubted(), 0).acts
        assert not drawn(self.doubted(), SPECTATOR).acts

    @pytest.mark.parametrize(
        ("name", "told"), [("Oslo", "qu’Oslo"), ("Édimbourg", "qu’Édimbourg"), ("Rome", "que Rome")]
    )
    def test_a_vowel_elides(self, name, told):
        assert than(name) == told


class TestEstimating:
    def test_a_number_is_an_estimate(self):
        assert TABLE.compose(None, Parts({"number": ("3",), "do": ("estimate",)})) == ["estimate 3"]

    @pytest.mark.parametrize("number", ["", "x", "-1", "1.5", "³"])
    def test_what_is_no_number_is_no_move_yet(self, number):
        with pytest.raises(IncompleteError):
            TABLE.compose(None, Parts({"number": (number,), "do": ("estimate",)}))

    def test_anything_else_is_no_move_yet(self):
        with pytest.raises(IncompleteError):
            TABLE.compose(None, Parts({"number": ("1",)}))

    @pytest.mark.parametrize(
        ("fields", "shown"),
        [
            ({}, ""),
            ({"number": "2"}, "2"),
            ({"number": "2", "preview": "more"}, "3"),
            ({"number": "2", "preview": "less"}, "1"),
            ({"number": "0", "preview": "less"}, "0"),
            ({"number": "", "preview": "more"}, "0"),
            ({"number": "x", "preview": "more"}, "0"),
        ],
    )
    def test_the_number_goes_up_and_down_one_by_one(self, fields, shown):
        board = drawn(count_at(["Oslo", "Paris", "Rome"], start="Paris", rules=RULES), fields=fields)
        assert (board.guess.number, board.guess.most) == (shown, 2)

    def test_who_has_estimated_is_seen_but_not_what(self):
        state = real(
            ["Oslo", "Paris"], phase="estimate", turn=[1], start="Paris", played=15, estimates=[1, None]
        )
        players = drawn(state, 1).players
        assert [player.guessed for player in players] == [True, False]
        assert not drawn(state, 0).guess


class TestLaidOpen:
    def checked(self):
        state = real(["Etna", "Paris"], phase="doubt", turn=1, laid=["NS", 0], placer=0, start="Paris")
        return played(state, "1 doubt S", rules=RULES)

    def counted(self):
        state = count_at(
            ["Berlin", "Prague", "Oslo", "Milan"], ["Brest", "Milan"], start="Milan", rules=RULES
        )
        return played(state, "0 estimate 2", "1 estimate 1", rules=RULES)

    def test_a_check_shows_two_places_and_their_parallels(self):
        found = laid_open("europe", self.checked()[1])
        assert [pin.name for pin in found.shown.pins] == ["Etna", "Paris"]
        assert found.shown.lines == "NS"
        assert found.shown.pins[0].y > found.shown.pins[1].y  # the Etna lies south
        assert [card.degrees for card in found.arms[0].cards] == ["37,75° N", "48,85° N"]

    def test_a_count_shows_every_arm_with_what_is_misplaced(self):
        found = laid_open("europe", self.counted()[1])
        assert [[card.name for card in arm.cards] for arm in found.arms] == [
            ["Milan", "Oslo", "Prague", "Berlin"],
            ["Milan", "Brest"],
        ]
        assert [card.name for arm in found.arms for card in arm.cards if card.wrong] == ["Prague", "Berlin"]
        assert found.title == "Le compte\u202f: 2 cartes mal placées"
        numbers = {pin.name: pin.number for pin in found.shown.pins}
        assert numbers == {"Milan": 0, "Oslo": 1, "Prague": 2, "Berlin": 3, "Brest": 4}

    def test_a_lesson_that_asks_shows_what_the_backs_say_and_not_what_is_wrong(self):
        state, told = self.counted()
        (asked,) = TABLE.uncovered(RULES.view(state, 0), told)
        assert [card.degrees for card in asked.arms[0].cards] == [
            "45,46° N",
            "59,91° N",
            "50,09° N",
            "52,52° N",
        ]
        assert not any(card.wrong for arm in asked.arms for card in arm.cards)
        assert (asked.judged, asked.shown) == (False, None)
        assert TABLE.uncovered(RULES.view(state, 0), ()) == ()

    def test_nothing_is_laid_open_where_no_card_is_turned(self):
        state = real(["Paris"], card="Etna")
        assert laid_open("europe", played(state, "0 NS 0", rules=RULES)[1]) is None
        assert laid_open("europe", ()) is None

    def test_places_of_one_spot_are_told_apart(self):
        places = ["Naples", "Vésuve", "Rome", "Herculanum", "Monaco", "Saint-Marin"]
        names = [name for name in places if name in RULES.atlas["europe"]]
        state = count_at([*names, "Paris"], start="Paris", rules=RULES)
        _, told = played(state, "0 estimate 0", "1 estimate 0", rules=RULES)
        shown = laid_open("europe", told).shown
        marks = [(pin.mark_x, pin.mark_y) for pin in shown.pins]
        for number, one in enumerate(marks):
            for two in marks[:number]:
                assert (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2 > (1.9 * shown.pin) ** 2


class TestMaps:
    @pytest.mark.parametrize("edition", MAPS)
    def test_every_place_is_on_its_map_wherever_one_looks(self, edition):
        area = MAPS[edition]
        for name, place in RULES.atlas[edition].items():
            x, y = area.at(place.lat, place.lon)
            assert 0.01 * area.width < x < 0.99 * area.width, name
            assert 0.01 * area.height < y < 0.99 * area.height, name

    @pytest.mark.parametrize("edition", MAPS)
    def test_what_is_shown_lies_on_the_map_and_holds_its_pins(self, edition):
        for seed in range(30):
            names = Random(seed).sample(sorted(RULES.atlas[edition]), 8)
            state = count_at(names, names[:1], start=names[0], rules=RULES, options={"edition": edition})
            shown = laid_open(edition, played(state, "0 estimate 0", "1 estimate 0", rules=RULES)[1]).shown
            assert shown.x >= 0
            assert shown.y >= 0
            assert shown.right <= shown.map.width + 0.2
            assert shown.bottom <= shown.map.height + 0.2
            for pin in shown.pins:
                assert shown.x < pin.x < shown.right
                assert shown.y < pin.y < shown.bottom

    @pytest.mark.parametrize("edition", MAPS)
    def test_a_map_is_light_and_asks_for_nothing(self, edition):
        text = (Path(settings.BASE_DIR) / "static" / "maps" / f"{edition}.svg").read_text("utf-8")
        assert len(text.encode()) < 25_000
        for part in ("land", "borders", *(["country"] if edition == "france" else [])):
            assert f'<path id="{part}" d="M' in text
        assert "style" not in text
        assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")


class TestFaces:
    @pytest.mark.parametrize("edition", MAPS)
    def test_every_name_fits_its_sign(self, edition):
        for name in RULES.atlas[edition]:
            seen = face(name)
            assert 15 <= seen["size"] <= 32, name
            assert max(len(line.text) for line in seen["lines"]) * seen["size"] * 0.585 <= ROOM + 0.5
            assert [line.y for line in seen["lines"]] == sorted(line.y for line in seen["lines"])

    def test_a_back_says_only_what_it_is_given(self):
        assert face("Oslo@59.91,10.75")["degrees"] == ["59,91° N", "10,75° E"]
        assert "degrees" not in face("")
        assert "degrees" not in face("Oslo")


class TestQuiz:
    def asked(self, kind, seeds=40):
        game = get_game("oucedonc")
        for seed in range(seeds):
            yield quiz.question(RULES, game.book, TABLE.quiz_options, TABLE.fits, kind, seed, TABLE.questions)

    @pytest.mark.parametrize("kind", [ARM, RIGHT, TOKENS])
    def test_a_question_has_one_right_answer_among_its_choices_and_no_answer_always_wins(self, kind):
        answers = Counter()
        for made in self.asked(kind):
            assert made.right in made.choices
            assert len(set(made.choices)) == len(made.choices) > 1
            assert made.choices.count(made.right) == 1
            assert made.why
            assert made.article in get_game("oucedonc").book.articles
            answers[made.right] += 1
        assert len(answers) > 1

    def test_an_arm_is_counted_as_the_articles_count_it(self):
        for made in self.asked(ARM):
            rows = made.outcome.lines[0].facts["rows"]
            names = [name for name, _ in rows]
            side = next(side for side, arm in arms(made.state).items() if list(arm) == names[1:])
            found = misses(RULES.table(made.state), side, names[0], tuple(names[1:]))
            assert made.right == str(len(found))

    def test_who_was_right_to_doubt_is_as_the_judge_says(self):
        for made in self.asked(RIGHT):
            names = [name for name, _ in made.outcome.lines[0].facts["rows"]]
            newest = made.state.line(made.state.laid.line)[made.state.laid.at]
            other = next(name for name in names if name != newest)
            sides = {
                move.side: made.state.line(made.state.laid.line)[made.state.laid.at + step]
                for move in RULES.moves(made.state, made.seat)
                if (step := {"N": -1, "W": -1, "S": 1, "E": 1}.get(move.side))
            }
            side = next(side for side, name in sides.items() if name == other)
            events = RULES.play(made.state, made.seat, f"doubt {side}").events
            right = any(event.kind in ("right", "reserve") for event in events)
            assert made.right == ("doubter" if right else "placer")


@pytest.mark.django_db
class TestPages:
    def test_each_kind_of_page_is_valid_and_turned_places_are_shown(self, client):
        match = make_match(game="oucedonc", bots=1, level="familier")
        rng, shown = Random(5), Counter()
        kinds = ("map-line", "laid-open-count", 'id="estimate"', "btn-doubt", "gap-ns-0")
        response = client.get(f"/jouer/parties/{match.pk}/")
        for _ in range(70):
            page = response.content.decode()
            if all(shown[kind] for kind in kinds):
                break
            news = [kind for kind in kinds if kind in page]
            if any(not shown[kind] for kind in news):
                assert_valid_html(response)
            shown.update(news)
            offered = [pair for pair in buttons(response) if "data-offered" in pair[1]]
            onwards = [pair for pair in buttons(response) if pair[1].get("id") == "go-on"]
            form, button = rng.choice(offered or onwards)
            response = press(
                client, form, button, **({"number": "1"} if button.get("id") == "estimate" else {})
            )
        assert all(shown[kind] for kind in kinds), shown

    def test_steps_up_and_down_play_nothing_and_keep_the_number(self, client):
        match = put(
            make_match(game="oucedonc"), phase="estimate", turn=[0, 1], next=0, ns=["Oslo", "Paris", "Rome"],
            ew=["Paris"], start="Paris", card=None, laid=None, placer=None, played=15, gone=[],
            estimates=[None, None],
        )  # fmt: skip
        path = f"/jouer/parties/{match.pk}/coup/"
        page = client.post(path, {"version": 0, "number": "1", "preview": "more"}).content.decode()
        assert 'name="number" id="number" min="0" step="1" value="2"' in page
        match.refresh_from_db()
        assert match.version == 0
        refused = client.post(path, {"version": 0, "number": "3", "do": "estimate"})
        assert refused.status_code == 422
        assert "ton estimation va de 0 à 2" in refused.content.decode()
        assert 'value="3"' in refused.content.decode()

    def test_several_people_need_no_cover_but_for_their_estimates(self, client):
        match = make_match(game="oucedonc", people=("Léa", "Max"), bots=0)
        path = f"/jouer/parties/{match.pk}/"
        page = client.get(path).content.decode()
        assert 'id="uncover"' not in page
        assert "gap-ns-0" in page
        put(
            match, phase="estimate", turn=[0, 1], next=0, ns=["Oslo", "Paris"], ew=["Paris"], start="Paris",
            card=None, laid=None, placer=None, played=15, gone=[], estimates=[None, None],
        )  # fmt: skip
        covered = client.get(path).content.decode()
        assert "Je suis Léa\u202f: faire mon estimation" in covered
        assert 'id="number"' not in covered
        after = client.post(
            path + "coup/", {"version": 0, "seat": 0, "number": "1", "do": "estimate"}, follow=True
        )
        assert "Je suis Max\u202f: faire mon estimation" in after.content.decode()
        assert 'id="number"' not in after.content.decode()
