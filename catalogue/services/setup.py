"""The first visit: a library gets its name and its first manager."""

from django.db import IntegrityError, transaction

from catalogue.models import Library, Role, User
from catalogue.services import journal

_done = False


class AlreadySetUpError(Exception):
    """Somebody was faster: this installation has its library or its staff."""


def is_set_up() -> bool:
    """Whether there is a library or a staff account. Once true it stays true, and is asked no more."""
    global _done
    if not _done:
        _done = Library.objects.exists() or User.objects.exclude(role=Role.MEMBER).exists()
    return _done


def set_up(*, library_name: str, username: str, first_name: str, last_name: str, password: str) -> User:
    """Makes the library and its first manager, or AlreadySetUpError; of two at once, one succeeds."""
    try:
        with transaction.atomic():
            if is_set_up():
                raise AlreadySetUpError
            # the library has one possible key: a second row is the database's to refuse
            library = Library.objects.create(name=library_name)
            manager = User.objects.create_user(
                username, password=password, first_name=first_name, last_name=last_name, role=Role.MANAGER
            )
            journal.write(actor=manager, verb="set-up", subject=library, after={"name": library_name})
    except IntegrityError as error:
        if is_set_up():
            raise AlreadySetUpError from error
        raise
    return manager
