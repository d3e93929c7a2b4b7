"""The pages of holds: the staff's lists and acts, a family's own, and what the public sees."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from catalogue import policy
from catalogue.models import Errand, Hold, HoldState, Household, Loan, Transit
from catalogue.services import holds
from tests.make import (
    make_card,
    make_copy,
    make_hold,
    make_household,
    make_library,
    make_loan,
    make_member,
    make_record,
    make_site,
)

pytestmark = pytest.mark.django_db
PART = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def desk(login, volunteer):
    return login(volunteer)


@pytest.fixture
def nadia(login, librarian):
    return login(librarian)


@pytest.fixture
def home(login, family):
    return login(family)


def scan(client, copy, where="checkin", **values):
    return client.post(reverse(where), {"code": copy.barcode, **values}, **PART)


# --- a family


def test_a_family_reserves_sees_its_place_gives_it_up_and_takes_it_up_again(home, family, client):
    copy = make_loan().copy
    make_hold(copy.record)
    address = reverse("reserve", args=[copy.record.slug])
    assert client.get(address).status_code == 302
    assert "vous seriez 2e" in home.get(address).text
    assert home.post(address).status_code == 302
    assert "Vous êtes 2e de la file" in home.get(address).text
    hold = Hold.objects.get(household=family.household)
    assert "2e de la file" in home.get("/compte/").text
    assert "Réservé" in home.get(copy.record.get_absolute_url()).text
    home.post(reverse("own_hold_cancel", args=[hold.pk]))
    assert "Annulée aujourd’hui" in home.get("/compte/").text
    assert "Reprendre ma place" in home.get(address).text
    home.post(reverse("own_hold_restore", args=[hold.pk]), {"retour": "jeu"})
    hold.refresh_from_db()
    assert hold.state == HoldState.WAITING


def test_a_mail_is_promised_only_to_a_family_that_one_can_reach(home, family, settings):
    copy = make_loan().copy
    address, household = reverse("reserve", args=[copy.record.slug]), family.household
    empty = home.get("/compte/").text
    home.post(address)
    for site_url, email, promised in (
        ("https://ludo.example.org", "martin@example.org", True),
        ("https://ludo.example.org", "", False),
        ("", "martin@example.org", False),  # this installation sends no mail
    ):
        settings.SITE_URL = site_url
        Household.objects.filter(pk=household.pk).update(email=email)
        page = home.get(address).text
        assert ("nous vous écrivons" in page) == promised
        assert ("demandez à l’accueil" in page) != promised
    assert "nous vous écrirons" not in empty
    assert "cette page dira quand il sera là" in empty


def test_a_family_reads_every_reason_against_a_hold(home, family):
    make_library(max_holds=0)
    loan = make_loan(member=make_member(family.household))
    page = home.post(reverse("reserve", args=[loan.copy.record.slug]))
    assert page.status_code == 409
    assert "l’a déjà à la maison" in page.text
    assert "ne peut pas réserver" in page.text
    assert "Réserver</button>" not in page.text


def test_the_holds_of_another_family_do_not_exist_for_this_one(home):
    hold = make_hold()
    for name in ("own_hold_cancel", "own_hold_restore"):
        assert home.post(reverse(name, args=[hold.pk])).status_code == 404


def test_the_public_sees_how_many_wait_and_what_lies_aside(client, budget):
    copy = make_copy("Uno")
    make_hold(ready=copy)
    waiting = [make_hold(copy.record), make_hold(copy.record)]
    make_copy(copy.record)
    with budget("record"):
        page = client.get(copy.record.get_absolute_url()).text
    assert "2 familles l’attendent" in page
    assert page.count("Réservé</span>") == 2  # the one on the shelf will go to the first who waits
    assert "0 sur 2" in re.sub(r"<[^>]+>", "", page)
    holds.cancel_all(household_id=waiting[0].household_id, actor=None, now=timezone.now())
    make_copy(copy.record)
    assert "1 sur 3" in re.sub(r"<[^>]+>", "", client.get(copy.record.get_absolute_url()).text)
    assert reverse("reserve", args=[copy.record.slug]) in page


@pytest.mark.parametrize("scanned", [True, False])
def test_a_game_of_which_the_only_box_is_for_who_waits_says_so_in_the_search(client, scanned):
    copy = make_copy("Uno")
    make_hold(**{"ready": copy} if scanned else {"record": copy.record})
    page, address = client.get("/catalogue/?q=uno").text, copy.record.get_absolute_url()
    assert "réservé" in page
    assert address in page
    assert address not in client.get("/catalogue/?q=uno&dispo=1").text


# --- the lists


def test_a_box_found_on_the_shelf_is_set_aside_by_one_scan(desk, budget):
    copy = make_copy("Uno", call_number="UNO 1")
    hold = make_hold(copy.record, make_household("Famille Petit", phone="06 11 22 33 44"))
    with budget("holds"):
        page = desk.get(reverse("staff_holds")).text
    assert "UNO 1" in page
    page = desk.post(reverse("staff_holds"), {"code": copy.barcode}).text
    assert "Mettez-la de côté pour Famille Petit" in page
    assert "appelez le 06 11 22 33 44" in page.replace("\xa0", " ")
    slip = desk.get(reverse("hold_slip", args=[hold.pk]))
    assert slip.content.startswith(b"%PDF")
    assert "Famille Petit" in desk.get(reverse("staff_holds"), {"liste": "cote"}).text


def test_what_is_no_box_or_waited_for_by_nobody_is_said(desk):
    address = reverse("staff_holds")
    assert desk.post(address, {"code": ""}).status_code == 422
    assert desk.post(address, {"code": "777"}).status_code == 422
    assert "Personne ne l’attend" in desk.post(address, {"code": make_copy("Uno").barcode}).text
    assert "Passez-la par" in desk.post(address, {"code": make_loan().copy.barcode}).text


def test_each_list_costs_the_same_for_two_and_for_many(desk, budget):
    away, lists = make_site("Gare"), ("chercher", "cote", "attente", "retirees", "transit")

    def fill(number):
        for _ in range(number):
            make_hold(make_copy(make_record("Uno")).record)
            make_hold(ready=make_copy(make_record("Odin")))
            gone = make_hold(ready=make_copy(make_record("Dobble")))
            holds.cancel(hold_id=gone.pk, actor=None, now=timezone.now())
            copy = make_copy(make_record("Café"))
            Transit.objects.create(copy=copy, to_site=away, sent_at=timezone.now())

    def cost(rows):
        costs = {}
        for shown in lists:
            with budget("holds") as asked:
                page = desk.get(reverse("staff_holds"), {"liste": shown}).text
            assert page.count('<th scope="row"') == rows, shown
            costs[shown] = len(asked)
        return costs

    cost(0)
    fill(2)
    few = cost(2)
    fill(2)
    assert cost(4) == few


def test_the_staff_cancels_takes_up_again_keeps_and_settles(desk):
    hold = make_hold(ready=make_copy("Uno"))
    back = f"{reverse('staff_holds')}?liste=cote"
    page = desk.post(reverse("hold_cancel", args=[hold.pk]), {"retour": back}, follow=True)
    assert "Reprendre sa place" in page.text
    over = desk.get(reverse("staff_holds"), {"liste": "retirees"}).text
    assert "À remettre en rayon" in over
    assert "annulée le" in over
    assert "gardée jusqu’au" not in over
    desk.post(reverse("hold_restore", args=[hold.pk]), {"retour": back})
    hold.refresh_from_db()
    assert hold.state == HoldState.READY
    desk.post(reverse("hold_keep", args=[hold.pk]), {"retour": "https://ailleurs.example/"})
    Hold.objects.filter(pk=hold.pk).update(errand=Errand.RELABEL)
    assert "Étiquette à changer" in desk.get(back).text
    desk.post(reverse("hold_done", args=[hold.pk]), {"retour": back})
    hold.refresh_from_db()
    assert hold.errand == ""
    assert desk.post(reverse("hold_keep", args=[0])).status_code == 404


def test_a_family_is_found_by_card_and_a_game_by_its_title(desk):
    member = make_member(make_household("Famille Öztürk"))
    make_card(member, barcode="0042")
    copy = make_copy("Oùcédonc")
    add = reverse("hold_add")
    assert "Famille Öztürk" in desk.get(add, {"famille": "0042"}).text
    assert "Aucune famille" in desk.get(add, {"famille": "zzz"}).text
    page = desk.get(add, {"foyer": member.household_id, "jeu": "oucedonc"})
    assert "Réserver</button>" in page.text
    desk.post(add, {"foyer": member.household_id, "notice": copy.record_id})
    assert Hold.objects.get().household == member.household
    page = desk.post(add, {"foyer": member.household_id, "notice": copy.record_id})
    assert page.status_code == 409
    assert "Famille Öztürk" in desk.get(reverse("household_holds", args=[member.household_id])).text


def test_a_librarian_passes_over_a_limit_with_a_note_and_a_volunteer_does_not(desk, nadia):
    make_library(max_holds=0)
    ask = {"foyer": make_household().pk, "notice": make_copy("Uno").record_id, "note": "anniversaire"}
    assert desk.post(reverse("hold_add"), ask).status_code == 409
    assert nadia.post(reverse("hold_add"), ask).status_code == 302


# --- the desk


def test_a_return_says_for_whom_to_set_the_box_aside_within_its_budget(desk, budget, monkeypatch):
    monkeypatch.setattr("catalogue.search.index.random.random", lambda: 1.0)  # no tidying by chance
    copy = make_loan().copy
    hold = make_hold(copy.record, make_household("Famille Petit", email="petit@example.org"))
    assert "Mettez-la de côté pour Famille Petit" in scan(desk, copy).text
    assert "Déjà mise de côté" in scan(desk, copy).text
    hold.refresh_from_db()
    assert hold.state == HoldState.READY
    member = make_member(Household.objects.get(pk=hold.household_id))
    until = policy.french_date(hold.expires_on)
    welcome = desk.get(reverse("checkout"), {"adherent": member.pk}).text.replace("\xa0", " ")
    assert f"De côté pour ce foyer : « Uno » ({copy.barcode}), jusqu’au {until}." in welcome.replace(
        "\u202f", " "
    )
    with budget("checkout"):
        page = scan(desk, copy, "checkout", adherent=member.pk)
    assert "Prêté" in page.text
    hold.refresh_from_db()
    assert hold.state == HoldState.SERVED


def test_a_box_set_aside_is_refused_to_another_family_at_the_desk(desk):
    copy = make_copy("Uno")
    make_hold(household=make_household("Famille Petit"), ready=copy)
    page = scan(desk, copy, "checkout", adherent=make_member().pk)
    assert page.status_code == 409
    assert "réservé pour Famille Petit" in page.text


def test_a_loan_undone_sets_the_box_aside_again_for_whom_it_was(desk, nadia):
    copy, other = make_copy("Uno"), make_member(make_household("Famille Roux"))
    hold = make_hold(household=make_household("Famille Petit"), ready=copy)
    until, own = hold.expires_on, make_member(hold.household)
    for client, member, values in (
        (desk, own, {"code": copy.barcode}),
        (nadia, other, {"outrepasser": copy.pk, "note": "Malade"}),
    ):
        client.post(reverse("checkout"), {"adherent": member.pk, **values}, **PART)
        loan = Loan.objects.open().get()
        hold.refresh_from_db()
        assert hold.state != HoldState.READY
        page = client.post(reverse("checkout"), {"adherent": member.pk, "annuler": loan.pk}, **PART)
        assert "de nouveau de côté pour Famille Petit" in page.text
        hold.refresh_from_db()
        assert (hold.state, hold.copy, hold.expires_on) == (HoldState.READY, copy, until)
    nadia.post(reverse("checkout"), {"adherent": other.pk, "outrepasser": copy.pk, "note": "Malade"})
    holds.cancel(hold_id=hold.pk, actor=None, now=timezone.now())
    undo = {"acte": "checkout", "annuler": Loan.objects.open().get().pk}
    assert "de nouveau en rayon" in nadia.post(reverse("operations"), undo, follow=True).text


def test_between_two_sites_a_box_is_sent_with_a_slip_and_received_by_one_scan(desk):
    centre, gare = make_site("Centre"), make_site("Gare")
    copy = make_loan(make_copy("Uno", site=centre)).copy
    choose = {"site": gare.pk, "retour": reverse("checkin")}
    assert desk.post(reverse("desk_site"), choose).url == reverse("checkin")
    assert "Cet accueil" in desk.get(reverse("checkin")).text
    assert "À envoyer vers Centre" in scan(desk, copy).text
    transit = Transit.objects.get()
    assert desk.get(reverse("transit_slip", args=[transit.pk])).content.startswith(b"%PDF")
    assert "vers Centre" in desk.get(reverse("staff_holds"), {"liste": "transit"}).text
    refused = scan(desk, copy, "checkout", adherent=make_member().pk)
    assert "en route vers Centre" in refused.text
    desk.post(reverse("desk_site"), {"site": centre.pk, "retour": "/gestion/\\ailleurs"})
    received = scan(desk, copy).text
    assert "Reçue" in received
    assert "À ranger en rayon, ici." in received
    desk.post(reverse("desk_site"), {"site": gare.pk})
    page = scan(desk, copy, "checkout", adherent=make_member().pk)
    assert "Cette boîte est de Centre" in page.text
    assert Loan.objects.open().get().site == gare


def test_one_place_is_not_asked_where_the_desk_stands(desk):
    make_site("Centre")
    assert "desk-site" not in desk.get(reverse("checkin")).text


def test_a_day_that_is_over_shows_in_the_list_until_the_night(desk):
    hold = make_hold(ready=make_copy("Uno"))
    Hold.objects.filter(pk=hold.pk).update(expires_on=timezone.localdate() - datetime.timedelta(days=1))
    assert "passée" in desk.get(reverse("staff_holds"), {"liste": "cote"}).text
