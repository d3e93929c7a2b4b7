"""A text that may be a question: what it names, and whether its filters are taken."""

from dataclasses import dataclass, replace
from typing import Any

from catalogue.models import Record
from catalogue.search import lookup, questions
from catalogue.search.query import Query


@dataclass(frozen=True, slots=True)
class Question:
    """A text in which filters were understood; `taken`: they were set, and are in the query of the results.

    They are not where a title has these words: then `instead` is the search that would take them.
    """

    text: str
    filters: dict[str, Any]
    instead: Query
    taken: bool


def understood(query: Query) -> tuple[Record | None, Question | None]:
    """The record that the text names, and the question that it asks."""
    asked = questions.understand(query.text)
    found = lookup.named(query.text, is_question=asked is not None)
    if asked is None:
        return found.exact, None
    # what was chosen beside the text is chosen
    filters = {one: value for one, value in asked.filters.items() if not getattr(query, one)}
    instead = replace(query, text=asked.rest, **filters)
    # « jeu pour 2 joueurs » may be in a title and still be a question; with other words it is the title
    taken = not (found.exact or found.whole_title or (asked.rest and found.in_title))
    return found.exact, Question(query.text, asked.filters, instead, taken)
