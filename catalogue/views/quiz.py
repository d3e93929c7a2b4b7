"""The quiz of a record: up to ten of a librarian's questions, of each of which the first answer counts.

What a visitor has answered is in the browser's session and nowhere else."""

import random
import secrets
from dataclasses import dataclass
from typing import Any

from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from catalogue import access
from catalogue.models import Answer, Question, Record
from catalogue.queries import summaries as queries
from catalogue.views.rules import moved
from ludotheque.redirects import see_other

COUNT = 10
KEPT = 12  # quizzes of one visitor; the oldest is forgotten first
KEY = "quiz"
BEST = "quiz-best"  # by slug: (right answers, questions) of the best that was done to its end

STALE = "Cette question était d’un autre quiz. Voici celui qui est en cours."
UNREADABLE = "Cette réponse ne se lit pas. Choisis parmi ce qui est proposé."
OVER = "Ce quiz n’est plus là. Tu peux en commencer un autre."


@dataclass(frozen=True, slots=True)
class Asked:
    """A question put to the visitor, its answers in the order drawn for her, and what she chose."""

    number: int
    question: Question
    answers: list[Answer]
    chosen: Answer | None

    @property
    def right(self) -> bool:
        return self.chosen is not None and self.chosen.right

    @property
    def right_answer(self) -> Answer | None:
        return next((one for one in self.answers if one.right), None)

    @property
    def options(self) -> list[tuple[Answer, str, bool]]:
        """Each answer with its mark, and whether she chose it."""
        return [
            (one, "right" if one.right else "wrong" if one == self.chosen else "other", one == self.chosen)
            for one in self.answers
        ]


@cache_control(no_store=True, private=True)
@require_http_methods(["GET", "HEAD", "POST"])
@access.public
def quiz(request, slug):
    record = Record.objects.filter(slug=slug).first()
    if record is None or not access.sees(request, record):
        return moved(request, slug)
    questions = queries.questions(record)
    if not questions:
        return render(request, "catalogue/quiz/missing.html", {"record": record}, status=404)
    kept = request.session.get(KEY, {}).get(slug)
    if request.method == "POST":
        if "new" in request.POST:
            response = _start(request, record, questions)
        else:
            response = _answer(request, record, questions, kept)
    else:
        response = _show(request, record, _asked(questions, kept), kept, request.GET.get("q"))
    response["X-Robots-Tag"] = "noindex"
    patch_vary_headers(response, ["HX-Request"])
    return response


def _start(request, record: Record, questions: list[Question]):
    seed = secrets.randbits(48)
    drawn = random.Random(seed).sample([one.pk for one in questions], min(COUNT, len(questions)))
    _keep(request, record, {"id": secrets.token_hex(4), "seed": seed, "asked": drawn, "answers": {}})
    return see_other(request.path)


def _keep(request, record: Record, kept: dict[str, Any]) -> None:
    others = {slug: one for slug, one in request.session.get(KEY, {}).items() if slug != record.slug}
    request.session[KEY] = dict([*others.items(), (record.slug, kept)][-KEPT:])


def _asked(questions: list[Question], kept: dict | None) -> list[Asked]:
    """The questions of a quiz under way; one that was taken away since is left out, one whose answers
    changed is asked again."""
    if kept is None:
        return []
    there = {one.pk: one for one in questions}
    found = []
    for number, pk in enumerate((pk for pk in kept["asked"] if pk in there), 1):
        answers = list(there[pk].answers.all())
        random.Random(f"{kept['seed']}-{pk}").shuffle(answers)
        chosen = next((one for one in answers if one.pk == kept["answers"].get(str(pk))), None)
        found.append(Asked(number, there[pk], answers, chosen))
    return found


def _answer(request, record: Record, questions: list[Question], kept: dict | None):
    asked = _asked(questions, kept)
    if kept is None or not asked:
        return _show(request, record, [], None, None, status=409, word=OVER)
    question = next((one for one in asked if str(one.question.pk) == request.POST.get("q")), None)
    if request.POST.get("quiz") != kept["id"] or question is None:
        return _show(request, record, asked, kept, None, status=409, word=STALE)
    if question.chosen is None:
        chosen = next((one for one in question.answers if str(one.pk) == request.POST.get("answer")), None)
        if chosen is None:
            return _show(request, record, asked, kept, question.number, status=422, word=UNREADABLE)
        kept = {**kept, "answers": {**kept["answers"], str(question.question.pk): chosen.pk}}
        _keep(request, record, kept)
        asked = _asked(questions, kept)
        if all(one.chosen for one in asked):
            _keep_best(request, record, sum(one.right for one in asked), len(asked))
    if not request.htmx:
        return see_other(f"{request.path}?q={question.number}")
    return _show(request, record, asked, kept, question.number)


def _keep_best(request, record: Record, score: int, count: int) -> None:
    """Of two quizzes the better by its part of right answers: there may be more questions than before."""
    bests = request.session.get(BEST, {})
    before, of = bests.get(record.slug, (-1, 1))
    if score * of >= before * count:
        others = [(slug, best) for slug, best in bests.items() if slug != record.slug]
        request.session[BEST] = dict([*others, (record.slug, (score, count))][-KEPT:])


def _show(request, record: Record, asked: list[Asked], kept: dict | None, number, *, status=200, word=""):
    open_ones = [one for one in asked if one.chosen is None]
    shown = next((one for one in asked if str(one.number) == str(number)), None)
    shown = shown or next(iter(open_ones), None)
    context = {
        "record": record,
        "word": word,
        "quiz": kept["id"] if kept else "",
        "count": len(asked),
        "answered": len(asked) - len(open_ones),
        "asked": shown,
        "next": next((one.number for one in open_ones if one != shown), None),
        "results": asked if shown is None else (),
        "score": sum(one.right for one in asked),
        "best": request.session.get(BEST, {}).get(record.slug),
    }
    context["verdict"] = _verdict(context["score"], len(asked))
    template = "catalogue/quiz/quiz.html#live" if request.htmx else "catalogue/quiz/quiz.html"
    return render(request, template, context, status=status)


def _verdict(score: int, count: int) -> str:
    if score == count:
        return "Sans faute\u202f: tu connais la règle\u202f!"
    if score * 10 >= count * 7:
        return "Très bien\u202f! Encore un petit effort et tu sais tout."
    if score * 10 >= count * 4:
        return "Pas mal. Regarde ce qui n’allait pas, puis recommence."
    return "C’est en se trompant qu’on apprend. Relis la règle, puis recommence."
