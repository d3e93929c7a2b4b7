"""Files as people send them: pictures of one colour, made small so that drawing them takes no time."""

import struct
import zlib
from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from catalogue.models import Picture, Record
from catalogue.services import pictures

PDF = b"%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"


def drawing(colour="red", size=(60, 40), kind="PNG", mode="RGB", **values) -> bytes:
    """A picture; `values` go into the file (`exif`, `comment`…)."""
    out = BytesIO()
    Image.new(mode, size, colour).save(out, kind, **values)
    return out.getvalue()


def claiming(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it has so many points."""
    content = drawing(size=(1, 1))
    head = b"IHDR" + struct.pack(">II", width, height) + content[24:29]
    return content[:12] + head + struct.pack(">I", zlib.crc32(head)) + content[33:]


def sent(name: str, content: bytes, kind: str = "application/octet-stream") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, kind)


def add_picture(record: Record, colour: str = "red", *, alt: str = "", **values) -> Picture:
    """A picture taken in by the service."""
    picture = pictures.add(
        record_id=record.pk, file=BytesIO(drawing(colour)), file_name="a.png", actor=None, **values
    )
    if alt:
        picture.alt = alt
        picture.save()
    return picture
