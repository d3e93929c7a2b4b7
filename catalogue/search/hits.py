"""What a query finds, counted, and put in order a page at a time: SQL that both databases understand."""

from collections import Counter
from dataclasses import dataclass

from catalogue.search import letters, phrases
from catalogue.search.backend import backend, rows
from catalogue.search.conditions import Condition, conditions
from catalogue.search.letters import Tally
from catalogue.search.query import AGE, DURATION, NEWEST, RELEVANCE, TITLE, Query
from catalogue.search.shown import COLUMNS, Shown
from catalogue.search.words import Sought

PER_PAGE = 20

COUNTED = "e.record_id, e.available_count, e.copy_count, {} AS unsaid"  # of an entry in a page

_NONE = Tally()

# each key with its direction; those that do not say come last in all of them
ORDERS: dict[str, tuple[tuple[str, str], ...]] = {
    TITLE: (("e.title_key", ""), ("e.record_id", "")),
    NEWEST: (("e.record_id", "DESC"),),
    DURATION: (("COALESCE(e.duration, 32767)", ""), ("e.title_key", ""), ("e.record_id", "")),
    AGE: (("COALESCE(e.min_age, 32767)", ""), ("e.title_key", ""), ("e.record_id", "")),
}


@dataclass(frozen=True, slots=True)
class Counts:
    """The hits counted: those that meet every filter, and for each filter those that miss only it."""

    total: int
    unsaid: int
    met: Tally
    missed: dict[str, Tally]
    nearly: dict[str, int]  # how many miss only that filter

    def tally_for(self, field: str) -> Tally:
        return self.met + self.missed[field] if field in self.missed else self.met


def within(query: Query) -> tuple[int, ...] | None:
    """The records that have the quoted words as they stand, or None where nothing is quoted."""
    sought = query.sought
    if sought is None or not sought.phrases:
        return None
    sql, params = _by_tier(sought, "0", "TRUE", [], phrases.MOST_READ)
    found = rows(f"SELECT record_id FROM ({sql}) AS h ORDER BY tier LIMIT {phrases.MOST_READ}", params)
    return phrases.having(sought.phrases, (pk for (pk,) in found))


def _hits(sought: Sought | None) -> tuple[str, str, list]:
    """FROM, WHERE and parameters of all records that have the words."""
    if sought is None:
        return "catalogue_searchentry e", "TRUE", []
    speaks = backend()
    whole = [sought.tiers[0], sought.tiers[1], sought.tiers[-1]]  # the tiers between lie within the last
    return speaks.HITS, speaks.MATCHES, [speaks.expression(whole)]


def _among(kept: tuple[int, ...] | None) -> str:
    """A condition that keeps to these records."""
    if kept is None:
        return ""
    return f" AND e.record_id IN ({', '.join(map(str, kept)) or 'NULL'})"


def counts(query: Query, kept: tuple[int, ...] | None = None) -> Counts:
    if query.is_wordless:
        return Counts(total=0, unsaid=0, met=_NONE, missed={}, nearly={})
    if query.sought is None and not query.filters:
        return _all_counts()
    speaks = backend()
    tables, where, params = _hits(query.sought)
    asked = conditions(query.filters)
    missed = _sum(f"CASE WHEN {one.misfit} THEN {1 << place} ELSE 0 END" for place, one in enumerate(asked))
    missed_params = [value for one in asked for value in one.misfit_params]
    unsaid = " OR ".join(one.unsaid for one in asked) or "FALSE"
    concatenated = speaks.CONCATENATED.format("letters")
    sql = (
        f"SELECT {'missed' if asked else '0'}, COUNT(*), SUM(CASE WHEN unsaid THEN 1 ELSE 0 END),"
        f" SUM(CASE WHEN available_count > 0 THEN 1 ELSE 0 END), {concatenated}"
        f" FROM (SELECT {missed} AS missed, ({unsaid}) AS unsaid, e.available_count, e.letters"
        f" FROM {tables} WHERE {where}{_among(kept)}) hits"
    )
    if asked:  # else all are in one group, and a database might sort them for nothing
        wanted = ["0", *(str(1 << place) for place in range(len(asked)))]
        sql += f" WHERE missed IN ({', '.join(wanted)}) GROUP BY missed"
    groups: dict[int, tuple] = {}
    for row in rows(sql, [*missed_params, *params]):
        groups[row[0]] = row[1:]
    total, said_not, _, _ = groups.get(0, (0, 0, 0, ""))
    return Counts(
        total=total,
        unsaid=said_not or 0,
        met=_tally(groups.get(0)),
        missed={one.field: _tally(groups.get(1 << place)) for place, one in enumerate(asked)},
        nearly={one.field: groups[1 << place][0] for place, one in enumerate(asked) if 1 << place in groups},
    )


def _tally(group: tuple | None) -> Tally:
    if group is None:
        return _NONE
    counted = Counter(group[3])
    counted[letters.AVAILABLE] = group[2]
    return Tally(counted)


def _all_counts() -> Counts:
    """Of the whole catalogue: nothing is read but the counters."""
    # added up here: most letters have one row, and the database would sort them all
    tally = Tally.of_rows(rows("SELECT letters, delta FROM catalogue_searchcounter", []))
    return Counts(total=tally[letters.RECORD], unsaid=0, met=tally, missed={}, nearly={})


def page(query: Query, number: int, kept: tuple[int, ...] | None = None) -> list[Shown]:
    """The records of a page in their order, each with what its entry counts."""
    asked = conditions(query.filters)
    fits = " AND ".join(f"NOT {one.misfit}" for one in asked) or "TRUE"
    fits += _among(kept)
    fits_params = [value for one in asked for value in one.misfit_params]
    unsaid = " OR ".join(one.unsaid for one in asked if one.unsaid != "FALSE")
    said = f"CASE WHEN {unsaid} THEN 1 ELSE 0 END" if unsaid else "0"
    until = number * PER_PAGE
    columns = COUNTED.format(said)
    sought = query.sought
    if query.order == RELEVANCE and sought:
        keys = "{0}.unsaid, {0}.tier, {0}.record_id DESC"
        inner, params = _by_tier(sought, said, fits, fits_params, until)
    else:
        order = ORDERS[query.order]
        terms = [f"{said} AS k", *(f"{key} AS k{place}" for place, (key, _) in enumerate(order))]
        keys = ", ".join(["{0}.k", *(f"{{0}}.k{place} {way}" for place, (_, way) in enumerate(order))])
        # without a constant in front, so that browsing by title walks its index
        ways = ", ".join([said] * bool(unsaid) + [f"{key} {way}" for key, way in order])
        tables, where, words = _hits(sought)
        inner = (
            f"SELECT {columns}, {', '.join(terms)} FROM {tables} WHERE {where} AND {fits}"
            f" ORDER BY {ways} LIMIT {until}"
        )
        params = [*words, *fits_params]
    sql = (
        f"SELECT {COLUMNS} FROM (SELECT * FROM ({inner}) AS h"
        f" ORDER BY {keys.format('h')} LIMIT {PER_PAGE} OFFSET {until - PER_PAGE}) AS p"
        f" JOIN catalogue_record r ON r.id = p.record_id ORDER BY {keys.format('p')}"
    )
    return [Shown(*row) for row in rows(sql, params)]


def _by_tier(sought: Sought, said: str, fits: str, fits_params: list, until: int) -> tuple[str, list]:
    """The hits, each in the best tier it reaches; as many as the page could show.

    In no tier do more hits go before one than do on the page: so the first of each tier are enough.
    """
    speaks = backend()
    hits = speaks.HITS if fits_params or fits != "TRUE" else speaks.NEWEST_HITS.format(most=until)
    order = f"{'unsaid, ' if said != '0' else ''}{speaks.NEWEST} DESC"
    parts, params = [], []
    for tier, conjunction in enumerate(sought.tiers):
        parts.append(
            f"SELECT * FROM (SELECT {COUNTED.format(said)}, {tier} AS tier FROM {hits}"
            f" WHERE {speaks.MATCHES} AND {fits} ORDER BY {order} LIMIT {until}) AS t{tier}"
        )
        params += [speaks.expression([conjunction]), *fits_params]
    columns = "record_id, available_count, copy_count, unsaid"
    return (
        f"SELECT {columns}, MIN(tier) AS tier FROM ({' UNION ALL '.join(parts)}) AS t GROUP BY {columns}",
        params,
    )


def anything(query: Query) -> bool:
    """Whether anything meets the words and the filters."""
    tables, where, params = _hits(query.sought)
    asked: list[Condition] = conditions(query.filters)
    fits = "".join(f" AND NOT {one.misfit}" for one in asked)
    for one in asked:
        params += one.misfit_params
    return bool(rows(f"SELECT 1 FROM {tables} WHERE {where}{fits} LIMIT 1", params))


def _sum(terms) -> str:
    return " + ".join(terms) or "0"


def keys(query: Query) -> list[int]:
    """All records that a query finds, in no order."""
    return [pk for (pk,) in rows(*among(query))]


def among(query: Query) -> tuple[str, list]:
    """The statement that gives all records that a query finds, in no order, and its parameters."""
    if query.is_wordless:
        return "SELECT record_id FROM catalogue_searchentry WHERE 1 = 0", []
    tables, where, params = _hits(query.sought)
    asked = conditions(query.filters)
    fits = "".join(f" AND NOT {one.misfit}" for one in asked) + _among(within(query))
    for one in asked:
        params += one.misfit_params
    return f"SELECT e.record_id FROM {tables} WHERE {where}{fits}", params
