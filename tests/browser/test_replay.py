"""A game that is over, turned page by page by keys alone; a kept game with a wrong line."""

import re

import pytest
from playwright.sync_api import expect

from tests import make
from tests.games.test_replays import make_finished, make_kept

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_arrow_keys_turn_the_pages_of_a_game(new_page, axe):
    page = new_page()
    make.make_library()
    match = make_finished()
    page.goto(f"/jouer/parties/{match.pk}/")
    page.click("#replay")
    page.wait_for_url("**/revoir/")  # and its scripts: a key pressed before turns nothing
    count = page.locator(".replay-count")
    expect(count).to_have_text(re.compile("^0 sur"))
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(re.compile("^1 sur"))
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(re.compile("^2 sur"))
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text(re.compile("^1 sur"))
    page.keyboard.press("End")
    expect(page.locator("#ending-title")).to_be_visible()
    axe(page)
    page.keyboard.press("Home")
    expect(count).to_have_text(re.compile("^0 sur"))
    # the keys of a list and a slider stay theirs
    page.select_option("#vue", label="Les yeux de Max")
    expect(page.locator(".replay-hand")).to_have_count(1)
    page.focus("#coup")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(re.compile("^1 sur"))
    page.go_back()
    expect(count).to_have_text(re.compile("^0 sur"))


def test_a_kept_game_is_pasted_and_a_wrong_line_named(new_page, axe, complaints):
    page = new_page(width=360)
    make.make_library()
    page.goto("/jouer/uno/")
    page.get_by_role("link", name="Relire une partie gardée").click()
    kept = make_kept()
    page.get_by_label("Ou son texte").fill(kept.replace("seats: 3", "seats: 30"))
    page.get_by_role("button", name="Relire cette partie").click()
    expect(page.locator("#problem")).to_contain_text("Ligne 2")
    axe(page)
    complaints.expect("422")
    page.get_by_label("Ou son texte").fill(kept)
    page.get_by_role("button", name="Relire cette partie").click()
    expect(page.locator(".replay-count")).to_be_visible()
