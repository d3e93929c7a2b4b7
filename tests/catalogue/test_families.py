"""The pages of families: subscriptions in two clicks, the account, a child that came of age."""

import datetime
from io import BytesIO

import pytest
from django.db import connection
from django.utils import timezone
from pypdf import PdfReader

from catalogue.models import (
    Card,
    Household,
    JournalEntry,
    LedgerEntry,
    Member,
    MemberCategory,
    Subscription,
    SubscriptionType,
)
from catalogue.queries import ledger as accounts
from catalogue.services import households, ledger, member_kinds
from catalogue.templatetags.said import day
from tests.filling import filled
from tests.make import (
    make_card,
    make_charge,
    make_copy,
    make_household,
    make_library,
    make_loan,
    make_member,
    make_member_category,
    make_payment,
    make_subscription,
    make_subscription_type,
)

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)


@pytest.fixture
def staff(login, librarian):
    return login(librarian)


@pytest.fixture
def desk(login, volunteer):
    return login(volunteer)


def today():
    return timezone.localdate()


def test_an_ended_subscription_is_renewed_in_two_clicks_from_the_familys_page(staff):
    family = make_member().household
    year = make_subscription_type("Famille, un an", price_cents=2500)
    make_subscription_type("Découverte", price_cents=500, months=3)
    make_subscription(family, ends_on=today() - DAY, type=year)
    page = staff.get(family.get_absolute_url())
    address = f"/gestion/foyers/{family.pk}/adhesion/"
    assert "Adhésion finie" in page.text
    assert f'href="{address}"' in page.text
    page = staff.get(address)
    values = filled(page)
    assert values["formule"] == year.pk  # the one they had
    answer = staff.post(address, values | {"moyen": "cheque"}, follow=True)
    assert "25,00\u00a0€ reçus (chèque)" in answer.text
    assert family.membership(today()).days_left is not None
    assert accounts.balance(family.pk) == 0
    again = staff.post(address, values | {"moyen": "cheque"})
    assert again.status_code == 409
    assert "entre-temps" in again.text
    assert family.subscriptions.count() == 2


def test_another_subscription_on_the_same_day_is_sold_only_if_it_is_meant(desk):
    family = make_member().household
    make_subscription_type("Famille, un an", price_cents=2500)
    address = f"/gestion/foyers/{family.pk}/adhesion/"
    first = desk.get(address)
    assert "encore" not in first.context["form"].fields
    desk.post(address, filled(first, moyen="cheque"))
    page = desk.get(address)  # by the browser's way back
    assert "a déjà été vendue aujourd’hui" in page.text
    answer = desk.post(address, filled(page, moyen="cheque"))
    assert answer.status_code == 409
    assert "Cochez la case si c’est bien une de plus" in answer.text
    assert family.subscriptions.count() == 1
    assert desk.post(address, filled(page, moyen="cheque", encore="on")).status_code == 302
    assert family.subscriptions.count() == 2


def test_a_subscription_to_pay_later_says_what_the_family_owes_then(desk):
    family = make_member().household
    make_subscription_type("Famille, un an", price_cents=2500)
    make_payment(family, 2500)
    address = f"/gestion/foyers/{family.pk}/adhesion/"
    told = desk.post(address, filled(desk.get(address), moyen=""), follow=True).text
    assert "restent à payer" not in told
    assert "25,00\u00a0€ sont portés au compte" in told
    assert "la famille est à jour" in told
    told = desk.post(address, filled(desk.get(address), moyen="", encore="on"), follow=True).text
    assert "25,00\u00a0€ restent à payer" in told


def test_correcting_what_a_subscription_costs_says_that_its_days_stay(staff):
    family = make_member().household
    make_subscription_type("Famille, un an", price_cents=2500)
    address = f"/gestion/foyers/{family.pk}/adhesion/"
    staff.post(address, filled(staff.get(address), moyen=""))
    line = LedgerEntry.objects.get()
    page = staff.get(f"/gestion/foyers/{family.pk}/compte/").text
    assert "L’adhésion reste valable." in page
    assert f"/gestion/foyers/{family.pk}/adhesions/{line.subscription_id}/" in page
    told = staff.post(f"/gestion/foyers/{family.pk}/compte/{line.pk}/corriger/", follow=True).text
    assert "L’adhésion reste valable jusqu’au" in told
    assert "« Annuler cette adhésion »" in told.replace("\u202f", " ").replace("\xa0", " ")


@pytest.mark.parametrize("phone", ["abc", "1" * 40])
def test_a_telephone_that_nobody_can_dial_is_refused(staff, phone):
    answer = staff.post(
        "/gestion/foyers/ajouter/", {"name": "Famille Kaya", "kind": "famille", "phone": phone}
    )
    assert answer.status_code == 422
    assert "num" in " ".join(answer.context["form"].errors["phone"])
    assert not Household.objects.exists()
    known = make_household("Famille Durand", phone=phone)  # noted before, it stays
    address = f"/gestion/foyers/{known.pk}/modifier/"
    assert staff.post(address, filled(staff.get(address), notes="gentils")).status_code == 302


def test_a_family_that_may_be_inscribed_already_is_asked_about(staff):
    make_household("Famille Kaya", email="kaya@example.org", phone="06 11 22 33 44")
    address = "/gestion/foyers/ajouter/"
    for known in ({"email": "Kaya@example.org"}, {"phone": "06 11 22 33 44"}):
        values = {"name": "Famille Kaya", "kind": "famille", **known}
        answer = staff.post(address, values)
        assert answer.status_code == 422
        assert "« Famille Kaya » est déjà inscrite avec ce" in answer.text.replace("\xa0", " ")
        assert Household.objects.filter(**{f"{key}__iexact": one for key, one in known.items()}).count() == 1
        assert staff.post(address, values | {"another": "on"}).status_code == 302


def test_an_advance_is_handed_back_by_a_librarian(staff, desk):
    family = make_household()
    address = f"/gestion/foyers/{family.pk}/compte/"
    assert "Rendre l’avance" not in staff.get(address).text
    make_payment(family, 2000)
    assert "Rendre l’avance" not in desk.get(address).text
    form = staff.get(address).context["refund"]
    values = {form.add_prefix(name): form[name].value() or "" for name in form.fields} | {"moyen": "especes"}
    assert values["rendu-amount"] == "20,00"
    assert staff.post(f"{address}rendre/", values | {"rendu-amount": "20,01"}).status_code == 409
    assert staff.post(f"{address}rendre/", values | {"moyen": "troc"}).status_code == 422
    told = staff.post(f"{address}rendre/", values, follow=True).text.replace("\xa0", " ")
    assert "20,00 € rendus (espèces)" in told
    assert "Avance rendue (espèces)" in told
    assert accounts.balance(family.pk) == 0


def test_from_the_desk_one_comes_back_to_the_desk_with_the_family(desk):
    member = make_member()
    make_subscription_type()
    address = f"/gestion/foyers/{member.household_id}/adhesion/"
    stranger = make_member(make_household("Famille Durand"))
    assert "adherent" not in filled(desk.get(address, {"adherent": stranger.pk}))
    page = desk.get(address, {"adherent": member.pk})
    answer = desk.post(address, filled(page, moyen=""))
    assert answer.url == f"/gestion/pret/?adherent={member.pk}"
    assert accounts.balance(member.household_id) == 2500


def test_an_early_renewal_follows_and_a_subscription_without_end_needs_none(staff):
    family = make_household()
    ends = today() + 5 * DAY
    now = make_subscription(family, ends_on=ends)
    make_subscription_type()
    page = staff.get(f"/gestion/foyers/{family.pk}/adhesion/")
    assert "suit l’autre" in page.text
    assert filled(page)["debut"] == (ends + DAY).isoformat()
    address = f"/gestion/foyers/{family.pk}/adhesions/{now.pk}/"
    assert staff.post(address, filled(staff.get(address), starts_on="", ends_on="")).status_code == 302
    assert "n’a pas de fin" in staff.get(f"/gestion/foyers/{family.pk}/adhesion/").text


def test_without_a_kind_of_subscription_the_page_says_what_is_missing(desk):
    family = make_household()
    make_subscription_type(offered=False)
    address = f"/gestion/foyers/{family.pk}/adhesion/"
    assert "Aucune formule" in desk.get(address).text
    gone = {"formule": SubscriptionType.objects.get().pk, "debut": today().isoformat(), "moyen": "carte"}
    assert desk.post(address, gone).status_code == 422
    assert not Subscription.objects.exists()


def test_days_of_a_subscription_are_noted_changed_and_taken_back(staff):
    family = make_household()
    add = f"/gestion/foyers/{family.pk}/adhesions/ajouter/"
    wrong = staff.post(add, {"starts_on": "2026-12-31", "ends_on": "2026-01-01"})
    assert "finirait avant de commencer" in wrong.text
    assert set(staff.post(add, {"ends_on": "9999-01-01"}).context["form"].errors) == {"ends_on"}
    assert staff.post(add, {"starts_on": "2026-01-01", "ends_on": "2026-12-31"}).status_code == 302
    assert "couvre une partie" in staff.post(add, {"starts_on": "2026-12-31"}).text
    one = Subscription.objects.get()
    make_charge(family, 2500, kind="adhesion", subscription_id=one.pk)
    address = f"/gestion/foyers/{family.pk}/adhesions/{one.pk}/"
    page = staff.get(address)
    assert "25,00" in page.text
    assert staff.post(address, filled(page, ends_on="2027-01-31")).status_code == 302
    assert Subscription.objects.get().ends_on == datetime.date(2027, 1, 31)
    other = staff.post(address, filled(page, ends_on="2027-02-28"))  # opened before that
    assert other.status_code == 409
    assert other.context["differing"] == [("Dernier jour", day(datetime.date(2027, 1, 31)))]
    assert staff.post(address, filled(other)).status_code == 302
    assert Subscription.objects.get().ends_on == datetime.date(2027, 2, 28)
    elsewhere = f"/gestion/foyers/{make_household('Famille Durand').pk}/adhesions/{one.pk}/"
    assert staff.post(elsewhere, {"annuler": "1"}).status_code == 404
    assert staff.post(address, {"annuler": "1"}).status_code == 302
    assert not Subscription.objects.exists()
    assert accounts.balance(family.pk) == 0


def test_money_is_taken_once_and_a_receipt_says_so(desk):
    make_library(name="Ludothèque d’Èze")
    family = make_household("Famille Éluard")
    make_charge(family, 1250)
    address = f"/gestion/foyers/{family.pk}/compte/"
    page = desk.get(address)
    values = filled(page, moyen="especes")
    assert values["amount"] == "12,50"
    assert "Corriger" not in page.text  # a volunteer takes money and corrects nothing
    assert desk.post(address, values).status_code == 302
    assert desk.post(address, values).status_code == 409  # pressed twice
    assert accounts.balance(family.pk) == 0
    for amount in ("", "0", "-3", "abc", "99999999"):
        wrong = desk.post(address, filled(desk.get(address), amount=amount, moyen="especes"))
        assert wrong.status_code == 422
    assert desk.post(address, filled(desk.get(address), amount="5", moyen="troc")).status_code == 422
    paid = LedgerEntry.objects.get(kind="paiement")
    receipt = desk.get(f"{address}{paid.pk}/recu.pdf")
    text = PdfReader(BytesIO(receipt.content)).pages[0].extract_text()
    for said in ("Ludothèque d’Èze", "Famille Éluard", "12,50", "espèces", "Reçu par"):
        assert said in text
    ledger.correct(entry_id=paid.pk, actor=None, note="")
    assert desk.get(f"{address}{paid.pk}/recu.pdf").status_code == 404


def test_more_than_is_owed_is_taken_only_when_it_is_meant_and_stays_as_an_advance(desk):
    family = make_household("Famille Éluard")
    make_charge(family, 1500)
    address = f"/gestion/foyers/{family.pk}/compte/"
    asked = desk.post(address, filled(desk.get(address), amount="20", moyen="especes"))
    assert asked.status_code == 409
    assert "5,00\u00a0€ de plus que ce qui est dû, 15,00\u00a0€" in asked.text
    assert accounts.balance(family.pk) == 1500
    done = desk.post(address, filled(asked, avance="on", moyen="especes"), follow=True)
    assert "Famille Éluard a 5,00\u00a0€ d’avance" in done.text
    again = desk.post(address, filled(desk.get(address), amount="1", moyen="especes"))
    assert "Rien n’est dû" in again.text
    make_charge(family, 1200)
    part = desk.post(address, filled(desk.get(address), amount="3", moyen="especes"), follow=True)
    assert "Famille Éluard doit 4,00\u00a0€" in part.text


def test_what_is_owed_is_added_and_a_mistake_corrected_by_another_line(staff):
    family = make_household()
    address = f"/gestion/foyers/{family.pk}/compte/"
    values = {"du-vu": 0, "du-kind": "degat", "du-amount": "7", "du-note": "Boîte mouillée"}
    assert staff.post(f"{address}ajouter/", values).status_code == 302
    assert staff.post(f"{address}ajouter/", values).status_code == 409
    assert staff.post(f"{address}ajouter/", values | {"du-amount": "x"}).status_code == 422
    assert staff.post(f"{address}ajouter/", values | {"du-kind": "paiement"}).status_code == 422
    line = LedgerEntry.objects.get()
    assert "doit 7,00\u00a0€" in staff.get(address).text
    correct = f"{address}{line.pk}/corriger/"
    assert "corrigée" in staff.post(correct, {"motif": "pas lui"}, follow=True).text
    assert "déjà corrigée" in staff.post(correct, follow=True).text
    assert accounts.balance(family.pk) == 0
    assert "compte à jour" in staff.get(family.get_absolute_url()).text


def test_a_child_that_came_of_age_is_flagged_until_somebody_has_seen_it(staff):
    family = make_household()
    make_member(family, first_name="Zoé", birth_date=today() - 40 * 366 * DAY)
    child = make_member(family, first_name="Léo", birth_date=today() - 17 * 365 * DAY)
    assert "C’est vu" not in staff.get(family.get_absolute_url()).text
    grown = datetime.date(1988, 2, 29)
    type(child).objects.filter(pk=child.pk).update(birth_date=grown)  # the years pass
    page = staff.get(family.get_absolute_url())
    assert "Léo Martin a" in page.text
    assert "Zoé Martin a" not in page.text
    assert staff.post(f"/gestion/foyers/{family.pk}/adherents/{child.pk}/vu/").status_code == 302
    assert "C’est vu" not in staff.get(family.get_absolute_url()).text
    child.refresh_from_db()
    assert child.adult_seen_on == today()
    households.update_member(member_id=child.pk, actor=None, birth_date=today())  # a slip put right
    child.refresh_from_db()
    assert child.adult_seen_on is None


def test_an_organisation_has_its_kind_and_its_category(staff):
    category = make_member_category("École")
    values = {"name": "École Jules-Ferry", "kind": "ecole", "category": category.pk}
    staff.post("/gestion/foyers/ajouter/", values)
    school = Household.objects.get()
    assert (school.kind, school.category) == ("ecole", category)
    assert "École" in staff.get(school.get_absolute_url()).text


def test_the_till_is_counted_by_day_and_by_way_of_paying(staff):
    family = make_household("Famille Éluard")
    make_charge(family, 9000)
    make_payment(family, 2500)
    make_payment(family, 300, method="cheque")
    ledger.correct(entry_id=make_payment(family, 700, method="cheque").pk, actor=None, note="")
    totals = dict(staff.get("/gestion/caisse/").context["totals"])
    assert totals == {"Espèces": 2500, "Chèque": 300, "Carte bancaire": 0, "En tout": 2800}
    tomorrow = (today() + DAY).isoformat()
    assert "Rien n’a été encaissé" in staff.get("/gestion/caisse/", {"du": tomorrow, "au": tomorrow}).text
    for wrong in ({"du": tomorrow}, {"du": "x"}, {"au": "0001-01-01"}):
        assert staff.get("/gestion/caisse/", wrong).status_code == 422


# --- settings


def test_kinds_of_subscriptions_are_added_changed_and_removed_unless_somebody_has_them(login, manager):
    client, address = login(manager), "/gestion/reglages/adhesions/"
    category = make_member_category()
    values = {"name": "Famille, un an", "price_cents": "25,50", "months": "12", "category": category.pk}
    assert client.post(address, values | {"offered": "on"}).status_code == 302
    kind = SubscriptionType.objects.get()
    assert (kind.price_cents, kind.months, kind.category) == (2550, 12, category)
    assert "existe déjà" in client.post(address, values).text
    for wrong in ({"months": "0"}, {"months": "121"}, {"price_cents": "-1"}, {"name": "\u2800"}):
        assert client.post(address, values | {"name": "Autre"} | wrong).status_code == 422
    one = f"{address}{kind.pk}/"
    page = client.get(one)
    assert filled(page)["price_cents"] == "25,50"
    assert client.post(one, filled(page, price_cents="0")).status_code == 302
    answer = client.post(one, filled(page, months="6"))
    assert answer.status_code == 409
    assert "gratuite" in client.get(address).text
    make_subscription(make_household(), type=kind)
    assert "Des foyers l’ont prise" in client.post(one, {"supprimer": "1"}, follow=True).text
    Subscription.objects.all().delete()
    assert client.post(one, {"supprimer": "1"}).url == address
    assert not SubscriptionType.objects.exists()


def test_categories_are_added_renamed_and_removed_unless_somebody_is_of_them(login, manager):
    client, address = login(manager), "/gestion/reglages/categories/"
    assert client.post(address, {"name": "École"}).status_code == 302
    category = MemberCategory.objects.get()
    one = f"{address}{category.pk}/"
    assert client.post(one, filled(client.get(one), name="Écoles")).status_code == 302
    family = make_household(category=MemberCategory.objects.get())
    assert list(client.get(address).context["rows"].values_list("name", "used")) == [("Écoles", 1)]
    assert "« Écoles » reste" in client.post(one, {"supprimer": "1"}, follow=True).text.replace("\u00a0", " ")
    households.update(household_id=family.pk, actor=None, category=None)
    client.post(one, {"supprimer": "1"})
    assert not MemberCategory.objects.exists()


def test_the_page_of_a_family_asks_the_database_as_often_for_one_line_as_for_many(
    staff, django_assert_max_num_queries
):
    family = make_household()
    for n in range(6):
        make_member(family, first_name=f"Enfant {n}")
        make_payment(family)
    with django_assert_max_num_queries(14):
        staff.get(family.get_absolute_url())
    with django_assert_max_num_queries(9):
        staff.get(f"/gestion/foyers/{family.pk}/compte/")


# --- removed, and put back


def test_a_member_and_a_card_that_were_taken_away_are_put_back_in_one_click(staff):
    member = make_member(first_name="Zoé", birth_date=datetime.date(2015, 5, 1), phone="01 02")
    card = make_card(member, barcode="000421")
    page = f"/gestion/foyers/{member.household_id}/"
    answer = staff.post(f"{page}cartes/{card.pk}/", follow=True)
    assert "La carte 000421 n’ouvre plus rien" in answer.text
    assert "000421" in staff.post(page, {"adherent": member.pk, "barcode": "000421"}, follow=True).text
    assert staff.get(page, {"carte": "000421", "a": member.pk}).context["lost"] is None  # given by now
    nothing = staff.get(page, {"carte": "4\0", "a": member.pk})  # a sign that PostgreSQL does not look for
    assert nothing.context["lost"] == ("4", member)

    answer = staff.post(f"{page}adherents/{member.pk}/", {"retirer": "1"}, follow=True)
    entry = answer.context["removed"]
    assert not Member.objects.exists()
    assert staff.post("/gestion/foyers/remettre/", {"ligne": entry.pk}).url == page
    back = Member.objects.get()
    assert (str(back), back.birth_date, back.phone) == ("Zoé Martin", member.birth_date, "01 02")
    assert back.cards.get().barcode == "000421"
    again = staff.post("/gestion/foyers/remettre/", {"ligne": entry.pk}, follow=True)
    assert "déjà fait" in again.text
    for number in ("", "0", "x", JournalEntry.objects.order_by("pk").first().pk):
        assert staff.post("/gestion/foyers/remettre/", {"ligne": number}).status_code == 404


def test_a_family_inscribed_by_mistake_goes_and_comes_back_whole(staff):
    family = make_household("Famille Éluard", notes="gentils", category=make_member_category())
    card = make_card(make_member(family, first_name="Zoé"))
    make_subscription(family, ends_on=today(), type=make_subscription_type())
    address = f"/gestion/foyers/{family.pk}/retirer/"
    answer = staff.post(address, follow=True)
    assert "n’est plus dans la liste" in answer.text
    assert not Household.objects.exists()
    staff.post("/gestion/foyers/remettre/", {"ligne": answer.context["removed"].pk})
    back = Household.objects.get()
    assert (back.name, back.notes, back.category) == ("Famille Éluard", "gentils", make_member_category())
    assert back.members.get().cards.get().barcode == card.barcode
    assert back.membership(today()).ends_on == today()

    # what it was of may be gone by then
    answer = staff.post(f"/gestion/foyers/{back.pk}/retirer/", follow=True)
    member_kinds.drop(row=make_subscription_type(), actor=None)
    member_kinds.drop(row=make_member_category(), actor=None)
    staff.post("/gestion/foyers/remettre/", {"ligne": answer.context["removed"].pk})
    back = Household.objects.get()
    assert (back.category, back.subscriptions.get().type) == (None, None)
    connection.check_constraints()


def test_what_goes_between_two_clicks_is_not_found_by_the_second(staff, monkeypatch):
    card = make_card(make_member())
    monkeypatch.setattr(households, "remove_card", lambda **given: Card.objects.get(pk=0))
    assert staff.post(f"/gestion/foyers/{card.member.household_id}/cartes/{card.pk}/").status_code == 404


def test_a_family_with_loans_money_or_an_account_stays(staff, family):
    lent, owing = make_loan().member.household, make_charge(make_household("Famille Durand")).household
    for one, why in (
        (lent, "des prêts"),
        (owing, "des lignes sur son compte"),
        (family.household, "un compte en"),
    ):
        answer = staff.post(f"/gestion/foyers/{one.pk}/retirer/", follow=True)
        assert why in answer.text
        assert Household.objects.filter(pk=one.pk).exists()


# --- at the desk


def test_the_desk_leads_to_the_renewal_and_to_the_account_and_back(desk):
    family = make_household()
    member = make_member(family, first_name="Léo")
    Member.objects.filter(pk=member.pk).update(birth_date=datetime.date(1988, 2, 29))
    make_subscription(family, ends_on=today() - DAY)
    make_copy("Uno", barcode="90199")
    make_charge(family, 500)
    renew = f'href="/gestion/foyers/{family.pk}/adhesion/?adherent={member.pk}"'
    page = desk.get("/gestion/pret/", {"adherent": member.pk})
    assert renew in page.text
    # a volunteer, to whom the family's page is closed
    assert "Léo a eu 18 ans depuis l’inscription\u202f: dites-le à un bibliothécaire." in page.text
    assert f'href="/gestion/foyers/{family.pk}/"' not in page.text
    assert renew in desk.post("/gestion/pret/", {"code": "90199", "adherent": member.pk}).text
    there = f"/gestion/foyers/{family.pk}/compte/?adherent={member.pk}"
    assert there in page.text
    paid = desk.post(there, filled(desk.get(there), moyen="carte"))
    assert paid.url == f"/gestion/pret/?adherent={member.pk}"
    assert accounts.balance(family.pk) == 0
