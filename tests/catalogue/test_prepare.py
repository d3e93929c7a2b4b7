"""Making an installation ready, and its demonstration accounts."""

import io
import re

import pytest
from django.core.management import CommandError, call_command

from catalogue.models import Card, Household, Library, Record, Role, SearchEntry, User
from catalogue.search import Query, search
from catalogue.services import setup
from tests import make

pytestmark = pytest.mark.django_db


def run(name, **options) -> str:
    output = io.StringIO()
    call_command(name, stdout=output, **options)
    return output.getvalue()


@pytest.fixture(autouse=True)
def _empty(monkeypatch, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "static"
    monkeypatch.setattr(setup, "_done", False)


def test_a_folder_that_cannot_be_made_is_named(settings, tmp_path):
    (tmp_path / "file").write_text("")
    settings.VAR_DIR = tmp_path / "file" / "var"
    with pytest.raises(CommandError, match=r"VAR_DIR : .*ne se crée pas"):
        run("prepare")


def passwords(said: str) -> dict[str, str]:
    return dict(re.findall(r"^    (\w+) +(\S+-\S+)", said, re.M))


def test_the_samples_come_with_accounts_that_are_shown_once(client, settings, tmp_path):
    settings.VAR_DIR = tmp_path / "not" / "there yet"
    shown = passwords(run("prepare", samples=True))
    assert settings.VAR_DIR.stat().st_mode & 0o777 == 0o700
    assert list(shown) == ["responsable", "ludothecaire", "benevole", "famille"]
    assert Library.objects.get().sample_data
    roles = {}
    for username, password in shown.items():
        assert client.login(username=username, password=password)
        roles[username] = User.objects.get(username=username).role
    assert list(roles.values()) == [Role.MANAGER, Role.LIBRARIAN, Role.VOLUNTEER, Role.MEMBER]
    again = run("prepare", samples=True)
    assert not passwords(again)
    assert client.login(username="responsable", password=shown["responsable"])


def test_a_start_puts_into_the_index_what_is_missing_there():
    record = make.make_record("Uno")
    SearchEntry.objects.all().delete()
    run("prepare", real=True)
    assert [one.pk for one in search(Query(text="uno")).records] == [record.pk]


def test_a_second_start_loses_nothing():
    run("prepare", samples=True)
    record = Record.objects.get(slug="uno")
    Record.objects.filter(pk=record.pk).update(notes="Relu par Nadia")
    before = Record.objects.count()
    run("prepare", samples=True)
    assert Record.objects.get(slug="uno").notes == "Relu par Nadia"
    assert Record.objects.count() == before


def test_fresh_passwords_end_the_old_ones(client):
    old = passwords(run("prepare", samples=True))
    new = passwords(run("demo_accounts"))
    assert not client.login(username="benevole", password=old["benevole"])
    assert client.login(username="benevole", password=new["benevole"])
    assert len(set(new.values()) | set(old.values())) == 8


def test_the_demonstration_family_has_a_card_and_stays_one_family():
    run("prepare", samples=True)
    run("demo_accounts")
    household = User.objects.get(username="famille").household
    assert Card.objects.get(barcode="0042").member.household == household
    assert Household.objects.filter(name=household.name).count() == 1


def test_demonstration_accounts_are_refused_in_a_real_library():
    make.make_library()
    with pytest.raises(CommandError, match="n’est pas celle d’exemple"):
        run("demo_accounts")
    assert not User.objects.exists()
    run("demo_accounts", force=True)
    assert User.objects.count() == 4


def test_a_real_library_never_gets_the_samples():
    make.make_library()
    run("prepare", samples=True)
    assert not Record.objects.exists()
    assert not User.objects.exists()


def test_an_empty_library_is_not_opened_over_the_samples():
    run("prepare", samples=True)
    with pytest.raises(CommandError, match="ludothèque d’exemple"):
        run("prepare", real=True)
