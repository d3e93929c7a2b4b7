"""What one does to one's own account without the staff: a forgotten password, another address."""

import datetime

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from catalogue import policy
from catalogue.models import Household, MailKind, Member, User
from catalogue.services import accounts, journal, links, logins, mails
from catalogue.templatetags.said import moment
from ludotheque.writing import writing


def ask_reset(*, identifier: str, address: str) -> None:
    """A link by mail to who bears this name or e-mail, if anybody does; the asker is not told.

    `TooManyFailures` for who asks too often. The same work is done for a name that is none.
    """
    from catalogue.tasks import send_reset

    named = Q(username__iexact=identifier) | Q(email__iexact=identifier)
    found = list(User.objects.filter(named).values_list("pk", flat=True)[:2])
    with writing():
        # by what was typed: two names that share a limit would be known for those of one account
        logins.count_asking(
            {f"reset:{identifier.casefold()}": policy.ASKS_ABOUT, f"reset-from:{address}": policy.ASKS_FROM}
        )
        send_reset.enqueue(found[0] if len(found) == 1 else 0)


def send_reset(*, account_id: int) -> None:
    """What the worker does about a forgotten password."""
    account = User.objects.filter(pk=account_id, is_active=True).exclude(email="").first()
    if account is None:
        return
    try:
        with writing():
            logins.count_asking({f"reset-of:{account.pk}": policy.ASKS_ABOUT})
            _mail(MailKind.RESET, account, links.make(links.RESET, account), account.email)
    except logins.TooManyFailures:
        return  # there are three in the letterbox


def ask_address(*, account: User, email: str) -> None:
    """A link to the new address, which confirms it; who has it already is told so there, and nobody here."""
    with writing():
        logins.count_asking({f"address:{account.pk}": policy.ASKS_ABOUT})
        if accounts.taken(email=email, but=account.pk):
            mails.queue(kind=MailKind.ADDRESS_TAKEN, to=email, facts={}, until=_tomorrow())
        else:
            _mail(MailKind.NEW_ADDRESS, account, links.make(links.ADDRESS, account, email=email), email)
        journal.write(actor=account, verb="ask-email", subject=account, after={"email": email})


def confirm_address(*, token: str) -> User:
    """The account has its new address, the old one is told; the household's follows if it was the same."""
    with writing():
        asked = links.read(token, links.ADDRESS)
        # docs/locking.md: the household first
        household = Household.objects.select_for_update().filter(users=asked.account.pk).first()
        account = links.read(token, links.ADDRESS, locked=True).account
        before = account.email
        accounts.save_email(account, asked.email)
        followed = _follow(household, before, asked.email) if household and before else []
        after = {"email": asked.email, "followed": followed}
        journal.write(
            actor=account, verb="change-email", subject=account, before={"email": before}, after=after
        )
        accounts.tell_old_address(account, before)
    return account


def _follow(household: Household, before: str, after: str) -> list[str]:
    """Other places of the household that bore the old address: reminders must not go there any more."""
    followed = []
    if household.email.lower() == before.lower():
        household.email = after
        household.save(update_fields=["email"])
        followed.append("household")
    members = Member.objects.filter(household=household, email__iexact=before)
    if members.update(email=after):
        followed.append("members")
    return followed


def _mail(kind: MailKind, account: User, link: links.Link, to: str) -> None:
    mails.queue(
        kind=kind,
        to=to,
        household_id=account.household_id,
        until=link.until,
        facts={
            "nom": str(account),
            "identifiant": account.username,
            "lien": f"{settings.SITE_URL}{link.path}",
            "date": moment(link.until),
        },
    )


def _tomorrow() -> datetime.datetime:
    return timezone.now() + datetime.timedelta(days=1)
