"""A table in a real browser: by touch, by keyboard alone, without JavaScript, in two tabs, on a phone."""

import re
from functools import partial

import pytest
from playwright.sync_api import expect

from games.models import Match
from games.positions import position_of, rules_of
from tests import make
from tests.browser.steps import address, bottoms, follow, gone, over, press_until, reach, too_wide
from tests.games.tables import acting, make_match, put

pytestmark = pytest.mark.django_db(transaction=True)

LONG = ["B1", "B7", "BT", "G5", "GS", "R0", "R2", "R4", "R5", "RD", "W", "W4", "Y3", "Y3", "Y5", "Y9"]


@pytest.fixture(autouse=True)
def _library(transactional_db):
    make.make_library()


def laid_out(match, hands, **more):
    """The match with Léa to move on a yellow 4, holding what we know."""
    return put(
        match, turn=0, next=None, phase="play", owed=None, drawn=None, forced=None, challenged=None,
        colour="Y", discard=["Y4"], pile=None, direction=1, hands=hands, **more,
    )  # fmt: skip


@pytest.fixture
def seated():
    return laid_out(make_match(), [["B7", "R4", "Y5", "G5", "W"], ["R1", "R2", "R3"]])


def settled(page, match) -> None:
    """Waits until the page shows the table as it is in the database."""
    match.refresh_from_db()
    expect(page.locator("#move input[name=version]")).to_have_value(str(match.version))


def chosen(page, press) -> None:
    """Presses a card, and the first way to lay it where there are several."""
    press()
    choice = page.locator(":popover-open button").first
    if choice.count():
        choice.click()


def click_what_is_offered(page) -> None:
    """One click as a child makes it: the first thing offered, and the first choice behind it."""
    if page.locator(".announce").count() and page.locator(".in-hand").count() == 2:
        page.locator(".announce").click()
    for offered in ("#go-on", "#uncover", ".goes > .in-hand", ".table-acts button", "#draw"):
        button = page.locator(offered).first
        if button.count():
            gone(page, partial(chosen, page, button.click))
            return
    raise AssertionError("nothing is offered")


def play_on_by_clicks(page, most=600) -> None:
    for _ in range(most):
        if over(page):
            return
        click_what_is_offered(page)
    raise AssertionError("the game does not end")


def test_a_whole_game_by_clicking_only_what_is_offered(new_page):
    page, match = new_page(), make_match(bots=2)
    page.goto(address(match))
    play_on_by_clicks(page)
    match.refresh_from_db()
    assert acting(match) is None
    expect(page.locator("#ending-title")).to_contain_text("gagné")
    page.locator("#again").click()
    expect(page.locator("#ending-title")).to_have_count(0)
    expect(page.locator("#turn")).to_be_visible()
    assert Match.objects.count() == 2


def test_a_game_to_its_end_without_javascript(new_page, seated):
    page, match = new_page(javascript=False), seated
    page.goto(address(match))
    for _ in range(600):
        if over(page):
            break
        for offered in ("#go-on", ".goes > .in-hand", ".table-acts button", "#draw"):
            button = page.locator(offered).first
            if button.count():
                if offered == ".goes > .in-hand" and page.locator(".in-hand").count() == 2:
                    page.locator(".announce input").check()
                follow(page, partial(chosen, page, button.click))
                break
    expect(page.locator("#ending-title")).to_contain_text("gagné")


def test_several_people_pass_the_screen_and_no_hand_shows_before_its_owner_asks(new_page):
    page, match = new_page(), make_match(people=("Léa", "Max"), bots=0)
    page.goto(address(match))
    for _ in range(12):
        if over(page):
            break
        if page.locator("#uncover").count():
            assert page.locator(".in-hand").count() == 0
        click_what_is_offered(page)


def entered(page) -> None:
    page.keyboard.press("Enter")
    if page.locator(":popover-open").count():
        assert press_until(page, ":popover-open button")
        page.keyboard.press("Enter")


def test_a_game_to_its_end_by_keyboard_alone(new_page, seated):
    page, match = new_page(), seated
    page.goto(address(match))
    for _ in range(400):
        if over(page):
            break
        wanted = next(
            offered
            for offered in ("#go-on", ".goes > .in-hand", ".table-acts button", "#draw")
            if page.locator(offered).count()
        )
        if page.locator(".announce").count() and page.locator(".in-hand").count() == 2:
            reach(page, ".announce input")
            page.keyboard.press("Space")
        reach(page, wanted)
        gone(page, lambda: entered(page))
    expect(page.locator("#ending-title")).to_contain_text("gagné")
    reach(page, "#again")


def test_the_focus_stays_at_the_table(new_page, complaints, seated):
    page = new_page()
    page.goto(address(seated))
    page.get_by_role("button", name="7 bleu : ne va pas").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("ce n’est ni du jaune, ni un 4")
    complaints.expect("422")
    expect(page.locator("#card-B7-1")).to_be_focused()
    page.get_by_role("button", name="Poser le 4 rouge").press("Enter")
    expect(page.locator("#turn")).to_be_focused()
    expect(page.locator("#turn")).to_have_text("C’est à Robot 1")


def test_the_live_region_is_the_same_and_tells_what_happened(new_page, seated):
    page = new_page()
    page.goto(address(seated))
    page.evaluate("() => { document.getElementById('told').dataset.kept = 'yes' }")
    page.get_by_role("button", name="Poser le 4 rouge").click()
    expect(page.get_by_role("status")).to_have_text("Tu poses le 4 rouge.")
    page.locator("#go-on").click()
    expect(page.get_by_role("status")).to_contain_text("Robot 1")
    assert page.evaluate("() => document.getElementById('told').dataset.kept") == "yes"


def test_the_hand_as_a_screen_reader_has_it(new_page, seated):
    page = new_page()
    page.goto(address(seated))
    tree = page.locator("ul.hand").aria_snapshot().replace("\u202f", " ")
    assert re.findall(r'(list|button) "([^"]+)"', tree) == [
        ("list", "Ta main : 5 cartes"),
        ("button", "Poser le 4 rouge"),
        ("button", "Poser le 5 jaune : choisir comment"),
        ("button", "5 vert : ne va pas"),
        ("button", "7 bleu : ne va pas"),
        ("button", "Poser le joker : choisir comment"),
    ]


def test_a_doublet_and_a_colour_are_chosen_in_two_steps(new_page, seated):
    page = new_page()
    page.goto(address(seated))
    page.get_by_role("button", name="Poser le joker").click()
    expect(page.get_by_role("button", name="bleu", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Poser le 5 jaune").click()
    page.get_by_role("button", name="le 5 jaune et le 5 vert").click()
    expect(page.get_by_role("status")).to_contain_text("Tu fais un doublet")
    settled(page, seated)
    assert position_of(seated).discard[-1] == "G5"


def test_enter_on_the_announcement_plays_nothing(new_page):
    page, match = new_page(), laid_out(make_match(), [["B7", "R4"], ["R1", "R2", "R3"]])
    page.goto(address(match))
    page.get_by_label("Je dis").press("Enter")
    expect(page.get_by_label("Je dis")).to_be_checked()
    page.get_by_role("button", name="Poser le 4 rouge").click()
    expect(page.get_by_role("status")).to_contain_text("Tu annonces")
    settled(page, match)
    assert match.version == 1


def test_a_second_tab_changes_nothing_and_shows_the_table(new_page, complaints, seated):
    page, other = new_page(), new_page()
    page.goto(address(seated))
    other.goto(address(seated))
    page.get_by_role("button", name="Poser le 4 rouge").click()
    expect(page.get_by_role("status")).to_contain_text("Tu poses")
    other.locator("#draw").click()
    expect(other.get_by_role("status")).to_contain_text("La partie avait déjà continué")
    expect(other.get_by_role("heading", name="C’est à Robot 1")).to_be_visible()
    complaints.expect("409")
    seated.refresh_from_db()
    assert seated.version == 1


def test_reload_and_back_show_the_table_as_it_is(new_page, seated):
    page = new_page(javascript=False)
    page.goto(address(seated))
    page.get_by_role("button", name="Poser le 4 rouge").click()
    expect(page.locator("#told")).to_contain_text("Tu poses")
    page.reload()
    page.go_back()
    expect(page.locator("#turn")).to_have_text("C’est à Robot 1")
    seated.refresh_from_db()
    assert seated.version == 1


def test_the_others_play_by_themselves_only_where_motion_is_welcome(new_page, seated):
    page = new_page()
    page.emulate_media(reduced_motion="no-preference")
    page.goto(address(seated))
    expect(page.get_by_label("Les autres jouent tout seuls")).to_be_checked()
    page.get_by_role("button", name="Poser le 4 rouge").click()
    expect(page.get_by_role("status")).to_contain_text("Robot 1", timeout=10_000)
    calm = new_page()
    calm.goto(address(seated))
    expect(calm.get_by_label("Les autres jouent tout seuls")).not_to_be_checked()


def test_reading_aloud_is_off_until_asked_for(new_page, seated):
    page = new_page()
    page.add_init_script(
        "window.spoken = []; speechSynthesis.speak = words => spoken.push(words.text); "
        "window.SpeechSynthesisUtterance = function (text) { this.text = text; };"
    )
    page.goto(address(seated))
    page.get_by_role("button", name="Poser le 4 rouge").click()
    expect(page.get_by_role("status")).to_contain_text("Tu poses")
    assert page.evaluate("() => spoken") == []
    page.get_by_label("Lire à voix haute").check()
    page.locator("#go-on").click()
    expect(page.get_by_role("status")).to_contain_text("Robot 1")
    page.wait_for_function("() => spoken.length === 2")
    assert "C’est à" in page.evaluate("() => spoken[1]") or "toi" in page.evaluate("() => spoken[1]")


def test_a_line_of_the_story_leads_to_its_article_and_back(new_page, seated):
    page = new_page()
    page.goto(address(seated))
    page.get_by_role("button", name="Poser le 4 rouge").click()
    link = page.locator(".story li").last.get_by_role("link", name="Recouvrir")
    link.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("Pose sur le talon une carte")
    page.get_by_role("button", name="Fermer").click()
    expect(link).to_be_focused()


def test_a_long_hand_fits_a_phone(new_page):
    page, match = new_page(width=360, height=740), laid_out(make_match(), [LONG, ["R1", "R2", "R7"]])
    page.goto(address(match))
    assert too_wide(page) <= 0
    widths = page.evaluate(
        """() => [...document.querySelectorAll('.in-hand')].map(card => {
            const box = card.getBoundingClientRect();
            const at = x => document.elementFromPoint(x, box.top + box.height / 2)?.closest('.in-hand');
            return [...Array(Math.floor(box.width)).keys()].filter(x => at(box.left + x) === card).length;
        })"""
    )
    assert len(widths) == len(LONG)
    visible = [width for width in widths if width]  # what lies below the fold has no point on the screen
    assert visible
    assert min(visible) >= 40


@pytest.mark.parametrize("people", [("Léa",), ("Léa", "Max")])
def test_on_a_phone_the_hand_is_within_sight(new_page, people):
    match = make_match(people=people, bots=4 - len(people))
    hands = [LONG[:7], ["R1", "R2", "R7"], ["G1", "G2"], ["G7"]]
    page = new_page(width=360, height=740)
    page.goto(address(laid_out(match, hands)))
    if len(people) > 1:
        page.locator("#uncover").click()
    expect(page.locator(".in-hand")).to_have_count(7)
    assert page.evaluate("scrollY") == 0
    assert max(bottoms(page, ".in-hand")) <= 740


@pytest.mark.parametrize("javascript", [True, False])
def test_a_doublet_is_put_together_from_two_cards(new_page, complaints, axe, javascript):
    match = laid_out(make_match(), [["B7", "Y8", "G8", "G5", "W"], ["R1", "R2", "R3"]])
    match = put(match, discard=["R8"], colour="R")
    page = new_page(javascript=javascript)
    page.goto(address(match))
    page.get_by_text("Poser deux cartes d’un coup").click()
    page.get_by_role("checkbox", name="5 vert").check()
    page.get_by_role("checkbox", name="8 vert").check()
    if javascript:
        expect(page.locator("#preview")).to_contain_text("le 5 vert et le 8 vert")
        page.get_by_role("checkbox", name="5 vert").press("Enter")  # unticks it, plays nothing
        page.get_by_role("checkbox", name="5 vert").check()
        axe(page)
    page.get_by_role("button", name="Poser ces cartes").click()
    expect(page.get_by_role("alert")).to_contain_text("deux fois le même chiffre")
    complaints.expect("422")
    expect(page.get_by_role("checkbox", name="8 vert")).to_be_checked()
    page.get_by_role("checkbox", name="5 vert").uncheck()
    page.get_by_role("checkbox", name="8 jaune").check()
    page.get_by_role("button", name="Poser ces cartes").click()
    expect(page.locator(".which")).to_contain_text("Laquelle veux-tu")
    complaints.expect("422")
    if javascript:
        axe(page)
    page.locator(".which").get_by_role("button", name="Pose le 8 vert, puis le 8 jaune").click()
    expect(page.locator("#told")).to_contain_text("Tu fais un doublet")
    settled(page, match)
    assert position_of(match).discard[-2:] == ("G8", "Y8")


def test_every_state_of_the_table_is_free_of_findings(page, axe, complaints, seated):
    page.goto(address(seated))
    axe(page)
    page.get_by_role("button", name="7 bleu").click()
    expect(page.get_by_role("alert")).to_be_visible()
    complaints.expect("422")
    page.get_by_role("alert").get_by_text("Pourquoi").click()
    axe(page)
    page.locator("#advise").click()
    expect(page.locator(".advice")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Poser le joker").click()
    axe(page)
    page.get_by_role("button", name="bleu", exact=True).click()
    expect(page.locator("#told")).to_contain_text("Tu poses le joker")
    axe(page)
    page.goto(address(seated) + "histoire/")
    axe(page)
    several = make_match(people=("Léa", "Max"), bots=1)
    page.goto(address(several))
    axe(page)
    claimed = laid_out(make_match(bots=2), [["B7", "R4"], ["R1"], ["G1", "G2"]], forgot=1)
    page.goto(address(claimed))
    axe(page)
    ended = laid_out(make_match(), [["Y7"], ["R1", "R2"]])
    page.goto(address(ended))
    page.get_by_role("button", name="Poser le 7 jaune").click()
    expect(page.locator("#ending-title")).to_have_text("Tu as gagné\u202f!")
    axe(page)
    assert rules_of(ended).slug == "uno"
    assert too_wide(page) <= 0
