"""Records, copies, authorities and families: one verb a change, each leaves its line."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from catalogue.models import Copy, CopyState, JournalEntry, Member, Person, Publisher, Record
from catalogue.policy import Refused
from catalogue.services import authorities, copies, households, records
from tests.make import (
    make_card,
    make_category,
    make_copy,
    make_household,
    make_loan,
    make_member,
    make_person,
    make_publisher,
    make_record,
)

pytestmark = pytest.mark.django_db


def test_a_record_gets_an_address_of_its_own_and_keeps_it(librarian):
    first = records.create(title="L'Œuf de Zoé", actor=librarian)
    second = records.create(title="L'œuf de Zoé !", actor=librarian)
    assert (first.slug, second.slug) == ("l-oeuf-de-zoe", "l-oeuf-de-zoe-2")
    assert first.sort_key == "oeuf de zoe"
    changed = records.update(record_id=first.pk, title="Zoé", actor=librarian)
    assert (changed.slug, changed.sort_key) == ("l-oeuf-de-zoe", "zoe")
    entry = JournalEntry.objects.first()
    assert (entry.verb, entry.before, entry.after) == ("update", {"title": "L'Œuf de Zoé"}, {"title": "Zoé"})


def test_a_title_without_a_letter_has_an_address_too():
    assert records.create(title="???", actor=None).slug == "record"


def test_what_hangs_on_a_record_is_replaced_and_the_rest_stays():
    record = make_record("Uno", people=["Merle Robbins"], components=[("cartes", 108), ("règle", None)])
    kept = record.components.get(name="cartes").pk
    records.update(record_id=record.pk, actor=None, components=[("règle", 1), ("cartes", 112)])
    assert [(part.name, part.quantity) for part in record.components.all()] == [("règle", 1), ("cartes", 112)]
    assert record.components.get(name="cartes").pk == kept
    assert [person.name for person in record.people.all()] == ["Merle Robbins"]


def test_saving_without_a_change_leaves_no_line():
    record = make_record("Uno", people=["Merle Robbins"], categories=["A 401 jeu d'association"])
    count = JournalEntry.objects.count()
    again = records.update(
        record_id=record.pk,
        actor=None,
        title="Uno",
        people=[(make_person("merle robbins"), "auteur")],
        categories=[make_category("[ESAR] A401")],
    )
    assert JournalEntry.objects.count() == count
    assert again.updated_at == record.updated_at


def test_it_does_not_write_over_what_somebody_else_has_changed():
    record = make_record("Uno")
    records.update(record_id=record.pk, actor=None, seen=record.updated_at, notes="une carte usée")
    with pytest.raises(records.Changed):
        records.update(record_id=record.pk, actor=None, seen=record.updated_at, notes="rien")
    assert Record.objects.get().notes == "une carte usée"


def test_a_record_with_copies_stays_and_one_without_goes():
    record, empty = make_copy("Uno").record, make_record("Odin")
    with pytest.raises(Refused, match="Un exemplaire"):
        records.delete(record_id=record.pk, actor=None)
    records.delete(record_id=empty.pk, actor=None)
    assert list(Record.objects.all()) == [record]
    assert JournalEntry.objects.first().before["title"] == "Odin"


def test_a_publisher_is_found_by_any_form():
    matel = make_publisher("Matel", forms=("Mattel",))
    for form in ("matel", " MATEL ", "Mattel", "mattel"):
        assert authorities.publisher(form=form, actor=None) == matel
    assert authorities.publisher(form="Asmodée", actor=None).slug == "asmodee"
    assert Publisher.objects.count() == 2


def test_a_person_is_found_by_any_form_and_made_once():
    moon = make_person("Wolfgang Kramer", forms=("Kramer, Wolfgang",))
    assert make_person("kramer wolfgang") == moon
    assert make_person("Élise Moon") == make_person("elise  moon")
    assert Person.objects.count() == 2


@pytest.mark.parametrize(
    "line", ["A 407", "A407", "[ESAR] A407", "[esar] a 407 jeu de hasard (jeu de règles)"]
)
def test_every_spelling_of_a_category_is_the_same_one(line):
    known = make_category("A 407 jeu de hasard (jeu de règles)")
    assert (known.notation, known.label, known.facet) == ("A 407", "jeu de hasard", "jeu de règles")
    assert known.family == "hasard"
    assert make_category(line) == known


def test_a_free_notation_is_kept_whole():
    index = make_category("[Indice] R refl AD")
    assert (index.scheme, index.code, index.notation) == ("indice", "r-refl-ad", "R refl AD")


@pytest.mark.parametrize("line", ["", "jeu de hasard", "[XYZ] A 407", "[ESAR]", "((("])
def test_a_line_that_names_no_category_makes_none(line):
    assert authorities.category_of_line(text=line, actor=None) is None


def test_a_barcode_means_one_thing_and_the_refusal_names_it():
    box = make_copy("Uno", barcode="0042")
    card = make_card(make_member(first_name="Nour"), barcode="0077")
    with pytest.raises(Refused, match="La boîte « Uno » le porte déjà"):
        make_copy("Odin", barcode="0042")
    with pytest.raises(Refused, match="la carte de Nour Martin"):
        make_copy("Odin", barcode=" 0077 ")
    with pytest.raises(Refused, match="« Uno »"):
        make_card(card.member, barcode="0042")
    assert make_copy("Odin", barcode="42").barcode == "42"
    assert copies.update(copy_id=box.pk, actor=None, barcode="0042").barcode == "0042"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("çà&çç", "90199"),
        ("ÇÀ&ÇÇ", "90199"),
        (" 00 42 ", "0042"),
        ("\u00a0A-7\u202f", "A-7"),
        ("ŒUF-01", "ŒUF-01"),
        ("12-34_5", "12-34_5"),
        ("A.1/2", "A.1/2"),
    ],
)
def test_a_code_is_kept_as_the_desk_reads_it(typed, kept):
    assert make_copy("Uno", barcode=typed).barcode == kept
    with pytest.raises(Refused, match="le porte déjà"):
        make_card(barcode=typed)
    Copy.objects.all().delete()
    assert make_card(barcode=typed).barcode == kept
    with pytest.raises(Refused, match="la carte de"):
        make_copy("Odin", barcode=kept)


@pytest.mark.parametrize("typed", ["   ", "A;7", "90199<", "🎲", "A\u200b7"])
def test_a_code_that_no_scanner_reads_is_refused(typed):
    for give in (lambda: make_copy("Uno", barcode=typed), lambda: make_card(barcode=typed)):
        with pytest.raises(Refused, match="Un code n’a que des lettres"):
            give()


def test_a_box_keeps_the_odd_code_it_had_before():
    copy = make_copy("Uno")
    Copy.objects.filter(pk=copy.pk).update(barcode="A 7")
    copies.update(copy_id=copy.pk, actor=None, barcode="A 7", call_number="UNO")
    assert Copy.objects.values_list("barcode", "call_number").get() == ("A 7", "UNO")


def test_a_copy_on_loan_is_not_withdrawn_and_one_at_home_is():
    copy = make_copy()
    make_loan(copy)
    with pytest.raises(Refused, match="La boîte est prêtée"):
        copies.update(copy_id=copy.pk, actor=None, state=CopyState.WITHDRAWN)
    other = copies.update(
        copy_id=make_copy("Odin").pk, actor=None, state=CopyState.WITHDRAWN, withdrawn_reason="en double"
    )
    assert Copy.objects.get(pk=other.pk).state == CopyState.WITHDRAWN
    assert JournalEntry.objects.first().after == {
        "state": "retire",
        "withdrawn_reason": "en double",
        "withdrawn_on": timezone.localdate().isoformat(),
    }


def test_a_copy_is_withdrawn_for_a_reason_and_put_back_without_one():
    copy = make_copy("Odin")
    with pytest.raises(Refused, match="Il manque le motif"):
        copies.update(copy_id=copy.pk, actor=None, state=CopyState.WITHDRAWN, withdrawn_reason=" ")
    copies.update(
        copy_id=copy.pk,
        actor=None,
        state=CopyState.WITHDRAWN,
        withdrawn_reason="donné",
        withdrawn_on=datetime.date(2026, 3, 1),
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        Copy.objects.update(withdrawn_reason="")
    copies.update(copy_id=copy.pk, actor=None, state=CopyState.IN_SERVICE)
    copy.refresh_from_db()
    assert (copy.withdrawn_reason, copy.withdrawn_on) == ("", None)
    with pytest.raises(IntegrityError), transaction.atomic():
        Copy.objects.update(withdrawn_reason="donné")


def test_a_family_is_ordered_by_its_folded_name(librarian):
    household = make_household("Famille Éluard", phone="01")
    assert household.sort_key == "famille eluard"
    households.update(household_id=household.pk, actor=librarian, phone="02")
    entry = JournalEntry.objects.first()
    assert entry.before == {"phone": "01"}
    assert entry.after == {"phone": "02"}


def test_a_member_with_a_loan_stays_and_one_without_goes():
    member = make_loan().member
    brother = make_member(member.household, first_name="Sami")
    make_card(brother)
    with pytest.raises(Refused, match="Des prêts"):
        households.remove_member(member_id=member.pk, actor=None)
    households.remove_member(member_id=brother.pk, actor=None)
    assert list(Member.objects.all()) == [member]


def test_a_lost_card_is_removed_and_its_code_is_free_again():
    card = make_card(barcode="0077")
    households.remove_card(card_id=card.pk, actor=None)
    assert make_card(barcode="0077").pk
    assert timezone.localdate() == JournalEntry.objects.first().at.astimezone().date()
