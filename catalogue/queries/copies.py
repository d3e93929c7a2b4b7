"""The boxes of a record, as the public may see them."""

import datetime

from catalogue.models import Copy, HoldState, Loan, Record, Section, Site
from catalogue.models.copy import GONE, HELD, Status
from catalogue.queries.rows import partial
from ludotheque.text import fold

# written out: Django takes eight times as long to put it together as the database to answer
_COPIES = (
    "SELECT c.*, s.name AS section_name, t.name AS site_name, l.id AS loan_id,"
    " CAST(l.due_on AS text) AS loan_due_on,"
    f" CASE WHEN m.id IS NOT NULL THEN '{Status.IN_TRANSIT}' WHEN h.id IS NOT NULL THEN '{Status.ON_HOLD}'"
    f" ELSE '' END AS aside, (SELECT COUNT(*) FROM catalogue_hold w WHERE w.record_id = c.record_id"
    f" AND w.state = '{HoldState.WAITING}') AS waiting,"
    " (SELECT COUNT(*) FROM catalogue_hold w WHERE w.record_id = c.record_id"
    f" AND w.state = '{HoldState.WAITING}' AND NOT EXISTS (SELECT 1 FROM catalogue_transit b"
    " WHERE b.hold_id = w.id AND b.received_at IS NULL)) AS without_box, (SELECT o.id FROM catalogue_hold o"
    " WHERE o.record_id = c.record_id AND o.household_id = %s"
    f" AND o.state IN ('{HELD}', '{HoldState.WAITING}')) AS own_hold FROM catalogue_copy c"
    " LEFT JOIN catalogue_section s ON s.id = c.section_id LEFT JOIN catalogue_site t ON t.id = c.site_id"
    " LEFT JOIN catalogue_loan l ON l.copy_id = c.id AND l.returned_at IS NULL"
    f" LEFT JOIN catalogue_hold h ON h.copy_id = c.id AND h.state = '{HELD}'"
    " LEFT JOIN catalogue_transit m ON m.copy_id = c.id AND m.received_at IS NULL"
    f" WHERE c.record_id = %s AND c.state NOT IN ({', '.join(['%s'] * len(GONE))})"
)


def of_record(record: Record, household_id: int | None = None) -> list[Copy]:
    """Every copy shown, with section, site and open loan by one query, in the order of the shelf.

    Each says as well how many families wait for the title (`waiting`) and whether this one does (`own_hold`).
    """
    copies = list(Copy.objects.raw(_COPIES, [household_id, record.pk, *GONE]))
    for copy in copies:
        if copy.section_id:
            copy.section = partial(Section, id=copy.section_id, name=copy.section_name)
        if copy.site_id:
            copy.site = partial(Site, id=copy.site_id, name=copy.site_name)
        due_on = copy.loan_due_on and datetime.date.fromisoformat(copy.loan_due_on)
        copy.open_loans = [partial(Loan, id=copy.loan_id, copy_id=copy.pk, due_on=due_on)] if due_on else []
    # as many as families wait are not for who comes by: the latest, as the search counts them
    standing = [copy for copy in copies if copy.status == Status.AVAILABLE]
    for copy in sorted(standing, key=lambda copy: -copy.pk)[: copies[0].without_box if copies else 0]:
        copy.aside = Status.ON_HOLD.value
    return sorted(copies, key=lambda copy: (fold(copy.call_number), copy.barcode))
