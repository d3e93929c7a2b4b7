"""An import in a real browser: the file of a PMB, from its deposit to taking it back."""

import pytest
from playwright.sync_api import expect

from catalogue.models import Copy, Import, Record
from tests.catalogue.files import PMB_ISO, worked

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_librarian_brings_the_file_of_a_pmb_in_and_takes_it_back(new_page, sign_in, librarian, axe):
    page = new_page(width=360)
    sign_in(page, librarian)
    page.goto("/gestion/import/")
    axe(page)
    page.get_by_label("Fichier").set_input_files(PMB_ISO)
    page.get_by_role("button", name="Déposer le fichier").click()
    expect(page.get_by_label("Nombre minimum de joueurs")).to_have_value("min_players")
    axe(page)
    page.get_by_role("button", name="Essayer, sans rien écrire").click()
    expect(page.get_by_role("heading", name="Essai en cours")).to_be_visible()
    axe(page)
    run = Import.objects.get()
    worked(run)  # the worker's part; the page notices by itself
    page.get_by_role("button", name="Importer 5 nouvelles notices").click()
    expect(page.get_by_role("heading", name="Import en cours")).to_be_visible()
    page.reload()
    expect(page.get_by_role("progressbar", name="Avancement")).to_be_visible()
    worked(run)
    expect(page.get_by_role("link", name="Annuler tout l’import")).to_be_visible()
    assert (Record.objects.count(), Copy.objects.count()) == (5, 7)
    axe(page)
    page.get_by_role("link", name="Annuler tout l’import").click()
    axe(page)
    page.get_by_role("button", name="Annuler l’import").click()
    expect(page.get_by_role("heading", name="Annulation en cours")).to_be_visible()
    worked(run)
    expect(page.get_by_role("heading", name="Ce qui s’était passé")).to_be_visible()
    assert (Record.objects.count(), Copy.objects.count()) == (0, 0)
    page.goto("/gestion/export/")
    axe(page)
