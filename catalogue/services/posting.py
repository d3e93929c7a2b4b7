"""What the worker does with waiting mails: sends them one by one, and tries again later what failed."""

import datetime
import hashlib
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import F
from django.utils import timezone

from catalogue.letters import letters
from catalogue.models import Library, Mail, MailKind
from catalogue.services import mails
from ludotheque import post

# after the first failure, the second…; then it is given up, some two days later
PAUSES = tuple(datetime.timedelta(minutes=m) for m in (1, 5, 15, 60, 180, 360, 720, 1440))
# so long a mail that somebody is sending is left to him; he may have died
CLAIM = datetime.timedelta(minutes=10)
CHUNK = 50


def send_waiting() -> int:
    """Sends what is due; how many went. Two workers share the work, and one that dies loses nothing."""
    library = Library.objects.first() or Library()
    sent, connection = 0, get_connection()
    try:
        while due := _due():
            mails.schedule(at=timezone.now() + CLAIM)
            sent += sum(_send(mail, library, connection) for mail in due)
    finally:
        connection.close()
    mails.schedule()
    return sent


def _due() -> list[Mail]:
    return list(Mail.objects.filter(next_try_at__lte=timezone.now()).order_by("next_try_at", "pk")[:CHUNK])


def _send(mail: Mail, library: Library, connection: BaseEmailBackend) -> bool:
    now = timezone.now()
    here = Mail.objects.filter(pk=mail.pk)
    if not here.filter(next_try_at=mail.next_try_at).update(next_try_at=now + CLAIM, tries=F("tries") + 1):
        return False  # another worker was faster
    try:
        if off := post.why_off():
            raise post.Failure(off, final=True)
        if mail.until and mail.until < now:
            raise post.Failure("Trop tard : ce qu’il annonçait est passé.", final=True)
        if no_more := mails.untrue(mail):
            raise post.Failure(no_more, final=True)
        _message(mail, library, connection).send()
    except Exception as error:  # whatever it was, the next mail is another matter, and staff reads why
        failure = post.failure(error)
        again = None if failure.final else _next(mail.tries, now)
        here.update(next_try_at=again, error=str(failure)[:300])
        connection.close()  # what a server said no to may have left it in the middle of a sentence
        return False
    gone = {"body": ""} if letters()[MailKind(mail.kind)].secret else {}
    here.update(next_try_at=None, sent_at=timezone.now(), error="", **gone)
    return True


def _next(tries: int, now: datetime.datetime) -> datetime.datetime | None:
    return now + PAUSES[tries] if tries < len(PAUSES) else None


def _message(mail: Mail, library: Library, connection: BaseEmailBackend) -> EmailMessage:
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    # the same each time: a program that gets it twice may know it again
    mark = hashlib.sha256(f"{settings.SECRET_KEY}:{mail.pk}:{mail.queued_at}".encode()).hexdigest()[:24]
    return EmailMessage(
        mail.subject,
        mail.body,
        post.sender(library.name, library.email),
        [mail.to],
        reply_to=[library.email] if library.email else None,
        headers={"Message-ID": f"<{mark}@{host}>", "Auto-Submitted": "auto-generated"},
        connection=connection,
    )
