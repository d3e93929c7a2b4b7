"""A request that is cut on its way does nothing, whatever the part that has come would mean."""

import io
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import RequestFactory
from django.urls import reverse

from catalogue.models import Import, Loan
from ludotheque.wsgi import application
from tests.make import make_copy, make_loan

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def send(client, librarian):
    """`send(address, …, missing=n)`: the request that posts this, but for its last n bytes."""
    client.force_login(librarian)
    token = "a" * 32
    headers = {
        "cookie": f"sessionid={client.cookies['sessionid'].value}; csrftoken={token}",
        "x-csrftoken": token,
    }

    # as Django's own client has it: the test goes on with the connection
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)

    def _send(address, *what, missing=0):
        environ = RequestFactory().post(address, *what, headers=headers).environ
        whole = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
        environ["wsgi.input"] = io.BytesIO(whole[: len(whole) - missing])
        statuses = []
        response = application(environ, lambda status, headers: statuses.append(int(status[:3])))
        b"".join(response)
        response.close()
        return statuses[0]

    yield _send
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_half_a_barcode_is_not_another_box_s(send):
    make_loan(make_copy(barcode="000012"))
    scan = urlencode({"code": "0000123"})
    assert send(reverse("checkin"), scan, FORM, missing=1) == 400
    assert Loan.objects.open().exists()
    assert send(reverse("checkin"), urlencode({"code": "000012"}), FORM) == 302
    assert not Loan.objects.open().exists()


def test_half_a_file_is_not_a_shorter_one(send):
    def sent(missing):
        file = SimpleUploadedFile("jeux.csv", b"titre;annee\nUno;1971\nOdin;2020\n")
        return send(reverse("imports"), {"file": file}, missing=missing)

    assert sent(missing=80) == 400
    assert not Import.objects.exists()
    assert sent(missing=0) == 302
    assert Import.objects.exists()
