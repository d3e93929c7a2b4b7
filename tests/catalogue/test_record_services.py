"""What the services of records keep of drafts, warnings, base games, parts and links."""

import pytest
from django.db import IntegrityError, transaction

from catalogue.models import JournalEntry, Record
from catalogue.policy import Refused
from catalogue.services import records
from catalogue.services.parts import Part
from tests.make import make_record

pytestmark = pytest.mark.django_db


def parts(record):
    return [(row.name, row.quantity, row.important, row.spare) for row in record.components.all()]


def change(record, **values):
    return records.update(record_id=record.pk, actor=None, **values)


def test_warnings_are_kept_in_their_own_order_each_once():
    record = make_record("Aimants", warnings=["aimants", "moins-36-mois", "aimants"])
    record.refresh_from_db()
    assert record.warnings == ["moins-36-mois", "aimants"]
    assert record.warns_under_36_months
    with pytest.raises(ValueError, match="poison"):
        change(record, warnings=["poison"])


def test_a_record_that_warns_of_nothing_warns_of_no_age():
    assert not make_record("Uno").warns_under_36_months


def test_an_extension_knows_its_base_game_and_the_other_way_round():
    base = make_record("Carcassonne")
    extension = make_record("Auberges et Cathédrales", base_game=base)
    assert list(base.extensions.all()) == [extension]
    records.delete(record_id=base.pk, actor=None)
    extension.refresh_from_db()
    assert extension.base_game is None


def test_no_game_is_its_own_base_game_nor_rests_on_itself_through_others():
    first = make_record("Un")
    second = make_record("Deux", base_game=first)
    third = make_record("Trois", base_game=second)
    for base in (first, second, third):
        with pytest.raises(Refused, match="jeu de base"):
            change(first, base_game=base)
    with pytest.raises(IntegrityError), transaction.atomic():
        Record.objects.filter(pk=first.pk).update(base_game=first)
    assert change(third, base_game=first).base_game == first


def test_parts_keep_their_rows_when_they_are_renamed_moved_and_swapped():
    record = make_record("Petits chevaux", components=[("cheval", 16), ("dé", 1), ("plateau", 1)])
    horse, die, board = record.components.all()
    change(
        record,
        components=[
            Part("dé", 2, True, 3, pk=horse.pk),
            Part("cheval", 16, pk=die.pk),
            Part("règle du jeu"),
        ],
    )
    assert parts(record) == [("dé", 2, True, 3), ("cheval", 16, True, 0), ("règle du jeu", None, True, 0)]
    assert list(record.components.values_list("pk", flat=True)[:2]) == [horse.pk, die.pk]
    assert not record.components.filter(pk=board.pk).exists()


def test_who_says_only_names_and_numbers_leaves_what_parts_are_worth():
    record = make_record("Yam", components=[Part("dé", 5, False, 2)])
    change(record, components=[("dé", 6), ("bloc", 1)])
    assert parts(record) == [("dé", 6, False, 2), ("bloc", 1, True, 0)]


def test_a_part_of_another_record_is_never_taken_over():
    theirs = make_record("Yam", components=[("dé", 5)]).components.get()
    record = make_record("Uno")
    change(record, components=[Part("carte", 108, pk=theirs.pk)])
    theirs.refresh_from_db()
    assert (theirs.name, record.components.get().name) == ("dé", "carte")


def test_a_link_keeps_its_kind_unless_another_is_given():
    url = "https://video.example/uno"
    record = make_record("Uno", links=[("La règle filmée", url, "video")])
    change(record, links=[("Règle filmée", url)])
    link = record.links.get()
    assert (link.label, link.kind) == ("Règle filmée", "video")


def test_the_journal_says_what_a_change_did_to_them():
    record = make_record("Uno")
    change(record, draft=True, warnings=["aimants"], components=[("carte", 108)])
    entry = JournalEntry.objects.get(verb="update")
    assert entry.after == {"draft": True, "warnings": ["aimants"], "components": [["carte", 108, True, 0]]}
