"""Subscriptions: sold in two clicks, and their days put right."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from catalogue import access, membership, policy
from catalogue.forms.families import SubscribeForm, SubscriptionForm
from catalogue.models import Household, PaymentMethod, Role, Subscription
from catalogue.queries import ledger as accounts
from catalogue.services import ledger, subscriptions, versions
from catalogue.views import conflicts
from catalogue.views.households.waiting import at_the_desk, lending
from ludotheque.money import euros


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
def subscribe(request, household_id):
    """The kinds there are with their price and their days, and how it is paid; then back to where one was:
    `adherent` is the member who waits at the desk."""
    family = get_object_or_404(Household.objects.prefetch_related("subscriptions__type"), pk=household_id)
    today, member_id = timezone.localdate(), at_the_desk(request, family)
    theirs = list(family.subscriptions.all())
    starts_on = membership.next_start([(one.starts_on, one.ends_on) for one in theirs], today)
    last = theirs[-1].type if theirs else None
    context = {"household": family, "membership": family.membership(today)}
    if starts_on is None:
        return render(request, "catalogue/staff/subscribe.html", context | {"endless": True})
    form = SubscribeForm(
        request.POST or None,
        starts_on=starts_on,
        last=last,
        household=family,
        sold=subscriptions.sold_on(family.pk, today),
        initial={"adherent": member_id},
    )
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            method = request.POST.get("moyen", "")
            if method not in PaymentMethod.values:
                method = ""
            try:
                sold = subscriptions.subscribe(
                    household_id=family.pk,
                    type_id=form.cleaned_data["formule"].pk,
                    actor=request.user,
                    today=today,
                    method=method,
                    expected=form.cleaned_data["debut"],
                    again=form.cleaned_data.get("encore", False),
                )
            except policy.Refused as refused:
                form.add_error(None, str(refused))
                status = 409
            else:
                messages.success(request, _said(sold, method))
                return redirect(_back(request, family, member_id))
    context |= {"form": form, "methods": PaymentMethod.choices, "starts_on": starts_on}
    context |= {"balance": accounts.balance(family.pk), "later": starts_on > today}
    return render(request, "catalogue/staff/subscribe.html", context, status=status)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def add(request, household_id):
    """Days taken over from elsewhere, owed nothing for."""
    family = get_object_or_404(Household, pk=household_id)
    form = SubscriptionForm(request.POST or None)
    del form.fields["seen"]  # nobody else can have changed it
    if request.method == "POST" and form.is_valid():
        try:
            subscriptions.grant(household_id=family.pk, actor=request.user, **form.cleaned_data)
        except policy.Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, "L’adhésion est notée.")
            return redirect("household", family.pk)
    return _form(request, family, form, None)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request, household_id, subscription_id):
    """Other days for a subscription, or none: taken back with all that was owed and paid for it."""
    found = get_object_or_404(
        Subscription.objects.select_related("household", "type"),
        pk=subscription_id,
        household_id=household_id,
    )
    if "annuler" in request.POST:
        subscriptions.cancel(subscription_id=found.pk, actor=request.user)
        messages.success(request, "L’adhésion est annulée, avec ce qui était dû et payé pour elle.")
        return redirect("household", household_id)
    form = SubscriptionForm(request.POST or None, initial=_days(found))
    differing = None
    if request.method == "POST" and form.is_valid():
        try:
            subscriptions.change(subscription_id=found.pk, actor=request.user, **form.cleaned_data)
        except policy.Refused as refused:
            form.add_error(None, str(refused))
        except versions.Changed:
            theirs = Subscription.objects.get(pk=found.pk)
            differing = conflicts.differing(form, SubscriptionForm(initial=_days(theirs)))
            conflicts.meant(form, versions.version(theirs))
        else:
            messages.success(request, "L’adhésion est à jour.")
            return redirect("household", household_id)
    return _form(request, found.household, form, found, differing)


def _days(found: Subscription) -> dict:
    return {
        "starts_on": found.starts_on,
        "ends_on": found.ends_on,
        "seen": versions.version(found),
    }


def _form(
    request, family: Household, form, found: Subscription | None, differing: list | None = None
) -> HttpResponse:
    context = {"household": family, "form": form, "subscription": found, "differing": differing}
    if found:
        context["lines"] = found.ledger.filter(corrects=None, corrected_by=None)
    status = 422 if form.errors else 200 if differing is None else 409
    return render(request, "catalogue/staff/subscription_form.html", context, status=status)


def _back(request, family: Household, member_id: int | None) -> str:
    if member_id:
        return lending(member_id)
    return reverse("household" if request.user.is_librarian else "household_ledger", args=[family.pk])


def _said(sold: Subscription, method: str) -> str:
    assert sold.type is not None  # what was sold has a kind
    assert sold.ends_on is not None  # of so many months
    said = f"Adhésion « {sold.type.name} » jusqu’au {policy.french_date(sold.ends_on)}"
    if not sold.type.price_cents:
        return f"{said}."
    price = euros(sold.type.price_cents)
    if not method:
        balance = accounts.balance(sold.household_id)
        if balance == sold.type.price_cents:
            return f"{said}. {price} restent à payer."
        return f"{said}. {price} sont portés au compte : la famille {ledger.words(balance)}."
    return f"{said} : {price} reçus ({PaymentMethod(method).label.lower()})."
