"""Health, headers, errors, compression."""

import gzip

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from tests.html import assert_valid_html

pytestmark = pytest.mark.django_db


def test_it_is_healthy_when_the_database_answers_and_is_migrated(client):
    response = client.get("/sante")
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert "no-store" in response["Cache-Control"]


def test_it_is_not_healthy_while_a_migration_waits(client):
    newest = MigrationRecorder.Migration.objects.filter(app="catalogue").latest("name")
    MigrationRecorder(connection).record_unapplied("catalogue", newest.name)
    response = client.get("/sante")
    assert response.status_code == 503
    assert "migrations" in response.content.decode()


def test_it_is_not_healthy_when_the_database_is_mute(client, monkeypatch):
    def broken(*args):
        from django.db import OperationalError

        raise OperationalError

    monkeypatch.setattr("ludotheque.views.MigrationExecutor", broken)
    assert client.get("/sante").status_code == 503


def test_every_answer_carries_the_headers_of_the_house(client):
    for path in ("/", "/nulle-part/", "/gestion/nulle-part/"):
        response = client.get(path)
        assert "default-src 'none'" in response["Content-Security-Policy"]
        assert "unsafe" not in response["Content-Security-Policy"]
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["X-Frame-Options"] == "DENY"
        assert response["Referrer-Policy"] == "same-origin"
        assert response["Cross-Origin-Opener-Policy"] == "same-origin"
        assert "camera=()" in response["Permissions-Policy"]


def test_pages_travel_compressed(client):
    response = Client(headers={"Accept-Encoding": "gzip"}).get("/nulle-part/")
    assert response["Content-Encoding"] == "gzip"
    assert_valid_html(gzip.decompress(response.content).decode())


def test_an_address_nobody_knows_is_a_kind_404(client):
    response = client.get("/nulle-part/")
    assert response.status_code == 404
    assert "<h1" in response.content.decode()


def test_a_host_that_is_not_ours_is_refused(client):
    response = client.get("/", headers={"Host": "ailleurs.example"})
    assert response.status_code == 400


def test_a_form_without_its_token_says_so(client):
    response = Client(enforce_csrf_checks=True).post("/nulle-part/")
    assert response.status_code in (403, 404)
    assert_valid_html(response)


def test_an_error_of_ours_is_a_page_of_ours(client, monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("broken on purpose")

    client.raise_request_exception = False
    monkeypatch.setattr("catalogue.views.home.render", broken)
    response = client.get("/")
    assert response.status_code == 500
    assert "<h1" in response.content.decode()
    assert "broken on purpose" not in response.content.decode()
