"""Taking back: boxes by scan, whoever has them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from catalogue import access, policy
from catalogue.forms.desk import ScanForm
from catalogue.models import Loan, Role
from catalogue.queries import desk as reading
from catalogue.queries import loans as loan_lists
from catalogue.services import returns
from catalogue.views.desk import answers
from catalogue.views.desk.answers import Answer
from catalogue.views.desk.parts import digits, member_of, page


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def checkin(request):
    """Boxes come back by scan, whoever has them."""
    if request.method != "POST":
        back = digits(request.GET.get("retour"))
        loan = _returned(back) if back else None
        return _returns(request, _taken_back(loan) if loan else None)
    if "annuler" in request.POST:
        return _undo_checkin(request)
    form = ScanForm(request.POST)
    if not form.is_valid():
        return _returns(request, answers.unread())
    code = form.cleaned_data["code"]
    copy = reading.box(code)
    if copy is None:
        return _returns(request, _no_box(code))
    try:
        loan = returns.checkin(copy=copy, actor=request.user, now=timezone.now()).loan
    except policy.Refused as refused:
        return _returns(request, answers.refusal(refused))
    if not request.htmx:
        return redirect(f"{reverse('checkin')}?{urlencode({'retour': loan.pk})}")
    return _returns(request, _taken_back(loan))


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
