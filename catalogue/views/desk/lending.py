"""Lending: a card, then boxes."""

import datetime
from contextlib import suppress

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
from catalogue.forms.desk import ScanForm
from catalogue.house_rules import HouseRules
from catalogue.models import Copy, Loan, Member, Role, Site
from catalogue.queries import counter, renewals
from catalogue.queries import desk as reading
from catalogue.services import loans, returns
from catalogue.views.desk import answers, lending_answers, undoing
from catalogue.views.desk.answers import Answer
from catalogue.views.desk.parts import member_of, page
from ludotheque.numbers import digits


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def checkout(request):
    """A card, then boxes; a plain form, or the same by parts."""
    if request.method != "POST":
        return _arrive(request)
    for name, act in _ACTS.items():
        if name in request.POST:
            return act(request, digits(request.POST[name]) or 0)
    member_id = digits(request.POST.get("adherent"))
    form = ScanForm(request.POST)
    if not form.is_valid():
        return _counter(request, member_of(member_id), answers.unread())
    return _scanned(request, member_id, form.cleaned_data["code"])


def _arrive(request) -> HttpResponse:
    """The page by its address: nobody, a family, or a family and the box it has just been lent."""
    member = member_of(digits(request.GET.get("adherent")))
    if member is None:
        return _counter(request, None, None)
    shown = counter.of(member.household_id)
    loan = shown.loan(digits(request.GET.get("pret")))
    today = timezone.localdate()
    if loan is not None:
        answer = lending_answers.lent(loan, member.household.name, shown, today)
    else:
        answer = lending_answers.welcome(member, shown, "", today, request.user)
    return _counter(request, member, answer, shown)


def _scanned(request, member_id: int | None, code: str) -> HttpResponse:
    here = desk_site.key(request)
    found = reading.anything(code, box_first=member_id is not None, here=here)
    if found.member_id:
        return _welcome(request, found.member_id, found.also)
    if found.copy and member_id:
        site = Site(pk=here, name=found.copy.desk_name) if found.copy.desk_name else None
        return _lend(request, member_id, found.copy, site, found.also)
    if found.copy:
        return _counter(request, None, lending_answers.card_first(found.copy))
    member = member_of(member_id)
    if found.certain and member is None:
        return _welcome(request, found.households[0].members.all()[0].pk)
    if found.households:
        return _counter(request, member, lending_answers.which_family(found, member))
    return _counter(request, member, lending_answers.unknown(code, member))


def _welcome(request, member_id: int, also: str = "") -> HttpResponse:
    if not request.htmx:
        return _to(adherent=member_id)
    member = member_of(member_id)
    if member is None:  # removed by somebody in the meantime
        return _counter(request, None, lending_answers.gone())
    shown = counter.of(member.household_id)
    answer = lending_answers.welcome(member, shown, also, _today(), request.user)
    return _next(request, member, answer, shown)


def _lend(
    request,
    member_id: int,
    copy: Copy,
    site: Site | None,
    also: str = "",
    before: str = "",
    note: str = "",
) -> HttpResponse:
    """`site`: where the desk stands; `before`: what has been done already, to be told as well; `note`: why it
    goes out all the same."""
    act = {"actor": request.user, "today": _today(), "override_note": note}
    try:
        loan = loans.checkout(copy=copy, member_id=member_id, site_id=site.pk if site else None, **act)
    except policy.Refused as why:
        return _not_lent(request, member_id, copy, why, before)
    except ObjectDoesNotExist:  # removed by somebody in the meantime
        return _counter(request, None, lending_answers.gone())
    heed, told = lending_answers.lent_now(loan, copy, site, also, before)
    if not request.htmx:  # the address tells the loan, not what came with it
        for line in heed:
            messages.warning(request, line)
        for line in told:
            messages.info(request, line)
        return _to(adherent=member_id, pret=loan.pk)
    member = loan.member
    assert member is not None  # an open loan has a member: the database says so
    shown = counter.of(member.household_id)
    answer = lending_answers.lent(loan, member.household.name, shown, _today())
    answer.details = heed + answer.details + told
    if heed:
        answer.tone = "warn"
    return _next(request, member, answer, shown, loan.rules)


def _not_lent(request, member_id: int, copy: Copy, why: policy.Refused, before: str) -> HttpResponse:
    member = member_of(member_id)
    if member is None:
        return _counter(request, None, lending_answers.gone())
    answer = lending_answers.refused(why, copy, member, request.user)
    if before:
        answer.details.insert(0, before)
    return _counter(request, member, answer)


# --- buttons


def _undo(request, loan_id: int) -> HttpResponse:
    member = member_of(digits(request.POST.get("adherent")))
    try:
        loan = loans.undo_checkout(loan_id=loan_id, actor=request.user, today=_today())
    except policy.Refused as why:
        return _counter(request, member, answers.refusal(why))
    return _done(request, member, lending_answers.cancelled(loan))


def _undo_return(request, loan_id: int) -> HttpResponse:
    """The return that came before a loan which is undone itself."""
    member = member_of(digits(request.POST.get("adherent")))
    try:
        loan, gone = undoing.take_back(loan_id, request.user)
    except policy.Refused as why:
        return _counter(request, member, answers.refusal(why))
    what = f"Retour annulé : « {loan.copy.record.title} »"
    details = ["La boîte est au nom de la famille qui l’avait, comme avant.", *gone]
    return _done(request, member, Answer("ok", what, details, word="Annulé"))


def _return_first(request, loan_id: int) -> HttpResponse:
    """A box that another family still has by name is in hand: it comes back, then goes out."""
    loan = Loan.objects.filter(pk=loan_id).first()
    copy = Copy.objects.at_desk(pk=loan.copy_id) if loan else None
    if loan is None or copy is None:
        return _counter(
            request, member_of(digits(request.POST.get("adherent"))), lending_answers.box_elsewhere()
        )
    before, site = "", desk_site.of(request)
    # only that loan is closed: if the box has gone to a third family since, lending says so
    if copy.open_loan and copy.open_loan.pk == loan_id:
        with suppress(policy.Refused):  # another desk has just done it
            returns.checkin(copy=copy, actor=request.user, now=timezone.now(), site=site)
        before = "Le retour est noté."
        copy = Copy.objects.at_desk(pk=copy.pk)
    member_id = digits(request.POST.get("adherent")) or 0
    return _lend(request, member_id, copy, site, before=before)


def _override(request, copy_id: int) -> HttpResponse:
    """Against the rules of the house, with a note; whether one may, the service decides."""
    copy = Copy.objects.at_desk(pk=copy_id)
    member_id = digits(request.POST.get("adherent")) or 0
    if copy is None:
        return _counter(request, member_of(member_id), lending_answers.box_elsewhere())
    return _lend(request, member_id, copy, desk_site.of(request), note=request.POST.get("note", ""))


def _renew(request, loan_id: int) -> HttpResponse:
    member = member_of(digits(request.POST.get("adherent")))
    note = request.POST.get("note", "")
    try:
        loan = loans.renew(loan_id=loan_id, actor=request.user, today=_today(), override_note=note)
    except policy.Refused as why:
        return _counter(request, member, lending_answers.not_renewed(why, loan_id, request.user))
    except ObjectDoesNotExist:
        return _counter(request, member, lending_answers.box_elsewhere())
    return _done(request, member, lending_answers.renewed(loan))


def _renew_all(request, household_id: int) -> HttpResponse:
    """Each box of the family in its turn: one that may not be renewed does not stop the others."""
    member = member_of(digits(request.POST.get("adherent")))
    done, refused = [], []
    for loan in counter.of(household_id).loans:
        try:
            done.append(loans.renew(loan_id=loan.pk, actor=request.user, today=_today()))
        except policy.Refused as why:
            refused.append(why)
        except ObjectDoesNotExist:
            continue  # it has just come back
    return _done(request, member, lending_answers.all_renewed(done, refused))


def _undo_renewal(request, loan_id: int) -> HttpResponse:
    member = member_of(digits(request.POST.get("adherent")))
    try:
        loan = loans.undo_renew(loan_id=loan_id, actor=request.user, today=_today())
    except policy.Refused as why:
        return _counter(request, member, answers.refusal(why))
    due = f"À rendre le {policy.french_date(loan.due_on)}, comme avant."
    what = f"Prolongation annulée : « {loan.copy.record.title} »"
    return _done(request, member, Answer("ok", what, [due], word="Annulé"))


def _done(request, member: Member | None, answer: Answer) -> HttpResponse:
    """A page sent by a form goes on to its address, so that reloading does nothing twice."""
    if request.htmx or answer.tone == "no":
        return _counter(request, member, answer)
    say = messages.success if answer.tone == "ok" else messages.warning
    say(request, " ".join([f"{answer.what}.", *answer.details]))
    return _to(adherent=member.pk) if member else redirect("checkout")


_ACTS = {
    "annuler": _undo,
    "annuler-retour": _undo_return,
    "annuler-prolongation": _undo_renewal,
    "outrepasser": _override,
    "prolonger": _renew,
    "prolonger-tout": _renew_all,
    "rendre": _return_first,
}


# --- the page


def _counter(
    request,
    member: Member | None,
    answer: Answer | None,
    shown: counter.Counter | None = None,
    rules: HouseRules | None = None,
) -> HttpResponse:
    """`rules`: those of the house and of the family, where an act has read them."""
    today = _today()
    context: dict = {"member": member, "answer": answer, "today": today}
    if member:
        shown = shown or counter.of(member.household_id)
        context["counter"] = shown
        context["undoable"] = [loan.pk for loan in shown.loans if timezone.localdate(loan.lent_at) == today]
        older = [loan for loan in shown.loans if loan.pk not in context["undoable"]]
        if older:
            rules = rules or renewals.rules_for(older, member.household, today)
            judged = renewals.judged(older, member.household, rules, today, by_family=False)
            for loan in older:
                loan.renewal = judged[loan.pk]
            context["renewable"] = any(not one.refusals for one in judged.values())
        context["late"] = sum(loan.is_late(today) for loan in shown.loans)
        context["baby"] = shown.has_baby(today)
        context["membership"] = member.household.membership(today)
    return page(request, "catalogue/desk/checkout.html", context, answer)


def _next(
    request, member: Member, answer: Answer, shown: counter.Counter, rules: HouseRules | None = None
) -> HttpResponse:
    """After an act, by parts: the family lives in the address; the last box need not."""
    response = _counter(request, member, answer, shown, rules)
    response["HX-Replace-Url"] = _address(adherent=member.pk)
    return response


def _to(**shown: int) -> HttpResponse:
    return redirect(_address(**shown))


def _address(**shown: int) -> str:
    return f"{reverse('checkout')}?{urlencode(shown)}"


def _today() -> datetime.date:
    return timezone.localdate()
