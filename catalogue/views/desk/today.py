"""Where things stand today."""

from django.core.paginator import Paginator
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from catalogue import access, policy
from catalogue.models import CopyState, Loan, Role
from catalogue.queries import loans as loan_lists
from ludotheque.days import days_ago


@access.staff(Role.VOLUNTEER)
@require_safe
def today(request):
    """What is out, due today, late and back today, one list at a time."""
    day = timezone.localdate()
    begins = days_ago(0)
    counts = loan_lists.counts(day, begins)
    lists = {
        "retard": ("En retard", counts["late"], Loan.objects.late(on=day)),
        "jour": ("À rendre aujourd’hui", counts["due"], Loan.objects.due(on=day)),
        "sortis": ("Sortis", counts["out"], Loan.objects.open()),
        "rendus": ("Rendus aujourd’hui", counts["back"], loan_lists.back_since(begins)),
    }
    shown = request.GET.get("liste")
    if counts["lost"] or shown == "perdus":
        lists["perdus"] = (
            "Notés perdus",
            counts["lost"],
            Loan.objects.open().filter(copy__state=CopyState.LOST),
        )
    if shown not in lists:
        shown = "retard"
    loans_shown = lists[shown][2].select_related("copy__record", "member__household")
    loans_shown = loans_shown.order_by(*(["-returned_at"] if shown == "rendus" else ["due_on", "id"]))
    paginator = Paginator(loans_shown, 25)
    paginator.count = lists[shown][1]  # counted already
    page = paginator.get_page(request.GET.get("page"))
    for loan in page:
        loan.days_late = policy.days_late(loan.due_on, day) if loan.returned_at is None else 0
    context = {"lists": lists, "shown": shown, "page": page, "today": day, "query": f"liste={shown}"}
    return render(request, "catalogue/desk/today.html", context)
