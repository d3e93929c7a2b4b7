"""Boxes played on the spot: one scan counts one."""

import datetime

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from catalogue import access, policy
from catalogue.forms.desk import ScanForm
from catalogue.models import OnSitePlay, Role
from catalogue.queries import desk as reading
from catalogue.queries import plays as reading_plays
from catalogue.services import plays
from catalogue.views.desk import answers
from catalogue.views.desk.answers import Answer
from catalogue.views.desk.parts import digits, page
from ludotheque.french import of

SHOWN = 10


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def on_site(request):
    """A box, and it is counted; nobody's card is asked."""
    if request.method != "POST":
        play = _play(digits(request.GET.get("partie")))
        return _page(request, _counted(play) if play else None)
    if "annuler" in request.POST:
        return _undo(request)
    form = ScanForm(request.POST)
    if not form.is_valid():
        return _page(request, answers.unread())
    code = form.cleaned_data["code"]
    copy = reading.box(code)
    if copy is None:
        return _page(request, _no_box(code))
    try:
        play = plays.count(copy=copy, actor=request.user, now=timezone.now())
    except policy.Refused as why:
        return _page(request, answers.refusal(why))
    if not request.htmx:
        return redirect(f"{reverse('on_site')}?{urlencode({'partie': play.pk})}")
    play.copy = copy
    return _page(request, _counted(play))


def _no_box(code: str) -> Answer:
    then = "Ici, scannez les boîtes que l’on joue sur place"
    if reading.card(code) is None:
        return answers.unknown(code, f"{then}.")
    what = "C’est une carte, pas une boîte."
    return Answer("warn", what, [f"{then} : la carte n’est pas demandée."], status=422, word="Une carte")


def _undo(request) -> HttpResponse:
    act = {"actor": request.user, "today": timezone.localdate()}
    try:
        play = plays.undo_count(play_id=digits(request.POST["annuler"]) or 0, **act)
    except policy.Refused as why:
        return _page(request, answers.refusal(why))
    return _page(request, Answer("ok", f"Partie annulée : « {play.copy.record.title} »", word="Annulé"))


def _page(request, answer: Answer | None) -> HttpResponse:
    begins = _begins(timezone.localdate())
    total, _ = reading_plays.counts(begins)
    shown = reading_plays.since(begins)[:SHOWN]
    context = {"answer": answer, "plays": shown, "total": total}
    return page(request, "catalogue/desk/on_site.html", context, answer)


def _counted(play: OnSitePlay) -> Answer:
    _, times = reading_plays.counts(_begins(timezone.localdate(play.at)), play.copy_id)
    details = ["Première partie du jour." if times < 2 else f"{times} parties aujourd’hui."]
    tone = "ok"
    if play.copy.open_loan:
        tone = "warn"
        details.append("La boîte est encore au nom d’une famille : passez-la d’abord par « Rendre ».")
    title = play.copy.record.title
    return Answer(tone, f"Une partie {of(title)}", details, play.pk, word="Compté")


def _play(play_id: int | None) -> OnSitePlay | None:
    plays = OnSitePlay.objects.select_related("copy__record")
    return plays.filter(pk=play_id).first() if play_id else None


def _begins(day: datetime.date) -> datetime.datetime:
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time.min))
