"""The staff's pages on mails: how they went, and the words they go in."""

import pytest
from django.core import mail as outbox
from django.utils import timezone

from catalogue.models import Mail, MailKind, MailText
from catalogue.services import holds, loans, mails, posting
from tests.make import make_copy, make_hold, make_household, make_library, make_mail, make_member

pytestmark = pytest.mark.django_db

LINK = {"nom": "Zoé", "lien": "https://ludo.example.org/l/xyz", "date": "demain", "identifiant": "zoe"}
READY = {"jeu": "Qwirkle", "date": "12 mars 2026", "lieu": "à la ludothèque"}
TEXT = "/gestion/reglages/courriels/reservation-expiree/"


@pytest.fixture
def home():
    make_library(name="La Toupie", email="toupie@example.org")
    return make_household("Famille Éluard")


@pytest.fixture
def boss(login, manager):
    return login(manager)


@pytest.fixture
def sending(settings):
    settings.SITE_URL = "https://ludo.example.org"


def test_the_staff_reads_why_a_mail_did_not_go_and_sends_it_again(login, librarian, home, settings):
    staff = login(librarian)
    assert "Aucun courriel pour l’instant" in staff.get("/gestion/courriels/").text
    mail = make_mail(home)
    page = staff.get("/gestion/courriels/").text
    assert "Aucun courriel ne part d’ici" in page
    assert "SITE_URL" in page
    assert "/renvoyer/" not in page
    address = f"/gestion/courriels/{mail.pk}/renvoyer/"
    assert "administre l’installation" in staff.post(address, follow=True).text
    settings.SITE_URL = "https://ludo.example.org"
    page = staff.get("/gestion/courriels/?etat=echec").text
    assert "1 courriel n’a pas pu partir" in page
    assert "repart dans un instant" in staff.post(address, follow=True).text
    posting.send_waiting()
    assert outbox.outbox[0].to == ["famille@example.org"]
    assert "Envoyé" in staff.get("/gestion/courriels/").text
    assert "Aucun courriel ne répond" in staff.get("/gestion/courriels/?etat=echec").text
    assert staff.post("/gestion/courriels/9999/renvoyer/").status_code == 404


@pytest.mark.usefixtures("sending")
def test_what_is_true_of_a_reservation_no_longer_is_not_sent_again_nor_for_the_first_time(boss, home):
    box, member = make_copy("Qwirkle"), make_member(home)
    hold = make_hold(ready=box, household=home)
    ready = make_mail(home, kind=MailKind.HOLD_READY, facts=READY, hold_id=hold.pk)
    assert "repart dans un instant" in boss.post(f"/gestion/courriels/{ready.pk}/renvoyer/", follow=True).text
    posting.send_waiting()
    assert len(outbox.outbox) == 1
    late = make_mail(home, kind=MailKind.HOLD_READY, facts=READY, hold_id=hold.pk)
    back = make_mail(home, kind=MailKind.HOLD_BACK, hold_id=hold.pk)
    loans.checkout(copy_id=box.pk, member_id=member.pk, actor=None, today=timezone.localdate())
    posting.send_waiting()  # late and back are still on the list, and stay here
    assert len(outbox.outbox) == 1
    for mail in (ready, late, back):
        page = boss.post(f"/gestion/courriels/{mail.pk}/renvoyer/", follow=True).text
        assert "Ce qu’il annonce n’est plus vrai" in page
    posting.send_waiting()
    assert len(outbox.outbox) == 1


@pytest.mark.usefixtures("sending")
def test_a_reservation_given_up_or_made_anew_is_not_announced_over_and_over(boss, home):
    hold = make_hold(ready=make_copy("Uno"), household=home)
    mail = make_mail(home, kind=MailKind.HOLD_READY, facts=READY, hold_id=hold.pk)
    over = make_mail(make_household("Famille Roy"), hold_id=hold.pk)  # « n’est plus gardé pour vous »
    holds.cancel(hold_id=hold.pk, actor=None, now=timezone.now())
    make_hold(hold.record, home)
    for old in (mail, over):
        page = boss.post(f"/gestion/courriels/{old.pk}/renvoyer/", follow=True).text
        assert "Ce qu’il annonce n’est plus vrai" in page


@pytest.mark.usefixtures("sending")
def test_a_link_that_opens_an_account_is_shown_to_nobody(boss, home):
    mails.queue(kind=MailKind.RESET, to="zoe@example.org", facts=LINK)
    assert "xyz" in Mail.objects.get().body
    page = boss.get("/gestion/courriels/?q=ZOE").text
    assert "zoe@example.org" in page
    assert "xyz" not in page


def test_the_list_costs_the_same_for_two_mails_and_for_many(boss, home, django_assert_max_num_queries):
    for _ in range(2):
        make_mail(home)
    with django_assert_max_num_queries(8) as few:
        boss.get("/gestion/courriels/")
    for number in range(10):
        make_mail(make_household(f"Famille {number}"))
    with django_assert_max_num_queries(len(few)):
        boss.get("/gestion/courriels/")


def test_the_words_are_looked_at_kept_and_given_back(boss, home):
    assert "Réservation non retirée" in boss.get("/gestion/reglages/courriels/").text
    page = boss.get(TEXT)
    assert "Bonjour Famille Benali" in page.context["preview"]["body"]
    assert "{jeu}" in page.text
    values = {"subject": "{jeu} repart !", "body": "Tant pis, {famille}."}
    values["seen"] = page.context["form"]["seen"].value()
    looked = boss.post(TEXT, values | {"look": "1"})
    assert looked.context["preview"]["subject"] == "Café International repart\u202f!"
    assert "Tant pis, Famille Benali.\n\n-- \nLa Toupie" in looked.context["preview"]["body"]
    assert not MailText.objects.exists()
    assert "dans vos mots" in boss.post(TEXT, values, follow=True).text
    assert make_mail(home).subject == "Uno repart\u202f!"
    assert "le vôtre" in boss.get("/gestion/reglages/courriels/").text
    assert "texte d’origine" in boss.post(f"{TEXT}origine/", follow=True).text
    assert make_mail(home).subject == "«\u00a0Uno\u00a0» n’est plus gardé pour vous"


def test_words_that_cannot_be_filled_are_refused_and_stay_in_the_form(boss, home):
    answer = boss.post(TEXT, {"subject": "Bonjour {prenom}", "body": "Bonjour"})
    assert answer.status_code == 422
    assert "{prenom}" in str(answer.context["form"].errors["subject"])
    assert 'value="Bonjour {prenom}"' in answer.text
    long = boss.post(TEXT, {"subject": "Et hop! " * 18, "body": "Bonjour"})  # longer with its French spaces
    assert "Trop long" in str(long.context["form"].errors["subject"])
    assert boss.get("/gestion/reglages/courriels/facture/").status_code == 404


def test_two_who_write_the_same_text_do_not_write_over_each_other(boss, home, manager):
    seen = boss.get(TEXT).context["form"]["seen"].value()
    mails.write_text(kind=MailKind.HOLD_EXPIRED, subject="Le sien", body="Son texte", actor=manager)
    answer = boss.post(TEXT, {"subject": "Le mien", "body": "Mon texte", "seen": seen})
    assert answer.status_code == 409
    assert "Son texte" in answer.text
    again = answer.context["form"]["seen"].value()
    assert boss.post(TEXT, {"subject": "Le mien", "body": "Mon texte", "seen": again}).status_code == 302
    assert MailText.objects.get().subject == "Le mien"
