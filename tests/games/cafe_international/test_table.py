"""Café International on the table: chairs that light up, what a card and a chair make, corners, the quiz."""

import re
from random import Random

import pytest
from django.http import QueryDict
from django.test import Client

from games import composing, scenes, services
from games.composing import UndecidedError
from games.engines.cafe_international import RULES
from games.engines.cafe_international.board import board as cafe
from games.engines.cafe_international.cards import JOKERS, NATIONS
from games.engines.cafe_international.moves import CHAIRS
from games.engines.kernel import SPECTATOR
from games.positions import position_of
from games.registry import get_game
from games.tables.base import IncompleteError, Parts
from games.tables.cafe_international import TABLE, asking, sprite
from games.tables.cafe_international.chairs import EXCHANGE
from games.tables.cafe_international.emblems import emblems
from games.tables.cafe_international.faces import face
from tests.games.positions import positions
from tests.games.tables import acting, buttons, make_match, press, put

CAFE = get_game("cafe-international")
NAMES = ["Toi", "Max", "Zoé", "Ali"]


def position(**changes):
    """Toi, with an Indian woman waiting at her table."""
    data = {
        "game": "cafe-international", "seats": 2, "turn": 0, "phase": "turn", "chairs": {"C62": "IN-F"},
        "hands": [["IN-M", "US-M", "RU-F", "JK-M"], ["RU-M", "RU-F"]],
    }  # fmt: skip
    return RULES.from_dict(data | changes)


def drawn(state=None, seat=0, **shown):
    state = position() if state is None else state
    moves = RULES.moves(state, seat) if seat != SPECTATOR else ()
    return TABLE.board(RULES.view(state, seat), moves, NAMES[: len(state.hands)], **shown)


def meant(state=None, **fields):
    data = {name: [value] for name, value in fields.items()}
    return TABLE.compose(RULES.view(state or position(), 0), Parts({k: tuple(v) for k, v in data.items()}))


class TestCardAndChair:
    def test_a_card_and_a_chair_seat_somebody(self):
        assert meant(guest="IN-M", chair="C68") == ["IN-M@C68"]

    def test_a_card_and_the_bar_send_somebody_there(self):
        assert meant(guest="IN-M", do="bar") == ["bar IN-M"]

    def test_a_joker_between_two_nations_is_asked_for_its_own(self):
        assert meant(guest="JK-M", chair="C61") == ["JK-M@C61=IN", "JK-M@C61=US"]
        with pytest.raises(UndecidedError) as asked:
            composing.move_of(CAFE, position(), 0, _post(guest="JK-M", chair="C61"))
        assert asked.value.moves == ["JK-M@C61=IN", "JK-M@C61=US"]

    def test_a_joker_at_tables_of_one_nation_is_not(self):
        assert meant(guest="JK-M", chair="C68") == ["JK-M@C68"]

    def test_where_a_joker_sits_it_is_exchanged(self):
        state = position(chairs={"C62": "IN-F", "C68": "JK-M"})
        assert meant(state, guest="IN-M", chair="C68") == ["swap C68 IN-M"]

    def test_a_taken_chair_is_refused_in_words(self):
        text = composing.move_of(CAFE, position(), 0, _post(guest="IN-M", chair="C62"))
        (fault,) = RULES.faults(position(), 0, text)
        assert fault.article == "cafe-international.3"

    @pytest.mark.parametrize(
        "fields",
        [{}, {"chair": "C68"}, {"guest": "IN-M"}, {"guest": "XX-M", "chair": "C68"},
         {"guest": "IN-M", "chair": "C99"}, {"guest": "IN-M", "do": "drink"}],
    )  # fmt: skip
    def test_half_a_move_is_none_yet(self, fields):
        with pytest.raises(IncompleteError):
            meant(**fields)


def _post(**fields):
    data = QueryDict(mutable=True)
    data.update(fields)
    return data


class TestLight:
    def test_chairs_light_up_where_the_judge_lets_a_card_sit_and_nowhere_else(self):
        for state in positions(RULES, {}, plies=80):
            for seat in RULES.actors(state):
                if not isinstance(seat, int):
                    continue
                shown = drawn(state, seat)
                card_of = {item.pick: item.card for item in shown.hand}
                lit = {(card_of[gain.pick], chair.id) for chair in shown.chairs for gain in chair.gains}
                legal = {
                    (move.card, CHAIRS[move.chair]) for move in RULES.moves(state, seat) if move.chair >= 0
                }
                assert lit == legal

    def test_what_a_chair_promises_is_what_it_gives(self):
        for state in positions(RULES, {}, plies=80):
            for seat in RULES.actors(state):
                if not isinstance(seat, int):
                    continue
                shown = drawn(state, seat)
                card_of = {item.pick: item.card for item in shown.hand}
                promised = {
                    (card_of[gain.pick], chair.id): gain.text
                    for chair in shown.chairs
                    for gain in chair.gains
                }
                for move in RULES.moves(state, seat)[:12]:
                    if move.kind == "seat" and move.card not in JOKERS:
                        points = RULES.advance(state, seat, move).scores[seat] - state.scores[seat]
                        text = promised[move.card, CHAIRS[move.chair]]
                        assert text == (f"+{points}" if points else "0")

    def test_an_exchange_has_its_own_sign(self):
        state = position(chairs={"C62": "IN-F", "C68": "JK-M"})
        (chair,) = [chair for chair in drawn(state).chairs if chair.id == "C68"]
        assert [gain.text for gain in chair.gains] == [EXCHANGE]

    def test_the_chairs_of_a_chosen_card_are_listed_best_first(self):
        state = position(chairs={"C62": "IN-F", "C66": "US-F", "C53": "US-M", "C54": "US-F"})
        shown = drawn(state, parts=Parts({"guest": ("US-M",)}))
        assert shown.chosen == "l’Américain"
        assert shown.ways[0].move == "US-M@C60"
        assert shown.ways[0].points == "5 points"

    def test_many_chairs_are_folded(self):
        shown = drawn(parts=Parts({"guest": ("JK-M",)}))
        assert len(shown.ways) == 8
        assert len(shown.ways) + len(shown.others) == len(
            [move for move in RULES.moves(position(), 0) if move.card == "JK-M"]
        )

    def test_a_lesson_shows_nothing_of_what_it_asks_for(self):
        blind = drawn(blind=True, parts=Parts({"guest": ("IN-M",)}))
        assert not any(chair.gains for chair in blind.chairs)
        assert len(blind.chairs) == 68
        assert not blind.ways
        assert not blind.bar_offered
        assert not any(item.goes for item in blind.hand)

    def test_an_onlooker_presses_nothing(self):
        watched = drawn(seat=SPECTATOR)
        assert not watched.active
        assert not watched.chairs
        assert [card.name for card in watched.players[0].cards] == [
            "Indien",
            "joker homme",
            "Russe (femme)",
            "Américain",
        ]


class TestCorners:
    def test_a_position_to_learn_from_shows_the_corner_where_somebody_sits(self):
        assert _corner(drawn(blind=True)) == "se"
        both = position(chairs={"C62": "IN-F", "C01": "AF-F"})
        assert _corner(drawn(both, blind=True)) == "tout"

    def test_a_game_shows_all_until_somebody_asks_or_has_laid_a_first_card(self):
        assert _corner(drawn()) == "tout"
        assert _corner(drawn(parts=Parts({"zoom": ("no",)}))) == "no"
        assert _corner(drawn(parts=Parts({"zoom": ("x",)}))) == "tout"
        laid = position(opening=False, hands=[["RU-F", "RU-M"], ["IN-F"]])
        assert _corner(drawn(RULES.play(laid, 0, "RU-M@C39").state)) == "se"
        elsewhere = position(chairs={"C62": "IN-F", "C01": "AF-F"}, hands=[["IN-M", "AF-M"], ["IN-F"]])
        assert _corner(drawn(RULES.play(elsewhere, 0, "IN-M@C68").state)) == "tout"

    def test_a_corner_tells_which_cards_find_a_chair_there(self):
        shown = drawn(position(chairs={"C62": "IN-F", "C01": "AF-F"}, hands=[["IN-M", "AF-M"], ["IN-F"]]))
        there = {zoom.value: zoom.picks for zoom in shown.zooms}
        assert there == {"tout": (), "no": (1,), "ne": (), "so": (), "se": (2,)}

    def test_a_lesson_shows_few_rows_where_nothing_happens_beyond(self):
        only_here = position(hands=[["IN-M"], ["RU-M"]])
        assert drawn(only_here, blind=True).edge == "s"
        tries = (RULES.read_move("IN-M@C33"),)
        assert drawn(only_here, blind=True, tries=tries).edge == ""
        assert drawn(only_here).edge == ""

    def test_every_chair_is_in_a_corner(self):
        assert {chair.quarter for chair in drawn().chairs} == {"no", "ne", "so", "se"}


def _corner(board):
    (ticked,) = [zoom.value for zoom in board.zooms if zoom.ticked]
    return ticked


class TestFaces:
    def test_each_nation_has_an_emblem_of_its_own(self):
        drawings = {(emblems()[nation].surface, emblems()[nation].lines) for nation in NATIONS}
        assert len(drawings) == len(NATIONS)
        assert len({emblems()[nation].thing for nation in NATIONS}) == len(NATIONS)

    def test_white_reads_on_the_clothes_of_every_nation(self):
        def light(colour):
            parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
            parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

        for nation in NATIONS:
            assert 1.05 / (light(emblems()[nation].colour) + 0.05) >= 4.5, nation

    @pytest.mark.parametrize(
        ("code", "name"),
        [("IN-F", "Indienne"), ("RU-M", "Russe (homme)"), ("JK-F", "joker femme"), ("=TR", "Turquie"),
         ("TR-F", "Turque"), ("JK-F=ES.", "joker femme (Espagnole)"), ("", "une carte cachée"),
         ("T11 T12 C62=IN-F C61=JK-M=US C68!", "la deuxième table indienne et la deuxième table américaine"),
         ("bar 7", "place 7 du bar\N{NARROW NO-BREAK SPACE}: \N{MINUS SIGN}4")],
    )  # fmt: skip
    def test_every_piece_has_its_name(self, code, name):
        assert face(code)["name"] == name


class TestAdvice:
    def test_a_seat_says_what_it_brings_at_which_table(self):
        state = position(chairs={"C62": "IN-F", "C54": "US-F"})
        said = TABLE.reason(RULES.view(state, 0), RULES.read_move("IN-M@C61"))
        assert said == (
            "Cela fait 2 points à la deuxième table indienne et 2 points à la deuxième table américaine."
        )

    def test_every_legal_move_has_a_reason(self):
        for state in positions(RULES, {}, plies=60):
            for seat in RULES.actors(state):
                if isinstance(seat, int):
                    for move in RULES.moves(state, seat)[:30]:
                        assert TABLE.reason(RULES.view(state, seat), move).endswith(".")


class TestPictures:
    def test_a_move_is_pictured_at_its_tables_with_who_sits_there(self):
        move = RULES.read_move("IN-M@C61")
        assert TABLE.pictured(move).tables == "T11 T12 C61!"
        assert TABLE.pictured_at(RULES.view(position(), 0), move).tables == "T11 T12 C62=IN-F C61!"

    def test_a_move_to_the_bar_is_a_card_and_a_cup(self):
        assert TABLE.pictured(RULES.read_move("bar IN-M")).bar


class TestQuiz:
    def test_the_points_asked_for_are_those_the_rules_give(self):
        rng = Random(5)
        made = [asking.gained(RULES, {}, rng) for _ in range(40)]
        asked = [question for question in made if question is not None]
        assert len(asked) > 10
        for question in asked:
            after = RULES.advance(question.state, question.seat, question.move)
            assert int(question.right) == after.scores[question.seat] - question.state.scores[question.seat]
            assert question.right in question.choices
            assert len(set(question.choices)) == 3

    def test_what_is_left_costs_five_a_card_and_ten_a_joker(self):
        for seed in range(30):
            question = asking.left_over(RULES, {}, Random(seed))
            (line,) = question.outcome.lines
            cards = line.facts["cards"]
            assert int(question.right) == sum(10 if card in JOKERS else 5 for card in cards) == -line.points
            assert question.right in question.choices
            assert len(set(question.choices)) == 3


# --- pages


@pytest.fixture
def match(db):
    return make_match(game="cafe-international", bots=2)


def address(match):
    return f"/jouer/parties/{match.pk}/"


def choose(client, match, **fields):
    return client.post(
        f"{address(match)}coup/",
        {"version": match.version, "seat": 0} | fields,
        follow="preview" not in fields,
    )


def mine(match, **changes):
    """The match with Léa to move, holding what we know."""
    return put(
        match,
        **{"turn": 0, "next": None, "phase": "turn", "owed": None, "laid": None, "opening": False,
           "hands": [["IN-M", "JK-M", "RU-F", "US-M"], ["RU-M", "RU-F"], ["CU-F"]], "bag": None,
           "chairs": {"C62": "IN-F"}} | changes,
    )  # fmt: skip


def complete(match):
    """Fills the bag in with all cards that are nowhere else."""
    state = {key: value for key, value in match.position.items() if key != "bag"}
    match.position = RULES.to_dict(RULES.from_dict(state))
    match.save()
    return match


class TestPages:
    def test_a_card_and_then_a_chair_seat_somebody_and_the_points_appear_at_the_table(self, client, match):
        complete(mine(match))
        response = choose(client, match, guest="IN-M", chair="C68")
        page = response.content.decode()
        assert page.count('class="cafe-points"') == 1
        assert page.count('class="cafe-new"') == 1
        match.refresh_from_db()
        assert position_of(match).scores[0] == 2

    def test_looking_first_plays_nothing_and_lists_the_chairs(self, client, match):
        complete(mine(match))
        response = choose(client, match, guest="IN-M", preview="1")
        page = response.content.decode()
        assert 'value="IN-M@C68"' in page
        assert 'value="IN-M"' in page
        match.refresh_from_db()
        assert match.version == 0

    def test_a_refusal_keeps_the_card_and_the_corner(self, client, match):
        complete(mine(match))
        response = choose(client, match, guest="RU-F", chair="C68", zoom="se")
        assert response.status_code == 422
        board = response.context["board"]
        assert [item.card for item in board.hand if item.ticked] == ["RU-F"]
        assert _corner(board) == "se"
        assert "chair-tried" in response.content.decode()

    def test_a_joker_is_asked_for_whom_it_stands(self, client, match):
        complete(mine(match))
        response = choose(client, match, guest="JK-M", chair="C61")
        assert response.status_code == 422
        assert [way.move for way in response.context["which"]] == ["JK-M@C61=IN", "JK-M@C61=US"]
        match.refresh_from_db()
        assert match.version == 0

    def test_a_move_that_nobody_can_make_is_refused_kindly(self, client, match):
        complete(mine(match))
        for fields in ({"guest": "US-F", "chair": "C66"}, {"guest": "JK-M", "do": "bar"}, {"chair": "C68"},
                       {"guest": "IN-M"}):  # fmt: skip
            assert choose(client, match, **fields).status_code == 422, fields

    def test_several_people_need_not_look_away_since_hands_lie_open(self, client, db):
        match = make_match(game="cafe-international", people=("Léa", "Max"), bots=0)
        page = client.get(address(match)).content.decode()
        assert 'id="uncover"' not in page
        assert page.count('name="guest"') == 5

    def test_a_game_of_what_is_offered_goes_to_its_end_without_scripts(self, db):
        client, match = Client(), make_match(game="cafe-international", bots=1)  # validity is tested above
        put(match, bag=match.position["bag"][::5])
        response = client.get(address(match))
        for _ in range(400):
            if 'id="again"' in response.content.decode():
                break
            response = _one_step(client, match, response)
        assert 'id="again"' in response.content.decode()
        match.refresh_from_db()
        assert acting(match) is None

    def test_nothing_of_the_draw_to_come_is_in_a_page(self, client, match):
        """All lies open but what will be drawn: another seed draws otherwise, and no page changes."""
        match.refresh_from_db()
        while acting(match) != 0:
            services.go_on(match=match, version=match.version)
            match.refresh_from_db()
        before = [client.get(address(match) + query).content for query in ("", "?conseil=1")]
        assert str(match.seed).encode() not in before[0]
        match.seed = 77
        match.save()
        assert [client.get(address(match) + query).content for query in ("", "?conseil=1")] == before

    def test_every_seat_is_told_of_the_points_it_may_see(self, match):
        complete(mine(match))
        services.play(match=match, version=match.version, seat=0, move="IN-M@C68")
        match.refresh_from_db()
        scene = scenes.see(match, scenes.latest(match))
        assert [event.kind for event in scene.happened] == ["seated", "scored"]
        assert cafe().tables[scene.happened[1].facts["table"]].id == "T11"


def test_the_picture_pages_refer_to_is_not_stale():
    kept = sprite.PATH.read_text(encoding="utf-8")
    assert kept == sprite.drawn(), "run python -m games.tables.cafe_international.sprite"


def test_everybody_a_page_shows_is_in_the_picture(client, db):
    match = make_match(game="cafe-international", bots=3)
    complete(
        mine(match, chairs={"C62": "IN-F", "C61": "JK-M=US"}, bar=["DE-F"], hands=[["IN-M"], ["RU-M"]] * 2)
    )
    page = client.get(f"/jouer/parties/{match.pk}/").content.decode()
    used = set(re.findall(r'cafe[.\w]*\.svg#([\w-]+)"', page))
    assert {"room", "face-IN_2dF_2e", "face-JK_2dM_3dUS_2e", "face-DE_2dF_2e", "face-RU_2dM_2e"} <= used
    assert used <= set(re.findall(r' id="([\w-]+)"', sprite.drawn()))


def _one_step(client, match, response):
    """What somebody does who looks where each card fits, takes the best chair, and else goes to the bar."""
    there = buttons(response)
    pressed = next((pair for pair in there if pair[1].get("id") == "go-on"), None)
    if pressed:
        return press(client, *pressed)
    board = response.context["board"]
    form = next(form for form, button in there if button.get("name") == "chair")
    for item in board.hand:
        if item.goes:
            seen = press(client, form, {"name": "preview", "value": "1"}, guest=item.card)
            way = next(
                pair for pair in buttons(seen) if item.card in pair[1]["value"] and pair[1]["name"] == "act"
            )
            return press(client, *way)
    for pair in there:
        if "data-offered" in pair[1] and pair[1].get("name") == "act":
            return press(client, *pair)
    guest = next(item.card for item in board.hand if item.card not in JOKERS)
    return press(client, form, {"name": "do", "value": "bar"}, guest=guest)
