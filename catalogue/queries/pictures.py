"""The pictures and documents of a record, and what was taken out of them lately."""

import datetime
from dataclasses import dataclass, field

from django.utils import timezone

from catalogue import media
from catalogue.models import Document, JournalEntry, Picture, Record

REMEMBERED = 10


@dataclass(frozen=True, slots=True)
class Removed:
    """What can be brought back: its line of the journal, and what it was."""

    entry: JournalEntry
    picture: str  # the name of its files; empty: a document
    label: str

    @property
    def at(self) -> datetime.datetime:
        """When, by the library's clock."""
        return timezone.localtime(self.entry.at)


@dataclass(slots=True)
class Whole:
    """All that the page of a record's pictures shows."""

    every: list[Picture]  # in their order, those of parts too
    documents: list[Document] = field(default_factory=list)
    expected: list[Document] = field(default_factory=list)  # named, without a file
    removed: list[Removed] = field(default_factory=list)

    @property
    def of_box(self) -> list[Picture]:
        return [one for one in self.every if one.component_id is None]

    @property
    def of_parts(self) -> list[Picture]:
        return [one for one in self.every if one.component_id is not None]


def of_record(record: Record) -> Whole:
    documents = list(record.documents.all())
    whole = Whole(
        every=list(record.pictures.select_related("component")),
        documents=[one for one in documents if one.file],
        expected=[one for one in documents if not one.file],
    )
    there = {one.name for one in whole.every} | {str(one.file) for one in whole.documents}
    lines = JournalEntry.objects.filter(
        subject_type="record", subject_id=record.pk, verb__in=("remove-picture", "remove-document")
    ).order_by("-id")[:REMEMBERED]
    for entry in lines:
        removed = _removed(entry, there)
        if removed:
            whole.removed.append(removed)
    return whole


def _removed(entry: JournalEntry, there: set[str]) -> Removed | None:
    """As it can be brought back; None when it is there again, or its files are gone."""
    said = entry.before
    picture, file = said.get("picture", ""), said.get("file", "")
    path = media.picture(picture, "l") if picture else media.document(file)
    if (picture or file) in there or not path.exists():
        return None
    there.add(picture or file)  # taken out twice: its last line is the one
    return Removed(entry, picture, said["alt"] or "photo" if picture else said["document"])


def find(name: str) -> Picture | None:
    """The picture of that name with its record, as far as who may see it depends on it."""
    return Picture.objects.select_related("record").only("name", "record__draft").filter(name=name).first()
