"""The account of a family: what it owes, what it pays, and mistakes put right by another line."""

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue import access, policy
from catalogue.forms.families import ChargeForm, PaymentForm, RefundForm
from catalogue.models import Household, LedgerEntry, LedgerKind, Library, PaymentMethod, Role, Subscription
from catalogue.queries import ledger as accounts
from catalogue.services import ledger as services
from catalogue.views.households.waiting import at_the_desk, lending
from ludotheque import pdf
from ludotheque.money import euros
from ludotheque.security import PDF_POLICY

PER_PAGE = 50


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
def ledger(request, household_id):
    """The balance and the lines; a form takes money, the button says how."""
    family = get_object_or_404(Household, pk=household_id)
    if request.method != "POST":
        return _page(request, family)
    form = PaymentForm(request.POST)
    method = request.POST.get("moyen", "")
    if not form.is_valid() or method not in PaymentMethod.values:
        return _page(request, family, pay=form, status=422)
    try:
        services.pay(
            household_id=family.pk,
            amount_cents=form.cleaned_data["amount"],
            method=method,
            note=form.cleaned_data["note"],
            actor=request.user,
            seen=form.cleaned_data["vu"],
            advance=form.cleaned_data["avance"],
        )
    except policy.Refused as refused:
        form.add_error(None, str(refused))
        if "more-than-owed" in refused.codes:
            form.fields["avance"].widget = forms.CheckboxInput()
        return _page(request, family, pay=form, status=409)
    paid = f"{euros(form.cleaned_data['amount'])} reçus ({PaymentMethod(method).label.lower()})"
    stands = services.words(accounts.balance(family.pk))
    messages.success(request, f"{paid}. {family.name} {stands}.")
    member_id = at_the_desk(request, family)
    return redirect(lending(member_id) if member_id else reverse("household_ledger", args=[family.pk]))


@access.staff(Role.LIBRARIAN)
@require_POST
def charge(request, household_id):
    """Something more is owed."""
    family = get_object_or_404(Household, pk=household_id)
    form = ChargeForm(request.POST, prefix="du")
    if not form.is_valid():
        return _page(request, family, charge=form, status=422)
    try:
        services.charge(
            household_id=family.pk,
            kind=form.cleaned_data["kind"],
            amount_cents=form.cleaned_data["amount"],
            note=form.cleaned_data["note"],
            actor=request.user,
            seen=form.cleaned_data["vu"],
        )
    except policy.Refused as refused:
        form.add_error(None, str(refused))
        return _page(request, family, charge=form, status=409)
    messages.success(request, f"{euros(form.cleaned_data['amount'])} de plus à payer.")
    return redirect("household_ledger", family.pk)


@access.staff(Role.LIBRARIAN)
@require_POST
def refund(request, household_id):
    """What was paid in advance is handed back; the button says how."""
    family = get_object_or_404(Household, pk=household_id)
    form = RefundForm(request.POST, prefix="rendu")
    method = request.POST.get("moyen", "")
    if not form.is_valid() or method not in PaymentMethod.values:
        return _page(request, family, refund=form, status=422)
    try:
        services.refund(
            household_id=family.pk,
            amount_cents=form.cleaned_data["amount"],
            method=method,
            note=form.cleaned_data["note"],
            actor=request.user,
            seen=form.cleaned_data["vu"],
        )
    except policy.Refused as refused:
        form.add_error(None, str(refused))
        return _page(request, family, refund=form, status=409)
    given = f"{euros(form.cleaned_data['amount'])} rendus ({PaymentMethod(method).label.lower()})"
    messages.success(request, f"{given}. {family.name} {services.words(accounts.balance(family.pk))}.")
    return redirect("household_ledger", family.pk)


@access.staff(Role.LIBRARIAN)
@require_POST
def correct(request, household_id, entry_id):
    """Takes a line back by its opposite; both stay to be read."""
    entry = get_object_or_404(LedgerEntry, pk=entry_id, household_id=household_id)
    note = request.POST.get("motif", "").replace("\0", "").strip()
    try:
        services.correct(entry_id=entry.pk, actor=request.user, note=note)
    except policy.Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"La ligne de {euros(abs(entry.amount_cents))} est corrigée.")
        if entry.kind == LedgerKind.SUBSCRIPTION and entry.subscription:
            messages.warning(request, _still_valid(entry.subscription))
    return redirect("household_ledger", household_id)


@access.staff(Role.VOLUNTEER)
@require_safe
def receipt(request, household_id, entry_id):
    """What was paid, on paper."""
    lines = LedgerEntry.objects.select_related("household", "by")
    entry = get_object_or_404(lines, pk=entry_id, household_id=household_id, kind=LedgerKind.PAYMENT)
    if hasattr(entry, "corrected_by"):
        raise Http404  # taken back: nobody has paid that
    context = {"entry": entry, "paid": -entry.amount_cents, "library": Library.objects.first()}
    content = pdf.render(render_to_string("print/receipt.html", context))
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="recu-{entry.pk}.pdf"'
    response["Content-Security-Policy"] = PDF_POLICY
    return response


def _still_valid(subscription: Subscription) -> str:
    """Correcting the money leaves the days."""
    until = f" jusqu’au {policy.french_date(subscription.ends_on)}" if subscription.ends_on else ""
    then = "Pour l’annuler aussi : dans la fiche du foyer, « Changer », puis « Annuler cette adhésion »."
    return f"L’adhésion reste valable{until}. {then}"


def _page(
    request, family: Household, *, pay=None, charge=None, refund=None, status: int = 200
) -> HttpResponse:
    balance, seen = accounts.balance(family.pk), services.last_line(family.pk)
    for stale in (pay, charge, refund):
        if stale is not None and status == 409:  # the lines are on the page now: sending it again is meant
            stale.data = stale.data.copy()
            stale.data[stale.add_prefix("vu")] = seen
    page = Paginator(accounts.lines(family.pk), PER_PAGE).get_page(request.GET.get("page"))
    first = {"vu": seen, "adherent": at_the_desk(request, family)}
    first["amount"] = balance if balance > 0 else None
    context = {
        "household": family,
        "balance": balance,
        "page": page,
        "pay": pay or PaymentForm(initial=first),
        "charge": charge or ChargeForm(prefix="du", initial={"vu": seen}),
        "charging": charge is not None,
        "refund": refund
        or RefundForm(prefix="rendu", initial={"vu": seen, "amount": max(0, -balance) or None}),
        "refunding": refund is not None,
        "methods": PaymentMethod.choices,
    }
    return render(request, "catalogue/staff/ledger.html", context, status=status)
