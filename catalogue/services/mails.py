"""Mails: written in the transaction of the act they tell of, sent by the worker; their texts."""

import datetime
import re
from collections.abc import Mapping

from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils import timezone
from django_tasks_db.models import DBTaskResult, get_date_max

from catalogue.letters import LIBRARY, Words, fill, letters, signed
from catalogue.models import Hold, HoldState, Household, Library, Mail, MailKind, MailText, Member, User
from catalogue.policy import Refusal, Refused
from catalogue.services import journal, versions
from ludotheque import post
from ludotheque.writing import writing

# a title may hold what would end the line of the subject; the spaces of French stay
_BREAKS = re.compile(r"[^\S\u00a0\u202f]+")
_NO_MORE = "Ce qu’il annonçait n’est plus vrai : il n’est pas parti."
KEPT = datetime.timedelta(days=60)
# what each kind says of its reservation
_SAYS = {
    MailKind.HOLD_READY: HoldState.READY,
    MailKind.HOLD_BACK: HoldState.WAITING,
    MailKind.HOLD_EXPIRED: HoldState.EXPIRED,
}


def queue(
    *,
    kind: MailKind,
    facts: Mapping[str, str],
    household_id: int | None = None,
    to: str | None = None,
    until: datetime.datetime | None = None,
    words: Words | None = None,
    hold_id: int | None = None,
) -> Mail | None:
    """Writes a mail that goes once this transaction has ended well; None where the family has no address.

    `facts` fills the blanks of letters.toml; {famille} and {ludotheque} are known already. Without `to` it
    goes to the household. It is not sent after `until`. Where no mail is sent from here, the row says so.
    `words`: the library's, where the caller has read them with something else. `hold_id`: what it tells of.
    """
    letter = letters()[kind]
    facts = dict(facts)
    whose = "famille" in letter.blanks and "famille" not in facts
    if household_id is not None and (to is None or whose):
        name, address = _household(household_id)
        facts.setdefault("famille", name)
        to = address if to is None else to
    if not to:
        return None
    words = words or _words(kind)
    facts.setdefault(LIBRARY, words.library)
    missing = letter.blanks.keys() - facts.keys()
    if missing:
        raise ValueError(f"{kind}: nothing was given for {', '.join(sorted(missing))}")
    off = post.why_off()
    mail = Mail.objects.create(
        kind=kind,
        to=to,
        household_id=household_id,
        hold_id=hold_id,
        subject=_BREAKS.sub(" ", fill(words.subject or letter.subject, facts)).strip()[:300],
        body=f"{fill(words.body or letter.body, facts)}\n\n{words.signature}",
        until=until,
        next_try_at=None if off else timezone.now(),
        error=off,
    )
    if not off:
        _put_on_the_list()
    return mail


def take_back(*, kind: MailKind, hold_id: int) -> bool:
    """What was promised about a hold holds no more: a mail that nobody has begun to send stays here. Whether
    one has gone, or may have."""
    about = Mail.objects.filter(kind=kind, hold=hold_id)
    about.filter(next_try_at__isnull=False, tries=0).update(next_try_at=None, error=_NO_MORE)
    return about.filter(Q(sent_at__isnull=False) | Q(next_try_at__isnull=False)).exists()


def untrue(mail: Mail) -> str:
    """Why it must not go, or nothing: what it says of a reservation is so no longer, for that has gone on, a
    later mail says otherwise, or the family has reserved the title anew."""
    says = _SAYS.get(MailKind(mail.kind))
    if says is None or mail.hold_id is None:
        return ""
    later = Mail.objects.filter(hold=OuterRef("pk"), pk__gt=mail.pk)
    anew = Hold.objects.filter(
        household=OuterRef("household"), record=OuterRef("record"), placed_at__gt=OuterRef("placed_at")
    )
    so = Hold.objects.filter(~Exists(later), ~Exists(anew), pk=mail.hold_id, state=says)
    return "" if so.exists() else _NO_MORE


def signature(library: Library) -> str:
    return signed(library.name, library.address, library.phone, library.email)


def send_again(*, mail_id: int, actor: User) -> Mail:
    """Puts a mail on the list anew, whether it went or not; not one whose moment, link or
    truth is over."""
    now = timezone.now()
    with writing():
        mail = Mail.objects.select_for_update().get(pk=mail_id)
        refusal = _too_late(mail, now)
        if refusal:
            raise Refused(refusal)
        mail.next_try_at, mail.sent_at, mail.tries, mail.error = now, None, 0, ""
        mail.save(update_fields=["next_try_at", "sent_at", "tries", "error"])
        journal.write(actor=actor, verb="send-again", subject=mail)
        _put_on_the_list()
    return mail


def write_text(*, kind: MailKind, subject: str, body: str, actor: User, seen: str | None = None) -> None:
    """The library's own words for a kind of mail; with `seen`, the `text_version` that the writer had before
    her, it raises `Changed` instead of writing over somebody else's."""
    letter = letters()[kind]
    with writing():
        before = MailText.objects.select_for_update().filter(kind=kind).first()
        after = {"subject": subject, "body": body}
        said = {"subject": before.subject, "body": before.body} if before else {}
        if seen is not None and seen != text_version(
            **(said or {"subject": letter.subject, "body": letter.body})
        ):
            raise versions.Changed
        if said == after:
            return
        text, _ = MailText.objects.update_or_create(kind=kind, defaults=after)
        journal.write(actor=actor, verb="write-mail-text", subject=text, before=said, after=after)


def text_version(subject: str, body: str) -> str:
    """A short mark of these words."""
    return versions.mark({"subject": subject, "body": body})


def restore_text(*, kind: MailKind, actor: User) -> None:
    """Back to the words of the house; what the library had stays in the journal."""
    with writing():
        text = MailText.objects.select_for_update().filter(kind=kind).first()
        if text is None:
            return
        before = {"subject": text.subject, "body": text.body}
        journal.write(actor=actor, verb="restore-mail-text", subject=text, before=before)
        text.delete()


def tidy(*, now: datetime.datetime) -> int:
    """Forgets old mails, and the links of those that will not go."""
    gone, _ = Mail.objects.filter(next_try_at=None, queued_at__lt=now - KEPT).delete()
    secret = [kind for kind, letter in letters().items() if letter.secret]
    Mail.objects.filter(kind__in=secret, until__lt=now, next_try_at=None).update(body="")
    return gone


def forget(*, before: datetime.datetime) -> None:
    """Throws away what has been over since then: mails tell which family had what."""
    Mail.objects.filter(next_try_at=None, queued_at__lt=before).delete()


def schedule(*, at: datetime.datetime | None = None) -> None:
    """Sees to it that the worker looks at the list, at the latest when the next mail is due (or `at`)."""
    due = (
        at
        or Mail.objects.filter(next_try_at__isnull=False)
        .order_by("next_try_at")
        .values_list("next_try_at", flat=True)
        .first()
    )
    if due is None:
        return
    from catalogue.tasks import send_mails  # which sends what is here

    waiting = DBTaskResult.objects.filter(task_path=send_mails.module_path, status="READY")
    soon = Q(run_after__lte=max(due, timezone.now())) | Q(run_after=get_date_max())
    if not waiting.filter(soon).exists():
        send_mails.using(run_after=due).enqueue()


def _put_on_the_list() -> None:
    from catalogue.tasks import send_mails

    # always: one that is about to end may have looked at the list already
    send_mails.enqueue()


def _household(household_id: int) -> tuple[str, str]:
    """Name and address of a household: its own, else that of the first member who has one."""
    first = Member.objects.filter(household=OuterRef("pk")).exclude(email="").order_by("pk")
    name, own, theirs = Household.objects.values_list(
        "name", "email", Subquery(first.values("email")[:1])
    ).get(pk=household_id)
    return name, own or theirs or ""


def _words(kind: MailKind) -> Words:
    """The library, and its own words for this kind if it has any, by one query."""
    text = MailText.objects.filter(kind=kind)
    library = Library.objects.annotate(
        own_subject=Subquery(text.values("subject")[:1]), own_body=Subquery(text.values("body")[:1])
    ).first()
    if library is None:
        return Words("La ludothèque", signature(Library(name="La ludothèque")))
    return Words(library.name, signature(library), library.own_subject, library.own_body)


def _too_late(mail: Mail, now: datetime.datetime) -> Refusal | None:
    what = "Ce courriel n’est pas renvoyé."
    off = post.why_off()
    if off:
        return Refusal("mail-off", what, off, "Demandez à qui administre l’installation.")
    if letters()[MailKind(mail.kind)].secret and (mail.sent_at or not mail.body):
        why = "Son lien ne sert qu’une fois, et n’est gardé nulle part."
        return Refusal("link-spent", what, why, "Envoyez-en un nouveau depuis la page du compte.")
    if mail.until and mail.until < now:
        return Refusal("mail-over", what, "Ce qu’il annonce est passé.", "Il n’y a rien d’autre à faire.")
    if untrue(mail):
        why = "Ce qu’il annonce n’est plus vrai."
        return Refusal(
            "mail-untrue", what, why, "Voyez dans la fiche de la famille où en est la réservation."
        )
    return None
