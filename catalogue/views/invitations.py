"""An account's link, handed over: on its way by mail, or on the screen and nowhere else."""

from django.contrib import messages
from django.shortcuts import redirect, render

from catalogue.models import User
from catalogue.policy import Refused
from catalogue.services import accounts
from ludotheque import post
from ludotheque.addresses import absolute
from ludotheque.codes import qr
from ludotheque.french import of


def hand_over(request, invited: accounts.Invited, back: str):
    """A page without a redirect: a link that is shown is stored nowhere. `back`: where to go on."""
    shown = None if invited.mail else absolute(request, invited.link.path)
    context = {
        "account": invited.account,
        "mail": invited.mail,
        "link": shown,
        "qr": shown and qr(shown),
        "until": invited.link.until,
        "off": post.why_off() if invited.account.email and not invited.mail else "",
        "back": back,
    }
    return render(request, "catalogue/staff/account_link.html", context)


def send_link(request, account_id: int, back: str):
    """By mail, or on the screen where `show` is asked for."""
    try:
        invited = accounts.send_link(
            account_id=account_id, actor=request.user, by_mail="show" not in request.POST
        )
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(back)
    return hand_over(request, invited, back)


def refuse(form, refused: Refused) -> None:
    """Under the field that it is about."""
    form.add_error("email" if "email-taken" in refused.codes else "username", str(refused))


def reopened(account: User) -> str:
    """With which password an account that was closed opens again."""
    how = "avec le mot de passe qu’il avait"
    if not account.has_usable_password():
        how = "mais personne ne lui a encore choisi de mot de passe\u202f: donnez-lui un lien"
    return f"Le compte {of(str(account))} est rouvert, {how}."
