"""A draft is hidden from the public wherever records are shown, and handled by the staff as any other."""

import pytest

from catalogue.models import SearchEntry
from catalogue.search import Query, index, search
from catalogue.services import loans, records, returns
from tests import make
from tests.catalogue.addresses import ROWS, all_addresses, make_world

pytestmark = pytest.mark.django_db

TITLE = "Zanzibarbouille"
OF_THE_RECORD = ["record", "record_image", "rules", "rules_pdf", "document"]


def set_draft(record, draft=True):
    records.update(record_id=record.pk, actor=None, draft=draft)


def found(**params):
    return [one.title for one in search(Query.from_params(params)).records]


@pytest.fixture
def world():
    """All that a page could show of a record, as a draft; with copies, an extension and a base game."""
    world = make_world()
    records.update(record_id=world.record.pk, actor=None, title=TITLE, ean="3558380000013")
    set_draft(world.record)
    return world


@pytest.mark.parametrize("who", ["anonymous", "family"])
def test_no_public_address_says_anything_of_a_draft(who, world, client, login, request, settings):
    settings.SITE_URL = "https://ludo.example"
    visitor = client if who == "anonymous" else login(request.getfixturevalue("family"))
    for name, _ in all_addresses():
        row = ROWS[name]
        if row.audience != "public" or not row.get or name in OF_THE_RECORD:
            continue
        text = visitor.get(row.path(name, world)).content.decode()
        assert TITLE not in text, name
        assert world.record.get_absolute_url() not in text, name
    for path in ("/sitemap-regles.xml", "/sitemap-editeurs.xml", "/sitemap-auteurs.xml"):
        text = visitor.get(path).content.decode()
        assert world.record.slug not in text, path
        assert "/editeurs/matel/" not in text, path
    for query in (TITLE, "3558380000013", world.copy.barcode, "", "matel"):
        response = visitor.get("/catalogue/", {"q": query})
        assert response.status_code == 200  # no redirection to the box
        assert f"{TITLE}</" not in response.content.decode()


@pytest.mark.parametrize("who", ["anonymous", "family"])
def test_the_addresses_of_a_draft_do_not_exist_for_the_public(who, world, client, login, request):
    visitor = client if who == "anonymous" else login(request.getfixturevalue("family"))
    world.record.documents.update(file="documents/regle.pdf")
    for name in OF_THE_RECORD:
        assert visitor.get(ROWS[name].path(name, world)).status_code == 404, name
    for path in ("/jeux/Café-International/", "/jeux/Café-International/regles/"):  # nor by another spelling
        assert visitor.get(path).status_code == 404, path


def test_the_staff_sees_a_draft_and_is_told_that_it_is_one(world, volunteer, login):
    staff = login(volunteer)
    for name in ("record", "rules"):
        response = staff.get(ROWS[name].path(name, world))
        assert response.status_code == 200
        assert "Brouillon" in response.content.decode()
    sheet = staff.get(ROWS["rules_pdf"].path("rules_pdf", world))
    assert sheet.status_code == 200
    assert "no-store" in sheet["Cache-Control"]


def test_copies_of_a_draft_are_lent_and_returned(world):
    copy, member = make.make_copy(world.record), make.make_member(first_name="Lou")
    loan = loans.checkout(
        copy_id=copy.pk, member_id=member.pk, actor=None, today=world.copy.created_at.date()
    )
    assert loan.copy == copy
    returns.checkin(copy_id=copy.pk, actor=None, now=loan.lent_at)
    assert not SearchEntry.objects.filter(record=world.record).exists()


def test_a_family_reads_the_title_of_the_draft_it_has_at_home_without_a_link(world, family, login):
    make.make_loan(make.make_copy(world.record), family.household.members.get())
    text = login(family).get("/compte/").content.decode()
    assert TITLE in text
    assert world.record.get_absolute_url() not in text


def test_a_draft_is_counted_by_no_facet_and_comes_back_with_its_new_words_only():
    record = make.make_record("Vieux titre", publisher="Matel")
    other = make.make_record("Uno", publisher="Matel")
    set_draft(record)
    results = search(Query.from_params({}))
    assert (results.total, [one.count for one in results.facets.publishers]) == (1, [1])
    records.update(record_id=record.pk, actor=None, title="Nouveau titre")
    index.update([record.pk, other.pk])
    assert found(q="titre") == []
    set_draft(record, draft=False)
    assert found(q="nouveau") == ["Nouveau titre"]
    assert found(q="vieux") == []
    assert search(Query.from_params({})).total == 2


def test_a_rebuilt_index_has_no_drafts():
    record = make.make_record("Uno")
    set_draft(record)
    index.rebuild()
    assert search(Query.from_params({})).total == 0
    set_draft(record, draft=False)
    assert found(q="uno") == ["Uno"]
