"""Public pages in a real browser: light and dark, phone, keyboard, without JavaScript."""

import pytest

from catalogue.models import Record
from tests import make
from tests.browser.steps import too_wide
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


def test_no_page_has_an_accessibility_finding_or_scrolls_sideways(page, axe, world):
    for name in PAGES:
        page.goto(ROWS[name].path(name, world))
        axe(page)
        for width in (320, 360, 768, 1024):
            page.set_viewport_size({"width": width, "height": 800})
            beyond = too_wide(page)
            assert beyond <= 0, f"{name} at {width}: {beyond} pixels too wide"
        page.set_viewport_size({"width": 1280, "height": 900})


def test_the_search_shows_all_its_states_without_finding(page, axe, world):
    for query in ("joueurs=3", "q=rien+du+tout&joueurs=2", "joueurs=x&q=uno", "q=internasional", "dispo=1"):
        page.goto(f"/catalogue/?{query}")
        axe(page)
