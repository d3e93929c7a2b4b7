"""The desk: lending, taking back, and where things stand today.

Each page has one input. The family at the desk is in the address and in the form, never in the session, so
that two tabs with two families do not mix. A scan is answered in one line that can be read from afar.
"""

import datetime
from dataclasses import dataclass, field

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from catalogue import access, policy
from catalogue.forms.desk import ScanForm
from catalogue.models import Copy, Household, Loan, Member, Role
from catalogue.queries import desk as reading
from catalogue.queries import loans as loan_lists
from catalogue.services import loans
from ludotheque import scanner


@dataclass
class Answer:
    """The big line: `tone` is ok, no or warn; `undo` a loan whose last act may be taken back."""

    tone: str
    what: str
    details: list[str] = field(default_factory=list)
    undo: int | None = None
    households: list[Household] = field(default_factory=list)
    more: bool = False
    status: int = 200


# --- today


@access.staff(Role.VOLUNTEER)
@require_safe
def desk(request):
    """What is out, due today, late and back today, one list at a time."""
    today = timezone.localdate()
    begins = timezone.make_aware(datetime.datetime.combine(today, datetime.time.min))
    counts = loan_lists.counts(today, begins)
    lists = {
        "retard": ("En retard", counts["late"], Loan.objects.late(on=today)),
        "jour": ("À rendre aujourd’hui", counts["due"], Loan.objects.due(on=today)),
        "sortis": ("Sortis", counts["out"], Loan.objects.open()),
        "rendus": ("Rendus aujourd’hui", counts["back"], loan_lists.back_since(begins)),
    }
    shown = request.GET.get("liste")
    if shown not in lists:
        shown = "retard"
    loans_shown = lists[shown][2].select_related("copy__record", "member__household")
    loans_shown = loans_shown.order_by(*(["-returned_at"] if shown == "rendus" else ["due_on", "id"]))
    paginator = Paginator(loans_shown, 25)
    paginator.count = lists[shown][1]  # counted already
    page = paginator.get_page(request.GET.get("page"))
    for loan in page:
        loan.days_late = policy.days_late(loan.due_on, today) if loan.returned_at is None else 0
    context = {"lists": lists, "shown": shown, "page": page, "today": today, "query": f"liste={shown}"}
    return render(request, "catalogue/desk/today.html", context)


# --- lending


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def checkout(request):
    """A card, then boxes; a plain form, or the same by parts."""
    if request.method != "POST":
        member = _member(_digits(request.GET.get("adherent")))
        answer = _welcome(member) if member else None
        lent = _digits(request.GET.get("pret"))
        if member and lent:
            theirs = Loan.objects.open().filter(pk=lent, member__household=member.household)
            loan = theirs.select_related("copy__record").first()
            answer = _lent(loan) if loan else answer
        return _counter(request, member, answer)
    member_id = _digits(request.POST.get("adherent"))
    if "annuler" in request.POST:
        return _undo_checkout(request, _member(member_id))
    form = ScanForm(request.POST)
    if not form.is_valid():
        return _counter(request, _member(member_id), _unread())
    code = form.cleaned_data["code"]
    found = reading.anything(code, box_first=member_id is not None)
    if found.member_id:
        member = _member(found.member_id)
        return _next(request, member, _welcome(member), adherent=member.pk)
    if found.copy and member_id:
        try:
            loan = loans.checkout(
                copy=found.copy, member_id=member_id, actor=request.user, today=timezone.localdate()
            )
        except policy.Refused as refused:
            return _counter(request, _member(member_id), _refusal(refused))
        except ObjectDoesNotExist:  # removed by somebody in the meantime
            return _counter(request, None, _gone())
        return _next(request, loan.member, _lent(loan), adherent=member_id, pret=loan.pk)
    if found.copy:
        return _counter(request, None, _card_first(found.copy))
    here = _member(member_id)
    if found.certain and here is None:
        member = _member(found.households[0].members.all()[0].pk)
        return _next(request, member, _welcome(member), adherent=member.pk)
    if found.households:
        return _counter(request, here, _which_family(found, here))
    return _counter(request, here, _unknown(code, "Vérifiez le code, ou tapez le nom de la famille."))


def _undo_checkout(request, member: Member | None) -> HttpResponse:
    try:
        loan = loans.undo_checkout(
            loan_id=_digits(request.POST["annuler"]) or 0, actor=request.user, today=timezone.localdate()
        )
    except policy.Refused as refused:
        return _counter(request, member, _refusal(refused))
    answer = Answer(
        "ok", f"Prêt annulé : « {loan.copy.record.title} »", ["La boîte est de nouveau en rayon."]
    )
    if not request.htmx:
        messages.success(request, answer.what)
        return redirect(
            f"{reverse('checkout')}?{urlencode({'adherent': member.pk})}" if member else "checkout"
        )
    return _counter(request, member, answer)


def _counter(request, member: Member | None, answer: Answer | None) -> HttpResponse:
    today = timezone.localdate()
    context: dict = {"member": member, "answer": answer, "today": today}
    if member:
        theirs = loan_lists.of_household(member.household_id)
        context["loans"] = sorted(theirs, key=lambda loan: -loan.pk)  # what has just passed, first
        context["undoable"] = [
            loan.pk for loan in context["loans"] if timezone.localdate(loan.lent_at) == today
        ]
        context["subscribed"] = member.household.is_subscribed(today)
    return _page(request, "catalogue/desk/checkout.html", context, answer)


# --- taking back


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def checkin(request):
    """Boxes come back by scan, whoever has them."""
    if request.method != "POST":
        back = _digits(request.GET.get("retour"))
        loan = _returned(back) if back else None
        return _returns(request, _taken_back(loan) if loan else None)
    if "annuler" in request.POST:
        return _undo_checkin(request)
    form = ScanForm(request.POST)
    if not form.is_valid():
        return _returns(request, _unread())
    code = form.cleaned_data["code"]
    copy = reading.box(code)
    if copy is None:
        return _returns(request, _no_box(code))
    try:
        loan = loans.checkin(copy=copy, actor=request.user, now=timezone.now())
    except policy.Refused as refused:
        return _returns(request, _refusal(refused))
    return _next(request, None, _taken_back(loan), retour=loan.pk)


def _undo_checkin(request) -> HttpResponse:
    try:
        loan = loans.undo_checkin(
            loan_id=_digits(request.POST["annuler"]) or 0, actor=request.user, today=timezone.localdate()
        )
    except policy.Refused as refused:
        return _returns(request, _refusal(refused))
    assert loan.member is not None  # an open loan has a member: the database says so
    title, family = loan.copy.record.title, loan.member.household.name
    answer = Answer("ok", f"Retour annulé : « {title} »", [f"La boîte est chez {family}."])
    if not request.htmx:
        messages.success(request, answer.what)
        return redirect("checkin")
    return _returns(request, answer)


def _returns(request, answer: Answer | None) -> HttpResponse:
    today = timezone.localdate()
    returns = list(loan_lists.last_returns())
    undoable = [
        loan.pk for loan in returns if loan.member_id and timezone.localdate(loan.returned_at) == today
    ]
    context = {"answer": answer, "loans": returns, "undoable": undoable}
    return _page(request, "catalogue/desk/checkin.html", context, answer)


# --- answers


def _welcome(member: Member) -> Answer:
    household, today = member.household, timezone.localdate()
    begins, ends = household.subscribed_from, household.subscribed_until
    if household.is_subscribed(today):
        return Answer("ok", household.name, [f"{member} est à l’accueil : scannez les boîtes."])
    if ends and ends < today:
        why = f"L’adhésion a pris fin le {policy.french_date(ends)}."
    else:
        why = f"L’adhésion commence le {policy.french_date(begins or today)}."
    return Answer("warn", household.name, [why, "Rien ne peut sortir avant que la fiche soit à jour."])


def _lent(loan: Loan) -> Answer:
    title = loan.copy.record.title
    return Answer("ok", f"Prêté : « {title} »", [f"À rendre le {policy.french_date(loan.due_on)}."], loan.pk)


def _taken_back(loan: Loan) -> Answer:
    copy = loan.copy
    late = policy.days_late(loan.due_on, timezone.localdate(loan.returned_at))
    details = []
    if late:
        details.append(f"En retard de {late} jour{'s' * (late > 1)}.")
    if copy.state != policy.IN_SERVICE:
        details.append(f"Mettez la boîte de côté : elle est notée « {copy.get_state_display()} ».")
    elif copy.call_number:
        details.append(f"À ranger : {copy.call_number}.")
    tone = "warn" if late or copy.state != policy.IN_SERVICE else "ok"
    return Answer(tone, f"Rendu : « {copy.record.title} »", details, loan.pk)


def _refusal(refused: policy.Refused) -> Answer:
    first = refused.refusals[0]
    if first.code == "already-theirs":  # scanned twice: nothing is wrong
        return Answer("ok", first.what, [first.why])
    details = []
    for refusal in refused.refusals:
        details += [text for text in (refusal.why, refusal.next) if text and text not in details]
    tone = "warn" if first.code == "not-on-loan" else "no"
    return Answer(tone, first.what, details, status=409)


def _unknown(code: str, then: str) -> Answer:
    digits = scanner.repaired(code)
    read = f" (lu {digits[:40]})" if digits else ""
    what = f"« {code[:40]} »{read} n’est ni une boîte, ni une carte, ni une famille."
    return Answer("no", what, [then], status=422)


def _which_family(found: reading.Found, here: Member | None) -> Answer:
    """Families to choose from; the one at the desk stays until somebody chooses."""
    choices: dict = {"households": found.households, "more": found.more}
    if here is None:
        return Answer("warn", "Quelle famille ?", **choices)
    return Answer("warn", "Changer de famille ?", [f"{here.household.name} reste à l’accueil."], **choices)


def _no_box(code: str) -> Answer:
    """What came back is no box: a card or a name leads to lending, anything else is unknown."""
    holder = _member(reading.card(code))
    if holder:
        what, found = "C’est une carte, pas une boîte.", reading.Found(households=[holder.household])
    else:
        what, found = "C’est une famille, pas une boîte.", reading.by_name(code)
    if not found.households:
        return _unknown(code, "Vérifiez le code de la boîte.")
    details = ["Ici, scannez les boîtes qui reviennent. Pour prêter :"]
    return Answer("warn", what, details, households=found.households, more=found.more, status=422)


def _unread() -> Answer:
    return Answer("no", "Rien n’a été lu.", ["Scannez une carte ou une boîte, ou tapez un nom."], status=422)


def _gone() -> Answer:
    return Answer("no", "Cette fiche n’existe plus.", ["Scannez la carte de nouveau."], status=409)


def _card_first(copy: Copy) -> Answer:
    details = ["Scannez la carte de la famille, puis la boîte."]
    if copy.open_loan:
        details.append("La boîte est prêtée : si elle revient, passez par « Rendre ».")
    return Answer("warn", f"« {copy.record.title} » : pour quelle famille ?", details, status=422)


# --- what both pages share


def _page(request, template: str, context: dict, answer: Answer | None) -> HttpResponse:
    part = f"{template}#scanned" if request.htmx else template
    return render(request, part, context, status=answer.status if answer else 200)


def _next(request, member: Member | None, answer: Answer, **shown: int) -> HttpResponse:
    """After an act: the page that shows it, by its address or, for a part, at once."""
    path = reverse("checkout" if member else "checkin")
    if not request.htmx:
        return redirect(f"{path}?{urlencode(shown)}")
    response = _counter(request, member, answer) if member else _returns(request, answer)
    if "adherent" in shown:  # the family lives in the address; the last box need not
        response["HX-Replace-Url"] = f"{path}?{urlencode({'adherent': shown['adherent']})}"
    return response


def _digits(text: str | None) -> int | None:
    """The number that a form or an address holds, or None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 else None


def _member(member_id: int | None) -> Member | None:
    return Member.objects.select_related("household").filter(pk=member_id).first() if member_id else None


def _returned(loan_id: int) -> Loan | None:
    returned = Loan.objects.filter(pk=loan_id, returned_at__isnull=False)
    return returned.select_related("copy__record").first()
