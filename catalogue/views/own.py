"""What a family does with its own affairs: keep a box longer, take its data along."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from catalogue import access
from catalogue.models import Household, Loan, Role
from catalogue.policy import Refused, french_date
from catalogue.queries import household_export
from catalogue.queries import ledger as accounts
from catalogue.services import loans

LINES = 50


@access.family
@require_POST
def renew(request, loan_id):
    """Another family's loan is as if it were none."""
    try:
        loan = loans.renew(loan_id=loan_id, actor=request.user, today=timezone.localdate())
    except Loan.DoesNotExist as error:
        raise Http404 from error
    except Refused as refused:
        reasons = " ".join(f"{one.why} {one.next}".strip() for one in refused.refusals)
        messages.error(request, f"{refused.refusals[0].what} {reasons}")
    else:
        title = loan.copy.record.title
        said = f"« {title} » est à rendre le {french_date(loan.due_on)}. {loan.term.sentence}"
        messages.success(request, said.strip())
    return redirect("account")


@access.family
@require_safe
def ledger(request):
    """What the family owes and has paid, line by line."""
    household_id = request.user.household_id
    left = accounts.left_to_pay(household_id)
    lines = accounts.lines(household_id).select_related("corrected_by", "corrects", "loan__copy__record")
    page = Paginator(lines, LINES).get_page(request.GET.get("page"))
    for line in page:
        line.left = left.get(line.pk, 0)
        line.taken_back = hasattr(line, "corrected_by")
        line.what = line.note or (line.loan.copy.record.title if line.loan else "")
    context = {"page": page, "balance": accounts.balance(household_id)}
    return render(request, "catalogue/account/ledger.html", context)


@access.family
@require_safe
def export(request):
    return _file(request.user.household)


@access.staff(Role.LIBRARIAN)
@require_safe
def household_file(request, household_id):
    """For a family that asks at the desk."""
    return _file(get_object_or_404(Household.objects.select_related("category"), pk=household_id))


def _file(household: Household) -> JsonResponse:
    today = timezone.localdate()
    answer = JsonResponse(
        household_export.of(household, today=today), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    answer["Content-Disposition"] = f'attachment; filename="foyer-{household.pk}-{today}.json"'
    return answer
