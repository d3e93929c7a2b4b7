"""Documents of a record whose file is here: PDFs as they are, pictures drawn anew; nothing else is taken."""

import os
import re
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from catalogue import media
from catalogue.models import Document, JournalEntry, Record, User
from catalogue.policy import Refusal, Refused
from catalogue.search import index
from catalogue.services import journal
from catalogue.services.pictures import check_size, taken
from catalogue.services.versions import Changed
from ludotheque import images
from ludotheque.writing import writing

MOST = 40  # with a file, of one record
LONGEST_NAME = 200
SCAN = 3000  # pixels of the longer side: small print stays legible
KINDS = {"pdf": "PDF", "jpg": "JPEG"}
_HEAD = 1024  # readers look for the mark of a PDF in its first bytes


def is_pdf(file: BinaryIO) -> bool:
    """Whether the file begins as a PDF does, whatever it is called."""
    file.seek(0)
    head = file.read(_HEAD)
    file.seek(0)
    return b"%PDF-" in head


def add(
    *, record_id: int, file: BinaryIO, file_name: str, size: int | None = None, actor: User | None
) -> Document:
    """Keeps the document under its own name; a name that waits for its file gets it."""
    check_size(file_name, size)
    if is_pdf(file):
        suffix, content = "pdf", file.read()
    else:
        suffix = "jpg"
        content = images.drawn(taken(file, file_name, size), side=SCAN, kind=suffix)
    path = f"{media.DOCUMENTS}/{media.new_name()}.{suffix}"
    media.keep(media.document(path), content)
    with writing():
        record = Record.objects.select_for_update().get(pk=record_id)
        _check_room(record, f"« {file_name[:80]} » n’est pas ajouté.")
        document = _hung(record, _named(file_name, suffix), path, len(content), KINDS[suffix])
        journal.write(actor=actor, verb="add-document", subject=record, after=facts(document))
        index.update([record.pk])
    return document


def remove(*, record_id: int, document_id: int, actor: User | None) -> None:
    """Takes it out; its file stays until it is swept, so that it can be brought back."""
    with writing():
        record = Record.objects.select_for_update().get(pk=record_id)
        document = record.documents.exclude(file="").filter(pk=document_id).first()
        if document is None:
            raise Changed
        journal.write(actor=actor, verb="remove-document", subject=record, before=facts(document))
        path = media.document(str(document.file))
        document.delete()
        if path.exists():
            os.utime(path)  # from now on it counts as left
        index.update([record.pk])


def restore(*, record_id: int, entry_id: int, actor: User | None) -> Document:
    """Brings back what that line of the journal took out; `Changed` when it is there, or its file gone."""
    with writing():
        record = Record.objects.select_for_update().get(pk=record_id)
        entry = JournalEntry.objects.filter(
            pk=entry_id, verb="remove-document", subject_type="record", subject_id=record_id
        ).first()
        said = entry.before if entry else {}
        path = said.get("file", "")
        if not path or not media.document(path).exists() or Document.objects.filter(file=path).exists():
            raise Changed
        _check_room(record, f"« {said['document']} » n’est pas remis.")
        document = _hung(record, said["document"], path, said["size"], said["media_type"])
        journal.write(actor=actor, verb="restore-document", subject=record, after=facts(document))
        index.update([record.pk])
    return document


def _check_room(record: Record, what: str) -> None:
    """Refuses one more document than a record has."""
    if record.documents.exclude(file="").count() >= MOST:
        have = f"La notice a déjà {MOST} document{'s' if MOST > 1 else ''}."
        raise Refused(Refusal("full", what, have, "Enlevez-en un d’abord."))


def facts(document: Document) -> dict:
    """As the journal keeps them: enough to bring it back."""
    return {
        "document": document.name,
        "file": document.file.name,
        "size": document.size,
        "media_type": document.media_type,
    }


def _named(file_name: str, suffix: str) -> str:
    """The name it came with, as one line, ending as what it is."""
    bare = PurePosixPath(file_name.replace("\\", "/")).name
    bare = " ".join(re.sub(r"[\x00-\x1f\x7f]", " ", bare).split())
    known = (".pdf",) if suffix == "pdf" else (".jpg", ".jpeg")
    if not bare.lower().endswith(known):
        bare = f"{Path(bare).stem or 'document'}.{suffix}"
    stem, end = os.path.splitext(bare)
    return stem[: LONGEST_NAME - len(end)] + end


def _hung(record: Record, name: str, path: str, size: int | None, kind: str) -> Document:
    """On the record: under that name, or, where another file bears it, with a number behind it."""
    stem, end = os.path.splitext(name)
    known = {one.name: one for one in record.documents.all()}
    number = 1
    while name in known and known[name].file:
        number += 1
        name = f"{stem[: LONGEST_NAME - len(end) - 6]} ({number}){end}"
    document = known.get(name) or Document(record=record, name=name)
    document.file, document.size = path, size
    document.media_type = document.media_type or kind
    document.save()
    return document
