"""Logging in and out, one's own password, a family's own page."""

import math

from django.contrib import auth, messages
from django.http import HttpRequest
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue import access, liked
from catalogue.forms.account import AddressForm, LoginForm, PasswordForm
from catalogue.queries import holds, mails, own_household
from catalogue.services import favourites, logins, own_account
from catalogue.views.links import too_often
from catalogue.views.visitors import address_of, home_of
from ludotheque import post

WRONG = "Identifiant ou mot de passe inconnus. Vérifiez les deux, puis réessayez."


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@access.public
def login(request):
    """By name or e-mail; a wrong name and a wrong password are answered alike."""
    target = _target(request)
    form = LoginForm(request.POST or None)
    context = {"form": form, "next": target}
    if request.method != "POST":
        return render(request, "catalogue/account/login.html", context)
    if not form.is_valid():
        return render(request, "catalogue/account/login.html", context, status=422)
    try:
        user = logins.attempt(
            request=request,
            identifier=form.cleaned_data["username"].strip(),
            password=form.cleaned_data["password"],
            address=address_of(request),
        )
    except logins.TooManyFailures as too_many:
        minutes = math.ceil(too_many.wait.total_seconds() / 60)
        form.add_error(
            None,
            "Trop d’essais ont échoué, pour ce compte ou depuis ce réseau."
            f" Réessayez dans {minutes} minute{'s' * (minutes > 1)}.",
        )
        response = render(request, "catalogue/account/login.html", context, status=429)
        response["Retry-After"] = math.ceil(too_many.wait.total_seconds())
        return response
    if user is None:
        form.add_error(None, WRONG)
        return render(request, "catalogue/account/login.html", context, status=422)
    auth.login(request, user)
    keys, left = favourites.merge(user=user, keys=liked.of(request))
    liked.keep(request, keys)
    if left:
        games = "un jeu n’y trouve pas" if left == 1 else f"{left} jeux n’y trouvent pas"
        messages.warning(request, f"Votre liste est pleine : {games} de place.")
    return redirect(target or home_of(user))


@require_POST
@access.public
def logout(request):
    auth.logout(request)
    messages.success(request, "Vous êtes déconnecté.")
    return redirect("home")


@access.signed_in
@sensitive_post_parameters("old", "new", "again")
@require_http_methods(["GET", "HEAD", "POST"])
def password(request):
    form = PasswordForm(request.POST or None, user=request.user)
    if request.method == "POST" and form.is_valid():
        logins.change_password(user=request.user, password=form.cleaned_data["new"])
        auth.update_session_auth_hash(request, request.user)  # other browsers are logged out
        messages.success(request, "Votre mot de passe est changé.")
        return redirect("account")
    status = 422 if form.errors else 200
    return render(request, "catalogue/account/password.html", {"form": form}, status=status)


@access.signed_in
@sensitive_post_parameters("old")
@require_http_methods(["GET", "HEAD", "POST"])
def change_address(request):
    """A link goes to the new address; whether somebody has that one already is not said here."""
    off = post.why_off()
    form = AddressForm(request.POST or None, user=request.user)
    context, status = {"form": form, "off": off}, 200
    if request.method == "POST" and not off:
        status = 422
        if form.is_valid():
            email = form.cleaned_data["email"]
            try:
                own_account.ask_address(account=request.user, email=email)
            except logins.TooManyFailures as too_many:
                form.add_error(None, too_often(too_many))
                status = 429
            else:
                messages.success(request, f"Un lien part à {email}. Ouvrez-le pour confirmer l’adresse.")
                return redirect("account")
    return render(request, "catalogue/account/change_address.html", context, status=status)


@access.signed_in
@require_safe
def account(request):
    """A family's boxes, members and account; for the staff only the account itself."""
    context = {"today": timezone.localdate()}
    if request.user.household_id:
        household = own_household.of(request.user.household_id)
        context["household"], context["credit"] = household, max(0, -household.owed)
        context["loans"] = own_household.boxes(household, context["today"])
        context["holds"] = holds.of_household(household.pk)
        context["reached"] = mails.reaches(household)
        context["members"] = household.members.all()
        context["membership"] = household.membership(context["today"])
    return render(request, "catalogue/account/account.html", context)


def _target(request: HttpRequest) -> str:
    """Where `next` leads, if that is a page of ours."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target if safe else ""
