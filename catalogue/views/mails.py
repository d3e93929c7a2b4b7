"""Mails, for the staff: what went, what did not and why, and one to send again."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from catalogue import access
from catalogue.letters import letters
from catalogue.models import Mail, MailState, Role
from catalogue.policy import Refused
from catalogue.queries import mails as reading
from catalogue.services import mails
from ludotheque import post


@access.staff(Role.LIBRARIAN)
@require_safe
def index(request):
    text = request.GET.get("q", "")
    state = request.GET.get("etat", "")
    page = Paginator(reading.latest(text, state), 50).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "text": text,
        "state": state if state in MailState.values else "",
        "states": MailState.choices,
        "query": urlencode({"q": text, "etat": state}),
        "off": post.why_off(),
        "failed": reading.failed(),
        "secret": {kind.value for kind, letter in letters().items() if letter.secret},
    }
    return render(request, "catalogue/staff/mails.html", context)


@access.staff(Role.LIBRARIAN)
@require_POST
def send_again(request, mail_id):
    mail = get_object_or_404(Mail, pk=mail_id)
    try:
        mails.send_again(mail_id=mail.pk, actor=request.user)
    except Refused as refused:
        messages.error(request, refused)
    else:
        messages.success(request, f"Le courriel à {mail.to} repart dans un instant.")
    return redirect(f"{reverse('mails')}?{urlencode({'q': mail.to})}")
