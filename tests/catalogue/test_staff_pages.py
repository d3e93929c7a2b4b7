"""The staff's forms of families, and all their lists."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from catalogue.models import Card, Copy, Household, Member
from catalogue.services import households
from tests.filling import filled
from tests.make import (
    make_card,
    make_copy,
    make_household,
    make_library,
    make_loan,
    make_member,
    make_subscription,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(login, librarian):
    return login(librarian)


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
    member = make_member(make_household("Famille Martin", phone="01 00 00 00 01"))
    family = member.household
    address = f"/gestion/foyers/{family.pk}/modifier/"
    page = staff.get(address)
    households.update(household_id=family.pk, actor=None, phone="01 00 00 00 02")
    answer = staff.post(address, filled(page, notes="gentils"))
    assert answer.status_code == 409
    assert set(answer.context["differing"]) == {("Téléphone", "01 00 00 00 02"), ("Notes pour l’équipe", "")}
    family.refresh_from_db()
    assert (family.phone, family.notes) == ("01 00 00 00 02", "")
    assert staff.post(address, filled(answer)).status_code == 302
    family.refresh_from_db()
    assert (family.phone, family.notes) == ("01 00 00 00 01", "gentils")

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
    with django_assert_max_num_queries(8) as few:
        staff.get(address)
    fill(20)
    with django_assert_max_num_queries(len(few)):
        staff.get(address)
