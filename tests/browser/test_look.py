"""The parts of the look in a real browser: accessible, in light and dark, never wider than the screen."""

import pytest

from tests.browser.steps import too_wide
from tests.browser.style_urls import ERRORS

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _style_urls(settings):
    settings.ROOT_URLCONF = "tests.browser.style_urls"


def test_every_part_is_accessible_and_none_is_wider_than_the_screen(page, axe):
    for address in ("/style/", *(f"/essai/{name}/" for name in ERRORS)):
        page.goto(address)
        axe(page)
        for width in (320, 360, 768, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            assert too_wide(page) <= 0, f"{address} at {width}"


def test_boxes_of_one_row_stand_on_one_plank_that_runs_across(new_page):
    page = new_page()
    page.goto("/style/")
    bottoms = page.evaluate(
        """() => [...document.querySelectorAll(".shelf-stand")].slice(0, 5)
            .map((stand) => Math.round(stand.getBoundingClientRect().bottom))"""
    )
    assert len(set(bottoms)) == 1


def test_motifs_of_covers_are_drawn(new_page):
    page = new_page()
    page.goto("/style/")
    # they come from another file, some time after the page
    empty = page.locator(".box-art use, .icon use").first.evaluate(
        """async () => {
            const empty = () => [...document.querySelectorAll(".box-art use, .icon use")]
                .filter((use) => use.getBBox().width === 0).map((use) => use.getAttribute("href"));
            for (const until = Date.now() + 30000; empty().length && Date.now() < until;)
                await new Promise((done) => setTimeout(done, 50));
            return empty();
        }"""
    )
    assert empty == []


def test_a_drawn_title_stays_on_its_lid(new_page):
    page = new_page(width=360)
    page.goto("/style/")
    too_wide(page)  # the page's letters are there
    spilled = page.evaluate(
        """() => [...document.querySelectorAll(".box-title")]
            .filter((title) => title.scrollHeight > title.clientHeight + 1
                || title.scrollWidth > title.clientWidth + 1)
            .map((title) => title.textContent)"""
    )
    assert spilled == []


def test_targets_are_large_enough_for_a_thumb(new_page):
    page = new_page(width=360)
    page.goto("/style/")
    small = page.evaluate(
        """() => [...document.querySelectorAll(".btn, .chip, nav a, summary, .field input, select")]
            .filter((one) => one.getBoundingClientRect().height < 44 && one.type !== "checkbox"
                && one.type !== "radio" && one.checkVisibility())
            .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert small == []


def test_the_desk_shows_input_answer_and_basket_at_once(new_page):
    page = new_page(width=1366, height=768)
    page.goto("/style/")
    span = page.evaluate(
        """() => {
            const desk = document.querySelector(".desk").getBoundingClientRect();
            const parts = [".desk-scan", ".desk-answer", ".desk-basket"]
                .map((one) => document.querySelector(".desk " + one).getBoundingClientRect().bottom);
            return Math.max(...parts) - desk.top;
        }"""
    )
    assert span <= 600


def test_a_dialog_opens_and_closes_by_keyboard(new_page, axe):
    page = new_page()
    page.goto("/style/")
    page.get_by_role("link", name="Retirer l’exemplaire").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    axe(page)
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")


def test_without_an_answer_the_page_says_so(new_page, complaints):
    page = new_page()
    page.goto("/style/")
    page.evaluate(
        """() => {
            const link = document.querySelector(".panel[href]");
            link.setAttribute("hx-get", "/coupure/");
            htmx.process(link);
        }"""
    )
    page.route("**/coupure/", lambda route: route.abort())
    page.locator(".panel[href]").first.click()
    page.get_by_role("alert").filter(has_text="ne répond pas").wait_for()
    complaints.clear()  # the cut line itself


def test_everything_is_there_without_javascript(new_page):
    page = new_page(javascript=False)
    page.goto("/style/")
    assert page.get_by_role("link", name="Retirer l’exemplaire").get_attribute("href")
    assert page.locator("main").inner_text().count("joueurs") > 20
