"""What one reaches by a link from a mail, not logged in: a password to choose, an address to confirm."""

import math

from django.contrib import auth, messages
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from catalogue import access
from catalogue.forms.account import ForgottenForm, NewPasswordForm
from catalogue.policy import Refused
from catalogue.services import links, own_account
from catalogue.services.logins import TooManyFailures
from catalogue.views.visitors import address_of, home_of
from ludotheque import post


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@access.public
def forgotten(request):
    """The answer is the same whether anybody has that name or not."""
    off = post.why_off()
    form = ForgottenForm(request.POST or None)
    context = {"form": form, "off": off}
    page = "catalogue/account/forgotten.html"
    if request.method != "POST" or off:
        return render(request, page, context)
    if not form.is_valid():
        return render(request, page, context, status=422)
    try:
        own_account.ask_reset(identifier=form.cleaned_data["identifier"].strip(), address=address_of(request))
    except TooManyFailures as too_many:
        form.add_error(None, too_often(too_many))
        response = render(request, page, context, status=429)
        response["Retry-After"] = math.ceil(too_many.wait.total_seconds())
        return response
    return render(request, page, context | {"asked": True})


@sensitive_post_parameters("new", "again")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@access.public
def choose_password(request, token):
    """From an invitation, or from a forgotten password; looking at it uses nothing up."""
    try:
        link = links.read(token, links.INVITATION, links.RESET)
        form = NewPasswordForm(request.POST or None, user=link.account)
        if request.method == "POST" and form.is_valid():
            account = links.choose_password(token=token, password=form.cleaned_data["new"])
            auth.login(request, account)
            messages.success(request, "Votre mot de passe est choisi : vous êtes connecté.")
            return redirect(home_of(account))
    except links.Dead:
        return _dead(request)
    context = {"form": form, "account": link.account, "token": token}
    status = 422 if form.errors else 200
    return render(request, "catalogue/account/choose_password.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@access.public
def confirm_address(request, token):
    """From the mail to the new address; programs that look at every link of a mail confirm nothing."""
    try:
        link = links.read(token, links.ADDRESS)
        if request.method == "POST":
            own_account.confirm_address(token=token)
            return render(request, "catalogue/account/confirm_address.html", {"link": link, "done": True})
    except links.Dead:
        return _dead(request)
    except Refused as refused:
        messages.error(request, refused)
        return _dead(request, status=409)
    return render(request, "catalogue/account/confirm_address.html", {"link": link, "token": token})


def too_often(too_many: TooManyFailures) -> str:
    minutes = math.ceil(too_many.wait.total_seconds() / 60)
    return (
        "Trop de demandes en peu de temps, pour ce compte ou depuis ce réseau."
        f" Regardez vos courriels, ou réessayez dans {minutes} minute{'s' * (minutes > 1)}."
    )


def _dead(request, status: int = 410):
    return render(request, "catalogue/account/dead_link.html", {"off": post.why_off()}, status=status)
