"""A photo is sent by the form and becomes the cover; a family keeps the game in its list with no account."""

import pytest
from playwright.sync_api import expect

from tests.catalogue.uploads import PDF, drawing
from tests.make import make_copy, make_record

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_photo_becomes_the_cover_and_a_family_keeps_the_game_in_its_list(new_page, axe, sign_in, librarian):
    record = make_record("Œuf volant", min_players=2, max_players=4)
    make_copy(record)
    page = new_page()
    sign_in(page, librarian)
    page.goto(f"/gestion/notices/{record.pk}/")
    page.get_by_role("link", name="Photos et documents").click()
    photo = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": drawing("green", (600, 500), "JPEG")}
    sheet = {"name": "règle.pdf", "mimeType": "application/pdf", "buffer": PDF}
    page.get_by_label("Photos ou PDF").set_input_files([photo, sheet])
    page.get_by_role("button", name="Ajouter").click()
    expect(page.get_by_text("2 fichiers sont ajoutés")).to_be_visible()
    page.get_by_label("Ce qu’on y voit").fill("La boîte ouverte")
    page.get_by_role("button", name="Noter").click()
    expect(page.get_by_alt_text("La boîte ouverte")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Enlever la photo 1").click()
    expect(page.get_by_text("Pas encore de photo")).to_be_visible()
    page.get_by_role("button", name="Remettre La boîte ouverte").click()
    expect(page.get_by_alt_text("La boîte ouverte")).to_be_visible()

    family = new_page(width=360)
    family.goto("/catalogue/")
    cover = family.locator(".box-photo")
    expect(cover).to_be_visible()
    assert cover.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    heart = family.get_by_role("button", name="Ajouter Œuf volant à ma liste")
    heart.press("Enter")
    taken = family.get_by_role("button", name="Retirer Œuf volant de ma liste")
    expect(taken).to_be_focused()
    expect(family.locator("#list-count")).to_have_text("1")
    axe(family)
    family.get_by_role("link", name="Ma liste").click()
    expect(family.get_by_role("link", name="Œuf volant")).to_be_visible()
    axe(family)

    plain = new_page(javascript=False)
    plain.goto(record.get_absolute_url())
    plain.get_by_role("button", name="Garder dans ma liste").click()
    expect(plain.get_by_role("button", name="Dans ma liste")).to_be_visible()
    expect(plain.locator("#list-count")).to_have_text("1")
