"""The staff's lists and forms: success and refusal side by side."""

import datetime
import re

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from catalogue.models import (
    Card,
    Copy,
    Household,
    JournalEntry,
    Member,
    Publisher,
    Record,
    Section,
    Site,
)
from catalogue.services import copies, households, records
from tests.make import (
    make_card,
    make_copy,
    make_household,
    make_library,
    make_loan,
    make_member,
    make_publisher,
    make_record,
    make_section,
    make_site,
    make_subscription,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(login, librarian):
    return login(librarian)


def filled(page, **changes) -> dict:
    """What a browser would send back from the form on `page`, with some of it typed anew."""
    values = {}
    forms = [page.context["form"]]
    for rows in map(page.context.get, ("people", "categories", "parts", "links", "hours")):
        if rows is not None:
            forms += [rows.management_form, *rows]
    for form in forms:
        for field in form:
            value = field.value()
            if value is not None and value is not False:
                values[field.html_name] = value
    return values | changes


# --- records


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


# --- copies


def test_a_copy_is_added_where_its_siblings_stand(staff):
    section, site = make_section(), make_site()
    copy = make_copy("Uno", call_number="UNO", section=section, site=site)
    address = f"/gestion/exemplaires/ajouter/?notice={copy.record_id}&suite="
    page = staff.get(address)
    answer = staff.post(address, filled(page, codes=" 0042 ", price="19.90", acquired_on="2026-03-01"))
    assert answer.status_code == 302
    added = Copy.objects.get(barcode="0042")
    assert (added.call_number, added.section, added.site) == ("UNO", section, site)
    assert added.price_cents == 1990
    assert added.acquired_on == datetime.date(2026, 3, 1)


def test_a_barcode_that_is_taken_names_the_box_that_has_it(staff):
    make_copy("Uno", barcode="0042")
    record = make_record("Odin")
    address = f"/gestion/exemplaires/ajouter/?notice={record.pk}&suite="
    answer = staff.post(address, filled(staff.get(address), codes="0042"))
    assert answer.status_code == 422
    assert "La boîte «\xa0Uno\xa0» le porte déjà" in answer.text
    assert not record.copies.exists()


def test_codes_that_a_french_keyboard_garbled_are_kept_and_found_in_digits(staff):
    copy = make_copy("Uno", barcode="90199")
    address = f"/gestion/exemplaires/ajouter/?notice={copy.record_id}&suite="
    answer = staff.post(address, filled(staff.get(address), codes="çà&çç"))
    assert answer.status_code == 422
    assert "le porte déjà" in answer.text
    assert "Un code n’a que" in staff.post(address, filled(staff.get(address), codes="A;7")).text
    assert staff.post(address, filled(staff.get(address), codes="çà éàà")).status_code == 302
    assert Copy.objects.filter(barcode="90200").exists()
    member = make_member()
    page = f"/gestion/foyers/{member.household_id}/"
    assert staff.post(page, {"adherent": member.pk, "barcode": "àà'é"}).status_code == 302
    assert staff.post(page, {"adherent": member.pk, "barcode": "A;7"}).status_code == 422
    assert Card.objects.get().barcode == "0042"
    assert list(staff.get("/gestion/exemplaires/", {"q": "çà&çç"}).context["page"]) == [copy]
    assert list(staff.get("/gestion/foyers/", {"q": "àà'é"}).context["page"]) == [member.household]


def test_a_section_and_a_site_are_typed_and_made_once(staff):
    record = make_record("Uno")
    address = f"/gestion/exemplaires/ajouter/?notice={record.pk}&suite="
    for barcode, section, site in (
        ("0042", " A 407  jeu de hasard ", "Réserve"),
        ("0043", "a 407 JEU DE HASARD", "reserve"),
        ("0044", "", ""),
    ):
        answer = staff.post(
            address, filled(staff.get(address), codes=barcode, section_name=section, site_name=site)
        )
        assert answer.status_code == 302
    assert [str(section) for section in Section.objects.all()] == ["A 407 jeu de hasard"]
    assert [str(site) for site in Site.objects.all()] == ["Réserve"]
    placed = [(copy.barcode, copy.section, copy.site) for copy in Copy.objects.order_by("barcode")]
    section, site = Section.objects.get(), Site.objects.get()
    assert placed == [("0042", section, site), ("0043", section, site), ("0044", None, None)]
    assert '<option value="A 407 jeu de hasard">' in staff.get(address).text
    assert JournalEntry.objects.filter(verb="create", subject_type__in=["section", "site"]).count() == 2


def test_a_section_is_not_made_for_a_copy_that_is_refused(staff):
    make_copy("Uno", barcode="0042")
    address = f"/gestion/exemplaires/ajouter/?notice={make_record('Odin').pk}&suite="
    answer = staff.post(address, filled(staff.get(address), codes="0042", section_name="Nouvelle"))
    assert answer.status_code == 422
    assert 'value="Nouvelle"' in answer.text
    answer = staff.post(address, filled(staff.get(address), codes="0043", section_name="\u3164"))
    assert "Ce nom ne se voit pas" in answer.text
    assert not Section.objects.exists()


def test_a_second_tab_does_not_write_over_a_copy(staff):
    copy = make_copy("Uno", barcode="0042", section=make_section("A 401"), acquired_on="2026-03-01")
    address = f"/gestion/exemplaires/{copy.pk}/"
    page = staff.get(address)
    section = make_section("A 407")
    copies.update(copy_id=copy.pk, actor=None, state="reparation", section=section, acquired_on="2026-03-12")
    answer = staff.post(address, filled(page, condition="coin enfoncé"))
    assert answer.status_code == 409
    shown = [("Section", "A 407"), ("État", "En réparation"), ("Remarques sur l’état", "")]
    assert set(answer.context["differing"]) == {*shown, ("Acquis le", "12\xa0mars\xa02026")}
    assert "coin enfoncé" in answer.text
    copy.refresh_from_db()
    assert (copy.state, copy.condition, copy.section) == ("reparation", "", section)
    assert staff.post(address, filled(answer)).status_code == 302
    copy.refresh_from_db()
    assert (copy.state, copy.condition) == ("service", "coin enfoncé")
    assert staff.post(address, filled(staff.get(address), seen="")).status_code == 409


def test_saving_a_copy_as_it_is_changes_nothing(staff):
    copy = make_copy("Uno", section=make_section(), site=make_site(), price_cents=500, condition="a\nb")
    before = JournalEntry.objects.count()
    address = f"/gestion/exemplaires/{copy.pk}/"
    assert staff.post(address, filled(staff.get(address))).status_code == 302
    assert JournalEntry.objects.count() == before


def test_a_copy_made_by_mistake_is_deleted_after_a_question_and_a_lent_one_is_not(staff):
    copy = make_copy("Uno", barcode="0042", condition="coin enfoncé", price_cents=1990)
    lent = make_loan(returned=True).copy
    address, kept = (f"/gestion/exemplaires/{one.pk}/" for one in (copy, lent))
    assert f'href="{address}supprimer/"' in staff.get(address).text
    assert "supprimer/" not in staff.get(kept).text
    question = staff.get(f"{address}supprimer/").text
    assert "0042" in question
    assert "coin enfoncé" in question
    assert "19,90\xa0€" in question
    assert Copy.objects.filter(pk=copy.pk).exists()
    answer = staff.post(f"{address}supprimer/", follow=True)
    assert answer.context["record"] == copy.record
    assert "est supprimé" in answer.text
    entry = JournalEntry.objects.get(verb="delete")
    assert (entry.subject_type, entry.before["barcode"]) == ("copy", "0042")
    assert "ne peut pas être supprimé" in staff.get(f"{kept}supprimer/").text
    assert "Il a été prêté." in staff.post(f"{kept}supprimer/", follow=True).text
    assert list(Copy.objects.all()) == [lent]
    assert staff.post(f"{address}supprimer/").status_code == 404


@pytest.mark.parametrize("query", ["", "?notice=", "?notice=x", "?notice=²", "?notice=99999999999999999999"])
def test_a_copy_without_a_record_asks_for_the_record(staff, query):
    assert 'action="/gestion/notices/"' in staff.get(f"/gestion/exemplaires/ajouter/{query}").text


def test_a_copy_is_changed_and_one_on_loan_is_not_withdrawn(staff):
    copy = make_copy("Uno", barcode="0042", price_cents=500)
    address = f"/gestion/exemplaires/{copy.pk}/"
    assert 'value="5.00"' in staff.get(address).text
    staff.post(address, filled(staff.get(address), state="reparation", condition="coin enfoncé"))
    assert Copy.objects.get().state == "reparation"
    staff.post(address, filled(staff.get(address), state="service"))
    make_loan(copy)
    answer = staff.post(address, filled(staff.get(address), state="retire", withdrawn_reason="donné"))
    assert answer.status_code == 422
    assert "La boîte est prêtée" in answer.text


def test_copies_are_found_by_code_call_number_title_and_state(staff):
    uno = make_copy("Uno", barcode="0042", call_number="UNO 1")
    odin = make_copy("Odin", barcode="0043", state="compter")

    def found(**params):
        return list(staff.get("/gestion/exemplaires/", params).context["page"])

    assert found() == [odin, uno]
    assert found(q="0042") == found(q="uno 1") == found(q="UNO") == [uno]
    assert found(q="odin") == found(etat="compter") == [odin]
    assert found(q="!!!") == []
    assert found(etat="inconnu") == [odin, uno]


# --- families


def test_a_family_is_inscribed_with_a_member_and_a_card(staff):
    answer = staff.post("/gestion/foyers/ajouter/", {"name": "Famille Éluard", "kind": "famille"})
    family = Household.objects.get()
    assert answer.url == f"/gestion/foyers/{family.pk}/adherents/ajouter/"
    page = staff.get(answer.url)
    assert 'value="Éluard"' in page.text
    staff.post(answer.url, filled(page, first_name="Zoé", card="0042"))
    assert Card.objects.get().member.household == family
    page = staff.get(f"/gestion/foyers/{family.pk}/")
    assert "0042" in page.text


def test_a_card_that_is_taken_is_refused_and_the_member_is_not_half_made(staff):
    make_card(make_member(first_name="Nour"), barcode="0042")
    family = make_household("Famille Durand")
    answer = staff.post(
        f"/gestion/foyers/{family.pk}/adherents/ajouter/",
        {"first_name": "Théo", "last_name": "Durand", "card": "0042"},
    )
    assert answer.status_code == 422
    assert "la carte de Nour Martin" in answer.text
    assert not family.members.exists()


def test_cards_are_given_and_taken_out_of_use(staff):
    member = make_member()
    address = f"/gestion/foyers/{member.household_id}/"
    assert staff.post(address, {"adherent": member.pk, "barcode": "0042"}).status_code == 302
    assert staff.post(address, {"adherent": member.pk, "barcode": "0042"}).status_code == 422
    stranger = make_member(make_household("Famille Durand"))
    assert staff.post(address, {"adherent": stranger.pk, "barcode": "0043"}).status_code == 404
    card = Card.objects.get()
    elsewhere = reverse("card_remove", args=[stranger.household_id, card.pk])
    assert staff.post(elsewhere).status_code == 404
    assert staff.post(reverse("card_remove", args=[member.household_id, card.pk])).status_code == 302
    assert not Card.objects.exists()


def test_a_family_and_its_members_are_changed(staff):
    member = make_member()
    family = member.household
    address = f"/gestion/foyers/{family.pk}/modifier/"
    staff.post(address, filled(staff.get(address), name="Famille Zola", phone="01 02 03 04 05"))
    assert Household.objects.get().sort_key == "famille zola"
    address = f"/gestion/foyers/{family.pk}/adherents/{member.pk}/"
    staff.post(address, filled(staff.get(address), first_name="Noûr"))
    assert Member.objects.get().first_name == "Noûr"
    staff.post(address, {"retirer": "1"})
    assert not Member.objects.exists()


def test_a_second_tab_does_not_write_over_a_family_or_a_member(staff):
    member = make_member(make_household("Famille Martin", phone="01"))
    family = member.household
    address = f"/gestion/foyers/{family.pk}/modifier/"
    page = staff.get(address)
    households.update(household_id=family.pk, actor=None, phone="02")
    answer = staff.post(address, filled(page, notes="gentils"))
    assert answer.status_code == 409
    assert set(answer.context["differing"]) == {("Téléphone", "02"), ("Notes pour l’équipe", "")}
    family.refresh_from_db()
    assert (family.phone, family.notes) == ("02", "")
    assert staff.post(address, filled(answer)).status_code == 302
    family.refresh_from_db()
    assert (family.phone, family.notes) == ("01", "gentils")

    address = f"/gestion/foyers/{family.pk}/adherents/{member.pk}/"
    page = staff.get(address)
    households.update_member(member_id=member.pk, actor=None, first_name="Noé")
    answer = staff.post(address, filled(page, last_name="Zola"))
    assert answer.status_code == 409
    assert "Noé" in answer.text
    assert Member.objects.get().last_name == "Martin"


def test_a_member_with_boxes_stays_in_the_family(staff):
    member = make_loan().member
    address = f"/gestion/foyers/{member.household_id}/adherents/{member.pk}/"
    answer = staff.post(address, {"retirer": "1"}, follow=True)
    assert "Des prêts sont à son nom" in answer.text
    assert Member.objects.exists()


def test_families_are_found_by_name_first_name_card_and_e_mail(staff):
    eluard = make_household("Famille Éluard", email="zoe@example.org")
    make_card(make_member(eluard, first_name="Zoé"), barcode="0042")
    make_household("Famille Martin")
    for text in ("eluard", "ÉLUARD", "zoe", "0042", "ZOE@example.org"):
        assert list(staff.get("/gestion/foyers/", {"q": text}).context["page"]) == [eluard]
    assert "Aucun foyer ne répond" in staff.get("/gestion/foyers/", {"q": "zzz"}).text


def test_the_page_of_a_family_shows_what_it_has_and_since_when_it_may(staff):
    ended = timezone.localdate() - datetime.timedelta(days=1)
    member = make_member()
    make_loan(make_copy("Uno"), member, due_on=ended)
    make_subscription(member.household, ends_on=ended)
    page = staff.get(f"/gestion/foyers/{member.household_id}/")
    assert "Adhésion finie" in page.text
    assert "attendu le" in page.text


# --- lists cost the same however long they are


@pytest.mark.parametrize("name", ["notices", "exemplaires", "foyers", "comptes"])
def test_a_list_is_searched_for_a_whole_page_of_text(login, manager, name):
    text = " ".join(f"mot{number}" for number in range(700))
    assert login(manager).get(f"/gestion/{name}/", {"q": text}).status_code == 200


@pytest.mark.parametrize("name", ["staff_records", "staff_copies", "staff_households"])
def test_a_list_costs_the_same_for_two_rows_and_for_many(staff, name, django_assert_max_num_queries):
    def fill(number):
        for n in range(number):
            copy = make_copy(f"Jeu {Copy.objects.count()}", call_number=f"J {n}")
            make_loan(copy, make_member(make_household(f"Famille {copy.pk}")))

    make_library()
    fill(2)
    address = reverse(name)
    with django_assert_max_num_queries(7) as few:
        staff.get(address)
    fill(20)
    with django_assert_max_num_queries(len(few)):
        staff.get(address)
