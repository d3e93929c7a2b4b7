"""What a family does on its own page: keep a box longer, see what it owes, take its data along."""

import datetime
import json

import pytest
import time_machine

from catalogue.models import Favourite, JournalEntry, LedgerKind, Library
from catalogue.services import ledger, subscriptions
from tests.make import (
    make_card,
    make_charge,
    make_copy,
    make_hold,
    make_library,
    make_loan,
    make_mail,
    make_member,
    make_payment,
    make_record,
    make_subscription,
    make_subscription_type,
)

pytestmark = pytest.mark.django_db

NOON = datetime.datetime(2026, 3, 12, 12, 0, tzinfo=datetime.UTC)
LEDGER = "/compte/paiements/"
SOLD = "Famille, un an, du 12 mars 2026 au 11 mars 2027"
SOON = datetime.date(2026, 3, 14)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def uno(family, clock):
    """A box that the Martins have until the fourteenth."""
    make_library(loan_days=21, max_renewals=1)
    return make_loan(make_copy("Uno"), family.household.members.get(), due_on=SOON)


def prolong(client, loan):
    return client.post(f"/compte/prets/{loan.pk}/prolonger/", follow=True)


def test_a_family_keeps_a_box_longer_and_is_told_until_when(login, family, uno):
    client = login(family)
    assert "jusqu’au 2\u00a0avril\u00a02026" in client.get("/compte/").text
    answer = prolong(client, uno)
    assert "est à rendre le 2 avril 2026" in answer.text
    uno.refresh_from_db()
    assert (uno.due_on, uno.renewals) == (datetime.date(2026, 4, 2), 1)
    assert JournalEntry.objects.get(verb="renew").actor == family
    assert "c’est le plus possible" in answer.text  # in place of the button
    assert "/prolonger/" not in answer.text


def test_every_reason_against_it_is_told_and_nothing_changes(login, family, uno, other_family):
    make_hold(uno.copy.record, other_family.household)
    make_subscription(family.household, ends_on=datetime.date(2026, 3, 1))
    client = login(family)
    before = client.get("/compte/").text  # it is told before one presses
    assert "Une autre famille l’attend" in before
    assert "a pris fin" in before
    assert "/prolonger/" not in before
    answer = prolong(client, uno)
    assert "n’est pas prolongé" in answer.text
    assert "Une autre famille l’attend" in answer.text
    assert "a pris fin" in answer.text
    uno.refresh_from_db()
    assert (uno.due_on, uno.renewals) == (SOON, 0)


def test_a_second_click_prolongs_nothing_more(login, family, uno):
    Library.objects.update(max_renewals=None)
    client = login(family)
    prolong(client, uno)
    assert "la date ne reculerait pas" in prolong(client, uno).text
    uno.refresh_from_db()
    assert uno.renewals == 1


def test_a_late_box_has_no_button_but_the_reason(login, family, uno, clock):
    clock.shift(datetime.timedelta(days=5))
    text = login(family).get("/compte/").text
    assert "en retard" in text
    assert "appelez l’accueil" in text
    assert "/prolonger/" not in text


def test_another_familys_loan_is_as_if_it_were_none(login, other_family, volunteer, uno):
    assert prolong(login(other_family), uno).status_code == 404
    assert prolong(login(volunteer), uno).status_code == 403
    assert login(other_family).post("/compte/prets/9999/prolonger/").status_code == 404
    uno.refresh_from_db()
    assert uno.renewals == 0


def test_what_is_owed_or_paid_in_advance_is_said(login, family, uno):
    client = login(family)
    assert "À régler" not in client.get("/compte/").text
    make_charge(family.household, 1250, kind=LedgerKind.SUBSCRIPTION)
    assert "À régler à l’accueil\u202f: <b>12,50\u00a0€</b>" in client.get("/compte/").text


def test_what_is_owed_is_told_line_by_line_with_what_is_paid_of_it(login, family, other_family, uno, budget):
    client, home = login(family), family.household
    assert "Rien n’a été dû" in client.get(LEDGER).text
    wrong = make_charge(home, 500, kind=LedgerKind.DAMAGE, note="Coin abîmé")
    ledger.correct(entry_id=wrong.pk, actor=None, note="Déjà noté")
    make_charge(home, 40, kind=LedgerKind.LATE, loan_id=uno.pk)
    make_payment(home, 30)
    subscriptions.subscribe(
        household_id=home.pk,
        type_id=make_subscription_type().pk,
        actor=None,
        today=NOON.date(),
        method="carte",
    )
    make_charge(home, 250, kind=LedgerKind.PIECE, note="1 dé, Odin")
    make_charge(other_family.household, 999)
    with budget("own_ledger"):
        page = client.get(LEDGER)
    assert "À régler à l’accueil\u202f: <b>2,60\u00a0€</b>" in page.text
    rows = [
        (line.get_kind_display(), line.what, line.amount_cents, line.left) for line in page.context["page"]
    ]
    assert rows == [
        ("Pièce manquante", "1 dé, Odin", 250, 250),
        ("Paiement", SOLD, -2500, 0),
        ("Adhésion", SOLD, 2500, 0),
        ("Paiement", "", -30, 0),
        ("Retard", "Uno", 40, 10),
        ("Correction", "Déjà noté", -500, 0),
        ("Dégât", "Coin abîmé", 500, 0),
    ]
    assert "il reste 0,10\u00a0€" in page.text
    assert page.text.count("annulé") == 1
    make_payment(home, 1000)
    assert "Avance\u202f: <b>7,40\u00a0€</b>" in client.get(LEDGER).text
    assert f'href="{LEDGER}"' in client.get("/compte/").text


def test_the_page_says_when_the_subscription_ends(login, family, uno):
    make_subscription(
        family.household, starts_on=datetime.date(2026, 1, 1), ends_on=datetime.date(2026, 12, 31)
    )
    assert "Adhésion jusqu’au 31\u00a0décembre\u00a02026" in login(family).get("/compte/").text


def test_the_page_of_twenty_boxes_costs_as_much_as_that_of_two(
    login, family, uno, django_assert_max_num_queries
):
    client, member = login(family), family.household.members.get()
    with django_assert_max_num_queries(8) as few:
        client.get("/compte/")
    for number in range(10):
        make_loan(make_copy(make_record(f"Jeu {number}")), member)
    with django_assert_max_num_queries(len(few)):
        client.get("/compte/")


def test_a_household_takes_its_data_along_and_nobody_elses(login, family, other_family, librarian, uno):
    member = make_member(family.household, first_name="Zoé", birth_date=datetime.date(2018, 2, 3))
    make_card(member, barcode="000042")
    make_hold(make_copy("Odin").record, family.household)
    make_charge(family.household, 500, note="Adhésion")
    make_mail(family.household)
    make_subscription(family.household, ends_on=datetime.date(2026, 12, 31))
    Favourite.objects.create(user=family, record=make_record("Dobble"))
    family.household.notes = "à surveiller"
    family.household.save()
    make_loan(make_copy("Secret"), other_family.household.members.get())
    assert 'href="/compte/donnees.json"' in login(family).get("/compte/").text
    answer = login(family).get("/compte/donnees.json")
    assert answer["Content-Disposition"].startswith("attachment")
    assert "no-store" in answer["Cache-Control"]
    said = json.loads(answer.content)
    assert said["foyer"]["nom"] == "Famille Martin"
    assert [one["prénom"] for one in said["adhérents"]] == ["Nour", "Zoé"]
    assert said["cartes"] == ["000042"]
    assert [(one["jeu"], one["à rendre le"], one["rendu le"]) for one in said["prêts"]] == [
        ("Uno", "2026-03-14", None)
    ]
    assert [one["jeu"] for one in said["réservations"]] == ["Odin"]
    assert [one["centimes"] for one in said["comptabilité"]] == [500]
    assert said["adhésions"][0]["au"] == "2026-12-31"
    assert said["courriels"][0]["à"] == "famille@example.org"
    assert [one["identifiant"] for one in said["comptes"]] == ["martin"]
    assert said["liste de jeux"] == ["Dobble"]
    for hidden in ("surveiller", "Durand", "Secret", family.password):
        assert hidden not in answer.text
    same = login(librarian).get(f"/gestion/foyers/{family.household_id}/donnees.json")
    assert json.loads(same.content) == said
    assert login(librarian).get("/compte/donnees.json").status_code == 403
