"""What one can do about an answer: pass over a rule, return first, renew, take back; and what it warns of."""

import datetime
import re

import pytest
from django.utils import timezone

from catalogue.models import Copy, CopyState, JournalEntry, Loan, MissingPiece, OnSitePlay, Record
from catalogue.services import loans
from tests.make import (
    make_card,
    make_copy,
    make_hold,
    make_household,
    make_library,
    make_loan,
    make_member,
    make_record,
)

pytestmark = pytest.mark.django_db
PART = {"HTTP_HX_REQUEST": "true"}
SAFETY = ["moins-36-mois"]


def today():
    return timezone.localdate()


@pytest.fixture
def desk(login, volunteer):
    return login(volunteer)


@pytest.fixture
def librarian_desk(login, librarian):
    return login(librarian)


def lend(desk, member, **values):
    return desk.post("/gestion/pret/", {"adherent": member.pk, **values}, **PART)


# --- warnings: lent all the same


@pytest.mark.parametrize(("days", "warned"), [(3 * 365 - 2, True), (4 * 365, False)])
def test_a_box_not_under_three_years_warns_a_family_with_a_baby_and_goes_out(desk, days, warned):
    member = make_member(first_name="Lina", birth_date=today() - datetime.timedelta(days=days))
    copy = make_copy(make_record("Hanabi", warnings=SAFETY), barcode="90199")
    text = lend(desk, member, code="90199").text
    assert ("moins de 3 ans" in text.split("desk-basket")[0]) == warned
    assert ('data-tone="warn"' in text) == warned
    assert copy.open_loan.member == member


def test_what_is_known_to_be_missing_is_told_at_the_loan_and_in_the_basket(desk):
    member, copy = make_member(), make_copy("Hanabi", barcode="90199")
    for name, quantity in (("jeton bleu", 2), ("dé", 1)):
        MissingPiece.objects.create(copy=copy, name=name, quantity=quantity, noted_at=timezone.now())
    text = lend(desk, member, code="90199").text
    assert text.count("2 jetons bleus, 1 dé") == 2
    assert Loan.objects.open().exists()


def test_the_counter_shows_notes_and_debts_of_the_family_and_nothing_of_others(desk):
    member = make_member(make_household("Famille Petit", notes="Appeler le soir <b>"))
    make_member(make_household("Famille Grand", notes="Autre note"))
    page = desk.get("/gestion/pret/", {"adherent": member.pk}).text
    assert "Appeler le soir &lt;b&gt;" in page
    assert "Autre note" not in page
    assert "doit" not in page


def test_a_code_that_a_box_and_a_card_bear_goes_by_what_comes_next_and_says_so(desk):
    member, copy = make_member(), make_copy("Uno", barcode="0042")
    card = make_card(member, barcode="90000")
    card.barcode = "0042"  # taken over from an older system
    card.save()
    first = desk.post("/gestion/pret/", {"code": "0042"}, **PART)
    assert first.context["member"] == member
    assert "aussi celui de la boîte" in first.text
    assert "aussi celui d’une carte" in lend(desk, member, code="0042").text
    assert copy.open_loan.member == member


@pytest.mark.parametrize("extra", [{}, PART])
def test_what_comes_with_a_loan_is_told_with_scripts_and_without(desk, extra):
    """The end of the subscription, the price, a card of the same code, a return before."""
    make_library(price_cents=150)
    ends = today() + datetime.timedelta(days=5)
    member = make_member(make_household(subscribed_until=ends))
    box, card = make_copy("Uno", barcode="0042"), make_card(member, barcode="90000")
    make_loan(box, make_member(make_household("Famille Durand")))
    card.barcode = "0042"  # taken over from an older system
    card.save()
    send = {"adherent": member.pk, "rendre": box.open_loan.pk}
    text = desk.post("/gestion/pret/", send, follow=True, **extra).text
    assert "L’adhésion finit le" in text
    assert "de plus au compte de la famille" in text
    assert "Le retour est noté." in text
    desk.post("/gestion/pret/", {"adherent": member.pk, "annuler": Loan.objects.open().get().pk}, **extra)
    text = desk.post("/gestion/pret/", {"adherent": member.pk, "code": "0042"}, follow=True, **extra).text
    assert "aussi celui d’une carte" in text


@pytest.mark.parametrize("extra", [{}, PART])
def test_a_button_of_the_answer_keeps_the_family_in_view_among_returns(desk, extra):
    member, box = make_member(), make_copy("Uno", barcode="90199")
    make_loan(box, member)
    make_loan(make_copy("Odin"), member)
    family = str(member.household_id)
    page = desk.post("/gestion/retour/", {"code": "90199", "famille": family}, follow=True, **extra)
    answer = page.text.split('id="basket"')[0].split("desk-acts")[1]
    values = dict(re.findall(r'name="(famille|annuler)" value="([0-9]+)"', answer))
    assert values == {"famille": family, "annuler": str(Loan.objects.get(copy=box).pk)}
    assert (
        desk.post("/gestion/retour/", values, follow=True, **extra).context["household"] == member.household
    )


# --- refusals and what to do about them


def test_returning_first_is_offered_and_then_the_box_goes_to_this_family(desk):
    copy = make_copy("Uno", barcode="90199")
    before = make_loan(copy, make_member(make_household("Famille Durand")))
    member = make_member()
    refused = lend(desk, member, code="90199")
    assert refused.status_code == 409
    assert f'name="rendre" value="{before.pk}"' in refused.text
    before.refresh_from_db()
    assert before.returned_at is None  # nothing is closed silently
    done = lend(desk, member, rendre=before.pk)
    assert done.status_code == 200
    before.refresh_from_db()
    assert before.returned_at
    assert Copy.objects.get().open_loan.member == member
    undone = lend(desk, member, annuler=Loan.objects.open().get().pk)
    assert "Le retour noté juste avant reste noté" in undone.text
    assert f'name="annuler-retour" value="{before.pk}"' in undone.text
    assert "Retour annulé" in lend(desk, member, **{"annuler-retour": before.pk}).text
    assert Loan.objects.open().get() == before


def test_returning_first_closes_no_other_loan_than_the_one_that_was_shown(desk):
    copy = make_copy("Uno", barcode="90199")
    shown = make_loan(copy, make_member(make_household("Famille Durand")), returned=True)
    third = make_loan(copy, make_member(make_household("Famille Petit")))
    assert lend(desk, make_member(), rendre=shown.pk).status_code == 409
    assert Loan.objects.open().get() == third
    assert lend(desk, make_member(), rendre=999_999).status_code == 409


def test_another_box_of_the_game_is_named(desk):
    record, member = make_record("Uno"), make_member()
    make_copy(record, barcode="90199", state="reparation")
    make_copy(record, barcode="90200", call_number="A 1 UNO")
    assert "90200 (A 1 UNO)" in lend(desk, member, code="90199").text


def test_a_librarian_lends_against_a_rule_with_a_note_and_a_volunteer_does_not(desk, librarian_desk):
    make_library(max_loans=0)
    member, copy = make_member(), make_copy("Uno", barcode="90199")
    assert "outrepasser" not in lend(desk, member, code="90199").text
    assert "outrepasser" in lend(librarian_desk, member, code="90199").text
    assert lend(desk, member, outrepasser=copy.pk, note="Vu").status_code == 409
    assert lend(librarian_desk, member, outrepasser=copy.pk, note=" ").status_code == 409
    assert not Loan.objects.exists()
    assert "Prêté malgré la règle" in lend(librarian_desk, member, outrepasser=copy.pk, note="Vu").text
    assert Loan.objects.get().override_note == "Vu"


# --- renewing


def test_staff_renew_one_or_all_and_take_it_back(desk):
    make_library(max_renewals=1)
    member = make_member()
    due = today() + datetime.timedelta(days=2)
    first, second = (make_loan(make_copy(title), member, due_on=due) for title in ("Uno", "Odin"))
    assert "Prolongé" in lend(desk, member, prolonger=first.pk).text
    refused = lend(desk, member, prolonger=first.pk)
    assert refused.status_code == 409
    assert "déjà été une fois" in refused.text
    mixed = lend(desk, member, **{"prolonger-tout": member.household_id})
    assert "1 prêt prolongé" in mixed.text
    assert "« Uno » n’est pas prolongé" in mixed.text.replace("\xa0", " ")
    second.refresh_from_db()
    assert second.due_on == today() + datetime.timedelta(days=21)
    assert "Prolongation annulée" in lend(desk, member, **{"annuler-prolongation": first.pk}).text
    first.refresh_from_db()
    assert (first.due_on, first.renewals) == (due, 0)


def test_what_cannot_be_renewed_says_why_in_place_of_the_button(desk, librarian_desk):
    make_library(max_renewals=1)
    member, other = make_member(), make_member(make_household("Famille Durand"))
    uno, odin = (make_loan(make_copy(title), member, due_on=today()) for title in ("Uno", "Odin"))
    Loan.objects.update(lent_at=timezone.now() - datetime.timedelta(days=9))  # else the loan itself is undone
    make_hold(uno.copy.record, other.household)

    def told(at, words):
        page = at.get("/gestion/pret/", {"adherent": member.pk}).text
        buttons = [loan for loan in (uno, odin) if f'name="prolonger" value="{loan.pk}"' in page]
        return page.count(words), buttons, "Tout prolonger" in page

    assert told(desk, "Une autre famille l’attend.") == (1, [odin], True)
    assert told(librarian_desk, "Passer outre") == (1, [uno, odin], True)
    make_copy(uno.copy.record)  # which serves the other family
    assert told(desk, "Une autre famille l’attend.") == (0, [uno, odin], True)
    Loan.objects.update(renewals=1)
    assert told(desk, "c’est le plus possible") == (2, [], False)


def test_without_scripts_an_act_leads_to_the_page_of_the_family(desk):
    member = make_member()
    loan = make_loan(make_copy("Uno"), member, due_on=today())
    page = desk.post("/gestion/pret/", {"adherent": member.pk, "prolonger": loan.pk}, follow=True)
    assert page.redirect_chain[-1][0] == f"/gestion/pret/?adherent={member.pk}"
    assert "Prolongé" in page.text


# --- on site


def test_one_scan_counts_a_play_twice_at_once_is_once_and_it_is_taken_back(desk, librarian_desk):
    copy = make_copy("Uno", barcode="90199")
    scan = {"code": "90199"}
    assert "0 partie<" in desk.get("/gestion/sur-place/").text
    assert "Première partie du jour" in desk.post("/gestion/sur-place/", scan, **PART).text
    again = desk.post("/gestion/sur-place/", scan, **PART)
    assert "est déjà compté" in again.text
    play = OnSitePlay.objects.get()
    assert "1 partie<" in desk.get("/gestion/sur-place/").text
    assert "Partie annulée" in desk.post("/gestion/sur-place/", {"annuler": play.pk}, **PART).text
    assert not OnSitePlay.objects.exists()
    assert desk.post("/gestion/sur-place/", {"annuler": play.pk}).status_code == 409
    for wrong in ("", "777", "martin"):
        assert desk.post("/gestion/sur-place/", {"code": wrong}, **PART).status_code == 422
    make_card(make_member(), barcode="0042")
    assert "C’est une carte" in desk.post("/gestion/sur-place/", {"code": "0042"}, **PART).text
    plain = desk.post("/gestion/sur-place/", scan, follow=True)
    assert "Première partie du jour" in plain.text
    history = librarian_desk.get(f"/gestion/exemplaires/{copy.pk}/historique/").text
    assert history.count("Joué sur place") == 2
    assert "Partie sur place annulée" in history


def test_a_box_played_here_that_a_family_still_has_by_name_is_counted_and_said(desk):
    copy = make_copy("Uno", barcode="90199")
    make_loan(copy)
    assert "au nom d’une famille" in desk.post("/gestion/sur-place/", {"code": "90199"}, **PART).text
    assert OnSitePlay.objects.count() == 1


def test_a_lost_or_withdrawn_box_that_is_played_here_is_said_before_it_is_counted(desk, librarian_desk):
    lost = make_copy("Uno", barcode="90199", state=CopyState.LOST)
    gone = make_copy("Odin", barcode="90200", state=CopyState.WITHDRAWN)
    page = desk.post("/gestion/sur-place/", {"code": "90199"}, **PART)
    assert page.status_code == 409
    assert "La boîte est notée « Perdu »" in page.text.replace("\xa0", " ")
    assert not OnSitePlay.objects.exists()
    found = desk.post("/gestion/sur-place/", {"retrouvee": lost.pk}, **PART)
    assert "Première partie du jour" in found.text
    assert Copy.objects.get(pk=lost.pk).state == CopyState.IN_SERVICE
    page = librarian_desk.post("/gestion/sur-place/", {"code": "90200"}, **PART)
    assert f"/gestion/exemplaires/{gone.pk}/" in page.text
    assert "retrouvee" not in page.text
    anyway = desk.post("/gestion/sur-place/", {"compter": gone.pk}, **PART)
    assert "notée « Retiré »" in anyway.text.replace("\xa0", " ")
    assert OnSitePlay.objects.count() == 2
    for act in ("retrouvee", "compter"):
        assert desk.post("/gestion/sur-place/", {act: 0}, **PART).status_code == 409


# --- the last operations


def test_the_acts_of_the_day_are_listed_by_what_they_were_and_each_is_taken_back(desk, volunteer):
    member = make_member(make_household("Famille Martin"))
    copies = [make_copy(title, barcode=f"9100{n}") for n, title in enumerate(("Uno", "Odin", "Dobble"))]
    lent = [
        loans.checkout(copy_id=copy.pk, member_id=member.pk, actor=volunteer, today=today())
        for copy in copies
    ]
    desk.post("/gestion/retour/", {"code": "91001"})
    Loan.objects.filter(pk=lent[2].pk).update(due_on=today())
    desk.post("/gestion/pret/", {"adherent": member.pk, "prolonger": lent[2].pk})
    desk.post("/gestion/sur-place/", {"code": "91001"})
    page = desk.get("/gestion/operations/").text.replace('<span class="visually-hidden">', "")
    for said in (
        "Annuler le prêt d’Uno à Famille Martin, Nour",
        "Annuler le retour d’Odin (Famille Martin, Nour)",
        "Annuler la prolongation de Dobble (Famille Martin, Nour)",
        "Annuler la partie d’Odin",
    ):
        assert said in page
    for verb, key in (
        ("play", OnSitePlay.objects.get().pk),
        ("renew", lent[2].pk),
        ("checkin", lent[1].pk),
        ("checkout", lent[0].pk),
    ):
        done = desk.post("/gestion/operations/", {"acte": verb, "annuler": key}, follow=True)
        assert "annul" in done.text
        assert 'role="alert"' not in done.text
    assert not OnSitePlay.objects.exists()
    assert {loan.copy.record.title for loan in Loan.objects.open()} == {"Odin", "Dobble"}
    again = desk.post("/gestion/operations/", {"acte": "checkout", "annuler": lent[0].pk}, follow=True)
    assert "Rien n’est annulé" in again.text
    assert desk.post("/gestion/operations/", {"acte": "x", "annuler": "y"}).status_code == 302


def test_families_of_one_name_are_told_apart_where_what_was_done_is_taken_back(desk):
    streets = ("3 rue des Lilas", "8 quai Hoche", "")
    for street, first_name in zip(streets, ("Zoé", "Paul", "Zoé"), strict=True):
        member = make_member(
            make_household("Famille Martin", address=street, phone="0600000001"), first_name=first_name
        )
        for _ in range(2):
            make_loan(make_copy(), member, returned=True)
    for address in ("/gestion/operations/?qui=tous", "/gestion/retour/"):
        page = desk.get(address).text
        for said in (
            "Famille Martin, Zoé, 3 rue des Lilas",
            "Famille Martin, Paul, 8 quai Hoche",
            "Famille Martin, Zoé, 0600000001",
        ):
            assert page.count(said) >= 2, (address, said)
    Loan.objects.exclude(member=member).delete()
    assert "Famille Martin, Zoé · " in desk.get("/gestion/retour/").text  # enough where it is the only one


def test_of_an_act_done_again_only_the_last_doing_is_offered(desk):
    member = make_member()
    loan = make_loan(make_copy("Uno"), member, due_on=today())
    for verb in ("prolonger", "annuler-prolongation", "prolonger"):
        lend(desk, member, **{verb: loan.pk})
    page = desk.get("/gestion/operations/").text
    assert page.count("Annuler la prolongation") == 1
    assert page.count("annulée") == 1


def test_a_loan_undone_and_a_return_of_a_box_lent_since_say_so_and_offer_nothing(desk):
    copy, member = make_copy("Uno"), make_member()
    make_loan(copy, member, returned=True)
    loan = make_loan(copy, make_member(make_household("Famille Petit")))
    page = desk.get("/gestion/operations/?qui=tous").text
    assert "boîte prêtée depuis" in page
    assert "Annuler le retour" not in page
    assert page.count("boîte rendue depuis") == 1
    desk.post("/gestion/operations/", {"acte": "checkout", "annuler": loan.pk})
    page = desk.get("/gestion/operations/?qui=tous").text
    assert "<td>annulé</td>" in page
    assert "Famille Petit" in page
    assert "Annuler le retour" in page


def test_ones_own_acts_are_listed_unless_all_are_asked_for(desk):
    make_loan(make_copy("Uno"))
    assert "Aucune opération" in desk.get("/gestion/operations/").text
    assert "Annuler le prêt" in desk.get("/gestion/operations/?qui=tous").text
    JournalEntry.objects.update(at=timezone.now() - datetime.timedelta(days=1))
    assert "Aucune opération" in desk.get("/gestion/operations/?qui=tous").text


def test_the_list_costs_the_same_for_two_acts_and_for_many(desk, django_assert_num_queries):
    for n in (2, 12):
        for _ in range(n):
            make_loan(make_copy("Uno"))
        with django_assert_num_queries(5):
            desk.get("/gestion/operations/?qui=tous")


# --- an unknown box


def test_an_unknown_box_becomes_a_draft_of_three_facts_and_is_lent_on(desk, librarian_desk):
    member = make_member()
    answer = lend(desk, member, code="~4242")
    address = f"/gestion/pret/boite-inconnue/?code=4242&amp;adherent={member.pk}"
    assert address in answer.text
    assert 'value="4242"' in desk.get(address.replace("&amp;", "&")).text
    box = {
        "title": "Zombie Kidz",
        "publisher": "Le Scorpion masqué",
        "barcode": "4242",
        "adherent": member.pk,
    }
    page = desk.post("/gestion/pret/boite-inconnue/", box, follow=True)
    assert "Prêté" in page.text
    record = Record.objects.get()
    assert (record.draft, record.publisher.name) == (True, "Le Scorpion masqué")
    assert record.copies.get().open_loan.member == member
    again = desk.post("/gestion/pret/boite-inconnue/", box, follow=True)  # the form was sent twice
    assert again.status_code == 200
    assert (Copy.objects.count(), Loan.objects.count()) == (1, 1)
    care = librarian_desk.get("/gestion/rayons/?liste=a-completer").text
    assert "Zombie Kidz" in care


def test_a_title_that_is_there_already_asks_whether_it_is_that_game(desk):
    record = make_record("Zombie Kidz")
    box = {"title": "zombie kidz", "publisher": "", "barcode": "4242"}
    asked = desk.post("/gestion/pret/boite-inconnue/", box)
    assert asked.status_code == 409
    assert f'name="notice" value="{record.pk}"' in asked.text
    desk.post("/gestion/pret/boite-inconnue/", box | {"notice": record.pk})
    assert Copy.objects.get().record == record
    desk.post("/gestion/pret/boite-inconnue/", box | {"barcode": "4243", "nouvelle": "1"})
    assert Record.objects.count() == 2


def test_a_box_is_not_made_without_a_title_nor_under_a_code_that_is_taken(desk):
    make_card(barcode="4242")
    for box, status in (
        ({"title": "", "barcode": "1234"}, 422),
        ({"title": "Zombie", "barcode": ""}, 422),
        ({"title": "Zombie", "barcode": "4242"}, 409),
    ):
        assert desk.post("/gestion/pret/boite-inconnue/", box).status_code == status
    assert not Record.objects.exists()


def test_words_that_are_no_code_offer_no_new_box(desk):
    assert "boite-inconnue" not in desk.post("/gestion/pret/", {"code": "Zzyzx"}, **PART).text
