"""Several boxes at once: scanned or numbered codes, call numbers by the scheme, and what happened since."""

import datetime

import pytest
from django.utils import timezone

from catalogue import desk_site
from catalogue.models import Copy, JournalEntry, Library, Loan, Site
from catalogue.numbering import call_number, unknown_parts
from catalogue.policy import Refused
from catalogue.services import copies, new_copies
from ludotheque.text import sort_key
from tests.filling import filled
from tests.make import make_card, make_copy, make_library, make_loan, make_record, make_site

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(login, librarian):
    return login(librarian)


def codes_of(record):
    return list(record.copies.order_by("barcode").values_list("barcode", flat=True))


# --- call numbers


@pytest.mark.parametrize(
    ("title", "scheme", "classes", "made"),
    [
        ("L’Âne", "{indice} {titre}", {"indice": "R refl AD"}, "R refl AD ANE"),
        ("Les Aventuriers du Rail", "{indice} {titre}", {"indice": "R"}, "R AVE"),
        ("Oùcédonc", "{indice} {titre}", {}, "OUC"),
        ("Œufs à gogo", "{esar}-{titre}", {"esar": "A 407"}, "A 407-OEU"),
        ("Le 7e continent", "{ESAR} - {titre}", {}, "7EC"),
        ("Go", "{titre}", {}, "GO"),
        ("Odin", "", {"indice": "R"}, ""),
        ("Odin", "J {titre}", {}, "J ODI"),
    ],
)
def test_a_call_number_is_made_of_the_index_and_of_the_title_without_its_article(
    title, scheme, classes, made
):
    assert call_number(scheme, title_key=sort_key(title), letters=3, classes=classes) == made


def test_a_scheme_names_only_what_there_is():
    assert unknown_parts("{indice} {Titre}") == []
    assert unknown_parts("{auteur} {titre}") == ["auteur"]


def test_the_form_proposes_the_call_number_of_the_scheme_and_then_that_of_the_others(staff):
    library = make_library()
    record = make_record("L’Âne rouge", categories=["[Indice] R refl AD", "A 407 jeu de hasard"])
    address = f"/gestion/exemplaires/ajouter/?notice={record.pk}&suite="
    assert 'value="R refl AD ANE"' in staff.get(address).text
    Library.objects.update(call_number_scheme="{esar} {titre}", call_number_letters=4)
    assert 'value="A 407 ANER"' in staff.get(address).text
    make_copy(record, call_number="ANE 1")
    assert 'value="ANE 1"' in staff.get(address).text
    library.delete()
    assert staff.get(address).status_code == 200


# --- codes


def test_ten_boxes_take_the_next_numbers_and_skip_those_that_are_taken(librarian):
    make_library(barcode_prefix="LUD", barcode_digits=5, barcode_next=8)
    make_copy("Uno", barcode="LUD00009")
    make_card(barcode="LUD00011")
    record = make_record("Odin")
    made = new_copies.add(record_id=record.pk, actor=librarian, generated=10, wear="neuf")
    assert [copy.barcode for copy in made] == [f"LUD{n:05}" for n in (8, 10, *range(12, 20))]
    assert Library.objects.get().barcode_next == 20
    assert new_copies.next_code() == "LUD00020"
    assert set(record.copies.values_list("wear", flat=True)) == {"neuf"}
    assert JournalEntry.objects.filter(verb="create", subject_type="copy", actor=librarian).count() == 10


def test_a_number_that_outgrows_its_digits_is_written_in_full():
    make_library(barcode_digits=3, barcode_next=999)
    made = new_copies.add(record_id=make_record().pk, actor=None, generated=2)
    assert [copy.barcode for copy in made] == ["999", "1000"]


def test_scanned_codes_are_kept_as_they_are_and_none_is_added_if_one_is_refused():
    make_library()
    uno = make_copy("Uno", barcode="00047")
    card = make_card(barcode="0042")
    record = make_record("Odin")
    typed = ["ŒUF-01", "00047", "", "007", "007", "0042", "A;7", "x" * 41]
    with pytest.raises(Refused) as refused:
        new_copies.add(record_id=record.pk, actor=None, codes=typed)
    assert refused.value.codes == (
        "barcode-taken",
        "barcode-twice",
        "barcode-taken",
        "barcode-unreadable",
        "barcode-unreadable",
    )
    first, twice, third, *_ = refused.value.refusals
    assert first.facts["copy_id"] == uno.pk
    assert "«\u00a0Uno\u00a0»" in first.why.replace("« ", "«\u00a0").replace(" »", "\u00a0»")
    assert "ligne 4" in twice.why
    assert third.facts["card_id"] == card.pk
    assert codes_of(record) == []
    new_copies.add(record_id=record.pk, actor=None, codes=["ŒUF-01", "007"], generated=1)
    assert codes_of(record) == ["000001", "007", "ŒUF-01"]


def test_boxes_are_added_by_the_page_and_named(staff):
    make_library()
    record = make_record("Odin")
    address = f"/gestion/exemplaires/ajouter/?notice={record.pk}&suite="
    page = staff.get(address)
    assert "Le prochain code est 000001" in page.text
    answer = staff.post(address, filled(page, codes="007\r\n 008 \r\n", generated="2"), follow=True)
    assert codes_of(record) == ["000001", "000002", "007", "008"]
    assert "4 exemplaires sont ajoutés à «\u00a0Odin\u00a0»" in answer.text


def test_the_first_box_of_a_game_stands_at_the_only_site_or_at_that_of_the_desk(staff):
    record = make_record()

    def proposed() -> str:
        page = staff.get(f"/gestion/exemplaires/ajouter/?notice={record.pk}", follow=True)
        return page.context["form"].initial["site_name"]

    assert proposed() == ""
    make_site("École")
    assert proposed() == "École"
    mairie = make_site("Mairie")
    assert proposed() == ""
    session = staff.session
    session[desk_site.KEY] = mairie.pk
    session.save()
    assert proposed() == "Mairie"
    staff.post("/gestion/pret/boite-inconnue/", {"title": "Hanabi", "publisher": "", "barcode": "90777"})
    assert Copy.objects.get(barcode="90777").site == mairie
    make_copy(record, site=Site.objects.get(name="École"))
    assert proposed() == "École"  # as the others


def test_a_form_that_is_sent_twice_numbers_once(staff):
    make_library()
    record = make_record("Odin")
    address = f"/gestion/exemplaires/ajouter/?notice={record.pk}"
    page = staff.get(address, follow=True)
    own, _ = page.redirect_chain[-1]
    values = filled(page, generated="3")
    assert staff.post(own, values).status_code == 302
    again, back = staff.post(own, values), staff.get(own)
    assert (again.status_code, back.status_code) == (409, 200)
    for answer in (again, back):
        assert "Ces exemplaires existent déjà" in answer.text
        assert "000003" in answer.text
        assert "generated" not in answer.text
    assert codes_of(record) == ["000001", "000002", "000003"]
    more = staff.get(address, follow=True)  # as the page offers: that is meant
    assert staff.post(address, filled(more, generated="2")).status_code == 302
    assert len(codes_of(record)) == 5


def test_a_form_whose_number_went_to_another_game_is_sent_again(staff):
    make_library()
    record = make_record("Odin")
    address = f"/gestion/exemplaires/ajouter/?notice={record.pk}&suite="
    values = filled(staff.get(address), generated="1")
    new_copies.add(record_id=make_record("Uno").pk, actor=None, generated=1)
    again = staff.post(address, values)
    assert again.status_code == 422
    assert "Le code 000001 vient d’être donné" in again.text
    assert staff.post(address, filled(again)).status_code == 302
    assert codes_of(record) == ["000002"]


def test_the_box_that_has_a_code_is_named_and_linked_while_one_scans(staff):
    uno = make_copy("Uno", barcode="00047")
    record = make_record("Odin")
    address = f"/gestion/exemplaires/ajouter/?notice={record.pk}&suite="
    part = staff.post(address, {"codes": "00047\n007\n"}, headers={"HX-Request": "true"})
    assert "La boîte «\u00a0Uno\u00a0» le porte déjà" in part.text
    assert f'href="/gestion/exemplaires/{uno.pk}/"' in part.text
    assert "2 codes lus" in part.text
    assert "<html" not in part.text
    whole = staff.post(address, filled(staff.get(address), codes="00047\n007"))
    assert whole.status_code == 422
    assert f'href="/gestion/exemplaires/{uno.pk}/"' in whole.text
    assert "007" in whole.context["form"]["codes"].value()
    assert Copy.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"codes": " \n", "generated": ""}, "Scannez au moins un code"),
        ({"codes": "1\n2", "generated": "99"}, "Au plus 100 exemplaires"),
        ({"codes": "", "generated": "101"}, "100"),
        ({"codes": "", "generated": "-1"}, "0"),
    ],
)
def test_nothing_and_too_many_are_refused(staff, typed, words):
    record = make_record("Odin")
    address = f"/gestion/exemplaires/ajouter/?notice={record.pk}&suite="
    answer = staff.post(address, filled(staff.get(address), **typed))
    assert answer.status_code == 422
    assert words in answer.text
    assert not Copy.objects.exists()


def test_the_settings_of_codes_and_call_numbers_are_checked(login, manager):
    make_library()
    client = login(manager)
    page = client.get("/gestion/reglages/catalogue/")
    for name, value in {
        "barcode_prefix": "A;",
        "barcode_digits": "2",
        "barcode_next": "0",
        "call_number_scheme": "{auteur} {titre}",
        "call_number_letters": "9",
        "new_days": "0",
    }.items():
        answer = client.post("/gestion/reglages/catalogue/", filled(page, **{name: value}))
        assert answer.status_code == 422, name
        assert name in answer.context["form"].errors
    assert (
        client.post("/gestion/reglages/catalogue/", filled(page, call_number_scheme="{titre")).status_code
        == 422
    )
    values = {"barcode_prefix": "LUD", "barcode_next": "7", "call_number_scheme": "", "new_days": "30"}
    assert client.post("/gestion/reglages/catalogue/", filled(page, **values)).status_code == 302
    assert new_copies.next_code() == "LUD000007"


# --- what happened to a box


def test_the_story_of_a_box_names_its_acts_and_for_a_time_its_families(staff, librarian):
    copy = make_copy("Uno", barcode="0042")
    old = make_loan(copy, returned=True)
    long_ago = timezone.now() - datetime.timedelta(days=200)
    Loan.objects.filter(pk=old.pk).update(
        lent_at=long_ago, returned_at=long_ago + datetime.timedelta(days=10)
    )
    member, family = old.member, old.member.household
    Loan.objects.filter(pk=old.pk).update(member=None)  # as the night does, some months later
    copies.update(copy_id=copy.pk, actor=librarian, state="reparation", condition="coin enfoncé")
    copies.update(copy_id=copy.pk, actor=librarian, state="retire", withdrawn_reason="abîmé")
    page = staff.get(f"/gestion/exemplaires/{copy.pk}/historique/")
    assert [event.what for event in page.context["events"]] == [
        "Retiré des collections",
        "Fiche modifiée",
        "Entré dans les collections",
        "Rendu",
        "Prêté",
    ]
    assert "État\u202f: En service → En réparation" in page.text
    assert family.name not in page.text
    copies.update(copy_id=copy.pk, actor=librarian, state="service")
    loan = make_loan(copy, member)
    page = staff.get(f"/gestion/exemplaires/{copy.pk}/historique/")
    assert "Remis en rayon" in page.text
    assert page.text.count(family.name) == 1
    Loan.objects.filter(pk=loan.pk).update(returned_at=timezone.now(), member=None)
    assert family.name not in staff.get(f"/gestion/exemplaires/{copy.pk}/historique/").text


def test_a_long_story_is_cut_in_pages_and_costs_the_same(staff, django_assert_max_num_queries):
    copy = make_copy("Uno")
    address = f"/gestion/exemplaires/{copy.pk}/historique/"
    make_loan(copy, returned=True)
    with django_assert_max_num_queries(9) as few:
        staff.get(address)
    JournalEntry.objects.bulk_create(
        JournalEntry(
            actor_name="Nadia",
            verb="update",
            subject_type="copy",
            subject_id=copy.pk,
            before={"condition": ""},
            after={"condition": f"remarque {number}"},
        )
        for number in range(60)
    )
    with django_assert_max_num_queries(len(few)):
        page = staff.get(address)
    assert page.context["page"].paginator.num_pages == 2
    assert "remarque 0" in staff.get(f"{address}?page=2").text
