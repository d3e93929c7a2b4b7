"""What a family takes home from a visit, and the mail that says it."""

import datetime

import pytest
import time_machine

from catalogue.models import JournalEntry, MissingPiece
from catalogue.policy import Refused
from catalogue.queries.receipts import of_visit
from catalogue.services import receipts
from tests.make import make_copy, make_household, make_library, make_loan, make_member

pytestmark = pytest.mark.django_db

# half past midnight in Paris: the day is the library's
NOW = datetime.datetime(2026, 3, 11, 23, 30, tzinfo=datetime.UTC)
TODAY = datetime.date(2026, 3, 12)
DUE = datetime.date(2026, 4, 2)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def home(settings, clock):
    settings.SITE_URL = "https://ludo.example.org"
    make_library(name="La Toupie", email="toupie@example.org")
    home = make_household("Famille Éluard", email="eluard@example.org")
    member = make_member(home)
    clock.move_to(NOW - datetime.timedelta(days=3))
    make_loan(make_copy("Odin"), member, due_on=DUE)
    clock.move_to(NOW)
    uno = make_copy("Uno", barcode="000123")
    MissingPiece.objects.create(copy=uno, name="dés", quantity=1, noted_at=NOW)
    make_loan(uno, member, due_on=DUE)
    make_loan(make_copy("Dobble"), make_member(), due_on=DUE)
    return home


def read(home, day=TODAY):
    return of_visit(home.pk, family=home.name, day=day)


def test_it_says_what_was_lent_on_the_day_and_what_the_family_had(home):
    receipt = read(home)
    assert [(line.title, line.barcode, line.lacks) for line in receipt.lent] == [("Uno", "000123", "1 dé")]
    assert [line.title for line in receipt.others] == ["Odin"]
    assert read(home, TODAY + datetime.timedelta(days=1)).lent == []


def test_it_goes_by_mail_and_the_journal_knows(home, volunteer):
    mail = receipts.send(receipt=read(home), actor=volunteer)
    assert (mail.to, mail.subject) == ("eluard@example.org", "Vos jeux du 12 mars 2026")
    assert "- Uno, à rendre le 2 avril 2026 (il y manque : 1 dé)\n\nVous aviez déjà :\n- Odin," in mail.body
    assert "Dobble" not in mail.body
    entry = JournalEntry.objects.get(verb="mail-receipt")
    assert (entry.actor, entry.subject_name) == (volunteer, "Famille Éluard")


def test_it_is_refused_with_the_reason(home, volunteer, settings):
    with pytest.raises(Refused, match="Rien n’a été prêté"):
        receipts.send(receipt=read(home, TODAY + datetime.timedelta(days=1)), actor=volunteer)
    receipt = read(home)
    home.email = ""
    home.save()
    with pytest.raises(Refused, match="Famille Éluard n’a pas d’adresse"):
        receipts.send(receipt=receipt, actor=volunteer)
    settings.SITE_URL = ""
    with pytest.raises(Refused, match="SITE_URL"):
        receipts.send(receipt=receipt, actor=volunteer)
    assert not JournalEntry.objects.filter(verb="mail-receipt").exists()
