"""Learning Café International in a real browser: one press, a mistake, a joker that says its nation."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import too_wide

pytestmark = pytest.mark.django_db(transaction=True)

LESSONS = "/jouer/cafe-international/lecons/"


def choose(page, card: str) -> None:
    page.locator(f"label:has(input[value={card}])").first.click()
    expect(page.locator(f"input[value={card}]").first).to_be_checked()


def test_the_first_right_move_is_one_press_on_a_phone(new_page):
    page = new_page(width=360, height=740)
    page.goto(LESSONS + "a-sa-table/")
    assert too_wide(page) <= 0
    hand, chair = page.locator(".cafe-hand").bounding_box(), page.locator("#chair-C06").bounding_box()
    assert chair["y"] + chair["height"] <= hand["y"], "the chair is in sight, above the hand"
    page.click("#chair-C06")
    expect(page.locator("#verdict")).to_contain_text("2 points pour toi")
    expect(page.locator("#next")).to_be_focused()


def test_a_mistake_is_explained_by_its_article(page, axe, complaints):
    page.goto(LESSONS + "femmes-et-hommes/")
    axe(page)
    choose(page, "IN-F")
    page.click("#chair-C68")
    expect(page.locator("#verdict")).to_contain_text("deux femmes sans homme")
    complaints.expect("422")
    axe(page)
    choose(page, "IN-M")
    page.click("#chair-C68")
    expect(page.locator("#verdict")).to_contain_text("une femme et un homme, c’est un couple")
    axe(page)


def test_a_joker_between_two_nations_says_which_one(new_page, complaints):
    page = new_page()
    page.goto(LESSONS + "jokers/")
    choose(page, "JK-F")
    page.click("#chair-C61")
    which = page.locator(".which")
    expect(which).to_contain_text("Laquelle veux-tu")
    complaints.expect("422")
    which.get_by_role("button", name="comme Américaine").click()
    expect(page.locator("#verdict")).to_contain_text("ce n’est pas une table de compatriotes")
    complaints.expect("422")
    choose(page, "JK-F")
    page.click("#chair-C61")
    expect(which).to_be_visible()
    complaints.expect("422")
    which.get_by_role("button", name="comme Indienne").click()
    expect(page.locator("#verdict")).to_contain_text("8 points")


def test_no_score_gives_the_answer_away(new_page):
    page = new_page()
    for step in (1, 3, 4):
        page.goto(f"{LESSONS}points/?etape={step}")
        told = page.locator(".player-you").inner_text()
        assert {1: "0 pt", 3: "6 pts", 4: "0 pt"}[step] in told


@pytest.mark.parametrize("lesson", ["a-sa-table/?etape=3", "femmes-et-hommes/?etape=4", "jokers/?etape=4"])
def test_long_words_of_chairs_stay_in_their_boxes_on_a_phone(new_page, lesson):
    page = new_page(width=320, height=740)
    page.goto(LESSONS + lesson)
    assert too_wide(page) <= 0
    for box in page.locator(".pick").all():
        assert box.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
