"""An import from the file to the catalogue and back."""

import re
import zipfile
from io import BytesIO, StringIO

import openpyxl
import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, InterfaceError, OperationalError, connection
from django.test.utils import CaptureQueriesContext

from catalogue.models import (
    Category,
    Copy,
    CopyState,
    Identifier,
    Import,
    JournalEntry,
    Person,
    Publisher,
    Record,
    SearchEntry,
    Section,
    Site,
)
from catalogue.policy import Refused
from catalogue.search import Query, index, search
from catalogue.services import documents, records
from catalogue.services.imports import staying, steps, undoing, work
from tests import make
from tests.catalogue.files import PMB_ISO, PMB_XML, brought_in, tried, undone, upload, worked
from tests.catalogue.uploads import PDF, add_picture

pytestmark = pytest.mark.django_db

EVERYTHING = (Record, Copy, Publisher, Person, Category, Section, Site, Identifier, SearchEntry)


def counts() -> list[int]:
    return [model.objects.count() for model in EVERYTHING]


@pytest.mark.parametrize("path", [PMB_XML, PMB_ISO], ids=["xml", "iso2709"])
def test_the_export_of_a_pmb_comes_in_whole_and_goes_without_a_trace(path):
    before = counts()
    run = tried(upload(path))
    assert run.fates == {"nouveau": 5}
    assert counts() == before, "a trial writes nothing"
    run = brought_in(run)
    assert run.fates == {"nouveau": 5}
    assert sorted(Copy.objects.values_list("barcode", flat=True)) == sorted(
        ["90473", "90199", "91623", "91624", "00004711", "ŒUF-01", "X-000123"]
    )
    cafe = Record.objects.get(title="Café International")
    assert (cafe.min_players, cafe.max_players, cafe.min_age, cafe.max_age, cafe.duration) == (
        2,
        4,
        10,
        99,
        45,
    )
    assert [str(one) for one in cafe.categories.all()] == ["A 407 jeu de hasard (jeu de règles)"]
    box = Copy.objects.get(barcode="91624")
    assert (box.state, box.condition, box.call_number) == (CopyState.REPAIR, "manque 2 cartes", "UNO")
    assert (box.section.name, box.site.name) == ("A 401 jeu d'association", "Bibliothèque principale")
    egg = Record.objects.get(ean="0012345678905")
    assert (egg.title, egg.parallel_title) == ("L'Œuf ou la poule ?", "à l'œil — « jeu d'éveil »")
    assert (egg.publisher.name, egg.place, egg.year) == ("Éditions du Pœme à l'Œil", "Paris", 1998)
    assert search(Query(text="00004711")).exact.title == "Boursicocotte"
    assert brought_in(path).fates == {"inchange": 5}, "the same file again changes nothing"
    assert undone(run).state == "annule"
    assert counts() == before


def test_both_files_of_the_pmb_say_the_same():
    brought_in(PMB_XML)
    assert brought_in(PMB_ISO).fates == {"inchange": 5}


def test_a_record_that_is_known_is_corrected_and_then_as_before():
    record = make.make_record("Uno", publisher="Mattel", ean="3558380000013", min_players=2, duration=20)
    make.make_copy(record, barcode="000123", call_number="UNO")
    run = brought_in(
        "Titre;EAN;Éditeur;Joueurs max;Durée;Auteur;Catégorie;Code-barres;Cote;Pièces\n"
        "Uno;3558380000013;Amigo;10;30;Merle Robbins;A 401 association;000123;UNO 2;112 cartes\n".encode()
    )
    assert run.fates == {"modifie": 1}
    record.refresh_from_db()
    assert (record.publisher.name, record.max_players, record.duration, record.min_players) == (
        "Amigo",
        10,
        30,
        2,
    )
    assert Copy.objects.get().call_number == "UNO 2"
    line = run.lines.get()
    assert ["Durée (minutes)", "20", "30"] in line.details["changes"]
    assert ["Éditeur", "Mattel", "Amigo"] in line.details["changes"]
    assert JournalEntry.objects.filter(subject_type="record", subject_id=record.pk).first().verb == "update"
    assert search(Query(text="robbins")).total == 1
    line = JournalEntry.objects.filter(subject_type="record", verb="update").first()
    assert (line.before["people"], line.after["people"]) == ([], [["Merle Robbins", "auteur"]])
    assert (line.before["duration"], line.after["publisher"]) == (20, "Amigo")
    line = JournalEntry.objects.filter(subject_type="copy", verb="update").first()
    assert (line.before, line.after) == ({"call_number": "UNO"}, {"call_number": "UNO 2"})
    undone(run)
    line = JournalEntry.objects.filter(subject_type="record", verb="update").first()
    assert (line.after["people"], line.after["publisher"]) == ([], "Mattel")
    record.refresh_from_db()
    assert (record.publisher.name, record.max_players, record.duration) == ("Mattel", None, 20)
    assert not record.people.exists()
    assert not record.components.exists()
    assert Copy.objects.get().call_number == "UNO"
    assert not Publisher.objects.filter(name="Amigo").exists()
    assert search(Query(text="robbins")).total == 0


def test_what_was_changed_since_stays_and_is_named():
    run = brought_in(
        "Titre;Durée;Code-barres\nUno;20;001\nDobble;15;002\nSplendor;30;003\nSet;10;004\n".encode()
    )
    make.make_summary(Record.objects.get(title="Set"))
    uno, dobble = Record.objects.get(title="Uno"), Record.objects.get(title="Dobble")
    records.update(record_id=uno.pk, actor=None, duration=25)
    make.make_loan(dobble.copies.get())
    undone(run)
    assert sorted(Record.objects.values_list("title", flat=True)) == ["Dobble", "Set", "Uno"]
    kept = {line.title: line.kept for line in run.lines.all()}
    assert kept == {
        "Uno": ["La notice a été modifiée depuis."],
        "Dobble": ["L’exemplaire 002 a été prêté."],
        "Splendor": [],
        "Set": ["Un résumé de la règle y a été écrit."],
    }


def test_what_has_a_file_by_now_stays_with_it():
    record = make.make_record("Uno", ean="3558380000013")
    run = brought_in("Titre;EAN;Pièces;Documents\nUno;3558380000013;4 dés;règle.pdf\n".encode())
    documents.add(record_id=record.pk, file=BytesIO(PDF), file_name="règle.pdf", actor=None)
    photo = add_picture(record, component_id=record.components.get().pk)
    undone(run)
    assert record.documents.get().file
    assert record.components.get().picture == photo
    assert run.lines.get().kept == [
        "La pièce « dé » a reçu sa photo depuis.",
        "Le document « règle.pdf » a reçu son fichier depuis.",
    ]


def twice(monkeypatch, chunk: int):
    """An import whose file means Uno twice, and gives it an extension; undone in chunks of that size."""
    monkeypatch.setattr(undoing, "CHUNK", chunk)
    return brought_in(
        b"Titre;EAN;Auteurs;Jeu de base;Code-barres;Cote\n"
        b"Uno;3558380000013;;;001;U\n"
        b"Dobble;;;;002;D\n"
        b"Uno;3558380000013;Robbins;;001;UNO\n"
        b"Uno Flip;;;Uno;003;U\n"
    )


@pytest.mark.parametrize("chunk", [1, 200])
def test_a_game_that_the_file_means_twice_goes_with_its_extension_and_its_boxes(monkeypatch, chunk):
    before = counts()
    run = twice(monkeypatch, chunk)
    assert run.fates == {"nouveau": 3, "modifie": 1}
    undone(run)
    assert [line.kept for line in run.lines.all()] == [[], [], [], []]
    assert counts() == before


@pytest.mark.parametrize("chunk", [1, 200])
def test_a_game_that_the_file_means_twice_stays_where_somebody_has_changed_it(monkeypatch, chunk):
    run = twice(monkeypatch, chunk)
    records.update(record_id=Record.objects.get(title="Uno").pk, actor=None, duration=25)
    undone(run)
    assert list(Record.objects.values_list("title", flat=True)) == ["Uno"]
    assert run.lines.get(number=1).kept == ["La notice a été modifiée depuis."]


def test_a_record_that_stays_keeps_its_boxes_and_is_foreseen_to_stay(monkeypatch):
    run = twice(monkeypatch, 1)
    extra = brought_in(b"Titre;Code-barres\nSet;010\nSet;011\nSplendor;012\nAzul;013\nAzul;014\n")
    records.update(record_id=Record.objects.get(title="Set").pk, actor=None, duration=25)
    make.make_copy(Record.objects.get(title="Splendor"), barcode="099")
    make.make_loan(Copy.objects.get(barcode="013"))
    assert staying.outlook(extra) == staying.Outlook(going=0, staying=3)
    assert staying.outlook(run) == staying.Outlook(going=3, staying=0)
    undone(extra)
    assert {line.title: line.kept for line in extra.lines.all()} == {
        "Set": ["La notice a été modifiée depuis."],
        "Splendor": ["D’autres exemplaires y sont rattachés."],
        "Azul": ["L’exemplaire 013 a été prêté."],
    }
    assert set(Copy.objects.values_list("barcode", flat=True)) >= {"010", "011", "012", "013", "014"}
    records.update(record_id=Record.objects.get(title="Uno Flip").pk, actor=None, duration=25)
    assert staying.outlook(run) == staying.Outlook(going=1, staying=2)
    undone(run)
    assert {line.number: line.kept for line in run.lines.all()} == {
        1: ["Une autre notice en est l’extension."],
        2: [],
        3: ["La notice reste, avec ses exemplaires."],
        4: ["La notice a été modifiée depuis."],
    }
    assert Copy.objects.get(barcode="001").call_number == "UNO"


def test_what_hangs_on_a_known_record_and_was_edited_since_stays():
    record = make.make_record("Uno", ean="3558380000013")
    run = brought_in(
        "Titre;EAN;Pièces;Liens\n"
        'Uno;3558380000013;"4 dés\n2 pions";"https://a.example/ Un\nhttps://b.example/ Deux"\n'.encode()
    )
    record.components.filter(name="dé").update(quantity=5)
    record.links.filter(url="https://b.example/").update(label="Trois")
    undone(run)
    assert [(part.name, part.quantity) for part in record.components.all()] == [("dé", 5)]
    assert [link.label for link in record.links.all()] == ["Trois"]
    assert run.lines.get().kept == [
        "La pièce « dé » a été modifiée depuis.",
        "Le lien « Trois » a été modifié depuis.",
    ]


def test_a_field_that_was_changed_since_stays_and_the_others_are_as_before():
    record = make.make_record("Uno", ean="3558380000013", duration=20, min_players=2)
    run = brought_in(b"Titre;EAN;Duree;Joueurs min\nUno;3558380000013;30;3\n")
    records.update(record_id=record.pk, actor=None, duration=25)
    undone(run)
    record.refresh_from_db()
    assert (record.duration, record.min_players) == (25, 2)
    assert run.lines.get().kept == ["Durée (minutes) : modifié depuis."]


def test_a_bad_line_is_refused_with_its_place_its_value_and_the_reason_and_stops_no_other():
    make.make_copy("Dixit", barcode="000777")
    make.make_card(barcode="C-1")
    run = brought_in(
        "Titre;Joueurs;Âge;Durée;Code-barres\n"
        "Uno;beaucoup;7;20;000001\n"
        ";2-4;7;20;000002\n"
        "Dobble;8-2;6;15;000003\n"
        "Splendor;2-4;10;30;000777\n"
        "Azul;2-4;8;40;C-1\n"
        "Sobek;2;10;40;000004\n".encode()
    )
    assert run.fates == {"refuse": 5, "nouveau": 1}
    said = [
        (line.place, fault["what"], fault["value"], fault["reason"])
        for line in run.lines.filter(fate="refuse")
        for fault in line.details["faults"]
    ]
    assert said == [
        ("ligne 2", "Nombre de joueurs", "beaucoup", "Aucun nombre de joueurs."),
        ("ligne 3", "Titre", "", "Le jeu n’a pas de titre."),
        ("ligne 4", "Nombre de joueurs", "8-2", "Le maximum est sous le minimum."),
        ("ligne 5", "Code-barres", "000777", "La boîte « Dixit » le porte déjà."),
        ("ligne 6", "Code-barres", "C-1", "C’est celui d’une carte d’adhérent."),
    ]
    assert Copy.objects.filter(barcode="000004").exists()


def test_an_import_whose_worker_was_killed_goes_on_from_its_last_chunk(monkeypatch):
    monkeypatch.setattr(work, "CHUNK", 2)
    run = upload(b"Titre\n" + b"".join(f"Jeu {number}\n".encode() for number in range(7)))
    steps.run_it(import_id=run.pk, actor=None, by_worker=False)
    written = work._write

    def killed(run, chunk, done, fates, words):
        if done == 4:
            raise KeyboardInterrupt
        return written(run, chunk, done, fates, words)

    monkeypatch.setattr(work, "_write", killed)
    with pytest.raises(KeyboardInterrupt):
        work.work(run.pk)
    assert Record.objects.count() == 4
    monkeypatch.setattr(work, "_write", written)
    run = worked(run)
    assert (run.state, run.fates, run.lines.count()) == ("fait", {"nouveau": 7}, 7)
    assert Record.objects.count() == 7


def test_one_that_the_database_refuses_does_not_stop_the_others(monkeypatch):
    from catalogue.services.imports import writing

    apply = writing.apply

    def picky(plans, known, actor, words):
        if any(plan.item.title == "Uno" and plan.fate != "refuse" for plan in plans):
            raise IntegrityError("no")
        return apply(plans, known, actor, words)

    monkeypatch.setattr(writing, "apply", picky)
    run = brought_in(b"Titre\nDobble\nUno\nDixit\n")
    assert run.fates == {"nouveau": 2, "refuse": 1}
    assert sorted(Record.objects.values_list("title", flat=True)) == ["Dixit", "Dobble"]


@pytest.mark.parametrize(
    ("values", "what", "reason"),
    [
        ({"duration": 0}, "notice", "Une partie dure une minute au moins"),
        ({"min_players": 4, "max_players": 2}, "notice", "Le maximum de joueurs est sous le minimum"),
        ({"responsibility": None}, "Mention de responsabilité", "Il en faut un"),
        ({"documents": [("n" * 201, "")]}, "Nom", "raccourcissez-le"),
        ({"components": [("dé", 3_000_000_000, True, 0)]}, "Nombre", "raccourcissez-le"),
    ],
)
def test_what_the_database_refuses_is_said_in_french_with_its_field(monkeypatch, values, what, reason):
    judge = work.judge

    def careless(item, known, policy):
        plan = judge(item, known, policy)
        if item.title == "Uno":
            for name, value in values.items():
                if hasattr(plan, name):
                    setattr(plan, name, value)
                else:
                    plan.values[name] = value
        return plan

    monkeypatch.setattr(work, "judge", careless)
    run = brought_in(b"Titre\nUno\nDixit\n")
    keeps_anything = connection.vendor == "sqlite" and "raccourcissez" in reason
    assert run.fates == ({"nouveau": 2} if keeps_anything else {"nouveau": 1, "refuse": 1})
    for fault in [one for line in run.lines.all() for one in line.details.get("faults", [])]:
        assert (fault["what"], reason in fault["reason"]) == (what, True), fault


@pytest.mark.parametrize("trouble", [OperationalError, InterfaceError])
def test_trouble_of_the_database_refuses_no_game_and_the_import_is_resumed(monkeypatch, trouble):
    from catalogue.services.imports import writing

    apply = writing.apply

    def broken(*given):
        raise trouble("disk full")

    run = upload(b"Titre\nDobble\nUno\n")
    steps.run_it(import_id=run.pk, actor=None, by_worker=False)
    monkeypatch.setattr(writing, "apply", broken)
    work.work(run.pk)
    run.refresh_from_db()
    assert (run.state, run.fates, "disk full" in run.trouble, steps.is_still(run)) == (
        "encours",
        {},
        True,
        True,
    )
    monkeypatch.setattr(writing, "apply", apply)
    assert worked(run).fates == {"nouveau": 2}
    assert Record.objects.count() == 2


def test_an_import_locks_the_records_and_boxes_that_it_corrects():
    make.make_copy(make.make_record("Uno", ean="3558380000013"), barcode="001")
    run = upload(b"Titre;EAN;Code-barres;Cote\nUno;3558380000013;001;U\n")
    with CaptureQueriesContext(connection) as queries:
        brought_in(run)
    assert Copy.objects.get().call_number == "U"
    if connection.vendor == "postgresql":
        locked = [one["sql"] for one in queries if "FOR UPDATE OF" in one["sql"]]
        assert [re.search(r"FOR UPDATE OF \"(\w+)", sql)[1] for sql in locked] == [
            "catalogue_record",
            "catalogue_copy",
        ]


def test_rows_of_one_game_are_its_boxes_wherever_they_stand():
    content = b"Titre;Code-barres\nUno;001\nUno;002\nDobble;003\nUno;004\n"
    run = tried(upload(content))
    assert run.fates == {"nouveau": 2, "modifie": 1}
    run = brought_in(run)
    assert Record.objects.count() == 2
    assert Record.objects.get(title="Uno").copies.count() == 3
    assert brought_in(content).fates == {"inchange": 3}


def test_forty_games_cost_as_many_queries_as_four(monkeypatch):
    monkeypatch.setattr(index, "COMPACT_EVERY", 1)  # always, where chance decides else

    def cost(begin: str, many: int) -> int:
        rows = "".join(
            f"{begin} {number};Gigamic;Ève;A 407 hasard;{begin}-{number};dés\n" for number in range(many)
        )
        run = upload(f"Titre;Éditeur;Auteurs;Catégorie;Code-barres;Contenu\n{rows}".encode())
        with CaptureQueriesContext(connection) as asked:
            assert brought_in(run).fates == {"nouveau": many}
        return len(asked)

    cost("Table", 1)  # which makes the names that the others share
    assert cost("Chaise", 4) == cost("Lampe", 40)


def test_only_empty_fields_are_filled_when_that_is_asked():
    record = make.make_record("Uno", ean="3558380000013", duration=20)
    run = upload(b"Titre;EAN;Duree;Joueurs min\nUNO ;3558380000013;30;3\n")
    steps.read_so(import_id=run.pk, reading=work.reading_of(run), policy="completer", actor=None)
    brought_in(run)
    record.refresh_from_db()
    assert (record.title, record.duration, record.min_players) == ("Uno", 20, 3)


def test_signs_that_no_database_keeps_stop_no_import():
    run = brought_in(b"Titre;EAN\nSobek\x00;\nDobble;40\x00A\n")
    assert run.fates == {"nouveau": 1, "refuse": 1}
    assert run.lines.get(number=2).details["faults"][0]["value"] == "40A"
    zeros = brought_in(PMB_ISO.read_bytes().replace(b"Boursicocotte", b"Boursi\x00cocotte"))
    assert zeros.fates == {"nouveau": 5}
    assert Record.objects.filter(title="Boursicocotte").exists()


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "[Content_Types].xml"])
def test_a_workbook_whose_inside_is_broken_is_refused_in_words(part):
    whole, broken = BytesIO(), BytesIO()
    book = openpyxl.Workbook()
    book.active.append(["Titre", "EAN"])
    book.active.append(["Uno", ""])
    book.save(whole)
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(broken, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            target.writestr(name, content[: len(content) // 2] if name == part else content)
    with pytest.raises(Refused, match="Le classeur ne se lit pas"):
        upload(broken.getvalue(), "jeux.xlsx")
    assert not list(steps.folder().glob("*.data"))


def test_the_command_tries_brings_in_and_takes_back(tmp_path):
    path, said = tmp_path / "jeux.csv", StringIO()
    path.write_text("Titre;EAN\nUno;\nDobble;40\n")
    call_command("import_records", path, essai=True, stdout=said, stderr=StringIO())
    assert "ligne 3, EAN « 40 » : Un EAN a 8, 12 ou 13 chiffres." in said.getvalue()
    assert not Import.objects.exists()
    call_command("import_records", path, stdout=said, stderr=StringIO())
    assert Record.objects.get().title == "Uno"
    call_command("import_records", annuler=Import.objects.get().pk, stdout=said, stderr=StringIO())
    assert not Record.objects.exists()


def test_the_command_leaves_no_file_behind_when_it_is_given_a_field_that_is_none(tmp_path):
    path = tmp_path / "jeux.csv"
    path.write_text("Titre\nUno\n")
    with pytest.raises(CommandError, match="« titres » n’est pas un champ"):
        call_command("import_records", path, colonne=["Titre=titres"])
    assert not Import.objects.exists()
    assert not list(steps.folder().glob("*.data"))


@pytest.mark.parametrize("wrong", [{"charset": "klingon"}, {"separateur": "::"}])
def test_the_command_says_what_it_cannot_read(tmp_path, wrong):
    path = tmp_path / "jeux.csv"
    path.write_text("Titre\nUno\n")
    with pytest.raises(CommandError, match="lettres ou séparateur inconnus"):
        call_command("import_records", path, **wrong)
    assert not Import.objects.exists()
