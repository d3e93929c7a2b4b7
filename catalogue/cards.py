"""What other sites show for a link to a game without a photo: its box on a plank, and what it is."""

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
EDITION = 1  # of this drawing: another number draws all anew
PAPER, INK, SOFT, WOOD, WOOD_EDGE = "#FBF7EF", "#22262E", "#565B66", "#D2B48C", "#B0834A"
# the same as on the shelves (static/css/shelf.css): ground, second colour
COLOURS = {
    "association": ("#23703F", "#F2B233"),
    "hasard": ("#B3341F", "#F2B233"),
    "strategie": ("#2F3C58", "#E98A6B"),
    "circuit": ("#E3A32B", "#B3341F"),
    "adresse": ("#6A3D8F", "#F2B233"),
    "langue": ("#17706F", "#F3A98C"),
    "savoir": ("#1F5FA8", "#F2B233"),
    "autre": ("#8F6F45", "#F2B233"),
}
MOST_PAWNS = 10
LINES = 3  # of the title
_FONTS = ("latin", "latin-ext")  # each has letters that the other lacks


def folder() -> Path:
    """Where cards are kept, those of a record in a folder named by its key."""
    return Path(settings.VAR_DIR) / "cards"


class Card(NamedTuple):
    """All that is drawn."""

    title: str
    family: str
    players: int  # who may play at most; 0: not known
    facts: str
    house: str


@lru_cache(maxsize=32)
def _font(which: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    name = f"atkinson-hyperlegible-next-{which}-wght-normal.woff2"
    font = ImageFont.truetype(str(Path(settings.BASE_DIR) / "static" / "fonts" / name), size)
    font.set_variation_by_axes([weight])
    return font


def _runs(text: str) -> list[tuple[str, str]]:
    """The text in pieces of one font each."""
    runs: list[tuple[str, str]] = []
    for sign in text:
        which = _FONTS[0x100 <= ord(sign) < 0x2000 and sign not in "ŒœŸ"]
        if runs and runs[-1][0] == which:
            runs[-1] = (which, runs[-1][1] + sign)
        else:
            runs.append((which, sign))
    return runs


def _length(text: str, size: int, weight: int) -> float:
    return sum(_font(which, size, weight).getlength(piece) for which, piece in _runs(text))


def _write(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, weight: int, fill: str):
    x, y = at
    for which, piece in _runs(text):
        font = _font(which, size, weight)
        draw.text((x, y), piece, font=font, fill=fill, anchor="ls")
        x += font.getlength(piece)


def _lines(text: str, size: int, weight: int, width: int, most: int) -> list[str] | None:
    """The text in lines that fit, or None where it takes more of them than there may be."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _length(longer, size, weight) <= width:
            lines[-1] = longer
        elif _length(word, size, weight) <= width:
            lines.append(word)
        else:
            return None
    return lines if len(lines) <= most else None


def _title(text: str, width: int) -> tuple[int, list[str]]:
    """As large as it fits; one too long for the smallest size is cut."""
    for size in (104, 88, 72, 60, 50):
        lines = _lines(text, size, 800, width, LINES)
        if lines:
            return size, lines
    while text and not _lines(f"{text}…", size, 800, width, LINES):
        text = text[:-1].rstrip()
    return size, _lines(f"{text}…", size, 800, width, LINES) or ["…"]


def _mixed(colour: str, other: str, part: float) -> tuple[int, ...]:
    one, two = (tuple(int(c[i : i + 2], 16) for i in (1, 3, 5)) for c in (colour, other))
    return tuple(round(a + (b - a) * part) for a, b in zip(one, two, strict=True))


def draw(card: Card) -> bytes:
    """The card as a PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 520, WIDTH, 560), fill=WOOD)
    pen.rectangle((0, 560, WIDTH, 578), fill=WOOD_EDGE)
    _box(pen, card)
    left, width = 500, WIDTH - 500 - 60
    size, lines = _title(card.title, width)
    y = 110 + size * 0.72
    for line in lines:
        _write(pen, (left, y), line, size, 800, INK)
        y += size * 1.08
    facts = _lines(card.facts, 38, 400, width, 2) or []
    for number, line in enumerate(facts):
        _write(pen, (left, y + 16 + 50 * number), line, 38, 400, SOFT)
    house = (_lines(card.house, 32, 700, width, 9) or [""])[0]
    _write(pen, (left, 490), house, 32, 700, INK)
    out = BytesIO()
    image.quantize(128).save(out, "PNG", optimize=True)
    return out.getvalue()


def _box(pen: ImageDraw.ImageDraw, card: Card) -> None:
    """The box on its plank: top, spine, and a front with a pawn for each who may play."""
    ground, second = COLOURS.get(card.family, COLOURS["autre"])
    left, top, right, bottom, deep = 130, 110, 440, 530, 46
    pen.polygon(
        [(left, top), (left - deep, top - 20), (right - deep, top - 20), (right, top)],
        fill=_mixed(ground, "#FFFFFF", 0.22),
    )
    pen.polygon(
        [(left, top), (left - deep, top - 20), (left - deep, bottom - 20), (left, bottom)],
        fill=_mixed(ground, "#000000", 0.3),
    )
    pen.rectangle((left, top, right, bottom), fill=ground)
    pen.ellipse((left + 25, top + 20, right - 25, top + 280), fill=_mixed(ground, "#000000", 0.16))
    pawns = min(card.players or 1, MOST_PAWNS)
    across = min(pawns, 5 if pawns > 4 else pawns)
    rows = -(-pawns // across)
    step, tall = min(84, 250 // across), 92 if rows > 1 else 130
    middle = (left + right) / 2
    for number in range(pawns):
        row, place = divmod(number, across)
        wide = min(across, pawns - row * across)
        x = middle + (place - (wide - 1) / 2) * step
        y = top + 150 + (row - (rows - 1) / 2) * (tall + 14)
        scale = min(step * 0.42, tall * 0.27)
        for shift, colour in ((5, second), (0, PAPER)):
            _pawn(pen, x + shift, y + shift, scale, tall, colour)
    pen.rectangle((left, bottom - 118, right, bottom), fill=PAPER)
    pen.rectangle((left, bottom - 118, right, bottom - 110), fill=second)
    for width, size in ((270, 52), (270, 40), (270, 30), (270, 24)):
        lines = _lines(card.title, size, 800, width, 2)
        if lines:
            y = bottom - 55 - (len(lines) - 1) * size * 0.52 + size * 0.34
            for line in lines:
                _write(pen, (left + 20, y), line, size, 800, INK)
                y += size * 1.04
            break
    pen.rectangle((left, top, right, bottom), outline=_mixed(ground, "#000000", 0.3), width=2)


def _pawn(pen: ImageDraw.ImageDraw, x: float, y: float, scale: float, tall: float, colour: str) -> None:
    head = scale * 0.78
    top, foot = y - tall / 2, y + tall / 2
    pen.polygon(
        [(x - head * 0.55, top + head), (x + head * 0.55, top + head), (x + scale, foot), (x - scale, foot)],
        fill=colour,
    )
    pen.ellipse((x - head, top, x + head, top + 2 * head), fill=colour)
