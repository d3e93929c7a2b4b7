"""What the staff does with one hold: reserve for a family, give up, take up again, keep longer; its slips."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue import access, desk_site, policy, slips
from catalogue.models import Hold, HoldState, Household, Record, Role, Transit
from catalogue.queries import desk as reading
from catalogue.queries import holds as reading_holds
from catalogue.queries import lists
from catalogue.queries.families import WITH_PEOPLE, known_by, tell_apart
from catalogue.services import holds
from catalogue.templatetags.look import french
from catalogue.views.desk.parts import member_of
from catalogue.views.holds.lists import came_from
from ludotheque.french import of
from ludotheque.numbers import digits
from ludotheque.security import PDF_POLICY

CHOICES = 20


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
def add(request):
    """Which game, for which family: each is looked for until it is known; then what speaks against it."""
    asked = request.POST if request.method == "POST" else request.GET
    record = _one(Record, asked.get("notice"))
    family = _one(Household, asked.get("foyer"))
    found = {} if record else _records(asked.get("jeu", ""))
    found |= {} if family else _families(asked.get("famille", ""))
    record, family = record or found.pop("record", None), family or found.pop("family", None)
    site = desk_site.choice(request)
    context = {"record": record, "family": family, "site": site, "asked": asked, **found}
    status = 200
    if record and family:
        chosen = digits(asked.get("site")) or (site.chosen.pk if site.chosen else None)
        place = next((one for one in site.sites if one.pk == chosen), None) if site.asked else None
        if request.method == "POST":
            try:
                hold = holds.place(
                    record_id=record.pk,
                    household_id=family.pk,
                    actor=request.user,
                    now=timezone.now(),
                    site_id=place.pk if place else None,
                    override_note=asked.get("note", ""),
                )
            except policy.Refused as refused:
                context["refusals"], status = refused.refusals, 409
            else:
                messages.success(request, french(f"« {hold.record.title} » est réservé pour {family.name}."))
                return redirect("household_holds", family.pk)
        else:
            context["refusals"] = holds.refusals(
                record=record, household=family, today=timezone.localdate(), site_id=place and place.pk
            )
        refusals = context["refusals"]
        context["place"] = place
        context["waiting"] = reading_holds.length(record.pk)
        context["overridable"] = refusals and all(one.overridable for one in refusals)
    return render(request, "catalogue/holds/add.html", context, status=status)


def _one(model, key: str | None):
    pk = digits(key)
    return model.objects.filter(pk=pk).first() if pk else None


def _records(text: str) -> dict:
    """The record meant, or those to choose from."""
    text = text.replace("\0", "").strip()
    if not text:
        return {}
    if copy := reading.box(text):
        return {"record": copy.record}
    found = list(lists.records(text)[: CHOICES + 1])
    if len(found) == 1:
        return {"record": found[0]}
    return {"records": found[:CHOICES], "more_records": len(found) > CHOICES, "no_record": not found}


def _families(text: str) -> dict:
    text = text.replace("\0", "").strip()
    if not text:
        return {}
    if holder := member_of(reading.card(text)):
        return {"family": holder.household}
    found = list(known_by(text).prefetch_related(*WITH_PEOPLE)[: CHOICES + 1])
    tell_apart(found)
    if len(found) == 1:
        return {"family": found[0]}
    return {"families": found[:CHOICES], "more_families": len(found) > CHOICES, "no_family": not found}


@access.staff(Role.VOLUNTEER)
@require_POST
def cancel(request, hold_id):
    hold = _act(request, hold_id, holds.cancel, "La réservation {of} est annulée.")
    back = came_from(request, reverse("staff_holds"))
    if hold and back.startswith(reverse("staff_holds") + "?"):
        back = f"{back.partition('&annulee=')[0]}&{urlencode({'annulee': hold.pk})}"
    return redirect(back)


@access.staff(Role.VOLUNTEER)
@require_POST
def restore(request, hold_id):
    _act(request, hold_id, holds.restore, "La réservation {of} a repris sa place.")
    return redirect(came_from(request, reverse("staff_holds")))


@access.staff(Role.VOLUNTEER)
@require_POST
def keep(request, hold_id):
    _act(request, hold_id, holds.keep, "« {title} » est gardé jusqu’au {until}.")
    return redirect(came_from(request, reverse("staff_holds")))


@access.staff(Role.VOLUNTEER)
@require_POST
def done(request, hold_id):
    """The label is changed, or the box is on its shelf again."""
    if not Hold.objects.filter(pk=hold_id).exists():
        raise Http404
    holds.settle_errand(hold_id=hold_id, actor=request.user)
    messages.success(request, "C’est noté.")
    return redirect(came_from(request, reverse("staff_holds")))


def _act(request, hold_id: int, act: Callable[..., Hold], said: str) -> Hold | None:
    try:
        hold = act(hold_id=hold_id, actor=request.user, now=timezone.now())
    except Hold.DoesNotExist as error:
        raise Http404 from error
    except policy.Refused as refused:
        messages.error(request, str(refused))
        return None
    title = hold.record.title
    until = policy.french_date(hold.expires_on) if hold.expires_on else ""
    messages.success(request, french(said.format(title=title, of=of(f"« {title} »"), until=until)))
    return hold


@access.staff(Role.VOLUNTEER)
@require_safe
def slip(request, hold_id):
    ready = Hold.objects.select_related("record", "copy__record", "household", "pickup_site")
    hold = get_object_or_404(ready, pk=hold_id, state=HoldState.READY)
    return _pdf(slips.of_hold(hold), f"reservation-{hold_id}.pdf")


@access.staff(Role.VOLUNTEER)
@require_safe
def transit_slip(request, transit_id):
    rows = Transit.objects.open().select_related("copy__record", "from_site", "to_site", "hold__household")
    return _pdf(slips.of_transit(get_object_or_404(rows, pk=transit_id)), f"transfert-{transit_id}.pdf")


def _pdf(content: bytes, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    response["Content-Security-Policy"] = PDF_POLICY
    return response
