"""The quiz of a game: ten questions from random games, of each of which the first answer counts."""

import secrets
from typing import Any

from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from games import progress, questions, tables
from games.questions import COUNT
from games.registry import Game
from games.views.learn import learnable
from ludotheque.redirects import see_other

STALE = "Cette question était d’un autre quiz. Voici celui qui est en cours."
UNREADABLE = "Cette réponse ne se lit pas. Choisis parmi ce qui est proposé."
OVER = "Ce quiz n’est plus là. Tu peux en commencer un autre."


@cache_control(no_store=True, private=True)
@require_http_methods(["GET", "HEAD", "POST"])
def quiz(request, game: str):
    known = learnable(request, game)
    kept = progress.of(request.session, known.slug).get("quiz")
    if request.method == "POST":
        response = _start(request, known) if "new" in request.POST else _answer(request, known, kept)
    else:
        response = _show(request, known, kept, _number(request.GET.get("q")))
    response["X-Robots-Tag"] = "noindex"
    patch_vary_headers(response, ["HX-Request"])
    return response


def _start(request, known: Game):
    fresh = {"id": secrets.token_hex(4), "seed": secrets.randbits(48), "answers": {}}
    progress.keep(request.session, known.slug, quiz=fresh)
    return see_other(reverse("games:quiz", args=[known.slug]))


def _answer(request, known: Game, kept: dict | None):
    if kept is None:
        return _show(request, known, None, None, status=409, word=OVER)
    number, answer = _number(request.POST.get("q")), request.POST.get("answer", "")[:40]
    if request.POST.get("quiz") != kept["id"] or number is None:
        return _show(request, known, kept, None, status=409, word=STALE)
    if str(number) not in kept["answers"]:
        if not questions.is_choice(known, kept["seed"], number, answer):
            return _show(request, known, kept, number, status=422, word=UNREADABLE)
        kept = {**kept, "answers": {**kept["answers"], str(number): answer}}
        changes: dict[str, Any] = {"quiz": kept}
        if len(kept["answers"]) == COUNT:
            best = progress.of(request.session, known.slug).get("best") or 0
            changes["best"] = max(best, sum(one.right for one in _all(known, kept)))
        progress.keep(request.session, known.slug, **changes)
    if not request.htmx:
        return see_other(f"{request.path}?q={number}")
    return _show(request, known, kept, number)


def _all(known: Game, kept: dict) -> list[questions.Asked]:
    answers = kept["answers"]
    return [questions.ask(known, kept["seed"], n, answers.get(str(n))) for n in range(1, COUNT + 1)]


def _number(text: str | None) -> int | None:
    number = int(text) if text and text.isascii() and text.isdigit() and len(text) < 3 else 0
    return number if 1 <= number <= COUNT else None


def _show(request, known: Game, kept: dict | None, number: int | None, *, status: int = 200, word: str = ""):
    context = {
        "game": known,
        "word": word,
        "count": COUNT,
        "board_template": f"games/{known.slug}/board.html",
        "hand_template": f"games/{known.slug}/hand.html",
        "move_template": f"games/{known.slug}/move.html",
        "left_template": f"games/{known.slug}/left.html",
        "table": tables.of(known.slug),
        "scene": {"alone": True, "to_move": False},
        "best": progress.of(request.session, known.slug).get("best"),
    }
    if kept is not None:
        answers = kept["answers"]
        open_ones = [n for n in range(1, COUNT + 1) if str(n) not in answers]
        context["quiz"] = kept["id"]
        context["answered"] = len(answers)
        if number is None and open_ones:
            number = open_ones[0]
        if number is None:
            every = _all(known, kept)
            context["results"] = [(one, known.course.exercising(one.article.id)) for one in every]
            context["score"] = sum(one.right for one in every)
        else:
            asked = questions.ask(known, kept["seed"], number, answers.get(str(number)))
            context |= {
                "asked": asked,
                "board": asked.board,
                "next": next((n for n in open_ones if n != number), None),
                "revise": known.course.exercising(asked.article.id),
            }
    template = "games/quiz.html#live" if request.htmx else "games/quiz.html"
    return render(request, template, context, status=status)
