"""The first page: ask, three doors, what is new."""

import pytest

from tests import make

pytestmark = pytest.mark.django_db


def test_it_asks_and_shows_three_doors(client):
    page = client.get("/").content.decode()
    assert 'action="/catalogue/"' in page
    for name in ("q", "joueurs", "age", "duree", "dispo"):
        assert f'name="{name}"' in page
    for address in ("/catalogue/", "/jouer/", "/compte/"):
        assert f'href="{address}"' in page


def test_an_empty_shelf_is_said_kindly(client):
    assert "L’étagère attend sa première boîte" in client.get("/").content.decode()


@pytest.mark.parametrize("number", [0, 2, 30])
def test_new_arrivals_stand_on_a_shelf_for_a_fixed_price(client, budget, number):
    make.make_library()
    for n in range(number):
        make.make_copy(make.make_record(f"Jeu {n}", categories=["A 407 jeu de hasard"]), call_number="JEU")
    with budget("home"):
        page = client.get("/")
    assert len(page.context["arrivals"]) == min(number, 6)


def test_staff_find_the_desk_behind_the_third_door(login, volunteer):
    assert '<a class="door door-account" href="/gestion/"' in login(volunteer).get("/").content.decode()
