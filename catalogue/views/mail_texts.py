"""Settings: the words of the mails, with a look at them before they are kept."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue import access
from catalogue.forms.mails import MailTextForm
from catalogue.letters import LIBRARY, fill
from catalogue.models import Library, MailKind, Role
from catalogue.queries import mails as reading
from catalogue.services import mails, versions
from catalogue.views import conflicts
from ludotheque import post


@access.staff(Role.MANAGER)
@require_safe
def index(request):
    context = {"texts": list(reading.words()), "off": post.why_off()}
    return render(request, "catalogue/staff/mail_texts.html", context)


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def one(request, kind):
    words = reading.words_of(_kind(kind))
    form = _form(words, request.POST or None)
    differing, status = None, 200
    if request.method == "POST" and not form.is_valid():
        status = 422
    elif request.method == "POST" and "look" not in request.POST:
        try:
            mails.write_text(kind=words.letter.kind, actor=request.user, **form.cleaned_data)
        except versions.Changed:
            now = reading.words_of(words.letter.kind)
            differing, status = conflicts.differing(form, _form(now)), 409
            conflicts.meant(form, mails.text_version(now.subject, now.body))
        else:
            messages.success(request, f"« {words.letter.kind.label} » part désormais dans vos mots.")
            return redirect("mail_texts")
    context = {
        "form": form,
        "words": words,
        "blanks": words.letter.blanks.items(),
        "differing": differing,
        "preview": None if status == 422 else _preview(words, form),
        "looked": "look" in request.POST,
    }
    return render(request, "catalogue/staff/mail_text.html", context, status=status)


@access.staff(Role.MANAGER)
@require_POST
def restore(request, kind):
    kind = _kind(kind)
    mails.restore_text(kind=kind, actor=request.user)
    messages.success(request, f"« {kind.label} » a de nouveau son texte d’origine.")
    return redirect("mail_text", kind.value)


def _kind(slug: str) -> MailKind:
    if slug not in MailKind.values:
        raise Http404
    return MailKind(slug)


def _form(words: reading.Words, data=None) -> MailTextForm:
    said = {"subject": words.subject, "body": words.body}
    initial = said | {"seen": mails.text_version(**said)}
    return MailTextForm(data, initial=initial, letter=words.letter)


def _preview(words: reading.Words, form: MailTextForm) -> dict[str, str]:
    """The mail as it would go, with the examples in its blanks."""
    library = Library.objects.first() or Library(name="La ludothèque")
    facts = words.letter.examples | {LIBRARY: library.name}
    subject, body = (
        (form.cleaned_data["subject"], form.cleaned_data["body"])
        if form.is_bound
        else (words.subject, words.body)
    )
    return {"subject": fill(subject, facts), "body": f"{fill(body, facts)}\n\n{mails.signature(library)}"}
