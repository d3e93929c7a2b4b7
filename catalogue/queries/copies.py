"""The boxes of a record, as the public may see them."""

from django.db.models import FilteredRelation, Q

from catalogue.models import Copy, Record
from ludotheque.text import fold


def of_record(record: Record) -> list[Copy]:
    """Every copy shown, with section, site and open loan by one query, in the order of the shelf."""
    running = FilteredRelation("loans", condition=Q(loans__returned_at=None))
    copies = (
        Copy.objects.shown()
        .filter(record=record)
        .annotate(running=running)
        .select_related("section", "site", "running")
        .order_by()
    )
    for copy in copies:
        loan = getattr(copy, "running", None)  # set only where there is one
        copy.open_loans = [loan] if loan else []
    return sorted(copies, key=lambda copy: (fold(copy.call_number), copy.barcode))
