"""A chapter of each game from its first step to its last, with no key but those the help page names."""

import pytest
from playwright.sync_api import expect

from games.engines.kernel.lessons import CHOOSE, PLAY, solutions
from games.registry import get_game
from tests import make

pytestmark = pytest.mark.django_db(transaction=True)

HERE = "selector => Boolean(document.activeElement?.matches(selector))"
CHAPTERS = [
    ("uno", "recouvrir"),
    ("odin", "plus-haut"),
    ("cafe-international", "a-sa-table"),
    ("boursicocotte", "payer"),
    ("oucedonc", "choisir"),
]


def reach(page, selector, key="Tab", most=90):
    for _ in range(most):
        if page.evaluate(HERE, selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} cannot be reached by {key}")


TOWARDS = """selector => {
  const ends = [document.activeElement, document.querySelector(selector)];
  const boxes = ends.map(one => one.getBoundingClientRect());
  const [[x, y], [tx, ty]] = boxes.map(box => [box.x + box.width / 2, box.y + box.height / 2]);
  const keys = [tx > x ? "ArrowRight" : "ArrowLeft", ty > y ? "ArrowDown" : "ArrowUp"];
  return Math.abs(tx - x) > Math.abs(ty - y) ? keys : keys.reverse();
}"""


def walk_to(page, selector):
    """From chair to chair by arrows, the longer way first; no arrow is pressed twice at the same chair."""
    pressed = set()
    for _ in range(80):
        if page.evaluate(HERE, selector):
            return
        here = page.evaluate("() => document.activeElement.value")
        keys = [*page.evaluate(TOWARDS, selector), "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]
        key = next(key for key in keys if (here, key) not in pressed)
        pressed.add((here, key))
        page.keyboard.press(key)
    raise AssertionError(f"no way to {selector} by arrows")


def make_move(page, game, move):
    """What one does by keys to make that move: the help page says it game by game."""
    if page.locator(f"#step button[value='{move}']").count():
        reach(page, f"button[value='{move}']")
    elif game == "odin":
        for card in move.split():
            reach(page, f"#card-{card}")
            page.keyboard.press("Space")
        reach(page, "#lay")
    elif game == "cafe-international":
        card, chair = move.split("@")
        reach(page, ".guest input")
        # the first arrow chooses, the next ones go on from there
        page.keyboard.press("Space")
        reach(page, f".guest input[value='{card}']", "ArrowRight", 8)
        reach(page, ".cafe-chairs .chair", "Shift+Tab")
        walk_to(page, f"[name=chair][value='{chair}']")
    else:
        for at, card in enumerate(move.removeprefix("pay ").split()):
            reach(page, f"#purse input[value='{card}']:not(:checked)")
            page.keyboard.press("Space")
            expect(page.locator("#purse input:checked")).to_have_count(at + 1)
        reach(page, "#give")
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("game", "chapter"), CHAPTERS)
def test_a_chapter_by_keyboard_alone(new_page, game, chapter):
    make.make_library()
    known, page = get_game(game), new_page()
    lesson = known.course.find(chapter)
    page.goto(f"/jouer/{game}/lecons/{chapter}/")
    for number, step in enumerate(lesson.steps, start=1):
        expect(page.locator(".dot-here")).to_contain_text(str(number))
        answer = solutions(known.rules, step)[0]
        if step.kind == PLAY:
            make_move(page, game, *answer)
        elif step.kind == CHOOSE:
            for value in answer:
                reach(page, f"input[value='{value}']")
                page.keyboard.press("Space")
            reach(page, "#check")
            page.keyboard.press("Enter")
        else:
            reach(page, f"button[name=answer][value='{answer[0]}']")
            page.keyboard.press("Enter")
        # a right answer leaves one where it goes on
        expect(page.locator("#next")).to_be_focused()
        if number < len(lesson.steps):
            page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Leçon finie")


def test_escape_closes_what_was_opened_and_plays_nothing(new_page):
    make.make_library()
    page = new_page()
    page.goto("/jouer/uno/lecons/joker/")
    reach(page, "#card-W-1")
    page.keyboard.press("Enter")
    expect(page.locator("[popover]:popover-open")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[popover]:popover-open")).to_have_count(0)
    expect(page.locator("#verdict")).to_have_count(0)
