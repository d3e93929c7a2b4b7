"""`load_seeds` puts each fact in its field, once, and leaves alone what a librarian has changed."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test.utils import CaptureQueriesContext

from catalogue import seeds
from catalogue.models import (
    Category,
    Copy,
    JournalEntry,
    Library,
    OpeningPeriod,
    Publisher,
    Record,
    Section,
)
from catalogue.services import authorities

pytestmark = pytest.mark.django_db


def load() -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("load_seeds", stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


@pytest.fixture
def loaded():
    load()


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("entry", seeds.records(), ids=lambda entry: entry["slug"])
def test_each_fact_is_in_its_field(entry):
    record = Record.objects.get(slug=entry["slug"])
    related = {
        "publisher": lambda: record.publisher.name,
        "categories": lambda: [f"{c.scheme}:{c.notation}" for c in record.categories.all()],
        "contributions": lambda: [
            {"person": c.person.name, "role": c.role} for c in record.contributions.all()
        ],
        "components": lambda: [
            {"name": c.name} | ({"quantity": c.quantity} if c.quantity else {})
            for c in record.components.all()
        ],
        "documents": lambda: [
            {"name": d.name, "media_type": d.media_type} for d in record.documents.all() if not d.file
        ],
        "copies": lambda: [
            {
                "barcode": c.barcode,
                "call_number": c.call_number,
                "section": c.section.name,
                "site": c.site.name,
            }
            for c in record.copies.order_by("id")
        ],
    }
    for name, value in entry.items():
        kept = related[name]() if name in related else getattr(record, name)
        assert kept == value, name


@pytest.mark.usefixtures("loaded")
def test_isbd_lines_are_those_of_the_documents():
    lines = {record.slug: record.isbd for record in Record.objects.select_related("publisher")}
    assert (
        lines["cafe-international"]
        == "Café International [objet à 3 dimensions, artefacts, ...] . - Matel, [s.d.]."
    )
    assert lines["uno"] == "Uno [objet à 3 dimensions, artefacts, ...] . - Matel, [s.d.]."
    assert lines["boursicocotte"] == "Boursicocotte [jeu] / Rudiger Kolze. - Asmodee, 15 juillet 2003."


@pytest.mark.usefixtures("loaded")
def test_other_forms_of_names_lead_to_the_one_the_source_writes():
    publishers = {form: authorities.publisher(form=form, actor=None).name for form in ("mattel", "asmodée")}
    assert publishers == {"mattel": "Matel", "asmodée": "Asmodee"}
    people = {
        authorities.person(form=form, actor=None).name
        for form in ("koltze", "Rüdiger Koltze", "Rüdiger Kolze")
    }
    assert people == {"Rudiger Kolze"}
    assert authorities.person(form="Bernard Bittler", actor=None).name == "Bittler, Bernard"


@pytest.mark.usefixtures("loaded")
def test_categories_are_shown_as_the_source_has_them():
    assert str(Category.objects.get(code="a407")) == "A 407 jeu de hasard (jeu de règles)"
    assert str(Category.objects.get(scheme="indice")) == "R refl AD"


@pytest.mark.usefixtures("loaded")
def test_the_library_is_marked_as_sample_data_and_opens_on_some_days():
    library = Library.objects.get()
    assert (library.name, library.sample_data) == ("Maison des Enfants", True)
    assert [str(period) for period in library.opening_periods.all()] == [
        "mercredi 14:00-18:00",
        "vendredi 16:00-18:30",
        "samedi 10:00-12:30",
    ]
    assert [s.name for s in Section.objects.all()] == ["A 401 jeu d'association", "A 407 jeu de hasard"]


@pytest.mark.usefixtures("loaded")
def test_each_record_leaves_a_journal_line_by_the_system():
    lines = JournalEntry.objects.filter(verb="create", subject_type="record")
    assert {line.actor_name for line in lines} == {"système"}
    assert {line.subject_name for line in lines} == {entry["title"] for entry in seeds.records()}


@pytest.mark.usefixtures("loaded")
def test_loading_again_writes_nothing():
    with CaptureQueriesContext(
        connection,
    ) as queries:
        out, _ = load()
    assert "déjà là\u202f: 6" in out
    written = [q["sql"] for q in queries if q["sql"].split()[0] in ("INSERT", "UPDATE", "DELETE")]
    assert written == []
    assert len(queries) <= 15


@pytest.mark.usefixtures("loaded")
def test_what_a_librarian_changed_stays_changed():
    Record.objects.filter(slug="uno").update(title="Uno, le grand", publisher=None)
    Publisher.objects.filter(name="Matel").update(name="Mattel France")
    Copy.objects.filter(barcode="90199").update(call_number="UNO 1")
    Copy.objects.filter(barcode="91586").delete()
    Library.objects.update(name="La Boîte à jeux", sample_data=False)
    OpeningPeriod.objects.all().delete()
    load()
    assert Record.objects.get(slug="uno").title == "Uno, le grand"
    assert Copy.objects.get(barcode="90199").call_number == "UNO 1"
    assert not Copy.objects.filter(barcode="91586").exists()
    assert Library.objects.get().name == "La Boîte à jeux"
    assert not OpeningPeriod.objects.exists()


@pytest.mark.usefixtures("loaded")
def test_a_record_that_is_missing_comes_back_with_the_names_as_they_are_now():
    Publisher.objects.filter(name="Matel").update(name="Mattel France")
    Copy.objects.filter(record__slug="uno").delete()
    Record.objects.get(slug="uno").delete()
    load()
    uno = Record.objects.get(slug="uno")
    assert uno.publisher.name == "Mattel France"
    assert uno.copies.count() == 6


def test_a_barcode_that_another_box_bears_is_left_to_it():
    other = Record.objects.create(slug="autre", title="Autre", sort_key="autre")
    Copy.objects.create(record=other, barcode="90473")
    _, err = load()
    assert "90473" in err
    assert Copy.objects.get(barcode="90473").record == other
    assert not Record.objects.get(slug="cafe-international").copies.exists()


def test_a_real_library_keeps_its_row():
    Library.objects.create(name="Ludothèque du Port")
    load()
    assert Library.objects.get().sample_data is False
    assert Record.objects.count() == 6


def test_it_refuses_a_database_that_is_not_migrated():
    newest = MigrationRecorder.Migration.objects.filter(app="catalogue").latest("name")
    MigrationRecorder(connection).record_unapplied("catalogue", newest.name)
    with pytest.raises(CommandError, match=r"manage\.py migrate"):
        load()
    assert not Record.objects.exists()


def test_a_record_that_fails_leaves_nothing_of_itself(monkeypatch):
    def fail(ids):
        raise RuntimeError("index")

    monkeypatch.setattr("catalogue.services.copies.index.update", fail)
    with pytest.raises(RuntimeError):
        load()
    assert not Record.objects.exists()
    assert not Publisher.objects.exists()
    assert not JournalEntry.objects.filter(subject_type="record").exists()


@pytest.mark.usefixtures("loaded")
def test_every_box_is_drawn_with_a_family_of_its_own(client):
    boxes = client.get("/catalogue/").content.decode().count('class="box family-')
    assert boxes == Record.objects.count()
    assert "family-autre" not in client.get("/catalogue/").content.decode()
