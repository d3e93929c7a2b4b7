"""A family's own holds: whether it may reserve a title, its place in the queue, and giving it up."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from catalogue import access, desk_site, policy
from catalogue.models import Copy, Hold, HoldState, Household
from catalogue.queries import holds as reading
from catalogue.queries import mails, records
from catalogue.services import holds
from catalogue.templatetags.look import french
from catalogue.views.tidy import found_or_moved, seen_by
from ludotheque.days import days_ago
from ludotheque.french import of
from ludotheque.numbers import digits


@access.family
@require_http_methods(["GET", "HEAD", "POST"])
def reserve(request, slug):
    """Every reason against it at once; else where to fetch it, and the place one would have."""
    record = found_or_moved(seen_by(request, records.find), slug)
    if isinstance(record, HttpResponse):
        return record
    household: Household = request.user.household
    sites = desk_site.choice(request).sites
    sites = sites if len(sites) > 1 else []
    refusals, status = None, 200
    if request.method == "POST":
        chosen = digits(request.POST.get("site"))
        site = next((one for one in sites if one.pk == chosen), None)
        try:
            holds.place(
                record_id=record.pk,
                household_id=household.pk,
                actor=request.user,
                now=timezone.now(),
                site_id=site.pk if site else None,
            )
        except policy.Refused as refused:
            refusals, status = refused.refusals, 409
        else:
            return redirect("reserve", record.slug)
    own = reading.own(household.pk, record.pk)
    if own is None and refusals is None:
        refusals = holds.refusals(
            record=record, household=household, today=timezone.localdate(), by_family=True
        )
    on_shelf = Copy.objects.on_shelf().filter(record=record)
    boxes = [] if own else list(on_shelf.select_related("site").order_by("pk")[:5])
    context = {
        "record": record,
        "own": own,
        "reached": mails.reaches(household),
        "refusals": () if own else refusals,
        "waiting": reading.length(record.pk),
        "sites": sites,
        "chosen": next((box.site_id for box in boxes if box.site_id), None),
        "places": list(dict.fromkeys(str(box.site) for box in boxes if box.site)),
        "on_shelf": bool(boxes),
        "cancelled": None if own else _given_up(household, record),
        "HoldState": HoldState,
    }
    return render(request, "catalogue/holds/reserve.html", context, status=status)


def _given_up(household: Household, record) -> Hold | None:
    """What the family gave up today may be taken up again, at its old place."""
    given_up = Hold.objects.filter(
        household=household, record=record, state=HoldState.CANCELLED, closed_at__gte=days_ago(0)
    )
    return given_up.order_by("-closed_at").first()


@access.family
@require_POST
def cancel(request, hold_id):
    return _act(request, hold_id, holds.cancel, "La réservation {of} est annulée.")


@access.family
@require_POST
def restore(request, hold_id):
    return _act(request, hold_id, holds.restore, "La réservation {of} a repris sa place.")


def _act(request, hold_id: int, act, said: str) -> HttpResponse:
    family = request.user.household_id
    try:
        hold = act(hold_id=hold_id, actor=request.user, now=timezone.now(), household_id=family)
    except Hold.DoesNotExist as error:
        raise Http404 from error
    except policy.Refused as refused:
        messages.error(request, str(refused))
        return redirect("account")
    messages.success(request, french(said.format(of=of(f"« {hold.record.title} »"))))
    if request.POST.get("retour") == "jeu":
        return redirect("reserve", hold.record.slug)
    return redirect("account")
