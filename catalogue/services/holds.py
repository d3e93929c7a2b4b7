"""What becomes of a box when it is in hand, and of who waits for it when it is no longer."""

import datetime
from dataclasses import dataclass

from catalogue.models import Copy, Hold, Site, Transit, User


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where a box goes that came in: aside for `hold`, or off by `transit`; neither: to its shelf."""

    hold: Hold | None = None
    transit: Transit | None = None


def box_came_in(
    *, copy: Copy, actor: User | None, now: datetime.datetime, site: Site | None = None
) -> Arrival:
    """The box, locked by the caller, is in hand at `site`, in the state it bears."""
    return Arrival()


def box_left(*, copy: Copy, actor: User | None, now: datetime.datetime) -> None:
    """The box, locked by the caller, can no longer be had: who it lay aside for waits again."""
