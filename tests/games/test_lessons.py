"""Lessons are data: the engine proves that each step can be solved, and that no article is left out."""

import pytest

from games import steps
from games.engines.kernel import IllegalMove, NotationError
from games.engines.kernel.lessons import (
    ANSWER,
    CHOOSE,
    GAME,
    PLAY,
    RULE,
    Step,
    course,
    judge,
    played,
    solutions,
)
from games.registry import get_game, playable

STEPS = [
    pytest.param(game, step, id=f"{game.slug}-{lesson.slug}-{number}")
    for game in playable()
    for lesson in game.lessons
    for number, step in enumerate(lesson.steps, start=1)
    if step.kind != GAME
]
GAMES = [pytest.param(game, id=game.slug) for game in playable()]


def cited(game, step: Step) -> set[str]:
    """The articles that the engine names in a step: by what happens, by what it refuses, by the count."""
    rules, found = game.rules, set()
    position = rules.from_dict(step.position)
    endings = []
    if step.kind == ANSWER:
        state, events = played(rules, step)
        found |= {event.article for event in events}
        endings.append(state)
    for answer in solutions(rules, step):
        verdict = judge(rules, step, answer)
        found |= {event.article for event in verdict.events} | {fault.article for fault in verdict.faults}
        endings.append(verdict.state)
    for move in (*step.refused, *(step.moves if step.kind in (CHOOSE, RULE) else ())):
        found |= {fault.article for fault in rules.faults(position, step.seat, move)}
    for state in endings:
        outcome = rules.outcome(state)
        if outcome:
            found |= {outcome.article, *(line.article for line in outcome.lines)}
    return found


@pytest.mark.parametrize(("game", "step"), STEPS)
class TestEveryStep:
    def test_it_can_be_solved(self, game, step):
        answers = solutions(game.rules, step)
        assert answers
        for answer in answers:
            assert judge(game.rules, step, answer).right
        if step.sole:
            assert len(answers) == 1

    def test_every_answer_it_asks_for_is_right(self, game, step):
        if step.kind == PLAY:
            assert {move for (move,) in solutions(game.rules, step)} >= set(step.moves)

    def test_its_wrong_moves_are_refused_by_the_article_it_says(self, game, step):
        position = game.rules.from_dict(step.position)
        for move, article in step.refused.items():
            assert game.rules.faults(position, step.seat, move)[0].article == article, move
            assert not judge(game.rules, step, (move,)).right

    def test_a_wrong_move_is_refused_by_what_has_been_learnt_so_far(self, game, step):
        known = game.course.known_at(step)
        assert set(step.articles) <= known
        for move in step.refused:
            said = steps.see(game, step, (move,), judge(game.rules, step, (move,))).said
            assert said.words or said.refusals, move
            assert all(one.article is None or one.article.id in known for one in said.refusals), move

    def test_nobody_is_left_without_a_word(self, game, step):
        """Whatever is answered, something is said: the referee's refusal, or the lesson's own words."""
        position = game.rules.from_dict(step.position)
        if step.kind == PLAY:
            answers = [(str(move),) for move in game.rules.moves(position, step.seat)]
        elif step.kind == CHOOSE:
            answers = [(), step.moves, *((move,) for move in step.moves)]
        elif step.kind == RULE:
            answers = [(article,) for article in step.rules]
        else:
            answers = [(str(number),) for number in range(len(step.choices))]
        right = 0
        for answer in answers:
            verdict = judge(game.rules, step, answer)
            right += verdict.right
            assert verdict.right or verdict.words or verdict.faults or verdict.missed or step.kind == RULE
        assert right < len(answers) or step.kind == PLAY
        assert step.right
        assert len(step.hints) == 2

    def test_what_is_no_answer_is_told_apart_from_a_wrong_one(self, game, step):
        for answer in (("n'importe quoi",), ("",), ("9",), ("\x00",)):
            with pytest.raises(NotationError):
                judge(game.rules, step, answer)
        if step.kind != CHOOSE:
            with pytest.raises(NotationError):
                judge(game.rules, step, ())

    def test_the_engine_cites_the_articles_it_claims_to_exercise(self, game, step):
        assert step.articles
        assert set(step.articles) <= cited(game, step)


@pytest.mark.parametrize("game", GAMES)
class TestEveryCourse:
    def test_every_article_has_its_step_or_is_rare(self, game):
        taught = {article for lesson in game.lessons for step in lesson.steps for article in step.articles}
        missing = [article.id for article in game.book.articles.values() if not article.rare]
        assert set(missing) <= taught
        assert taught <= set(game.book.articles)

    def test_it_has_ten_lessons_and_ends_in_a_short_game(self, game):
        assert len(game.lessons) >= 10
        assert game.lessons[-1].steps[-1].kind == GAME

    def test_lessons_have_each_their_own_address(self, game):
        slugs = [lesson.slug for lesson in game.lessons]
        assert len(set(slugs)) == len(slugs)
        assert game.course.find(slugs[0]) is game.lessons[0]
        assert game.course.find("nulle-part") is None

    def test_the_rules_page_finds_the_step_that_exercises_an_article(self, game):
        for article in game.book.articles.values():
            if not article.rare:
                lesson, number = game.course.exercising(article.id)
                assert article.id in lesson.steps[number - 1].articles

    def test_playing_moves_choosing_all_and_counting_points_are_all_asked(self, game):
        kinds = {step.kind for lesson in game.lessons for step in lesson.steps}
        assert kinds >= {PLAY, CHOOSE, RULE, ANSWER, GAME}
        assert any(step.lays_open for lesson in game.lessons for step in lesson.steps)


def test_a_game_without_lessons_has_an_empty_course():
    assert course("tarot").lessons == ()


def test_a_move_that_is_decreed_is_judged_too():
    game = playable()[0]
    step = game.lessons[0].steps[0]
    wrong = Step(step.kind, step.ask, step.position, moves=step.moves, then=("1 W4 R",))
    with pytest.raises(IllegalMove):
        judge(game.rules, wrong, (step.moves[0],))


def test_a_rule_that_comes_in_another_lesson_is_left_to_it():
    game = get_game("cafe-international")
    step = game.lessons[0].steps[0]
    said = steps.see(game, step, ("ES-M@C25",), judge(game.rules, step, ("ES-M@C25",))).said
    assert said.refusals == ()
    assert said.words == "Ce coup n’est pas permis\u202f: la leçon «\u00a0En compagnie\u00a0» dira pourquoi."


@pytest.mark.parametrize(
    ("slug", "lesson", "number", "answer", "words"),
    [
        ("odin", "deux-cartes", 2, ["2B 6G"], "Ces cartes ne vont pas ensemble"),
        ("odin", "deux-cartes", 3, ["3B 1N"], "Ces cartes ne vont pas ensemble"),
        ("odin", "plus-haut", 1, ["2G"], "2 ne bat pas 5"),
        ("cafe-international", "en-compagnie", 1, ["IN-M@C49"], "resterait sans compagnie"),
        ("cafe-international", "en-compagnie", 1, ["bar IN-M"], "on n’envoie personne au bar"),
        ("cafe-international", "en-compagnie", 3, ["IN-M@C49"], "resterait sans compagnie"),
        ("oucedonc", "en-france", 3, ["EW 2"], "c’est l’axe ouest-est"),
    ],
)
def test_a_wrong_move_is_answered_by_the_one_reason_that_counts_there(slug, lesson, number, answer, words):
    game = get_game(slug)
    step = game.course.find(lesson).steps[number - 1]
    said = steps.see(game, step, answer, judge(game.rules, step, answer)).said
    reasons = [one.text for one in said.refusals] or [said.words]
    assert len(reasons) == 1
    assert words in reasons[0]
    assert "une carte de plus" not in reasons[0]


def test_each_wrong_tick_is_named_and_a_reason_is_said_once():
    game = get_game("odin")
    step = game.lessons[0].steps[2]
    said = steps.see(game, step, ("6B", "2P"), judge(game.rules, step, ("6B", "2P"))).said
    assert [one.text.split("»")[0] for one in said.refusals] == [
        "«\u00a0Pose le 6 bleu\u00a0",
        "«\u00a0Pose le 2 rose\u00a0",
    ]
    assert said.words == "Il manque aussi 3 bonnes réponses. Cherche encore\u202f!"
