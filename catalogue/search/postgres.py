"""How PostgreSQL searches: `tsvector` and GIN."""

from collections.abc import Iterable

from django.db import connection

from catalogue.models import SearchEntry
from catalogue.search.document import Entry
from catalogue.search.words import Conjunction, Words
from ludotheque import bulk

# functions of migration 0002, which keep to the index
HITS = "catalogue_search_hits(%s::tsquery) e"
NEWEST_HITS = "catalogue_search_newest(%s::tsquery, {most}) e"
MATCHES = "TRUE"
NEWEST = "e.record_id"
CONCATENATED = "string_agg({}, '')"
HOLDS = "strpos({}, {}) > 0"
LETTER = "chr(({})::integer)"


def expression(any_of: Iterable[Conjunction]) -> str:
    """The text of a tsquery; tokens are letters, digits and underscores, so quotes are safe."""
    return " | ".join(map(_all, any_of))


def _all(conjunction: Conjunction) -> str:
    groups = (
        " | ".join(f"'{token.text}':*" if token.prefix else f"'{token.text}'" for token in group)
        for group in conjunction
    )
    return "(" + " & ".join(f"({group})" for group in groups) + ")"


def write(entries: list[Entry], changed: list[Words]) -> None:
    """Keeps the entries, and beside them the words of those that have changed."""
    words = {row.record_id: " ".join(row.tokens) for row in changed}
    kept = [one for one in entries if one["record_id"] not in words]
    bulk.upsert(SearchEntry, kept, key="record_id")
    # with them in one statement: a row that is written and then changed leaves a gap
    bulk.upsert(
        SearchEntry,
        [one | {"words": words[pk]} for one in entries if (pk := one["record_id"]) in words],
        key="record_id",
        computed={"words": ("text", "array_to_tsvector(string_to_array(words, ' '))")},
    )


class Rebuilding:
    """Nothing to do beside: a row's words are replaced where they are."""

    def write(self, rows: list[Words]) -> None:
        pass

    def missed(self, present: dict[int, int]) -> list[int]:
        return []

    def finish(self) -> None:
        pass


def tidy() -> None:
    """After many writes: fresh statistics."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
