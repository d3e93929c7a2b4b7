"""Pictures that people send: judged by their content, and drawn anew so that nothing of the file is kept."""

from io import BytesIO
from typing import BinaryIO

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

KINDS = ("JPEG", "PNG", "WEBP", "GIF")
MOST_PIXELS = 64_000_000  # more than a telephone takes; a small file may claim far more, to fill the memory
LONGEST = 3200  # pixels of the longer side, of what is kept for drawing smaller ones
_SRGB = ImageCms.createProfile("sRGB")


class Unreadable(Exception):
    """Why a file cannot be taken, in a French sentence."""


def read(file: BinaryIO) -> Image.Image:
    """The picture upright, in plain colours on white, without metadata; its first frame if it moves."""
    try:
        with Image.open(file, formats=KINDS) as found:
            width, height = found.size
            if width * height > MOST_PIXELS:
                raise Unreadable(
                    f"L’image a {width} × {height} points, c’est trop. Réduisez-la, puis recommencez."
                )
            found.draft("RGB", (LONGEST, LONGEST))  # a JPEG is read smaller at once
            upright = ImageOps.exif_transpose(found)
            upright.thumbnail((LONGEST, LONGEST))
            return _plain(upright)
    except Unreadable:
        raise
    except UnidentifiedImageError as error:
        raise Unreadable("Ce n’est ni une image (JPEG, PNG, WebP, GIF) ni un PDF.") from error
    except Image.DecompressionBombError as error:
        raise Unreadable("L’image a trop de points. Réduisez-la, puis recommencez.") from error
    except Exception as error:  # what is broken on purpose may break the reader anywhere
        raise Unreadable("L’image est abîmée. Enregistrez-la de nouveau, puis recommencez.") from error


def _plain(image: Image.Image) -> Image.Image:
    profile = image.info.get("icc_profile")
    if image.mode.startswith("I"):  # sixteen bits of grey
        image = image.point(lambda value: value * (1 / 256)).convert("L")
    if image.has_transparency_data:
        image = image.convert("RGBA")
        ground = Image.new("RGBA", image.size, "white")
        image, profile = Image.alpha_composite(ground, image).convert("RGB"), None
    if profile:
        try:
            known = ImageCms.ImageCmsProfile(BytesIO(profile))
            image = ImageCms.profileToProfile(image, known, _SRGB, outputMode="RGB") or image
        except (ImageCms.PyCMSError, OSError, ValueError):
            pass  # a profile for other colours than the picture has: as it is
    clean = Image.new("RGB", image.size)
    clean.paste(image.convert("RGB"))
    return clean


def drawn(image: Image.Image, *, side: int, kind: str) -> bytes:
    """The picture as a file of that kind (`webp` or `jpg`), at most `side` pixels each way."""
    small = image.copy()
    small.thumbnail((side, side))
    out = BytesIO()
    if kind == "webp":
        small.save(out, "WEBP", quality=80)
    else:
        small.save(out, "JPEG", quality=84, optimize=True, progressive=True)
    return out.getvalue()
