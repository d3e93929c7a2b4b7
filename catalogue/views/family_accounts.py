"""The online accounts of one household: who has one, who is invited, an invitation to send."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from catalogue import access
from catalogue.forms.account import InvitationForm
from catalogue.models import Household, Role, User
from catalogue.policy import Refused
from catalogue.services import accounts
from catalogue.views import invitations
from ludotheque import post
from ludotheque.french import of
from ludotheque.numbers import digits


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def index(request, household_id):
    """`?adherent=` fills the invitation with what is known of that person."""
    family = get_object_or_404(Household, pk=household_id)
    form = InvitationForm(request.POST or None, initial=_known(request, family), of_family=True)
    if request.method == "POST" and form.is_valid():
        try:
            invited = accounts.invite(actor=request.user, household_id=family.pk, **form.values())
        except Refused as refused:
            invitations.refuse(form, refused)
        else:
            return invitations.hand_over(request, invited, _here(family.pk))
    context = {
        "form": form,
        "household": family,
        "members": family.members.all(),
        "accounts": family.users.order_by("id"),
        "off": post.why_off(),
    }
    status = 422 if form.errors else 200
    return render(request, "catalogue/staff/household_accounts.html", context, status=status)


@access.staff(Role.LIBRARIAN)
@require_POST
def link(request, household_id, account_id):
    """A new link to choose a password."""
    _account(household_id, account_id)
    return invitations.send_link(request, account_id, _here(household_id))


@access.staff(Role.LIBRARIAN)
@require_POST
def close(request, household_id, account_id):
    _account(household_id, account_id)
    account = accounts.close(account_id=account_id, actor=request.user)
    messages.success(request, f"Le compte {of(str(account))} est fermé.")
    return redirect("household_accounts", household_id)


@access.staff(Role.LIBRARIAN)
@require_POST
def reopen(request, household_id, account_id):
    _account(household_id, account_id)
    account = accounts.reopen(account_id=account_id, actor=request.user)
    messages.success(request, invitations.reopened(account))
    return redirect("household_accounts", household_id)


def _account(household_id: int, account_id: int) -> User:
    """One of this household's: the team's accounts are none of a librarian's business."""
    return get_object_or_404(User, pk=account_id, household_id=household_id)


def _here(household_id: int) -> str:
    return reverse("household_accounts", args=[household_id])


def _known(request, family: Household) -> dict[str, str]:
    member = family.members.filter(pk=digits(request.GET.get("adherent")) or 0).first()
    if member is None:
        return {"email": family.email}
    return {
        "first_name": member.first_name,
        "last_name": member.last_name,
        "email": member.email or family.email,
    }
