"""A game that is over: looked at again step by step, whether it was played here or kept as text."""

from django import forms
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from games import replays, tables
from games.models import Match
from games.positions import position_of, rules_of
from games.reloading import MOST_LETTERS, NoReplayError, load
from games.services import TooManyError
from games.views.learn import learnable
from games.views.play import CROWDED, articles_of, at_table
from ludotheque.redirects import see_other

TOO_LONG = f"Ce fichier est trop gros : une partie gardée ici tient en {MOST_LETTERS // 1000} ko."
NO_TEXT = (
    "Ce fichier n’est pas du texte. Choisis celui que « Garder cette partie » a donné, il finit par .txt."
)


class ReloadForm(forms.Form):
    """A kept game: its file, or its text."""

    file = forms.FileField(
        label="Le fichier de la partie",
        required=False,
        allow_empty_file=True,
        help_text="Celui que « Garder cette partie » a donné : il finit par .txt.",
        widget=forms.ClearableFileInput(attrs={"accept": ".txt,text/plain"}),
    )
    text = forms.CharField(
        label="Ou son texte, collé ici",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self):
        data = super().clean() or {}
        upload = data.get("file")
        if upload is None:
            return data
        if upload.size > MOST_LETTERS:
            raise forms.ValidationError(TOO_LONG)
        try:
            data["text"] = upload.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise forms.ValidationError(NO_TEXT) from error
        return data


@cache_control(no_store=True, private=True)
@require_http_methods(["GET", "HEAD", "POST"])
def reload(request, game: str):
    """Takes a kept game, and leads to where it is looked at; a wrong line is named."""
    known = learnable(request, game)
    form = ReloadForm(request.POST or None, request.FILES or None)
    problem, status = None, 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                kept = load(game=known, text=form.cleaned_data["text"])
                return see_other(reverse("games:replay", args=[kept.pk]))
            except NoReplayError as error:
                problem = error
            except TooManyError:
                form.add_error(None, CROWDED)
                status = 429
    response = render(
        request, "games/reload.html", {"game": known, "form": form, "problem": problem}, status=status
    )
    response["X-Robots-Tag"] = "noindex"
    return response


@at_table
@require_safe
def replay(request, match: Match):
    """One step of a game that is over; as long as it is not, its hands stay hidden."""
    if rules_of(match).outcome(position_of(match)) is None:
        return redirect("games:match", match.pk)
    asked = request.GET.get("coup", "")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0
    frame = replays.see(match, number, request.GET.get("vue", ""))
    context = {
        "match_id": match.pk,
        "frame": frame,
        "game": frame.game,
        "board": frame.board,
        "happened": frame.happened,
        "laid_open": frame.laid_open,
        "scene": {"alone": False, "ending": frame.ending},
        "replaying": True,
        "board_template": f"games/{match.game}/board.html",
        "line_template": f"games/{match.game}/line.html",
        "table": tables.of(match.game),
        "rules": articles_of(request, match),
        "address": reverse("games:replay", args=[match.pk]),
    }
    response = render(request, "games/replay.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response
