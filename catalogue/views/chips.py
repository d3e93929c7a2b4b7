"""The filters of a search, each value as a chip that leads to the same search without it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from catalogue.search import Facet, Query, Question, Results
from catalogue.search.facets import age_label, duration_label, players_label


@dataclass(frozen=True, slots=True)
class Chip:
    field: str
    label: str
    href: str  # the search without this value


def chips(query: Query, results: Results) -> list[Chip]:
    """In the order of the form; a category, publisher or section bears its name if the facets know it."""
    facets = results.facets
    labels: dict[str, Callable[[str], str]] = {
        "players": players_label,
        "age": lambda value: f"dès {age_label(value)}",
        "duration": duration_label,
        "category": _names(facets.categories),
        "publisher": _names(facets.publishers),
        "language": _names(facets.languages),
        "section": _names(facets.sections),
        "site": _names(facets.sites),
    }
    flags = {"available": "disponible maintenant", "trainer": "s’apprend ici", "new": "nouveautés"}

    def chip(field: str, label: str, value: str = "") -> Chip:
        return Chip(field, label, f"?{query.params(**{field: query.without(field, value)})}")

    found = [chip("text", f"«\u00a0{query.text}\u00a0»")] if query.text else []
    for field, label in labels.items():
        found += [chip(field, label(value), value) for value in getattr(query, field)]
    return found + [chip(field, label) for field, label in flags.items() if getattr(query, field)]


def understood(question: Question, results: Results) -> str:
    """What was understood of a question: « 4 joueurs, dès 6 ans, 30 min au plus »."""
    said = chips(question.instead, results)
    return ", ".join(chip.label for chip in said if chip.field in question.filters)


@dataclass(frozen=True, slots=True)
class Way:
    """A search that would find something where this one does not."""

    label: str
    href: str
    total: int


def looser(results: Results) -> list[Way]:
    """What to leave out, the most promising first."""
    said: dict[str, list[str]] = {}
    for chip in chips(results.query, results):
        said.setdefault(chip.field, []).append(chip.label)
    ways = []
    for one in results.looser:
        if one.field == "filters":
            label = f"«\u00a0{results.query.text}\u00a0» sans aucun filtre"
        elif one.field == "others":
            kept = " ou ".join(chip.label for chip in chips(one.query, results))
            label = f"Seulement {kept}"
        else:
            label = f"Sans {' ni '.join(said[one.field])}"
        ways.append(Way(label, f"?{one.query.params()}", one.total))
    return ways


def found(results: Results, filtered: bool) -> str:
    """How many games there are, in words: those that surely fit apart from those that do not say."""

    def games(number: int) -> str:
        return f"{number} jeu{'x' * (number > 1)}"

    if not results.total:
        return "Aucun jeu trouvé"
    if not filtered:
        return f"{games(results.total)} au catalogue"
    sure = f"{games(results.fitting)} trouvé{'s' * (results.fitting > 1)}"
    if not results.unsaid:
        return sure
    silent = f"{results.unsaid} qui ne le di{'sent' if results.unsaid > 1 else 't'} pas"
    return f"{sure}, et {silent}" if results.fitting else f"Aucun jeu sûr, mais {silent}"


def _names(facets: Iterable[Facet]) -> Callable[[str], str]:
    known = {facet.value: facet.label for facet in facets}
    return lambda value: known.get(value, value)


def facts_filtered(query: Query) -> str:
    """What a record may fail to say under this search: « le nombre de joueurs ou la durée »."""
    facts = [
        ("le nombre de joueurs", query.players),
        ("l’âge", query.age),
        ("la durée", query.duration),
    ]
    return " ou ".join(fact for fact, asked in facts if asked)
