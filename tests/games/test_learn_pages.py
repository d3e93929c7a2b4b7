"""The pages one learns on: right, wrong, hints, resuming, somebody else; with and without scripts."""

import re
from html import unescape

import pytest

from games import progress
from games.engines.kernel import lessons
from games.engines.kernel.lessons import ANSWER, CHOOSE, GAME, PLAY, RULE, solutions
from games.registry import get_game
from tests import make
from tests.games.tables import buttons, press

pytestmark = [pytest.mark.django_db, pytest.mark.drawing]

UNO = get_game("uno")
FIRST = "/jouer/uno/lecons/recouvrir/"
HTMX = {"HX-Request": "true"}


def text_of(response) -> str:
    return unescape(response.content.decode())


def every_step():
    for lesson in UNO.lessons:
        for number, step in enumerate(lesson.steps, start=1):
            yield f"/jouer/uno/lecons/{lesson.slug}/", number, step


@pytest.fixture
def untaught(monkeypatch):
    """A game for which no lessons are written: Odin, without them."""
    monkeypatch.delitem(lessons._offered, "odin")
    lessons.course.cache_clear()
    yield "odin"
    lessons.course.cache_clear()


class TestFrontPages:
    def test_the_list_says_what_can_be_learnt_and_what_cannot_yet(self, client, untaught):
        page = text_of(client.get("/jouer/"))
        assert 'href="/jouer/uno/"' in page
        assert "Pas encore" in page
        assert "Odin" in page
        assert 'href="/jouer/odin/"' not in page

    def test_a_game_offers_its_lessons_a_free_game_and_the_quiz(self, client):
        page = text_of(client.get("/jouer/uno/"))
        for lesson in UNO.lessons:
            assert f'href="/jouer/uno/lecons/{lesson.slug}/"' in page
        assert 'action="/jouer/uno/parties/"' in page
        assert 'href="/jouer/uno/quiz/"' in page
        assert "Commencer à apprendre" in page

    @pytest.mark.parametrize(
        "address",
        [
            "/jouer/tarot/",
            "/jouer/odin/",
            "/jouer/uno/lecons/voler/",
            "/jouer/odin/lecons/recouvrir/",
            "/jouer/odin/quiz/",
        ],
    )
    def test_what_is_not_taught_here_is_not_found_in_our_look(self, client, untaught, address):
        response = client.get(address)
        assert response.status_code == 404
        assert 'class="top"' in response.content.decode()

    def test_the_options_of_a_record_are_proposed_for_the_free_game(self, client):
        page = text_of(client.get("/jouer/uno/?doublet=false"))
        assert re.search(r'name="option_doublet" value="false"[^>]* checked', page)
        assert "<details open>" in page

    def test_options_that_are_none_are_passed_over(self, client):
        page = text_of(client.get("/jouer/uno/?doublet=peut-être&edition=lune"))
        assert re.search(r'name="option_doublet" value="true"[^>]* checked', page)

    def test_the_record_of_uno_leads_here_with_its_options(self, client):
        record = make.make_record("Uno", game="uno", game_options={"doublet": "false"})
        page = text_of(client.get(record.get_absolute_url()))
        assert 'href="/jouer/uno/?doublet=false"' in page
        assert "Apprendre à jouer" in page

    def test_the_search_finds_what_can_be_learnt_here(self, client, untaught):
        make.make_record("Uno", game="uno")
        make.make_record("Odin", game="odin")
        page = text_of(client.get("/catalogue/?trainer=1"))
        assert "/jeux/uno/" in page
        assert "/jeux/odin/" not in page

    def test_only_looking_leaves_no_trace(self, client):
        for address in ("/jouer/", "/jouer/uno/", FIRST, FIRST + "?etape=2&indice=1", "/jouer/uno/quiz/"):
            response = client.get(address)
            assert response["Cache-Control"] == "no-store, private"
            assert "sessionid" not in client.cookies


class TestAStep:
    def test_the_first_page_asks_at_once(self, client):
        response = client.get(FIRST)
        assert "Pose une carte de la même couleur." in text_of(response)
        moves = [button["value"] for _, button in buttons(response) if button.get("name") == "move"]
        assert {"Y8", "R9", "B2"} <= set(moves)
        assert " goes" not in text_of(response)

    def test_a_right_move_is_told_remembered_and_leads_on(self, client):
        response = client.post(FIRST, {"etape": "1", "move": "Y8"})
        assert response.status_code == 303
        page = client.get(response.url)
        assert "Jaune sur jaune" in text_of(page)
        assert "Tu poses le 8 jaune" in text_of(page)
        assert f'href="{FIRST}?etape=2"' in text_of(page)
        assert progress.done(client.session, "uno", "recouvrir") == {1}

    def test_a_wrong_move_is_refused_by_its_article_with_a_hint_and_nothing_is_lost(self, client):
        client.post(FIRST, {"etape": "1", "move": "Y8"})
        response = client.post(FIRST, {"etape": "1", "move": "R9"})
        page = text_of(response)
        assert response.status_code == 422
        assert "Le 9 rouge ne va pas ici" in page
        assert "Règle 3" in page
        assert UNO.lessons[0].steps[0].hints[0] in page
        assert progress.done(client.session, "uno", "recouvrir") == {1}

    def test_hints_rise_with_each_mistake(self, client):
        page = text_of(client.post(FIRST, {"etape": "1", "move": "R9", "indice": "1"}))
        assert UNO.lessons[0].steps[0].hints[1] in page
        assert "Montre-moi" in page

    def test_hints_come_when_asked_for_and_last_the_answer(self, client):
        first, second = UNO.lessons[0].steps[0].hints
        assert first not in text_of(client.get(FIRST))
        page = text_of(client.get(FIRST + "?etape=1&indice=1"))
        assert first in page
        assert second not in page
        page = text_of(client.get(FIRST + "?etape=1&indice=3"))
        assert "La réponse\u202f: Pose le 8 jaune" in page
        assert 'id="hint"' not in page

    def test_a_legal_move_that_is_not_the_one_asked_is_said_to_be_legal(self, client):
        response = client.post(FIRST, {"etape": "1", "move": "draw"})
        assert response.status_code == 422
        assert "C’est permis, mais ici on cherche une carte jaune" in text_of(response)

    @pytest.mark.parametrize(
        "data", [{"move": "x"}, {"move": ""}, {}, {"answer": "Y8" * 90}, {"move": "Y8\x00"}, {"etape": "1"}]
    )
    def test_what_cannot_be_read_changes_nothing(self, client, data):
        response = client.post(FIRST, {"etape": "1"} | data)
        assert response.status_code == 422
        assert "ne se lit pas" in text_of(response)
        assert not progress.any_kept(client.session)

    def test_announcing_is_ticked_apart_from_the_card(self, client):
        address = "/jouer/uno/lecons/uno/"
        forgot = client.post(address, {"etape": "1", "move": "R4"})
        assert forgot.status_code == 422
        assert "tu n’as rien dit" in text_of(forgot)
        assert client.post(address, {"etape": "1", "move": "R4", "along": " !"}).status_code == 303

    def test_the_address_of_a_right_answer_can_be_shown_again_and_of_a_wrong_one_only_asks(self, client):
        assert "Jaune sur jaune" in text_of(client.get(FIRST + "?etape=1&fait=Y8"))
        for wrong in ("R9", "draw", "x", "%00"):
            page = client.get(FIRST + f"?etape=1&fait={wrong}")
            assert page.status_code == 200
            assert 'id="verdict"' not in text_of(page)
        assert not progress.any_kept(client.session)

    def test_an_answer_sent_twice_counts_once(self, client):
        for _ in range(2):
            client.post(FIRST, {"etape": "1", "move": "Y8"})
        assert progress.done(client.session, "uno", "recouvrir") == {1}

    def test_one_resumes_where_one_was(self, client):
        client.post(FIRST, {"etape": "1", "move": "Y8"})
        assert "Pose une carte du même chiffre" in text_of(client.get(FIRST))
        assert "Continuer\u202f: Recouvrir" in text_of(client.get("/jouer/uno/"))

    def test_a_step_can_be_passed_over_and_is_then_still_to_do(self, client):
        page = text_of(client.get(FIRST + "?etape=1"))
        assert f'id="skip" href="{FIRST}?etape=2"' in page
        client.post(FIRST, {"etape": "2", "move": "G4"})
        assert "Pose une carte de la même couleur" in text_of(client.get(FIRST))

    @pytest.mark.parametrize("number", ["0", "99", "-1", "x", "²", "9" * 30, ""])
    def test_a_step_that_is_none_is_the_first_one(self, client, number):
        response = client.get(FIRST, {"etape": number})
        assert response.status_code == 200
        assert "Pose une carte de la même couleur" in text_of(response)

    def test_the_last_step_leads_to_the_next_lesson(self, client):
        page = text_of(client.get(FIRST + "?etape=4&fait=G1&fait=R7&fait=GD"))
        assert "Leçon suivante\u202f: Le doublet" in page

    def test_a_choice_says_what_is_wrong_and_how_many_are_missing(self, client):
        response = client.post(FIRST, {"etape": "4", "answer": ["G1", "B2"]})
        page = text_of(response)
        assert response.status_code == 422
        assert "Le 2 bleu ne va pas ici" in page
        assert "«\u00a0Pose le 2 bleu\u00a0»\u202f: Le 2 bleu ne va pas ici" in page
        assert "manque aussi 2 bonnes réponses" in page
        assert re.search(r'value="G1" checked', page)

    def test_a_rule_that_says_something_else_is_read_out(self, client):
        page = text_of(client.post("/jouer/odin/lecons/deux-cartes/", {"etape": "4", "answer": "odin.6"}))
        assert "dit autre chose\u202f: Ce que tu poses" in page

    def test_ticking_nothing_is_kindly_told(self, client):
        page = text_of(client.post(FIRST, {"etape": "4", "indice": "0"}))
        assert "Tu n’as encore rien coché" in page

    def test_htmx_gets_the_part_and_it_says_what_happened(self, client):
        response = client.post(FIRST, {"etape": "1", "move": "Y8"}, headers=HTMX)
        assert response.status_code == 200
        assert "<!doctype" not in text_of(response).lower()
        said = re.search(r'id="said"[^>]*>(.*?)</div>', text_of(response), re.S)[1]
        assert "Jaune sur jaune" in said
        assert "HX-Request" in response["Vary"]

    def test_what_the_others_hold_is_not_on_the_page(self, client):
        page = text_of(client.get("/jouer/uno/lecons/super-joker/?etape=3"))
        assert "9 jaune" not in page
        assert "Y9" not in page


class TestEveryStep:
    def test_each_is_a_valid_page_that_shows_no_answer(self, client):
        for address, number, step in every_step():
            page = text_of(client.get(f"{address}?etape={number}"))
            assert step.ask in page
            assert not step.right or step.right not in page
            if step.kind == ANSWER:
                assert "player-turn" not in page

    def test_each_can_be_solved_through_its_page(self, client):
        for address, number, step in every_step():
            if step.kind == GAME:
                continue
            values = solutions(UNO.rules, step)[0]
            response = client.post(
                address, {"etape": number, "move" if step.kind == PLAY else "answer": list(values)}
            )
            assert response.status_code == 303, (address, number)
            assert step.right in text_of(client.get(response.url)), (address, number)
        stops = text_of(client.get("/jouer/uno/"))
        assert stops.count("stop-done") == len(UNO.lessons) - 1

    def test_each_offers_a_way_to_its_answer_by_what_can_be_pressed(self, client):
        for address, number, step in every_step():
            if step.kind not in (PLAY, RULE, ANSWER):
                continue
            response = client.get(f"{address}?etape={number}")
            offered = {button.get("value") for _, button in buttons(response)}
            wanted = solutions(UNO.rules, step)[0][0].removesuffix(" !")
            assert wanted in offered, (address, number)

    def test_whatever_is_offered_is_answered(self, client):
        for address, number, step in every_step():
            if step.kind in (GAME, CHOOSE):
                continue
            for form, button in buttons(client.get(f"{address}?etape={number}")):
                if form["action"] == address and button["name"] != "preview":
                    data = form["fields"] | {button["name"]: button["value"]}
                    assert client.post(address, data).status_code in (303, 422)


class TestSomebodyElse:
    def test_one_tap_forgets_and_one_tap_takes_it_back(self, client):
        client.post(FIRST, {"etape": "1", "move": "Y8"})
        assert "C’est quelqu’un d’autre" in text_of(client.get("/jouer/uno/"))
        response = client.post("/jouer/quelqu-un-d-autre/", {"game": "uno"}, follow=True)
        assert "Les leçons repartent de zéro" in text_of(response)
        assert not progress.any_kept(client.session)
        assert "Commencer à apprendre" in text_of(response)
        client.post("/jouer/quelqu-un-d-autre/", {"undo": "1", "game": "uno"})
        assert progress.done(client.session, "uno", "recouvrir") == {1}

    def test_once_the_next_one_has_begun_nothing_is_left_of_the_one_before(self, client):
        client.post(FIRST, {"etape": "1", "move": "Y8"})
        client.post("/jouer/quelqu-un-d-autre/")
        client.post(FIRST, {"etape": "2", "move": "G4"})
        client.post("/jouer/quelqu-un-d-autre/", {"undo": "1"})
        assert progress.done(client.session, "uno", "recouvrir") == {2}

    def test_a_family_stays_signed_in(self, family, login):
        client = login(family)
        client.post(FIRST, {"etape": "1", "move": "Y8"})
        client.post("/jouer/quelqu-un-d-autre/")
        assert client.get("/compte/").status_code == 200

    def test_it_leads_back_to_what_exists(self, client):
        for slug, there in (("uno", "/jouer/uno/"), ("tarot", "/jouer/"), ("", "/jouer/")):
            assert client.post("/jouer/quelqu-un-d-autre/", {"game": slug}).url == there


class TestTheShortGame:
    ADDRESS = "/jouer/uno/lecons/premiere-partie/"

    def play(self, client):
        response = client.get(self.ADDRESS)
        for _ in range(200):
            assert response.status_code == 200
            if 'id="next"' in text_of(response):
                return response
            there = [pair for pair in buttons(response) if pair[1].get("name") in ("move", "act")]
            cards = [pair for pair in there if "data-offered" in pair[1] and pair[1].get("id") != "draw"]
            rest = [pair for pair in there if pair[1].get("id") in ("draw", "go-on")]
            response = press(client, *(cards + rest)[0])
        raise AssertionError("it does not end")

    def test_it_is_played_to_its_end_by_what_is_offered(self, client):
        for _ in range(2):  # other cards each time
            page = text_of(self.play(client))
            assert "une manche entière" in page
            assert progress.done(client.session, "uno", "premiere-partie") == {1}
            client.post(self.ADDRESS, {"etape": "1", "again": "1"})

    def test_an_illegal_move_is_refused_and_the_game_goes_on(self, client):
        response = client.post(self.ADDRESS, {"etape": "1", "version": "0", "move": "B2"})
        assert response.status_code == 422
        assert "Le 2 bleu ne va pas ici" in text_of(response)
        assert client.post(self.ADDRESS, {"etape": "1", "version": "0", "move": "Y5"}).status_code == 303

    def test_a_move_sent_twice_is_played_once(self, client):
        client.post(self.ADDRESS, {"etape": "1", "version": "0", "move": "Y5"})
        before = client.session["learn"]["uno"]["round"]
        response = client.post(self.ADDRESS, {"etape": "1", "version": "0", "move": "Y5"})
        assert response.status_code == 409
        assert "déjà continué" in text_of(response)
        assert "Pas encore" not in text_of(response)
        assert client.session["learn"]["uno"]["round"] == before

    def test_a_move_can_be_taken_back_and_played_otherwise(self, client):
        assert 'id="take-back"' not in text_of(client.get(self.ADDRESS))
        client.post(self.ADDRESS, {"etape": "1", "version": "0", "move": "Y5"})
        assert 'id="take-back"' in text_of(client.get(self.ADDRESS))
        client.post(self.ADDRESS, {"etape": "1", "version": "1", "undo": "1"})
        assert client.session["learn"]["uno"]["round"]["lines"] == []
        # a page from before is stale, though the table is the same again
        assert client.post(self.ADDRESS, {"etape": "1", "version": "0", "move": "Y5"}).status_code == 409
        assert client.post(self.ADDRESS, {"etape": "1", "version": "2", "move": "Y5"}).status_code == 303

    def test_advice_says_a_move_and_its_rule(self, client):
        page = text_of(client.get(self.ADDRESS + "?etape=1&conseil=1"))
        assert "Conseil\u202f:</b> Pose" in page
        assert "C’est ce que ferait un joueur habitué" in page

    def test_what_another_version_kept_begins_again(self, client):
        client.post(self.ADDRESS, {"etape": "1", "version": "0", "move": "Y5"})
        session = client.session
        session["learn"]["uno"]["round"]["lines"] = ["0 quatre", "1 R5"]
        session.save()
        assert "quatre cartes chacun" in text_of(client.get(self.ADDRESS)).lower()


class TestWhatItCosts:
    def test_pages_and_answers_stay_within_their_budgets(self, client, budget):
        make.make_library()
        client.post(FIRST, {"etape": "1", "move": "Y8"})
        with budget("lesson"):
            client.get(FIRST)
        with budget("lesson"):
            client.get("/jouer/uno/")
        with budget("lesson_answer"):
            client.post(FIRST, {"etape": "2", "move": "G4"}, headers=HTMX)
        with budget("lesson"):
            client.post(FIRST, {"etape": "2", "move": "R9"}, headers=HTMX)
