"""What else could narrow a search: each value with its count, as a link to the search it would give."""

from dataclasses import dataclass
from typing import Any

from catalogue.search import Facet, Query, Results
from catalogue.search.query import SEVERAL

SHOWN = 12  # values of one group; the others are found by typing


@dataclass(slots=True)
class FacetLink:
    """One value. `href` leads to the search with it, or without it if it is chosen."""

    label: str
    figure: str  # how it is shown where a group is of figures
    count: int
    href: str
    selected: bool
    within: bool = False  # of the group before it


@dataclass(frozen=True, slots=True)
class Group:
    """The values of one filter; `figures`: short ones, set side by side."""

    field: str
    label: str
    links: tuple[FacetLink, ...]
    figures: bool = False


def groups(query: Query, results: Results) -> list[Group]:
    """The filters with something to find; what is chosen comes first."""
    facets = results.facets
    found = [
        _group(query, "available", "Tout de suite", facets.available),
        _group(query, "trainer", "En ligne", facets.trainer),
        _group(query, "new", "Arrivés depuis peu", facets.new),
        _group(query, "players", "Joueurs", facets.players, figures=True),
        _group(query, "age", "Âge du plus jeune", _telling(facets.age), figures=True),
        _group(query, "duration", "Durée, en minutes au plus", _telling(facets.duration), figures=True),
        _group(query, "category", "Catégorie", facets.categories),
        _group(query, "publisher", "Éditeur", facets.publishers),
        _group(query, "language", "Langue", facets.languages),
        _group(query, "section", "Section", facets.sections),
        _group(query, "site", "Lieu", facets.sites),
    ]
    return [one for one in found if any(link.count for link in one.links)]


def _telling(facets: list[Facet]) -> list[Facet]:
    """Without the values that find no more than the one before: « 60 min » where « 45 min » has it all."""
    before = [0, *(facet.count for facet in facets)]
    return [
        facet for facet, less in zip(facets, before, strict=False) if facet.selected or facet.count != less
    ]


def _group(query: Query, field: str, label: str, facets: list[Facet], figures: bool = False) -> Group:
    worth = [facet for facet in facets if facet.selected or facet.count]
    if not worth:
        return Group(field, label, ())
    tree = any(facet.within for facet in worth)
    if not figures and not tree:
        worth.sort(key=lambda facet: not facet.selected)
    shown = [facet for place, facet in enumerate(worth) if place < SHOWN or facet.selected]
    address = query.varying(field)
    several = field in SEVERAL
    # in at most 30 or at most 60 minutes: that is 60
    beside = getattr(query, field) if several and field != "duration" else ()

    def choosing(facet: Facet) -> Any:
        """The filter with this value too, or without it where it is chosen."""
        if not several:
            return not facet.selected
        return query.without(field, facet.value) if facet.selected else (*beside, facet.value)

    links = tuple(
        [
            FacetLink(
                facet.label,
                facet.value if figures else "",
                facet.count,
                f"?{address(choosing(facet))}",
                facet.selected,
                bool(facet.within),
            )
            for facet in shown
        ]
    )
    return Group(field, label, links, figures)
