"""The filters of a search, each as a chip that leads to the same search without it."""

from dataclasses import dataclass

from catalogue.search import Query, Results


@dataclass(frozen=True, slots=True)
class Chip:
    label: str
    href: str  # the search without this filter


def _plural(number: int, word: str) -> str:
    return f"{number}\u00a0{word}{'s' * (number > 1)}"


def chips(query: Query, results: Results) -> list[Chip]:
    """In the order of the form; a category, publisher or section bears its name if the facets know it."""

    def name(facets, value: str) -> str:
        return next((facet.label for facet in facets if facet.value == value), value)

    labels = {
        "text": query.text and f"«\u00a0{query.text}\u00a0»",
        "players": query.players and _plural(query.players, "joueur"),
        "age": query.age and f"dès {_plural(query.age, 'an')}",
        "duration": query.duration and f"{query.duration}\u00a0min au plus",
        "category": query.category and name(results.facets.categories, query.category),
        "publisher": query.publisher and name(results.facets.publishers, query.publisher),
        "section": query.section and name(results.facets.sections, query.section),
        "available": query.available and "disponible maintenant",
        "trainer": query.trainer and "s’apprend ici",
    }
    return [Chip(label, f"?{query.params(**{field: None})}") for field, label in labels.items() if label]


def facts_filtered(query: Query) -> str:
    """What a record may fail to say under this search: « le nombre de joueurs ou la durée »."""
    facts = [
        ("le nombre de joueurs", query.players),
        ("l’âge", query.age),
        ("la durée", query.duration),
    ]
    return " ou ".join(fact for fact, asked in facts if asked)
