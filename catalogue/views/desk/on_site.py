"""Boxes played on the spot: one scan counts one."""

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from catalogue import access, desk_site, policy
from catalogue.forms.desk import ScanForm
from catalogue.models import Copy, CopyState, OnSitePlay, Role, User
from catalogue.queries import desk as reading
from catalogue.queries import plays as reading_plays
from catalogue.services import plays, states
from catalogue.views.desk import answers, returned_answers
from catalogue.views.desk.answers import Act, Answer
from catalogue.views.desk.parts import page
from ludotheque import days
from ludotheque.french import of
from ludotheque.numbers import digits

SHOWN = 10


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def on_site(request):
    """A box, and it is counted; nobody's card is asked."""
    if request.method != "POST":
        play = _play(digits(request.GET.get("partie")))
        return _page(request, _counted(play) if play else None)
    for name, act in _ACTS.items():
        if name in request.POST:
            return act(request, digits(request.POST[name]) or 0)
    form = ScanForm(request.POST)
    if not form.is_valid():
        return _page(request, answers.unread())
    code = form.cleaned_data["code"]
    copy = reading.box(code)
    if copy is None:
        return _page(request, _no_box(code))
    return _count(request, copy)


def _count(request, copy: Copy, *, anyway: bool = False) -> HttpResponse:
    try:
        play = plays.count(copy=copy, actor=request.user, now=timezone.now(), anyway=anyway)
    except policy.Refused as why:
        return _page(request, _not_counted(why, copy, request.user))
    if not request.htmx:
        return redirect(f"{reverse('on_site')}?{urlencode({'partie': play.pk})}")
    play.copy = copy
    return _page(request, _counted(play))


def _not_counted(why: policy.Refused, copy: Copy, actor: User) -> Answer:
    """With what can be done about a box that was noted as gone and is here."""
    answer = answers.refusal(why)
    if "state-perdu" in why.codes and copy.open_loan:
        answer.details.append(_STILL_LENT)
    elif "state-perdu" in why.codes:
        found = "Retrouvée : la remettre en service et compter"
        answer.acts.append(Act(found, "retrouvee", copy.pk, icon="check"))
    if why.overridable:
        answer.acts.append(Act("Compter quand même", "compter", copy.pk))
    if "state-retire" in why.codes and actor.is_librarian:
        answer.acts.append(Act("Fiche de l’exemplaire", href=reverse("copy_edit", args=[copy.pk])))
    return answer


def _no_box(code: str) -> Answer:
    then = "Ici, scannez les boîtes que l’on joue sur place"
    if reading.card(code) is None:
        return answers.unknown(code, f"{then}.")
    what = "C’est une carte, pas une boîte."
    return Answer("warn", what, [f"{then} : la carte n’est pas demandée."], status=422, word="Une carte")


# --- buttons


def _undo(request, play_id: int) -> HttpResponse:
    act = {"actor": request.user, "today": timezone.localdate()}
    try:
        play = plays.undo_count(play_id=play_id, **act)
    except policy.Refused as why:
        return _page(request, answers.refusal(why))
    return _page(request, Answer("ok", f"Partie annulée : « {play.copy.record.title} »", word="Annulé"))


def _anyway(request, copy_id: int) -> HttpResponse:
    copy = Copy.objects.at_desk(pk=copy_id)
    return _count(request, copy, anyway=True) if copy else _page(request, returned_answers.box_gone())


def _found(request, copy_id: int) -> HttpResponse:
    """A box noted as lost has been played here: it is in service again, and whoever waits for it gets it."""
    try:
        act = {"actor": request.user, "now": timezone.now(), "site": desk_site.of(request)}
        states.put(copy_id=copy_id, state=CopyState.IN_SERVICE, **act)
    except policy.Refused as why:
        return _page(request, answers.refusal(why))
    except ObjectDoesNotExist:
        return _page(request, returned_answers.box_gone())
    return _anyway(request, copy_id)


_ACTS = {"annuler": _undo, "compter": _anyway, "retrouvee": _found}


# --- the page


def _page(request, answer: Answer | None) -> HttpResponse:
    begins = days.days_ago(0)
    total, _ = reading_plays.counts(begins)
    shown = reading_plays.since(begins)[:SHOWN]
    context = {"answer": answer, "plays": shown, "total": total}
    return page(request, "catalogue/desk/on_site.html", context, answer)


def _counted(play: OnSitePlay) -> Answer:
    _, times = reading_plays.counts(days.begins(timezone.localdate(play.at)), play.copy_id)
    careful = _careful(play.copy)
    details = ["Première partie du jour." if times < 2 else f"{times} parties aujourd’hui.", *careful]
    tone = "warn" if careful else "ok"
    title = play.copy.record.title
    return Answer(tone, f"Une partie {of(title)}", details, play.pk, word="Compté")


_STILL_LENT = "La boîte est encore au nom d’une famille : passez-la d’abord par « Rendre »."


def _careful(copy: Copy) -> list[str]:
    """What is noted of the box and does not go with its being played here."""
    if copy.open_loan:
        return [_STILL_LENT]
    if copy.state != CopyState.IN_SERVICE:
        return [f"La boîte est notée « {copy.get_state_display()} »."]
    if copy.ready_hold and copy.ready_hold.household:
        return [f"Elle est mise de côté pour {copy.ready_hold.household.name} : remettez-la à sa place."]
    return []


def _play(play_id: int | None) -> OnSitePlay | None:
    plays = OnSitePlay.objects.select_related("copy__record")
    return plays.filter(pk=play_id).first() if play_id else None
