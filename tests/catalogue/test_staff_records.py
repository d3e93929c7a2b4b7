"""The staff's form and list of records: success and refusal side by side."""

import datetime
import re

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from catalogue.models import Household, Publisher, Record
from catalogue.services import records
from tests.filling import filled
from tests.make import make_copy, make_household, make_library, make_member, make_publisher, make_record

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(login, librarian):
    return login(librarian)


def test_a_record_is_made_with_all_its_fields_and_names_made_on_the_way(staff):
    page = staff.get("/gestion/notices/ajouter/")
    answer = staff.post(
        "/gestion/notices/ajouter/",
        filled(
            page,
            title="Café International",
            publisher_name="Matel",
            languages_text="français, klingon",
            min_players="2",
            max_players="4",
            ean="3 760146 641013",
            components_text="1 plateau\n100  cartes\nun sac\n",
            documents_text="café_international.pdf",
            game="cafe-international",
            game_options_text="edition=france",
            completed=["duration"],
            **{
                "people-0-name": "Rudi Hoffmann",
                "people-0-role": "auteur",
                "categories-0-line": "A 407 jeu de hasard (jeu de règles)",
                "categories-1-line": "[COL] Ambiance",
                "links-0-url": "https://example.org/jeu",
                "links-0-label": "La page du jeu",
            },
        ),
    )
    record = Record.objects.get()
    assert answer.url == f"/gestion/notices/{record.pk}/"
    assert record.slug == "cafe-international"
    assert record.publisher.name == "Matel"
    assert record.languages == ["fre", "klingon"]
    assert record.ean == "3760146641013"
    parts = [(part.name, part.quantity) for part in record.components.all()]
    assert parts == [("plateau", 1), ("carte", 100), ("sac", 1)]
    assert str(record.links.get()) == "La page du jeu"
    assert record.documents.get().name == "café_international.pdf"
    assert record.game_options == {"edition": "france"}
    assert [str(row) for row in record.contributions.all()] == ["Rudi Hoffmann (Auteur)"]
    assert sorted(category.code for category in record.categories.all()) == ["a407", "ambiance"]


def test_saving_what_the_page_shows_changes_nothing(staff):
    record = make_record(
        "Uno",
        publisher="Mattel",
        people=["Merle Robbins"],
        categories=["A 401 jeu d'association", "[Indice] R refl AD"],
        components=[("cartes", 108), ("règle", None)],
        languages=["fre", "Français (fre)"],
        completed=["duration", "contents"],
        links=[("Page", "https://example.org/")],
        documents=[("règle.pdf", "application/pdf")],
        game="uno",
        game_options={"edition": "france"},
        rules_text="On joue.\n\n  On gagne. ",
    )
    address = f"/gestion/notices/{record.pk}/"
    values = filled(staff.get(address))
    values["rules_text"] = values["rules_text"].replace("\n", "\r\n")  # as browsers do
    assert staff.post(address, values).status_code == 302
    again = Record.objects.get()
    assert again.updated_at == record.updated_at


def test_contradictions_are_refused_in_french_and_what_was_typed_stays(staff):
    page = staff.get("/gestion/notices/ajouter/")
    answer = staff.post(
        "/gestion/notices/ajouter/",
        filled(
            page,
            title="Uno",
            min_players="6",
            max_players="2",
            min_age="9",
            max_age="3",
            duration="0",
            ean="12",
            components_text="0 pion",
            **{"categories-0-line": "jeu de hasard", "links-0-url": "ftp://example.org"},
        ),
    )
    assert answer.status_code == 422
    faulty = set(answer.context["form"].errors)
    assert faulty == {"max_players", "max_age", "duration", "ean", "components_text"}
    assert "Aucun indice lisible" in answer.text
    assert "n’est pas une adresse" in answer.text
    assert 'value="6"' in answer.text
    assert not Record.objects.exists()
    assert staff.post("/gestion/notices/ajouter/", {}).status_code == 422


@pytest.mark.parametrize(
    ("name", "fits", "slips"),
    [
        ("min_players", "999", ["0", "1000", "9000000000000000000"]),
        ("max_players", "999", ["0", "1000", "9000000000000000000"]),
        ("min_age", "120", ["121", "9000000000000000000"]),
        ("max_age", "120", ["121", "9000000000000000000"]),
        ("duration", "10000", ["0", "10001", "9000000000000000000"]),
        ("year", "1800", ["1", "1799", "2101"]),
    ],
)
def test_a_number_that_cannot_be_meant_is_refused(staff, name, fits, slips):
    address = "/gestion/notices/ajouter/"
    page = staff.get(address)
    for slip in slips:
        answer = staff.post(address, filled(page, **{"title": "Uno", name: slip}))
        assert answer.status_code == 422
        assert set(answer.context["form"].errors) == {name}
        assert "Entre " in answer.context["form"].errors[name][0]
    assert staff.post(address, filled(page, **{"title": "Uno", name: fits})).status_code == 302
    with pytest.raises(IntegrityError), transaction.atomic():
        Record.objects.update(**{name: int(slips[-2])})


INVISIBLE = "\u200b\u00ad\u3164\u2800 \ufeff"


def test_a_name_that_nobody_sees_is_refused(staff):
    answer = staff.post("/gestion/foyers/ajouter/", {"name": INVISIBLE})
    assert "Ce nom ne se voit pas" in answer.text
    assert not Household.objects.exists()
    address = f"/gestion/foyers/{make_household().pk}/adherents/ajouter/"
    answer = staff.post(address, {"first_name": INVISIBLE, "last_name": INVISIBLE})
    assert set(answer.context["form"].errors) == {"first_name", "last_name"}
    address = "/gestion/notices/ajouter/"
    assert "title" in staff.post(address, filled(staff.get(address), title=INVISIBLE)).context["form"].errors


def test_a_day_that_cannot_be_meant_is_refused(staff):
    address = f"/gestion/foyers/{make_household().pk}/adherents/ajouter/"
    who = {"first_name": "Nour", "last_name": "Martin"}
    tomorrow = timezone.localdate() + datetime.timedelta(days=1)
    for day in ("0001-01-01", "1799-12-31", tomorrow.isoformat()):
        assert staff.post(address, who | {"birth_date": day}).status_code == 422
    assert staff.post(address, who | {"birth_date": timezone.localdate().isoformat()}).status_code == 302
    copy = make_copy("Uno")
    address = f"/gestion/exemplaires/{copy.pk}/"
    assert staff.post(address, filled(staff.get(address), acquired_on="0001-01-01")).status_code == 422


def test_labels_begin_with_a_capital_and_a_choice_not_made_is_said_in_words(login, manager):
    member = make_member()
    make_library()
    copy = make_copy("Uno")
    manager = login(manager)
    for address in (
        "/gestion/notices/ajouter/",
        f"/gestion/exemplaires/{copy.pk}/",
        f"/gestion/foyers/{member.household_id}/adherents/ajouter/",
        f"/gestion/foyers/{member.household_id}/",
        "/gestion/foyers/ajouter/",
        "/gestion/reglages/ludotheque/",
        "/gestion/reglages/prets/ailleurs/",
        "/gestion/reglages/prets/regles/",
        "/gestion/reglages/calendrier/",
    ):
        page = manager.get(address).text
        assert "-----" not in page
        labels = re.findall(r"<label [^>]*>\s*(\w)", page)
        assert labels
        assert not [letter for letter in labels if letter.islower()]


def test_a_second_tab_does_not_write_over_the_first(staff):
    record = make_record("Uno", notes="rien")
    address = f"/gestion/notices/{record.pk}/"
    page = staff.get(address)
    records.update(record_id=record.pk, actor=None, notes="une carte usée")
    answer = staff.post(address, filled(page, notes="boîte fendue"))
    assert answer.status_code == 409
    assert "une carte usée" in answer.text
    assert "boîte fendue" in answer.text
    assert Record.objects.get().notes == "une carte usée"
    assert staff.post(address, filled(answer)).status_code == 302
    assert Record.objects.get().notes == "boîte fendue"


def test_a_form_without_its_moment_is_taken_for_an_old_one(staff):
    record = make_record("Uno")
    address = f"/gestion/notices/{record.pk}/"
    assert staff.post(address, filled(staff.get(address), seen="x", notes="y")).status_code == 409


def test_a_publisher_typed_in_another_form_is_the_same_one(staff):
    make_publisher("Matel", forms=("Mattel",))
    staff.post(
        "/gestion/notices/ajouter/",
        filled(staff.get("/gestion/notices/ajouter/"), title="Uno", publisher_name="MATTEL"),
    )
    assert Record.objects.get().publisher.name == "Matel"
    assert Publisher.objects.count() == 1


def test_a_drawing_may_be_chosen_for_the_box(staff, client):
    record = make_record("Odin")
    address = f"/gestion/notices/{record.pk}/"
    assert staff.post(address, filled(staff.get(address), motif="strategie")).status_code == 302
    assert "family-strategie" in client.get("/jeux/odin/").content.decode()
    assert staff.post(address, filled(staff.get(address), motif="licorne")).status_code == 422


def test_records_are_found_by_title_publisher_code_and_what_they_lack(staff):
    uno = make_copy(make_record("L'Uno", publisher="Asmodée", rules_text="On joue."), barcode="0042").record
    odin = make_record("Odin", ean="3760146641012")

    def found(**params):
        return list(staff.get("/gestion/notices/", params).context["page"])

    assert found() == [odin, uno]
    assert found(q="uno") == found(q="asmodee") == found(q="0042") == [uno]
    assert found(q="3760146641012") == [odin]
    assert found(sans="exemplaire") == found(sans="regle") == [odin]
    assert found(q="zzz") == []
    assert found(q="%_'\0") == [odin, uno]


def test_a_record_without_copies_is_deleted_after_a_question(staff):
    record, kept = make_record("Odin", rules_text="On joue."), make_copy("Uno").record
    address = f"/gestion/notices/{record.pk}/supprimer/"
    assert "le texte des règles" in staff.get(address).text
    assert Record.objects.count() == 2
    assert staff.post(address).url == "/gestion/notices/"
    kept_address = f"/gestion/notices/{kept.pk}/supprimer/"
    assert "ne peut pas être supprimée" in staff.get(kept_address).text
    assert staff.post(kept_address, follow=True).context["record"] == kept
    assert list(Record.objects.all()) == [kept]
