"""Returns with a whole family's boxes, counted at the desk by one key and in the queue by taps."""

import pytest
from playwright.sync_api import expect

from catalogue.models import CopyState, Loan, MissingPiece, PieceCount
from catalogue.services.parts import Part
from tests.browser.steps import follow, too_wide
from tests.make import make_card, make_copy, make_library, make_loan, make_member, make_record

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def family(db):
    make_library(count_first=True)
    member = make_member()
    make_card(member, barcode="0042")
    for barcode, title in (("1", "Uno"), ("2", "Odin"), ("3", "Café")):
        parts = [Part("dé", 2, True, 0), Part("pion rouge", 4, False, 0)]
        make_loan(make_copy(make_record(title, components=parts), barcode=barcode), member)
    return member


def scan(page, code, answer):
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text(answer)
    expect(page.locator("#code")).to_have_value("")


def test_a_family_brings_all_but_one_and_two_people_count(page, sign_in, volunteer, family, axe, complaints):
    page.set_viewport_size({"width": 1366, "height": 768})
    sign_in(page, volunteer)
    page.goto("/gestion/retour/")
    # the whole family but one box
    scan(page, "0042", "Famille Martin")
    page.get_by_label("Café").uncheck()
    axe(page)
    page.get_by_role("button", name="Rendre ce qui est coché").click()
    expect(page.locator("#answer")).to_contain_text("2 boîtes rendues")
    assert Loan.objects.open().get().copy.record.title == "Café"
    # the last one alone: « all is there » by one key, and the input is ready for the next
    scan(page, "3", "Rendu")
    expect(page.locator("#after .count-part")).to_have_count(2)
    axe(page)
    page.keyboard.press("F2")
    expect(page.locator("#answer")).to_contain_text("est compté")
    expect(page.locator("#after .count-part")).to_have_count(0)
    scan(page, "3", "était pas prêté")
    complaints.expect("409")
    assert PieceCount.objects.get(done_at__isnull=False).copy.state == CopyState.IN_SERVICE

    # the other two in the queue, on a phone
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/gestion/comptage/")
    axe(page)
    assert too_wide(page) <= 0
    follow(page, lambda: page.get_by_role("button", name="Compter la première").click())
    first = page.locator("h1").inner_text()
    page.get_by_role("button", name="Enregistrer le compte").click()
    expect(page.get_by_text("Aucune pièce n’est cochée")).to_be_visible()
    page.get_by_role("button", name="Un de moins : dé").click()
    page.get_by_role("button", name="pions rouges", exact=True).click()
    expect(page.locator(".count-progress")).to_have_text("2 sur 2 vérifiées")
    page.reload()
    expect(page.locator(".count-progress")).to_have_text("2 sur 2 vérifiées")
    expect(page.locator(".count-part output").first).to_have_text("1")
    axe(page)
    assert too_wide(page) <= 0
    follow(page, lambda: page.get_by_role("button", name="Enregistrer le compte").click())
    expect(page.locator("h1")).not_to_have_text(first)
    follow(page, lambda: page.get_by_role("button", name="Tout est là").click())
    expect(page.get_by_text("Aucune boîte n’attend.")).to_be_visible()
    piece = MissingPiece.objects.get()
    assert (piece.name, piece.copy.record.title, piece.copy.state) == ("dé", first, CopyState.INCOMPLETE)

    # and what is missing is found again
    page.goto("/gestion/pieces/")
    axe(page)
    follow(page, lambda: page.get_by_role("link", name=first).click())
    axe(page)
    assert too_wide(page) <= 0
    follow(page, lambda: page.get_by_role("button", name="Retrouvé").click())
    expect(page.get_by_text("Rien ne manque")).to_be_visible()
    piece.copy.refresh_from_db()
    assert piece.copy.state == CopyState.IN_SERVICE
