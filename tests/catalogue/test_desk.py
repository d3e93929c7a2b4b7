"""The desk: card then boxes, boxes back, as a plain form and by parts."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from catalogue import desk_site
from catalogue.models import CopyState, Library, Loan
from catalogue.policy import Refused
from catalogue.services import households
from tests.make import (
    make_card,
    make_copy,
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
    """A volunteer's browser: what the smallest role may do, all may."""
    return login(volunteer)


def lend(desk, code, member=None, **extra):
    values = {"code": code} | ({"adherent": member.pk} if member else {})
    return desk.post("/gestion/pret/", values, **extra)


def take_back(desk, code, **extra):
    return desk.post("/gestion/retour/", {"code": code}, **extra)


# --- card then boxes


def test_a_card_brings_its_family_and_a_box_goes_to_it(desk):
    make_library(open_on=range(7))
    member, copy = make_member(), make_copy("Uno", barcode="0090199")
    make_card(member, barcode="0042")
    here = desk.get(lend(desk, "0042").url)
    assert "Famille Martin" in here.text
    assert "Aucune boîte à la maison" in here.text
    answer = lend(desk, "0090199", member)
    assert answer.status_code == 302
    there = desk.get(answer.url)
    assert "Prêté : «\xa0Uno\xa0»" in there.text.replace("\u202f", " ")
    loan = Loan.objects.get()
    assert (loan.copy, loan.member) == (copy, member)
    assert loan.due_on == timezone.localdate() + datetime.timedelta(days=21)


def test_by_parts_the_answer_and_the_basket_come_back_and_the_address_names_the_family(desk):
    member = make_member()
    make_card(member, barcode="0042")
    make_copy("Uno", barcode="90199")
    answer = lend(desk, "0042", **PART)
    assert answer.headers["HX-Replace-Url"] == f"/gestion/pret/?adherent={member.pk}"
    answer = lend(desk, "90199", member, **PART)
    assert answer.status_code == 200
    assert "<h1>" not in answer.text
    assert 'class="desk-answer ok"' in answer.text
    assert f'name="adherent" value="{member.pk}" form="scan"' in answer.text
    assert "1 boîte à la maison" in answer.text


def test_a_page_and_its_part_are_told_apart_by_caches(desk):
    assert "HX-Request" in desk.get("/gestion/pret/").headers["Vary"]
    assert "no-store" in desk.get("/gestion/pret/").headers["Cache-Control"]


@pytest.mark.parametrize("extra", [{}, PART])
def test_a_box_scanned_twice_is_harmless(desk, extra):
    member, copy = make_member(), make_copy("Uno", barcode="90199")
    lend(desk, "90199", member)
    answer = lend(desk, "90199", member, **extra)
    assert answer.status_code == 200
    assert "déjà prêté à cette famille" in answer.text
    assert copy.loans.count() == 1


@pytest.mark.parametrize("extra", [{}, PART])
def test_a_box_that_another_family_has_stays_and_the_next_scan_works(desk, extra):
    member = make_member()
    make_loan(make_copy("Uno", barcode="90199"), make_member(make_household("Famille Durand")))
    make_copy("Odin", barcode="90200")
    answer = lend(desk, "90199", member, **extra)
    assert answer.status_code == 409
    assert 'class="desk-answer no"' in answer.text
    assert "rendez-le d’abord" in answer.text.replace("&#x27;", "'")
    assert "Durand" not in answer.text
    assert lend(desk, "90200", member, **PART).status_code == 200


def test_it_says_every_reason_at_once(desk):
    ended = timezone.localdate() - datetime.timedelta(days=1)
    member = make_member(make_household(subscribed_until=ended))
    make_copy("Uno", barcode="90199", state=CopyState.REPAIR, on_site_only=True)
    text = lend(desk, "90199", member, **PART).text
    for reason in ("en réparation", "se joue sur place", "a pris fin", "proposez un autre jeu"):
        assert reason in text
    assert not Loan.objects.exists()


def test_a_family_that_never_subscribed_is_offered_to_and_asked_where_it_must(desk):
    library = make_library()
    member = make_member()
    make_copy("Uno", barcode="90199")
    page = desk.get("/gestion/pret/", {"adherent": member.pk}).text
    assert "Pas encore d’adhésion." in page
    assert "pas encore d’adhésion</span>" in page
    assert "Renouveler" not in page
    library.subscription_required = True
    library.save()
    answer = lend(desk, "90199", member, **PART)
    assert answer.status_code == 409
    assert "Faites adhérer la famille" in answer.text
    assert "fiche du foyer" not in answer.text  # which a volunteer may not open
    there = f"/gestion/foyers/{member.household_id}/adhesion/?adherent={member.pk}"
    assert f'href="{there}"' in answer.text
    assert "Faire adhérer</a>" in answer.text
    assert desk.get(there).status_code == 200


@pytest.mark.parametrize("extra", [{}, PART])
@pytest.mark.parametrize("code", ["123456789", "Zzyzx", "<script>", "' OR 1=1", "é" * 150])
def test_an_unknown_code_says_so_and_keeps_the_family(desk, code, extra):
    member = make_member()
    answer = lend(desk, code, member, **extra)
    assert answer.status_code == 422
    assert "ni une boîte" in answer.text
    assert "Famille Martin" in answer.text


@pytest.mark.parametrize("code", ["", "   ", "x" * 201, "9\x000199"])
def test_what_cannot_be_read_is_answered(desk, code):
    assert lend(desk, code, make_member(), **PART).status_code == 422
    assert take_back(desk, code, **PART).status_code == 422


def test_digits_typed_by_a_french_keyboard_are_understood_only_if_they_exist(desk):
    member = make_member()
    make_card(member, barcode="0042")
    make_copy("Uno", barcode="90199")
    make_copy("Odin", barcode="A-7")
    assert "Famille Martin" in lend(desk, "àà'é", **PART).text
    assert lend(desk, "çà&çç", member, **PART).status_code == 200
    assert lend(desk, "A-7", member, **PART).status_code == 200
    assert "çà&amp;çé" in lend(desk, "çà&çé", member, **PART).text
    assert take_back(desk, "çà&çç", **PART).status_code == 200


@pytest.mark.parametrize("code", ["ç&(é'", "Ç&(É'", "91524", "çà&çç", "é", "è-è"])
@pytest.mark.parametrize("at_the_desk", [True, False])
def test_a_code_that_nothing_bears_is_never_read_as_a_name(desk, code, at_the_desk):
    member = make_member()
    make_member(make_household("Famille Mercier"), first_name="Célia")
    answer = lend(desk, code, member if at_the_desk else None, **PART)
    assert answer.status_code == 422
    assert "ni une boîte" in answer.text
    assert ("Famille Martin" in answer.text) == at_the_desk
    assert "Mercier" not in answer.text


def test_a_box_is_found_under_caps_lock_and_with_spaces(desk):
    member = make_member()
    make_copy("Uno", barcode="90199")
    make_copy("Odin", barcode="90277")
    assert lend(desk, "ÇÀ&ÇÇ", member, **PART).status_code == 200
    assert lend(desk, "90 277", member, **PART).status_code == 200
    assert Loan.objects.count() == 2


def test_one_letter_is_a_question_and_the_middle_of_a_name_is_none(desk):
    member = make_member(make_household("Famille Zola"))
    answer = lend(desk, "z", **PART)
    assert answer.context["member"] is None
    assert f"/gestion/pret/?adherent={member.pk}" in answer.text
    assert lend(desk, "ola", **PART).status_code == 422


@pytest.mark.parametrize("extra", [{}, PART])
def test_a_name_does_not_replace_the_family_at_the_desk_without_asking(desk, extra):
    here, other = make_member(), make_member(make_household("Famille Mercier"))
    answer = lend(desk, "mercier", here, **extra)
    assert answer.context["member"] == here
    assert "Changer de famille" in answer.text
    assert "Famille Martin reste" in answer.text
    assert f'href="/gestion/pret/?adherent={other.pk}"' in answer.text


def test_two_boxes_of_a_game_are_told_apart_in_the_basket_and_among_the_returns(desk):
    member, record = make_member(), make_record("Uno")
    boxes = [make_copy(record, barcode=code, call_number=f"UNO {code[-1]}") for code in ("90191", "90192")]
    for copy in boxes:
        make_loan(copy, member)
    page = desk.get("/gestion/pret/", {"adherent": member.pk}).text
    for copy in boxes:
        assert f"{copy.barcode} · {copy.call_number}" in page
        assert f"le prêt d’Uno, {copy.barcode}<" in page
        take_back(desk, copy.barcode)
    page = desk.get("/gestion/retour/").text
    for copy in boxes:
        assert f"{copy.barcode} · {copy.call_number}" in page
        assert f"le retour d’Uno, {copy.barcode}<" in page


def test_a_card_or_a_name_among_returns_brings_its_family(desk):
    member = make_member()
    make_card(member, barcode="0042")
    for code in ("0042", "martin"):
        assert take_back(desk, code).url == f"/gestion/retour/?famille={member.household_id}"
        answer = take_back(desk, code, **PART)
        assert "Famille Martin" in answer.text
        assert "Aucune boîte à la maison" in answer.text
    assert "nom de la famille" not in take_back(desk, "777", **PART).text


def test_zeros_at_the_front_are_part_of_a_code(desk):
    member = make_member()
    make_copy("Uno", barcode="042")
    make_copy("Odin", barcode="42")
    lend(desk, "042", member)
    assert Loan.objects.get().copy.record.title == "Uno"


def test_a_number_without_its_zeros_is_a_question_and_lends_nothing_by_itself(desk):
    member = make_member()
    make_copy("Uno", barcode="000016")
    make_copy("Odin", barcode="160")
    answer = lend(desk, "16", member, **PART)
    assert answer.status_code == 422
    assert not Loan.objects.exists()
    assert '<input type="hidden" name="code" value="000016">' in answer.text
    assert "C’est « Uno », 000016" in answer.text.replace("\u202f", " ").replace("\u00a0", " ")
    assert "160" not in answer.text
    assert 'value="000016"' in take_back(desk, "0016", **PART).text
    assert 'name="code" value' not in lend(desk, "17", member, **PART).text
    assert lend(desk, "000016", member, **PART).status_code == 200


def test_a_name_finds_its_family_by_any_part_without_accents(desk):
    member = make_member(make_household("Famille Éluard"), first_name="Zoé")
    for name in ("eluard", "ZOE", "zoé éluard"):
        assert desk.get(lend(desk, name).url).context["member"] == member


def test_several_families_of_a_name_are_offered(desk):
    make_member(make_household("Famille Martin"), first_name="Nour")
    other = make_member(make_household("Famille Martin"), first_name="Ali")
    make_household("Famille Martinez")
    answer = lend(desk, "martin", **PART)
    assert f"/gestion/pret/?adherent={other.pk}" in answer.text
    assert "sans adhérent" in answer.text
    assert answer.status_code == 200


def test_a_word_is_no_new_card_and_one_that_was_given_before_offers_the_families_of_that_name_too(desk):
    member, other = (
        make_member(make_household("Famille Durand")),
        make_member(make_household("Famille Martin")),
    )
    with pytest.raises(Refused, match="un chiffre"):
        make_card(member, barcode="martin")
    for barcode in ("martin", "zebre"):
        households.give_card(member_id=member.pk, barcode=barcode, actor=None, again=True)
    for address in ("/gestion/pret/", "/gestion/retour/"):
        page = desk.post(address, {"code": "martin"}, **PART).text
        for said in ("Quelle famille", "Famille Durand", "Famille Martin"):
            assert page.count(said) == 1, (address, said)
        page = desk.post(address, {"code": "zebre"}, **PART).text  # nobody's name
        assert "Quelle famille" not in page
        assert "Famille Durand" in page
    page = lend(desk, "martin", other, **PART).text
    assert "Changer de famille" in page


def test_a_box_without_a_card_asks_for_the_card(desk):
    make_copy("Uno", barcode="90199")
    answer = lend(desk, "90199", **PART)
    assert answer.status_code == 422
    assert "pour quelle famille" in answer.text
    assert not Loan.objects.exists()


def test_two_tabs_with_two_families_do_not_mix(desk):
    first, second = make_member(), make_member(make_household("Famille Durand"))
    uno, odin = make_copy("Uno"), make_copy("Odin")
    desk.get(f"/gestion/pret/?adherent={first.pk}")
    desk.get(f"/gestion/pret/?adherent={second.pk}")
    lend(desk, uno.barcode, first)
    lend(desk, odin.barcode, second)
    assert (uno.open_loan.member, odin.open_loan.member) == (first, second)


@pytest.mark.parametrize("number", ["0", "-1", "x", "99999999999999999999", "²", "7777"])
def test_a_family_that_is_none_is_nobody(desk, number):
    assert desk.get("/gestion/pret/", {"adherent": number}).context["member"] is None
    make_copy("Uno", barcode="90199")
    assert desk.post("/gestion/pret/", {"code": "90199", "adherent": number}).status_code in (409, 422)


def test_a_loan_made_by_mistake_is_taken_back_at_once(desk):
    member = make_member()
    loan = make_loan(make_copy("Uno"), member)
    answer = desk.post("/gestion/pret/", {"annuler": loan.pk, "adherent": member.pk}, **PART)
    assert "Prêt annulé" in answer.text
    assert not Loan.objects.exists()
    again = desk.post("/gestion/pret/", {"annuler": loan.pk, "adherent": member.pk}, **PART)
    assert again.status_code == 409
    loan = make_loan(make_copy("Odin"), member)
    plain = desk.post("/gestion/pret/", {"annuler": loan.pk, "adherent": member.pk}, follow=True)
    assert "Prêt annulé" in plain.text
    assert plain.context["member"] == member


# --- boxes back


def test_a_box_comes_back_whoever_had_it(desk):
    loan = make_loan(make_copy("Uno", barcode="90199", call_number="UNO"))
    answer = take_back(desk, "90199")
    assert answer.status_code == 302
    page = desk.get(answer.url)
    assert "À ranger" in page.text
    loan.refresh_from_db()
    assert loan.returned_at


def test_a_late_box_says_by_how_many_days(desk):
    late = timezone.localdate() - datetime.timedelta(days=3)
    make_loan(make_copy("Uno", barcode="90199"), due_on=late)
    make_loan(make_copy("Odin", barcode="90200"))
    answer = take_back(desk, "90199", **PART)
    assert "En retard de 3 jours" in answer.text
    assert 'class="desk-answer warn"' in answer.text
    assert 'class="desk-answer ok"' in take_back(desk, "90200", **PART).text


def test_what_is_not_on_loan_or_no_box_is_said_harmlessly(desk):
    make_copy("Uno", barcode="90199")
    for code, status, words in (
        ("90199", 409, "était pas prêté"),
        ("777", 422, "ni une boîte"),
    ):
        answer = take_back(desk, code, **PART)
        assert answer.status_code == status
        assert words in answer.text


@pytest.mark.parametrize("state", [one for one in CopyState if one != CopyState.IN_SERVICE])
def test_a_box_that_nobody_had_and_that_stays_in_says_its_state_and_not_its_shelf(desk, state):
    make_copy("Uno", barcode="90199", state=state)
    text = take_back(desk, "90199", **PART).text
    assert f"notée « {state.label} »" in text.replace("\u202f", " ").replace("\xa0", " ")
    assert "en rayon." not in text.replace("pas en rayon.", "")
    assert ("Remettre en service" in text) == (state not in (CopyState.TO_COUNT, CopyState.WITHDRAWN))
    refused = lend(desk, "90199", make_member(), **PART).text.split("desk-basket")[0]
    ways = re.findall(r'class="btn" href="([^"#]+)', refused)
    assert bool(ways) == (state != CopyState.WITHDRAWN)
    assert {desk.get(way).status_code for way in ways} <= {200}  # what a volunteer is sent to opens


def test_a_box_noted_lost_at_the_desk_is_not_said_to_be_there(desk):
    copy = make_copy("Uno", barcode="90199")
    text = desk.post("/gestion/retour/", {"boite": copy.pk, "etat": "perdu"}, **PART).text
    assert "Si elle revient" in text
    assert "reste ici" not in text


def test_a_box_noted_lost_comes_back_and_is_put_aside(desk):
    copy = make_copy("Uno", barcode="90199")
    make_loan(copy)
    copy.state = CopyState.LOST
    copy.save()
    answer = take_back(desk, "90199", **PART)
    assert "À mettre à part" in answer.text
    assert "Remettre en service" in answer.text


def test_a_return_made_by_mistake_is_taken_back(desk):
    loan = make_loan(make_copy("Uno"), returned=True)
    answer = desk.post("/gestion/retour/", {"annuler": loan.pk}, **PART)
    assert "Retour annulé" in answer.text
    assert Loan.objects.open().get() == loan
    assert desk.post("/gestion/retour/", {"annuler": loan.pk}, **PART).status_code == 409


def test_the_last_ten_returns_are_shown(desk):
    record = make_record("Uno")
    for _ in range(12):
        make_loan(make_copy(record), returned=True)
    assert len(desk.get("/gestion/retour/").context["loans"]) == 10


# --- today


def test_today_counts_what_is_out_due_late_and_back(desk):
    today = timezone.localdate()
    make_loan(make_copy("Uno"), due_on=today - datetime.timedelta(days=2))
    make_loan(make_copy("Odin"), due_on=today)
    make_loan(make_copy("Boursicocotte"), returned=True)
    page = desk.get("/gestion/")
    assert [count for _, count, _ in page.context["lists"].values()] == [1, 1, 2, 1]
    assert "2 jours de retard" in page.text
    for shown, title in (("jour", "Odin"), ("sortis", "Uno"), ("rendus", "Boursicocotte"), ("xyz", "Uno")):
        assert title in desk.get("/gestion/", {"liste": shown}).text


def test_an_empty_day_says_what_to_do(desk):
    for shown in ("retard", "jour", "sortis", "rendus"):
        assert desk.get("/gestion/", {"liste": shown}).status_code == 200


# --- queries


def test_a_scan_stays_within_its_budget(desk, budget, monkeypatch):
    monkeypatch.setattr("catalogue.search.index.random.random", lambda: 1.0)  # no tidying by chance
    make_library(open_on=(2, 5), max_loans=5)
    member = make_member()
    make_card(member, barcode="0042")
    copy = make_copy("Uno", barcode="90199")
    for _ in range(3):
        make_loan(member=member)
    lent_at = timezone.now() - datetime.timedelta(days=9)
    Loan.objects.update(lent_at=lent_at, due_on=timezone.localdate())  # each may be renewed
    with budget("checkout"):
        assert lend(desk, "0042", **PART).text.count("Prolonger<") == 3
    with budget("checkout"):
        assert lend(desk, "90199", member, **PART).text.count("Prolonger<") == 3
    # a price, and a desk that stands at one of several sites
    Library.objects.update(price_cents=100)
    make_copy("Odin", barcode="90200", site=make_site("Mairie"))
    session = desk.session
    session[desk_site.KEY] = make_site("École").pk
    session.save()
    with budget("checkout"):
        answer = lend(desk, "90200", member, **PART)
    assert "de plus au compte" in answer.text
    assert "Cette boîte est de Mairie" in answer.text
    for _ in range(12):
        make_loan(make_copy("Odin"), returned=True)
    with budget("checkin"):
        assert take_back(desk, copy.barcode, **PART).status_code == 200


@pytest.mark.parametrize("shown", ["retard", "sortis", "rendus"])
def test_today_costs_the_same_for_two_loans_and_for_many(desk, shown, django_assert_num_queries):
    def fill(number):
        record = make_record("Uno")
        for _ in range(number):
            make_loan(make_copy(record), returned=shown == "rendus")
        Loan.objects.open().update(due_on=timezone.localdate() - datetime.timedelta(days=1))

    make_library()
    fill(2)
    address = f"{reverse('desk')}?liste={shown}"
    desk.get(address)
    with django_assert_num_queries(6):
        desk.get(address)
    fill(30)
    with django_assert_num_queries(6):
        desk.get(address)
