"""Accounts that a manager makes and closes: success and refusal side by side."""

import re
import threading

import pytest
from django.db import connection
from django.urls import reverse

from catalogue.models import JournalEntry, Role, User
from catalogue.policy import Refused
from catalogue.services import accounts
from tests.make import PASSWORD, make_household, make_library, make_member, make_user

pytestmark = pytest.mark.django_db

NEW = {"first_name": "Éloi", "last_name": "Roy", "username": "eloi", "email": "", "role": "librarian"}
SHOWN = re.compile(r"<b>((?:[a-z2-9]{4}-){3}[a-z2-9]{4})</b>")


@pytest.fixture
def boss(login, manager):
    return login(manager)


def enters(client, username, password) -> bool:
    answer = client.post("/connexion/", {"username": username, "password": password})
    return answer.status_code == 302


def test_a_librarian_gets_an_account_and_logs_in_with_the_password_shown(boss, client):
    assert 'href="/gestion/comptes/"' in boss.get("/gestion/").text
    answer = boss.post("/gestion/comptes/ajouter/", NEW)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    password = SHOWN.search(answer.text)[1]
    account = User.objects.get(username="eloi")
    assert (str(account), account.role, account.household) == ("Éloi Roy", Role.LIBRARIAN, None)
    assert enters(client, "eloi", password)
    assert client.get("/gestion/notices/").status_code == 200
    assert password not in boss.get(f"/gestion/comptes/{account.pk}/").text


def test_the_journal_tells_who_made_it_and_never_the_password(boss, manager):
    password = SHOWN.search(boss.post("/gestion/comptes/ajouter/", NEW).text)[1]
    account = User.objects.get(username="eloi")
    again = SHOWN.search(boss.post(f"/gestion/comptes/{account.pk}/mot-de-passe/").text)[1]
    entries = JournalEntry.objects.filter(subject_type="user", subject_id=account.pk)
    assert {(entry.actor, entry.verb) for entry in entries} == {
        (manager, "create"),
        (manager, "renew-password"),
    }
    told = " ".join(f"{entry.before} {entry.after} {entry.subject_name}" for entry in entries)
    account.refresh_from_db()
    for secret in (password, again, account.password):
        assert secret not in told


def test_a_family_gets_an_account_from_the_page_of_its_household(boss, client, login, librarian):
    family = make_member(make_household("Famille Éluard", email="eluard@example.org")).household
    page = boss.get(family.get_absolute_url()).text
    address = f"/gestion/comptes/ajouter/?foyer={family.pk}"
    assert f'href="{address}"' in page
    assert "Créer un compte en ligne" not in login(librarian).get(family.get_absolute_url()).text
    form = boss.get(address)
    assert 'value="eluard@example.org"' in form.text
    assert "role" not in form.context["form"].fields
    values = NEW | {"username": "eluard", "email": "eluard@example.org", "role": "manager"}
    password = SHOWN.search(boss.post(address, values).text)[1]
    account = User.objects.get(username="eluard")
    assert (account.role, account.household) == (Role.MEMBER, family)
    assert enters(client, "eluard@example.org", password)
    assert client.get("/gestion/").status_code == 403
    assert f"/gestion/comptes/{account.pk}/" in boss.get(family.get_absolute_url()).text


@pytest.mark.parametrize("number", ["x", "0", "²", "99999999999999999999"])
def test_a_household_that_is_none_has_no_account(boss, number):
    assert boss.post(f"/gestion/comptes/ajouter/?foyer={number}", NEW).status_code == 404
    assert not User.objects.filter(username="eloi").exists()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"username": "MIREILLE"}, "ouvre déjà celui de Mireille Roux"),
        ({"username": "mireille@example.org"}, "ouvre déjà celui de Mireille Roux"),
        ({"email": "Mireille@example.org"}, "ouvre déjà celui de Mireille Roux"),
        ({"username": "é l"}, "ne contient que des lettres"),
        ({"username": ""}, "corrigez ce qui est marqué"),
        ({"last_name": "\u3164"}, "Ce nom ne se voit pas"),
        ({"role": "member"}, "corrigez ce qui est marqué"),
        ({"email": "eloi"}, "corrigez ce qui est marqué"),
    ],
)
def test_an_account_that_cannot_be_is_refused_and_what_was_typed_stays(boss, manager, change, words):
    User.objects.update(email="mireille@example.org")
    answer = boss.post("/gestion/comptes/ajouter/", NEW | change)
    assert answer.status_code == 422
    assert words in answer.text
    assert 'value="Éloi"' in answer.text
    assert list(User.objects.all()) == [manager]


def test_a_closed_account_is_out_at_once_and_comes_back_when_reopened(boss, login, librarian):
    desk = login(librarian)
    address = f"/gestion/comptes/{librarian.pk}/"
    assert "est fermé" in boss.post(f"{address}fermer/", follow=True).text
    assert desk.get("/gestion/").status_code == 302
    assert "Fermé" in boss.get("/gestion/comptes/").text
    assert "est rouvert" in boss.post(f"{address}rouvrir/", follow=True).text
    assert desk.get("/gestion/").status_code == 200
    assert [entry.verb for entry in JournalEntry.objects.order_by("id")] == ["close", "reopen"]
    boss.post(f"{address}rouvrir/")  # twice changes nothing, and says nothing new
    assert JournalEntry.objects.count() == 2


def test_nobody_closes_the_own_account_or_takes_a_password_for_it(boss, manager):
    make_user("claire", role=Role.MANAGER)
    address = f"/gestion/comptes/{manager.pk}/"
    assert "C’est le vôtre" in boss.get(address).text
    assert "Personne ne ferme le sien" in boss.post(f"{address}fermer/", follow=True).text
    assert "propre compte" in boss.post(f"{address}mot-de-passe/", follow=True).text
    manager.refresh_from_db()
    assert manager.is_active
    assert manager.check_password(PASSWORD)


def test_the_last_manager_stays(manager):
    other = make_user("claire", role=Role.MANAGER)
    accounts.close(account_id=manager.pk, actor=other)
    with pytest.raises(Refused) as refused:  # by somebody whose page was open before
        accounts.close(account_id=other.pk, actor=manager)
    assert refused.value.codes == ("last-manager",)
    other.refresh_from_db()
    assert other.is_active


@pytest.mark.django_db(transaction=True)
def test_two_managers_who_close_each_other_leave_one():
    pair = [make_user(name, role=Role.MANAGER) for name in ("claire", "mireille")]
    start, refusals = threading.Barrier(2), []

    def close(own, other):
        try:
            start.wait()
            accounts.close(account_id=other.pk, actor=own)
        except Refused as refused:
            refusals.append(refused.codes)
        finally:
            connection.close()

    threads = [threading.Thread(target=close, args=args) for args in (pair, pair[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refusals == [("last-manager",)]
    assert User.objects.filter(is_active=True).count() == 1


def test_a_new_password_ends_the_old_one_and_its_sessions(boss, login, client, librarian):
    desk = login(librarian)
    password = SHOWN.search(boss.post(f"/gestion/comptes/{librarian.pk}/mot-de-passe/").text)[1]
    assert desk.get("/gestion/").status_code == 302
    assert not enters(client, "nadia", PASSWORD)
    assert enters(client, "nadia", password)


def test_accounts_are_found_by_name_username_family_and_e_mail(boss, manager):
    eloi = make_user("eloi1", first_name="Éloi", last_name="Roy", email="roy@example.org")
    family = make_user(
        "f7", role=Role.MEMBER, household=make_member(make_household("Famille Éluard")).household
    )

    def found(text):
        return list(boss.get("/gestion/comptes/", {"q": text}).context["page"])

    assert found("") == [manager, eloi, family]
    assert found("eloi") == found("ÉLOI roy") == found("loi1") == found("ROY@example.org") == [eloi]
    assert found("eluard") == found("f7") == [family]
    assert found("zzz") == found("%_\0") == []
    assert found("!!!") == []


def test_the_list_costs_the_same_for_two_accounts_and_for_many(boss, django_assert_max_num_queries):
    def fill(number):
        for n in range(number):
            make_user(f"u{User.objects.count()}-{n}", role=Role.MEMBER)

    make_library()
    fill(2)
    with django_assert_max_num_queries(7) as few:
        boss.get(reverse("staff_accounts"))
    fill(20)
    with django_assert_max_num_queries(len(few)):
        boss.get(reverse("staff_accounts"))


def test_an_unknown_account_is_not_found(boss):
    assert boss.get("/gestion/comptes/9999/").status_code == 404
    for act in ("fermer", "rouvrir", "mot-de-passe"):
        assert boss.post(f"/gestion/comptes/9999/{act}/").status_code == 404
