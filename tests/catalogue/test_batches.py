"""Many changed at once: seen before, applied by chunks, what somebody else has changed left out, undone."""

import datetime

import pytest
from django.db import connection, transaction
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from django.utils.http import urlencode
from django_tasks_db.models import DBTaskResult

from catalogue.models import Batch, BatchFate, BatchLine, Copy, JournalEntry, Record, Section
from catalogue.policy import Refused
from catalogue.queries import selections
from catalogue.search import Query, search
from catalogue.services import authorities, batches, copies, records
from catalogue.services.batches import subjects
from catalogue.tasks import housekeeping, run_batch
from tests.filling import filled
from tests.make import (
    make_batch,
    make_category,
    make_copy,
    make_loan,
    make_publisher,
    make_record,
    make_section,
    make_site,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(login, librarian):
    return login(librarian)


def fates(batch):
    return dict(batch.lines.values_list("subject_name", "fate"))


def found(**params):
    """How many records the public's search finds."""
    return search(Query.from_params(QueryDict(urlencode(params)))).total


# --- services


def test_nothing_changes_before_a_batch_is_applied_and_all_comes_back(librarian):
    record = make_record("Uno")
    old, new = make_section("A 401"), make_section("A 407")
    boxes = [make_copy(record, section=old, price_cents=500) for _ in range(3)]
    boxes.append(make_copy(record, section=new, price_cents=1990))
    batch = make_batch(boxes, actor=librarian, section_id=new.pk, price_cents=1990)
    assert (batch.lines.count(), batch.same_count) == (3, 1)
    assert Copy.objects.filter(section=new).count() == 1
    batches.apply(batch_id=batch.pk, actor=librarian)
    assert Copy.objects.filter(section=new, price_cents=1990).count() == 4
    assert found(section=new.slug) == 1
    assert found(section=old.slug) == 0
    entry = JournalEntry.objects.filter(verb="batch").first()
    assert (entry.actor, entry.before["section"], entry.after["section"]) == (librarian, "A 401", "A 407")
    batches.undo(batch_id=batch.pk, actor=librarian)
    assert Copy.objects.filter(section=old, price_cents=500).count() == 3
    assert found(section=old.slug) == 1
    batch.refresh_from_db()
    assert batch.state == "annule"


def test_what_somebody_has_changed_meanwhile_is_left_out_and_named():
    first, second, third = (make_copy("Uno", barcode=code) for code in ("01", "02", "03"))
    batch = make_batch([first, second, third], wear="use")
    copies.update(copy_id=first.pk, actor=None, wear="abime")
    copies.update(copy_id=second.pk, actor=None, condition="coin enfoncé")
    copies.delete(copy_id=third.pk, actor=None)
    batches.apply(batch_id=batch.pk, actor=None)
    assert fates(batch) == {
        "Uno (01)": BatchFate.LEFT,
        "Uno (02)": BatchFate.DONE,
        "Uno (03)": BatchFate.LEFT,
    }
    assert batch.lines.get(subject_name="Uno (01)").why == "Modifié par quelqu’un depuis."
    assert batch.lines.get(subject_name="Uno (03)").why == "Supprimé depuis."
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.wear, second.wear, second.condition) == ("abime", "use", "coin enfoncé")


def test_undoing_leaves_what_was_changed_since_and_names_it():
    first, second = make_copy("Uno", barcode="01"), make_copy("Uno", barcode="02")
    batch = make_batch([first, second], wear="use")
    batches.apply(batch_id=batch.pk, actor=None)
    copies.update(copy_id=first.pk, actor=None, wear="abime")
    batches.undo(batch_id=batch.pk, actor=None)
    assert fates(batch) == {"Uno (01)": BatchFate.KEPT, "Uno (02)": BatchFate.UNDONE}
    assert list(Copy.objects.order_by("barcode").values_list("wear", flat=True)) == ["abime", ""]
    with pytest.raises(Refused, match="déjà à l’état « Annulé »"):
        batches.undo(batch_id=batch.pk, actor=None)


def test_a_batch_is_applied_once():
    batch = make_batch([make_copy("Uno")])
    batches.apply(batch_id=batch.pk, actor=None)
    with pytest.raises(Refused):
        batches.apply(batch_id=batch.pk, actor=None)
    assert JournalEntry.objects.filter(verb="batch").count() == 1


def test_boxes_on_loan_are_not_withdrawn_and_the_others_leave_for_a_reason():
    home, away = make_copy("Uno", barcode="01"), make_copy("Uno", barcode="02")
    make_loan(away)
    batch = make_batch([home, away], state="retire", withdrawn_reason="donné")
    assert fates(batch) == {"Uno (01)": BatchFate.WAITING, "Uno (02)": BatchFate.LEFT}
    assert "La boîte est prêtée." in batch.lines.get(fate=BatchFate.LEFT).why
    batches.apply(batch_id=batch.pk, actor=None)
    home.refresh_from_db()
    assert (home.state, home.withdrawn_reason) == ("retire", "donné")
    assert isinstance(home.withdrawn_on, datetime.date)
    batches.undo(batch_id=batch.pk, actor=None)
    home.refresh_from_db()
    assert (home.state, home.withdrawn_reason, home.withdrawn_on) == ("service", "", None)


def test_a_box_put_back_in_service_and_lent_since_is_not_withdrawn_by_the_undo():
    copy = make_copy("Uno", state="retire")
    batch = make_batch([copy], state="service")
    batches.apply(batch_id=batch.pk, actor=None)
    make_loan(copy)
    batches.undo(batch_id=batch.pk, actor=None)
    assert "La boîte est prêtée." in batch.lines.get(fate=BatchFate.KEPT).why
    copy.refresh_from_db()
    assert copy.state == "service"


def test_a_section_that_is_gone_is_not_put_back():
    section = make_section("A 401")
    copy = make_copy("Uno", section=section)
    batch = make_batch([copy], section_id=None)
    batches.apply(batch_id=batch.pk, actor=None)
    Section.objects.all().delete()
    batches.undo(batch_id=batch.pk, actor=None)
    assert batch.lines.get().why == "Ce qui serait mis n’existe plus."


@pytest.mark.parametrize("kind", ["records", "copies"])
def test_rows_are_locked_in_the_order_of_their_keys_so_that_two_batches_wait_in_no_ring(kind):
    rows = [make_copy(make_record(title)) for title in ("Zèbre", "Abeille", "Merle")]
    of_kind = subjects.Copies() if kind == "copies" else subjects.Records()
    ids = sorted(row.pk if kind == "copies" else row.record_id for row in rows)
    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        assert [row.pk for row in of_kind.rows(reversed(ids), lock=True)] == ids
    assert any(
        f'ORDER BY "catalogue_{kind[:-1] if kind == "records" else "copy"}"."id" ASC' in one["sql"]
        for one in asked
    )


def test_records_change_publisher_categories_and_draft_and_come_back():
    old, new = make_publisher("Matel"), make_publisher("Hasbro")
    kept, gone, added = make_category("A 401 x"), make_category("A 402 y"), make_category("A 407 z")
    uno = make_record("Uno", publisher=old, categories=[kept, gone])
    odin = make_record("Odin", publisher=new, categories=[added])
    moment = uno.updated_at
    batch = batches.prepare(
        kind="notices",
        ids=[uno.pk, odin.pk],
        changes=batches.Changes(
            values={"publisher_id": new.pk}, add=frozenset([added.pk]), remove=frozenset([gone.pk])
        ),
        actor=None,
    )
    assert (batch.lines.count(), batch.same_count) == (1, 1)
    batches.apply(batch_id=batch.pk, actor=None)
    uno.refresh_from_db()
    assert uno.publisher == new
    assert set(uno.categories.all()) == {kept, added}
    assert uno.updated_at > moment
    assert found(editeur=new.slug, categorie="esar:a407") == 2
    batches.undo(batch_id=batch.pk, actor=None)
    uno.refresh_from_db()
    assert uno.publisher == old
    assert set(uno.categories.all()) == {kept, gone}
    hide = make_batch([uno, odin])
    batches.apply(batch_id=hide.pk, actor=None)
    assert found() == 0
    batches.undo(batch_id=hide.pk, actor=None)
    assert found() == 2


def test_none_and_too_many_are_refused(monkeypatch):
    with pytest.raises(Refused, match="Aucune ligne n’est choisie"):
        batches.prepare(kind="notices", ids=[], changes=batches.Changes(), actor=None)
    monkeypatch.setattr("catalogue.services.batches.preparing.MOST", 1)
    with pytest.raises(Refused, match="c’est trop pour un lot"):
        make_batch([make_copy("Uno"), make_copy("Odin")])
    assert not Batch.objects.exists()


def test_a_large_batch_goes_on_as_a_task_and_may_be_taken_up_where_it_stopped(monkeypatch):
    monkeypatch.setattr("catalogue.services.batches.running.AT_ONCE", 2)
    monkeypatch.setattr("catalogue.services.batches.running._CHUNK", 2)
    record = make_record("Uno")
    batch = make_batch([make_copy(record) for _ in range(5)])
    batch = batches.apply(batch_id=batch.pk, actor=None)
    assert batch.state == "en-cours"
    assert not Copy.objects.filter(wear="use").exists()
    assert DBTaskResult.objects.filter(task_path=run_batch.module_path).count() == 1
    from catalogue.services.batches import running

    running._chunk(batch.pk)  # and here the machine was switched off
    assert Copy.objects.filter(wear="use").count() == 2
    run_batch.call(batch.pk)
    run_batch.call(batch.pk)
    batch.refresh_from_db()
    assert batch.state == "fait"
    assert Copy.objects.filter(wear="use").count() == 5
    assert JournalEntry.objects.filter(verb="batch").count() == 5


def test_a_batch_that_nobody_applied_is_thrown_away_after_two_days():
    old, new, done = (make_batch([make_copy("Uno")]) for _ in range(3))
    batches.apply(batch_id=done.pk, actor=None)
    Batch.objects.exclude(pk=new.pk).update(created_at=new.created_at - datetime.timedelta(days=3))
    housekeeping.call()
    assert set(Batch.objects.all()) == {new, done}
    assert not BatchLine.objects.filter(batch_id=old.pk).exists()


# --- pages


def test_from_a_search_to_the_change_and_back(staff):
    section, site = make_section("A 407"), make_site("Annexe")
    for code in ("01", "02"):
        make_copy("Uno", barcode=code, site=site)
    make_copy("Odin", barcode="03")
    chosen = staff.get("/gestion/lots/exemplaires/choisir/", {"q": "uno", "site": site.pk})
    assert chosen.context["page"].paginator.count == 2
    assert f"/changer/?q=uno&amp;site={site.pk}" in chosen.text
    address = f"/gestion/lots/exemplaires/changer/?q=uno&site={site.pk}"
    page = staff.get(address)
    assert "dans 2 exemplaires" in page.text
    values = filled(page, section=section.pk, price="12.50", on_site_only="1", acquired_on="2026-03-01")
    preview = staff.post(address, values, follow=True)
    batch = Batch.objects.get()
    assert "2 lignes à changer" in preview.text
    assert batch.asked == [
        ["Section", "A 407"],
        ["À jouer sur place", "oui"],
        ["Acquis le", "01/03/2026"],
        ["Prix (€)", "12,50 €"],
    ]
    assert "1er\xa0mars\xa02026" in preview.text
    done = staff.post(f"/gestion/lots/{batch.pk}/appliquer/", follow=True)
    assert "Lot fait" in done.text
    assert Copy.objects.filter(section=section, price_cents=1250, on_site_only=True).count() == 2
    assert "Annuler ce lot" in done.text
    copies.update(copy_id=Copy.objects.get(barcode="01").pk, actor=None, price_cents=1)
    back = staff.post(f"/gestion/lots/{batch.pk}/annuler/", follow=True)
    assert "Modifié par quelqu’un depuis." in back.text
    assert back.context["shown"] == BatchFate.KEPT
    assert Copy.objects.filter(section=section).count() == 1
    assert "Annulé" in staff.get("/gestion/lots/").text


def test_fields_are_emptied_as_a_batch_when_that_is_said(staff):
    section, kept = make_section("A 407"), datetime.date(2026, 3, 1)
    values = {"wear": "use", "supplier": "Matel", "price_cents": 1990, "acquired_on": kept}
    make_copy("Uno", section=section, **values)
    address = "/gestion/lots/exemplaires/changer/?q=uno"
    chosen = {"section": "0", "wear": "0", "emptied": ["supplier", "price"]}
    both = staff.post(address, {**chosen, "price": "3"})
    assert both.status_code == 422
    assert "l’un des deux" in both.text
    preview = staff.post(address, chosen, follow=True)
    batch = preview.context["batch"]
    assert batch.asked == [
        [label, "vidé"] for label in ("Section", "État de conservation", "Fournisseur", "Prix (€)")
    ]
    assert preview.text.count("devient</span> vide") == 4
    batches.apply(batch_id=batch.pk, actor=None)
    box = Copy.objects.get()
    assert (box.section, box.wear, box.supplier, box.price_cents) == (None, "", "", None)
    assert box.acquired_on == kept
    batches.undo(batch_id=batch.pk, actor=None)
    assert Copy.objects.filter(section=section, **values).exists()
    record = make_record("Odin", publisher="Matel", document_type="livre")
    page = staff.post("/gestion/lots/notices/changer/?q=odin", {"emptied": ["publisher"]}, follow=True)
    batches.apply(batch_id=page.context["batch"].pk, actor=None)
    record.refresh_from_db()
    assert (record.publisher, record.document_type) == (None, "livre")


def test_only_those_ticked_are_changed(staff):
    first, second = make_record("Uno"), make_record("Odin")
    address = f"/gestion/lots/notices/changer/?q=&ids={first.pk}&ids=x"
    preview = staff.post(address, {"draft": "1"}, follow=True)
    assert preview.context["batch"].lines.get().subject_id == first.pk
    staff.post(f"/gestion/lots/{preview.context['batch'].pk}/abandonner/")
    assert not Batch.objects.exists()
    assert not Record.objects.filter(draft=True).exists()
    assert second.pk


@pytest.mark.parametrize("said", ["q=&coches=1", "ids=abc", "ids=", "coches=1&ids=%C2%B2"])
def test_with_nothing_ticked_nothing_is_taken(staff, said):
    make_copy("Uno")
    for place in ("lots/notices", "lots/exemplaires"):
        for send in (staff.get, staff.post):
            stayed = send(f"/gestion/{place}/changer/?sans=&{said}", {}, follow=True)
            assert "Rien n’est coché" in stayed.text
            assert stayed.redirect_chain[0][0].startswith(f"/gestion/{place}/choisir/")
    assert not Batch.objects.exists()


def test_the_button_for_those_ticked_says_so(staff):
    make_copy("Uno")
    for address in ("/gestion/lots/notices/choisir/", "/gestion/lots/exemplaires/choisir/"):
        page = staff.get(address)
        assert '<input type="hidden" name="coches" value="1">' in page.text


def test_a_search_may_find_more_than_a_statement_takes_parameters(staff):
    record = make_record("Uno", min_players=2, max_players=4)
    make_record("Odin", min_players=5, max_players=6)
    found = selections.read("notices", QueryDict("recherche=joueurs%3D3"))
    assert list(found.rows) == [record]
    assert str(record.pk) not in [str(one) for one in found.rows.query.sql_with_params()[1]]


@pytest.mark.parametrize(
    ("params", "titles"),
    [
        ({"sans": "exemplaire"}, ["Odin"]),
        ({"editeur": "matel"}, ["Uno"]),
        ({"categorie": "esar:a407"}, ["Odin"]),
        ({"categorie": "rien"}, []),
        ({"brouillon": "1"}, ["Odin"]),
        ({"brouillon": "0"}, ["Uno"]),
    ],
)
def test_records_are_chosen_by_any_filter(staff, params, titles):
    make_copy(make_record("Uno", publisher="Matel"))
    make_record("Odin", draft=True, categories=["A 407 z"])
    page = staff.get("/gestion/lots/notices/choisir/", params)
    assert [record.title for record in page.context["page"]] == titles


def test_records_are_chosen_by_a_search_of_the_catalogue(staff):
    make_record("Uno", min_players=2, max_players=4)
    make_record("Odin", min_players=5, max_players=6)
    address = "/gestion/lots/notices/choisir/?recherche=joueurs%3D3"
    page = staff.get(address)
    assert [record.title for record in page.context["page"]] == ["Uno"]
    assert "recherche=joueurs%3D3" in page.text
    change = staff.get("/gestion/lots/notices/changer/?recherche=joueurs%3D3")
    assert change.context["count"] == 1
    assert staff.get("/gestion/lots/notices/choisir/?recherche=%3D%26q%3D'").status_code == 200


def test_boxes_are_chosen_by_any_filter(staff):
    section = make_section("A 401")
    uno = make_copy("Uno", section=section, state="reparation")
    odin = make_copy("Odin")
    Copy.objects.filter(pk=uno.pk).update(created_at=odin.created_at - datetime.timedelta(days=9))

    def found(**params):
        return list(staff.get("/gestion/lots/exemplaires/choisir/", params).context["page"])

    assert found(section=section.slug) == found(etat="reparation") == [uno]
    assert found(section="0") == found(ajout="jour") == found(ajout="semaine") == [odin]
    assert found(site="0") == found(site="x") == found(etiquette="sans") == [odin, uno]
    assert found(etiquette="avec") == found(site="99999999999999999999", q="zzz") == []


@pytest.mark.parametrize(
    ("kind", "values", "words"),
    [
        ("exemplaires", {}, "Choisissez au moins une chose"),
        ("exemplaires", {"state": "retire"}, "Dites pourquoi ces boîtes partent"),
        ("exemplaires", {"withdrawn_reason": "donné"}, "Un motif ne va qu’avec"),
        ("exemplaires", {"price": "-1"}, "0"),
        ("notices", {"publisher": "Inconnu"}, "Aucun éditeur ne s’appelle"),
        ("notices", {"add": "A 999 z"}, "Aucune catégorie"),
        ("notices", {"remove": "(((("}, "Aucune catégorie"),
    ],
)
def test_a_change_that_cannot_be_meant_is_refused(staff, kind, values, words):
    make_copy("Uno")
    answer = staff.post(f"/gestion/lots/{kind}/changer/", values)
    assert answer.status_code == 422
    assert words in answer.text
    assert not Batch.objects.exists()


def test_publishers_and_categories_are_named_in_any_form(staff):
    make_publisher("Matel", forms=("Mattel",))
    make_category("A 407 jeu de hasard")
    make_record("Uno")
    preview = staff.post(
        "/gestion/lots/notices/changer/", {"publisher": "MATTEL", "add": "a407"}, follow=True
    )
    line = preview.context["lines"][0]
    assert {(change.label, change.before, change.after) for change in line.changes} == {
        ("éditeur", "vide", "Matel"),
        ("catégories", "aucune", "A 407 jeu de hasard"),
    }


def test_an_unknown_kind_and_an_unknown_batch_are_not_found(staff):
    assert staff.get("/gestion/lots/familles/choisir/").status_code == 404
    assert staff.get("/gestion/lots/familles/changer/").status_code == 404
    assert staff.post("/gestion/lots/99/appliquer/").status_code == 404


def test_a_batch_that_runs_shows_how_far_it_is(staff, monkeypatch):
    monkeypatch.setattr("catalogue.services.batches.running.AT_ONCE", 1)
    monkeypatch.setattr("catalogue.services.batches.running._CHUNK", 2)
    batch = make_batch([make_copy("Uno") for _ in range(3)])
    page = staff.post(f"/gestion/lots/{batch.pk}/appliquer/", follow=True)
    assert "0 sur 3" in page.text
    from catalogue.services.batches import running

    running._chunk(batch.pk)
    part = staff.get(f"/gestion/lots/{batch.pk}/", headers={"HX-Request": "true"})
    assert 'value="2"' in part.text
    assert "<html" not in part.text
    assert staff.post(f"/gestion/lots/{batch.pk}/reprendre/").status_code == 302
    batches.run(batch_id=batch.pk)
    assert staff.get(f"/gestion/lots/{batch.pk}/", headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    assert "Relancer" not in staff.get(f"/gestion/lots/{batch.pk}/").text


def test_the_pages_cost_the_same_for_two_and_for_many(staff, django_assert_max_num_queries):
    record, section = make_record("Uno"), make_section()

    def addresses():
        few = make_batch(list(Copy.objects.all()), section_id=section.pk)
        yield f"/gestion/lots/{few.pk}/"
        yield "/gestion/lots/exemplaires/choisir/"
        yield "/gestion/lots/notices/choisir/"
        yield "/gestion/lots/"

    for _ in range(2):
        make_copy(record)
    spent = []
    for address in addresses():
        with django_assert_max_num_queries(10) as few:
            staff.get(address)
        spent.append(len(few))
    for number in range(40):
        make_copy(record if number % 10 else make_record(f"Jeu {number}"))
    for address, queries in zip(addresses(), spent, strict=True):
        with django_assert_max_num_queries(queries):
            staff.get(address)


def test_a_chunk_costs_the_same_for_two_and_for_many(django_assert_max_num_queries):
    record = make_record("Uno")
    boxes = [make_copy(record) for _ in range(40)]
    small, large = make_batch(boxes[:2]), make_batch(boxes[2:])
    batches.apply(batch_id=small.pk, actor=None)
    with django_assert_max_num_queries(100) as few:
        batches.undo(batch_id=small.pk, actor=None)
    with django_assert_max_num_queries(len(few) + 2):
        batches.apply(batch_id=large.pk, actor=None)


def test_authorities_are_known_by_any_form_and_not_made():
    make_publisher("Matel", forms=("Mattel",))
    assert authorities.known_publisher("mattel").name == "Matel"
    assert authorities.known_publisher("Hasbro") is None
    assert records.Record.objects.count() == 0
