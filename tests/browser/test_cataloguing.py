"""A whole new game catalogued as one does with a scanner and a keyboard; and without JavaScript."""

import pytest
from playwright.sync_api import expect

from catalogue.models import Record
from tests.make import make_category, make_publisher, make_record

pytestmark = pytest.mark.django_db(transaction=True)

ADD = "/gestion/notices/ajouter/"


def scan(page, code):
    page.keyboard.type(code)
    page.keyboard.press("Enter")


def test_a_new_game_is_catalogued_by_scanner_and_keyboard_alone(
    new_page, axe, sign_in, librarian, complaints
):
    make_publisher("Matel", forms=("Mattel",))
    make_category("A 407 jeu de hasard (jeu de règles)")
    make_record("Petits chevaux", publisher="Matel", ean="4006381333931")
    page = new_page()
    sign_in(page, librarian)
    page.goto(ADD)
    axe(page)

    # the scanner types digits and Enter: nothing is sent, the typing goes on in the title
    page.locator("#id_ean").focus()
    scan(page, "4006381333931")
    expect(page.locator("#id_title")).to_be_focused()
    expect(page.locator("#twins")).to_contain_text("même EAN")
    axe(page)
    page.locator("#id_ean").fill("5901234123457")
    page.locator("#id_ean").press("Enter")
    expect(page.locator("#twins")).to_be_empty()
    page.keyboard.type("Petits chevaux")
    expect(page.locator("#twins")).to_contain_text("même titre")

    # a publisher found by another form of its name
    publisher = page.get_by_role("combobox", name="Éditeur")
    publisher.focus()
    page.keyboard.type("mattel")
    expect(page.get_by_role("option", name="aussi")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(publisher).to_have_attribute("aria-activedescendant", "id_publisher_name_propositions_0")
    axe(page)
    page.keyboard.press("Enter")
    expect(publisher).to_have_value("Matel")
    expect(publisher).to_be_focused()
    expect(publisher).to_have_attribute("aria-expanded", "false")

    # a person nobody knows, made in place; a third one by a row more
    page.locator("#id_people-0-name").focus()
    page.keyboard.type("Zoé Œuvrard")
    page.get_by_role("option", name="Créer «\u00a0Zoé Œuvrard\u00a0»").wait_for()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Une personne de plus").press("Enter")
    expect(page.locator("#id_people-2-name")).to_be_focused()
    page.keyboard.type("Bob")
    page.keyboard.press("Escape")
    expect(page.locator("#id_people-0-name")).to_have_value("Zoé Œuvrard")
    page.locator("#id_people-2-role").select_option("illustrateur")

    page.locator("#id_categories-0-line").focus()
    page.keyboard.type("a407")
    page.get_by_role("option", name="jeu de hasard").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")

    # the parts, out of the text of the contents
    page.locator("#id_contents").fill("Contenu : 1 plateau, 16 chevaux, 2 dés et une règle.")
    page.get_by_role("button", name="Reprendre le texte du contenu").press("Enter")
    expect(page.locator("#id_parts-1-name")).to_have_value("cheval")
    expect(page.locator("#id_parts-0-quantity")).to_be_focused()
    page.locator("#id_parts-3-important").press("Space")
    page.locator("#id_components_text").fill("4 pions rouges")
    page.get_by_role("button", name="Lire cette liste").press("Enter")
    expect(page.locator("#id_parts-4-name")).to_have_value("pion rouge")
    axe(page)
    page.get_by_label("moins de 36 mois").press("Space")

    page.get_by_role("button", name="Ajouter la notice").press("Enter")
    page.get_by_text("est au catalogue").wait_for()
    expect(page.get_by_text("Peut-être en double")).to_be_visible()
    axe(page)
    record = Record.objects.get(ean="5901234123457")
    assert record.publisher.name == "Matel"
    assert [str(one) for one in record.contributions.all()] == ["Zoé Œuvrard (Auteur)", "Bob (Illustrateur)"]
    assert [category.code for category in record.categories.all()] == ["a407"]
    parts = [(str(part), part.important) for part in record.components.all()]
    assert parts == [
        ("1 plateau", True),
        ("16 chevaux", True),
        ("2 dés", True),
        ("1 règle", False),
        ("4 pions rouges", True),
    ]
    assert record.warns_under_36_months

    # a slip: everything stays, what is wrong is marked, and a wrong code may be kept
    page.locator("#id_title").fill("")
    page.locator("#id_ean").fill("5901234123458")
    page.locator("#id_notes").fill("une carte usée")
    page.get_by_role("button", name="Enregistrer").press("Enter")
    page.get_by_text("Rien n’est enregistré").wait_for()
    complaints.expect("422")
    axe(page)
    expect(page.locator("#id_notes")).to_have_value("une carte usée")
    page.locator("#id_title").fill("Petits chevaux")
    page.get_by_label("Garder ce code tel qu’il est").press("Space")
    page.get_by_role("button", name="Enregistrer").press("Enter")
    page.get_by_text("est à jour").wait_for()
    page.get_by_role("button", name="Annuler cette modification").press("Enter")
    page.get_by_text("La modification est annulée").wait_for()
    assert Record.objects.get(pk=record.pk).ean == "5901234123457"


def test_without_javascript_enter_saves_nothing_and_buttons_add_rows(new_page, sign_in, librarian):
    page = new_page(javascript=False, width=360)
    sign_in(page, librarian)
    page.goto(ADD)
    page.locator("#id_ean").fill("5901234123457")
    page.locator("#id_ean").press("Enter")
    page.locator("#id_title").fill("Odin")
    page.locator("#id_components_text").fill("54 cartes")
    page.get_by_role("button", name="Lire cette liste").click()
    expect(page.locator("#id_parts-0-name")).to_have_value("carte")
    expect(page.locator("#id_title")).to_have_value("Odin")
    assert not Record.objects.exists()
    page.locator("#id_publisher_name").fill("Helvetiq")
    page.get_by_role("button", name="Ajouter la notice").click()
    page.get_by_text("est au catalogue").wait_for()
    assert str(Record.objects.get().components.get()) == "54 cartes"
