"""The last operations of the day, each with its undoing."""

from collections.abc import Callable

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from catalogue import access, policy
from catalogue.models import Role
from catalogue.queries import operations as reading
from catalogue.queries import return_traces
from catalogue.services import loans, plays, returns
from catalogue.views.desk.lending_answers import where_it_goes
from ludotheque.days import days_ago
from ludotheque.french import of
from ludotheque.numbers import digits

# what is undone -> how, and how it is said of a title
_UNDO: dict[str, tuple[Callable, str, str]] = {
    "checkout": (loans.undo_checkout, "loan_id", "Le prêt {} est annulé."),
    "checkin": (returns.undo_checkin, "loan_id", "Le retour {} est annulé."),
    "renew": (loans.undo_renew, "loan_id", "La prolongation {} est annulée."),
    "play": (plays.undo_count, "play_id", "La partie {} est annulée."),
}


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
def operations(request):
    """One's own acts, or everybody's."""
    everybody = request.GET.get("qui") == "tous"
    if request.method == "POST":
        _undo(request)
        return redirect(reverse("operations") + ("?qui=tous" if everybody else ""))
    begins = days_ago(0)
    acts = reading.since(begins, by=None if everybody else request.user)
    context = {"acts": acts, "everybody": everybody, "shown": reading.SHOWN}
    return render(request, "catalogue/desk/operations.html", context)


def _undo(request) -> None:
    verb = request.POST.get("acte", "")
    if verb not in _UNDO:
        return
    undo, name, said = _UNDO[verb]
    key = digits(request.POST.get("annuler")) or 0
    traces = return_traces.of(key) if verb == "checkin" else None
    try:
        done = undo(**{name: key}, actor=request.user, today=timezone.localdate())
    except policy.Refused as why:
        messages.error(request, " ".join(refusal.sentence for refusal in why.refusals))
    else:
        told = [said.format(of(f"« {done.copy.record.title} »"))]
        if verb == "checkout":
            told += where_it_goes(done.copy_id)
        if traces:
            told += traces.gone_with(done.copy)
        messages.success(request, " ".join(told))
