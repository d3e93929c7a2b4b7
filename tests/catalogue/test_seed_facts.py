"""Every fact of the seed documents is found by its search and shown on its page (docs/seed-facts.md)."""

import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.catalogue import seed_facts

FACTS = seed_facts.all_facts()
TABLE = Path(__file__).parents[2] / "docs" / "seed-facts.md"


@pytest.fixture
def seeded(db):
    call_command("load_seeds", verbosity=0)


def letters(text: str) -> str:
    """The words run together: a page sets its own spaces and line ends."""
    return "".join(text.split())


def shown_by(response) -> str:
    """What a page says, without its tags."""
    assert response.status_code == 200
    main = response.content.decode().partition("<main")[2].partition("</main>")[0]
    return letters(unescape(re.sub(r"<[^>]+>", " ", main)))


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize("slug", sorted({fact.slug for fact in FACTS}))
def test_each_search_leads_to_the_record_and_its_page_shows_the_fact(client, slug):
    page = cache(lambda address: shown_by(client.get(address)))
    searched = cache(lambda search: client.get(f"/catalogue/?{search}"))
    wrong = []
    for fact in (fact for fact in FACTS if fact.slug == slug):
        answer = searched(fact.search)
        if answer.status_code == 302:
            found = answer.url == f"/jeux/{slug}/"
        else:
            found = f'href="/jeux/{slug}/"' in answer.content.decode()
        if not found:
            wrong.append(f"not found by ?{fact.search}: {fact.field} {fact.value!r}")
        if letters(fact.shown) not in page(fact.page):
            wrong.append(f"not shown on {fact.page}: {fact.field} {fact.shown!r}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.usefixtures("seeded")
def test_a_search_for_something_else_does_not_lead_to_the_records(client):
    page = client.get("/catalogue/?q=aspirateur").content.decode()
    assert not [slug for slug in {fact.slug for fact in FACTS} if f'href="/jeux/{slug}/"' in page]


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("mattel", "uno"),
        ("asmodée", "boursicocotte"),
        ("koltze", "boursicocotte"),
        ("bernard bittler", "boursicocotte"),
        ("A407", "cafe-international"),
        ("[ESAR] A407", "cafe-international"),
        ("oucedonc", "oucedonc"),
        ("Oùcédonc", "oucedonc-en-france"),
    ],
)
def test_other_forms_lead_there_too(client, words, slug):
    assert f'href="/jeux/{slug}/"' in client.get("/catalogue/", {"q": words}).content.decode()


def test_the_table_says_what_is_proven():
    assert TABLE.read_text(encoding="utf-8") == seed_facts.table(), (
        "docs/seed-facts.md is out of date: python -m tests.catalogue.seed_facts writes it anew"
    )
