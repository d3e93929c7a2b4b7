"""Learning in a real browser: by clicks, by keyboard alone, without scripts, on a phone, light and dark."""

import re

import pytest
from playwright.sync_api import expect

from games.engines.kernel.lessons import ANSWER, CHOOSE, GAME, PLAY, RULE
from games.registry import get_game
from tests.browser.steps import reach, too_wide

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = "/jouer/uno/lecons/recouvrir/"


def one_step_of_each_kind():
    found = {}
    for lesson in get_game("uno").lessons:
        for number, step in enumerate(lesson.steps, start=1):
            found.setdefault(step.kind, f"/jouer/uno/lecons/{lesson.slug}/?etape={number}")
    assert set(found) == {PLAY, CHOOSE, RULE, ANSWER, GAME}
    return found.values()


def test_a_mistake_is_explained_and_then_it_is_right(page, axe, complaints):
    page.goto(FIRST)
    axe(page)
    page.click("#card-R9-1")
    expect(page.locator("#verdict")).to_contain_text("Le 9 rouge ne va pas ici")
    expect(page.locator("#hints")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("Pas encore")
    expect(page.locator("#verdict")).to_be_in_viewport()
    complaints.expect("422")
    axe(page)
    page.click("#card-Y8-1")
    expect(page.locator("#verdict")).to_contain_text("Jaune sur jaune")
    expect(page.locator("#next")).to_be_focused()
    expect(page.locator("#next")).to_be_in_viewport()
    axe(page)
    page.click("#next")
    expect(page.locator("#ask")).to_have_text("Pose une carte du même chiffre.")
    expect(page).to_have_url(re.compile(r"\?etape=2$"))
    page.go_back()
    expect(page.locator("#ask")).to_have_text("Pose une carte de la même couleur.")
    expect(page.locator("#verdict")).to_contain_text("Jaune sur jaune")


def test_who_lost_the_cookies_reads_why_and_is_led_on(page, complaints):
    page.goto(FIRST)
    page.context.clear_cookies()
    page.click("#card-Y8-1")
    expect(page.locator("h1")).to_have_text("Ta réponse n’est pas partie")
    complaints.expect("403")
    page.goto("/jouer/uno/quiz/")
    page.click("#new-quiz")
    page.context.clear_cookies()
    page.click("#reply-1")
    expect(page.locator("h1")).to_have_text("Ta réponse n’est pas partie")
    complaints.expect("403")


def test_a_joker_asks_for_its_colour(page, axe):
    page.goto("/jouer/uno/lecons/joker/")
    page.click("#card-W-1")
    sheet = page.locator("[popover]:popover-open")
    expect(sheet).to_contain_text("Quelle couleur demandes-tu")
    axe(page)
    sheet.get_by_role("button", name="rouge").click()
    expect(page.locator("#verdict")).to_contain_text("Tu demandes du rouge")


def test_a_lesson_by_keyboard_alone(new_page):
    page = new_page()
    page.goto(FIRST)
    reach(page, "#card-Y8-1")
    page.keyboard.press("Enter")
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_be_focused()
    reach(page, "#card-G4-1")
    page.keyboard.press("Space")
    expect(page.locator("#next")).to_be_focused()
    page.goto(FIRST + "?etape=4")
    for value in ("G1", "R7", "GD"):
        reach(page, f"input[value={value}]")
        page.keyboard.press("Space")
    reach(page, "#check")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Tout juste")


def test_after_a_mistake_the_focus_stays_on_the_card(new_page, complaints):
    page = new_page()
    page.goto(FIRST)
    page.focus("#card-B2-1")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Le 2 bleu")
    expect(page.locator("#card-B2-1")).to_be_focused()
    complaints.expect("422")


def test_a_lesson_without_scripts(new_page, complaints):
    page = new_page(javascript=False, width=360, height=740)
    page.goto(FIRST)
    expect(page.locator("#listen")).to_be_hidden()
    page.click("#card-R9-1")
    expect(page.locator("#verdict")).to_contain_text("Le 9 rouge ne va pas ici")
    complaints.expect("422")
    page.click("#hint")
    expect(page.locator("#hints")).to_be_visible()
    page.click("#card-Y8-1")
    expect(page.locator("#verdict")).to_contain_text("Jaune sur jaune")
    expect(page).to_have_url(re.compile("fait=Y8"))
    page.click("#next")
    page.click("#skip")
    page.goto("/jouer/uno/lecons/doublet/")
    page.click("#card-Y5-1")  # the sheet opens without scripts too
    page.get_by_role("button", name="le 5 jaune et le 5 vert").click()
    expect(page.locator("#verdict")).to_contain_text("Un doublet")


def test_every_kind_of_step_fits_a_phone(new_page, axe):
    page = new_page(width=320, height=640)
    for address in one_step_of_each_kind():
        page.goto(address)
        assert too_wide(page) <= 0, address
        axe(page)
        page.goto(address + "&indice=3")
        assert too_wide(page) <= 0, address
        axe(page)


def test_a_quiz_from_the_first_question_to_the_score(page, axe):
    page.goto("/jouer/uno/quiz/")
    axe(page)
    page.click("#new-quiz")
    for number in range(1, 11):
        expect(page.locator(".quiz-count")).to_contain_text(f"Question {number} sur 10")
        page.click("#reply-1")
        expect(page.locator("#verdict")).to_be_visible()
        expect(page.locator("#next")).to_be_focused()
        if number in (1, 3, 5):
            axe(page)
            assert too_wide(page) <= 0
        page.click("#next")
    expect(page.locator(".score-number")).to_contain_text("sur 10")
    axe(page)
    score = page.locator(".score-number").inner_text()
    page.go_back()
    expect(page.locator("#reply-1")).to_have_count(0)  # answered: it cannot be answered again
    page.goto("/jouer/uno/quiz/")
    expect(page.locator(".score-number")).to_have_text(score)


def test_listening_is_off_until_it_is_asked_for(new_page):
    page = new_page()
    page.add_init_script(
        "window.spoken = []; speechSynthesis.speak = (words) => window.spoken.push(words.text);"
    )
    page.goto(FIRST)
    assert page.evaluate("() => window.spoken") == []
    page.click("#listen")
    assert "Pose une carte de la même couleur" in page.evaluate("() => window.spoken.join(' ')")
    page.click("#card-Y8-1")
    expect(page.locator("#verdict")).to_be_visible()
    page.wait_for_function("() => window.spoken.join(' ').includes('Jaune sur jaune')")
    page.click("#listen")
    page.click("#next")
    expect(page.locator("#ask")).to_have_text("Pose une carte du même chiffre.")
    assert "même chiffre" not in page.evaluate("() => window.spoken.join(' ')")


def test_somebody_else_starts_anew_in_one_tap(page, axe):
    page.goto(FIRST)
    page.click("#card-Y8-1")
    page.wait_for_selector(".verdict-right")
    page.goto("/jouer/uno/")
    axe(page)
    page.click("#someone-else")
    expect(page.locator(".learner")).to_contain_text("repartent de zéro")
    expect(page.locator("#begin")).to_contain_text("Commencer")
    axe(page)
