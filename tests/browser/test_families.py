"""A family from its inscription to its first box, on a telephone, and its account put right."""

import datetime

import pytest
from django.utils import timezone

from catalogue.models import Household, LedgerEntry, Loan
from tests.make import make_copy, make_household, make_library, make_member, make_subscription
from tests.make import make_subscription_type as make_type

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_family_is_inscribed_subscribes_borrows_and_has_a_mistake_corrected(
    new_page, sign_in, librarian, axe
):
    make_library()
    make_copy("Uno", barcode="90199")
    make_type("Famille, un an", price_cents=2500)
    make_type("Découverte", price_cents=800, months=3)
    page = new_page(width=360)
    sign_in(page, librarian)

    page.goto("/gestion/foyers/")
    page.get_by_role("link", name="Inscrire une famille").click()
    page.get_by_label("Nom du foyer").fill("Famille Éluard")
    axe(page)
    page.get_by_role("button", name="Enregistrer").click()
    page.get_by_label("Prénom").fill("Zoé")
    page.get_by_label("Date de naissance").fill("1990-05-01")
    page.get_by_label("Carte").fill("000421")
    page.get_by_role("button", name="Enregistrer").click()

    page.get_by_role("link", name="Faire adhérer").click()
    axe(page)
    page.get_by_label("Famille, un an").check()
    page.get_by_role("button", name="Chèque").click()
    page.get_by_text("reçus (chèque)").wait_for()
    axe(page)
    page.get_by_role("link", name="Prêter à ce foyer").click()
    page.get_by_label("Carte, boîte ou nom").fill("90199")
    page.get_by_label("Carte, boîte ou nom").press("Enter")
    page.locator(".desk-answer.ok", has_text="Prêté").wait_for()
    assert Loan.objects.get().member.household.name == "Famille Éluard"

    family = Household.objects.get()
    page.goto(f"/gestion/foyers/{family.pk}/compte/")
    page.get_by_text("Ajouter une somme due").click()
    page.get_by_label("Montant dû").fill("3,50")
    page.get_by_role("button", name="Ajouter au compte").click()
    page.get_by_text("doit 3,50").wait_for()
    page.locator("summary", has_text="Corriger").first.click()
    axe(page)
    page.get_by_label("Pourquoi").first.fill("Pas elle")
    page.get_by_role("button", name="Reprendre cette ligne").first.click()
    page.get_by_text("compte à jour").wait_for()
    assert sum(LedgerEntry.objects.values_list("amount_cents", flat=True)) == 0
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_at_the_desk_an_ended_subscription_is_renewed_in_two_clicks(new_page, sign_in, volunteer):
    make_library()
    member = make_member(make_household("Famille Durand"))
    year = make_type()
    yesterday = timezone.localdate() - datetime.timedelta(days=1)
    make_subscription(member.household, ends_on=yesterday, type=year)
    page = new_page()
    sign_in(page, volunteer)
    page.goto(f"/gestion/pret/?adherent={member.pk}")
    page.locator(".desk-answer.warn", has_text="a pris fin").wait_for()
    page.get_by_role("link", name="Renouveler l’adhésion").click()
    page.get_by_role("button", name="Espèces").click()
    page.locator(".desk-answer.ok", has_text="Famille Durand").wait_for()
    page.wait_for_function("() => document.activeElement.id.includes('code')")
    assert member.household.membership(timezone.localdate()).is_current
