"""Games like one: for as many players, of about the same age, in one of its categories."""

from typing import Any

from catalogue.models import Record
from catalogue.models.authority import Scheme
from catalogue.search import letters
from catalogue.search.backend import backend
from catalogue.search.shown import Shown

SHOWN = 4
LOOKED_AT = 200  # of the newest in each class: as quick in a catalogue of a hundred thousand
YEARS = 3  # between the ages
_FIGURES = ("min_players", "max_players", "min_age", "max_age", "duration", "available_count", "copy_count")
# what a box says of a game, as one text: `shown` reads it
_SAID = [f"COALESCE(CAST(e.{one} AS text), '')" for one in _FIGURES]
_FACTS = " || ',' || ".join([*_SAID, "r.motif", "r.cover"])


def like(record: Record) -> tuple[str, list[Any]] | None:
    """The nearest few as a query of key, title, slug and facts: of its class, on the shelf, of its age.

    None where neither players nor age is known: then nothing tells what is like it.
    """
    low, high = record.min_players or record.max_players, record.max_players or record.min_players
    if low is None and record.min_age is None:
        return None
    # of its classes; or, among the newest, of their groups: « jeu de règles »
    classes = [one for one in record.categories.all() if one.scheme != Scheme.INDEX]
    groups = sorted({letters.group(one.scheme, one.code) for one in classes} - {""})
    among = [
        f"SELECT record_id, 0 AS far FROM (SELECT record_id FROM catalogue_record_categories"
        f" WHERE category_id = {one.pk} ORDER BY id DESC LIMIT {LOOKED_AT}) AS c{one.pk}"
        for one in classes
    ]
    if groups or not classes:
        among.append(
            "SELECT record_id, 1 AS far FROM (SELECT record_id FROM catalogue_searchentry"
            f" ORDER BY record_id DESC LIMIT {LOOKED_AT}) AS newest"
        )
    of_group = " OR ".join([backend().HOLDS.format("e.letters", "%s")] * len(groups))
    near = f"(near.far = 0 OR {of_group})" if groups else "TRUE"
    params: list[Any] = list(groups)
    near += " AND e.record_id NOT IN (%s, %s)"
    params += [record.pk, record.base_game_id or record.pk]
    if low is not None:
        near += " AND e.min_players <= %s AND e.max_players >= %s"
        params += [high, low]
    if record.min_age is not None:
        near += " AND e.min_age BETWEEN %s AND %s"
        params += [record.min_age - YEARS, record.min_age + YEARS]
    sql = (
        f"SELECT r.id, r.title, r.slug, {_FACTS} FROM (SELECT e.record_id, {', '.join(_FIGURES)}"
        f" FROM (SELECT record_id, MIN(far) AS far FROM ({' UNION ALL '.join(among)}) AS one"
        " GROUP BY record_id)"
        f" AS near CROSS JOIN catalogue_searchentry e WHERE e.record_id = near.record_id AND {near}"
        " ORDER BY near.far, CASE WHEN e.available_count > 0 THEN 0 ELSE 1 END, ABS(e.min_age - %s),"
        f" e.record_id DESC LIMIT {SHOWN}) AS e JOIN catalogue_record r ON r.id = e.record_id"
        " WHERE COALESCE(r.base_game_id, 0) <> %s"
    )
    return sql, [*params, record.min_age or 0, record.pk]


def shown(pk: int, title: str, slug: str, said: str, family: str) -> Shown:
    """The game as a box on a shelf; its family is that of the game it is like."""
    *figures, motif, cover = said.split(",")
    low, high, young, old, minutes, available, copies = (int(one) if one else None for one in figures)
    return Shown(
        pk=pk,
        slug=slug,
        title=title,
        motif=motif,
        cover=cover,
        min_players=low,
        max_players=high,
        min_age=young,
        max_age=old,
        duration=minutes,
        unsaid=0,
        available_count=available or 0,
        copy_count=copies or 0,
        family=family,
    )
