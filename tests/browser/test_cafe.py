"""Café International in a real browser: a card and a chair, corners on a phone, keyboard, no scripts."""

import re

import pytest
from playwright.sync_api import expect

from games.engines.cafe_international import RULES
from games.positions import position_of
from tests import make
from tests.browser.steps import address, at, follow, gone, over, reach, too_wide
from tests.games.tables import acting, make_match

pytestmark = pytest.mark.django_db(transaction=True)

TOP_OF_ROOM = "() => document.querySelector('.cafe').getBoundingClientRect().top"


@pytest.fixture(autouse=True)
def _library(transactional_db, monkeypatch):
    make.make_library()
    monkeypatch.setattr("games.services.secrets.randbits", lambda bits: 11)  # always the same draws


def short(match):
    """The game with little left in the bag: it ends after some turns."""
    match.position = match.position | {"bag": match.position["bag"][::4]}
    match.save()
    return match


def laid_out(**changes):
    """A game with Léa to move, holding what we know; an Indian woman waits at her table."""
    match = make_match(game="cafe-international", bots=2)
    data = {key: value for key, value in match.position.items() if key != "bag"}
    data |= {
        "turn": 0, "next": None, "phase": "turn", "owed": None, "opening": False, "chairs": {"C62": "IN-F"},
        "hands": [["IN-M", "JK-M", "RU-F", "RU-M", "DE-F"], ["RU-M", "RU-F"], ["CU-F"]], "scores": [4, 2, 0],
    } | changes  # fmt: skip
    match.position = RULES.to_dict(RULES.from_dict(data))
    match.save()
    return match


def lit(page):
    """The chairs that light up for the chosen card."""
    return page.locator(".cafe-chairs .chair:has(.gain:visible)")


def click_what_is_offered(page, wait=gone) -> None:
    """One step as a child makes it: a card that goes and the first chair that lights up, else the bar."""
    if page.locator("#go-on").count():
        wait(page, page.locator("#go-on").click)
    elif page.locator(".guest-goes").count():
        page.locator(".guest-goes").first.click()
        wait(page, lit(page).first.click)
        if page.locator(".which").count():
            wait(page, page.locator(".which button").first.click)
    elif page.locator(".cafe-acts [name=act][data-offered]").count():
        wait(page, page.locator(".cafe-acts [name=act][data-offered]").click)
    else:
        page.locator(".guest").last.click()
        wait(page, page.locator("#to-bar").click)


@pytest.mark.parametrize("width", [360, 1280])
def test_a_whole_game_by_clicking_only_what_is_offered(new_page, complaints, width):
    page, match = new_page(width=width, height=800), short(make_match(game="cafe-international", bots=1))
    page.goto(address(match))
    for _ in range(120):
        if over(page):
            break
        click_what_is_offered(page)
    if complaints:
        complaints.expect("422")  # a joker between two nations is asked for its own
    expect(page.locator("#ending-title")).to_contain_text("gagné")
    match.refresh_from_db()
    assert acting(match) is None


def test_a_game_without_javascript(new_page):
    page, match = new_page(javascript=False), short(make_match(game="cafe-international", bots=1))
    page.goto(address(match))
    for _ in range(120):
        if over(page):
            break
        click_what_is_offered(page, wait=follow)
    expect(page.locator("#ending-title")).to_contain_text("gagné")


def test_a_whole_game_by_keyboard_alone(new_page):
    page, match = new_page(), short(make_match(game="cafe-international", bots=1))
    page.goto(address(match))
    for _ in range(120):
        if over(page):
            break
        if page.locator("#go-on").count():
            reach(page, "#go-on")
        elif page.locator(".guest-goes").count():
            reach(page, ".guest input")
            for _ in range(6):  # arrows go from card to card, and choose
                if at(page, ".guest-goes input:checked"):
                    break
                page.keyboard.press("ArrowRight")
            if not at(page, ".guest-goes input:checked"):
                page.keyboard.press("Space")
            expect(page.locator(".way").first).to_be_visible()
            reach(page, ".way")
        elif page.locator(".cafe-acts [name=act][data-offered]").count():
            reach(page, ".cafe-acts [name=act]")
        else:
            reach(page, ".guest input")
            page.keyboard.press("ArrowLeft")
            reach(page, "#to-bar")
        gone(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator("#ending-title")).to_contain_text("gagné")


def test_a_card_lights_up_its_chairs_and_the_points_appear_at_the_table(new_page):
    page, match = new_page(), laid_out()
    page.goto(address(match))
    assert lit(page).count() == 0
    page.locator(".guest", has_text="Indien").first.click()
    texts = sorted(text.strip() for text in lit(page).all_inner_texts())
    assert texts == ["+2", "+2", "+2", "0", "0", "0"]
    page.get_by_role("button", name="Chaise en bas de la deuxième table indienne", exact=True).click()
    expect(page.locator(".cafe-points")).to_have_text("+2")
    match.refresh_from_db()
    assert position_of(match).scores[0] == 6


def test_a_chair_that_does_not_fit_says_why_and_the_card_stays_chosen(new_page, complaints):
    page, match = new_page(), laid_out()
    page.goto(address(match))
    page.locator(".guest", has_text="Allemande").click()
    page.locator("#chair-C68").click()
    expect(page.get_by_role("alert")).to_contain_text("n’a pas sa place")
    complaints.expect("422")
    expect(page.locator("input[value=DE-F]")).to_be_checked()
    match.refresh_from_db()
    assert match.version == 0


def test_a_corner_is_large_on_a_phone_and_stays_so(new_page, complaints):
    page, match = new_page(width=360, height=740), laid_out()
    page.goto(address(match))
    assert too_wide(page) <= 0
    chair = page.locator("#chair-C68")
    assert min(chair.bounding_box()["width"], chair.bounding_box()["height"]) >= 24
    page.get_by_role("radio", name="Le coin en bas à droite").check()
    assert min(chair.bounding_box()["width"], chair.bounding_box()["height"]) >= 44
    assert too_wide(page) <= 0
    page.locator(".guest", has_text="Indien").first.click()
    page.locator("#chair-C68").click()
    expect(page.locator(".cafe-points")).to_have_text("+2")
    expect(page.get_by_role("radio", name="Le coin en bas à droite")).to_be_checked()


def test_after_a_move_one_is_where_one_was(new_page, complaints):
    page, match = new_page(width=360, height=640), laid_out()
    page.goto(address(match))
    for card, there in (("DE-F", "refused"), ("IN-M", "seated")):
        page.locator(f"input[value={card}]").check(force=True)
        expect(page.locator("#preview")).to_contain_text("Allemande" if card == "DE-F" else "Indien")
        page.locator("#chair-C68").evaluate("chair => chair.scrollIntoView({ block: 'center' })")
        top = page.evaluate(TOP_OF_ROOM)
        gone(page, page.locator("#chair-C68").click)
        if there == "refused":
            complaints.expect("422")
            expect(page.locator(".cafe-no")).to_be_in_viewport()
            expect(page.locator("#chair-C68")).to_be_focused()
        page.wait_for_function(f"top => Math.abs(({TOP_OF_ROOM})() - top) < 40", arg=top)


def test_the_focus_is_never_out_of_sight_in_a_corner(new_page):
    page, match = new_page(width=360, height=740), laid_out()
    page.goto(address(match))
    page.get_by_role("radio", name="Le coin en haut à gauche").check()
    page.get_by_role("radio", name="Le coin en haut à gauche").focus()
    for _ in range(30):
        page.keyboard.press("Tab")
        if at(page, ".chair"):
            break
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft") * 3:
        page.keyboard.press(key)
        assert at(page, ".chair")
        seen = page.evaluate(
            """() => {
                const box = document.activeElement.getBoundingClientRect();
                const room = document.querySelector('.cafe').getBoundingClientRect();
                return box.left >= room.left - 1 && box.right <= room.right + 1
                    && box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
            }"""
        )
        assert seen


def test_hand_and_room_as_a_screen_reader_has_them(new_page):
    page, match = new_page(), laid_out(bar=["CU-M"])
    page.goto(address(match))
    hand = page.locator(".cafe-hand").aria_snapshot().replace("\u202f", " ")
    assert re.findall(r'radio "([^"]+)"', hand) == [
        "Allemande, aucune chaise ne lui va",
        "Indien",
        "joker homme",
        "Russe (femme)",
        "Russe (homme)",
    ]
    room = page.get_by_role("list", name="Qui est assis où").all_inner_texts()
    assert [text.replace("\u202f", " ").replace("’", "'") for text in room] == [
        "Deuxième table indienne : l'Indienne."
    ]
    expect(page.get_by_text("Prochaine place au bar")).to_have_text(
        re.compile("la place 2, qui rapporte 2 points")
    )
    page.locator(".guest", has_text="Indien").first.click()
    expect(page.locator(".way")).to_have_count(6)
    expect(page.locator(".way").first).to_have_accessible_name(re.compile("^2 points Chaise"))
    assert page.locator("#preview").get_attribute("aria-live") == "polite"


def test_every_state_is_free_of_findings(page, axe, complaints):
    match = laid_out(bar=["CU-M", "CU-F", "TR-M", "TR-F", "GB-M"])
    page.goto(address(match))
    axe(page)
    page.locator(".guest", has_text="Indien").first.click()
    expect(page.locator(".way").first).to_be_visible()
    axe(page)
    page.locator("#chair-C01").click()
    expect(page.get_by_role("alert")).to_be_visible()
    complaints.expect("422")
    axe(page)
    page.locator(".guest", has_text="Joker").first.click()
    page.locator("#chair-C61").click()
    expect(page.locator(".which")).to_be_visible()
    complaints.expect("422")
    axe(page)
    page.locator("#advise").click()
    expect(page.locator(".advice")).to_be_visible()
    axe(page)
    page.locator("input[value=RU-F]").check(force=True)
    page.locator("#chair-C33").click()
    expect(page.locator(".cafe-hand legend")).to_have_text(re.compile("Une deuxième carte"))
    axe(page)
    ended = laid_out(hands=[["IN-M"], ["RU-M", "JK-F"], ["CU-F"]])
    page.goto(address(ended))
    page.locator("#chair-C68").click()
    if page.locator("#go-on").count():
        axe(page)
