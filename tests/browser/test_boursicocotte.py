"""Boursicocotte in a real browser: bids, payments whose sum grows, trades by one press, hidden offers."""

import re

import pytest
from playwright.sync_api import expect

from games.positions import position_of
from tests import make
from tests.browser.steps import address, bottoms, follow, gone, over, reach, too_wide
from tests.games.tables import acting, make_match, put

pytestmark = pytest.mark.django_db(transaction=True)

# what is pressed, the first that is there; money is chosen before
OFFERED = (
    "#go-on, #uncover, #act-auction[data-offered], #proposed, #act-sell[data-offered], "
    "#act-accept[data-offered], .boursi-goes"
)
HERDS = [{"vache": 2, "coq": 3}, {"vache": 2, "oie": 4}, {"coq": 1, "chat": 4}]
PURSES = [[0, 0, 10, 10, 10, 50], [0, 10, 10, 100], [10, 50]]


@pytest.fixture(autouse=True)
def _library(transactional_db):
    make.make_library()


def laid(phase="turn", turn=0, people=("Léa",), **keys):
    """Léa and two others near the end of a game."""
    match = make_match(people=people, bots=3 - len(people), game="boursicocotte")
    first = {"deck": [], "bank": None, "auction": None, "trade": None, "next": None}
    keys = {**first, "phase": phase, "turn": turn, "animals": HERDS, "money": PURSES, **keys}
    return put(match, donkeys=4 - keys["deck"].count("ane"), **keys)


def sold(bid=0, bidder=None, seller=2, **more):
    lot = {"seller": seller, "animal": "ane", "bid": bid, "bidder": bidder, "passed": [], "excluded": []}
    return lot | more


def traded(offer=None, challenger=0, other=1):
    trade = {"challenger": challenger, "other": other, "animal": "vache", "cards": 2, "again": False}
    return trade | {"offer": offer}


def tick(page, press) -> None:
    gone(page, press, "#preview")


def cheap_bid(page):
    """The lowest price that is offered, as long as it is low."""
    lowest = page.locator(".boursi-raises [data-offered]").first
    return lowest if int(re.sub(r"\D", "", lowest.inner_text())) <= 20 else page.locator("#act-pass")


def play_on_by_clicks(page, most=700) -> None:
    for _ in range(most):
        if over(page):
            return
        offered = page.locator(OFFERED).first
        if offered.count():
            gone(page, offered.click)
        elif page.locator(".boursi-raises").count():
            gone(page, cheap_bid(page).click)
        else:
            if page.locator("#purse input").count():
                tick(page, page.locator(".boursi-note").last.click)
            gone(page, page.locator("#give").click)
    raise AssertionError("the game does not end")


def test_a_game_to_its_end_by_touching_only_what_is_offered(new_page):
    page, match = new_page(width=360, height=740), laid(deck=["ane", *4 * ["chien"]])
    page.goto(address(match))
    play_on_by_clicks(page)
    match.refresh_from_db()
    assert acting(match) is None
    expect(page.locator("#ending-title")).to_contain_text("gagné")
    expect(page.locator("#ending-title")).to_be_focused()
    expect(page.locator(".scores")).to_be_in_viewport()
    expect(page.locator("#again")).to_be_in_viewport()
    assert too_wide(page) <= 0


def test_two_people_at_one_screen_play_to_the_end(new_page):
    page, match = new_page(), laid(people=("Léa", "Max"), deck=["ane"])
    page.goto(address(match))
    play_on_by_clicks(page)
    match.refresh_from_db()
    assert acting(match) is None


def test_a_game_to_its_end_by_keyboard_alone(new_page):
    page, match = new_page(), laid(deck=["coq"], animals=[{"vache": 3, "coq": 3}, {"vache": 1}, {"chat": 4}])
    page.goto(address(match))
    for _ in range(120):
        if over(page):
            break
        for offered in OFFERED.split(", "):
            if page.locator(offered).count():
                break
        else:
            offered = "#act-pass" if page.locator(".boursi-raises").count() else "#give"
            if offered == "#give" and page.locator("#purse input").count():
                reach(page, "#purse input")
                tick(page, lambda: page.keyboard.press("Space"))
        reach(page, offered)
        gone(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator("#ending-title")).to_contain_text("gagné")


def test_a_game_to_its_end_without_javascript(new_page):
    page, match = new_page(javascript=False), laid(deck=["ane"])
    page.goto(address(match))
    for _ in range(200):
        if over(page):
            break
        offered = page.locator(OFFERED).first
        if offered.count():
            follow(page, offered.click)
        elif page.locator(".boursi-raises").count():
            follow(page, cheap_bid(page).click)
        else:
            if page.locator("#purse input").count():
                page.locator("#purse input").last.check()
                follow(page, page.get_by_role("button", name="Compter").click)
                expect(page.locator("#preview .boursi-total b")).to_be_visible()
                expect(page.locator("#purse input:checked")).to_have_count(1)
            follow(page, page.locator("#give").click)
    expect(page.locator("#ending-title")).to_contain_text("gagné")


def test_the_sum_grows_as_cards_are_chosen_and_the_exact_payment_is_offered(new_page, complaints):
    page = new_page()
    page.goto(address(laid("pay", auction=sold(30, 0))))
    line = page.locator("#preview")
    expect(page.locator("#proposed")).to_contain_text("Paie 3 × 10")
    tick(page, page.get_by_role("checkbox", name="Carte 50").check)
    expect(line).to_contain_text("tu peux payer juste 30")
    gone(page, page.locator("#give").click)
    expect(page.get_by_role("alert")).to_contain_text("30 exactement")
    complaints.expect("422")
    expect(page.get_by_role("checkbox", name="Carte 50")).to_be_checked()
    tick(page, page.get_by_role("checkbox", name="Carte 50").uncheck)
    for number, total in enumerate(("10", "20", "30")):
        tick(page, page.get_by_role("checkbox", name="Carte 10").nth(number).check)
        expect(line.locator(".boursi-total b")).to_have_text(total)
    expect(line).to_contain_text("C’est le prix exact.")
    gone(page, page.locator("#give").click)
    expect(page.locator("#told")).to_contain_text("Tu paies 3 × 10")


def test_a_price_is_pressed_or_written_and_a_wrong_one_stays_where_it_was_written(new_page, complaints):
    page, match = new_page(), laid("bid", auction=sold(20, 1))
    page.goto(address(match))
    amounts = page.locator(".boursi-raises .boursi-amount").all_inner_texts()
    assert amounts == ["30", "40", "70", "120"]
    expect(page.locator("#bid")).to_have_value("30")
    page.locator("#bid").fill("35")
    gone(page, page.locator("#do-bid").click)
    expect(page.get_by_role("alert")).to_contain_text("de dix en dix")
    complaints.expect("422")
    expect(page.locator("#bid")).to_have_value("35")
    page.locator("#bid").fill("60")
    # the button at hand is « annoncer »; Enter in the field plays nothing by mistake
    page.locator("#bid").press("Enter")
    match.refresh_from_db()
    assert position_of(match).auction.bid == 20
    gone(page, page.locator("#do-bid").click)
    expect(page.locator("#told")).to_contain_text("Tu annonces 60")


def test_a_trade_is_one_press_and_the_offer_of_the_other_shows_its_backs_only(new_page):
    page = new_page()
    page.goto(address(laid()))
    gone(page, page.get_by_role("button", name="Marchander la vache avec Robot 1, qui a deux vaches").click)
    expect(page.locator("#told")).to_contain_text("deux vaches en jeu")
    tick(page, page.get_by_role("checkbox", name="Carte 0").first.check)
    expect(page.locator("#preview")).to_contain_text("Les autres voient 1 carte")
    page.goto(address(laid("answer", trade=traded([0, 0, 50], 1, 0))))
    offer = page.locator(".boursi-deal")
    expect(offer).to_contain_text("3 cartes")
    expect(offer.locator(".boursi-offer li")).to_have_count(3)
    expect(offer.get_by_role("img")).to_have_count(0)
    expect(page.get_by_role("button", name="Accepter")).to_contain_text(
        "prendre 3 cartes, donner deux vaches"
    )


def test_the_herds_as_a_screen_reader_has_them(new_page):
    page = new_page()
    page.goto(address(laid("bid", auction=sold())))
    row = page.get_by_role("row", name="Vache")
    told = [" ".join(cell.split()) for cell in row.get_by_role("cell").all_text_contents()]
    assert [re.sub(r"^\d ", "", cell) for cell in told] == ["2deux vaches", "2deux vaches", "aucun"]
    expect(page.get_by_role("row", name="Chat").get_by_role("cell").nth(2)).to_contain_text(
        "famille complète"
    )


@pytest.mark.parametrize("width", [320, 360])
def test_on_a_phone_what_can_be_pressed_is_within_reach(new_page, width, monkeypatch):
    # of this deal most is told: three donkeys at once
    monkeypatch.setattr("games.services.secrets.randbits", lambda bits: 0)
    page = new_page(width=width, height=740)
    for match, pressed in (
        (laid(deck=["ane"]), "#act-auction"),
        (laid("bid", auction=sold(20, 1)), "#turn, .boursi-raises .btn, #do-bid"),
        (laid("pay", auction=sold(30, 0)), "#turn"),
        (laid("offer", trade=traded()), "#turn"),
        (laid("answer", trade=traded([0, 0, 50], 1, 0)), "#turn"),
    ):
        page.goto(address(match))
        assert page.locator("#told p").count() == 3
        assert too_wide(page) <= 0
        for button in page.locator(
            ".boursi-raises .btn, #do-bid, #proposed, #act-auction, .boursi-goes"
        ).all():
            assert button.bounding_box()["height"] >= 40
        if width == 360:
            assert max(bottoms(page, pressed)) <= 740


def test_every_state_of_the_table_is_free_of_findings(page, axe, complaints):
    for match in (
        laid(deck=["ane"]),
        laid("bid", auction=sold(20, 1)),
        laid("bid", auction=sold(excluded=[1])),
        laid("decide", auction=sold(80, 1, seller=0, passed=[2])),
        laid("pay", auction=sold(30, 0)),
        laid("offer", trade=traded()),
        laid("answer", trade=traded([0, 0, 50], 1, 0)),
        laid("answer", turn=1, trade=traded([0, 50])),
    ):
        page.goto(address(match))
        axe(page)
    page.goto(address(laid("pay", auction=sold(30, 0))))
    tick(page, page.get_by_role("checkbox", name="Carte 50").check)
    axe(page)
    gone(page, page.locator("#give").click)
    complaints.expect("422")
    axe(page)
    gone(page, page.locator("#advise").click)
    expect(page.locator(".advice")).to_be_visible()
    axe(page)
    gone(page, page.locator("#proposed").click)
    axe(page)
    play_on_by_clicks(page)
    axe(page)
