"""Learning a game: which there are, the path of its lessons, one lesson. Progress lives in the session."""

import secrets
from dataclasses import dataclass
from functools import partial

from django.http import Http404, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import composing, progress, registry, short_game, steps, tables
from games.composing import UndecidedError
from games.engines.kernel import IllegalMove, NotationError
from games.engines.kernel.lessons import GAME, PLAY, Lesson, Step, asked, judge
from games.engines.kernel.rulebook import french
from games.registry import Game
from games.tables.base import NOTHING, IncompleteError
from ludotheque.addresses import absolute
from ludotheque.redirects import see_other

UNREADABLE = "Cette réponse ne se lit pas. Choisis parmi ce qui est montré."
STALE = "La partie avait déjà continué : voici où elle en est."

fresh = cache_control(no_store=True, private=True)


@dataclass(frozen=True, slots=True)
class Stop:
    """A lesson on the path, and how far one has come in it."""

    lesson: Lesson
    number: int
    done: int
    next: bool

    @property
    def all(self) -> int:
        return len(self.lesson.steps)

    @property
    def finished(self) -> bool:
        return self.done >= self.all


@dataclass(frozen=True, slots=True)
class Dot:
    """A step in the row that shows where one is."""

    number: int
    done: bool
    here: bool


def path_of(session, game: Game) -> list[Stop]:
    """All lessons with the progress made; the first unfinished one comes next."""
    stops, found = [], False
    for number, lesson in enumerate(game.lessons, start=1):
        done = len(progress.done(session, game.slug, lesson.slug) & set(range(1, len(lesson.steps) + 1)))
        comes_next = not found and done < len(lesson.steps)
        found |= comes_next
        stops.append(Stop(lesson, number, done, comes_next))
    return stops


def learnable(request, slug: str) -> Game:
    """The game of that slug, if one can learn it here, in the words the visitor wants; 404 otherwise."""
    if not registry.is_playable(slug):
        raise Http404
    return registry.get_game(slug, simple=progress.wants_simple(request.session))


@fresh
@require_safe
def index(request):
    """All games one can learn here, and those one cannot yet."""
    here = registry.playable()
    games = [
        {
            "game": game,
            "emblem": f"games/{game.slug}/emblem.html",
            "finished": sum(stop.finished for stop in path_of(request.session, game)),
        }
        for game in here
    ]
    coming = [game for game in registry.GAMES.values() if game not in here]
    return render(request, "games/index.html", {"games": games, "coming": coming} | _learner(request))


@fresh
@require_safe
def game(request, game: str):
    """The front page of a game: its lessons, a free game, the quiz."""
    known = learnable(request, game)
    stops = path_of(request.session, known)
    context = {
        "game": known,
        "emblem": f"games/{known.slug}/emblem.html",
        "stops": stops,
        "finished": sum(stop.finished for stop in stops),
        "next": next((stop for stop in stops if stop.next), None),
        "started": any(stop.done for stop in stops),
        "quiz": progress.of(request.session, known.slug).get("best"),
        "table": tables.of(known.slug),
    }
    return render(request, "games/game.html", context | _learner(request))


@fresh
@require_POST
def forget(request):
    """Somebody else sits down: what was learnt is put away; it can be undone until the next right answer."""
    if "undo" in request.POST:
        progress.restore(request.session)
    else:
        progress.forget(request.session)
    slug = request.POST.get("game", "")
    return redirect("games:game", slug) if registry.is_playable(slug) else redirect("games:index")


@fresh
@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request, game: str, lesson: str):
    """One lesson, a step at a time. What is answered is judged by the rules; a right answer is remembered."""
    known = learnable(request, game)
    found = known.course.find(lesson)
    if found is None:
        raise Http404
    number = _step_number(request, known, found)
    step = found.steps[number - 1]
    answer_it = _game_step if step.kind == GAME else _step
    response = answer_it(request, known, found, number)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _step(request, known: Game, found: Lesson, number: int):
    assert known.rules is not None
    step, posted = found.steps[number - 1], request.method == "POST"
    given = request.POST if posted else request.GET
    hints = _number(given.get("indice"), most=len(step.hints) + 1)
    parts = composing.read_parts(given) if posted and step.kind == PLAY else NOTHING
    unanswered = steps.see(known, step, hints=hints, parts=parts)
    if "preview" in given:  # what is chosen so far; nothing is answered
        return _show(request, known, found, number, unanswered)
    refuse = partial(_show, request, known, found, number, unanswered, status=422)
    try:
        answer = _answer(known, step, given, posted)
        if not posted and not answer:
            return _show(request, known, found, number, unanswered)
        verdict = judge(known.rules, step, answer)
    except UndecidedError as error:
        return refuse(which=steps.which(known, step, error.moves))
    except IncompleteError as error:
        return refuse(word=str(error))
    except NotationError:
        # an old address: the step is simply asked
        return refuse(word=UNREADABLE) if posted else _show(request, known, found, number, unanswered)
    if not posted and not verdict.right:
        return _show(request, known, found, number, unanswered)
    if posted and verdict.right:
        progress.mark(request.session, known.slug, found.slug, number)
        query = QueryDict(mutable=True)
        query["etape"] = str(number)
        query.setlist("fait", list(answer))
        address = f"{request.path}?{query.urlencode()}"
        if not request.htmx:
            return see_other(address)
    sight = steps.see(known, step, answer, verdict, hints, parts)
    status = 200 if verdict.right else 422
    response = _show(request, known, found, number, sight, status=status, tried="".join(answer[:1]))
    if posted and verdict.right:
        response["HX-Replace-Url"] = address  # coming back shows what was answered
    return response


def _game_step(request, known: Game, found: Lesson, number: int):
    step = found.steps[number - 1]
    kept = progress.of(request.session, known.slug).get("round", {})
    kept = kept if kept.get("lesson") == found.slug else {}
    now, version = short_game.resume(known, step, kept.get("lines", [])), kept.get("version", 0)
    hints = _number(request.GET.get("indice"), most=len(step.hints))
    show = partial(_show_game, request, known, found, number, version)
    if request.method != "POST":
        advice = steps.advise(known, step, now) if "conseil" in request.GET else None
        return show(now, hints=hints, advice=advice)
    if "again" in request.POST:
        progress.keep(request.session, known.slug, round={"lesson": found.slug, "version": version + 1})
        return see_other(f"{request.path}?etape={number}")
    if request.POST.get("version") != str(version):
        return show(now, status=409, word=STALE)
    parts, move = composing.read_parts(request.POST), ""
    if "preview" in request.POST:
        return show(now, parts=parts)
    seed = kept.get("seed") or secrets.randbits(32)
    refuse = partial(show, now, parts=parts, status=422)
    try:
        if "undo" in request.POST:
            lines = short_game.take_back(step, now.lines)
        else:
            move = composing.move_of(known, now.state, step.seat, request.POST)
            lines = short_game.go_on(known, step, now, move, seed)
    except IllegalMove as error:
        return refuse(faults=error.faults, tried=move)
    except UndecidedError as error:
        return refuse(which=steps.which(known, step, error.moves))
    except IncompleteError as error:
        return refuse(word=french(str(error)))
    except NotationError:
        return refuse(word=UNREADABLE)
    now = short_game.resume(known, step, lines)
    kept = {"lesson": found.slug, "version": version + 1, "seed": seed, "lines": list(now.lines)}
    progress.keep(request.session, known.slug, round=kept)
    if known.rules is not None and known.rules.outcome(now.state) is not None:
        progress.mark(request.session, known.slug, found.slug, number)
    if not request.htmx:
        return see_other(f"{request.path}?etape={number}")
    return _show_game(request, known, found, number, version + 1, now)


# --- reading what was asked


def _number(text: str | None, most: int) -> int:
    return min(int(text), most) if text and text.isascii() and text.isdigit() and len(text) < 6 else 0


def _step_number(request, known: Game, found: Lesson) -> int:
    """The step asked for; else the first that is not done; else the first."""
    asked = (request.POST if request.method == "POST" else request.GET).get("etape")
    number = _number(asked, most=10**5)
    if 1 <= number <= len(found.steps):
        return number
    done = progress.done(request.session, known.slug, found.slug)
    return next((n for n in range(1, len(found.steps) + 1) if n not in done), 1)


def _answer(known: Game, step: Step, given: QueryDict, posted: bool) -> tuple[str, ...]:
    if not posted:
        return tuple(text[:300] for text in given.getlist("fait")[:20])
    if step.kind == PLAY:
        assert known.rules is not None
        return (composing.move_of(known, asked(known.rules, step), step.seat, given),)
    return tuple(text[:100] for text in given.getlist("answer")[:20])


# --- answering


def _learner(request) -> dict:
    return {
        "someone_learns": progress.any_kept(request.session),
        "can_restore": progress.can_restore(request.session),
    }


def _show(request, known: Game, found: Lesson, number: int, sight, *, status: int = 200, **extra):
    done = progress.done(request.session, known.slug, found.slug)
    count = len(found.steps)
    after = known.course.after(found)
    address = reverse("games:lesson", args=[known.slug, found.slug])
    context = {
        "game": known,
        "lesson": found,
        "lesson_number": known.lessons.index(found) + 1,
        "number": number,
        "count": count,
        "dots": [Dot(n, n in done, n == number) for n in range(1, count + 1)],
        "sight": sight,
        "step": sight.step,
        "board": sight.board,
        "happened": sight.happened,
        "laid_open": sight.laid_open,
        "scene": {"alone": True, "to_move": True},
        "board_template": f"games/{known.slug}/board.html",
        "hand_template": f"games/{known.slug}/hand.html",
        "move_template": f"games/{known.slug}/move.html",
        "left_template": f"games/{known.slug}/left.html",
        "table": tables.of(known.slug),
        "address": address,
        "move_url": address,
        "canonical": absolute(request, address),
        "last": number == count,
        "after": after,
        "hint_number": len(sight.hints) + 1,
        "finished": len(done) >= count,
        **extra,
    }
    template = "games/lesson.html#live" if request.htmx else "games/lesson.html"
    return render(request, template, context | _learner(request), status=status)


def _show_game(request, known: Game, found: Lesson, number: int, version: int, now, **shown):
    step = found.steps[number - 1]
    asked = {name: shown.pop(name) for name in ("faults", "hints", "parts") if name in shown}
    sight = steps.see_game(known, step, now, **asked)
    told = () if sight.over else steps.told_of(known, step, now.events)
    return _show(request, known, found, number, sight, version=version, events=told, **shown)
