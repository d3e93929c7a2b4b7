"""Who may log in: the list, somebody to invite, an account to give a role, to close or to open again."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue import access
from catalogue.forms.account import EmailForm, InvitationForm, RoleForm
from catalogue.models import Role, User
from catalogue.policy import Refused
from catalogue.queries import lists
from catalogue.services import accounts
from catalogue.views import invitations
from ludotheque import post
from ludotheque.french import of


@access.staff(Role.MANAGER)
@require_safe
def index(request):
    text = request.GET.get("q", "")
    page = Paginator(lists.accounts(text), 50).get_page(request.GET.get("page"))
    context = {"page": page, "text": text, "query": urlencode({"q": text})}
    return render(request, "catalogue/staff/accounts.html", context)


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def add(request):
    """Somebody of the team is invited; families are from the page of their household."""
    form = InvitationForm(request.POST or None, of_family=False)
    if request.method == "POST" and form.is_valid():
        try:
            invited = accounts.invite(actor=request.user, **form.values())
        except Refused as refused:
            invitations.refuse(form, refused)
        else:
            return invitations.hand_over(
                request, invited, reverse("staff_account", args=[invited.account.pk])
            )
    context = {"form": form, "off": post.why_off()}
    return render(request, "catalogue/staff/account_form.html", context, status=422 if form.errors else 200)


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def one(request, account_id):
    """One account; its two forms are told apart by their button."""
    account = get_object_or_404(User.objects.select_related("household"), pk=account_id)
    what = request.POST.get("what") if request.method == "POST" else None
    role = RoleForm(request.POST if what == "role" else None, initial={"role": account.role})
    email = EmailForm(request.POST if what == "email" else None, initial={"email": account.email})
    if what == "role" and role.is_valid():
        return _change_role(request, account, Role(role.cleaned_data["role"]))
    if what == "email" and email.is_valid():
        try:
            accounts.change_email(account_id=account.pk, actor=request.user, **email.cleaned_data)
        except Refused as refused:
            email.add_error("email", str(refused))
        else:
            messages.success(request, f"L’adresse du compte {of(str(account))} est à jour.")
            return redirect("staff_account", account_id)
    context = {
        "account": account,
        "last_login": account.last_login and timezone.localdate(account.last_login),
        "own": account.pk == request.user.pk,
        "opened": account.has_usable_password(),
        "role": role,
        "email": email,
        "off": post.why_off(),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "catalogue/staff/account.html", context, status=status)


@access.staff(Role.MANAGER)
@require_POST
def close(request, account_id):
    get_object_or_404(User, pk=account_id)
    try:
        account = accounts.close(account_id=account_id, actor=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"Le compte {of(str(account))} est fermé.")
    return redirect("staff_account", account_id)


@access.staff(Role.MANAGER)
@require_POST
def reopen(request, account_id):
    get_object_or_404(User, pk=account_id)
    account = accounts.reopen(account_id=account_id, actor=request.user)
    messages.success(request, invitations.reopened(account))
    return redirect("staff_account", account_id)


@access.staff(Role.MANAGER)
@require_POST
def link(request, account_id):
    """A new link to choose a password."""
    get_object_or_404(User, pk=account_id)
    return invitations.send_link(request, account_id, reverse("staff_account", args=[account_id]))


def _change_role(request, account: User, role: Role):
    try:
        accounts.change_role(account_id=account.pk, role=role, actor=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"{account} a maintenant le rôle « {role.label} ».")
    return redirect("staff_account", account.pk)
