"""How PostgreSQL searches: `tsvector` and GIN."""

from collections.abc import Iterable

from django.db import connection

from catalogue.search.words import Conjunction

HITS = "catalogue_searchentry e"
MATCHES = "e.words @@ %s::tsquery"
NEWEST = "e.record_id"
CONCATENATED = "string_agg({}, '')"
HOLDS = "strpos({}, {}) > 0"
LETTER = "chr(({})::integer)"


def expression(any_of: Iterable[Conjunction], none_of: Iterable[Conjunction] = ()) -> str:
    """The text of a tsquery; tokens are letters, digits and underscores, so quotes are safe."""
    wanted = " | ".join(map(_all, any_of))
    unwanted = " | ".join(map(_all, none_of))
    return f"({wanted}) & !({unwanted})" if unwanted else wanted


def _all(conjunction: Conjunction) -> str:
    groups = (
        " | ".join(f"'{token.text}':*" if token.prefix else f"'{token.text}'" for token in group)
        for group in conjunction
    )
    return "(" + " & ".join(f"({group})" for group in groups) + ")"


def write(rows: Iterable[tuple[int, Iterable[str]]]) -> None:
    """Keeps the tokens of these records beside their entries."""
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE catalogue_searchentry SET words = array_to_tsvector(%s) "
            "WHERE record_id = %s AND words <> array_to_tsvector(%s)",
            [(tokens, pk, tokens) for pk, tokens in ((pk, sorted(tokens)) for pk, tokens in rows)],
        )


def tidy() -> None:
    """After many writes: fresh statistics."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE catalogue_searchentry, catalogue_searchword, catalogue_searchcounter")
