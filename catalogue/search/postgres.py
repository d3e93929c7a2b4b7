"""How PostgreSQL searches: `tsvector` and GIN."""

from collections.abc import Iterable

from django.db import connection

from catalogue.models import SearchEntry
from catalogue.search.words import Conjunction, Words

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


def write(entries: list[SearchEntry], changed: list[Words]) -> None:
    """Keeps the entries, and beside them the words of those that have changed."""
    tokens = {row.record_id: row.tokens for row in changed}
    columns = [str(field.column) for field in SearchEntry._meta.fields]
    own = ", ".join(columns)
    # in one statement: a row that is written and then changed leaves a gap
    statement = (
        "INSERT INTO catalogue_searchentry ({names}) VALUES ({values})"
        " ON CONFLICT (record_id) DO UPDATE SET ({names}) = ({excluded})"
    )

    def insert(names: str, values: str, rows: list[tuple]) -> None:
        excluded = ", ".join(f"excluded.{name}" for name in names.split(", "))
        with connection.cursor() as cursor:
            cursor.executemany(statement.format(names=names, values=values, excluded=excluded), rows)

    places = ", ".join(["%s"] * len(columns))
    rows = [(one, tuple(getattr(one, field.attname) for field in one._meta.fields)) for one in entries]
    insert(own, places, [row for one, row in rows if one.pk not in tokens])
    insert(
        f"{own}, words",
        f"{places}, array_to_tsvector(%s)",
        [(*row, tokens[one.pk]) for one, row in rows if one.pk in tokens],
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
