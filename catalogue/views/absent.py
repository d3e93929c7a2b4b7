"""A loan that ends without its box, and that end taken back."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from catalogue import access
from catalogue.models import Copy, Role
from catalogue.policy import Refused
from catalogue.services import absent
from catalogue.views.desk import undoing
from ludotheque.money import euros
from ludotheque.numbers import digits


@access.staff(Role.LIBRARIAN)
@require_POST
def given_back(request, copy_id):
    """« La famille l’a rendue »: the loan ends; with `annuler`, that loan is open again."""
    copy = get_object_or_404(Copy.objects.select_related("record"), pk=copy_id)
    title = copy.record.title
    try:
        if "annuler" in request.POST:
            _, gone = undoing.take_back(digits(request.POST["annuler"]) or 0, request.user)
            told_all = [f"Retour annulé : « {title} » est de nouveau en prêt.", *gone]
            messages.success(request, " ".join(told_all))
        else:
            told = absent.close_loan(copy_id=copy.pk, actor=request.user, now=timezone.now())
            family = told.loan.member.household.name
            messages.success(request, f"Le prêt de « {title} » à {family} est clos.")
            if told.late_fee:
                fee = euros(told.late_fee.amount_cents)
                messages.warning(
                    request, f"{fee} de retard au compte de la famille : corrigez-le s’il le faut."
                )
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("copy_pieces", copy.pk)
