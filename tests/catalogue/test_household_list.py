"""The list of families: found, filtered, paged; and their cards on a sheet."""

import datetime
from itertools import islice

import pytest
from django.utils import timezone

from catalogue.labels import grids, sheets
from catalogue.models import Card, Household, LabelSheet, Member
from catalogue.services import households, labels
from tests.catalogue.test_labels import cell, decoded, drawn
from tests.make import (
    make_card,
    make_charge,
    make_household,
    make_library,
    make_loan,
    make_member,
    make_member_category,
    make_payment,
    make_subscription,
)

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)
LIST, CARDS = "/gestion/foyers/", "/gestion/foyers/cartes/"


@pytest.fixture
def staff(login, librarian):
    return login(librarian)


def names(answer) -> list[str]:
    return [family.name for family in answer.context["page"]]


def test_families_are_filtered_by_where_they_stand(staff):
    today = timezone.localdate()
    ends = {"Finie": -1, "Aujourd’hui": 0, "Bientôt": 30, "Plus tard": 31}
    for name, days in ends.items():
        make_subscription(make_household(name), ends_on=today + days * DAY)
    followed = make_household("Suivie")
    make_subscription(followed, ends_on=today)
    make_subscription(followed, starts_on=today + DAY)
    make_subscription(make_household("À venir"), starts_on=today + DAY)
    make_household("Jamais", kind="ecole", category=make_member_category("École"))
    make_charge(Household.objects.get(name="Finie"), 500)
    paid = make_household("Payée")
    make_charge(paid, 500)
    make_payment(paid, 600)
    make_subscription(paid)
    grown = make_member(followed, first_name="Léo")
    Member.objects.filter(pk=grown.pk).update(birth_date=datetime.date(1988, 2, 29))
    make_card(grown)

    def found(**params):
        return set(names(staff.get(LIST, params)))

    assert found(situation="finie") == {"Finie"}
    assert found(situation="bientot") == {"Aujourd’hui", "Bientôt"}
    assert found(situation="jamais") == {"Jamais"}
    assert found(situation="doit") == {"Finie"}
    assert found(situation="majeurs") == {"Suivie"}
    assert "Suivie" not in found(situation="sans-carte")
    assert found(genre="ecole") == found(q="jam", situation="jamais") == {"Jamais"}
    assert found(categorie=make_member_category("École").pk) == {"Jamais"}
    assert len(found(situation="x", genre="y", categorie="z")) == 8
    page = staff.get(LIST, {"situation": "doit"})
    assert "doit 5,00" in page.text
    assert "1,00\u00a0€ d’avance" in staff.get(LIST, {"q": "payee"}).text
    assert "Aucun foyer ne répond" in staff.get(LIST, {"situation": "doit", "genre": "ecole"}).text


def test_the_list_asks_as_often_for_two_families_as_for_many(staff, django_assert_num_queries):
    for n in range(2):
        make_loan(member=make_member(make_household(f"Famille {n}")))
    with django_assert_num_queries(8):
        staff.get(LIST)
    for n in range(2, 8):
        family = make_household(f"Famille {n}")
        make_member(family)
        make_subscription(family)
        make_charge(family)
    with django_assert_num_queries(8):
        answer = staff.get(LIST)
    assert [len(family.people) for family in answer.context["page"]] == [1] * 8


@pytest.fixture
def known():
    """A family with a child, each of whom can be asked for in many ways."""
    family = make_household(
        "Famille O’Connor", phone="+33 (0)6 12.34-56 78 / 01 02 03 04 05", email="Lea@Example.org"
    )
    child = make_member(family, first_name="Jean-Loup", last_name="Le Goff", phone="07 00 00 00 07")
    make_card(child, barcode="C000123")
    make_member(make_household("Famille Legoffic", phone="06 99 99 99 99"), first_name="Ana")
    return family


BY_NAME = ["O'Connor", "OConnor", "o connor", "O’CON", "le goff jean", "legoff jeanloup", "jean loup le goff"]
BY_NAME += ["oconnor", "Jean-Loup", "Loup"]
BY_PHONE = [
    "0612345678",
    "06 12 34 56 78",
    "06.12.34.56.78",
    "+33612345678",
    "0033 6 12 34 56 78",
    "0700000007",
]
BY_PHONE += ["01-02-03-04-05"]


@pytest.mark.parametrize(
    "asked", [*BY_NAME, *BY_PHONE, "061234", "lea@example.ORG", "C000123", "~C000123", "c000123"]
)
def test_a_family_is_found_by_all_that_one_may_know_of_it(staff, known, asked):
    assert names(staff.get(LIST, {"q": asked})) == [known.name]


@pytest.mark.parametrize(
    "asked", ["connors", "onnor", "goff martin", "0612345679", "12345678", "@example.org", "7"]
)
def test_nothing_else_finds_it(staff, known, asked):
    assert known.name not in names(staff.get(LIST, {"q": asked}))


def test_a_family_is_found_by_what_it_is_called_and_dialled_now(staff, known):
    child = known.members.get()
    households.update(household_id=known.pk, name="Famille D’Aubigné", phone="", actor=None)
    households.update_member(member_id=child.pk, last_name="Du Val", actor=None)
    for asked, found in {"daubigne": 1, "duval": 1, "oconnor": 0, "0612345678": 0}.items():
        assert names(staff.get(LIST, {"q": asked})) == ["Famille D’Aubigné"][:found]


def test_at_the_desk_a_family_is_found_by_the_same(staff, known):
    """A number may be the code of a box that was misread: its family is offered, not taken."""
    here = f"/gestion/pret/?adherent={known.members.get().pk}"
    for asked in [*BY_NAME, "lea@example.org"]:
        assert staff.post("/gestion/pret/", {"code": asked}).url == here
    for asked in BY_PHONE:
        answer = staff.post("/gestion/pret/", {"code": asked})
        assert f'href="{here}"' in answer.text
        returning = staff.post("/gestion/retour/", {"code": asked})
        assert f'href="/gestion/retour/?famille={known.pk}"' in returning.text
        holding = staff.get("/gestion/reservations/ajouter/", {"famille": asked})
        assert holding.context["family"] == known
    assert staff.post("/gestion/pret/", {"code": "061234"}).status_code == 422


def test_families_of_one_name_are_told_apart(staff):
    for first, address in (("Ali", "3 rue Haute\n06360 Èze"), ("Bo", ""), ("Cléo", "3 rue Haute\n06360 Èze")):
        member = make_member(make_household("Famille Martin", address=address), first_name=first)
        make_card(member, barcode=f"K1-{first}")
    make_member(make_household("Famille Martinez", address="1 rue Basse"), first_name="Dan")
    told = [
        "Ali · 3 rue Haute, 06360 Èze, carte K1-Ali",
        "Bo · carte K1-Bo",
        "Cléo · 3 rue Haute, 06360 Èze, carte K1-C",
    ]
    desk = staff.post("/gestion/pret/", {"code": "martin"}).text
    assert [desk.count(one) for one in told] == [1, 1, 1]
    assert "1 rue Basse" not in desk  # nobody else's address is shown over the counter
    assert "Dan · 1 rue Basse" in staff.get(LIST).text


# --- cards

HOLDERS = {
    "000421": "Zoé Éluard",
    "C000123": "Maximilien-Alexandre de La Rochefoucauld-Doudeauville",
    "7": "Ô",
}


def test_every_card_is_read_from_its_own_place_and_is_as_large_as_a_bank_card(tmp_path):
    grid = grids.CARDS
    boxes = [sheets.Box(name, code, "Famille Éluard") for code, name in HOLDERS.items()]
    page = drawn(
        sheets.render(sheets.CARDS, boxes, grid, start=8, outline=True, house="Ludo d’Èze"), tmp_path
    )
    read = [decoded(cell(page, grid, 8 + n), tmp_path) for n in range(len(boxes))]
    assert read == [[f"CODE-128:{code}"] for code in HOLDERS]
    assert (grid.count, grid.width, grid.height, grid.fits()) == (10, 85.6, 54, True)
    assert [place[0] for place in islice(grid.places(11), 9, 11)] == [0, 1]


def test_cards_are_printed_for_the_families_chosen_and_given_to_those_without(staff):
    make_library()
    card = make_card(make_member(make_household("Famille Éluard"), first_name="Zoé"), barcode="000421")
    other = make_member(make_household("Famille Durand"))
    make_household("Famille Vide")
    make_card(make_member(make_household("Famille Zola")))
    page = staff.get(CARDS, {"q": "durand"})
    assert "0 carte" in page.text
    chosen = f"{CARDS}?coches=1&ids={card.member.household_id}&ids={other.household_id}&ids=x"
    assert staff.post(chosen, {"start": "11"}).status_code == 422
    answer = staff.post(chosen, {"start": "2", "number": "on", "outline": "on"})
    sheet = LabelSheet.objects.get()
    assert answer.url == f"/gestion/etiquettes/{sheet.pk}/"
    given = Card.objects.get(member=other)
    assert given.barcode == f"C{other.pk:06}"
    assert sheet.copy_ids == [given.pk, card.pk]  # by name
    assert "Planche de cartes" in staff.get(answer.url).text
    assert labels.file(sheet).startswith(b"%PDF")


def test_nothing_chosen_prints_nothing_and_says_so(staff):
    family = make_household()
    assert staff.get(f"{CARDS}?coches=1").url == "/gestion/foyers/?"
    assert "Aucun foyer n’est choisi" in staff.get(f"{CARDS}?q=zzz").text
    answer = staff.post(f"{CARDS}?coches=1&ids={family.pk}", {"start": "1"})
    assert "n’ont pas de carte" in answer.text
    assert not LabelSheet.objects.exists()


def test_a_card_without_a_code_gets_a_number_of_ours(staff):
    member = make_member()
    address = f"/gestion/foyers/{member.household_id}/"
    for number in (f"C{member.pk:06}", f"C{member.pk:06}-2"):
        assert number in staff.post(address, {"adherent": member.pk, "barcode": ""}, follow=True).text
