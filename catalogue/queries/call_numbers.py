"""The call number that the library's scheme proposes for the boxes of a record."""

from catalogue import numbering
from catalogue.models import Library, Record
from ludotheque.text import sort_key


def proposed(record: Record, library: Library | None = None) -> str:
    """Like its other boxes; for the first one, by the scheme of the settings."""
    others = record.copies.exclude(call_number="").order_by("-id")
    return others.values_list("call_number", flat=True).first() or by_scheme(record, library)


def by_scheme(record: Record, library: Library | None = None) -> str:
    """From the first class of each classification and the title: `R refl AD ANE`."""
    library = library or Library.objects.first() or Library()
    classes: dict[str, str] = {}
    for scheme, notation in record.categories.order_by("id").values_list("scheme", "notation"):
        classes.setdefault(scheme, notation)
    made = numbering.call_number(
        library.call_number_scheme,
        title_key=sort_key(record.title),
        letters=library.call_number_letters,
        classes=classes,
    )
    return made[:60]
