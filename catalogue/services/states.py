"""The state of a box: why it stays in, since when, and what follows when it is put back in service."""

import datetime
from collections.abc import Mapping

from django.utils import timezone

from catalogue.models import Copy, CopyState, MissingPiece, Site, User
from catalogue.models.piece import lacking
from catalogue.policy import Refusal, Refused
from catalogue.search import index
from catalogue.services import holds, journal
from ludotheque.writing import writing

FIELDS = ("state", "state_reason", "state_since")
# what anybody at the desk may note; a box is withdrawn in its own form, with all it takes
NOTED = (
    CopyState.IN_SERVICE,
    CopyState.TO_CLEAN,
    CopyState.REPAIR,
    CopyState.TO_COUNT,
    CopyState.INCOMPLETE,
    CopyState.LOST,
)
_REASON = Copy._meta.get_field("state_reason").max_length or 0


def put(
    *,
    copy_id: int,
    state: CopyState,
    reason: str = "",
    actor: User | None,
    now: datetime.datetime,
    site: Site | None = None,
) -> tuple[Copy, holds.Arrival]:
    """Notes the state of a box that is in (at `site`), or that one on loan is lost; raises `Refused`
    elsewhere."""
    with writing():
        copy = (
            Copy.objects.select_for_update(no_key=True, of=("self",)).select_related("record").get(pk=copy_id)
        )
        what = f"« {copy.record.title} » n’est pas noté « {state.label} »."
        if state not in NOTED or copy.state == CopyState.WITHDRAWN:
            raise Refused(
                Refusal("state-by-form", what, "Ce changement se fait dans la fiche de la boîte.", "")
            )
        if state != CopyState.LOST and copy.open_loan:
            raise Refused(Refusal("on-loan", what, "La boîte est prêtée.", "Rendez-la d’abord."))
        if state == CopyState.IN_SERVICE and copy.state != CopyState.INCOMPLETE:
            lacks = _important(copy)
            if lacks:
                state, reason = CopyState.INCOMPLETE, lacking(lacks)
        arrival = move(copy, state, " ".join(reason.split()), actor=actor, now=now, site=site)
    return copy, arrival


def move(
    copy: Copy,
    state: str,
    reason: str,
    *,
    actor: User | None,
    now: datetime.datetime,
    site: Site | None = None,
) -> holds.Arrival:
    """In the caller's transaction, with the copy locked: the state, its line in the journal, the index, and
    whoever waits for the box: where it goes now from `site`, or from where it should be. One that bears the
    state already keeps its date."""
    before = said(copy)
    if copy.state != state:
        copy.state_since = None if state == CopyState.IN_SERVICE else timezone.localdate(now)
    copy.state, copy.state_reason = state, "" if state == CopyState.IN_SERVICE else _short(reason)
    if not journal.write_change(actor=actor, subject=copy, before=before, after=said(copy), verb="state"):
        return holds.Arrival()
    copy.save(update_fields=FIELDS)
    arrival = holds.Arrival()
    if before["state"] != state and not copy.open_loan:
        if state == CopyState.IN_SERVICE:
            arrival = holds.box_came_in(copy=copy, actor=actor, now=now, site=site)
        elif before["state"] == CopyState.IN_SERVICE:
            arrival = holds.Arrival(left=holds.box_left(copy=copy, actor=actor, now=now))
    index.update_availability([copy.record_id])
    return arrival


def by_pieces(
    copy: Copy, *, actor: User | None, now: datetime.datetime, worse: bool = False
) -> holds.Arrival:
    """A box that has just come to lack an important piece (`worse`) goes out of circulation; one that lacks
    none any more comes back. In the caller's transaction, with the copy locked."""
    lacks = _important(copy)
    if copy.state == CopyState.INCOMPLETE:
        state = CopyState.INCOMPLETE if lacks else CopyState.IN_SERVICE
        return move(copy, state, lacking(lacks), actor=actor, now=now)
    if copy.state == CopyState.IN_SERVICE and worse and lacks:
        return move(copy, CopyState.INCOMPLETE, lacking(lacks), actor=actor, now=now)
    return holds.Arrival()


def counted(
    copy: Copy, *, actor: User | None, now: datetime.datetime, worse: bool, site: Site | None = None
) -> holds.Arrival:
    """The pieces of the box have been counted: it need not wait for that any longer."""
    if copy.state == CopyState.TO_COUNT:
        lacks = _important(copy)
        state = CopyState.INCOMPLETE if lacks else CopyState.IN_SERVICE
        return move(copy, state, lacking(lacks), actor=actor, now=now, site=site)
    return by_pieces(copy, actor=actor, now=now, worse=worse)


def restore(copy: Copy, before: Mapping) -> None:
    """The state that the journal wrote down; the caller writes its own line."""
    copy.state, copy.state_reason = before["state"], before["state_reason"]
    since = before["state_since"]
    copy.state_since = datetime.date.fromisoformat(since) if since else None
    copy.save(update_fields=FIELDS)


def said(copy: Copy) -> dict[str, str | None]:
    """As the journal keeps it."""
    since = copy.state_since
    return {
        "state": copy.state,
        "state_reason": copy.state_reason,
        "state_since": since.isoformat() if since else None,
    }


def _short(reason: str) -> str:
    """As much of it as the field holds: a box may lack more than one can say."""
    return reason if len(reason) <= _REASON else f"{reason[: _REASON - 1]}…"


def _important(copy: Copy) -> list[MissingPiece]:
    return list(copy.missing.open().filter(important=True))
