"""A box that the catalogue does not know, taken in at the desk with three facts, to be completed later."""

from catalogue.models import Copy, Record, Site, User
from catalogue.services import authorities, copies, records
from ludotheque.writing import writing


def take_in(
    *,
    title: str,
    publisher: str,
    barcode: str,
    actor: User | None,
    record: Record | None = None,
    site: Site | None = None,
) -> Copy:
    """The box under a draft of its own or under `record`; `Refused` if its code cannot be given."""
    with writing():
        if record is None:
            maker = authorities.publisher(form=publisher, actor=actor) if publisher.strip() else None
            record = records.create(actor=actor, title=title, publisher=maker, draft=True)
        return copies.create(record_id=record.pk, barcode=barcode, actor=actor, site=site)
