"""Accounts that a manager makes and closes: success and refusal side by side."""

import threading

import pytest
from django.core import mail as outbox
from django.db import connection
from django.urls import reverse

from catalogue.models import JournalEntry, Mail, Role, User
from catalogue.policy import Refused
from catalogue.services import accounts
from tests.links import choose, mailed, shown
from tests.make import make_household, make_library, make_member, make_user

pytestmark = pytest.mark.django_db

NEW = {"first_name": "Éloi", "last_name": "Roy", "username": "eloi", "email": "", "role": "librarian"}
CHOSEN = "trois chats sous un toit"


@pytest.fixture
def boss(login, manager):
    return login(manager)


def enters(client, username, password) -> bool:
    answer = client.post("/connexion/", {"username": username, "password": password})
    return answer.status_code == 302


def test_a_librarian_is_invited_by_a_link_and_chooses_her_password(boss, client):
    assert 'href="/gestion/comptes/"' in boss.get("/gestion/reglages/").text
    answer = boss.post("/gestion/comptes/ajouter/", NEW)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    account = User.objects.get(username="eloi")
    assert (str(account), account.role, account.household) == ("Éloi Roy", Role.LIBRARIAN, None)
    assert not account.has_usable_password()
    assert "Invité, pas encore ouvert" in boss.get(f"/gestion/comptes/{account.pk}/").text
    path = shown(answer)
    assert "Code à flasher" in answer.text
    assert "Bonjour Éloi Roy" in client.get(path).text
    assert choose(client, path, CHOSEN).url == "/gestion/"
    assert client.get("/gestion/notices/").status_code == 200
    client.post("/deconnexion/")
    assert enters(client, "eloi", CHOSEN)
    page = boss.get(f"/gestion/comptes/{account.pk}/").text
    assert "Ouvert" in page
    assert path not in page


def test_the_invitation_goes_by_mail_and_is_then_shown_nowhere(boss, client, settings):
    make_library(email="toupie@example.org")
    settings.SITE_URL = "https://ludo.example.org"
    answer = boss.post("/gestion/comptes/ajouter/", NEW | {"username": "", "email": "eloi@example.org"})
    assert "Le lien part à eloi@example.org" in answer.text
    assert "/compte/lien/" not in answer.text
    path = mailed()
    assert "eloi.roy" in outbox.outbox[0].body
    assert path not in boss.get("/gestion/courriels/").text
    assert choose(client, path, CHOSEN).status_code == 302
    client.post("/deconnexion/")
    assert enters(client, "ELOI@example.org", CHOSEN)


def test_where_no_mail_goes_the_staff_is_told_and_shown_the_link(boss):
    answer = boss.post("/gestion/comptes/ajouter/", NEW | {"email": "eloi@example.org"})
    assert "Aucun courriel ne part d’ici" in answer.text
    assert shown(answer).startswith("/compte/lien/")


def test_a_username_is_made_of_the_name_and_stays_free(boss):
    for expected in ("eloi.roy", "eloi.roy2", "eloi.roy3"):
        boss.post("/gestion/comptes/ajouter/", NEW | {"username": ""})
        assert User.objects.latest("id").username == expected


def test_the_journal_tells_who_invited_and_never_the_link(boss, manager, client):
    path = shown(boss.post("/gestion/comptes/ajouter/", NEW))
    account = User.objects.get(username="eloi")
    again = shown(boss.post(f"/gestion/comptes/{account.pk}/lien/"))
    choose(client, again, CHOSEN)
    entries = JournalEntry.objects.filter(subject_type="user", subject_id=account.pk)
    assert {(entry.actor, entry.verb) for entry in entries} == {
        (manager, "invite"),
        (manager, "send-link"),
        (account, "change-password"),
    }
    told = " ".join(f"{entry.before} {entry.after} {entry.subject_name}" for entry in entries)
    account.refresh_from_db()
    for secret in (path.split("/")[3], again.split("/")[3], CHOSEN, account.password):
        assert secret not in told


def test_a_librarian_invites_a_member_from_the_page_of_the_household(login, librarian, client):
    member = make_member(make_household("Famille Éluard", email="eluard@example.org"), first_name="Paul")
    family, staff = member.household, login(librarian)
    address = f"/gestion/foyers/{family.pk}/comptes/"
    assert f'href="{address}"' in staff.get(family.get_absolute_url()).text
    form = staff.get(f"{address}?adherent={member.pk}")
    assert 'value="eluard@example.org"' in form.text
    assert 'value="Paul"' in form.text
    assert "role" not in form.context["form"].fields
    values = NEW | {"username": "eluard", "email": "eluard@example.org", "role": "manager"}
    path = shown(staff.post(address, values))
    account = User.objects.get(username="eluard")
    assert (account.role, account.household) == (Role.MEMBER, family)
    for act, said in (("fermer", "est fermé"), ("rouvrir", "donnez-lui un lien")):  # nobody has opened it yet
        assert said in staff.post(f"{address}{account.pk}/{act}/", follow=True).text
    assert choose(client, path, CHOSEN).url == "/compte/"
    assert client.get("/gestion/").status_code == 403
    assert "Ouvert" in staff.get(address).text
    assert "est fermé" in staff.post(f"{address}{account.pk}/fermer/", follow=True).text
    assert client.get("/compte/").status_code == 302
    assert "Rouvrez-le d’abord" in staff.post(f"{address}{account.pk}/lien/", follow=True).text
    assert (
        "avec le mot de passe qu’il avait" in staff.post(f"{address}{account.pk}/rouvrir/", follow=True).text
    )


def test_a_librarian_reaches_no_account_of_the_team_nor_of_another_family(login, librarian, manager):
    family = make_household("Famille Éluard")
    other = make_user("petit", role=Role.MEMBER)
    for account in (manager, other):
        for act in ("lien", "fermer", "rouvrir"):
            address = f"/gestion/foyers/{family.pk}/comptes/{account.pk}/{act}/"
            assert login(librarian).post(address).status_code == 404
    assert not JournalEntry.objects.filter(verb__in=["close", "send-link"]).exists()


@pytest.mark.parametrize("number", ["x", "0", "²", "99999999999999999999"])
def test_a_member_who_is_none_fills_nothing_in(boss, number):
    family = make_household("Famille Éluard")
    answer = boss.get(f"/gestion/foyers/{family.pk}/comptes/?adherent={number}")
    assert answer.context["form"]["first_name"].value() is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"username": "MIREILLE"}, "ouvre déjà celui de Mireille Roux"),
        ({"username": "mireille@example.org"}, "ouvre déjà celui de Mireille Roux"),
        ({"email": "Mireille@example.org"}, "ouvre déjà celui de Mireille Roux"),
        ({"username": "é l"}, "ne contient que des lettres"),
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


def test_nobody_closes_the_own_account_gives_it_a_role_or_takes_a_link_for_it(boss, manager):
    make_user("claire", role=Role.MANAGER)
    address = f"/gestion/comptes/{manager.pk}/"
    assert "C’est le vôtre" in boss.get(address).text
    assert "Personne ne ferme le sien" in boss.post(f"{address}fermer/", follow=True).text
    assert "propre compte" in boss.post(f"{address}lien/", follow=True).text
    answer = boss.post(address, {"what": "role", "role": "volunteer"}, follow=True)
    assert "Personne ne change le sien" in answer.text
    manager.refresh_from_db()
    assert (manager.is_active, manager.role) == (True, Role.MANAGER)


def test_the_last_manager_stays(manager):
    other = make_user("claire", role=Role.MANAGER)
    accounts.close(account_id=manager.pk, actor=other)
    with pytest.raises(Refused) as refused:  # by somebody whose page was open before
        accounts.close(account_id=other.pk, actor=manager)
    assert refused.value.codes == ("last-manager",)
    with pytest.raises(Refused) as refused:
        accounts.change_role(account_id=other.pk, role=Role.LIBRARIAN, actor=manager)
    assert refused.value.codes == ("last-manager",)
    other.refresh_from_db()
    assert (other.is_active, other.role) == (True, Role.MANAGER)


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


def test_somebody_of_the_team_gets_another_role(boss, login, volunteer):
    desk, address = login(volunteer), f"/gestion/comptes/{volunteer.pk}/"
    assert desk.get("/gestion/notices/").status_code == 403
    answer = boss.post(address, {"what": "role", "role": "librarian"}, follow=True)
    assert "a maintenant le rôle «\u00a0Ludothécaire\u00a0»" in answer.text
    assert desk.get("/gestion/notices/").status_code == 200
    entry = JournalEntry.objects.get(verb="change-role")
    assert (entry.before, entry.after) == ({"role": "volunteer"}, {"role": "librarian"})
    assert boss.post(address, {"what": "role", "role": "member"}).status_code == 422


def test_a_family_does_not_join_the_team_by_a_change_of_role(manager, family):
    with pytest.raises(Refused) as refused:
        accounts.change_role(account_id=family.pk, role=Role.MANAGER, actor=manager)
    assert refused.value.codes == ("family",)


def test_an_address_that_was_mistyped_is_put_right_and_the_old_one_told(boss, family, settings):
    settings.SITE_URL = "https://ludo.example.org"
    make_user("autre", email="autre@example.org")
    address = f"/gestion/comptes/{family.pk}/"
    answer = boss.post(address, {"what": "email", "email": "AUTRE@example.org"})
    assert answer.status_code == 422
    assert "ouvre déjà celui" in answer.text
    assert "est à jour" in boss.post(address, {"what": "email", "email": "m@example.org"}, follow=True).text
    family.refresh_from_db()
    assert family.email == "m@example.org"
    assert Mail.objects.get().to == "martin@example.org"


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
    for act in ("fermer", "rouvrir", "lien"):
        assert boss.post(f"/gestion/comptes/9999/{act}/").status_code == 404
