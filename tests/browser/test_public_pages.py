"""Public pages in a real browser: light and dark, phone, keyboard, without JavaScript."""

import pytest

from catalogue.models import Record
from tests import make
from tests.catalogue.addresses import ROWS, make_world

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = [
    "home",
    "search",
    "record",
    "publisher",
    "person",
    "category",
    "new_arrivals",
    "infos",
    "legal",
    "privacy",
    "accessibility",
    "games:index",
]


@pytest.fixture
def world():
    """A shelf with a box on loan, one available, one that says little, and a library with hours."""
    make.make_library(open_on=(2, 5), address="3 rue du Puits", phone="02 40 00 00 00")
    world = make_world()
    Record.objects.filter(pk=world.record.pk).update(
        completed=["duration"], parallel_title="Coffee", description="Un café."
    )
    make.make_copy(make.make_record("Uno", min_players=2, max_players=10, min_age=7), call_number="UNO")
    make.make_record("Oùcédonc en France, le grand jeu des départements et des préfectures")
    return world


@pytest.mark.parametrize("name", PAGES)
def test_it_has_no_accessibility_finding_in_light_and_dark(page, axe, world, name):
    page.goto(ROWS[name].path(name, world))
    axe(page)


@pytest.mark.parametrize("width", [320, 360, 768, 1024])
def test_no_page_scrolls_sideways(new_page, world, width):
    page = new_page(width=width, height=800)
    for name in PAGES:
        page.goto(ROWS[name].path(name, world))
        beyond = page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert beyond <= 0, f"{name} at {width}: {beyond} pixels too wide"


def test_the_search_shows_all_its_states_without_finding(page, axe, world):
    for query in ("joueurs=3", "q=rien+du+tout&joueurs=2", "joueurs=x&q=uno", "q=internasional", "dispo=1"):
        page.goto(f"/catalogue/?{query}")
        axe(page)
