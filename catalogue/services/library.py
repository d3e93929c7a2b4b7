"""The library's own row, by parts: each page of the settings has its own."""

from collections.abc import Iterable

from catalogue.models import Library, User
from catalogue.services import journal, versions
from catalogue.services.versions import Changed
from ludotheque.writing import writing


def update(*, actor: User | None, seen: str | None = None, **values) -> Library:
    """Changes what is given.

    With `seen`, the `version` of these values that the writer had before her, it raises `Changed` instead of
    writing over somebody else's work."""
    with writing():
        library, made = Library.objects.select_for_update().get_or_create(defaults=values)
        if not made and seen is not None and seen != version(library, values):
            raise Changed
        before = {name: None if made else getattr(library, name) for name in values}
        for name, value in values.items():
            setattr(library, name, value)
        if journal.write_change(actor=actor, subject=library, before=before, after=values):
            library.save(update_fields=list(values))
    return library


def version(library: Library, names: Iterable[str]) -> str:
    """A short mark of what the library says of these."""
    return versions.mark({name: getattr(library, name) for name in names})
