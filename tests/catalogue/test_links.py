"""Links that open an account: for a forgotten password, for another address; once, and for a while."""

import datetime

import pytest
import time_machine
from django.core import mail as outbox
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django_tasks_db.models import DBTaskResult

from catalogue.models import JournalEntry, Mail, MailKind, User
from catalogue.policy import ASKS_ABOUT, ASKS_FROM
from catalogue.services import links, own_account
from tests.links import choose, mailed
from tests.make import PASSWORD, make_library, make_member, make_user

pytestmark = pytest.mark.django_db

CHOSEN = "trois chats sous un toit"
NOON = datetime.datetime(2026, 3, 12, 12, 0, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def site(settings):
    settings.SITE_URL = "https://ludo.example.org"


@pytest.fixture(autouse=True)
def library(db):
    return make_library(email="toupie@example.org")


def ask(client, identifier="martin", **where):
    return client.post("/mot-de-passe/oublie/", {"identifier": identifier}, **where)


def worker_answers() -> None:
    """What the worker does with what was asked."""
    for task in DBTaskResult.objects.filter(task_path="catalogue.tasks.send_reset"):
        own_account.send_reset(account_id=task.args_kwargs["args"][0])
        task.delete()


def reset_link(client) -> str:
    ask(client)
    worker_answers()
    return mailed()


@pytest.mark.parametrize("name", ["martin", " MARTIN@example.org "])
def test_a_forgotten_password_is_chosen_anew_by_a_link(client, login, family, name):
    browser = login(family)
    assert 'href="/mot-de-passe/oublie/"' in client.get("/connexion/").text
    assert "un lien vient d’y partir" in ask(client, name).text
    worker_answers()
    path = mailed()
    assert outbox.outbox[0].to == ["martin@example.org"]
    page = client.get(path)
    assert "no-store" in page["Cache-Control"]
    assert choose(client, path, CHOSEN).url == "/compte/"
    assert client.get("/compte/").status_code == 200
    assert browser.get("/compte/").status_code == 302
    family.refresh_from_db()
    assert family.check_password(CHOSEN)
    assert JournalEntry.objects.get(verb="change-password").actor == family


@pytest.mark.django_db(transaction=True)
def test_the_worker_itself_sends_it(client, family):
    ask(client)
    call_command("db_worker", batch=True, startup_delay=False, reload=False, interval=0, verbosity=0)
    assert outbox.outbox[0].to == ["martin@example.org"]


def test_asking_is_answered_alike_whoever_has_the_name(client, family):
    answers, costs = [], []
    for name in ("martin", "personne", "martin@example.org", "personne@example.org"):
        with CaptureQueriesContext(connection) as captured:
            answers.append(ask(client, name, REMOTE_ADDR="10.0.0.9"))
        costs.append(len(captured))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert len(set(costs)) == 1
    worker_answers()
    assert {mail.to for mail in Mail.objects.all()} == {"martin@example.org"}


def test_closed_accounts_and_those_without_an_address_get_no_mail(client, family):
    make_user("sans", email="")
    User.objects.filter(pk=family.pk).update(is_active=False)
    for name in ("sans", "martin"):
        assert ask(client, name).status_code == 200
    worker_answers()
    assert not Mail.objects.exists()


def test_who_asks_too_often_waits_and_nobodys_letterbox_fills_up(client, family):
    for name in ("martin", "personne"):
        for _ in range(ASKS_ABOUT):
            assert ask(client, name).status_code == 200
        answer = ask(client, name)
        assert answer.status_code == 429
        assert int(answer["Retry-After"]) > 0
    for _ in range(ASKS_ABOUT):
        assert ask(client, "martin@example.org", REMOTE_ADDR="10.0.0.9").status_code == 200
    worker_answers()
    assert Mail.objects.count() == ASKS_ABOUT
    for number in range(ASKS_FROM):
        ask(client, f"nom{number}", REMOTE_ADDR="10.0.0.8")
    assert ask(client, "encore", REMOTE_ADDR="10.0.0.8").status_code == 429


def test_where_no_mail_goes_one_is_told_to_ask_at_the_desk(client, family, settings):
    settings.SITE_URL = ""
    assert "n’envoie pas de courriels" in client.get("/mot-de-passe/oublie/").text
    assert "n’envoie pas de courriels" in ask(client).text
    assert not DBTaskResult.objects.exists()


def test_a_link_serves_once(client, family):
    path = reset_link(client)
    choose(client, path, CHOSEN)
    client.post("/deconnexion/")
    for answer in (client.get(path), choose(client, path, "un autre toit de chats")):
        assert answer.status_code == 410
        assert "Ce lien ne sert plus" in answer.text
    family.refresh_from_db()
    assert family.check_password(CHOSEN)


@pytest.mark.parametrize(
    ("purpose", "lives"),
    [(links.RESET, datetime.timedelta(days=1)), (links.INVITATION, datetime.timedelta(days=14))],
)
def test_a_link_has_its_time(client, family, purpose, lives):
    with time_machine.travel(NOON, tick=False) as clock:
        path = links.make(purpose, family).path
        clock.shift(lives - datetime.timedelta(minutes=1))
        assert client.get(path).status_code == 200
        clock.shift(120)
        assert client.get(path).status_code == 410


@pytest.mark.parametrize("change", ["password", "login", "email", "close"])
def test_a_link_dies_with_what_it_was_made_for(client, family, change):
    path = links.make(links.RESET, family).path
    if change == "password":
        family.set_password(CHOSEN)
    elif change == "login":
        client.post("/connexion/", {"username": "martin", "password": PASSWORD})
        client.post("/deconnexion/")
        family.refresh_from_db()
    elif change == "email":
        family.email = "autre@example.org"
    else:
        family.is_active = False
    family.save()
    assert client.get(path).status_code == 410


def test_a_link_of_one_kind_is_none_of_another(client, family):
    token = links.make(links.ADDRESS, family, email="n@example.org").path.split("/")[3]
    assert client.get(f"/compte/lien/{token}/").status_code == 410
    token = links.make(links.RESET, family).path.split("/")[3]
    assert client.get(f"/compte/adresse/{token}/").status_code == 410
    for broken in (token[:-1], f"{token}x", "é", "WzFd:1w:abc"):
        assert client.get(f"/compte/lien/{broken}/").status_code == 410


@pytest.mark.parametrize(
    "password", ["martin", "martin@example.org", "court", "1234567890123", "password1234"]
)
def test_a_password_like_the_username_or_too_plain_is_refused(client, family, password):
    User.objects.filter(pk=family.pk).update(username="martin-martin", email="martin@example.org")
    family.refresh_from_db()
    path = links.make(links.RESET, family).path
    for word in (password, "martin-martin"):
        answer = choose(client, path, word)
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == ["new"]
    assert choose(client, path, CHOSEN).status_code == 302


def change(client, email, old=PASSWORD):
    return client.post("/compte/courriel/", {"email": email, "old": old}, follow=True)


def test_an_address_changes_once_the_new_one_has_confirmed_it(login, client, family):
    family.household.email = "Martin@example.org"
    family.household.save()
    make_member(family.household, email="martin@example.org")
    browser = login(family)
    assert 'href="/compte/courriel/"' in browser.get("/compte/").text
    assert "Un lien part à nouveau@example.org" in change(browser, "nouveau@example.org").text
    family.refresh_from_db()
    assert family.email == "martin@example.org"
    path = mailed()
    assert outbox.outbox[-1].to == ["nouveau@example.org"]
    assert "Oui, c’est mon adresse" in client.get(path).text  # another browser; and looking changes nothing
    family.refresh_from_db()
    assert family.email == "martin@example.org"
    assert "L’adresse est changée" in client.post(path).text
    family.refresh_from_db()
    family.household.refresh_from_db()
    assert family.email == family.household.email == "nouveau@example.org"
    assert family.household.members.last().email == "nouveau@example.org"
    assert client.post(path).status_code == 410
    told = Mail.objects.get(kind=MailKind.ADDRESS_CHANGED)
    assert told.to == "martin@example.org"
    assert "nouveau@example.org" not in told.body
    entry = JournalEntry.objects.get(verb="change-email")
    assert (entry.actor, entry.before) == (family, {"email": "martin@example.org"})


def test_whether_an_address_opens_another_account_is_told_to_its_owner_alone(login, family, other_family):
    other_family.email = "durand@example.org"
    other_family.save()
    answer = change(login(family), "DURAND@example.org")
    assert "Un lien part à DURAND@example.org" in answer.text
    mail = Mail.objects.get()
    assert (mail.kind, mail.to) == (MailKind.ADDRESS_TAKEN, "DURAND@example.org")
    assert "martin" not in mail.body


def test_an_address_taken_between_asking_and_confirming_stays_its_owners(client, family, other_family):
    path = links.make(links.ADDRESS, family, email="nouveau@example.org").path
    other_family.email = "nouveau@example.org"
    other_family.save()
    answer = client.post(path)
    assert answer.status_code == 409
    assert "n’est pas changée" in answer.text
    family.refresh_from_db()
    assert family.email == "martin@example.org"


@pytest.mark.parametrize(
    ("email", "old", "faulty"),
    [
        ("martin", PASSWORD, "email"),
        ("MARTIN@example.org", PASSWORD, "email"),
        ("n@example.org", "faux", "old"),
    ],
)
def test_a_change_that_will_not_do_is_refused_where_it_is_wrong(login, family, email, old, faulty):
    answer = change(login(family), email, old)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [faulty]
    assert not Mail.objects.exists()


def test_letterboxes_of_strangers_are_not_filled_by_changing_ones_address(login, family):
    browser = login(family)
    for number in range(ASKS_ABOUT):
        assert change(browser, f"n{number}@example.org").status_code == 200
    assert change(browser, "n9@example.org").status_code == 429
    assert Mail.objects.count() == ASKS_ABOUT


def test_the_address_is_changed_at_the_desk_where_no_mail_goes(login, family, settings):
    settings.SITE_URL = ""
    assert "se change à l’accueil" in login(family).get("/compte/courriel/").text
    assert "se change à l’accueil" in change(login(family), "n@example.org").text
