"""Pictures of a record: taken in, described, put in order, taken out and back. The first is the cover."""

import os
from collections.abc import Iterable
from hashlib import blake2b
from typing import BinaryIO

from django.conf import settings
from django.db.models import Max

from catalogue import media
from catalogue.models import Component, JournalEntry, Picture, Record, User
from catalogue.models.picture import MOST
from catalogue.policy import Refusal, Refused
from catalogue.services import journal
from catalogue.services.versions import Changed
from ludotheque import images
from ludotheque.writing import writing


def mark(pictures: Iterable[Picture]) -> str:
    """A short mark of the pictures in their order with their words: who moves one says which she saw."""
    said = repr([(one.pk, one.alt) for one in pictures])
    return blake2b(said.encode(), digest_size=8).hexdigest()


def taken(file: BinaryIO, name: str, size: int | None) -> images.Image.Image:
    """The picture that the file holds, or a refusal that says why there is none."""
    check_size(name, size)
    try:
        return images.read(file)
    except images.Unreadable as error:
        raise refused(name, str(error)) from error


def check_size(name: str, size: int | None) -> None:
    """Refuses a file larger than the house takes."""
    most = settings.UPLOAD_MAX_MB
    if size == 0:
        raise refused(name, "Le fichier est vide. Reprenez-le là d’où il vient.")
    if size is not None and size > most * 1024**2:
        raise refused(name, f"Il pèse plus de {most} Mo. Allégez-le, puis recommencez.")


def refused(name: str, why: str) -> Refused:
    return Refused(Refusal("unreadable-file", f"« {name[:80]} » n’est pas ajouté.", why, ""))


def add(
    *,
    record_id: int,
    file: BinaryIO,
    file_name: str,
    size: int | None = None,
    component_id: int | None = None,
    actor: User | None,
) -> Picture:
    """Draws the picture anew in the sizes of the pages; with a component, in place of the picture it had."""
    image = taken(file, file_name, size)
    name = media.new_name()
    for which, form in media.SIZES.items():
        media.keep(media.picture(name, which), images.drawn(image, side=form.side, kind=form.kind))
    with writing():
        record = Record.objects.select_for_update().get(pk=record_id)
        component = Component.objects.get(pk=component_id, record=record) if component_id else None
        if component is None:
            _check_room(record, f"« {file_name[:80]} » n’est pas ajouté.")
        if component is not None:
            for old in record.pictures.filter(component=component):
                take_out(record, old, actor)
        picture = Picture.objects.create(
            record=record, component=component, name=name, position=_last(record) + 1
        )
        journal.write(actor=actor, verb="add-picture", subject=record, after=facts(picture))
        _settle(record)
    return picture


def describe(*, record_id: int, picture_id: int, alt: str, seen: str, actor: User | None) -> None:
    """Says what there is to see on it, for who cannot see it."""
    with writing():
        record, pictures = _locked(record_id, seen)
        picture = _one(pictures, picture_id)
        before, picture.alt = picture.alt, " ".join(alt.split())[:200]
        if picture.alt != before:
            picture.save(update_fields=["alt"])
            said = {"picture": picture.name}
            journal.write(
                actor=actor,
                verb="describe-picture",
                subject=record,
                before=said | {"alt": before},
                after=said | {"alt": picture.alt},
            )


def move(*, record_id: int, picture_id: int, by: int, seen: str, actor: User | None) -> None:
    """One place up (-1) or down (1); at the end of the row it stays where it is."""
    with writing():
        record, pictures = _locked(record_id, seen)
        row = [one for one in pictures if one.component_id is None]
        picture = _one(row, picture_id)
        place = row.index(picture)
        if not 0 <= place + by < len(row):
            return
        before = [one.name for one in row]
        row.insert(place + by, row.pop(place))
        for position, one in enumerate(row):
            one.position = position
        Picture.objects.bulk_update(row, ["position"])
        journal.write(
            actor=actor,
            verb="move-picture",
            subject=record,
            before={"order": before},
            after={"order": [one.name for one in row]},
        )
        _settle(record)


def remove(*, record_id: int, picture_id: int, actor: User | None) -> None:
    """Takes it out; its files stay until they are swept, so that it can be brought back."""
    with writing():
        record = Record.objects.select_for_update().get(pk=record_id)
        take_out(record, _one(record.pictures.select_related("component"), picture_id), actor)
        _settle(record)


def restore(*, record_id: int, entry_id: int, actor: User | None) -> Picture:
    """Brings back what that line of the journal took out, where it was; a part that is gone leaves it to the
    box. Raises `Changed` when it is there again already, or when its files are gone."""
    with writing():
        record = Record.objects.select_for_update().get(pk=record_id)
        entry = JournalEntry.objects.filter(
            pk=entry_id, verb="remove-picture", subject_type="record", subject_id=record_id
        ).first()
        said = entry.before if entry else {}
        name = said.get("picture", "")
        if not name or not media.picture(name, "l").exists() or Picture.objects.filter(name=name).exists():
            raise Changed
        component = record.components.filter(name=said["component"], picture=None).first()
        picture = Picture(record=record, component=component, name=name, alt=said["alt"])
        row = list(record.pictures.filter(component=None))
        if component is None:
            _check_room(record, "La photo n’est pas remise.")
            row.insert(min(said["position"], len(row)), picture)
        picture.save()
        for position, one in enumerate(row):
            one.position = position
        Picture.objects.bulk_update(row, ["position"])
        journal.write(actor=actor, verb="restore-picture", subject=record, after=facts(picture))
        _settle(record)
    return picture


def facts(picture: Picture) -> dict:
    """As the journal keeps them: enough to bring it back."""
    return {
        "picture": picture.name,
        "alt": picture.alt,
        "position": picture.position,
        "component": picture.component.name if picture.component else "",
    }


def _locked(record_id: int, seen: str) -> tuple[Record, list[Picture]]:
    record = Record.objects.select_for_update().get(pk=record_id)
    pictures = list(record.pictures.all())
    if mark(pictures) != seen:
        raise Changed
    return record, pictures


def _one(pictures: Iterable[Picture], picture_id: int) -> Picture:
    for one in pictures:
        if one.pk == picture_id:
            return one
    raise Changed


def _check_room(record: Record, what: str) -> None:
    """Refuses one more picture of the box than a record has."""
    if record.pictures.filter(component=None).count() >= MOST:
        have = f"La notice a déjà {MOST} photo{'s' if MOST > 1 else ''}."
        raise Refused(Refusal("full", what, have, "Enlevez-en une d’abord."))


def _last(record: Record) -> int:
    last = record.pictures.aggregate(last=Max("position"))["last"]
    return -1 if last is None else last


def take_out(record: Record, picture: Picture, actor: User | None) -> None:
    """In the caller's transaction; the journal's line brings it back."""
    row = list(record.pictures.filter(component=None).values_list("pk", flat=True))
    place = row.index(picture.pk) if picture.pk in row else 0
    before = facts(picture) | {"position": place}
    journal.write(actor=actor, verb="remove-picture", subject=record, before=before)
    picture.delete()
    for size in media.SIZES:
        path = media.picture(before["picture"], size)
        if path.exists():
            os.utime(path)  # from now on it counts as left


def _settle(record: Record) -> None:
    """The record knows its cover, without having changed for who has its form open."""
    first = record.pictures.filter(component=None).values_list("name", flat=True).first() or ""
    Record.objects.filter(pk=record.pk).update(cover=first)
