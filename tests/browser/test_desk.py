"""The desk by keyboard alone, as a scanner does it."""

import pytest
from playwright.sync_api import expect

from catalogue.models import Loan
from tests.browser.steps import bottoms, follow, too_wide
from tests.make import make_card, make_copy, make_household, make_library, make_member

pytestmark = pytest.mark.django_db(transaction=True)
READY = "() => document.activeElement && document.activeElement.id === 'code'"
BOXES = {"0090199": "Uno", "90473": "Café International", "90500": "Odin"}


@pytest.fixture
def shelf(db):
    make_library()
    member = make_member(make_household("Famille Martin"))
    make_card(member, barcode="0042")
    for barcode, title in BOXES.items():
        make_copy(title, barcode=barcode)
    return member


def scan(page, code, answer):
    """Types as a scanner does; the answer must come, the input be empty and ready again."""
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text(answer)
    expect(page.locator("#code")).to_have_value("")
    page.wait_for_function(READY)


def test_card_three_boxes_and_back_without_the_mouse(page, sign_in, volunteer, shelf, axe, complaints):
    page.set_viewport_size({"width": 1366, "height": 768})
    sign_in(page, volunteer)
    page.goto("/gestion/pret/")
    axe(page)
    scan(page, "0042", "Famille Martin")
    assert page.url.endswith(f"?adherent={shelf.pk}")
    for barcode, title in BOXES.items():
        scan(page, barcode, f"«\xa0{title}\xa0»")
    expect(page.locator("#basket li")).to_have_count(3)
    axe(page)
    assert bottoms(page, "#basket")[0] <= 768
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 768
    scan(page, "90473", "déjà prêté à cette famille")
    scan(page, "777", "ni une boîte")
    complaints.expect("422")
    axe(page)
    assert Loan.objects.open().count() == 3

    page.goto("/gestion/retour/")
    for barcode, title in BOXES.items():
        scan(page, barcode, title)
    assert Loan.objects.open().count() == 0
    scan(page, "90473", "était pas prêté")
    complaints.expect("409")
    axe(page)


def test_a_mistake_is_taken_back_by_keyboard(new_page, sign_in, volunteer, shelf):
    page = new_page()
    sign_in(page, volunteer)
    page.goto(f"/gestion/pret/?adherent={shelf.pk}")
    scan(page, "90473", "Café International")
    page.get_by_role("button", name="Annuler ce prêt").focus()
    page.keyboard.press("Enter")
    page.locator("#answer", has_text="Prêt annulé").wait_for()
    page.wait_for_function(READY)
    assert not Loan.objects.exists()


def test_a_name_typed_without_a_card_and_the_next_family_after(new_page, sign_in, volunteer, shelf):
    page = new_page()
    sign_in(page, volunteer)
    page.goto("/gestion/pret/")
    scan(page, "martin", "Famille Martin")
    page.get_by_role("link", name="Terminer").click()
    page.get_by_text("Personne à l’accueil").wait_for()
    page.wait_for_function(READY)


def test_the_whole_round_without_javascript(new_page, sign_in, volunteer, shelf, complaints):
    page = new_page(javascript=False)
    sign_in(page, volunteer)
    page.goto("/gestion/pret/")
    for code in ("0042", "90473", "777"):
        page.locator("#code").fill(code)
        follow(page, lambda: page.locator("#code").press("Enter"))
    complaints.expect("422")
    expect(page.locator("#basket li")).to_have_count(1)
    page.goto("/gestion/retour/")
    page.locator("#code").fill("90473")
    follow(page, lambda: page.locator("#code").press("Enter"))
    expect(page.get_by_role("button", name="Annuler ce retour")).to_be_visible()
    assert Loan.objects.open().count() == 0


def test_a_phone_shows_the_desk_without_scrolling_sideways(
    new_page, sign_in, volunteer, shelf, axe, complaints
):
    page = new_page(width=360, height=740)
    sign_in(page, volunteer)
    for path in ("/gestion/pret/", "/gestion/retour/", "/gestion/"):
        page.goto(path)
        assert too_wide(page) <= 0, path
        axe(page)
    # what came of a scan and what can be done are in sight, also above the keys of the telephone
    page.set_viewport_size({"width": 360, "height": 480})
    page.goto("/gestion/pret/")
    scan(page, "90999", "Inconnu")
    complaints.expect("422")
    expect(page.locator("#code")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="C’est une boîte")).to_be_in_viewport(ratio=1)
