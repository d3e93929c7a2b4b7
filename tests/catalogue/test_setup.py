"""The first visit to an empty installation."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from catalogue.models import JournalEntry, Library, Role, User
from catalogue.services import setup

pytestmark = pytest.mark.django_db

GOOD = {
    "library_name": "Ludothèque de l'Œuf",
    "first_name": "Zoé",
    "last_name": "Brûlé",
    "username": "zoe",
    "password": "quatre pions sous la table",
    "password_again": "quatre pions sous la table",
}


@pytest.fixture(autouse=True)
def _empty(monkeypatch):
    monkeypatch.setattr(setup, "_done", False)


def test_every_page_of_an_empty_installation_leads_to_the_first_run_page(client):
    assert client.get("/jouer/").url == "/"
    home = client.get("/")
    assert "n’est pas encore installée" in home.content.decode()
    assert 'href="/installation/"' in home.content.decode()
    assert "no-store" in home["Cache-Control"]


def test_an_empty_installation_is_healthy(client):
    assert client.get("/sante").status_code == 200


def test_it_makes_the_library_and_its_manager_and_signs_her_in(client):
    assert client.get("/installation/").status_code == 200
    response = client.post("/installation/", GOOD)
    assert response.status_code == 302
    assert Library.objects.get().name == "Ludothèque de l'Œuf"
    manager = User.objects.get()
    assert (manager.role, str(manager)) == (Role.MANAGER, "Zoé Brûlé")
    assert manager.check_password(GOOD["password"])
    assert client.session["_auth_user_id"] == str(manager.pk)
    assert JournalEntry.objects.get().verb == "set-up"
    assert "est installée" in client.get(response.url).content.decode()


def test_it_is_gone_once_there_is_a_library(client):
    client.post("/installation/", GOOD)
    assert client.get("/installation/").status_code == 404
    assert client.post("/installation/", {**GOOD, "username": "autre"}).status_code == 404
    assert User.objects.count() == 1


def test_it_is_gone_once_there_is_staff(client):
    User.objects.create_user("nadia", role=Role.LIBRARIAN)
    assert client.get("/installation/").status_code == 404


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"library_name": " "}, "obligatoire"),
        ({"username": "zoé brûlé"}, "identifiant"),
        ({"password": "court", "password_again": "court"}, "10"),
        ({"password": "12345678901", "password_again": "12345678901"}, "numérique"),
        (
            {"username": "claire.dupont", "password": "claire.dupont", "password_again": "claire.dupont"},
            "trop",
        ),
        ({"password_again": "autre chose encore"}, "diffèrent"),
    ],
)
def test_it_says_what_is_wrong_and_keeps_what_was_typed(client, change, words):
    response = client.post("/installation/", {**GOOD, **change})
    assert response.status_code == 422
    page = response.content.decode()
    assert words in page
    assert "Brûlé" in page
    assert GOOD["password"] not in page
    assert not User.objects.exists()
    assert not Library.objects.exists()


def test_of_two_people_at_once_the_second_is_told(client, monkeypatch):
    # the second passed the check before the first had finished
    setup.set_up(**{name: value for name, value in GOOD.items() if name != "password_again"})
    answers = iter([False, False])  # asked by the view, then by the service
    monkeypatch.setattr(setup, "is_set_up", lambda: next(answers, True))
    response = client.post("/installation/", {**GOOD, "library_name": "Une autre", "username": "lea"})
    assert response.status_code == 409
    assert "juste avant vous" in response.content.decode()
    assert [library.name for library in Library.objects.all()] == [GOOD["library_name"]]
    assert [user.username for user in User.objects.all()] == ["zoe"]


@pytest.mark.django_db(transaction=True)
def test_of_four_at_the_same_instant_one_becomes_manager():
    start = Barrier(4)

    def install(username):
        values = {name: value for name, value in GOOD.items() if name != "password_again"}
        try:
            start.wait()
            setup.set_up(**{**values, "username": username})
        except setup.AlreadySetUpError:
            return "late"
        finally:
            connection.close()
        return "first"

    with ThreadPoolExecutor(4) as people:
        answers = list(people.map(install, ["ana", "bob", "cleo", "dan"]))
    assert sorted(answers) == ["first", "late", "late", "late"]
    assert (Library.objects.count(), User.objects.count()) == (1, 1)
