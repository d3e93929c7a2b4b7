"""Every page of the site in a real browser: light and dark, wide and as narrow as a phone."""

import pytest
from django.test import Client

from catalogue.models import Role
from tests import make
from tests.browser.steps import too_wide
from tests.catalogue.addresses import ROWS, all_addresses, make_world

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = [name for name, _ in all_addresses() if ROWS[name].html and ROWS[name].get]


@pytest.fixture
def walk(new_page, axe, sign_in, complaints):
    """`walk(user, names)`: each page is opened, judged by axe, and fits a phone."""

    def _walk(user, names, world) -> None:
        page, wrong = new_page(), []
        if user:
            sign_in(page, user)
        for name in names:
            answer = page.goto(ROWS[name].path(name, world))
            if answer.status >= 400:
                complaints.expect(str(answer.status))
            if answer.status != ROWS[name].ok:
                wrong.append(f"{name}: {answer.status}")
            try:
                axe(page)
            except AssertionError as error:
                wrong.append(f"{name}: {error}")
            page.set_viewport_size({"width": 320, "height": 640})
            if too_wide(page) > 0:
                wrong.append(f"{name}: wider than a phone by {too_wide(page)} px")
            page.set_viewport_size({"width": 1280, "height": 900})
            wrong += [f"{name}: {complaint}" for complaint in complaints]
            complaints.clear()
        assert not wrong, "\n".join(wrong)

    return _walk


def test_every_public_page(walk):
    walk(None, [name for name in PAGES if ROWS[name].audience == "public"], make_world())


def test_every_page_of_a_family(walk):
    world = make_world()
    family = make.make_user("petit", role=Role.MEMBER, household=world.household)
    walk(family, [name for name in PAGES if ROWS[name].audience in ("family", "signed_in")], world)


def test_every_page_of_the_staff(walk):
    manager = make.make_user("mireille", role=Role.MANAGER)
    staff = [name for name in PAGES if ROWS[name].audience in ("volunteer", "librarian", "manager")]
    walk(manager, staff, make_world())


def test_the_first_visit(new_page, axe, monkeypatch):
    monkeypatch.setattr("catalogue.services.setup._done", False)
    page = new_page()
    page.goto("/")
    axe(page)
    page.get_by_role("link", name="Installer la ludothèque").click()
    axe(page)
    page.get_by_label("Nom de la ludothèque").fill("Ludothèque de l'Œuf")
    page.get_by_label("Votre prénom").fill("Zoé")
    page.get_by_label("Votre nom").fill("Brûlé")
    page.get_by_label("Identifiant").fill("zoe")
    page.get_by_label("Mot de passe", exact=True).fill("quatre pions sous la table")
    page.get_by_label("Le même mot de passe").fill("quatre pions sous la table")
    page.get_by_label("Le même mot de passe").press("Enter")
    page.get_by_text("est installée").wait_for()
    axe(page)
    assert Client().get("/installation/").status_code == 404


def test_the_first_visit_without_javascript_says_what_is_wrong(new_page, complaints, monkeypatch):
    monkeypatch.setattr("catalogue.services.setup._done", False)
    page = new_page(javascript=False)
    page.goto("/installation/")
    page.get_by_label("Nom de la ludothèque").fill("Ludothèque de l'Œuf")
    page.get_by_label("Votre prénom").fill("Zoé")
    page.get_by_label("Votre nom").fill("Brûlé")
    page.get_by_label("Identifiant").fill("zoe")
    page.get_by_label("Mot de passe", exact=True).fill("court")
    page.get_by_label("Le même mot de passe").fill("court")
    page.get_by_role("button", name="Ouvrir").click()
    page.get_by_text("au minimum 10 caractères").wait_for()
    complaints.expect("422")
    assert page.get_by_label("Nom de la ludothèque").input_value() == "Ludothèque de l'Œuf"
