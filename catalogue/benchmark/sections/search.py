"""Search: total, every facet and twenty records, against plain SQL and against one `get`."""

import itertools
import random
from typing import Any

from django.db import connection

from catalogue.benchmark import synthetic
from catalogue.benchmark.invention import Inventor
from catalogue.models import Copy, Publisher, SearchWord
from catalogue.search import Query, search, vocabulary
from catalogue.search.backend import backend
from ludotheque.benchmark.frame import Bar, Found, Pair, bar_of_pair, in_turn

SIZES = (10_000, 100_000)
prepare = synthetic.make
OWN_TABLES = ("catalogue_search", "django_", "auth_", "sqlite_")  # not rows of the catalogue


def measure(size: int) -> dict[str, Any]:
    common, rare = word_with(size // 10), rare_word()
    barcode = Copy.objects.order_by("pk").values_list("barcode", flat=True)[size // 2]

    def find(text: str = ""):
        return lambda: search(Query(text=text))

    return {
        "common": common,
        "common hits": find(common)().total,
        "rare hits": find(rare)().total,
        "filtered hits": search(_filtered(common)).total,
        "filtered ÷ nine plain": in_turn(
            lambda: search(_filtered(common)), lambda: _nine_plain(_filtered(common))
        ).as_dict(),
        "whole ÷ five plain": in_turn(find(common), lambda: _five_plain(common)).as_dict(),
        "rare ÷ get": in_turn(find(rare), lambda: Copy.objects.get(barcode=barcode)).as_dict(),
        "browse ÷ rare": in_turn(find(), find(rare)).as_dict(),
        **_typos(barcode),
        **(_file() if connection.vendor == "sqlite" else {}),
    }


def bars(found: Found) -> list[Bar]:
    out = []
    # the bars are set for the largest catalogue; what the smaller ones gave is in the JSON
    largest = {database: max(size for kind, size in found if kind == database) for database, _ in found}
    for (database, size), one in sorted(found.items()):
        if size != largest[database]:
            continue
        sqlite = database == "SQLite"
        where = f"{database} {size:,}".replace(",", " ")
        out += [
            bar_of_pair(
                one,
                "whole ÷ five plain",
                name="whole search ÷ five plain queries",
                database=f"{where}, {one['common hits']} hits",
                must=0.5 if sqlite else 0.6,
                stretch=0.1 if sqlite else 0.45,
            ),
            # no bar of its own: held to that of the whole search
            bar_of_pair(
                one,
                "filtered ÷ nine plain",
                name="three filters and all facets ÷ nine plain queries",
                database=f"{where}, {one['filtered hits']} hits",
                must=0.5 if sqlite else 0.6,
                stretch=0.1 if sqlite else 0.45,
            ),
            bar_of_pair(
                one,
                "rare ÷ get",
                name="a rare word ÷ one get",
                database=f"{where}, {one['rare hits']} hits",
                must=15,
                stretch=10,
            ),
            bar_of_pair(
                one, "browse ÷ rare", name="browsing ÷ a rare word", database=where, must=3, stretch=1.5
            ),
            Bar("right word among the first five", where, one["typo right"], 0.95, 0.98, floor=True),
        ]
        if "file ÷ rows" in one:
            out.append(Bar("database file ÷ bytes of the rows", where, one["file ÷ rows"], 2.2, 1.75))
    for database in sorted({database for database, _ in found}):
        # each against a `get` of its own run: the two are measured minutes apart
        pairs = {size: Pair(**one["typo ÷ get"]) for (kind, size), one in found.items() if kind == database}
        small, large = pairs[min(pairs)], pairs[max(pairs)]
        if small is not large:
            out.append(
                Bar(
                    f"typo at {max(pairs)} ÷ at {min(pairs)}, both in gets",
                    database,
                    large.ratio / small.ratio,
                    must=2,
                    stretch=1.3,
                    best=large.best / small.best,
                    note=f"{large.top * 1000:.2f} ms, {small.top * 1000:.2f} ms",
                )
            )
    return out


def word_with(hits: int) -> str:
    """The word whose hits come nearest to so many."""
    words = Inventor(0).words[:120]
    return min(words, key=lambda word: abs(search(Query(text=word)).total - hits))


def rare_word() -> str:
    """A word of a publisher's name with between 20 and 100 hits."""
    for name in Publisher.objects.order_by("pk").values_list("name", flat=True)[:500]:
        word = name.split()[1]
        if 20 <= search(Query(text=word)).total <= 100:
            return word
    raise LookupError("no rare word in this catalogue")


def _five_plain(word: str) -> None:
    """What one writes at first: total, three facets, twenty titles; on our own narrow table."""
    speaks, sought = backend(), Query(text=word).sought
    assert sought is not None, f"{word!r} asks for nothing"
    hits = f"FROM {speaks.HITS} WHERE {speaks.MATCHES}"
    match = [speaks.expression([sought.tiers[-1]])]
    with connection.cursor() as cursor:
        for sql in (
            f"SELECT COUNT(*) {hits}",
            f"SELECT e.min_players, e.max_players, COUNT(*) {hits} GROUP BY 1, 2",
            f"SELECT e.min_age, e.max_age, COUNT(*) {hits} GROUP BY 1, 2",
            f"SELECT e.duration, COUNT(*) {hits} GROUP BY 1",
            f"SELECT e.record_id {hits} ORDER BY e.title_key LIMIT 20",
        ):
            cursor.execute(sql, match)
            cursor.fetchall()


def _filtered(word: str) -> Query:
    return Query(text=word, players=("3", "4"), age=("8",), category=("esar:a4",))


def _nine_plain(query: Query) -> None:
    """The same filters and facets as one writes them at first, each counted under all filters."""
    speaks, sought = backend(), query.sought
    assert sought is not None
    low, high = query.players
    match = [speaks.expression([sought.tiers[-1]])]
    entries = f"FROM {speaks.HITS}"
    where = (
        f" WHERE {speaks.MATCHES} AND ((e.min_players <= {low} AND e.max_players >= {low})"
        f" OR (e.min_players <= {high} AND e.max_players >= {high})) AND e.min_age <= {query.age[0]}"
        " AND EXISTS (SELECT 1 FROM catalogue_record_categories rc JOIN catalogue_category c"
        " ON c.id = rc.category_id WHERE rc.record_id = e.record_id AND c.code LIKE 'a4%%')"
    )
    categories = " JOIN catalogue_record_categories rc ON rc.record_id = e.record_id"
    copies = " JOIN catalogue_copy c ON c.record_id = e.record_id"
    record = " JOIN catalogue_record r ON r.id = e.record_id"
    with connection.cursor() as cursor:
        for sql in (
            f"SELECT COUNT(*), SUM(CASE WHEN e.available_count > 0 THEN 1 ELSE 0 END) {entries}{where}",
            f"SELECT e.min_players, e.max_players, COUNT(*) {entries}{where} GROUP BY 1, 2",
            f"SELECT e.min_age, e.max_age, COUNT(*) {entries}{where} GROUP BY 1, 2",
            f"SELECT e.duration, COUNT(*) {entries}{where} GROUP BY 1",
            f"SELECT rc.category_id, COUNT(*) {entries}{categories}{where} GROUP BY 1",
            f"SELECT r.publisher_id, COUNT(*) {entries}{record}{where} GROUP BY 1",
            f"SELECT c.section_id, COUNT(DISTINCT e.record_id) {entries}{copies}{where} GROUP BY 1",
            f"SELECT c.site_id, COUNT(DISTINCT e.record_id) {entries}{copies}{where} GROUP BY 1",
            f"SELECT e.record_id {entries}{where} ORDER BY e.title_key LIMIT 20",
        ):
            cursor.execute(sql, match)
            cursor.fetchall()


def _typos(barcode: str, count: int = 300) -> dict[str, Any]:
    """Words of titles and names with one slip each: how long the right one takes, and whether it is found."""
    chance = random.Random(7)
    words = list(
        SearchWord.objects.filter(weight__gte=2, length__gte=4)
        .order_by("word")
        .values_list("word", flat=True)
    )
    slips = [(_slip(word, chance), word) for word in chance.sample(words, min(count, len(words)))]
    known = set(words)
    slips = [(typed, word) for typed, word in slips if typed not in known]
    right = sum(word in [one.word for one in vocabulary.near(typed)] for typed, word in slips)
    turn = itertools.cycle(typed for typed, _ in slips)
    pair = in_turn(lambda: vocabulary.near(next(turn)), lambda: Copy.objects.get(barcode=barcode))
    return {"typo right": right / len(slips), "typo ÷ get": pair.as_dict()}


def _slip(word: str, chance: random.Random) -> str:
    place = chance.randrange(len(word) - 1)
    letter = chance.choice("abcdefghijklmnopqrstuvwxyz")
    return chance.choice(
        (
            word[:place] + word[place + 1 :],
            word[:place] + letter + word[place:],
            word[:place] + letter + word[place + 1 :],
            word[:place] + word[place + 1] + word[place] + word[place + 2 :],
        )
    )


def _file() -> dict[str, Any]:
    """The file's bytes, against the bytes of every value in the catalogue's own rows."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
        cursor.execute("PRAGMA page_size")
        file = pages * cursor.fetchone()[0]
        rows = 0
        for table in connection.introspection.table_names(cursor):
            if table.startswith(OWN_TABLES):
                continue
            columns = [one.name for one in connection.introspection.get_table_description(cursor, table)]
            lengths = " + ".join(f'COALESCE(LENGTH(CAST("{column}" AS BLOB)), 0)' for column in columns)
            cursor.execute(f'SELECT COALESCE(SUM({lengths}), 0) FROM "{table}"')
            rows += cursor.fetchone()[0]
    return {"file bytes": file, "row bytes": rows, "file ÷ rows": file / rows}
