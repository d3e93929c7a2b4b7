"""A librarian writes a summary with two questions, looks at it, and a child does the quiz."""

import re

import pytest
from playwright.sync_api import expect

from catalogue.models import Role, Summary
from tests.browser.steps import too_wide
from tests.make import make_record, make_user


def fill(page, number: int, text: str, right: str, wrong: str, why: str) -> None:
    """One question, whose second answer is the right one."""
    question = page.get_by_role("group", name=f"Question {number}", exact=True)
    question.get_by_label("Question", exact=True).fill(text)
    question.get_by_label("Réponse 1", exact=True).fill(wrong)
    question.get_by_label("Réponse 2", exact=True).fill(right)
    question.get_by_role("radio").nth(1).check()
    question.get_by_label("Explication").fill(why)


@pytest.mark.parametrize("javascript", [True, False])
def test_from_a_librarians_words_to_a_childs_score(transactional_db, new_page, sign_in, axe, javascript):
    record = make_record("Œuf de Noël")
    page = new_page(javascript=javascript, width=1280 if javascript else 360)
    sign_in(page, make_user(role=Role.LIBRARIAN))
    page.goto(f"/gestion/notices/{record.pk}/")
    page.get_by_role("link", name="Écrire un résumé").click()
    page.get_by_label("But du jeu").fill("Trouver **l’œuf** doré.")
    page.get_by_label("Mise en place").fill("1. Cachez l’œuf.\n2. Fermez les yeux.")
    fill(page, 1, "Combien d’œufs ?", "Un", "Deux", "Il n’y a qu’un œuf.")
    page.get_by_role("button", name="Ajouter une question").click()
    fill(page, 2, "Qui cherche ?", "Tous", "Personne", "Tout le monde cherche.")
    page.get_by_role("button", name="Monter la question 2").click()
    first = page.get_by_role("group", name="Question 1", exact=True).get_by_label("Question", exact=True)
    expect(first).to_have_value("Qui cherche ?")
    page.get_by_role("button", name="Aperçu").click()
    expect(page.get_by_role("img", name="Feuille, face 1 sur 1")).to_be_visible()
    expect(page.locator(".preview-page strong")).to_have_text("l’œuf")
    assert not Summary.objects.exists()
    assert too_wide(page) <= 0
    if javascript:
        axe(page)
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_text("Le résumé est enregistré.")).to_be_visible()

    child = new_page(javascript=javascript, width=360)
    child.goto(f"/jeux/{record.slug}/regles/")
    expect(child.get_by_text("Fermez les yeux.")).to_be_visible()
    assert too_wide(child) <= 0
    if javascript:
        axe(child)
    child.get_by_role("link", name="Faire le quiz").click()
    child.get_by_role("button", name="Commencer le quiz").click()
    for number, choose in ((1, re.compile("^(Deux|Personne)$")), (2, re.compile("^(Un|Tous)$"))):
        expect(child.get_by_text(f"Question {number} sur 2")).to_be_visible()
        reply = child.get_by_role("button", name=choose)
        reply.focus()
        reply.press("Enter")
        expect(child.locator("#verdict")).to_contain_text("Raté" if number == 1 else "Bravo")
        if javascript:
            expect(child.locator("#said")).to_contain_text("Raté" if number == 1 else "C’est juste")
            axe(child)
        child.locator("#next").click()
    expect(child.locator(".score-number")).to_have_text("1 sur 2")
    expect(child.locator(".result-wrong")).to_contain_text(re.compile("qu’un œuf|Tout le monde cherche"))
    if javascript:
        axe(child)
