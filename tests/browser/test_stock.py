"""Boxes added by a scanner, changed as a batch, and put back: by keyboard, as one does it."""

import pytest

from catalogue.models import Batch, Copy
from tests.make import make_card, make_copy, make_library, make_record, make_section

pytestmark = pytest.mark.django_db(transaction=True)


def test_ten_boxes_are_scanned_changed_as_a_batch_and_put_back(new_page, sign_in, librarian, axe, complaints):
    make_library()
    make_card(barcode="0042")
    make_copy("Odin", barcode="00047")
    record, section = make_record("Uno"), make_section("A 407 hasard")
    page = new_page()
    sign_in(page, librarian)

    page.goto(f"/gestion/exemplaires/ajouter/?notice={record.pk}")
    axe(page)
    codes = [f"00{number}" for number in range(100, 109)]
    for code in [*codes, "00047"]:  # the last one is taken
        page.keyboard.type(code)
        page.keyboard.press("Enter")
    page.locator("#codes-read", has_text="10 codes lus").wait_for()
    page.locator("#codes-read", has_text="le porte déjà").wait_for()
    axe(page)
    assert Copy.objects.count() == 1
    for _ in range(len("00047\n")):
        page.keyboard.press("Backspace")
    page.keyboard.type("ABC-10")
    page.keyboard.press("Enter")
    page.locator("#codes-read .msg").wait_for(state="detached")
    page.get_by_role("button", name="Ajouter les exemplaires").click()
    page.get_by_text("10 exemplaires sont ajoutés").wait_for()
    assert set(record.copies.values_list("barcode", flat=True)) == {*codes, "ABC-10"}

    page.goto("/gestion/lots/exemplaires/choisir/?q=uno")
    axe(page)
    page.get_by_role("link", name="Changer tous les 10").click()
    page.get_by_label("Section").select_option(str(section.pk))
    axe(page)
    page.get_by_role("button", name="Voir avant et après").click()
    page.get_by_text("10 lignes à changer").wait_for()
    axe(page)
    page.get_by_role("button", name="Changer 10 lignes").click()
    page.get_by_text("Lot fait").wait_for()
    assert Copy.objects.filter(section=section).count() == 10
    axe(page)
    page.get_by_role("button", name="Annuler ce lot").click()
    page.get_by_text("Lot annulé").wait_for()
    assert not Copy.objects.filter(section=section).exists()
    assert Batch.objects.get().state == "annule"


def test_the_rooms_of_the_stock_have_no_finding_on_a_phone_in_the_dark(new_page, sign_in, librarian, axe):
    make_library()
    copy = make_copy(make_record("Uno", publisher="Matel"), call_number="UNO")
    publisher = copy.record.publisher
    page = new_page(scheme="dark", width=360)
    sign_in(page, librarian)
    for path in (
        "/gestion/rayons/",
        "/gestion/autorites/editeurs/",
        f"/gestion/autorites/editeurs/{publisher.pk}/",
        "/gestion/etiquettes/",
        "/gestion/etiquettes/planche/",
        f"/gestion/exemplaires/{copy.pk}/historique/",
    ):
        page.goto(path)
        axe(page)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
