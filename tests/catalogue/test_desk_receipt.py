"""The receipt of a visit: on the screen, on a roll of paper, by mail."""

import io

import pytest
from django.utils import timezone
from pypdf import PdfReader

from catalogue.models import Mail, MissingPiece
from tests.make import make_copy, make_household, make_library, make_loan, make_member, make_record

pytestmark = pytest.mark.django_db


@pytest.fixture
def visit(db, settings):
    """A family that takes two boxes home, one of them without all of its pieces."""
    settings.SITE_URL = "https://ludo.example.org"
    make_library(name="La Toupie")
    home = make_household("Famille Éluard", email="eluard@example.org")
    member = make_member(home)
    uno = make_copy("Uno", barcode="000123")
    MissingPiece.objects.create(copy=uno, name="dé", quantity=1, noted_at=timezone.now())
    make_loan(uno, member)
    make_loan(make_copy("Odin"), member)
    make_loan(make_copy("Dobble"), make_member(make_household("Famille Petit")))
    return home


def read(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content))


def test_the_screen_shows_the_boxes_of_the_family_and_what_is_known_to_be_missing(login, volunteer, visit):
    page = login(volunteer).get(f"/gestion/pret/recu/{visit.pk}/").text
    for said in ("Uno", "000123", "1 dé", "Odin", "Envoyer à eluard@example.org"):
        assert said in page
    assert "Dobble" not in page


def test_a_roll_is_80_mm_wide_and_one_page_however_many_boxes(login, volunteer, visit):
    desk, address = login(volunteer), f"/gestion/pret/recu/{visit.pk}/recu.pdf"
    short = read(desk.get(address).content)
    record, member = make_record("Un jeu au nom si long qu’il passe à la ligne"), visit.members.get()
    for _ in range(12):
        make_loan(make_copy(record), member)
    long = read(desk.get(address).content)
    assert (len(short.pages), len(long.pages)) == (1, 1)
    width, height = (float(size) / 72 * 25.4 for size in short.pages[0].mediabox[2:])
    assert round(width) == 80
    assert float(long.pages[0].mediabox[3]) / 72 * 25.4 > height + 100
    text = short.pages[0].extract_text()
    for said in ("La Toupie", "Famille Éluard", "Uno", "000123", "1 dé", "bientôt"):
        assert said in text


def test_it_goes_by_mail_or_says_why_not(login, volunteer, visit):
    desk, address = login(volunteer), f"/gestion/pret/recu/{visit.pk}/"
    assert "part à eluard@example.org" in desk.post(address, follow=True).text
    assert Mail.objects.get().to == "eluard@example.org"
    visit.email = ""
    visit.save()
    assert "pas d’adresse de courriel" in desk.post(address, follow=True).text
    assert Mail.objects.count() == 1


def test_a_family_that_has_nothing_gets_a_receipt_that_says_so(login, volunteer, db):
    home, desk = make_household("Famille Vide"), login(volunteer)
    assert "Rien à la maison" in desk.get(f"/gestion/pret/recu/{home.pk}/").text
    pdf = desk.get(f"/gestion/pret/recu/{home.pk}/recu.pdf")
    assert "Rien à la maison" in read(pdf.content).pages[0].extract_text()
    assert desk.get("/gestion/pret/recu/9999/").status_code == 404
