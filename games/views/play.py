"""A game at the table. An address is the key to its game: no account, no session, nothing to expire."""

from functools import partial, wraps
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from games import composing, progress, registry, scenes, services, tables
from games.composing import UndecidedError
from games.engines.kernel import IllegalMove, NotationError
from games.engines.kernel.rulebook import french
from games.forms import StartForm
from games.models import Match
from games.positions import UnreadableError, position_of, record_of, rules_of
from games.tables.base import NOTHING, IncompleteError, Parts
from ludotheque.htmx import take_whole_page

STALE = "La partie avait déjà continué : voici où elle en est. Rien n’a été joué deux fois."
UNREADABLE = "Ce coup ne se lit pas. Choisis une carte, ou un des boutons."
NOT_THEIRS = "Cette place n’est pas à quelqu’un d’ici : rien n’a été joué. Voici où en est la partie."
CROWDED = "Beaucoup de parties commencent en même temps : il faut attendre quelques minutes, et recommencer."


def at_table(view):
    """Gives the view its match. What it answers is stored nowhere and found by no search engine."""

    @wraps(view)
    @cache_control(no_store=True, private=True)
    def seated(request, id: UUID, **kwargs):
        match = get_object_or_404(Match, pk=id)
        try:
            response = view(request, match, **kwargs)
        except UnreadableError:
            known = match.game in registry.GAMES
            context = {"game": registry.get_game(match.game) if known else None}
            response = take_whole_page(request, render(request, "games/unreadable.html", context, status=410))
        response["X-Robots-Tag"] = "noindex"
        patch_vary_headers(response, ["HX-Request"])
        return response

    return seated


def at_table_post(view):
    """The same for what changes the table; a reader who comes by GET is shown the table."""

    # whoever knows the address may play: a token would protect nothing, and expire in the middle of a game
    @csrf_exempt
    @wraps(view)
    def posted(request, id: UUID):
        if request.method != "POST":
            return redirect("games:match", id)
        return at_table(view)(request, id)

    return posted


@at_table
@require_safe
def match(request, match: Match):
    """The table as it stands."""
    asked = _number(request.GET.get("a"))
    if asked is not None and _number(request.GET.get("v")) != match.version:
        asked = None  # the address of a hand is good for one turn
    advice = None
    if "conseil" in request.GET:
        seat = match.loner if match.loner is not None else asked
        simple = progress.wants_simple(request.session)
        advice = scenes.advise(match, seat, simple=simple) if seat is not None else None
    return _show(request, match, asked, advice=advice)


@at_table_post
def move(request, match: Match):
    """A person's move; what the rules refuse is said with its article, and changes nothing."""
    state = position_of(match)
    seat = _number(request.POST["seat"]) if "seat" in request.POST else match.loner
    if seat not in match.people:
        return _show(request, match, None, status=422, word=NOT_THEIRS)
    if _version(request) != match.version:
        return _stale(request, match, seat)
    parts, text = composing.read_parts(request.POST), ""
    if "preview" in request.POST:  # what is chosen so far, with its value; nothing is played
        return _show(request, match, seat, parts=parts)
    refuse = partial(_show, request, match, seat, parts=parts, status=422)
    try:
        text = composing.move_of(registry.get_game(match.game), state, seat, request.POST)
        services.play(match=match, version=match.version, seat=seat, move=text)
    except services.StaleError:
        return _stale(request, match, seat)
    except IllegalMove as error:
        simple = progress.wants_simple(request.session)
        return refuse(refusals=scenes.refused(match, error.faults, simple=simple), tried=text)
    except UndecidedError as error:
        return refuse(which=scenes.which(match, error.moves))
    except IncompleteError as error:
        return refuse(refusals=[scenes.Refusal(french(str(error)), None)])
    except NotationError:
        return refuse(refusals=[scenes.Refusal(UNREADABLE, None)])
    return _done(request, match, seat)


@at_table_post
def go_on(request, match: Match):
    """The next step that no person decides."""
    seat = _number(request.POST.get("seat"))
    try:
        services.go_on(match=match, version=_version(request))
    except services.StaleError:
        return _stale(request, match, seat)
    return _done(request, match, seat)


@at_table_post
def take_back(request, match: Match):
    """Back to one's own last decision."""
    try:
        services.take_back(match=match, version=_version(request))
    except services.StaleError:
        return _stale(request, match, None)
    return _done(request, match, None)


@at_table_post
def again(request, match: Match):
    """Another game of the same people by the same rules; pressed twice, it is the same other game."""
    position_of(match)
    form_id = request.POST.get("id", "")
    try:
        other = services.start(
            game=match.game,
            seats=match.seats,
            options=match.options,
            id=UUID(form_id) if form_id else None,
        )
    except ValueError as error:
        raise Http404 from error
    except services.TooManyError:
        return _show(request, match, None, status=429, word=CROWDED)
    return redirect("games:match", other.pk)


@at_table
@require_safe
def story(request, match: Match):
    """The whole story, a page at a time."""
    position_of(match)
    page = Paginator(match.moves.all(), 150).get_page(request.GET.get("page"))
    context = {
        "match": match,
        "game": registry.get_game(match.game),
        "page": page,
        "story": scenes.story_of(match, page.object_list),
        "rules": articles_of(request, match),
    }
    return render(request, "games/story.html", context)


@at_table
@require_safe
def record(request, match: Match):
    """The game as a text file, once it is over: it holds every hand."""
    if rules_of(match).outcome(position_of(match)) is None:
        return redirect("games:match", match.pk)
    response = HttpResponse(str(record_of(match)), content_type="text/plain; charset=utf-8")
    day = timezone.localdate(match.created_at).isoformat()
    response["Content-Disposition"] = f'attachment; filename="{match.game}-{day}.txt"'
    return response


@cache_control(no_store=True, private=True)
@require_POST
def start(request, game: str):
    """Opens a table as the form says."""
    known = registry.GAMES.get(game)
    if known is None or known.rules is None or not tables.offered(game):
        raise Http404
    form = StartForm(known, request.POST)
    status = 422
    if form.is_valid():
        try:
            return redirect("games:match", services.start(**form.setup()).pk)
        except services.TooManyError:
            form.add_error(None, CROWDED)
            status = 429
    return render(request, "games/start_page.html", {"game": known, "form": form}, status=status)


# --- answers


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 9 else None


def _version(request) -> int:
    number = _number(request.POST.get("version"))
    return -1 if number is None else number


def _done(request, match: Match, seat: int | None):
    """After a change: the part to htmx, else a redirect, so that reloading plays nothing again."""
    if request.htmx:
        return _show(request, match, seat)
    address = reverse("games:match", args=[match.pk])
    if match.loner is None and seat is not None:
        address += f"?a={seat}&v={match.version}"
    response = redirect(address)
    response.status_code = 303
    return response


def _stale(request, match: Match, seat: int | None):
    match.refresh_from_db()
    return _show(request, match, seat, status=409, word=STALE)


def _show(request, match: Match, asked: int | None, status: int = 200, parts: Parts = NOTHING, **extra):
    scene = scenes.see(match, scenes.latest(match), asked, parts)
    context = {
        "match_id": match.pk,
        "move_url": reverse("games:move", args=[match.pk]),
        "version": match.version,
        "scene": scene,
        "game": scene.game,
        "board": scene.board,
        "happened": scene.happened,
        "laid_open": scene.laid_open,
        "board_template": f"games/{match.game}/board.html",
        "hand_template": f"games/{match.game}/hand.html",
        "line_template": f"games/{match.game}/line.html",
        "move_template": f"games/{match.game}/move.html",
        "table": tables.of(match.game),
        **extra,
    }
    if request.htmx:
        return render(request, "games/match.html#live", context, status=status)
    return render(
        request, "games/match.html", context | {"rules": articles_of(request, match)}, status=status
    )


def articles_of(request, match: Match):
    """All articles of the game, in the words the visitor wants."""
    book = registry.get_game(match.game, simple=progress.wants_simple(request.session)).book
    assert book is not None
    return book.articles.values()
