"""A box that the catalogue does not know: three facts, and it is lent on."""

from collections.abc import Sequence

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from catalogue import access, desk_site, policy
from catalogue.forms.unknown_box import UnknownBoxForm
from catalogue.models import Copy, Member, Record, Role
from catalogue.services import loans, unknown_boxes
from catalogue.views.desk.parts import member_of
from ludotheque import scanner
from ludotheque.numbers import digits


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
def unknown_box(request):
    """A draft with a box; where the title is in the catalogue already, one asks whether it is that game."""
    member = member_of(digits(request.GET.get("adherent") or request.POST.get("adherent")))
    if request.method != "POST":
        code = scanner.code(request.GET.get("code", ""))[:40]
        form = UnknownBoxForm(initial={"barcode": code})
        return _page(request, form, member)
    form = UnknownBoxForm(request.POST)
    if not form.is_valid():
        return _page(request, form, member, status=422)
    if done := form.made():  # the form was sent twice
        return _lent_on(request, done, member)
    known = digits(request.POST.get("notice"))
    record = Record.objects.filter(pk=known).first() if known else None
    if record is None and "nouvelle" not in request.POST and (same := form.same()):
        return _page(request, form, member, same=same, status=409)
    try:
        site = desk_site.likely(request)
        copy = unknown_boxes.take_in(actor=request.user, record=record, site=site, **form.cleaned_data)
    except policy.Refused as why:
        for refusal in why.refusals:
            form.add_error("barcode", f"{refusal.why} {refusal.next}")
        return _page(request, form, member, status=409)
    return _lent_on(request, copy, member)


def _lent_on(request, copy: Copy, member: Member | None):
    """To the desk again; the box goes to the family that stands there."""
    made = f"« {copy.record.title} » est au catalogue ; sa notice reste à compléter."
    if member is None:
        messages.success(request, made)
        return redirect("checkout")
    shown = {"adherent": member.pk}
    try:
        site = desk_site.of(request)
        loan = loans.checkout(
            copy_id=copy.pk,
            member_id=member.pk,
            actor=request.user,
            today=timezone.localdate(),
            site_id=site.pk if site else None,
        )
        shown["pret"] = loan.pk
        messages.success(request, made)
    except policy.Refused as why:
        if why.codes != ("already-theirs",):
            messages.warning(request, " ".join([made, *(refusal.sentence for refusal in why.refusals)]))
    return redirect(f"{reverse('checkout')}?{urlencode(shown)}")


def _page(
    request, form: UnknownBoxForm, member: Member | None, same: Sequence[Record] = (), status: int = 200
):
    context = {"form": form, "member": member, "same": same}
    return render(request, "catalogue/desk/unknown_box.html", context, status=status)
