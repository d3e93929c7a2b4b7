"""Oùcédonc in a real browser: whole games by clicks and by keyboard, the map, dragging, a phone."""

import pytest
from playwright.sync_api import expect

from games.positions import position_of
from tests import make
from tests.browser.steps import address, follow, gone, over, reach, too_wide
from tests.browser.test_table import settled
from tests.games.tables import acting, make_match, put

pytestmark = pytest.mark.django_db(transaction=True)

OFFERED = ("#go-on", "#uncover", "#estimate", ".gap > button", ".doubts button[value=trust]")
LONG = [
    "Saint-Jacques-de-Compostelle", "Château de Neuschwanstein", "Francfort-sur-le-Main",
    "Andorre-la-Vieille", "Chaussée des Géants", "Château de Kronborg", "Alhambra de Grenade",
    "Colline des Croix",
    "Grotte d'Altamira", "Falaises de Moher", "Saint-Pétersbourg", "Château de Malbork", "Oslo", "Rome",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _library(transactional_db):
    make.make_library()


def laid_out(match, ns=("Oslo", "Paris"), ew=("Paris", "Prague"), played=5, **more):
    """The match with Léa to place Rome."""
    put(
        match, turn=0, next=None, phase="place", card="Rome", laid=None, placer=None, gone=[], estimates=None,
        start="Paris", ns=list(ns), ew=list(ew), played=played,
    )  # fmt: skip
    return put(match, **more)


@pytest.fixture
def placing():
    return laid_out(make_match(game="oucedonc", bots=1))


@pytest.fixture
def estimating():
    return laid_out(
        make_match(game="oucedonc", bots=1), ns=["Oslo", "Etna", "Paris"], phase="estimate", card=None,
        turn=[0, 1], next=0, played=15, estimates=[None, None],
    )  # fmt: skip


def near_the_end(match):
    """Two places before the last count, so that a whole end is played in little time."""
    return laid_out(match, played=43)


def first_offered(page) -> str:
    return next(offered for offered in OFFERED if page.locator(offered).count())


def test_a_whole_game_by_clicking_only_what_is_offered(new_page):
    page, match = new_page(), make_match(game="oucedonc", bots=1)
    page.goto(address(match))
    for number in range(400):
        if over(page):
            break
        offered = first_offered(page)
        if offered == "#estimate":
            page.locator("#more").click()
        choices = page.locator(offered)
        gone(page, choices.nth(number % choices.count()).click)
    match.refresh_from_db()
    assert acting(match) is None
    expect(page.locator("#ending-title")).to_contain_text("gagné")
    expect(page.get_by_role("img", name="Carte d’Europe")).to_be_visible()
    expect(page.locator(".scores")).to_contain_text("jeton")


def test_the_end_of_a_game_by_keyboard_alone(new_page):
    page, match = new_page(), near_the_end(make_match(game="oucedonc", bots=1))
    page.goto(address(match))
    for _ in range(40):
        if over(page):
            break
        offered = first_offered(page)
        if offered == "#estimate":
            reach(page, "#number")
            page.keyboard.type("1")
        reach(page, offered)
        gone(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator("#ending-title")).to_contain_text("gagné")


def test_the_end_of_a_game_without_javascript(new_page):
    page, match = new_page(javascript=False), near_the_end(make_match(game="oucedonc", bots=1))
    page.goto(address(match))
    for _ in range(40):
        if over(page):
            break
        offered = first_offered(page)
        if offered == "#estimate":
            follow(page, page.locator("#more").click)
            follow(page, page.locator("#more").click)
            expect(page.locator("#number")).to_have_value("1")
        follow(page, page.locator(offered).first.click)
    expect(page.locator("#ending-title")).to_contain_text("gagné")


def test_the_axes_as_a_screen_reader_has_them(new_page, placing):
    page = new_page()
    page.goto(address(placing))
    tree = page.get_by_role("group", name="Axe nord-sud").aria_snapshot()
    assert [line.strip(' -"').removesuffix('"') for line in tree.splitlines() if "button" in line] == [
        'button "Placer Rome tout au nord, avant Oslo',
        'button "Placer Rome entre Oslo et Paris',
        'button "Placer Rome tout au sud, après Paris',
    ]
    page.get_by_role("button", name="Placer Rome entre Oslo et Paris").click()
    expect(page.get_by_role("status")).to_contain_text("Tu places « Rome » sur l’axe nord-sud")
    settled(page, placing)
    assert position_of(placing).ns == ("Oslo", "Rome", "Paris")


def test_the_place_drawn_can_be_dragged_to_its_gap(new_page, placing):
    page = new_page()
    page.goto(address(placing))
    page.locator("#drawn").drag_to(page.locator("#gap-ew-2"))
    expect(page.get_by_role("status")).to_contain_text("Tu places « Rome »")
    settled(page, placing)
    assert position_of(placing).ew == ("Paris", "Prague", "Rome")


def test_what_is_dropped_nowhere_stays_in_hand(new_page, placing):
    page = new_page()
    page.goto(address(placing))
    page.locator("#drawn").drag_to(page.locator("#turn"))
    expect(page.locator("#drawn")).to_be_visible()
    expect(page.locator(".over")).to_have_count(0)
    placing.refresh_from_db()
    assert placing.version == 0


@pytest.mark.parametrize("axes", [(LONG, ["Paris"]), (["Paris"], LONG)], ids=["north-south", "west-east"])
def test_fifteen_cards_on_an_axis_fit_a_phone_and_each_gap_can_be_touched(new_page, axes):
    page = new_page(width=360, height=740)
    ns, ew = axes
    match = laid_out(
        make_match(game="oucedonc", bots=1), ns=[*ns, "Paris"] if ns is LONG else ns,
        ew=[*ew, "Paris"] if ew is LONG else ew, card="Kazan", played=15,
    )  # fmt: skip
    page.goto(address(match))
    assert too_wide(page) <= 0
    boxes = page.evaluate(
        """() => [...document.querySelectorAll('.gap > button')].map(gap => {
            gap.scrollIntoView({ block: 'center' });
            const box = gap.getBoundingClientRect();
            const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            return [box.width, box.height, at === gap];
        })"""
    )
    assert len(boxes) == len(LONG) + 2 + 2
    for width, height, on_top in boxes:
        assert width >= 44
        assert height >= 44
        assert on_top
    cut = "() => [...document.querySelectorAll('.sign')].some(sign => sign.scrollWidth > sign.clientWidth)"
    assert page.evaluate(cut) is False


def test_every_state_of_the_table_is_free_of_findings(page, axe, complaints, placing, estimating):
    page.goto(address(placing))
    axe(page)
    page.locator("#advise").click()
    expect(page.locator(".advice")).to_be_visible()
    axe(page)
    doubted = laid_out(
        make_match(game="oucedonc", bots=1), ns=["Etna", "Paris"], phase="doubt", card=None, laid=["NS", 0],
        placer=1,
    )  # fmt: skip
    page.goto(address(doubted))
    axe(page)
    page.get_by_role("button", name="Je doute").click()
    expect(page.get_by_role("img", name="avec les lieux retournés : Etna, Paris")).to_be_visible()
    axe(page)
    page.goto(address(estimating))
    page.locator("#number").fill("9")
    page.locator("#estimate").click()
    expect(page.get_by_role("alert")).to_contain_text("ton estimation va de 0 à 3")
    complaints.expect("422")
    axe(page)
    page.locator("#number").fill("1")
    page.locator("#estimate").click()
    page.locator("#go-on").click()
    expect(page.locator(".laid-open-count")).to_be_visible()
    axe(page)
    several = make_match(game="oucedonc", people=("Léa", "Max"), bots=1)
    page.goto(address(several))
    axe(page)
