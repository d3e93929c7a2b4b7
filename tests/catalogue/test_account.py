"""Logging in and out, passwords, and a family's own page."""

import datetime
import re

import pytest
import time_machine
from django.utils import timezone

from catalogue.models import JournalEntry, LoginFailure
from catalogue.policy import ACCOUNT_FAILURES, ADDRESS_FAILURES, TRY_FAILURES
from tests.make import PASSWORD, make_copy, make_library, make_loan, make_member, make_record

pytestmark = pytest.mark.django_db


def log_in(client, username, password=PASSWORD, *, origin="127.0.0.1", **extra):
    values = {"username": username, "password": password, **extra}
    return client.post("/connexion/", values, REMOTE_ADDR=origin)


@pytest.mark.parametrize("name", ["martin", "MARTIN", "martin@example.org", " Martin@Example.ORG "])
def test_a_family_logs_in_by_name_or_e_mail_and_lands_on_its_page(client, family, name):
    answer = log_in(client, name)
    assert (answer.status_code, answer.url) == (302, "/compte/")


def test_the_staff_land_on_their_desk(client, volunteer):
    assert log_in(client, "victor").url == "/gestion/"
    assert "connecté comme Victor Petit" in client.get("/connexion/").text


def test_a_wrong_name_and_a_wrong_password_are_answered_alike(client, family):
    wrong_password, wrong_name = log_in(client, "martin", "non"), log_in(client, "personne", "non")
    assert wrong_password.status_code == wrong_name.status_code == 422
    told = [answer.context["form"].non_field_errors() for answer in (wrong_password, wrong_name)]
    assert told[0] == told[1] == ["Identifiant ou mot de passe inconnus. Vérifiez les deux, puis réessayez."]
    assert 'value="non"' not in wrong_password.text


def test_an_account_that_is_closed_does_not_open(client, family):
    family.is_active = False
    family.save()
    assert log_in(client, "martin").status_code == 422


def test_next_leads_back_only_to_a_page_of_ours(client, family):
    assert log_in(client, "martin", next="/compte/?x=1").url == "/compte/?x=1"
    client.post("/deconnexion/")
    for elsewhere in ("https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"):
        assert log_in(client, "martin", next=elsewhere).url == "/compte/"
        client.post("/deconnexion/")


def test_a_staff_address_leads_to_the_login_and_back(client, volunteer):
    answer = client.get("/gestion/pret/?adherent=1")
    assert answer.url == "/connexion/?next=/gestion/pret/%3Fadherent%3D1"
    page = client.get(answer.url)
    assert 'name="next" value="/gestion/pret/?adherent=1"' in page.text


@pytest.mark.parametrize("name", ["martin", "personne"])
def test_after_some_failures_one_waits_whether_the_account_exists_or_not(client, family, name):
    with time_machine.travel("2026-03-14T10:00:00Z", tick=False) as clock:
        for _ in range(TRY_FAILURES):
            assert log_in(client, name, "non").status_code == 422
        answer = log_in(client, name)
        assert answer.status_code == 429
        assert answer.headers["Retry-After"] == "900"
        assert "dans 15 minutes" in answer.text
        clock.shift(datetime.timedelta(minutes=15))
        assert log_in(client, name).status_code == (302 if name == "martin" else 422)


def test_other_spellings_of_a_name_do_not_open_another_round(client, family):
    for name in ("martin", "MARTIN", "martin@example.org", "Martin", "MARTIN@example.org"):
        log_in(client, name, "non")
    assert log_in(client, "martin").status_code == 429


def test_wrong_passwords_from_one_address_do_not_lock_the_account_for_others(client, family):
    for _ in range(TRY_FAILURES):
        log_in(client, "martin", "non", origin="10.0.0.9")
    assert log_in(client, "martin", origin="10.0.0.9").status_code == 429
    assert log_in(client, "martin").status_code == 302


def test_many_addresses_together_cannot_guess_at_one_account(client, family):
    for number in range(ACCOUNT_FAILURES):
        assert log_in(client, "martin", "non", origin=f"10.0.1.{number}").status_code == 422
    assert log_in(client, "martin").status_code == 429


def test_one_address_cannot_try_every_account(client, family):
    for number in range(ADDRESS_FAILURES):
        log_in(client, f"personne{number}", "non")
    assert log_in(client, "martin").status_code == 429
    assert client.get("/connexion/", REMOTE_ADDR="10.0.0.9").status_code == 200
    elsewhere = client.post(
        "/connexion/", {"username": "martin", "password": PASSWORD}, REMOTE_ADDR="10.0.0.9"
    )
    assert elsewhere.status_code == 302


def test_a_login_forgets_the_failures_and_keeps_neither_name_nor_address(client, family):
    log_in(client, "martin", "non")
    keys = list(LoginFailure.objects.values_list("key", flat=True))
    assert len(keys) == 3
    assert all(re.fullmatch("[0-9a-f]{64}", key) for key in keys)
    log_in(client, "martin")
    assert LoginFailure.objects.count() == 2


def test_logging_out_is_a_post(login, family):
    client = login(family)
    assert client.get("/deconnexion/").status_code == 405
    assert client.get("/compte/").status_code == 200
    client.post("/deconnexion/")
    assert client.get("/compte/").status_code == 302


def test_a_password_changes_with_the_old_one_and_leaves_a_line(login, family):
    client, other_browser = login(family), login(family)
    new = "un tout autre mot de passe"
    answer = client.post("/mot-de-passe/", {"old": PASSWORD, "new": new, "again": new})
    assert answer.url == "/compte/"
    assert client.get("/compte/").status_code == 200
    assert other_browser.get("/compte/").status_code == 302
    family.refresh_from_db()
    assert family.check_password(new)
    entry = JournalEntry.objects.first()
    assert (entry.verb, entry.actor, entry.after) == ("change-password", family, {})


@pytest.mark.parametrize(
    ("old", "new", "again", "faulty"),
    [
        ("faux", "un tout autre mot", "un tout autre mot", "old"),
        (PASSWORD, "court", "court", "new"),
        (PASSWORD, "12345678901234", "12345678901234", "new"),
        (PASSWORD, "un tout autre mot", "un autre", "again"),
    ],
)
def test_a_password_that_will_not_do_is_refused_where_it_is_wrong(login, family, old, new, again, faulty):
    answer = login(family).post("/mot-de-passe/", {"old": old, "new": new, "again": again})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [faulty]
    family.refresh_from_db()
    assert family.check_password(PASSWORD)


def test_a_family_sees_its_own_boxes_and_nobody_elses(login, family, other_family):
    mine = make_loan(make_copy("Uno"), family.household.members.get())
    make_loan(make_copy("Odin"), other_family.household.members.get())
    page = login(family).get("/compte/")
    assert [own.loan for own in page.context["loans"]] == [mine]
    assert "Odin" not in page.text
    assert "Durand" not in page.text
    assert "no-store" in page.headers["Cache-Control"]


def test_two_boxes_of_a_game_are_told_apart_on_the_page_of_a_family(login, family):
    record, member = make_record("Uno"), family.household.members.get()
    for code in ("90191", "90192"):
        make_loan(make_copy(record, barcode=code, call_number=f"UNO {code[-1]}"), member)
    text = login(family).get("/compte/").text
    assert all(words in text for words in ("90191", "90192", "UNO 1", "UNO 2"))


def test_a_late_box_is_marked_in_words(login, family):
    late = timezone.localdate() - datetime.timedelta(days=2)
    make_loan(make_copy("Uno"), family.household.members.get(), due_on=late)
    assert "en retard" in login(family).get("/compte/").text


def test_a_family_without_a_box_is_told_what_to_do(login, family):
    assert "Aucun jeu à la maison" in login(family).get("/compte/").text


def test_the_staff_have_a_page_with_their_password_and_the_way_out(login, volunteer):
    page = login(volunteer).get("/compte/")
    assert "Victor Petit" in page.text
    assert "/mot-de-passe/" in page.text


def test_the_page_of_a_family_stays_within_its_budget(login, family, budget):
    make_library()
    record = make_record("Uno", rules_text="On joue.")
    brother = make_member(family.household, first_name="Sami")
    for member in [*family.household.members.all(), brother] * 4:
        make_loan(make_copy(record), member)
    client = login(family)
    with budget("account"):
        client.get("/compte/")
