"""How many records each value of each filter would give, with names for the values."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from heapq import nlargest
from typing import NamedTuple

from catalogue.search import letters
from catalogue.search.conditions import NEW_DAYS, is_group
from catalogue.search.letters import Tally
from catalogue.search.query import Query, span
from games import registry
from ludotheque.languages import named as language_named

PLAYERS = range(1, 11)
AGES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18)
DURATIONS = (15, 30, 45, 60, 90, 120, 180)
MOST_PUBLISHERS, MOST_CATEGORIES, MOST_SECTIONS, MOST_SITES, MOST_LANGUAGES = 12, 24, 24, 24, 12

Chosen = tuple[str, ...]


@dataclass(slots=True)
class Facet:
    """One value of a filter. `count`: records known to fit it, were it alone beside the other filters."""

    value: str
    label: str
    count: int
    selected: bool = False
    within: str = ""  # the value, before it in the list, of the group it belongs to


@dataclass(frozen=True, slots=True)
class Facets:
    """The values worth choosing for each filter; a chosen one is always among them."""

    players: list[Facet] = field(default_factory=list)
    age: list[Facet] = field(default_factory=list)
    duration: list[Facet] = field(default_factory=list)
    categories: list[Facet] = field(default_factory=list)
    publishers: list[Facet] = field(default_factory=list)
    languages: list[Facet] = field(default_factory=list)
    sections: list[Facet] = field(default_factory=list)
    sites: list[Facet] = field(default_factory=list)
    available: list[Facet] = field(default_factory=list)
    trainer: list[Facet] = field(default_factory=list)
    new: list[Facet] = field(default_factory=list)


class Named(NamedTuple):
    """A publisher, category, section or site: its key, what addresses call it, what people call it."""

    pk: int
    value: str
    label: str
    group: str = ""  # of a category: what its group is called


def players_label(value: str) -> str:
    low, high = span(value)
    if low != high:
        return f"de {low} à {high}\u00a0joueurs"
    return "1\u00a0joueur" if low == 1 else f"{low}\u00a0joueurs"


def age_label(value: str) -> str:
    return f"{value}\u00a0an{'s' if int(value) > 1 else ''}"


def duration_label(value: str) -> str:
    return f"{value}\u00a0min au plus"


def players(tally: Tally, chosen: Chosen) -> list[Facet]:
    spans = {str(value): (value, value) for value in PLAYERS} | {value: span(value) for value in chosen}
    counts = dict.fromkeys(sorted(spans, key=lambda value: spans[value]), 0)
    for (low, high), times in tally.players().items():
        if low:
            for value, (fewest, most) in spans.items():
                if low <= fewest and most <= high:
                    counts[value] += times
    return _numbers(counts, chosen, players_label)


def ages(tally: Tally, chosen: Chosen) -> list[Facet]:
    counts = _figures(AGES, chosen)
    for (low, high), times in tally.ages().items():
        if low:
            for value in counts:
                # an age from 0 is counted as from 1
                if low <= (value or 1) and (not high or value <= high):
                    counts[value] += times
    return _numbers(counts, chosen, age_label)


def durations(tally: Tally, chosen: Chosen) -> list[Facet]:
    counts = _figures(DURATIONS, chosen)
    for minutes, times in tally.durations().items():
        for value in counts:
            if minutes <= value:
                counts[value] += times
    return _numbers(counts, chosen, duration_label)


def languages(tally: Tally, chosen: Chosen) -> list[Facet]:
    counts = tally.languages()
    found = [
        Facet(code, language_named(code), counts.get(code, 0), code in chosen) for code in {*counts, *chosen}
    ]
    return _most(found, MOST_LANGUAGES)


def categories(counts: Mapping[int, int], groups: Mapping[str, int], names: Iterable[Named], chosen: Chosen):
    """The classes as a tree: each group of ESAR before its classes, the groups with most records first."""
    found = list(names)
    classes = named(counts, found, chosen, MOST_CATEGORIES)
    called = {_group(one.value): one.group for one in sorted(found, key=lambda one: not one.group)[::-1]}
    tops: dict[str, Facet] = {
        value: Facet(value, _group_label(value, called.get(value, "")), groups.get(value[-2:], 0))
        for one in classes
        if (value := _group(one.value))
    }
    for value in chosen:
        if is_group(value):
            tops.setdefault(
                value, Facet(value, _group_label(value, called.get(value, "")), groups.get(value[-2:], 0))
            ).selected = True
    below: dict[str, list[Facet]] = {}
    for one in classes:
        if is_group(one.value):
            continue  # the group itself stands for it
        one.within = _group(one.value)
        below.setdefault(one.within, []).append(one)
    tree: list[Facet] = []
    for top in sorted(tops.values(), key=lambda one: (-one.count, one.label)):
        tree += [top, *below.get(top.value, ())]
    return tree + below.get("", [])


def _group(category: str) -> str:
    """« esar:a4 » of « esar:a407 »."""
    scheme, _, code = category.partition(":")
    group = letters.group_of(scheme, code)
    return f"{scheme}:{group}" if group else ""


def _group_label(value: str, called: str) -> str:
    code = value[-2:].upper()
    return f"{code[0]}\u00a0{code[1]} {called}".strip()


def available(tally: Tally, chosen: bool) -> list[Facet]:
    return [Facet("1", "Disponible maintenant", tally[letters.AVAILABLE], chosen)]


def trainer(tally: Tally, chosen: bool) -> list[Facet]:
    count = tally[letters.QUIZ] + sum(tally[letters.game(game.slug)] for game in registry.playable())
    return [Facet("1", "S’apprend ici", count, chosen)]


def new(tally: Tally, days: int, chosen: bool) -> list[Facet]:
    return [Facet("1", "Nouveautés", tally.arrived_within(days), chosen)]


def named(counts: Mapping[int, int], names: Iterable[Named], chosen: Chosen, most: int) -> list[Facet]:
    """The values with most records first, then by name."""
    return _most(
        [Facet(one.value, one.label, counts.get(one.pk, 0), one.value in chosen) for one in names], most
    )


def _most(facets: list[Facet], most: int) -> list[Facet]:
    facets = [one for one in facets if one.count or one.selected]
    facets.sort(key=lambda one: (-one.count, one.label))
    kept = facets[:most]
    return kept + [one for one in facets[most:] if one.selected]


def most_common(counts: Mapping[int, int], most: int) -> list[int]:
    """The keys to find names for."""
    # by key among equals, so that the same search shows the same values; only few are worth sorting
    least = min(nlargest(most, counts.values()), default=0)
    found = sorted((-times, pk) for pk, times in counts.items() if times >= least)
    return [pk for _, pk in found[:most]]


def _figures(offered: Iterable[int], chosen: Chosen) -> dict[int, int]:
    return dict.fromkeys(sorted({*offered, *map(int, chosen)}), 0)


def _numbers(
    counts: Mapping[str, int] | Mapping[int, int], chosen: Chosen, label: Callable[[str], str]
) -> list[Facet]:
    said = ((str(value), count) for value, count in counts.items())
    return [
        Facet(value, label(value), count, value in chosen)
        for value, count in said
        if count or value in chosen
    ]


def of(query: Query, tally_for: Callable[[str], Tally], names: dict[str, list[Named]]) -> Facets:
    """All facets; `tally_for(field)` counts the hits that meet all filters but that one."""
    classes = tally_for("category")
    return Facets(
        players=players(tally_for("players"), query.players),
        age=ages(tally_for("age"), query.age),
        duration=durations(tally_for("duration"), query.duration),
        categories=categories(classes.categories(), classes.groups(), names["category"], query.category),
        publishers=named(
            tally_for("publisher").publishers(), names["publisher"], query.publisher, MOST_PUBLISHERS
        ),
        languages=languages(tally_for("language"), query.language),
        sections=named(tally_for("section").sections(), names["section"], query.section, MOST_SECTIONS),
        sites=named(tally_for("site").sites(), names["site"], query.site, MOST_SITES),
        available=available(tally_for("available"), query.available),
        trainer=trainer(tally_for("trainer"), query.trainer),
        new=new(tally_for("new"), names["new"][0].pk if names["new"] else NEW_DAYS, query.new),
    )
