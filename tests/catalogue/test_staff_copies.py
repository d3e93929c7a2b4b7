"""The staff's form and list of copies: success and refusal side by side."""

import datetime

import pytest

from catalogue.models import Card, Copy, JournalEntry, Section, Site
from catalogue.services import copies
from tests.filling import filled
from tests.make import make_copy, make_loan, make_member, make_record, make_section, make_site

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(login, librarian):
    return login(librarian)


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
