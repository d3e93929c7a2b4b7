"""After an import: games that one can learn here are led to their trainer, at a librarian's word.

What she says so belongs to the import: taking it back takes this back with it.
"""

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Q

from catalogue import trainers
from catalogue.models import Import, ImportState, Record, User
from catalogue.services import records
from catalogue.services.imports import marks, steps
from games import registry
from ludotheque.writing import writing

MOST = 200  # of one import; five games, in a few editions, are rarely so many


def proposed(run: Import) -> list[tuple[Record, str, dict[str, Any]]]:
    """Records of the import that lead to no trainer and are known by their title, or by the EAN of one that
    leads to one: each with its game and its options."""
    if run.state != ImportState.DONE:
        return []
    brought = run.lines.exclude(record=None).values("record")
    theirs = Record.objects.exclude(game="").exclude(ean="").order_by("pk")
    by_ean = {
        ean: (game, options) for ean, game, options in theirs.values_list("ean", "game", "game_options")
    }
    found = (
        Record.objects.filter(Q(sort_key__in=trainers.TITLES) | Q(ean__in=theirs.values("ean")), game="")
        .filter(pk__in=brought)
        .select_related("publisher")
        .defer("rules_text", "description", "contents", "notes", "source")
        .order_by("pk")
    )
    pairs = ((record, by_ean.get(record.ean) or trainers.meant(record.sort_key)) for record in found[:MOST])
    return [(record, *game) for record, game in pairs if game and registry.is_playable(game[0])]


def lead(*, import_id: int, only: Collection[int] = (), actor: User | None) -> list[Record]:
    """Leads the proposed records, or `only` these of them, to their trainer; gives those that now do."""
    with writing():
        run = steps.in_state(import_id, ImportState.DONE)
        chosen = [one for one in proposed(run) if not only or one[0].pk in only]
        before = marks.latest()
        for record, game, options in chosen:
            records.update(record_id=record.pk, actor=actor, game=game, game_options=options)
        keys = [record.pk for record, _, _ in chosen]
        _note(run, chosen, marks.latest())
        marks.carry_on(run, keys, above=run.total + 1, before=before)
    return [record for record, _, _ in chosen]


def _note(run: Import, chosen: Iterable[tuple[Record, str, dict]], mark: int) -> None:
    """In the line that brought each: what stood there before, unless the record goes with the import."""
    for record, game, options in chosen:
        line = run.lines.filter(record=record).order_by("number").first()
        if line is None or line.trace.get("made"):
            continue
        line.trace = {"made": False, "mark": mark} | line.trace
        fields = line.trace.setdefault("fields", {})
        for name, now in (("game", game), ("game_options", options)):
            was = fields[name][0] if name in fields else getattr(record, name)
            fields[name] = [was, now]
        line.save(update_fields=["trace"])
