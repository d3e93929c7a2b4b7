"""Pages for what goes wrong: in our look, with the right status, and without the database."""

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.forms import PasswordInput
from django.http import Http404
from django.test import Client
from django.urls import include, path

from catalogue import context
from catalogue.forms import account, setup
from ludotheque import urls as house
from ludotheque.views import UNSHOWN
from tests.html import assert_valid_html

handler400, handler403, handler404, handler500 = (
    house.handler400,
    house.handler403,
    house.handler404,
    house.handler500,
)


def _raise(error):
    def view(request):
        raise error

    return view


urlpatterns = [
    path("essai/400/", _raise(SuspiciousOperation())),
    path("essai/403/", _raise(PermissionDenied())),
    path("essai/404/", _raise(Http404())),
    path("essai/500/", _raise(RuntimeError("essai"))),
    path("essai/ecrire/", lambda request: None),
    path("", include("ludotheque.urls")),
]


@pytest.fixture
def _broken(settings):
    settings.ROOT_URLCONF = __name__


@pytest.fixture
def visitor():
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


# no test here may use the database: pytest-django refuses it
@pytest.mark.usefixtures("_broken")
@pytest.mark.parametrize("status", [400, 403, 404, 500])
def test_an_error_page_stands_without_the_database(visitor, status):
    answer = visitor.get(f"/essai/{status}/")
    assert answer.status_code == status
    assert_valid_html(answer)
    text = answer.content.decode()
    assert 'href="/"' in text  # a way on
    assert "erreur" not in text.lower()


@pytest.mark.usefixtures("_broken")
@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("http://testserver/essai/?q=dé&page=2", 'href="/essai/?q=dé&amp;page=2"'),
        ("https://ailleurs.example/piege/", None),
        ("", None),
    ],
)
def test_a_stale_form_leads_back_to_its_page_on_this_site(visitor, page, link):
    answer = visitor.post("/essai/ecrire/", {"version": "1", "card": "Y8"}, headers={"referer": page})
    text = answer.content.decode()
    assert answer.status_code == 403
    assert "Y8" not in text  # what was pressed is nothing to copy
    assert ("Revenir à la page" in text) is bool(link)
    assert (link or 'href="/"') in text
    assert "ailleurs" not in text


@pytest.mark.usefixtures("_broken")
def test_a_stale_form_is_refused_and_what_was_typed_is_shown(visitor):
    answer = visitor.post(
        "/essai/ecrire/",
        {"notes": "Il manque <un> dé", "password": "secret-des-lutins", "csrfmiddlewaretoken": "vieux"},
    )
    assert answer.status_code == 403
    assert_valid_html(answer)
    text = answer.content.decode()
    assert "Il manque &lt;un&gt; dé" in text
    assert "secret-des-lutins" not in text
    assert "vieux" not in text
    # another site's form must not get through by one more click
    assert "<form" not in text


def test_a_stale_form_shows_no_password_of_any_form_again():
    forms = [one for module in (account, setup) for one in vars(module).values() if isinstance(one, type)]
    fields = {name: field for form in forms for name, field in getattr(form, "base_fields", {}).items()}
    secret = {name for name, field in fields.items() if isinstance(field.widget, PasswordInput)}
    assert secret == {"password", "password_again", "old", "new", "again"}
    assert secret <= UNSHOWN


@pytest.mark.usefixtures("_broken")
def test_what_is_too_long_to_be_read_is_told_so(visitor, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    answer = visitor.post("/essai/ecrire/", {"autre": "x" * 2000})
    assert answer.status_code == 413
    assert_valid_html(answer)
    assert "trop long" in answer.content.decode()
    child = visitor.post("/jouer/uno/partie-relue/", {"autre": "x" * 2000})
    assert child.status_code == 413
    assert "Ce que tu as envoyé" in child.content.decode()


def test_a_stale_answer_at_a_game_is_told_to_a_child(visitor):
    answer = visitor.post("/jouer/odin/lecons/plus-haut/", {"etape": "1"})
    text = answer.content.decode()
    assert answer.status_code == 403
    assert_valid_html(answer)
    assert "Ta réponse n’est pas partie" in text
    assert "Mon compte" not in text
    assert "vous" not in text.split("<main")[1].split("</main>")[0]


@pytest.mark.usefixtures("_broken")
def test_an_error_bears_the_name_of_the_house_as_it_was_last_seen(visitor, monkeypatch):
    monkeypatch.setattr(context, "_last_seen", {"name": "Les Lutins"})
    assert "Les Lutins" in visitor.get("/essai/404/").content.decode()
    assert "Ludothèque" in visitor.get("/essai/500/").content.decode()


@pytest.mark.usefixtures("_broken")
@pytest.mark.parametrize("status", [400, 403, 404])
def test_an_error_on_a_part_takes_the_whole_page(visitor, status):
    part = visitor.get(f"/essai/{status}/", headers={"HX-Request": "true"})
    assert part.headers["HX-Retarget"] == "body"
    assert "HX-Retarget" not in visitor.get(f"/essai/{status}/").headers


@pytest.mark.usefixtures("_broken")
def test_only_a_fault_of_ours_is_written_to_the_log(visitor, caplog):
    for status in (400, 403, 404):
        visitor.get(f"/essai/{status}/")
    assert [line for line in caplog.records if line.exc_info and line.name == "django.request"] == []
    visitor.get("/essai/500/")
    assert [line.levelname for line in caplog.records if line.name == "django.request"] == ["ERROR"]
