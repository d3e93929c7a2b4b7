"""Where labels lie on a sheet of A4, in millimetres; pure."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

PAGE = (210.0, 297.0)


@dataclass(frozen=True, slots=True)
class Grid:
    """`left` and `top` are the margins of the first label, `gap_x` and `gap_y` lie between labels."""

    name: str
    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float
    gap_x: float = 0.0
    gap_y: float = 0.0

    @property
    def count(self) -> int:
        return self.columns * self.rows

    def places(self, count: int, start: int = 1) -> Iterator[tuple[int, float, float]]:
        """(page, left, top) of so many labels, the first in the place `start`, row by row."""
        for number in range(start - 1, start - 1 + count):
            page, place = divmod(number, self.count)
            row, column = divmod(place, self.columns)
            yield (
                page,
                round(self.left + column * (self.width + self.gap_x), 3),
                round(self.top + row * (self.height + self.gap_y), 3),
            )

    def fits(self) -> bool:
        """Whether all of it lies on the page."""
        right = self.left + self.columns * self.width + (self.columns - 1) * self.gap_x
        bottom = self.top + self.rows * self.height + (self.rows - 1) * self.gap_y
        return right <= PAGE[0] + 0.01 and bottom <= PAGE[1] + 0.01

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


# the two sheets that every shop has
USUAL = {
    "24": Grid("24 par feuille (70 × 37 mm)", 3, 8, 70, 37, 0, 0.5),
    "65": Grid("65 par feuille (38,1 × 21,2 mm)", 5, 13, 38.1, 21.2, 4.75, 10.7, 2.5, 0),
}

# cards of the size of a bank card
CARDS = Grid("10 cartes par feuille (85,6 × 54 mm)", 2, 5, 85.6, 54, 14.4, 13.5, 10, 0)
