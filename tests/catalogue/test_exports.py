"""What goes out says everything, is read alike by other programs, and comes back as it was."""

import csv
import datetime
import io

import openpyxl
import pymarc
import pytest

from catalogue.models import Copy, CopyState, Library, Record
from catalogue.queries import exporting, interchange
from catalogue.services import records
from tests import make
from tests.catalogue.files import brought_in, items, tried, upload

pytestmark = pytest.mark.django_db

TODAY = datetime.date(2026, 11, 30)


@pytest.fixture
def shelf():
    """Two games that say all that can be said, and one that says nothing."""
    Library.objects.create(name="Ludothèque des Œillets")
    base = make.make_record("Catane", ean="4002051693602")
    full = make.make_record(
        "=L'Œuf ; ou la poule ?",
        parallel_title="The Egg",
        responsibility="un jeu d'Anne",
        publisher="Éditions du Pœme",
        people=[
            (make.make_person("Anne; Durand"), "auteur"),
            (make.make_person("Zoé Petit"), "auteur"),
            (make.make_person("Li"), "illustrateur"),
            (make.make_person("Max"), "autre"),
        ],
        place="Paris",
        date_text="cop. 1998",
        year=1997,
        document_type="jeu géant",
        designation="jeu",
        languages=["fre", "ger"],
        ean="0012345678905",
        categories=["A 407 jeu de hasard (jeu de règles)", "[COL] 3.2", "[Indice] R refl AD"],
        min_players=2,
        max_players=4,
        min_age=10,
        max_age=99,
        duration=45,
        warnings=["moins-36-mois", "aimants"],
        base_game=base,
        description="Poser « tout »\net gagner.",
        contents="12 œufs (bois), 1 dé",
        rules_text='Règle.\n\n- un\n- deux ; "trois"\n' + "é" * 30_000,
        notes="Collection : Nature\nà relire",
        source="ailleurs",
        components=[("œufs en bois", 12, True, 2), ("un sac", None, False, 0)],
        documents=[("règle.pdf", "application/pdf")],
        links=[("La page", "https://example.org/jeu", "page"), ("Le film", "https://example.org/v", "video")],
        completed=["duration"],
        game="uno",
        game_options={"edition": "france"},
        draft=True,
    )
    make.make_copy(
        full,
        barcode="00004711",
        call_number="R refl",
        section=make.make_section(),
        site=make.make_site(),
        state=CopyState.WITHDRAWN,
        withdrawn_reason="abîmée",
        condition="manque 1 œuf\net la règle",
        wear="use",
        acquired_how="don",
        acquired_on=datetime.date(2020, 2, 29),
        supplier="Mme Petit",
        price_cents=1250,
    )
    make.make_copy(full, barcode="ŒUF-01", on_site_only=True)
    make.make_record("Jeu sans rien", year=2003)
    return full


def exported(name: str, tmp_path, keys=None) -> bytes:
    if name == "xlsx":
        exporting.workbook(tmp_path / "out.xlsx", keys)
        return (tmp_path / "out.xlsx").read_bytes()
    return b"".join(exporting.pieces(name, keys, TODAY))


def said() -> list:
    """All that the catalogue says, but keys and moments."""
    return [
        (item.values | {"created": None}, item.copies, item.identifiers)
        for item in sorted(exporting.interchange.items(), key=lambda item: item.title)
    ]


@pytest.mark.parametrize("name", ["csv", "unimarc", "marcxml"])
def test_what_goes_out_comes_back_the_same(shelf, tmp_path, name):
    content = exported(name, tmp_path)
    run = brought_in(upload(content, f"jeux.{name}"))
    assert run.fates == {"inchange": 3}, [(line.details, line.fate) for line in run.lines.all()]
    before = said()
    Copy.objects.all().delete()
    Record.objects.all().delete()
    run = brought_in(upload(content, f"jeux.{name}"))
    assert run.fates == {"nouveau": 3}, [line.details for line in run.lines.all()]
    assert said() == before


def test_a_workbook_comes_back_the_same_but_for_what_no_cell_holds(shelf, tmp_path):
    content = exported("xlsx", tmp_path)
    assert brought_in(upload(content, "jeux.xlsx")).fates == {"inchange": 3}
    sheet = openpyxl.load_workbook(io.BytesIO(content)).active
    cells = [cell for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} == {"s"}, "no cell is a formula or a number"
    assert "=L'Œuf ; ou la poule ?" in {cell.value for cell in cells}
    assert "00004711" in {cell.value for cell in cells}


def test_a_text_longer_than_a_cell_is_not_cut_by_bringing_its_workbook_in_again(tmp_path):
    long, other = "é" * 40_000, make.make_record("Uno", notes="à relire")
    record = make.make_record("Catane", rules_text=long, notes="à relire")
    make.make_copy(record, barcode="000001", condition=long)
    content = exported("xlsx", tmp_path)
    run = brought_in(upload(content, "jeux.xlsx"))
    assert run.fates == {"inchange": 2}
    remarks = run.lines.get(record=record).details["remarks"]
    assert remarks == [
        "Remarques sur l’état : le tableur l’a coupé à 32\u202f767 lettres, ce que dit le catalogue reste.",
        "Règles du jeu : le tableur l’a coupé à 32\u202f767 lettres, ce que dit le catalogue reste.",
    ]
    assert "remarks" not in run.lines.get(record=other).details
    record.refresh_from_db()
    assert (record.rules_text, record.copies.get().condition) == (long, long)
    Record.objects.filter(pk=record.pk).update(rules_text="")
    assert tried(upload(content, "jeux.xlsx")).fates == {"inchange": 1, "modifie": 1}, (
        "what is empty is filled"
    )
    record.copies.all().delete()
    records.delete(record_id=record.pk, actor=None)
    run = brought_in(upload(content, "jeux.xlsx"))
    assert "complétez sa fin" in run.lines.get(fate="nouveau").details["remarks"][0]


@pytest.mark.parametrize("name", ["csv", "xlsx"])
@pytest.mark.parametrize(
    "languages", [["fre", "ger"], ["créole / patois"], ["fre", "bas-allemand ; frison, parlé"]]
)
def test_a_language_with_a_sign_that_parts_languages_comes_back_as_one(name, languages, tmp_path):
    record = make.make_record("Uno", languages=languages)
    content = exported(name, tmp_path)
    assert brought_in(upload(content, f"jeux.{name}")).fates == {"inchange": 1}
    records.delete(record_id=record.pk, actor=None)
    brought_in(upload(content, f"jeux.{name}"))
    assert Record.objects.get().languages == languages


def test_no_cell_of_a_csv_is_a_formula(shelf, tmp_path):
    text = exported("csv", tmp_path).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))
    assert len({len(row) for row in rows}) == 1
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t"))]


def test_pymarc_reads_in_both_forms_of_unimarc_what_we_say(shelf, tmp_path):
    iso = list(pymarc.MARCReader(io.BytesIO(exported("unimarc", tmp_path)), force_utf8=True))
    xml = pymarc.parse_xml_to_array(io.BytesIO(exported("marcxml", tmp_path)))
    assert None not in iso
    assert len(iso) == len(xml) == 3
    # the long rules text lies in several fields of ISO 2709, whole in one of MARCXML
    for one, other in zip(iso, xml, strict=True):
        rules = [field for field in one.get_fields("900") if field["n"] == "ludo_rules_text"]
        assert [str(field) for field in one if field not in rules] == [
            str(field) for field in other if field.tag < "010" or field.get("n") != "ludo_rules_text"
        ]
    egg = next(record for record in iso if record["200"]["a"].startswith("="))
    assert str(egg.leader)[5:12] == "nrm0 22"
    general = egg["100"]["a"]
    assert (len(general), general[8:13], general[22:30], general[34:]) == (36, "d1997", "frey50  ", "ba")
    tags = ("010", "073", "101", "215", "225", "517", "676", "606")
    assert [egg[tag]["a"] for tag in tags] == [
        "0012345678905", "0012345678905", "fre", "1 jeu", "Nature", "The Egg", "R refl AD", "3.2",
    ]  # fmt: skip
    assert egg["610"]["a"] == "A 407 jeu de hasard (jeu de règles)"
    assert (egg["210"]["c"], egg["214"]["d"], egg["333"]["a"]) == (
        "Éditions du Pœme", "cop. 1998", "De 2 à 4 joueurs, de 10 à 99 ans, 45 minutes",
    )  # fmt: skip
    assert [(field.tag, field["a"], field["4"]) for field in egg.get_fields("700", "701", "702")] == [
        ("700", "Anne; Durand", "070"), ("701", "Zoé Petit", "070"), ("702", "Li", "440"),
        ("702", "Max", "570"),
    ]  # fmt: skip
    local = {field["n"]: field["a"] for field in egg.get_fields("900")}
    assert (local["nb_joueurs_min"], local["nb_joueurs_max"], local["age_min"], local["duree"]) == (
        "2",
        "4",
        "10",
        "45",
    )
    boxes = {field["f"]: field.get("k", "") for field in egg.get_fields("995")}
    assert boxes == {"00004711": "R refl", "ŒUF-01": ""}


def test_a_record_longer_than_iso_2709_can_say_goes_out_in_several_and_comes_back_as_one(tmp_path):
    record = make.make_record("Uno", rules_text="règle\n" * 20_000)
    make.make_copy(record, barcode="000001")
    content = exported("unimarc", tmp_path)
    parts = list(pymarc.MARCReader(io.BytesIO(content), force_utf8=True))
    assert len(parts) == 2
    assert {part["001"].data for part in parts} == {"uno"}
    assert brought_in(upload(content, "jeux.mrc")).fates == {"inchange": 1}


def test_an_export_reads_as_many_rows_with_as_many_queries_a_chunk(
    shelf, tmp_path, django_assert_max_num_queries
):
    for number in range(30):
        make.make_copy(make.make_record(f"Jeu {number}"))
    with django_assert_max_num_queries(24):
        exported("csv", tmp_path)


def test_only_what_a_search_finds_goes_out(shelf, tmp_path):
    text = exported("csv", tmp_path, [Record.objects.get(title="Catane").pk]).decode()
    assert text.count("\r\n") == 2
    assert "Catane" in text


def test_the_day_a_record_was_made_is_the_librarys_own():
    make.make_record("Uno")
    Record.objects.update(created_at=datetime.datetime(2026, 6, 30, 22, 30, tzinfo=datetime.UTC))
    (item,) = interchange.items()
    assert item.values["created"] == "20260701"


@pytest.mark.parametrize("name", ["unimarc", "marcxml"])
def test_signs_that_would_end_a_record_do_not_go_out(name, tmp_path):
    make.make_record("Uno\x0b", description="Des\x1fcartes\x1d")
    content = b"".join(exporting.pieces(name, None, TODAY))
    (item,) = items(content, tmp_path)
    assert (item.title, item.values["description"], item.faults) == ("Uno", "Descartes", [])
