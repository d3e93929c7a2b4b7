"""Mails: written with the act, sent by the worker, tried again, and honest about failures."""

import datetime
import smtplib

import pytest
import time_machine
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.utils import timezone
from django_tasks_db.models import DBTaskResult, get_date_max

from catalogue.letters import fault, fill, letters
from catalogue.models import JournalEntry, Library, Mail, MailKind, MailState, MailText
from catalogue.policy import Refused
from catalogue.services import mails, posting
from catalogue.tasks import housekeeping, send_mails
from ludotheque import post
from tests.make import make_household, make_library, make_member

pytestmark = pytest.mark.django_db

EXPIRED = {"jeu": "Uno", "date": "12 mars 2026"}
NOON = datetime.datetime(2026, 3, 12, 12, 0, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def site(settings):
    settings.SITE_URL = "https://ludo.example.org"


@pytest.fixture
def home():
    make_library(name="La Toupie", email="toupie@example.org", address="1 rue du Jeu\n35000 Rennes")
    return make_household("Famille Éluard", email="eluard@example.org")


@pytest.fixture
def server(monkeypatch):
    """A mail server that answers with the errors put on its list, one for each mail, and then takes all."""
    errors: list[Exception] = []
    take = EmailBackend.send_messages

    def send_messages(self, messages):
        if errors:
            raise errors.pop(0)
        return take(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send_messages)
    return errors


def queue(home, **values) -> Mail:
    values = {"kind": MailKind.HOLD_EXPIRED, "household_id": home.pk, "facts": EXPIRED} | values
    mail = mails.queue(**values)
    assert mail is not None
    return mail


def worker_sends() -> int:
    """What the worker does with the task on its list."""
    DBTaskResult.objects.filter(task_path=send_mails.module_path, run_after=get_date_max()).delete()
    return posting.send_waiting()


def refused(code: int) -> smtplib.SMTPRecipientsRefused:
    return smtplib.SMTPRecipientsRefused({"eluard@example.org": (code, b"no such user")})


def test_a_mail_is_written_with_the_act_and_goes_to_the_family(home):
    mail = queue(home)
    assert mail.state == MailState.WAITING
    assert DBTaskResult.objects.get().task_path == send_mails.module_path
    assert posting.send_waiting() == 1
    sent = outbox.outbox[0]
    assert (sent.to, sent.from_email) == (["eluard@example.org"], '"La Toupie" <toupie@example.org>')
    assert sent.reply_to == ["toupie@example.org"]
    assert sent.subject == "«\u00a0Uno\u00a0» n’est plus gardé pour vous"
    assert "Bonjour Famille Éluard," in sent.body
    assert sent.body.endswith("-- \nLa Toupie\n1 rue du Jeu\n35000 Rennes\ntoupie@example.org")
    mail.refresh_from_db()
    assert (mail.state, mail.tries, mail.error) == (MailState.SENT, 1, "")
    assert posting.send_waiting() == 0


@pytest.mark.parametrize(
    ("name", "written"),
    [('L’Âne, « à "roulettes" »', "=?utf-8?"), ("La Toupie\nBcc: x@example.org", '"La Toupie Bcc')],
)
def test_a_library_is_a_sender_under_any_name_and_at_an_address_with_accents(name, written):
    sender = post.sender(name, "contact@ludothèque.example")
    header = outbox.EmailMessage("Objet", "", sender, ["a@example.org"]).message()["From"]
    assert header.startswith(written)
    assert header.endswith("<contact@xn--ludothque-53a.example>")
    assert "\n" not in sender


def test_an_act_that_fails_sends_nothing(home):
    with transaction.atomic():
        queue(home)
        transaction.set_rollback(True)
    assert not Mail.objects.exists()
    assert not DBTaskResult.objects.exists()


def test_a_family_is_written_to_by_a_member_who_has_an_address_or_not_at_all():
    make_library()
    home = make_household("Famille Roy")
    values = {"kind": MailKind.HOLD_EXPIRED, "household_id": home.pk, "facts": EXPIRED}
    assert mails.queue(**values) is None
    make_member(home)
    make_member(home, email="theo@example.org")
    assert mails.queue(**values).to == "theo@example.org"


def test_a_fact_that_is_missing_is_a_fault_of_ours(home):
    with pytest.raises(ValueError, match="date"):
        queue(home, facts={"jeu": "Uno"})


def test_a_title_with_braces_or_two_lines_does_no_harm(home):
    mail = queue(home, facts={"jeu": "Le {date}\nBcc: x@y.fr", "date": "demain"})
    assert mail.subject == "«\u00a0Le {date} Bcc: x@y.fr\u00a0» n’est plus gardé pour vous"
    assert posting.send_waiting() == 1


def test_it_is_tried_again_with_growing_pauses_and_then_given_up(home, server):
    with time_machine.travel(NOON, tick=False) as clock:
        mail = queue(home)
        waits = []
        server.extend([smtplib.SMTPServerDisconnected("gone")] * 20)
        while mail.next_try_at:
            waits.append(mail.next_try_at - timezone.now())
            clock.move_to(mail.next_try_at)
            posting.send_waiting()
            mail.refresh_from_db()
    assert waits[1:] == list(posting.PAUSES)
    assert mail.state == MailState.FAILED
    assert mail.error == "Le serveur de courrier ne répond pas."


def test_after_a_failure_it_goes_by_itself(home, server):
    with time_machine.travel(NOON, tick=False) as clock:
        queue(home)
        server.append(TimeoutError())
        worker_sends()
        assert "ne répond pas" in Mail.objects.get().error
        clock.shift(posting.PAUSES[0])
        assert DBTaskResult.objects.filter(status="READY", run_after=timezone.now()).count() == 1
        assert posting.send_waiting() == 1
        assert Mail.objects.get().error == ""


def test_an_address_that_is_none_is_given_up_and_the_next_mail_goes(home, server):
    first, second = queue(home), queue(home)
    server.append(refused(550))
    assert posting.send_waiting() == 1
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == (MailState.FAILED, MailState.SENT)
    assert first.error == "L’adresse est refusée : 550 no such user"


@pytest.mark.parametrize(
    ("error", "words", "final"),
    [
        (refused(451), "L’adresse est refusée", False),
        (smtplib.SMTPAuthenticationError(535, b"no"), "mot de passe (EMAIL_URL)", False),
        (smtplib.SMTPSenderRefused(530, b"who", "x@y"), "expéditeur est refusée : 530 who", False),
        (smtplib.SMTPDataError(554, b"spam"), "Le message est refusé : 554 spam", True),
        (ConnectionRefusedError(), "ne répond pas", False),
        (UnicodeError("\udce9"), "ne peut pas partir", True),
    ],
)
def test_a_failure_is_told_in_french(error, words, final):
    failure = post.failure(error)
    assert words in str(failure)
    assert failure.final is final


def test_without_any_address_of_ours_nothing_goes_and_staff_reads_why(home):
    Library.objects.update(email="")
    mail = queue(home)
    posting.send_waiting()
    mail.refresh_from_db()
    assert "Aucune adresse d’expéditeur" in mail.error
    assert not outbox.outbox


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("EMAIL_BACKEND", "django.core.mail.backends.dummy.EmailBackend", "EMAIL_URL"),
        ("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend", "EMAIL_URL"),
        ("SITE_URL", "", "SITE_URL"),
    ],
)
def test_where_mail_is_off_the_row_says_so_and_nothing_is_called_sent(
    home, manager, settings, name, value, words
):
    before = queue(home)
    usual = getattr(settings, name)
    setattr(settings, name, value)
    mail = queue(home)
    assert (mail.state, words in mail.error) == (MailState.FAILED, True)
    assert posting.send_waiting() == 0
    before.refresh_from_db()
    assert (before.state, words in before.error) == (MailState.FAILED, True)
    with pytest.raises(Refused):
        mails.send_again(mail_id=mail.pk, actor=manager)
    setattr(settings, name, usual)
    mails.send_again(mail_id=mail.pk, actor=manager)
    assert posting.send_waiting() == 1
    assert JournalEntry.objects.get(verb="send-again").actor == manager


def test_what_it_tells_is_over_so_it_does_not_go(home, server, manager):
    with time_machine.travel(NOON, tick=False) as clock:
        mail = queue(home, until=NOON + datetime.timedelta(seconds=30))
        clock.shift(60)
        assert posting.send_waiting() == 0
        mail.refresh_from_db()
        assert mail.error.startswith("Trop tard")
        with pytest.raises(Refused, match="passé"):
            mails.send_again(mail_id=mail.pk, actor=manager)


def test_a_worker_that_died_in_the_middle_leaves_a_mail_that_is_taken_up(home, monkeypatch):
    with time_machine.travel(NOON, tick=False) as clock:
        queue(home)

        def die(self, messages):
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(EmailBackend, "send_messages", die)
            with pytest.raises(KeyboardInterrupt):
                worker_sends()
        clock.shift(posting.CLAIM)
        assert DBTaskResult.objects.filter(status="READY", run_after=timezone.now()).exists()
        assert posting.send_waiting() == 1


def test_a_link_is_not_kept_once_it_is_sent_and_not_sent_again(home, manager):
    facts = {"nom": "Zoé", "lien": "https://ludo.example.org/l/x", "date": "demain", "identifiant": "zoe"}
    mail = queue(home, kind=MailKind.RESET, to="zoe@example.org", facts=facts)
    posting.send_waiting()
    assert facts["lien"] in outbox.outbox[0].body
    mail.refresh_from_db()
    assert mail.body == ""
    with pytest.raises(Refused, match="une fois"):
        mails.send_again(mail_id=mail.pk, actor=manager)


def test_old_mails_are_forgotten_at_night_and_what_waits_is_put_on_the_list(home):
    with time_machine.travel(NOON, tick=False) as clock:
        queue(home)
        posting.send_waiting()
        clock.shift(mails.KEPT + datetime.timedelta(days=1))
        waiting = queue(home)
        DBTaskResult.objects.all().delete()
        housekeeping.call()
        assert list(Mail.objects.all()) == [waiting]
        assert DBTaskResult.objects.filter(task_path=send_mails.module_path, status="READY").exists()
        mails.schedule()
        assert DBTaskResult.objects.filter(task_path=send_mails.module_path, status="READY").count() == 1


def test_the_librarys_own_words_go_instead_and_the_house_has_its_own_back(home, manager):
    kind = MailKind.HOLD_EXPIRED
    mails.write_text(kind=kind, subject="{jeu}, trop tard", body="Cher {famille}…", actor=manager)
    mail = queue(home)
    assert mail.subject == "Uno, trop tard"
    assert mail.body.startswith("Cher Famille Éluard…\n\n-- \nLa Toupie")
    mails.write_text(kind=kind, subject="{jeu}, trop tard", body="Cher {famille}…", actor=manager)
    mails.restore_text(kind=kind, actor=manager)
    assert not MailText.objects.exists()
    verbs = JournalEntry.objects.filter(actor=manager).order_by("id").values_list("verb", flat=True)
    assert list(verbs) == ["write-mail-text", "restore-mail-text"]


@pytest.mark.parametrize("kind", MailKind)
def test_every_letter_of_the_house_holds_to_its_own_rules(kind):
    letter = letters()[kind]
    assert fault(letter, letter.subject, letter.body) is None
    assert "{" not in fill(letter.subject + letter.body, letter.examples)


@pytest.mark.parametrize(
    ("subject", "body", "field"),
    [
        ("Oui", "{liens}", "body"),
        ("{jeu}", "{lien}", "subject"),
        ("Oui", "{lien", "body"),
        ("Oui", "Bonjour {nom}", "body"),
        ("{lien}", "{lien}", "subject"),
        ("Oui", "{lien}", None),
    ],
)
def test_words_that_cannot_be_filled_are_refused(subject, body, field):
    found = fault(letters()[MailKind.RESET], subject, body)
    assert (found and found[0]) == field
