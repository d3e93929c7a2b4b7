"""A backup holds everything, is read through before it is relied on, and comes back whole or not at all."""

import gzip
import io
import json
import tarfile
import threading

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from catalogue.models import JournalEntry, Loan, Record
from catalogue.search import Query, search
from catalogue.services import loans, records
from ludotheque import backup
from ludotheque.backup.restoring import NotEmpty
from tests.make import make_copy, make_library, make_loan, make_member, make_record

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def library(settings):
    """A small library with a loan and a file."""
    make_library()
    make_loan()
    picture = settings.MEDIA_ROOT / "pictures" / "ab" / "abcd-s.webp"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"a picture")
    return picture


def test_an_empty_database_is_no_library_to_keep(monkeypatch, tmp_path):
    monkeypatch.setattr("ludotheque.backup.manifest.migrations", list)
    with pytest.raises(CommandError, match="est vide"):
        call_command("backup", tmp_path / "backups")
    assert not (tmp_path / "backups").exists()


def everything() -> dict[str, list]:
    """Every row of every table, as text."""
    return {
        model._meta.label: sorted(map(str, model._base_manager.values_list())) for model in apps.get_models()
    }


def rewritten(path, change) -> None:
    """The archive with changed members: `change(name, content)` gives the new content, or None: left out."""
    members = {}
    with tarfile.open(path) as archive:
        for entry in archive:
            members[entry.name] = archive.extractfile(entry).read()
    with tarfile.open(path, "w:gz") as archive:
        for name, content in members.items():
            content = change(name, content)
            if content is not None:
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))


def manifest_with(**values):
    def change(name, content):
        if name != "manifest.json":
            return content
        return json.dumps(json.loads(content) | values).encode()

    return change


def test_what_was_backed_up_comes_back_row_by_row_and_file_by_file(library, tmp_path, capsys):
    before = everything()
    path = backup.back_up(tmp_path)
    Loan.objects.all().delete()
    records.create(title="Oùcédonc", actor=None)
    library.unlink()

    call_command("restore", path, replace=True)

    assert everything() == before
    assert library.read_bytes() == b"a picture"
    assert [record.title for record in search(Query.from_params({"q": "uno"})).records] == ["Uno"]
    assert search(Query.from_params({"q": "oucedonc"})).total == 0
    assert "est remise" in capsys.readouterr().out
    # and what was there before has been kept
    (former,) = (library.parents[3] / "backups").iterdir()
    call_command("restore", former, replace=True)
    assert Record.objects.filter(title="Oùcédonc").exists()


def test_it_is_made_while_the_desk_works_and_holds_no_half_done_act(library, tmp_path):
    member, stop, lent = make_member(), threading.Event(), threading.Event()
    boxes = [make_copy(make_record(f"Jeu {n}")).pk for n in range(60)]

    def work():
        try:
            for box in boxes:
                if stop.is_set():
                    return
                loans.checkout(copy_id=box, member_id=member.pk, actor=None, today=timezone.localdate())
                lent.set()
        finally:
            connection.close()

    desk = threading.Thread(target=work)
    desk.start()
    lent.wait(60)
    path = backup.back_up(tmp_path)
    stop.set()
    desk.join(60)

    backup.restore(path, replace=True)
    acts = {entry.after["loan"] for entry in JournalEntry.objects.filter(verb="checkout")}
    assert member.loans.exists()
    assert acts == set(Loan.objects.values_list("pk", flat=True))


def test_it_does_not_write_over_a_library_unless_told_to(library, tmp_path):
    path, before = backup.back_up(tmp_path), everything()
    with pytest.raises(NotEmpty):
        backup.restore(path)
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore", path)
    assert everything() == before


def without(member):
    return lambda path: rewritten(path, lambda name, content: None if name == member else content)


HARMS = [
    (lambda path: path.write_bytes(path.read_bytes()[:-400]), "abîmée|coupée"),
    (lambda path: path.write_bytes(b"no archive"), "abîmée ou coupée"),
    (lambda path: path.write_bytes(gzip.compress(b"no archive")), "abîmée ou coupée"),
    (lambda path: path.unlink(), "ne se lit pas"),
    (without("manifest.json"), "liste manque"),
    (without("database"), "abîmée : database"),
    (lambda path: rewritten(path, lambda name, c: b"x" if "abcd" in name else c), "abîmée : media/"),
    (lambda path: rewritten(path, manifest_with(format=99)), "abîmée ou coupée : format 99"),
    (lambda path: rewritten(path, manifest_with(vendor="oracle")), "que l’on sache lire"),
    (
        lambda path: rewritten(path, manifest_with(migrations=["catalogue.9999_later"])),
        "mettez d’abord à jour",
    ),
]


def test_an_archive_that_cannot_be_relied_on_changes_nothing(library, tmp_path):
    made, before = backup.back_up(tmp_path), everything()
    whole, path = made.read_bytes(), tmp_path / "harmed"
    for harm, said in HARMS:
        path.write_bytes(whole)
        harm(path)
        with pytest.raises(backup.Unusable, match=said):
            backup.restore(path, replace=True)
    assert everything() == before


def test_a_library_put_back_with_other_rows_than_the_list_says_so_and_where_the_former_is(library, tmp_path):
    def one_more(name, content):
        if name == "manifest.json":
            said = json.loads(content)
            said["rows"]["catalogue_loan"] += 1
            content = json.dumps(said).encode()
        return content

    path = backup.back_up(tmp_path)
    rewritten(path, one_more)
    with pytest.raises(CommandError) as told:
        call_command("restore", path, replace=True)
    assert str(told.value).startswith("L’archive est remise, mais")
    assert "catalogue_loan. Ce qu’il y avait est dans " in str(told.value)


def test_an_archive_reaches_no_file_outside_its_folders(library, tmp_path):
    path = backup.back_up(tmp_path)
    with tarfile.open(path, "w:gz") as archive:
        entry = tarfile.TarInfo("media/../../outside")
        entry.size = 1
        archive.addfile(entry, io.BytesIO(b"x"))
    with pytest.raises(backup.Unusable, match="n’est pas une sauvegarde"):
        backup.restore(path, replace=True)
    assert not list(tmp_path.rglob("outside"))


def test_an_archive_of_the_other_database_says_what_to_do(library, tmp_path, monkeypatch):
    path = backup.back_up(tmp_path)
    other = "postgresql" if connection.vendor == "sqlite" else "sqlite"
    monkeypatch.setattr(connection, "vendor", other)
    with pytest.raises(backup.Unusable, match="DATABASE_URL"):
        backup.restore(path, replace=True)


def test_the_newest_are_kept_and_nobody_else_reads_them(library, tmp_path, capsys):
    (tmp_path / "ludotheque-notes.txt").write_text("not ours")
    made = []
    for _ in range(3):
        call_command("backup", tmp_path, keep=2)
        made += [one for one in tmp_path.glob("*.tar.gz") if one not in made]
    assert set(tmp_path.glob("*.tar.gz")) == set(made[1:])
    assert (tmp_path / "ludotheque-notes.txt").exists()
    assert made[-1].stat().st_mode & 0o077 == 0
    call_command("backup", check=made[-1])
    assert "entière" in capsys.readouterr().out


def test_a_folder_that_cannot_be_written_is_told(library, tmp_path):
    (tmp_path / "taken").write_text("a file where the folder should be")
    with pytest.raises(CommandError, match="ne s’écrit pas"):
        call_command("backup", tmp_path / "taken")
