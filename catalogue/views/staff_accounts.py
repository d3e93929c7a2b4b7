"""Who may log in: the list, a new account, one to close, to open again or to give a new password."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue import access
from catalogue.forms.account import NewAccountForm
from catalogue.models import Household, Role, User
from catalogue.policy import Refused
from catalogue.queries import lists
from catalogue.services import accounts
from ludotheque.french import of


@access.staff(Role.MANAGER)
@require_safe
def index(request):
    text = request.GET.get("q", "").replace("\0", "")
    page = Paginator(lists.accounts(text), 50).get_page(request.GET.get("page"))
    context = {"page": page, "text": text, "query": urlencode({"q": text})}
    return render(request, "catalogue/staff/accounts.html", context)


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def add(request):
    """For one of the team, or for the family that `?foyer=` names."""
    family = _family(request.GET.get("foyer"))
    initial = {"email": family.email} if family else None
    form = NewAccountForm(request.POST or None, initial=initial, of_family=family is not None)
    if request.method == "POST" and form.is_valid():
        try:
            opened = accounts.create(
                actor=request.user, household_id=family.pk if family else None, **form.values()
            )
        except Refused as refused:
            form.add_error("email" if "email-taken" in refused.codes else "username", str(refused))
        else:
            return _handed_over(request, opened)
    context = {"form": form, "family": family}
    return render(request, "catalogue/staff/account_form.html", context, status=422 if form.errors else 200)


@access.staff(Role.MANAGER)
@require_safe
def one(request, account_id):
    account = get_object_or_404(User.objects.select_related("household"), pk=account_id)
    last = account.last_login and timezone.localdate(account.last_login)
    context = {"account": account, "last_login": last, "own": account.pk == request.user.pk}
    return render(request, "catalogue/staff/account.html", context)


@access.staff(Role.MANAGER)
@require_POST
def close(request, account_id):
    get_object_or_404(User, pk=account_id)
    try:
        account = accounts.close(account_id=account_id, actor=request.user)
    except Refused as refused:
        messages.error(request, refused)
    else:
        messages.success(request, f"Le compte {of(str(account))} est fermé.")
    return redirect("staff_account", account_id)


@access.staff(Role.MANAGER)
@require_POST
def reopen(request, account_id):
    get_object_or_404(User, pk=account_id)
    account = accounts.reopen(account_id=account_id, actor=request.user)
    messages.success(request, f"Le compte {of(str(account))} est rouvert, avec le mot de passe qu’il avait.")
    return redirect("staff_account", account_id)


@access.staff(Role.MANAGER)
@require_POST
def password(request, account_id):
    get_object_or_404(User, pk=account_id)
    try:
        opened = accounts.renew_password(account_id=account_id, actor=request.user)
    except Refused as refused:
        messages.error(request, refused)
        return redirect("staff_account", account_id)
    return _handed_over(request, opened)


def _handed_over(request, opened: accounts.Opened):
    """The password, this once: answered without a redirect, so that it is stored nowhere on the way."""
    context = {"account": opened.account, "password": opened.password}
    return render(request, "catalogue/staff/account_password.html", context)


def _family(number: str | None) -> Household | None:
    if not number:
        return None
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise Http404
    return get_object_or_404(Household, pk=int(number))
