"""From a query to a page of records with every count, in three queries (see docs/search.md)."""

from dataclasses import dataclass, field, replace

from django.db.models.expressions import RawSQL

from catalogue.models import Record
from catalogue.search import corrections, facets, hits, names
from catalogue.search.asked import Question, understood
from catalogue.search.facets import Facets
from catalogue.search.hits import PER_PAGE
from catalogue.search.looser import Looser, looser
from catalogue.search.query import NEWEST, Query
from catalogue.search.shown import Shown


@dataclass(frozen=True, slots=True)
class Results:
    """One page of what was found."""

    query: Query
    total: int
    records: list[Shown]
    page: int
    pages: int
    facets: Facets
    unsaid: int = 0  # hits that do not say a filtered fact; they come after those known to fit
    did_you_mean: str | None = None  # what was searched instead, because the query as typed finds nothing
    exact: Record | None = None  # whose barcode or EAN the query is
    first: int = field(default=0)  # number of the first record shown, from 1
    question: Question | None = None  # what the text says as families speak
    looser: tuple[Looser, ...] = ()  # where nothing is found: what would find something

    @property
    def fitting(self) -> int:
        """Hits that are known to fit."""
        return self.total - self.unsaid

    @property
    def last(self) -> int:
        return self.first + len(self.records) - 1 if self.records else 0


def search(query: Query) -> Results:
    """Finds a page of records and counts everything; a query that finds nothing is corrected if it can be."""
    exact, question = understood(query)
    if question and question.taken:
        query = question.instead
    within = hits.within(query)
    counts = hits.counts(query, within)
    meant = None
    if not counts.total and not exact and query.sought and within is None:
        meant = corrections.corrected(query.text, exists=lambda one: hits.anything(replace(query, text=one)))
        if meant:
            query = replace(query, text=meant)
            counts = hits.counts(query)
    pages = max(1, -(-counts.total // PER_PAGE))
    page = min(query.page, pages)
    records = hits.page(query, page, within) if counts.total else []
    tally = {one: counts.tally_for(one) for one in ("category", "publisher", "section", "site")}
    called = names.load(
        query,
        categories=facets.most_common(tally["category"].categories(), facets.MOST_CATEGORIES),
        publishers=facets.most_common(tally["publisher"].publishers(), facets.MOST_PUBLISHERS),
        sections=facets.most_common(tally["section"].sections(), facets.MOST_SECTIONS),
        sites=facets.most_common(tally["site"].sites(), facets.MOST_SITES),
        records=records,
    )
    return Results(
        query=query,
        total=counts.total,
        records=records,
        page=page,
        pages=pages,
        facets=facets.of(query, counts.tally_for, called),
        unsaid=counts.unsaid,
        did_you_mean=meant,
        exact=exact,
        first=(page - 1) * PER_PAGE + 1 if records else 0,
        question=question,
        looser=() if counts.total else looser(query, counts),
    )


def newest(most: int) -> list[Shown]:
    """The latest in the catalogue, at most a page of them."""
    query = Query(sort=NEWEST)
    records = hits.page(query, 1)[:most]
    names.load(query, categories=[], publishers=[], sections=[], sites=[], records=records)
    return records


def keys(query: Query) -> list[int]:
    """All records that a search finds, in no order: for an export."""
    return hits.keys(_meant(query))


def among(query: Query) -> RawSQL:
    """The same, to stand within a larger statement: a list of keys may be longer than SQLite takes."""
    return RawSQL(*hits.among(_meant(query)))


def _meant(query: Query) -> Query:
    _, question = understood(query)
    return question.instead if question and question.taken else query
