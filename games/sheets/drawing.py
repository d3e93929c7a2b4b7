"""Small pictures of positions as plain values: what lies where, and the same in words."""

from __future__ import annotations

from dataclasses import dataclass, field

CARD, LABEL, BUBBLE, BADGE, ARROW, DASH = "card", "label", "bubble", "badge", "arrow", "dash"
BACK = ""  # the face of a card that lies face down
WIDTH, HEIGHT = 60, 90  # a card in a scene


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing in a picture, at its upper left corner (labels, bubbles and badges: at their middle).

    A CARD is any piece: `text` is the code of its face, `unit` how wide that face draws itself."""

    kind: str
    x: int
    y: int
    text: str = ""
    width: int = WIDTH
    tilt: int = 0
    unit: int = 100

    @property
    def at(self) -> str:
        """Its place as an SVG transformation; text, because a page in French writes 0,6."""
        turn = f" rotate({self.tilt} {self.width // 2} {self.width * 3 // 4})" if self.tilt else ""
        return f"translate({self.x} {self.y}){turn} scale({self.width / self.unit:g})"

    @property
    def end(self) -> int:
        """Where it ends on the right."""
        if self.kind == LABEL:
            return self.x + 5 * len(self.text)
        beside = {BUBBLE: self.width // 2 + 2, BADGE: 15, ARROW: 34}
        return self.x + beside.get(self.kind, self.width + 1)

    @property
    def half(self) -> str:
        return f"{self.width / 2:g}"


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and its words."""

    width: int
    height: int
    things: tuple[Thing, ...]
    told: str

    @property
    def small(self) -> str:
        """Its width on paper: cards of a centimetre."""
        return f"{self.width * 0.172:.1f}mm"

    @property
    def large(self) -> str:
        """Its width in large print: its words are of 18 points."""
        return f"{self.width * 0.374:.1f}mm"


@dataclass(slots=True)
class Pen:
    """Draws from left to right; `x` is where the next thing goes."""

    x: int = 0
    y: int = 0
    things: list[Thing] = field(default_factory=list)

    def put(self, kind: str, y: int, text: str = "", step: int = WIDTH + 8, **more: int) -> None:
        self.things.append(Thing(kind, self.x, self.y + y, text, **more))
        self.move(step)

    def mark(self, kind: str, x: int, y: int, text: str, width: int = WIDTH, unit: int = 100) -> None:
        """A thing beside the line of writing."""
        self.things.append(Thing(kind, x, self.y + y, text, width, unit=unit))

    def move(self, step: int) -> None:
        self.x += step

    def line(self, height: int) -> None:
        """Begins a new line, so much lower."""
        self.x, self.y = 0, self.y + height

    def bubble(self, y: int, text: str) -> int:
        """Words somebody says; the place of their right end."""
        width = 10 * len(text) + 26
        self.things.append(Thing(BUBBLE, self.x + width // 2, self.y + y, text, width))
        self.move(width + 10)
        return self.x - 10

    def scene(self, height: int, told: str) -> Scene:
        return Scene(max(thing.end for thing in self.things), self.y + height, tuple(self.things), told)
