"""What a search that finds nothing would find, were less asked of it."""

from dataclasses import dataclass, replace

from catalogue.search import hits
from catalogue.search.hits import Counts
from catalogue.search.query import Query


@dataclass(frozen=True, slots=True)
class Looser:
    """A search with one demand less, and how many records it finds."""

    field: str  # the filter left out; "text": the words; "filters": every filter
    query: Query
    total: int


def looser(query: Query, counts: Counts) -> tuple[Looser, ...]:
    """What a search that finds nothing would find with one filter less, or without its words or filters."""
    if query.is_wordless:
        return ()
    found = [
        Looser(one, replace(query, **{one: query.without_all(one)}, page=1), total)
        for one, total in counts.nearly.items()
    ]
    if query.text and query.filters:
        without = {one: query.without_all(one) for one in query.filters}
        for one, freed in (("text", replace(query, text="")), ("filters", replace(query, **without))):
            freed = replace(freed, page=1)
            found.append(Looser(one, freed, hits.counts(freed, hits.within(freed)).total))
    elif len(query.filters) > 1 and not any(one.total for one in found):
        # no single filter is at fault: keep what families settle first
        for one in query.filters:
            alone = Query(**{one: getattr(query, one)}, sort=query.sort)
            found.append(Looser("others", alone, hits.counts(alone).total))
    return tuple(sorted((one for one in found if one.total), key=lambda one: -one.total))
