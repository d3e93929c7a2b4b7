"""Publishers, people and categories: who they are and their boxes."""

import pytest

from catalogue.models import Record
from tests import make

pytestmark = pytest.mark.django_db


def titles(response) -> list[str]:
    return [record.title for record in response.context["page"].object_list]


def test_a_publisher_shows_its_games_and_the_other_forms_of_its_name(client):
    publisher = make.make_publisher("Matel", forms=("Mattel",))
    make.make_record("Uno", publisher=publisher)
    make.make_record("Café International", publisher=publisher)
    make.make_record("Odin", publisher="Helvetiq")
    page = client.get("/editeurs/matel/")
    text = page.content.decode()
    assert "Documents disponibles chez cet éditeur (2)" in text
    assert "aussi écrit\u202f: Mattel" in text
    assert titles(page) == ["Café International", "Uno"]


def test_titles_stand_in_the_order_of_a_french_ear(client):
    for title in ("Zèbre", "Échecs", "L'Œuf", "Les Ours", "eau"):
        make.make_record(title, publisher="Matel")
    assert titles(client.get("/editeurs/matel/")) == ["eau", "Échecs", "L'Œuf", "Les Ours", "Zèbre"]


def test_a_person_says_what_they_did(client):
    person = make.make_person("Rudi Hoffmann")
    make.make_record("Café International", people=[(person, "auteur"), (person, "illustrateur")])
    make.make_record("Ogallala", people=[(person, "auteur")])
    page = client.get("/auteurs/rudi-hoffmann/")
    text = page.content.decode()
    assert "Auteur (2)" in text
    assert "Illustrateur (1)" in text
    assert titles(page) == ["Café International", "Ogallala"]


@pytest.mark.parametrize(
    "spelling",
    ["/categories/esar/A%20407/", "/categories/ESAR/a407/", "/categories/esar/%5BESAR%5D%20A407/"],
)
def test_every_spelling_of_a_notation_leads_to_the_one_page(client, spelling):
    make.make_record("Café International", categories=["A 407 jeu de hasard (jeu de règles)"])
    response = client.get(spelling)
    assert response.status_code == 301
    assert response.url == "/categories/esar/a407/"
    page = client.get(response.url)
    assert "Jeu de hasard" in page.content.decode()
    assert titles(page) == ["Café International"]


@pytest.mark.parametrize(
    "address", ["/editeurs/rien/", "/auteurs/rien/", "/categories/esar/z9/", "/categories/x/%27/"]
)
def test_what_is_not_there_is_not_found(client, address):
    assert client.get(address).status_code == 404


def test_a_publisher_without_games_says_so(client):
    make.make_publisher("Matel")
    assert "Aucun jeu de cet éditeur" in client.get("/editeurs/matel/").content.decode()


def test_pages_are_of_twenty_and_cost_the_same(client, django_assert_num_queries):
    publisher = make.make_publisher("Matel")
    Record.objects.bulk_create(
        Record(title=f"Jeu {n:03}", slug=f"jeu-{n}", sort_key=f"jeu {n:03}", publisher=publisher)
        for n in range(45)
    )
    with django_assert_num_queries(6):  # library, publisher, its forms, count, records, boxes
        first = client.get("/editeurs/matel/")
    assert titles(first)[0] == "Jeu 000"
    assert len(titles(first)) == 20
    with django_assert_num_queries(6):
        third = client.get("/editeurs/matel/?page=3")
    assert len(titles(third)) == 5
    assert 'rel="canonical" href="http://testserver/editeurs/matel/?page=3"' in third.content.decode()
    for page in ("0", "999", "-1", "abc", "%00"):
        assert client.get(f"/editeurs/matel/?page={page}").status_code == 200


@pytest.mark.parametrize("address", ["/editeurs/matel/", "/auteurs/zoe/", "/categories/esar/a401/"])
def test_a_name_that_only_drafts_bear_is_not_there_for_the_public(client, login, volunteer, address):
    record = make.make_record("Odin", publisher="Matel", draft=True)
    record.contributions.create(person=make.make_person("Zoé"), role="auteur")
    record.categories.add(make.make_category("A 401 jeu d’association"))
    assert client.get(address).status_code == 404
    assert login(volunteer).get(address).status_code == 200
    Record.objects.update(draft=False)
    assert client.get(address).status_code == 200
