"""A hold from the family's phone to the family's hands, without and with scripts."""

import pytest
from playwright.sync_api import expect

from catalogue.models import Hold, HoldState
from tests.browser.steps import follow, too_wide
from tests.make import make_card, make_copy, make_hold, make_library, make_loan

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_family_reserves_on_its_phone_and_the_desk_sets_aside_and_lends(
    new_page, sign_in, family, volunteer, axe
):
    make_library()
    copy = make_loan(make_copy("Café International", barcode="0090199", call_number="CAF 12")).copy
    make_card(family.household.members.get(), barcode="0042")

    phone = new_page(width=360, height=740, javascript=False)
    sign_in(phone, family)
    phone.goto(copy.record.get_absolute_url())
    follow(phone, phone.get_by_role("link", name="Réserver").click)
    follow(phone, phone.get_by_role("button", name="Réserver").click)
    expect(phone.locator("main")).to_contain_text("1re de la file")
    follow(phone, phone.get_by_role("button", name="Annuler la réservation").click)
    follow(phone, phone.get_by_role("button", name="Reprendre ma place").click)
    expect(phone.locator("main")).to_contain_text("1re de la file")
    assert too_wide(phone) == 0
    hold = Hold.objects.get()

    desk = new_page()
    sign_in(desk, volunteer)
    desk.goto("/gestion/retour/")
    desk.keyboard.type("0090199")
    desk.keyboard.press("Enter")
    expect(desk.locator("#answer")).to_contain_text(f"de côté pour {family.household.name}")
    expect(desk.get_by_role("link", name="Imprimer l’étiquette")).to_be_visible()
    axe(desk)

    make_hold(make_copy("Odin", call_number="ODI 3").record)
    for shown in ("chercher", "cote", "attente"):
        desk.goto(f"/gestion/reservations/?liste={shown}")
        axe(desk)
        desk.set_viewport_size({"width": 320, "height": 640})
        assert too_wide(desk) == 0
        desk.set_viewport_size({"width": 1280, "height": 900})

    desk.goto("/gestion/pret/")
    for code, answer in (("0042", family.household.name), ("0090199", "Prêté")):
        desk.keyboard.type(code)
        desk.keyboard.press("Enter")
        expect(desk.locator("#answer")).to_contain_text(answer)
        expect(desk.locator("#code")).to_have_value("")
    hold.refresh_from_db()
    assert hold.state == HoldState.SERVED
