"""Games like one: for as many players, of about the same age, in one of its categories."""

from django.db.models import Case, CharField, F, Q, QuerySet, Value, When
from django.db.models.functions import Abs, Cast, Coalesce, Concat

from catalogue.models import Record, SearchEntry
from catalogue.models.authority import Scheme
from catalogue.search.shown import Shown

SHOWN = 4
LOOKED_AT = 400  # of the newest in its categories: as quick in a catalogue of a hundred thousand
YEARS = 3  # between the ages
FACTS = (
    "min_players",
    "max_players",
    "min_age",
    "max_age",
    "duration",
    "available_count",
    "copy_count",
)


def like(record: Record) -> QuerySet[Record]:
    """The nearest few, those on the shelf first; none where neither players nor age is known."""
    near = SearchEntry.objects.exclude(record=record)
    if record.base_game_id:
        near = near.exclude(record=record.base_game_id)
    classes = [one.pk for one in record.categories.all() if one.scheme != Scheme.INDEX]
    if classes:
        among = Record.categories.through.objects.filter(category__in=classes).order_by("-record_id")
        near = near.filter(record__in=among.values("record_id")[:LOOKED_AT])
    else:
        near = near.filter(
            record__in=SearchEntry.objects.order_by("-record_id").values("record_id")[:LOOKED_AT]
        )
    low, high = record.min_players or record.max_players, record.max_players or record.min_players
    if low is None and record.min_age is None:
        return Record.objects.none()
    if low is not None:
        near = near.filter(min_players__lte=high, max_players__gte=low)
    if record.min_age is not None:
        near = near.filter(min_age__range=(max(0, record.min_age - YEARS), record.min_age + YEARS))
    on_shelf = Case(When(available_count__gt=0, then=0), default=1)
    years = Abs(F("min_age") - (record.min_age or 0))
    best = near.order_by(on_shelf, years, "-record_id").values("record_id")[:SHOWN]
    return Record.objects.shown().filter(Q(pk__in=best)).exclude(base_game=record)


def facts() -> Concat:
    """What a box says of a game, as one text: `shown` reads it."""
    parts: list = []
    for fact in FACTS:
        parts += [Coalesce(Cast(f"search_entry__{fact}", CharField()), Value("")), Value(",")]
    return Concat(*parts, F("motif"), output_field=CharField())


def shown(pk: int, title: str, slug: str, said: str, family: str) -> Shown:
    """The game as a box on a shelf; its family is that of the game it is like."""
    *figures, motif = said.split(",")
    low, high, young, old, minutes, available, copies = (int(one) if one else None for one in figures)
    return Shown(
        pk=pk,
        slug=slug,
        title=title,
        motif=motif,
        min_players=low,
        max_players=high,
        min_age=young,
        max_age=old,
        duration=minutes,
        unsaid=0,
        available_count=available or 0,
        copy_count=copies or 0,
        family=family,
    )
