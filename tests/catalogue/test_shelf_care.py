"""What asks for care on the shelves."""

import datetime

import pytest
from django.utils import timezone

from catalogue.models import Copy, Library, Record
from games import registry
from tests.make import make_copy, make_library, make_loan, make_record

pytestmark = pytest.mark.django_db
ADDRESS = "/gestion/rayons/"


@pytest.fixture
def staff(login, librarian):
    return login(librarian)


def titles(staff, which):
    page = staff.get(ADDRESS, {"liste": which}).context["page"]
    return [getattr(row, "title", None) or row.record.title for row in page]


def test_records_are_new_for_the_days_that_the_settings_say(staff):
    make_library(new_days=30)
    old, new = make_record("Uno"), make_record("Odin", draft=True)
    Record.objects.filter(pk=old.pk).update(created_at=timezone.now() - datetime.timedelta(days=40))
    assert titles(staff, "nouveautes") == titles(staff, "inconnue") == ["Odin"]
    Library.objects.update(new_days=50)
    assert titles(staff, "nouveautes") == ["Odin", "Uno"]
    assert f'href="/gestion/notices/{new.pk}/"' in staff.get(ADDRESS).text


def test_boxes_that_never_went_out_come_oldest_first(staff):
    make_loan(make_copy("Prêté"), returned=True)
    make_copy("Sur place", on_site_only=True)
    make_copy("À compter", state="compter")
    late, early = make_copy("Récent"), make_copy("Ancien")
    Copy.objects.filter(pk=early.pk).update(created_at=late.created_at - datetime.timedelta(days=9))
    assert titles(staff, "jamais-pretes") == ["Ancien", "Récent"]


@pytest.mark.parametrize(
    ("which", "state"),
    [
        ("incomplets", "incomplet"),
        ("a-nettoyer", "nettoyer"),
        ("en-reparation", "reparation"),
        ("perdus", "perdu"),
    ],
)
def test_boxes_that_stay_in_are_listed_by_state_with_reason_and_day(staff, which, state):
    copy = make_copy("Uno", state=state, state_reason="confiture")
    make_copy("Odin")
    assert titles(staff, which) == ["Uno"]
    text = staff.get(ADDRESS, {"liste": which}).text
    assert f'href="/gestion/exemplaires/{copy.pk}/pieces/"' in text
    assert "confiture" in text


def test_a_box_that_is_clean_again_is_put_back_from_the_list(staff):
    copy = make_copy("Uno", state="nettoyer")
    values = {"etat": "service", "rayons": "a-nettoyer"}
    assert staff.post(f"/gestion/exemplaires/{copy.pk}/etat/", values).url == f"{ADDRESS}?liste=a-nettoyer"
    assert titles(staff, "a-nettoyer") == []


def test_records_without_rules_or_trainer_are_named(staff):
    playable = registry.playable()[0].slug
    make_record("Appris ici", game=playable)
    make_record("Écrit", rules_text="On joue.")
    make_record("Nu")
    assert titles(staff, "sans-resume") == ["Nu"]
    assert titles(staff, "sans-entraineur") == ["Écrit", "Nu"]


def test_an_empty_list_says_so(staff):
    for which, words in (
        ("nouveautes", "Aucune notice n’est entrée"),
        ("jamais-pretes", "est déjà sortie"),
        ("incomplets", "Aucune boîte n’est notée incomplète"),
        ("sans-resume", "Chaque notice a ses règles"),
        ("sans-entraineur", "mène à un entraîneur"),
    ):
        assert words in staff.get(ADDRESS, {"liste": which}).text


@pytest.mark.parametrize("which", ["nouveautes", "jamais-pretes"])
def test_the_shelves_cost_the_same_for_two_and_for_many(staff, which, django_assert_max_num_queries):
    make_library()
    for number in range(2):
        make_copy(f"Jeu {number}")
    with django_assert_max_num_queries(10) as few:
        staff.get(ADDRESS, {"liste": which})
    for number in range(20):
        make_copy(f"Autre {number}")
    with django_assert_max_num_queries(len(few)):
        staff.get(ADDRESS, {"liste": which})
