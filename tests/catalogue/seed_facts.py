"""Every fact of the seed documents: its field, the page that shows it, the search that finds it.

docs/seed-facts.md is written from here, and test_seed_facts.py proves each row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from catalogue import seeds
from ludotheque.languages import named
from ludotheque.text import fold

INTRODUCTION = """# The facts of the seed documents

Every fact of the seed documents, the field that holds it, the page that shows it, and a search that leads
to its record. `python -m tests.catalogue.seed_facts` writes it; `tests/catalogue/test_seed_facts.py` makes
each search, looks for each fact on its page, and fails when this file is out of date. Long texts have a row
a line, by its first words. What is completed from the published rules is no fact of the documents, and not
here.
"""

WORDS = 9  # of a line of text, enough to find it


@dataclass(frozen=True, slots=True)
class Fact:
    """`shown` is what the page says, letter by letter; `search` is a query string."""

    slug: str
    value: str
    field: str
    page: str
    search: str
    shown: str


def all_facts() -> list[Fact]:
    return [fact for entry in seeds.records() for fact in of_record(entry)]


def of_record(entry: dict) -> Iterator[Fact]:
    """The facts of one record, in the order of its page."""
    slug, page = entry["slug"], f"/jeux/{entry['slug']}/"
    completed = entry.get("completed", ())

    def fact(field: str, value: str, search: dict | None = None, *, shown: str = "", at: str = page) -> Fact:
        return Fact(slug, value, field, at, urlencode(search or {"q": value}), shown or value)

    for name in PLAIN:
        if entry.get(name):
            yield fact(name, entry[name])
    yield from (
        fact("languages", f"{named(code)} ({code})", {"q": named(code)})
        for code in entry.get("languages", ())
    )
    for person in entry.get("contributions", ()):
        yield fact("contributions", person["person"])
    yield from _categories(entry, fact)
    for name, parameter in (
        ("min_players", "joueurs"),
        ("max_players", "joueurs"),
        ("min_age", "age"),
        ("max_age", "age"),
        ("duration", "duree"),
    ):
        if name in entry and name not in completed:
            search = {"q": entry["title"], parameter: entry[name]}
            yield fact(name, str(entry[name]), search, shown=f"{LABELS[name]} {entry[name]}")
    if "components" not in completed:
        for part in entry["components"]:
            value = f"{part.get('quantity', '')} {part['name']}".strip()
            yield fact("components", value, {"q": part["name"]})
    for document in entry.get("documents", ()):
        yield fact("documents.name", document["name"])
        yield fact("documents.media_type", document["media_type"])
    for copy in entry.get("copies", ()):
        line = f"{copy['call_number']} {copy['section']} {copy['site']} {copy['barcode']} Disponible"
        yield fact("copies.barcode", copy["barcode"], shown=line)
        yield fact("copies.call_number", copy["call_number"], shown=line)
        yield fact(
            "copies.section",
            copy["section"],
            {"section": fold(copy["section"]).replace(" ", "-")},
            shown=line,
        )
        yield fact("copies.site", copy["site"], shown=line)
        yield fact("copies.status", "Disponible", {"q": entry["title"], "dispo": 1}, shown=line)
    if "publisher" in entry:
        same = [other for other in seeds.records() if other.get("publisher") == entry["publisher"]]
        value = f"Documents disponibles chez cet éditeur ({len(same)})"
        publisher = fold(entry["publisher"]).replace(" ", "-")
        yield fact("publisher.records", value, {"editeur": publisher}, at=f"/editeurs/{publisher}/")
    if "document_type" in entry or "designation" in entry:
        yield fact("isbd", isbd(entry), {"q": entry["title"]})
    for name in ("description", "contents", "rules_text"):
        if name in entry and name not in completed:
            at = f"{page}regles/" if name == "rules_text" else page
            for line in filter(None, (line.strip() for line in entry[name].splitlines())):
                bare = "".join(c for c in line if ord(c) < 0x1F000).strip()
                yield fact(name, bare, {"q": " ".join(bare.split()[:WORDS])}, at=at)


PLAIN = [
    "title",
    "parallel_title",
    "responsibility",
    "publisher",
    "date_text",
    "document_type",
    "designation",
]

LABELS = {
    "min_players": "Nombre minimum de joueurs",
    "max_players": "Nombre maximum de joueurs",
    "min_age": "Âge minimum",
    "max_age": "Âge maximum",
    "duration": "Durée moyenne",
}


def _categories(entry: dict, fact) -> Iterator[Fact]:
    described = {f"{c['scheme']}:{c['notation']}": c for c in seeds.authorities()["categories"]}
    for text in entry.get("categories", ()):
        category = described[text]
        yield fact("categories.notation", category["notation"])
        if category["label"]:
            whole = f"{category['notation']} {category['label']} ({category['facet']})"
            code = f"{category['scheme']}:{category['notation'].replace(' ', '').lower()}"
            yield fact("categories.label", category["label"], {"categorie": code}, shown=whole)
            yield fact("categories.facet", category["facet"], shown=whole)


def isbd(entry: dict) -> str:
    """The line as the documents have it."""
    designation = entry.get("designation") or entry["document_type"]
    statement = f" / {entry['responsibility']}." if "responsibility" in entry else " ."
    publisher = entry.get("publisher", "[s.n.]")
    return f"{entry['title']} [{designation}]{statement} - {publisher}, {entry.get('date_text', '[s.d.]')}."


def table() -> str:
    """docs/seed-facts.md."""
    lines = [INTRODUCTION]
    slug = ""
    for fact in all_facts():
        if fact.slug != slug:
            slug = fact.slug
            lines += [f"\n## {slug}\n", "| fact | field | page | search |", "|---|---|---|---|"]
        value = fact.value if len(fact.value) <= 60 else f"{fact.value[:59].rstrip()}…"
        cells = [value.replace("|", "\\|"), f"`{fact.field}`", fact.page, f"`/catalogue/?{fact.search}`"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    from pathlib import Path

    Path("docs").mkdir(exist_ok=True)
    Path("docs/seed-facts.md").write_text(table(), encoding="utf-8")
