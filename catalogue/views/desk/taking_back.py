"""Taking back: boxes by scan, whoever has them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from catalogue import access, desk_site, policy
from catalogue.forms.desk import ScanForm
from catalogue.models import Copy, Loan, Role
from catalogue.queries import desk as reading
from catalogue.queries import loans as loan_lists
from catalogue.services import holds, returns
from catalogue.views.desk import answers
from catalogue.views.desk.answers import Answer
from catalogue.views.desk.parts import digits, member_of, page
from catalogue.views.holds import arrived


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def checkin(request):
    """Boxes come back by scan, whoever has them."""
    if request.method != "POST":
        back = digits(request.GET.get("retour"))
        loan = _returned(back) if back else None
        return _returns(request, _taken_back(loan, arrived.where_now(loan.copy)) if loan else None)
    if "annuler" in request.POST:
        return _undo_checkin(request)
    form = ScanForm(request.POST)
    if not form.is_valid():
        return _returns(request, answers.unread())
    code = form.cleaned_data["code"]
    copy = reading.box(code)
    if copy is None:
        return _returns(request, _no_box(code))
    act = {"actor": request.user, "now": timezone.now(), "site": desk_site.of(request)}
    try:
        if copy.open_loan is None:
            return _returns(request, _not_lent(copy, holds.scan_in(copy_id=copy.pk, **act)))
        back = returns.checkin(copy=copy, **act)
    except policy.Refused as refused:
        return _returns(request, answers.refusal(refused))
    if not request.htmx:
        return redirect(f"{reverse('checkin')}?{urlencode({'retour': back.loan.pk})}")
    return _returns(request, _taken_back(back.loan, back.arrival))


def _not_lent(copy: Copy, arrival: holds.Arrival) -> Answer:
    """A box that nobody had: found on the shelf for a family, come from elsewhere, or scanned for nothing."""
    said = arrived.told(arrival, copy)
    if not said.word:
        return answers.refusal(policy.Refused(policy.not_on_loan(copy.record.title)))
    return arrived.with_slip(Answer("ok", f"« {copy.record.title} »", list(said.lines), word=said.word), said)


def _undo_checkin(request) -> HttpResponse:
    try:
        loan = returns.undo_checkin(
            loan_id=digits(request.POST["annuler"]) or 0, actor=request.user, today=timezone.localdate()
        )
    except policy.Refused as refused:
        return _returns(request, answers.refusal(refused))
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
    return page(request, "catalogue/desk/checkin.html", context, answer)


def _taken_back(loan: Loan, arrival: holds.Arrival) -> Answer:
    copy = loan.copy
    said = arrived.told(arrival, copy)
    late = policy.days_late(loan.due_on, timezone.localdate(loan.returned_at))
    details = []
    if late:
        details.append(f"En retard de {late} jour{'s' * (late > 1)}.")
    if copy.state != policy.IN_SERVICE:
        details.append(f"Mettez la boîte de côté : elle est notée « {copy.get_state_display()} ».")
    elif said.word:
        details += said.lines
    elif copy.call_number:
        details.append(f"À ranger : {copy.call_number}.")
    tone = "warn" if late or copy.state != policy.IN_SERVICE or said.slip else "ok"
    answer = Answer(tone, f"Rendu : « {copy.record.title} »", details, loan.pk, word=said.word)
    return arrived.with_slip(answer, said)


def _no_box(code: str) -> Answer:
    """What came back is no box: a card or a name leads to lending, anything else is unknown."""
    holder = member_of(reading.card(code))
    if holder:
        what, found = "C’est une carte, pas une boîte.", reading.Found(households=[holder.household])
    else:
        what, found = "C’est une famille, pas une boîte.", reading.by_name(code)
    if not found.households:
        return answers.unknown(code, "Vérifiez le code de la boîte.")
    details = ["Ici, scannez les boîtes qui reviennent. Pour prêter :"]
    return Answer("warn", what, details, households=found.households, more=found.more, status=422)


def _returned(loan_id: int) -> Loan | None:
    returned = Loan.objects.filter(pk=loan_id, returned_at__isnull=False)
    return returned.select_related("copy__record").first()
