"""Cards of families as sheets to print and cut."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from catalogue import access
from catalogue.forms.families import CardsForm
from catalogue.labels import grids, sheets
from catalogue.models import Card, Household, Role
from catalogue.policy import Refused
from catalogue.queries import households as reading
from catalogue.services import households, labels
from ludotheque.numbers import several


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def cards(request):
    """A sheet of all cards of the families that the address names: by a search, or ticked."""
    asked = reading.Asked.read(request.GET)
    if "coches" in request.GET:
        rows = Household.objects.filter(pk__in=several(request.GET.getlist("ids")[: labels.MOST])).order_by(
            "sort_key", "id"
        )
        if not rows:
            messages.error(request, "Rien n’est coché : cochez des foyers, ou prenez toute la liste.")
            return redirect(f"{reverse('staff_households')}?{asked.query}")
    else:
        rows = reading.found(asked, on=timezone.localdate())
    ids = list(rows.values_list("pk", flat=True)[: labels.MOST + 1])
    theirs = Card.objects.filter(member__household__in=ids)
    theirs = theirs.order_by("member__household__sort_key", "member__household_id", "member_id", "pk")
    without = Household.objects.filter(pk__in=ids).exclude(members__cards__isnull=False).count()
    form = CardsForm(request.POST or None, initial={"number": without == len(ids)})
    if not without:
        del form.fields["number"]
    if request.method == "POST" and form.is_valid() and len(ids) <= labels.MOST:
        try:
            if form.cleaned_data.get("number"):
                households.number_cards(household_ids=ids, actor=request.user)
            sheet = labels.make(
                kind=sheets.CARDS,
                ids=list(theirs.values_list("pk", flat=True)),
                grid=grids.CARDS,
                start=form.cleaned_data["start"],
                symbology="code128",
                outline=form.cleaned_data["outline"],
                actor=request.user,
            )
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            return redirect("label_sheet", sheet.pk)
    context = {
        "form": form,
        "families": len(ids),
        "count": theirs.count(),
        "without": without,
        "too_many": len(ids) > labels.MOST,
        "most": labels.MOST,
    }
    status = 422 if form.errors else 200
    return render(request, "catalogue/staff/cards.html", context, status=status)
