"""Searching as people do: typing, choosing, going back, by keyboard, without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from tests import make

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _shelf(transactional_db):
    make.make_copy(make.make_record("Uno", publisher="Matel", min_players=2, max_players=10), barcode="00123")
    make.make_record("Café International", publisher="Matel", min_players=2, max_players=4)
    make.make_record("Oùcédonc", publisher="Asmodée")


def titles(page):
    return page.locator(".shelf-title")


def test_results_follow_while_one_types_and_the_address_holds_the_search(new_page):
    page = new_page()
    page.goto("/catalogue/")
    expect(titles(page)).to_have_count(3)
    page.get_by_label("Un jeu, un mot").press_sequentially("cafe", delay=20)
    expect(titles(page)).to_have_text(["Café International"])
    expect(page).to_have_url(re.compile(r"/catalogue/\?q=cafe$"))
    expect(page.get_by_role("status").get_by_role("heading")).to_have_text("1 jeu trouvé")
    expect(page.get_by_label("Un jeu, un mot")).to_be_focused()


def test_the_live_region_is_the_same_element_before_and_after(new_page):
    page = new_page()
    page.goto("/catalogue/")
    page.evaluate("() => { document.getElementById('count').dataset.kept = 'yes' }")
    page.get_by_label("Un jeu, un mot").fill("uno")
    expect(titles(page)).to_have_text(["Uno"])
    assert page.evaluate("() => document.getElementById('count').dataset.kept") == "yes"


def test_choosing_a_number_of_players_searches_at_once(new_page):
    page = new_page()
    page.goto("/catalogue/")
    page.get_by_label("On est combien").select_option("6")
    expect(page).to_have_url(re.compile(r"/catalogue/\?joueurs=6$"))
    expect(titles(page)).to_have_text(["Uno", "Oùcédonc"])
    expect(page.get_by_role("heading", name="1 n’indique pas le nombre de joueurs")).to_be_visible()


def test_the_back_button_restores_results_and_form(new_page):
    page = new_page()
    page.goto("/catalogue/")
    page.get_by_label("Un jeu, un mot").fill("uno")
    expect(page).to_have_url(re.compile(r"q=uno$"))
    page.get_by_label("On est combien").select_option("4")
    expect(page).to_have_url(re.compile(r"q=uno&joueurs=4$"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"\?q=uno$"))
    expect(page.get_by_label("On est combien")).to_have_value("")
    expect(page.get_by_label("Un jeu, un mot")).to_have_value("uno")
    expect(titles(page)).to_have_text(["Uno"])

    page.go_forward()
    expect(page.get_by_label("On est combien")).to_have_value("4")
    slow, held = [True], []
    page.route(re.compile(r"\.js"), lambda route: held.append(route) if slow else route.continue_())
    page.go_back(wait_until="commit")  # the page is asked anew, and its scripts are slow:
    expect(page.get_by_label("On est combien")).to_have_value("")
    page.go_back(wait_until="commit")  # nothing follows the history yet
    expect(page).to_have_url(re.compile(r"/catalogue/$"))
    slow.clear()
    for script in held:
        script.continue_()
    expect(page.get_by_label("Un jeu, un mot")).to_have_value("")
    expect(titles(page)).to_have_count(3)
    page.go_forward()
    expect(page.get_by_label("Un jeu, un mot")).to_have_value("uno")
    expect(titles(page)).to_have_text(["Uno"])


def test_from_a_box_back_to_the_results(new_page):
    page = new_page()
    page.goto("/catalogue/")
    page.get_by_label("Un jeu, un mot").fill("oucedonc")
    expect(titles(page)).to_have_text(["Oùcédonc"])
    page.get_by_role("link", name="Oùcédonc").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Oùcédonc")
    page.go_back()
    expect(titles(page)).to_have_text(["Oùcédonc"])
    expect(page.get_by_label("Un jeu, un mot")).to_have_value("oucedonc")


def test_a_chip_takes_one_filter_away(new_page):
    page = new_page()
    page.goto("/catalogue/?q=uno&joueurs=4")
    page.get_by_role("link", name="Retirer : 4 joueurs".replace(" :", "\u202f:")).click()
    expect(page).to_have_url(re.compile(r"/catalogue/\?q=uno$"))


def test_a_scanned_box_opens_its_game(new_page):
    page = new_page()
    page.goto("/catalogue/")
    page.get_by_label("Un jeu, un mot").press_sequentially("00123")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/jeux/uno/$"))


def test_it_works_by_keyboard_alone(new_page):
    page = new_page()
    page.goto("/")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.id") == "q":
            break
    page.keyboard.type("cafe")
    page.keyboard.press("Enter")
    expect(titles(page)).to_have_text(["Café International"])
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.className") == "shelf-title":
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Café International")


def test_it_works_without_javascript(new_page):
    page = new_page(javascript=False, width=360)
    page.goto("/")
    page.get_by_label("On est combien").select_option("6")
    page.get_by_role("button", name="Chercher").click()
    expect(titles(page)).to_have_text(["Uno", "Oùcédonc"])
    page.get_by_label("Un jeu, un mot").fill("uno")
    page.get_by_role("button", name="Chercher").click()
    expect(titles(page)).to_have_text(["Uno"])
    page.get_by_role("link", name="Uno", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Uno")
    page.go_back()
    expect(titles(page)).to_have_text(["Uno"])


def test_a_family_asks_on_its_phone(new_page, axe):
    """A question typed, a filter taken away, two values of one, nothing found, rows, and back."""
    for title, low, high, age in (("Odin", 2, 6, 7), ("Dada", 2, 4, 5), ("Tarot", 3, 5, 12)):
        record = make.make_record(
            title, publisher="Asmodée", min_players=low, max_players=high, min_age=age, duration=20
        )
        make.make_copy(record)
    page = new_page(width=360)
    page.goto("/catalogue/")
    box = page.get_by_label("Un jeu, un mot")
    box.fill("on est 4, le plus jeune a 8 ans, 30 minutes, en stock")
    expect(page.get_by_text("Compris")).to_be_visible()
    expect(titles(page)).to_have_text(["Dada", "Odin", "Uno"])
    box.press("Enter")
    expect(page).to_have_url(re.compile(r"/catalogue/\?joueurs=4&age=8&duree=30&dispo=1$"))
    expect(page.get_by_label("On est combien")).to_have_value("4")
    expect(page.get_by_label("Disponible maintenant", exact=True)).to_be_checked()
    axe(page)

    page.get_by_role("link", name="Retirer\u202f: dès 8 ans").click()
    expect(page).to_have_url(re.compile(r"\?joueurs=4&duree=30&dispo=1$"))
    page.get_by_role("link", name="Affiner", exact=True).click()
    page.locator(".facets a[href*='joueurs=4&joueurs=6']").click()
    expect(page).to_have_url(re.compile(r"\?joueurs=4&joueurs=6&duree=30&dispo=1$"))
    expect(page.get_by_label("On est combien")).to_have_value("4,6")

    page.get_by_role("link", name="Liste", exact=True).click()
    expect(page.locator(".shelf-rows").first).to_be_visible()
    axe(page)
    page.goto("/catalogue/?joueurs=6&duree=10&editeur=asmodee&dispo=1&vue=liste")
    expect(page.get_by_role("heading", name="Aucun jeu trouvé")).to_be_visible()
    axe(page)
    page.get_by_role("link", name="Sans 10 min au plus").click()
    expect(titles(page)).to_have_text(["Odin"])
    page.go_back()
    expect(page.get_by_role("heading", name="Aucun jeu trouvé")).to_be_visible()
