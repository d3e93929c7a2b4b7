"""Families: the list, one family with its members, cards and boxes, and the forms to change them."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue import access
from catalogue.forms.families import CardForm, HouseholdForm, MemberForm, NewHouseholdForm
from catalogue.models import Card, Household, HouseholdKind, JournalEntry, Member, MemberCategory, Role
from catalogue.policy import Refused
from catalogue.queries import households as reading
from catalogue.queries import ledger as accounts
from catalogue.queries import loans as loan_lists
from catalogue.queries import mails
from catalogue.services import households, removals, versions
from catalogue.templatetags.look import french
from catalogue.views import conflicts
from ludotheque.numbers import digits

PER_PAGE = 50
LINES = 5  # of the account, on the family's page


@access.staff(Role.LIBRARIAN)
@require_safe
def index(request):
    """All families, or those that are asked for by name, kind, category and where they stand."""
    today, asked = timezone.localdate(), reading.Asked.read(request.GET)
    rows = reading.found(asked, on=today)
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    page.object_list = reading.listed(page.object_list)
    for family in page:
        family.now = family.membership(today)
    context = {
        "page": page,
        "asked": asked,
        "situations": reading.SITUATIONS.items(),
        "kinds": HouseholdKind.choices,
        "categories": MemberCategory.objects.all()[:200],
        "query": asked.query,
        "removed": _removed(request, "household"),
        "unsent": mails.failed(),
    }
    return render(request, "catalogue/staff/households.html", context)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def household(request, household_id):
    """One family; a form on the page gives a card to a member."""
    families = Household.objects.select_related("category").prefetch_related("subscriptions__type")
    family = get_object_or_404(families, pk=household_id)
    form = CardForm(request.POST or None)
    status = 200
    if request.method == "POST":
        member = get_object_or_404(family.members, pk=digits(request.POST.get("adherent")) or 0)
        if form.is_valid():
            code, given = form.cleaned_data["barcode"], {"member_id": member.pk, "actor": request.user}
            try:
                one = households.give_card(barcode=code, **given) if code else households.number_card(**given)
            except Refused as refused:
                form.add_error("barcode", str(refused))
            else:
                messages.success(request, f"{member} a la carte {one.barcode}.")
                return redirect("household", family.pk)
        status = 422
    today = timezone.localdate()
    members = list(family.members.prefetch_related("cards"))
    for one in members:
        one.years = one.age(today)
    context = {
        "household": family,
        "members": members,
        "grown_up": [one for one in members if one.came_of_age(today)],
        "loans": loan_lists.of_household(family.pk),
        "subscriptions": reversed(family.subscriptions.all()),
        "balance": accounts.balance(family.pk),
        "lines": accounts.lines(family.pk)[:LINES],
        "accounts": family.users.order_by("id"),
        "removed": _removed(request, "member"),
        "lost": _lost(request, members),
        "membership": family.membership(today),
        "today": today,
        "form": form,
        "chosen": request.POST.get("adherent", ""),
    }
    return render(request, "catalogue/staff/household.html", context, status=status)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def add(request):
    form = NewHouseholdForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        family = households.create(actor=request.user, **form.cleaned_data)
        messages.success(
            request, french(f"{family.name} est inscrite. Ajoutez ses adhérents et leurs cartes.")
        )
        return redirect("member_add", family.pk)
    return _form(request, form, "Inscrire une famille")


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request, household_id):
    family = get_object_or_404(Household, pk=household_id)
    form = HouseholdForm(request.POST or None, instance=family, initial={"seen": versions.version(family)})
    differing = None
    if request.method == "POST" and form.is_valid():
        try:
            households.update(household_id=household_id, actor=request.user, **form.cleaned_data)
        except versions.Changed:
            theirs = Household.objects.get(pk=household_id)
            differing = conflicts.differing(form, HouseholdForm(instance=theirs))
            conflicts.meant(form, versions.version(theirs))
        else:
            messages.success(request, "La fiche du foyer est à jour.")
            return redirect("household", household_id)
    return _form(request, form, "Modifier le foyer", household_id, differing=differing)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def add_member(request, household_id):
    family = get_object_or_404(Household, pk=household_id)
    form = MemberForm(request.POST or None, initial={"last_name": _last_name(family)})
    del form.fields["seen"]
    if request.method == "POST" and form.is_valid():
        values = dict(form.cleaned_data)
        card = values.pop("card").strip()
        try:
            member = households.add_member(household_id=household_id, card=card, actor=request.user, **values)
        except Refused as refused:
            form.add_error("card", str(refused))
        else:
            messages.success(request, f"{member} fait partie du foyer.")
            return redirect("household", household_id)
    return _form(request, form, f"Ajouter un adhérent à {family.name}", household_id)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_member(request, household_id, member_id):
    """Changes a member, or removes one who has borrowed nothing."""
    member = get_object_or_404(Member, pk=member_id, household_id=household_id)
    name = str(member)
    if "retirer" in request.POST:
        try:
            entry = households.remove_member(member_id=member_id, actor=request.user)
        except Refused as refused:
            messages.error(request, refused)
            return redirect("household", household_id)
        return redirect(f"{reverse('household', args=[household_id])}?retire={entry.pk}")
    form = MemberForm(request.POST or None, instance=member, initial={"seen": versions.version(member)})
    del form.fields["card"]  # cards are given on the family's page
    differing = None
    if request.method == "POST" and form.is_valid():
        try:
            households.update_member(member_id=member_id, actor=request.user, **form.cleaned_data)
        except versions.Changed:
            theirs = Member.objects.get(pk=member_id)
            differing = conflicts.differing(form, MemberForm(instance=theirs))
            conflicts.meant(form, versions.version(theirs))
        else:
            messages.success(request, "La fiche est à jour.")
            return redirect("household", household_id)
    return _form(request, form, name, household_id, member, differing)


@access.staff(Role.LIBRARIAN)
@require_POST
def adult_seen(request, household_id, member_id):
    """Somebody has seen that a child came of age: the flag is taken down."""
    member = get_object_or_404(Member, pk=member_id, household_id=household_id)
    households.see_adult(member_id=member.pk, today=timezone.localdate(), actor=request.user)
    messages.success(request, f"C’est noté pour {member.first_name}.")
    return redirect("household", household_id)


@access.staff(Role.LIBRARIAN)
@require_POST
def card(request, household_id, card_id):
    """Takes a lost card out of use."""
    lost = get_object_or_404(Card, pk=card_id, member__household_id=household_id)
    households.remove_card(card_id=lost.pk, actor=request.user)
    taken = urlencode({"carte": lost.barcode, "a": lost.member_id})
    return redirect(f"{reverse('household', args=[household_id])}?{taken}")


@access.staff(Role.LIBRARIAN)
@require_POST
def remove(request, household_id):
    """Takes a family on which nothing hangs out of the list; the list then offers to put it back."""
    family = get_object_or_404(Household, pk=household_id)
    try:
        entry = removals.remove(household_id=family.pk, actor=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("household", family.pk)
    return redirect(f"{reverse('staff_households')}?retire={entry.pk}")


@access.staff(Role.LIBRARIAN)
@require_POST
def put_back(request):
    """Undoes the removal of a family or of a member."""
    entry = get_object_or_404(JournalEntry, pk=digits(request.POST.get("ligne")) or 0, verb="delete")
    if entry.subject_type not in ("household", "member"):
        raise Http404
    try:
        family = removals.put_back(entry_id=entry.pk, actor=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("staff_households")
    messages.success(request, french(f"« {entry.subject_name} » est remis."))
    return redirect("household", family.pk)


def _lost(request, members: list[Member]) -> tuple[str, Member] | None:
    """The card that was taken out of use just now, by the address, and whose it was."""
    code, whose = request.GET.get("carte", ""), digits(request.GET.get("a"))
    member = next((one for one in members if one.pk == whose), None)
    if member is None or not code or len(code) > 40 or Card.objects.filter(barcode=code).exists():
        return None
    return code, member


def _removed(request, what: str) -> JournalEntry | None:
    """What was removed just now, by the address, and may be put back."""
    number = digits(request.GET.get("retire"))
    if not number:
        return None
    lines = JournalEntry.objects.filter(subject_type=what)
    if lines.filter(verb="put-back", after__removed=number).exists():
        return None
    return lines.filter(pk=number, verb="delete").exclude(before={}).first()


def _form(request, form, title, household_id=None, member=None, differing=None):
    """`differing`: what somebody else has saved meanwhile."""
    context = {"form": form, "title": title, "household_id": household_id, "member": member}
    status = 422 if form.errors else 200 if differing is None else 409
    context["differing"] = differing
    return render(request, "catalogue/staff/family_form.html", context, status=status)


def _last_name(family: Household) -> str:
    first, _, rest = family.name.partition(" ")
    return rest if first.lower() in ("famille", "foyer") else ""
