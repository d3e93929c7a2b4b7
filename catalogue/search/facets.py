"""How many records each value of each filter would give, with names for the values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from catalogue.search import letters
from catalogue.search.letters import Tally
from catalogue.search.query import Query
from games import registry

PLAYERS = range(1, 11)
AGES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18)
DURATIONS = (15, 30, 45, 60, 90, 120, 180)
MOST_PUBLISHERS, MOST_CATEGORIES, MOST_SECTIONS = 12, 24, 24


@dataclass(slots=True)
class Facet:
    """One value of a filter. `count`: records known to fit it, were it chosen beside the other filters."""

    value: str
    label: str
    count: int
    selected: bool = False


@dataclass(frozen=True, slots=True)
class Facets:
    """The values worth choosing for each filter; a chosen one is always among them."""

    players: list[Facet] = field(default_factory=list)
    age: list[Facet] = field(default_factory=list)
    duration: list[Facet] = field(default_factory=list)
    categories: list[Facet] = field(default_factory=list)
    publishers: list[Facet] = field(default_factory=list)
    sections: list[Facet] = field(default_factory=list)
    available: list[Facet] = field(default_factory=list)
    trainer: list[Facet] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Named:
    """A publisher, category or section: its key, what addresses call it, what people call it."""

    pk: int
    value: str
    label: str


def players(tally: Tally, chosen: int | None) -> list[Facet]:
    counts = dict.fromkeys(sorted({*PLAYERS, *_chosen(chosen)}), 0)
    for (low, high), times in tally.players().items():
        for value in counts:
            if low and low <= value <= high:
                counts[value] += times
    return _numbers(counts, chosen, lambda value: "1 joueur" if value == 1 else f"{value}\u00a0joueurs")


def ages(tally: Tally, chosen: int | None) -> list[Facet]:
    counts = dict.fromkeys(sorted({*AGES, *_chosen(chosen)}), 0)
    for (low, high), times in tally.ages().items():
        for value in counts:
            # an age from 0 is counted as from 1
            if low and low <= (value or 1) and (not high or value <= high):
                counts[value] += times
    return _numbers(counts, chosen, lambda value: "1 an" if value == 1 else f"{value}\u00a0ans")


def durations(tally: Tally, chosen: int | None) -> list[Facet]:
    counts = dict.fromkeys(sorted({*DURATIONS, *_chosen(chosen)}), 0)
    for minutes, times in tally.durations().items():
        for value in counts:
            if minutes <= value:
                counts[value] += times
    return _numbers(counts, chosen, lambda value: f"{value}\u00a0min au plus")


def available(tally: Tally, chosen: bool) -> list[Facet]:
    return [Facet("1", "Disponible maintenant", tally[letters.AVAILABLE], chosen)]


def trainer(tally: Tally, chosen: bool) -> list[Facet]:
    count = sum(tally[letters.game(game.slug)] for game in registry.playable())
    return [Facet("1", "S’apprend ici", count, chosen)]


def named(counts: Mapping[int, int], names: Iterable[Named], chosen: str | None, most: int) -> list[Facet]:
    """The values with most records first, then by name."""
    facets = [Facet(one.value, one.label, counts.get(one.pk, 0), one.value == chosen) for one in names]
    facets = [one for one in facets if one.count or one.selected]
    facets.sort(key=lambda one: (-one.count, one.label))
    kept = facets[:most]
    return kept + [one for one in facets[most:] if one.selected]


def most_common(counts: Mapping[int, int], most: int) -> list[int]:
    """The keys to find names for."""
    # by key among equals, so that the same search shows the same values
    return [pk for pk, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:most]]


def _chosen(value: int | None) -> tuple[int, ...]:
    return () if value is None else (value,)


def _numbers(counts: dict[int, int], chosen: int | None, label) -> list[Facet]:
    return [
        Facet(str(value), label(value), count, value == chosen)
        for value, count in counts.items()
        if count or value == chosen
    ]


def of(query: Query, tally_for, names: dict[str, list[Named]]) -> Facets:
    """All facets; `tally_for(field)` counts the hits that meet all filters but that one."""
    return Facets(
        players=players(tally_for("players"), query.players),
        age=ages(tally_for("age"), query.age),
        duration=durations(tally_for("duration"), query.duration),
        categories=named(
            tally_for("category").categories(), names["category"], query.category, MOST_CATEGORIES
        ),
        publishers=named(
            tally_for("publisher").publishers(), names["publisher"], query.publisher, MOST_PUBLISHERS
        ),
        sections=named(tally_for("section").sections(), names["section"], query.section, MOST_SECTIONS),
        available=available(tally_for("available"), query.available),
        trainer=trainer(tally_for("trainer"), query.trainer),
    )
