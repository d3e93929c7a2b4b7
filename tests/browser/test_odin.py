"""Odin in a real browser: sets that gather, their value as it grows, the take-back; by keyboard alone too."""

import re

import pytest
from playwright.sync_api import expect

from games.positions import position_of
from tests import make
from tests.browser.steps import address, bottoms, follow, gone, over, reach, too_wide
from tests.games.tables import acting, make_match, put

pytestmark = pytest.mark.django_db(transaction=True)

# what goes with what is ticked, and is not ticked yet
MORE = "#fan .odin-goes:not(:has(:checked))"


@pytest.fixture(autouse=True)
def _library(transactional_db):
    make.make_library()


@pytest.fixture
def seated():
    """Léa on an 82 of a bot's, holding what we know."""
    return put(
        make_match(bots=2, game="odin"), turn=0, phase="follow", owner=2, middle=["8R", "2R"], beaten=[],
        discard=[], aside=None, next=None,
        hands=[["9G", "4G", "3G", "7B", "7G", "1O"], ["1R", "2B", "5P"], ["5N", "6N"]],
    )  # fmt: skip


def tick(page, press) -> None:
    """Ticks a card, and waits for the line that says what is chosen."""
    gone(page, press, "#preview")


def play_on_by_clicks(page, most=400) -> None:
    """As a child plays: what is lit is touched until it can be laid; what is offered is pressed."""
    for _ in range(most):
        if over(page):
            return
        offered = page.locator("#go-on, #uncover, .odin-taking .odin-goes").first
        if offered.count():
            gone(page, offered.click)
            continue
        while page.locator(MORE).count() and not page.locator("#preview.odin-right").count():
            tick(page, page.locator(MORE).last.click)
        right = page.locator("#preview.odin-right").count()
        gone(page, page.locator("#lay" if right else ".odin-pass").click)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("people", [("Léa",), ("Léa", "Max")])
def test_a_whole_game_by_touching_only_what_is_offered(new_page, people):
    page = new_page(width=360, height=740)
    match = make_match(people=people, bots=3 - len(people), game="odin")
    page.goto(address(match))
    play_on_by_clicks(page)
    match.refresh_from_db()
    assert acting(match) is None
    expect(page.locator("#ending-title")).to_contain_text("gagné")
    assert too_wide(page) <= 0


def test_a_whole_game_by_keyboard_alone(new_page):
    page, match = new_page(), make_match(bots=1, game="odin")
    page.goto(address(match))
    for _ in range(300):
        if over(page):
            break
        for offered in ("#go-on", ".odin-taking .odin-goes"):
            if page.locator(offered).count():
                break
        else:
            while page.locator(MORE).count() and not page.locator("#preview.odin-right").count():
                reach(page, f"{MORE} input")
                tick(page, lambda: page.keyboard.press("Space"))
            offered = "#lay" if page.locator("#preview.odin-right").count() else ".odin-pass"
        reach(page, offered)
        gone(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator("#ending-title")).to_contain_text("gagné")
    reach(page, "#again")


def test_a_whole_game_without_javascript(new_page):
    page, match = new_page(javascript=False), make_match(bots=1, game="odin")
    page.goto(address(match))
    for _ in range(300):
        if over(page):
            break
        offered = page.locator("#go-on, .odin-taking .odin-goes").first
        if offered.count():
            follow(page, offered.click)
            continue
        while page.locator(MORE).count() and not page.locator("#preview.odin-right").count():
            page.locator(f"{MORE} input").last.check()
            follow(page, page.get_by_role("button", name="Compter").click)
        laid = "#lay" if page.locator("#preview.odin-right").count() else ".odin-pass"
        follow(page, page.locator(laid).click)
    expect(page.locator("#ending-title")).to_contain_text("gagné")


def test_a_set_gathers_and_its_value_grows(new_page, seated):
    page = new_page()
    page.goto(address(seated))
    line = page.locator("#preview")
    expect(line).to_contain_text("Touche 2 ou 3 cartes")
    lit = page.locator("#fan .odin-goes input")
    assert {box.get_attribute("value") for box in lit.all()} == {"9G", "4G", "3G", "7G"}
    for card, value, told in (
        ("4 vert", "4", "Encore une carte."),
        ("9 vert", "94", "94 bat 82."),
        ("3 vert", "943", "943 bat 82."),
    ):
        tick(page, page.get_by_role("checkbox", name=card).check)
        expect(line.locator(".odin-sum b")).to_have_text(value)
        expect(line).to_contain_text(told)
    assert page.locator("#preview [data-card]").evaluate_all("all => all.map(one => one.dataset.card)") == [
        "9G", "4G", "3G",
    ]  # fmt: skip
    expect(page.locator(MORE)).to_have_count(0)
    tick(page, page.get_by_role("checkbox", name="9 vert").uncheck)
    expect(line).to_contain_text("43 ne bat pas 82.")
    expect(page.locator(MORE)).to_have_count(2)


def test_the_hand_lies_as_one_likes_from_move_to_move(new_page, complaints, seated):
    page = new_page()
    page.goto(address(seated))

    def hand():
        return page.locator("#fan input").evaluate_all("all => all.map(one => one.value)")

    assert hand() == ["7B", "9G", "7G", "4G", "3G", "1O"]
    page.get_by_label("par nombre").check(force=True)
    assert hand() == ["9G", "7B", "7G", "4G", "3G", "1O"]
    tick(page, page.get_by_role("checkbox", name="9 vert").check)
    assert hand() == ["9G", "7B", "7G", "4G", "3G", "1O"]
    gone(page, page.locator("#lay").click)
    complaints.expect("422")
    assert hand() == ["9G", "7B", "7G", "4G", "3G", "1O"]
    expect(page.locator("#card-9G")).to_be_checked()
    page.reload()
    assert hand() == ["9G", "7B", "7G", "4G", "3G", "1O"]


def test_the_hand_as_a_screen_reader_has_it(new_page, seated):
    page = new_page()
    page.goto(address(seated))
    tree = page.locator("#fan").aria_snapshot().replace("\u202f", " ")
    assert re.findall(r'(group|list|checkbox) "([^"]+)"', tree) == [
        ("group", "Ta main : choisis des cartes"),
        ("list", "Ta main : 6 cartes"),
        *(("checkbox", name) for name in ("7 bleu", "9 vert", "7 vert", "4 vert", "3 vert", "1 orange")),
    ]
    tree = page.locator(".odin-middle").aria_snapshot().replace("\u202f", " ")
    assert re.findall(r'(group|img) "([^"]+)"', tree) == [
        ("group", "Au milieu, posé par Robot 2"), ("img", "8 rouge"), ("img", "2 rouge"),
    ]  # fmt: skip
    assert "Valeur 82" in " ".join(page.locator(".odin-worth").inner_text().split())


@pytest.mark.parametrize("width", [320, 360])
def test_on_a_phone_the_buttons_are_within_reach(new_page, seated, width):
    page = new_page(width=width, height=740)
    page.goto(address(seated))
    for button in ("#lay", ".odin-pass"):
        assert bottoms(page, button)[0] <= 740
        assert page.locator(button).bounding_box()["height"] >= 44
    assert too_wide(page) <= 0


def test_after_a_move_from_the_foot_of_the_page_one_sees_whose_turn_it_is(new_page, seated):
    page = new_page(width=360, height=500)
    page.goto(address(seated))
    tick(page, page.get_by_role("checkbox", name="9 vert").check)
    tick(page, page.get_by_role("checkbox", name="3 vert").check)
    page.evaluate(
        "() => scrollTo(0, document.getElementById('lay').getBoundingClientRect().bottom + scrollY)"
    )
    gone(page, lambda: page.evaluate("() => document.getElementById('lay').click()"))
    expect(page.locator("#turn")).to_be_in_viewport()


def test_every_state_of_the_table_is_free_of_findings(page, axe, complaints, seated):
    page.goto(address(seated))
    axe(page)
    for card in ("7 bleu", "7 vert"):
        tick(page, page.get_by_role("checkbox", name=card).check)
    axe(page)
    gone(page, page.locator("#lay").click)
    expect(page.get_by_role("alert")).to_contain_text("77 ne bat pas 82")
    complaints.expect("422")
    expect(page.get_by_role("checkbox", name="7 bleu")).to_be_checked()
    axe(page)
    gone(page, page.locator("#advise").click)
    expect(page.locator(".advice")).to_be_visible()
    axe(page)
    page.goto(address(seated))
    for card in ("9 vert", "3 vert"):
        tick(page, page.get_by_role("checkbox", name=card).check)
    gone(page, page.locator("#lay").click)
    expect(page.locator("#told")).to_contain_text("93 bat 82")
    axe(page)
    gone(page, page.get_by_role("button", name="Reprendre le 9 vert").click)
    expect(page.get_by_role("alert")).to_contain_text("on ne reprend pas sa propre carte")
    complaints.expect("422")
    axe(page)
    gone(page, page.get_by_role("button", name="Reprendre le 8 rouge").click)
    expect(page.locator("#told")).to_contain_text("On défausse le 2 rouge")
    axe(page)
    seated.refresh_from_db()
    put(
        seated,
        turn=0,
        phase="lead",
        owner=None,
        middle=[],
        beaten=[],
        discard=[],
        hands=[["9G", "3G"], ["1R"], ["5N"]],
    )
    page.goto(address(seated))
    axe(page)
    page.get_by_role("button", name="Tout poser").click()
    expect(page.locator("#ending-title")).to_have_text("Tu as gagné\u202f!")
    axe(page)
    seated.refresh_from_db()
    assert position_of(seated).middle
    assert too_wide(page) <= 0


def test_a_step_and_a_question_are_free_of_findings(page, axe, complaints):
    page.goto("/jouer/odin/lecons/plus-haut/")
    axe(page)
    tick(page, page.get_by_role("checkbox", name="2 vert").check)
    expect(page.locator(".odin-sum b")).to_have_text("2")
    expect(page.locator(".odin-verdict")).to_have_count(0)
    page.locator("#lay").click()
    expect(page.locator("#verdict")).to_contain_text("2 ne bat pas 5")
    complaints.expect("422")
    axe(page)
    page.get_by_role("checkbox", name="2 vert").uncheck()
    page.get_by_role("checkbox", name="7 rouge").check()
    page.locator("#lay").click()
    expect(page.locator(".verdict-right")).to_be_visible()
    axe(page)
    page.goto("/jouer/odin/quiz/")
    page.get_by_role("button", name="Commencer le quiz").click()
    expect(page.locator(".quiz-count")).to_be_visible()
    axe(page)
    page.locator(".reply").first.click()
    expect(page.locator("#verdict")).to_be_visible()
    axe(page)
