"""What a family takes home from its visit, on the screen, on a roll of paper, by mail."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from catalogue import access, policy
from catalogue.models import Household, Library, Role
from catalogue.queries import receipts as reading
from catalogue.receipts import Receipt
from catalogue.services import receipts
from ludotheque import pdf
from ludotheque.security import PDF_POLICY


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
def receipt(request, household_id):
    """On the screen; the button sends it by mail."""
    household, said = _read(household_id)
    if request.method == "POST":
        try:
            mail = receipts.send(receipt=said, actor=request.user)
        except policy.Refused as why:
            messages.error(request, " ".join(refusal.sentence for refusal in why.refusals))
        else:
            messages.success(request, f"Le reçu part à {mail.to}.")
        return redirect("receipt", household_id)
    context = {"household": household, "receipt": said, "member": household.members.first()}
    return render(request, "catalogue/desk/receipt.html", context)


@access.staff(Role.VOLUNTEER)
@require_safe
def receipt_pdf(request, household_id):
    """80 mm wide, as long as it is."""
    _, said = _read(household_id)
    context = {"receipt": said, "library": Library.objects.first()}
    content = pdf.roll(lambda height: render_to_string("print/visit.html", context | {"height": height}))
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="recu-{said.day.isoformat()}.pdf"'
    response["Content-Security-Policy"] = PDF_POLICY
    return response


def _read(household_id: int) -> tuple[Household, Receipt]:
    household = get_object_or_404(Household, pk=household_id)
    return household, reading.of_visit(household_id, family=household.name, day=timezone.localdate())
