"""The list of games in an account. It is its owner's own affair: the journal says nothing of it."""

from collections.abc import Sequence

from catalogue.models import Favourite, Record, User
from catalogue.models.favourite import MOST
from catalogue.policy import Refusal, Refused
from ludotheque.writing import writing


def full() -> Refused:
    return Refused(
        Refusal(
            "list-full",
            "Ce jeu n’est pas ajouté.",
            f"Votre liste a déjà {MOST} jeux.",
            "Retirez-en un, puis recommencez.",
        )
    )


def gone() -> Refused:
    return Refused(Refusal("record-gone", "Ce jeu n’est pas ajouté.", "Il n’est plus au catalogue.", ""))


def of(user: User) -> list[int]:
    """The keys of its records, the latest first."""
    return list(Favourite.objects.filter(user=user).values_list("record", flat=True))


def add(*, user: User, record_id: int) -> list[int]:
    """Puts it first, unless it is there; returns the list."""
    with writing():
        User.objects.select_for_update().get(pk=user.pk)
        keys = of(user)
        if record_id not in keys:
            if not Record.objects.select_for_update().filter(pk=record_id).order_by().only("pk").first():
                raise gone()  # deleted while the page was open
            if len(keys) >= MOST:
                raise full()
            Favourite.objects.create(user=user, record_id=record_id)
            keys.insert(0, record_id)
    return keys


def remove(*, user: User, record_id: int) -> list[int]:
    """Takes it out, if it is there; returns the list."""
    with writing():
        Favourite.objects.filter(user=user, record_id=record_id).delete()
    return of(user)


def merge(*, user: User, keys: Sequence[int]) -> tuple[list[int], int]:
    """What was kept without an account joins the account's list, as far as there is room.

    Returns the list, and how many found none.
    """
    left = 0
    with writing():
        User.objects.select_for_update().get(pk=user.pk)
        mine = of(user)
        known = set(Record.objects.filter(pk__in=keys).values_list("pk", flat=True)) - set(mine)
        new = [key for key in keys if key in known]
        room = MOST - len(mine)
        left = max(0, len(new) - room)
        new = new[:room]
        # the latest last, as if each had been added in its turn
        Favourite.objects.bulk_create(Favourite(user=user, record_id=key) for key in reversed(new))
    return new + mine, left
