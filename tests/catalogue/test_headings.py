"""Names that many share: renamed, merged, deleted, and found by every form they had."""

import pytest
from django.http import QueryDict
from django.utils.http import urlencode
from django_tasks_db.models import DBTaskResult

from catalogue.kinds import KINDS
from catalogue.models import Category, JournalEntry, Person, Publisher, Section, Site
from catalogue.policy import Refused
from catalogue.search import Query, search
from catalogue.services import authorities, headings, merging, places
from catalogue.tasks import index_uses, merge_names
from tests.filling import filled
from tests.make import (
    make_category,
    make_copy,
    make_person,
    make_publisher,
    make_record,
    make_section,
    make_site,
)

pytestmark = pytest.mark.django_db

PUBLISHERS, PEOPLE, CATEGORIES = KINDS["editeurs"], KINDS["personnes"], KINDS["categories"]
SECTIONS, SITES = KINDS["sections"], KINDS["sites"]


@pytest.fixture
def staff(login, librarian):
    return login(librarian)


def found(**params):
    """How many records the public's search finds."""
    return search(Query.from_params(QueryDict(urlencode(params)))).total


# --- renaming


def test_a_publisher_is_renamed_and_found_by_its_old_name(librarian, client):
    record = make_record("Uno", publisher="Matel")
    headings.rename(kind=PUBLISHERS, pk=record.publisher_id, name="Mattel Games", actor=librarian)
    publisher = Publisher.objects.get()
    assert (publisher.name, publisher.sort_key, publisher.slug) == ("Mattel Games", "mattel games", "matel")
    assert found(q="mattel games") == found(q="matel") == 1
    assert authorities.publisher(form="MATEL", actor=None) == publisher
    assert client.get("/editeurs/matel/").status_code == 200
    entry = JournalEntry.objects.first()
    assert (entry.before["name"], entry.after["name"]) == ("Matel", "Mattel Games")
    headings.rename(kind=PUBLISHERS, pk=publisher.pk, name="Matel", actor=librarian)
    assert list(publisher.variants.values_list("form", flat=True)) == ["Mattel Games"]


def test_a_name_that_is_anothers_is_refused_in_any_spelling(staff):
    hasbro = make_publisher("Hasbro", forms=("MB",))
    matel = make_publisher("Matel")
    address = f"/gestion/autorites/editeurs/{matel.pk}/"
    for name in ("hasbro", "M.B.", "Hasbro"):
        answer = staff.post(address, filled(staff.get(address), name=name))
        if name == "M.B.":  # folds to two words: another name
            assert answer.status_code == 302
            headings.rename(kind=PUBLISHERS, pk=matel.pk, name="Matel", forms=[], actor=None)
            continue
        assert answer.status_code == 422
        assert f"/fusionner/?avec={hasbro.pk}" in answer.text
    answer = staff.post(address, filled(staff.get(address), forms_text="mb\nMatel"))
    assert "C’est déjà «\u00a0Hasbro\u00a0»" in answer.text
    assert Publisher.objects.get(pk=matel.pk).name == "Matel"


def test_other_forms_are_written_one_a_line(staff):
    publisher = make_publisher("Matel", forms=("Mattel",))
    make_record("Uno", publisher=publisher)
    address = f"/gestion/autorites/editeurs/{publisher.pk}/"
    page = staff.get(address)
    assert "Mattel" in page.context["form"]["forms_text"].value()
    staff.post(address, filled(page, forms_text="Matell\n\n mattel games \nMATEL"))
    assert set(publisher.variants.values_list("form", flat=True)) == {"Matell", "mattel games"}
    assert found(q="matell") == 1


def test_a_second_tab_does_not_write_over_a_name(staff):
    publisher = make_publisher("Matel")
    address = f"/gestion/autorites/editeurs/{publisher.pk}/"
    page = staff.get(address)
    headings.rename(kind=PUBLISHERS, pk=publisher.pk, name="Mattel", actor=None)
    answer = staff.post(address, filled(page, name="Matell"))
    assert answer.status_code == 409
    assert "Mattel" in answer.text
    assert staff.post(address, filled(answer)).status_code == 302
    assert Publisher.objects.get().name == "Matell"


def test_sections_and_sites_are_known_by_the_names_they_had():
    section, site = make_section("A 401"), make_site("Annexe")
    record = make_copy("Uno", section=section, site=site).record
    headings.rename(kind=SECTIONS, pk=section.pk, name="A 401 association", actor=None)
    headings.rename(kind=SITES, pk=site.pk, name="Annexe du Moulin", actor=None)
    assert places.section(name="a 401", actor=None) == section
    assert places.site(name="ANNEXE", actor=None) == site
    assert (Section.objects.count(), Site.objects.count()) == (1, 1)
    assert found(q="association") == 1
    assert record.copies.get().section.name == "A 401 association"
    other = make_section("A 402")
    with pytest.raises(Refused, match="C’est déjà « A 401 association »"):
        headings.rename(kind=SECTIONS, pk=other.pk, name="a 401 ASSOCIATION", actor=None)


def test_a_category_takes_another_notation_and_keeps_its_old_address(staff, client):
    category, other = make_category("A 407 jeu de hasard"), make_category("A 401 z")
    make_record("Uno", categories=[category])
    address = f"/gestion/autorites/categories/{category.pk}/"
    values = {"notation": "A 408", "label": "hasard", "family": "hasard"}
    assert staff.post(address, filled(staff.get(address), **values)).status_code == 302
    category.refresh_from_db()
    assert (category.code, str(category)) == ("a408", "A 408 hasard")
    assert authorities.category_of_line(text="A407", actor=None) == category
    assert client.get("/categories/esar/a407/").url == "/categories/esar/a408/"
    assert found(categorie="esar:a408") == 1
    assert (found(q="A 407"), found(q="a408"), found(q="A 409")) == (1, 1, 0)
    answer = staff.post(address, filled(staff.get(address), notation="a 401"))
    assert f"avec={other.pk}" in answer.text
    assert staff.post(address, filled(staff.get(address), notation="!!")).status_code == 422


def test_thousands_of_records_are_indexed_by_a_task(monkeypatch):
    monkeypatch.setattr(headings, "AT_ONCE", 1)
    publisher = make_publisher("Matel")
    for title in ("Uno", "Odin"):
        make_record(title, publisher=publisher)
    headings.rename(kind=PUBLISHERS, pk=publisher.pk, name="Hasbro", actor=None)
    assert found(q="hasbro") == 0
    assert DBTaskResult.objects.filter(task_path=index_uses.module_path).count() == 1
    index_uses.call("editeurs", publisher.pk)
    assert found(q="hasbro") == 2


def test_an_address_that_once_was_leads_on_also_when_its_form_is_taken_away(librarian, client):
    kept = make_publisher("Mattel")
    gone = make_publisher("Matel")
    merging.merge(kind=PUBLISHERS, source_id=gone.pk, target_id=kept.pk, actor=librarian)
    headings.rename(kind=PUBLISHERS, pk=kept.pk, name="Mattel", forms=[], actor=librarian)
    assert not kept.variants.exists()
    answer = client.get("/editeurs/matel/")
    assert (answer.status_code, answer.url) == (301, "/editeurs/mattel/")
    last = make_publisher("Asmodee")
    merging.merge(kind=PUBLISHERS, source_id=kept.pk, target_id=last.pk, actor=librarian)
    assert {client.get(f"/editeurs/{one}/").url for one in ("matel", "mattel")} == {"/editeurs/asmodee/"}
    headings.rename(kind=PUBLISHERS, pk=last.pk, name="Mattel", actor=librarian)
    assert client.get("/editeurs/mattel/").url == "/editeurs/asmodee/", "also when it is the name again"


# --- merging


def test_two_publishers_become_one_and_every_form_leads_to_it(librarian, client):
    kept, gone = make_publisher("Mattel"), make_publisher("Matel", forms=("Matell",))
    uno, odin = make_record("Uno", publisher=gone), make_record("Odin", publisher=kept)
    assert merging.merge(kind=PUBLISHERS, source_id=gone.pk, target_id=kept.pk, actor=librarian)
    assert list(Publisher.objects.all()) == [kept]
    assert set(kept.variants.values_list("form", flat=True)) == {"Matel", "Matell"}
    assert found(editeur="mattel") == found(q="matell") == 2
    answer = client.get("/editeurs/matel/")
    assert (answer.status_code, answer.url) == (301, "/editeurs/mattel/")
    entry = JournalEntry.objects.get(verb="merge")
    assert (entry.before["name"], entry.before["records"]) == ("Matel", [uno.pk])
    assert odin.pk not in entry.before["records"]


def test_a_person_under_two_names_is_named_once_for_each_role():
    kept, gone = make_person("Rudi Hoffmann"), make_person("R. Hoffmann")
    record = make_record("Uno", people=[(kept, "auteur"), (gone, "auteur"), (gone, "illustrateur")])
    merging.merge(kind=PEOPLE, source_id=gone.pk, target_id=kept.pk, actor=None)
    parts = list(record.contributions.values_list("person", "role"))
    assert sorted(parts) == [(kept.pk, "auteur"), (kept.pk, "illustrateur")]
    assert list(Person.objects.all()) == [kept]


def test_a_record_in_two_classes_that_become_one_is_in_it_once(client):
    kept, gone = make_category("A 407 hasard"), make_category("A 408 chance")
    both, one = make_record("Uno", categories=[kept, gone]), make_record("Odin", categories=[gone])
    merging.merge(kind=CATEGORIES, source_id=gone.pk, target_id=kept.pk, actor=None)
    assert [list(record.categories.all()) for record in (both, one)] == [[kept], [kept]]
    assert found(categorie="esar:a407") == 2
    assert client.get("/categories/esar/a408/").url == "/categories/esar/a407/"
    assert authorities.category_of_line(text="A 408", actor=None) == kept
    assert Category.objects.count() == 1


def test_sections_and_sites_are_merged_with_their_boxes():
    section, old_section = make_section("A 401"), make_section("a quatre cent un")
    site, old_site = make_site("Moulin"), make_site("Le moulin")
    copy = make_copy("Uno", section=old_section, site=old_site)
    merging.merge(kind=SECTIONS, source_id=old_section.pk, target_id=section.pk, actor=None)
    merging.merge(kind=SITES, source_id=old_site.pk, target_id=site.pk, actor=None)
    copy.refresh_from_db()
    assert (copy.section, copy.site) == (section, site)
    assert found(section=section.slug) == 1
    assert places.section(name="A quatre cent un", actor=None) == section


def test_a_large_merge_goes_on_as_a_task_and_may_be_run_twice(monkeypatch):
    monkeypatch.setattr(merging, "AT_ONCE", 2)
    monkeypatch.setattr(merging, "_CHUNK", 2)
    kept, gone = make_publisher("Mattel"), make_publisher("Matel")
    for number in range(5):
        make_record(f"Jeu {number}", publisher=gone)
    assert not merging.merge(kind=PUBLISHERS, source_id=gone.pk, target_id=kept.pk, actor=None)
    assert DBTaskResult.objects.filter(task_path=merge_names.module_path).count() == 1
    merge_names.call("editeurs", gone.pk, kept.pk, None)
    merge_names.call("editeurs", gone.pk, kept.pk, None)
    assert kept.records.count() == found(editeur="mattel") == 5
    assert JournalEntry.objects.filter(verb="merge").count() == 1


def test_a_merge_that_stopped_half_way_tells_in_the_end_of_all_that_it_moved(monkeypatch):
    monkeypatch.setattr(merging, "_CHUNK", 2)
    kept, gone = make_publisher("Mattel"), make_publisher("Matel")
    ids = [make_record(f"Jeu {number}", publisher=gone).pk for number in range(5)]
    move, calls = merging._move, iter((True, False))

    def move_once(*args):
        if next(calls):
            return move(*args)
        raise ConnectionError("the machine was switched off")

    monkeypatch.setattr(merging, "_move", move_once)
    with pytest.raises(ConnectionError):
        merging.go_on(kind=PUBLISHERS, source_id=gone.pk, target_id=kept.pk, actor=None)
    assert kept.records.count() == 2
    monkeypatch.setattr(merging, "_move", move)
    merging.go_on(kind=PUBLISHERS, source_id=gone.pk, target_id=kept.pk, actor=None)
    assert sorted(JournalEntry.objects.get(verb="merge").before["records"]) == ids


def test_a_name_is_not_merged_with_itself_nor_with_one_that_is_gone():
    publisher = make_publisher("Matel")
    for target in (publisher.pk, 0):
        with pytest.raises(Refused, match="Rien n’est fusionné"):
            merging.merge(kind=PUBLISHERS, source_id=publisher.pk, target_id=target, actor=None)


# --- pages


def test_merging_asks_first_and_names_what_moves(staff):
    kept, gone = make_publisher("Mattel"), make_publisher("Matel")
    for number in range(25):
        make_record(f"Jeu {number:02}", publisher=gone)
    address = f"/gestion/autorites/editeurs/{gone.pk}/fusionner/"
    assert f"?avec={kept.pk}" in staff.get(address).text
    assert f"?avec={kept.pk}" in staff.get(address, {"q": "mattel"}).text
    assert "Aucun autre nom" in staff.get(address, {"q": "zzz"}).text
    page = staff.get(address, {"avec": kept.pk})
    assert "Jeu 00" in page.text
    assert "Et 5 autres" in page.text
    assert Publisher.objects.count() == 2
    answer = staff.post(address, {"avec": kept.pk}, follow=True)
    assert "«\u00a0Matel\u00a0» est maintenant une forme de «\u00a0Mattel\u00a0»" in answer.text
    assert staff.post(address, {"avec": kept.pk}).status_code == 404
    assert staff.get(f"/gestion/autorites/editeurs/{kept.pk}/fusionner/?avec=9999").status_code == 404


def test_names_are_listed_by_use_and_the_unused_deleted(staff):
    make_record("Uno", publisher="Asmodée")
    unused = make_publisher("Koltze")

    def names(**params):
        page = staff.get("/gestion/autorites/editeurs/", params).context["page"]
        return [(row.name, row.use_count) for row in page]

    assert names() == [("Asmodée", 1), ("Koltze", 0)]
    assert names(q="asmodee") == names(tri="emplois")[:1] == [("Asmodée", 1)]
    assert names(tri="sans") == [("Koltze", 0)]
    assert names(q="zzz") == []
    used = Publisher.objects.get(name="Asmodée")
    refused = staff.post(f"/gestion/autorites/editeurs/{used.pk}/supprimer/", follow=True)
    assert "1 notice le porte" in refused.text
    staff.post(f"/gestion/autorites/editeurs/{unused.pk}/supprimer/")
    assert list(Publisher.objects.all()) == [used]
    assert JournalEntry.objects.get(verb="delete").before["name"] == "Koltze"


@pytest.mark.parametrize(
    ("kind", "name", "words"),
    [
        ("editeurs", "Hasbro", "Hasbro"),
        ("personnes", "Zoé", "Zoé"),
        ("categories", "[COL] RA", "RA"),
        ("sections", "A 401", "A 401"),
        ("sites", "Réserve", "Réserve"),
    ],
)
def test_a_name_is_added_and_found_in_its_list(staff, kind, name, words):
    address = f"/gestion/autorites/{kind}/"
    assert staff.post(address, {"name": ""}).status_code == 422
    answer = staff.post(address, {"name": name}, follow=True)
    assert words in answer.text
    assert words in staff.get(address, {"q": words}).text
    assert KINDS[kind].model.objects.count() == 1
    row = KINDS[kind].model.objects.get()
    assert "Rien ne porte ce nom" in staff.get(f"{address}{row.pk}/").text


def test_a_category_without_a_notation_is_not_added(staff):
    answer = staff.post("/gestion/autorites/categories/", {"name": "((("})
    assert answer.status_code == 422
    assert "Aucun indice lisible" in answer.text


def test_an_unknown_list_is_not_found(staff):
    assert staff.get("/gestion/autorites/familles/").status_code == 404


@pytest.mark.parametrize("kind", ["editeurs", "personnes", "categories", "sections", "sites"])
def test_the_pages_of_a_list_cost_the_same_for_two_and_for_many(staff, kind, django_assert_max_num_queries):
    def fill(start, number):
        for n in range(start, start + number):
            make_copy(
                make_record(
                    f"Jeu {n}",
                    publisher=f"Éditeur {n}",
                    people=[f"Personne {n}"],
                    categories=[f"A {400 + n} x"],
                ),
                section=make_section(f"Section {n}"),
                site=make_site(f"Site {n}"),
            )

    fill(0, 2)
    row = KINDS[kind].model.objects.order_by("pk").first()
    paths = [f"/gestion/autorites/{kind}/", f"/gestion/autorites/{kind}/{row.pk}/"]
    spent = []
    for path in paths:
        with django_assert_max_num_queries(9) as few:
            staff.get(path)
        spent.append(len(few))
    fill(2, 8)
    record = row.records.first() if hasattr(row, "records") else row.copies.first().record
    for number in range(8):
        if kind == "editeurs":
            make_record(f"Autre {number}", publisher=row)
        elif kind in ("sections", "sites"):
            make_copy(record, **{kind[:-1]: row})
    for path, queries in zip(paths, spent, strict=True):
        with django_assert_max_num_queries(queries):
            staff.get(path)
