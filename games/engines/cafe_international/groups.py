"""Groups around a table: the few there can be, what joining one makes of it, and what that scores.

A group is one byte: its place in `GROUPS`. A position keeps one for each table, since all judging asks it."""

from typing import Final, NamedTuple

from .cards import SEXES


class Group(NamedTuple):
    """Who sits around a table; strangers are people of another nation than the table's."""

    women: int
    men: int
    strangers: bool

    @property
    def size(self) -> int:
        return self.women + self.men

    @property
    def allowed(self) -> bool:
        """Articles 4 and 5: somebody alone, or both sexes and no more than two of each."""
        return self.size <= 1 or (1 <= self.women <= 2 and 1 <= self.men <= 2)

    @property
    def points(self) -> int:
        """What whoever completes this group scores (article 8)."""
        if self.size == 4 and not self.strangers:
            return 8
        return self.size if self.size > 1 else 0

    def joined(self, sex: str, native: bool) -> "Group":
        return Group(self.women + (sex == "F"), self.men + (sex == "M"), self.strangers or not native)


_ALL: Final = [Group(women, men, mixed) for mixed in (False, True) for women in range(3) for men in range(3)]

GROUPS: Final = tuple(group for group in _ALL if group.allowed and not (group.strangers and not group.size))
BYTE: Final = {group: byte for byte, group in enumerate(GROUPS)}

EMPTY: Final = BYTE[Group(0, 0, False)]
COMPATRIOTS: Final = BYTE[Group(2, 2, False)]
NO_TABLE: Final = len(GROUPS)
"""What stands for the second table of a chair that has only one: takes everybody, scores nothing."""

REFUSED: Final = -99
"""In a sum of gains, it makes the sum negative whatever the other table gives."""

GAIN: Final[dict[tuple[str, bool], tuple[int, ...]]] = {}
"""(sex, of the table's nation) → for each group: the points of joining it, or REFUSED by article 4."""

AFTER: Final[dict[tuple[str, bool], bytes]] = {}
"""(sex, of the table's nation) → for each group: the group it becomes (itself where joining is refused)."""

for _sex in SEXES:
    for _native in (True, False):
        _joined = [group.joined(_sex, _native) for group in GROUPS]
        GAIN[_sex, _native] = (*(group.points if group in BYTE else REFUSED for group in _joined), 0)
        AFTER[_sex, _native] = bytes(
            [*(BYTE.get(group, byte) for byte, group in enumerate(_joined)), NO_TABLE]
        )
