"""Reading mails: the last ones with how they stand, and the words of each kind."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from catalogue.letters import Letter, letters
from catalogue.models import Household, Mail, MailKind, MailState, MailText
from ludotheque import post


@dataclass(frozen=True, slots=True)
class Words:
    """A kind of mail in the words that go out now; `own`: the library's, not the house's."""

    letter: Letter
    subject: str
    body: str
    own: bool


def reaches(household: Household) -> bool:
    """Whether a mail to the family can leave: some are sent from here, and it has an address."""
    if post.why_off():
        return False
    return bool(household.email) or household.members.exclude(email="").exists()


def latest(text: str = "", state: str = "") -> QuerySet[Mail]:
    """The last mails first; of an address, and in a state, where asked."""
    found = Mail.objects.select_related("household")
    if state in MailState.values:
        found = found.in_state(state)
    if text.strip():
        found = found.filter(to__icontains=text.strip())
    return found.order_by("-id")


def failed() -> int:
    """How many did not go."""
    return Mail.objects.in_state(MailState.FAILED).count()


def words() -> Iterator[Words]:
    """Every kind."""
    own = {text.kind: text for text in MailText.objects.all()}
    for kind, letter in letters().items():
        yield _words(letter, own.get(kind))


def words_of(kind: MailKind) -> Words:
    return _words(letters()[kind], MailText.objects.filter(kind=kind).first())


def _words(letter: Letter, own: MailText | None) -> Words:
    if own is None:
        return Words(letter, letter.subject, letter.body, own=False)
    return Words(letter, own.subject, own.body, own=True)
