"""The quiz: fair questions that the engine judges, and a score in which every question counts once."""

import re
from collections import Counter
from html import unescape
from types import SimpleNamespace

import pytest

from games import questions, tables
from games.engines.kernel import quiz
from games.registry import get_game

UNO = get_game("uno")
TABLE = tables.of("uno")
ADDRESS = "/jouer/uno/quiz/"
SEEDS = range(120)


def made(kind, seed):
    return quiz.question(UNO.rules, UNO.book, TABLE.quiz_options, TABLE.fits, kind, seed)


def text_of(response) -> str:
    return unescape(response.content.decode())


class TestQuestions:
    def test_the_same_seed_asks_the_same(self):
        for kind in (quiz.MAY, quiz.RULE, quiz.POINTS):
            assert made(kind, "a") == made(kind, "a")

    def test_whether_a_move_is_permitted_is_what_the_engine_says(self):
        answers = Counter()
        for seed in SEEDS:
            question = made(quiz.MAY, seed)
            faults = UNO.rules.faults(question.state, question.seat, question.move)
            assert (question.right == quiz.NO) is bool(faults)
            assert set(question.choices) == {quiz.YES, quiz.NO}
            answers[question.right] += 1
        assert min(answers.values()) > len(SEEDS) / 4

    def test_of_the_rules_offered_exactly_one_forbids_the_move(self):
        asked = Counter()
        for seed in SEEDS:
            question = made(quiz.RULE, seed)
            broken = {
                fault.article for fault in UNO.rules.faults(question.state, question.seat, question.move)
            }
            assert broken == {question.right}
            assert set(question.choices) & broken == {question.right}
            assert len(set(question.choices)) == quiz.CHOICES
            asked[question.right] += 1
        assert len(asked) >= 4, asked

    def test_of_the_points_offered_exactly_one_is_the_count(self):
        for seed in SEEDS:
            question = made(quiz.POINTS, seed)
            outcome = UNO.rules.outcome(question.state)
            assert question.right == str(outcome.scores[question.seat])
            assert sorted(set(question.choices), key=int) == list(question.choices)
            assert question.right in question.choices
            assert len(question.choices) == quiz.CHOICES

    def test_a_picture_is_enough_to_answer(self):
        for seed in SEEDS:
            for kind in (quiz.MAY, quiz.RULE):
                question = made(kind, seed)
                view = UNO.rules.view(question.state, question.seat)
                assert TABLE.fits(view, question.move)
                assert view.turn == question.seat

    def test_the_right_answer_has_no_place_of_its_own(self):
        places = Counter()
        for seed in SEEDS:
            question = made(quiz.RULE, seed)
            places[question.choices.index(question.right)] += 1
        assert len(places) == quiz.CHOICES

    def test_the_learner_is_called_you_wherever_the_seat_is(self):
        for seed in range(30):
            for number in range(1, questions.COUNT + 1):
                asked = questions.ask(UNO, seed, number, None)
                if asked.board is not None:
                    assert [p.name for p in asked.board.players if p.you] == ["Toi"]
                    assert asked.board.still


@pytest.mark.django_db
class TestThePages:
    def begin(self, client):
        assert client.post(ADDRESS, {"new": "1"}).status_code == 303
        return client.session["learn"]["uno"]["quiz"]

    def right(self, kept, number):
        options = questions.ask(UNO, kept["seed"], number, None).options
        for option in options:
            if questions.ask(UNO, kept["seed"], number, option.value).right:
                return option.value
        raise AssertionError

    def wrong(self, kept, number):
        options = questions.ask(UNO, kept["seed"], number, None).options
        return next(option.value for option in options if option.value != self.right(kept, number))

    def send(self, client, kept, number, answer, **more):
        return client.post(ADDRESS, {"quiz": kept["id"], "q": number, "answer": answer}, **more)

    def test_it_begins_when_one_says_so(self, client):
        assert "Commencer le quiz" in text_of(client.get(ADDRESS))
        self.begin(client)
        page = text_of(client.get(ADDRESS))
        assert "Question <b>1</b> sur 10" in page

    def test_ten_right_answers_make_ten(self, client):
        kept = self.begin(client)
        for number in range(1, 11):
            response = self.send(client, kept, number, self.right(kept, number))
            assert response.status_code == 303
            assert "Bravo" in text_of(client.get(response.url))
        page = text_of(client.get(ADDRESS))
        assert "<b>10</b> sur 10" in page
        assert "Sans faute" in page
        assert "Ton meilleur score\u202f: 10 sur 10" in text_of(client.get("/jouer/uno/"))

    def test_a_wrong_answer_is_explained_by_its_article_and_again_at_the_end(self, client):
        kept = self.begin(client)
        for number in range(1, 11):
            response = self.send(client, kept, number, self.wrong(kept, number))
            article = questions.ask(UNO, kept["seed"], number, None).article
            page = text_of(client.get(response.url))
            assert "La bonne réponse" in page
            assert article.text in page
        page = text_of(client.get(ADDRESS))
        assert "<b>0</b> sur 10" in page
        assert page.count("result-wrong") == 10
        assert "Réviser" in page

    def test_a_question_answered_twice_counts_once(self, client):
        kept = self.begin(client)
        wrong, right = self.wrong(kept, 1), self.right(kept, 1)
        self.send(client, kept, 1, wrong)
        self.send(client, kept, 1, right)
        assert client.session["learn"]["uno"]["quiz"]["answers"] == {"1": wrong}
        page = text_of(client.get(f"{ADDRESS}?q=1"))
        assert "Raté" in page
        assert not re.search(r'<button[^>]*name="answer"', page)

    def test_the_question_of_another_quiz_changes_nothing(self, client):
        old = self.begin(client)
        self.begin(client)
        response = self.send(client, old, 1, quiz.YES)
        assert response.status_code == 409
        assert "autre quiz" in text_of(response)
        assert client.session["learn"]["uno"]["quiz"]["answers"] == {}

    def test_a_session_that_ended_is_said(self, client):
        kept = self.begin(client)
        client.cookies.clear()
        response = self.send(client, kept, 1, quiz.YES)
        assert response.status_code == 409
        assert "n'est plus là" in text_of(response).replace("’", "'")

    @pytest.mark.parametrize("answer", ["", "peut-être", "uno.99", "x" * 500, "\x00"])
    def test_what_is_no_answer_counts_for_nothing(self, client, answer):
        kept = self.begin(client)
        assert self.send(client, kept, 1, answer).status_code == 422
        assert client.session["learn"]["uno"]["quiz"]["answers"] == {}

    @pytest.mark.parametrize("number", ["0", "11", "-1", "x", "²"])
    def test_a_question_that_is_none_is_the_one_that_is_due(self, client, number):
        kept = self.begin(client)
        assert "Question <b>1</b>" in text_of(client.get(ADDRESS, {"q": number}))
        assert self.send(client, kept, number, quiz.YES).status_code == 409

    def test_the_seed_and_the_answer_are_not_on_the_page(self, client):
        kept = self.begin(client)
        for number in range(1, 11):
            page = text_of(client.get(f"{ADDRESS}?q={number}"))
            assert str(kept["seed"]) not in page
            assert "reply-right" not in page

    def test_htmx_gets_the_part(self, client):
        kept = self.begin(client)
        response = self.send(client, kept, 1, self.right(kept, 1), headers={"HX-Request": "true"})
        assert response.status_code == 200
        assert "<!doctype" not in text_of(response).lower()
        assert "C'est juste" in text_of(response).replace("’", "'")

    def test_it_stays_within_its_budget(self, client, budget):
        kept = self.begin(client)
        with budget("lesson"):
            client.get(ADDRESS)
        with budget("lesson_answer"):
            self.send(client, kept, 1, self.right(kept, 1))


LEADING = {
    "game": "odin", "seats": 2, "turn": 0, "phase": "lead", "hands": [["9G", "3B"], ["1R", "2B"]],
}  # fmt: skip


class TestOneAnswerOnly:
    @pytest.mark.parametrize("slug", ["uno", "odin", "cafe-international", "boursicocotte", "oucedonc"])
    def test_no_rule_offered_could_be_named_as_well(self, slug):
        game, table = get_game(slug), tables.of(slug)
        assert {*table.alike} | {other for others in table.alike.values() for other in others} <= {
            *game.book.articles
        }
        for seed in range(12):
            question = quiz.question(
                game.rules, game.book, table.quiz_options, table.fits, quiz.RULE, seed, alike=table.alike
            )
            assert not set(table.alike.get(question.right, ())) & set(question.choices)
            assert len(question.choices) == quiz.CHOICES

    def test_a_mixed_hand_at_a_lead_is_not_asked_about(self):
        odin = get_game("odin").rules
        view = odin.view(odin.from_dict(LEADING), 0)
        assert not tables.of("odin").fits(view, odin.read_move("9G 3B"))
        assert tables.of("odin").fits(view, odin.read_move("9G"))


class TestTenQuestions:
    @pytest.mark.parametrize("slug", ["uno", "odin", "cafe-international", "boursicocotte", "oucedonc"])
    def test_they_are_of_several_kinds(self, slug):
        order = tables.of(slug).quiz_order
        assert all(len({*order[n : n + 3]}) > 1 for n in range(len(order) - 2))
        own = Counter(kind for kind in order if kind not in (quiz.MAY, quiz.RULE))
        assert max(own.values()) <= questions.MOST_OF_ONE

    def test_another_article_is_sought_once_two_questions_are_about_one(self, monkeypatch):
        def question(*args, **more):
            _, number, *again = args[-1].split(":")
            return SimpleNamespace(kind=args[-2], article=f"other {number}" if again else "the same")

        monkeypatch.setattr(questions.quiz, "question", question)
        asked = [one.article for one in questions._all.__wrapped__("odin", "x")]
        free = [n for n, kind in enumerate(tables.of("odin").quiz_order) if kind in (quiz.MAY, quiz.RULE)]
        assert {asked[n] for n in free} == {f"other {n + 1}" for n in free}
