"""Taking back: boxes by scan, whoever has them, or all that a family brings; and what comes right after."""

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from catalogue import access, desk_site, policy
from catalogue.forms.counting import CountForm, StateForm
from catalogue.forms.desk import ScanForm
from catalogue.models import Copy, Household, Role, Site
from catalogue.queries import counting, returned
from catalogue.queries import desk as reading
from catalogue.queries import loans as loan_lists
from catalogue.services import counts, holds, returns, states
from catalogue.views.desk import answers, returned_answers, undoing
from catalogue.views.desk.answers import Answer
from catalogue.views.desk.parts import member_of, page
from catalogue.views.holds import arrived
from ludotheque import scanner
from ludotheque.numbers import digits, several

MOST = 100  # boxes at once, of one family


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def checkin(request):
    """One input for boxes, cards and names; a family is in the address, never in the session."""
    household = _household(request)
    if request.method != "POST":
        back = returned.of_loans(several(request.GET.get("retour", "").split(",")))
        if back:
            arrival = arrived.where_now(back[0].copy) if len(back) == 1 else None
            answer = returned_answers.came_back(back, arrival=arrival)
            return _returns(request, household, answer, just_back=back)
        left = "reste" in request.GET
        answer = returned_answers.family(household, left=left) if household else None
        return _returns(request, household, answer)
    for name, act in _ACTS.items():
        if name in request.POST:
            return act(request, household)
    form = ScanForm(request.POST)
    if not form.is_valid():
        return _returns(request, household, answers.unread())
    return _scanned(request, household, form.cleaned_data["code"])


def _scanned(request, household: Household | None, code: str) -> HttpResponse:
    here = desk_site.key(request)
    act = {"actor": request.user, "now": timezone.now()}
    back = returns.scanned(codes=scanner.readings(code), here=here, **act)
    if back:
        return _came_back(request, household, [back.loan.pk], arrival=back.arrival)
    copy = reading.box(code, here=here)
    if copy is None:
        return _no_box(request, household, code)
    site = Site(pk=here, name=copy.desk_name) if copy.desk_name else None
    try:
        arrival = holds.scan_in(copy_id=copy.pk, site=site, **act)
    except policy.Refused as refused:
        return _returns(request, household, answers.refusal(refused))
    return _returns(request, household, returned_answers.not_lent(copy, arrival))


def _no_box(request, household: Household | None, code: str) -> HttpResponse:
    """A card or a name brings its family, with all that it has; anything else is unknown."""
    found = reading.family(code)
    holder = member_of(found.member_id)
    theirs = holder.household if holder else found.households[0] if found.certain else None
    if theirs:
        if not request.htmx:
            return redirect(f"{reverse('checkin')}?{urlencode({'famille': theirs.pk})}")
        return _returns(request, theirs, returned_answers.family(theirs))
    if found.households:
        return _returns(request, household, returned_answers.which_family(found))
    acts = answers.meant(reading.zeros_apart(code))
    answer = answers.unknown(code, "Vérifiez le code de la boîte ou de la carte.", acts)
    return _returns(request, household, answer)


# --- what a button sends


def _take_all(request, household: Household | None) -> HttpResponse:
    """All that is ticked; what another desk took back meanwhile is told and stops nothing."""
    asked = several(request.POST.getlist("pret"))[:MOST]
    theirs = {loan.pk: loan for loan in loan_lists.of_household(household.pk)} if household else {}
    done, refused = [], []
    act = {"actor": request.user, "now": timezone.now(), "site": desk_site.of(request)}
    for pk in asked:
        loan = theirs.get(pk)
        try:
            if loan:
                done.append(returns.checkin(copy_id=loan.copy_id, **act).loan.pk)
        except policy.Refused as race:
            refused.append(race)
    gone = len(asked) - len(done) - len(refused)
    if not done:
        return _returns(request, household, returned_answers.none_came_back(refused, gone))
    return _came_back(request, household, done, refused=refused, gone=gone)


def _undo(request, household: Household | None) -> HttpResponse:
    try:
        loan, gone = undoing.take_back(digits(request.POST["annuler"]) or 0, request.user)
    except policy.Refused as refused:
        return _returns(request, household, answers.refusal(refused))
    assert loan.member is not None  # an open loan has a member: the database says so
    title, family = loan.copy.record.title, loan.member.household.name
    details = [f"La boîte est chez {family}, comme avant.", *gone]
    return _told(request, household, Answer("ok", f"Retour annulé : « {title} »", details))


def _note_state(request, household: Household | None) -> HttpResponse:
    """One tap: the box that came back is dirty, damaged, or fit again."""
    form = StateForm(request.POST)
    if not form.is_valid():
        return _returns(request, household, returned_answers.no_state())
    try:
        copy, arrival = states.put(
            copy_id=digits(request.POST.get("boite")) or 0,
            state=form.state(),
            reason=form.cleaned_data["motif"],
            actor=request.user,
            now=timezone.now(),
            site=desk_site.of(request),
        )
    except policy.Refused as refused:
        return _returns(request, household, answers.refusal(refused))
    except ObjectDoesNotExist:
        return _returns(request, household, returned_answers.box_gone())
    return _told(request, household, returned_answers.noted(copy, arrival))


def _count_later(request, household: Household | None) -> HttpResponse:
    loan_id = digits(request.POST["plus-tard"])
    try:
        count = counts.later(
            copy_id=digits(request.POST.get("boite")) or 0,
            loan_id=loan_id,
            actor=request.user,
            now=timezone.now(),
        )
    except policy.Refused as refused:
        return _returns(request, household, answers.refusal(refused))
    except ObjectDoesNotExist:
        return _returns(request, household, returned_answers.box_gone())
    return _told(request, household, returned_answers.to_count(count.copy))


def _count_now(request, household: Household | None) -> HttpResponse:
    """The tap list beside the input was sent."""
    copy = Copy.objects.select_related("record").filter(pk=digits(request.POST["compter"]) or 0).first()
    if copy is None:
        return _returns(request, household, returned_answers.box_gone())
    form = CountForm(request.POST, parts=counting.parts_of(copy))
    if not form.is_valid():
        return _returns(request, household, returned_answers.not_counted(copy))
    try:
        told = counts.finish(
            copy_id=copy.pk,
            found=form.found(),
            seen=form.cleaned_data["vu"],
            loan_id=form.cleaned_data["pret"],
            since_unknown=form.cleaned_data["inconnu"],
            actor=request.user,
            now=timezone.now(),
            site=desk_site.of(request),
        )
    except policy.Refused as refused:
        return _returns(request, household, answers.refusal(refused))
    return _told(request, household, returned_answers.counted(told))


_ACTS = {
    "annuler": _undo,
    "tout-rendre": _take_all,
    "etat": _note_state,
    "plus-tard": _count_later,
    "compter": _count_now,
}


# --- the page


def _came_back(
    request, household, loan_ids: list[int], *, refused=(), gone: int = 0, arrival=None
) -> HttpResponse:
    if not request.htmx:
        for line in returned_answers.raced(refused, gone):
            messages.warning(request, line)
        shown = {"retour": ",".join(map(str, loan_ids))} | _whose(request, household)
        return redirect(f"{reverse('checkin')}?{urlencode(shown)}")
    latest = returned.latest()
    there = {loan.pk: loan for loan in latest}
    back = [there[pk] for pk in loan_ids if pk in there]
    if len(back) < len(loan_ids):  # more than the list shows
        back = returned.of_loans(loan_ids)
    answer = returned_answers.came_back(back, refused=refused, gone=gone, arrival=arrival)
    return _returns(request, household, answer, just_back=back, latest=latest)


def _told(request, household, answer: Answer) -> HttpResponse:
    """After an act on one box: by parts at once, by forms on the page that one comes back to."""
    if request.htmx:
        return _returns(request, household, answer)
    messages.add_message(
        request,
        messages.SUCCESS if answer.tone == "ok" else messages.WARNING,
        " ".join([answer.what, *answer.details]),
    )
    whose = _whose(request, household)
    return redirect(f"{reverse('checkin')}?{urlencode(whose)}" if whose else "checkin")


def _returns(request, household, answer: Answer | None, *, just_back=(), latest=None) -> HttpResponse:
    today = timezone.localdate()
    latest = returned.latest() if latest is None else latest
    context = {
        "answer": answer,
        "loans": latest,
        "undoable": [
            loan.pk for loan in latest if loan.member_id and timezone.localdate(loan.returned_at) == today
        ],
        "today": today,
        "household": household,
        "left": "reste" in _whose(request, household),
        "theirs": loan_lists.of_household(household.pk) if household else [],
        "boxes": just_back,
        "to_count": just_back[0] if len(just_back) == 1 and just_back[0].has_parts else None,
    }
    response = page(request, "catalogue/desk/checkin.html", context, answer)
    if request.htmx and household:
        response["HX-Replace-Url"] = f"{reverse('checkin')}?{urlencode(_whose(request, household))}"
    return response


def _whose(request, household: Household | None) -> dict[str, int]:
    """The family, as the address names it; `reste`: it has brought what it brings, the rest is unticked."""
    values = request.POST if request.method == "POST" else request.GET
    if household is None:
        return {}
    same = digits(values.get("famille")) == household.pk
    left = same and ("reste" in values or "tout-rendre" in values)
    return {"famille": household.pk} | ({"reste": 1} if left else {})


def _household(request) -> Household | None:
    values = request.POST if request.method == "POST" else request.GET
    pk = digits(values.get("famille"))
    return Household.objects.filter(pk=pk).first() if pk else None
