"""From an invitation at the desk to a box prolonged at home, without scripts and on a phone."""

import datetime
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests import make
from tests.browser.steps import follow

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_family_is_invited_chooses_a_password_and_prolongs_a_box(new_page, sign_in, axe, librarian):
    make.make_library(loan_days=21)
    member = make.make_member(make.make_household("Famille Éluard"), first_name="Zoé")
    soon = timezone.localdate() + datetime.timedelta(days=2)
    loan = make.make_loan(make.make_copy("Oùcédonc"), member, due_on=soon)

    desk = new_page()
    sign_in(desk, librarian)
    desk.goto(member.household.get_absolute_url())
    follow(desk, desk.get_by_role("link", name="Gérer les comptes en ligne").click)
    follow(desk, desk.get_by_role("link", name="Zoé Éluard").click)
    expect(desk.get_by_label("Prénom")).to_have_value("Zoé")
    follow(desk, desk.get_by_role("button", name="Inviter").click)
    expect(desk.get_by_role("img", name="Code à flasher")).to_be_visible()
    axe(desk)
    link = urlsplit(desk.locator(".link-words").inner_text()).path

    phone = new_page("dark", width=360, javascript=False)
    phone.goto(link)
    for name in ("Nouveau mot de passe", "Le nouveau, encore une fois"):
        phone.get_by_label(name).fill("trois chats sous un toit")
    follow(phone, phone.get_by_role("button", name="Choisir ce mot de passe").click)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Famille Éluard")
    follow(phone, phone.get_by_role("button", name="Prolonger Oùcédonc").click)
    expect(phone.get_by_role("status")).to_contain_text("« Oùcédonc » est à rendre le")
    loan.refresh_from_db()
    assert loan.due_on > soon

    follow(desk, desk.get_by_role("link", name="Continuer").click)
    expect(desk.get_by_text("Ouvert", exact=True)).to_be_visible()
