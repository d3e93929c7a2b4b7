"""The rules of Uno in a browser: on a phone and at a desk, in light and in dark, with an exercise."""

import pytest
from playwright.sync_api import expect

from catalogue.models import Record
from tests.browser.steps import too_wide
from tests.make import make_record

PAGE = "/jeux/uno/regles/"


@pytest.fixture
def uno(transactional_db) -> Record:
    return make_record("Uno", game="uno", rules_text="Chacun joue à son tour.")


def test_the_rules_are_readable_everywhere(uno, page, axe):
    page.goto(PAGE)
    page.get_by_text("Les cas particuliers").first.click()
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 900})
        assert too_wide(page) <= 0, width
        axe(page)


def test_a_picture_has_its_words(uno, new_page):
    page = new_page()
    page.goto(PAGE)
    assert page.get_by_role("img", name="Sur le 4 jaune, tu peux poser").count() == 1


@pytest.mark.parametrize("javascript", [True, False])
def test_an_exercise_is_judged_where_it_stands(uno, new_page, axe, javascript):
    page = new_page(javascript=javascript)
    page.goto(PAGE)
    exercise = page.locator("#exercice-11-2")
    exercise.get_by_role("button", name="Passe ton tour").click()
    expect(exercise.get_by_role("status")).to_contain_text("il faut la poser")
    page.locator("#exercice-11-2").get_by_role("button", name="Pose le 9 rouge").click()
    expect(exercise.get_by_role("status")).to_contain_text("Juste")
    if javascript:
        axe(page)


@pytest.mark.parametrize("javascript", [True, False])
def test_a_word_is_looked_up_in_the_rules(uno, new_page, axe, javascript):
    page = new_page(javascript=javascript)
    page.goto(PAGE)
    page.get_by_label("Un mot de la règle").fill("contester")
    if not javascript:
        page.get_by_role("button", name="Chercher").click()
    expect(page.locator("#rules-found")).to_contain_text("1 article sur 14")
    expect(page.locator(".rule")).to_have_count(1)
    expect(page.get_by_text("Seul le joueur suivant peut contester")).to_be_visible()
    page.get_by_label("Un mot de la règle").fill("dragon")
    if javascript:
        expect(page.locator("#rules-found")).to_contain_text("Rien dans cette règle")
        axe(page)
