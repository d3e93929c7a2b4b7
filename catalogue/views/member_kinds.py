"""Settings: categories of members, and subscriptions with their price and length."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from catalogue import access
from catalogue.forms.member_kinds import MemberCategoryForm, SubscriptionTypeForm
from catalogue.models import MemberCategory, Role, SubscriptionType
from catalogue.policy import Refused
from catalogue.services import member_kinds, versions
from catalogue.views import conflicts


@dataclass(frozen=True)
class Shelf:
    """What one page of the settings lists and changes."""

    model: Any  # of the two kinds
    form: Any
    listed: str  # the names of its two addresses
    one: str
    title: str
    lead: str
    add: str
    counted: str
    noun: str


CATEGORIES = Shelf(
    MemberCategory,
    MemberCategoryForm,
    "member_categories",
    "member_category",
    "Catégories d’adhérents",
    "Les règles de prêt peuvent dire autre chose pour chacune.",
    "Ajouter une catégorie",
    "households",
    "foyer",
)
TYPES = Shelf(
    SubscriptionType,
    SubscriptionTypeForm,
    "subscription_types",
    "subscription_type",
    "Formules d’adhésion",
    "Ce que les foyers peuvent prendre à l’accueil, avec son prix et sa durée.",
    "Ajouter une formule",
    "subscription",
    "adhésion",
)


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def categories(request):
    return _listed(request, CATEGORIES)


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def category(request, pk):
    return _one(request, CATEGORIES, pk)


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def types(request):
    return _listed(request, TYPES)


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def type_(request, pk):
    return _one(request, TYPES, pk)


def _listed(request, shelf: Shelf):
    """All of them, a handful, and a form for one more."""
    form = shelf.form(request.POST or None)
    del form.fields["seen"]  # nobody else can have changed it
    if request.method == "POST" and form.is_valid():
        try:
            made = member_kinds.keep(row=shelf.model(), actor=request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("name", str(refused))
        else:
            messages.success(request, f"« {made.name} » est dans la liste.")
            return redirect(shelf.listed)
    rows = shelf.model._default_manager.annotate(used=Count(shelf.counted)).order_by("name")
    if shelf is TYPES:
        rows = rows.select_related("category").order_by("-offered", "price_cents", "name")
    context = {"shelf": shelf, "rows": rows[:200], "form": form}
    status = 422 if form.errors else 200
    return render(request, "catalogue/staff/member_kinds.html", context, status=status)


def _one(request, shelf: Shelf, pk: int):
    """Changed, or removed where nothing hangs on it."""
    row = get_object_or_404(shelf.model, pk=pk)
    name, uses = str(row), member_kinds.uses(row)
    if "supprimer" in request.POST:
        try:
            member_kinds.drop(row=row, actor=request.user)
        except Refused as refused:
            messages.error(request, str(refused))
            return redirect(shelf.one, pk)
        messages.success(request, f"« {name} » est supprimée.")
        return redirect(shelf.listed)
    form = shelf.form(request.POST or None, instance=row, initial={"seen": versions.version(row)})
    differing = None
    if request.method == "POST" and form.is_valid():
        try:
            member_kinds.keep(row=row, actor=request.user, **form.cleaned_data)
        except versions.Changed:
            theirs = shelf.model._default_manager.get(pk=pk)
            differing = conflicts.differing(form, shelf.form(instance=theirs))
            conflicts.meant(form, versions.version(theirs))
        except Refused as refused:
            form.add_error("name", str(refused))
        else:
            messages.success(request, "C’est enregistré.")
            return redirect(shelf.listed)
    context = {"shelf": shelf, "name": name, "uses": uses, "form": form, "differing": differing}
    status = 409 if differing is not None else 422 if form.errors else 200
    return render(request, "catalogue/staff/member_kind.html", context, status=status)
