"""The return page with all that follows a return, the counting queue, and the pages of missing pieces."""

import datetime
import re

import pytest
from django.conf import settings
from django.utils import timezone

from catalogue.models import Copy, CopyState, JournalEntry, Library, Loan, MissingPiece, PieceCount
from catalogue.policy import Refused
from catalogue.queries import histories
from catalogue.queries import ledger as ledger_of
from catalogue.services import absent, counts, missing, returns, states
from catalogue.services.parts import Part
from tests.make import (
    make_card,
    make_copy,
    make_hold,
    make_household,
    make_library,
    make_loan,
    make_member,
    make_missing,
    make_payment,
    make_record,
)

pytestmark = pytest.mark.django_db
PART = {"HTTP_HX_REQUEST": "true"}
RETURN = "/gestion/retour/"


@pytest.fixture
def desk(login, volunteer):
    return login(volunteer)


def make_box(title="Uno", **values):
    parts = [Part("dé", 2, True, 3), Part("pion rouge", 4, False, 0)]
    return make_copy(make_record(title, components=parts), **values)


def part(box, name):
    return box.record.components.get(name=name)


def plain(response):
    return response.text.replace("\u202f", " ").replace("\xa0", " ")


def take_back(desk, code, **extra):
    return desk.post(RETURN, {"code": code}, **extra)


def state(box):
    return Copy.objects.get(pk=box.pk).state


# --- the return page


def test_each_box_is_answered_with_what_to_do_with_it(desk):
    make_library()
    plain_box = make_copy("Odin", barcode="1", call_number="C ODI")
    broken = make_copy("Uno", barcode="2")
    make_missing(broken, "dé", important=False)
    late = make_copy("Café", barcode="3")
    for box in (plain_box, broken, late):
        make_loan(box, due_on=timezone.localdate() - datetime.timedelta(days=3 if box is late else -3))
    Copy.objects.filter(pk=broken.pk).update(state=CopyState.REPAIR, state_reason="coin")
    assert "À ranger : C ODI." in plain(take_back(desk, "1", **PART))
    text = plain(take_back(desk, "2", **PART))
    assert "À mettre à part : elle est notée « En réparation » (coin)." in text
    assert "Il manquait déjà 1 dé" in text
    assert "En retard de 3 jours" in plain(desk.get(take_back(desk, "3").url))


def test_ten_in_a_row_cost_no_more_than_they_may(desk, budget, monkeypatch):
    monkeypatch.setattr("catalogue.search.index.random.random", lambda: 1.0)  # no tidying by chance
    make_library(count_first=True)
    member = make_member()
    boxes = [make_box(f"Jeu {n}", barcode=f"00{n}") for n in range(10)]
    for box in boxes:
        make_loan(box, member)
    for box in boxes:
        with budget("checkin"):
            assert take_back(desk, box.barcode, **PART).status_code == 200
    assert not Loan.objects.open().exists()


@pytest.mark.parametrize("extra", [{}, PART])
def test_a_card_shows_all_that_the_family_has_and_one_button_takes_back_what_is_ticked(desk, extra):
    make_library()
    member = make_member()
    make_card(member, barcode="0042")
    stays, *back = [make_loan(make_copy(title), member) for title in ("Uno", "Odin", "Café")]
    seen = take_back(desk, "0042", **extra)
    seen = seen if extra else desk.get(seen.url)
    for loan in (stays, *back):
        assert f'name="pret" value="{loan.pk}" id="pret-{loan.pk}" checked' in seen.text
    ticked = {"famille": member.household_id, "tout-rendre": 1, "pret": [loan.pk for loan in back]}
    answer = desk.post(RETURN, ticked, **extra)
    answer = answer if extra else desk.get(answer.url)
    text = plain(answer)
    assert "2 boîtes rendues" in text
    assert "« Odin »" in text
    assert "« Café »" in text
    assert list(Loan.objects.open()) == [stays]
    assert f'value="{stays.pk}" id="pret-{stays.pk}">' in answer.text  # the family stays, its rest unticked
    after = desk.post(RETURN, {"famille": member.household_id, "reste": 1, "code": "x"}, **PART)
    assert f'id="pret-{stays.pk}">' in after.text


@pytest.mark.parametrize("extra", [{}, PART])
def test_what_another_desk_took_back_meanwhile_is_told_and_the_rest_comes_back(desk, extra):
    member = make_member()
    first, second = make_loan(make_copy("Uno"), member), make_loan(make_copy("Odin"), member)
    returns.checkin(copy_id=first.copy_id, actor=None, now=timezone.now())
    ticked = {"famille": member.household_id, "tout-rendre": 1, "pret": [first.pk, second.pk]}
    answer = desk.post(RETURN, ticked, **extra)
    text = plain(answer if extra else desk.get(answer.url))
    assert "1 boîte était déjà rendue." in text
    assert not Loan.objects.open().exists()
    assert "déjà rendues" in desk.post(RETURN, ticked, **PART).text
    nothing = desk.post(RETURN, {"famille": member.household_id, "tout-rendre": 1}, **PART)
    assert (nothing.status_code, "Aucune boîte n’est cochée" in nothing.text) == (422, True)


def test_a_family_takes_back_only_its_own_boxes(desk):
    member, other = make_member(), make_member(make_household("Famille Durand"))
    theirs = make_loan(make_copy("Uno"), other)
    make_loan(make_copy("Odin"), member)
    answer = desk.post(
        RETURN, {"famille": member.household_id, "tout-rendre": 1, "pret": [theirs.pk]}, **PART
    )
    assert answer.status_code == 409
    assert Loan.objects.open().filter(pk=theirs.pk).exists()


def test_a_name_brings_its_family_or_families_to_choose_from(desk):
    member = make_member()
    make_member(make_household("Famille Martinet"))
    answer = take_back(desk, "martin", **PART)
    assert f"?famille={member.household_id}" in answer.text
    assert "Quelle famille rend des boîtes" in answer.text
    assert take_back(desk, "martinet").status_code == 302


@pytest.mark.parametrize("extra", [{}, PART])
def test_a_box_that_came_back_dirty_is_noted_in_one_tap(desk, extra):
    box = make_box()
    make_loan(box, returned=True)
    desk.post(RETURN, {"boite": box.pk, "etat": "nettoyer", "motif": "confiture"}, **extra)
    copy = Copy.objects.get()
    assert (copy.state, copy.state_reason, copy.state_since) == (
        CopyState.TO_CLEAN,
        "confiture",
        timezone.localdate(),
    )
    assert desk.post(RETURN, {"boite": box.pk, "etat": "retire"}, **PART).status_code == 422
    assert desk.post(RETURN, {"boite": 999999, "etat": "nettoyer"}, **PART).status_code == 409


def test_the_parts_are_counted_beside_the_input(desk):
    make_library()
    box = make_box(barcode="1")
    loan = make_loan(box)
    take_back(desk, "1", **PART)
    tap_list = desk.get(f"/gestion/comptage/{box.pk}/?pret={loan.pk}", **PART)
    assert "<h1>" not in tap_list.text
    assert f'name="compter" value="{box.pk}"' in tap_list.text
    die = part(box, "dé")
    answer = desk.post(RETURN, {"compter": box.pk, "vu": 0, "pret": loan.pk, f"piece-{die.pk}": 1}, **PART)
    assert "il manque 1 dé" in plain(answer)
    piece = MissingPiece.objects.get()
    assert (piece.since_loan, state(box)) == (loan, CopyState.INCOMPLETE)
    again = desk.post(RETURN, {"compter": box.pk, "vu": 0, f"piece-{die.pk}": 0}, **PART)
    assert (again.status_code, "déjà été compté" in again.text) == (409, True)
    wrong = desk.post(RETURN, {"compter": box.pk, "vu": 0, f"piece-{die.pk}": "x"}, **PART)
    assert wrong.status_code == 422


def test_a_piece_is_put_on_the_last_loan_by_itself_only_where_the_box_was_counted_before_it(desk):
    make_library(count_first=False)
    box = make_box()
    address, pawn = f"/gestion/comptage/{box.pk}/", part(box, "pion rouge")

    def lend_and_count(times, **found):
        loans = [make_loan(box, returned=True) for _ in range(times)]
        page = desk.get(address, {"pret": loans[-1].pk})
        ticked = {"inconnu": 1} if "checked" in page.text else {}
        asked = {"vu": page.context["seen"], "pret": loans[-1].pk}
        desk.post(address, asked | ticked | {f"piece-{pawn.pk}": found["pawns"]})
        return plain(page), loans[-1], MissingPiece.objects.order_by("-pk").first()

    page, _, piece = lend_and_count(1, pawns=3)
    assert "jamais été comptée" in page
    assert piece.since_loan is None
    page, _, piece = lend_and_count(2, pawns=2)
    assert "pas comptée depuis 2 prêts" in page
    assert piece.since_loan is None
    page, loan, piece = lend_and_count(1, pawns=1)
    assert "pas comptée" not in page
    assert piece.since_loan == loan


@pytest.mark.parametrize("extra", [{}, PART])
def test_a_box_may_be_counted_later(desk, extra):
    make_library()
    box = make_box()
    loan = make_loan(box, returned=True)
    desk.post(RETURN, {"boite": box.pk, "plus-tard": loan.pk}, **extra)
    assert PieceCount.objects.get().loan == loan
    assert "Uno" in desk.get("/gestion/comptage/").text


# --- the queue


def test_a_volunteer_counts_box_after_box(desk, volunteer):
    make_library()
    boxes = [make_box(title) for title in ("Uno", "Odin")]
    for box in boxes:
        counts.later(copy_id=box.pk, actor=None, now=timezone.now())
    first, second = boxes
    assert desk.post("/gestion/comptage/suivante/").url == f"/gestion/comptage/{first.pk}/"
    assert PieceCount.objects.get(copy=first).taken_by == volunteer
    done = desk.post(f"/gestion/comptage/{first.pk}/", {"vu": 0, "tout": 1})
    assert done.url == f"/gestion/comptage/{second.pk}/"
    page = plain(desk.get(done.url))
    assert "« Uno » est compté." in page
    pawn = part(second, "pion rouge")
    done = desk.post(f"/gestion/comptage/{second.pk}/", {"vu": 0, f"piece-{pawn.pk}": 3})
    assert done.url == "/gestion/comptage/"
    page = plain(desk.get(done.url))
    assert "il manque 1 pion rouge" in page
    assert "Aucune boîte n’attend." in page
    assert "quand on demande de la compter : à son retour, ou sur sa page" in page  # or at once, where so set
    Library.objects.update(count_first=True)
    assert "Une boîte vient ici à son retour, ou" in plain(desk.get(done.url))


def test_a_second_volunteer_is_told_and_gets_another_box(desk, librarian):
    first, second = make_box("Uno"), make_box("Odin")
    for box in (first, second):
        counts.later(copy_id=box.pk, actor=None, now=timezone.now())
    counts.take(copy_id=first.pk, actor=librarian, now=timezone.now())
    assert f"{librarian} la compte" in desk.get("/gestion/comptage/").text
    assert desk.post("/gestion/comptage/suivante/").url == f"/gestion/comptage/{second.pk}/"
    page = desk.get(desk.post(f"/gestion/comptage/{first.pk}/prendre/").url)
    assert f"{librarian} compte cette boîte" in page.text
    desk.post(f"/gestion/comptage/{first.pk}/prendre/", {"quand-meme": 1})
    assert f"{librarian} compte cette boîte" not in desk.get(f"/gestion/comptage/{first.pk}/").text


def test_a_count_that_comes_second_is_refused_with_what_was_found(desk, librarian):
    box = make_box()
    die = part(box, "dé")
    counts.finish(copy_id=box.pk, found={die.pk: 1}, seen=0, actor=librarian, now=timezone.now())
    answer = desk.post(f"/gestion/comptage/{box.pk}/", {"vu": 0, "tout": 1})
    assert answer.status_code == 409
    assert "a déjà été compté" in answer.text
    assert "1 manquait déjà" in answer.text


@pytest.mark.parametrize("typed", ["-1", "3", "x", "1e3", "9" * 40])
def test_numbers_that_cannot_be_are_said_where_they_stand(desk, typed):
    box = make_box()
    answer = desk.post(f"/gestion/comptage/{box.pk}/", {"vu": 0, f"piece-{part(box, 'dé').pk}": typed})
    assert answer.status_code == 422
    assert "De 0 à 2." in answer.text
    assert not PieceCount.objects.exists()


def test_a_box_of_which_nothing_is_known_is_handled(desk):
    box = make_copy("Odin", state=CopyState.TO_COUNT)
    assert "Rien à compter" in desk.get("/gestion/comptage/").text
    assert "Rien à compter" in desk.get(f"/gestion/comptage/{box.pk}/").text
    desk.post(f"/gestion/comptage/{box.pk}/renoncer/")
    assert state(box) == CopyState.IN_SERVICE


def test_a_scan_opens_a_box_to_count(desk):
    box = make_box(barcode="0090199")
    assert desk.post("/gestion/comptage/", {"code": "0090199"}).url == f"/gestion/comptage/{box.pk}/"
    for wrong in ("777", ""):
        assert desk.post("/gestion/comptage/", {"code": wrong}).status_code == 422
    make_loan(box)
    assert "La boîte est prêtée" in desk.get(f"/gestion/comptage/{box.pk}/").text


def test_two_boxes_and_many_cost_the_same(desk, librarian, django_assert_num_queries):
    def fill(number):
        for _ in range(number):
            box = make_box()
            counts.later(copy_id=box.pk, actor=None, now=timezone.now())
            counts.take(copy_id=box.pk, actor=librarian, now=timezone.now())
            make_missing(box)

    for address, number in (("/gestion/comptage/", 6), ("/gestion/pieces/", 6)):
        fill(2)
        desk.get(address)
        with django_assert_num_queries(number):
            desk.get(address)
        fill(8)
        with django_assert_num_queries(number):
            desk.get(address)


# --- what is missing


def test_what_is_missing_is_listed_by_game_and_found_again(desk):
    first, second = make_box("Uno"), make_box("Odin")
    make_missing(first, component_id=part(first, "dé").pk)
    gone = make_missing(second, "pion doré", important=False)
    page = desk.get("/gestion/pieces/")
    assert page.text.index("Odin") < page.text.index("Uno")
    assert "Uno" not in desk.get("/gestion/pieces/", {"q": "doré"}).text
    assert "Odin" not in desk.get("/gestion/pieces/", {"q": "uno"}).text
    assert "Odin" not in desk.get("/gestion/pieces/", {"liste": "indispensables"}).text
    assert "Odin" not in desk.get("/gestion/pieces/", {"liste": "reserve"}).text
    missing.found(piece_id=gone.pk, actor=None, now=timezone.now())
    settled = desk.get("/gestion/pieces/", {"liste": "reglees"}).text
    assert "Retrouvée" in settled
    for empty in ({"q": "zzz"}, {"liste": "n’importe"}, {"q": "\0"}):
        assert desk.get("/gestion/pieces/", empty).status_code == 200


def test_a_box_set_aside_that_is_found_incomplete_says_that_the_reservation_waits_again(desk):
    box = make_box()
    hold = make_hold(household=make_household("Famille Roux"), ready=box)
    other = make_copy(box.record, call_number="A UNO")
    counted = {"compter": box.pk, "vu": 0, f"piece-{part(box, 'dé').pk}": 1}
    said = plain(desk.post(RETURN, counted, **PART))
    assert "Elle était de côté pour Famille Roux : sa réservation attend de nouveau, à sa place." in said
    assert f"Une autre boîte est en rayon, {other.barcode} (A UNO)" in said
    # found again on its own page, the box goes back to the family
    piece = MissingPiece.objects.get()
    page = desk.post(f"/gestion/pieces/{piece.pk}/", {"suite": "retrouvee"}, follow=True)
    assert "Mettez-la de côté pour Famille Roux" in plain(page)
    hold.refresh_from_db()
    assert hold.copy == box


def test_a_piece_lives_its_life_on_the_page_of_its_box(desk):
    box = make_box()
    page = f"/gestion/exemplaires/{box.pk}/pieces/"
    other = make_loan(box, make_member(make_household("Famille Roux")), returned=True)
    loan = make_loan(box, returned=True)
    desk.post(page, {"piece": part(box, "dé").pk, "nombre": 2, "depuis": loan.pk})
    piece = MissingPiece.objects.get()
    assert (piece.quantity, piece.since_loan) == (2, loan)
    assert "Famille Martin" in desk.get(page).text

    def do(what, piece=piece, **values):
        return plain(desk.get(desk.post(f"/gestion/pieces/{piece.pk}/", {"suite": what, **values}).url))

    for since in (None, other):
        assert "depuis quel prêt" in do("depuis", depuis=since.pk if since else "")
        piece.refresh_from_db()
        assert piece.since_loan == since
    assert "n’est pas de cette boîte" in do("depuis", depuis=make_loan(returned=True).pk)
    line = JournalEntry.objects.filter(verb="piece-since").order_by("-pk").first()
    assert (line.before["since_loan"], line.after["since_loan"]) == (None, other.pk)
    missing.since(piece_id=piece.pk, loan_id=loan.pk, actor=None)
    assert "Remplacé : dé" in do("remplacee", nombre=1)
    assert part(box, "dé").spare == 2
    assert "On peut jouer sans « dé »" in do("accessoire")
    assert state(box) == CopyState.IN_SERVICE
    assert "Indispensable" in do("indispensable")
    assert "La boîte fait sans" in do("abandonnee")
    assert "déjà notée" in do("retrouvee")
    assert "Manque de nouveau" in do("manque")
    assert "Retrouvé : dé" in do("retrouvee")
    assert "Rien n’est changé" in do("n’importe")
    other = make_missing(box, "ficelle")
    assert "C’était une erreur" in do("oubliee", other)
    assert state(box) == CopyState.IN_SERVICE


@pytest.mark.parametrize(
    "wrong",
    [{}, {"piece": "autre", "nombre": 1}, {"piece": "x", "nombre": 1}, {"piece": "PART", "nombre": 99}],
)
def test_a_wrong_note_is_said_and_noted_nowhere(desk, wrong):
    box = make_box()
    values = {name: part(box, "dé").pk if value == "PART" else value for name, value in wrong.items()}
    assert desk.post(f"/gestion/exemplaires/{box.pk}/pieces/", values).status_code == 422
    assert not MissingPiece.objects.exists()


def test_a_librarian_asks_the_family_for_it_and_takes_it_back(login, librarian):
    client, box, member = login(librarian), make_box(), make_member()
    make_loan(box, member)
    loan = returns.checkin(copy_id=box.pk, actor=None, now=timezone.now()).loan
    piece = make_missing(box, since_loan_id=loan.pk)
    address, page = f"/gestion/pieces/{piece.pk}/facturer/", f"/gestion/exemplaires/{box.pk}/pieces/"
    client.post(address, {"montant": "1,50"})
    assert ledger_of.balance(member.household_id) == 150
    assert "1,50" in client.get(page).text
    assert "déjà au compte" in client.get(client.post(address, {"montant": "2"}).url).text
    found = f"/gestion/pieces/{piece.pk}/"
    assert "1,50 € à son compte" in plain(client.get(client.post(found, {"suite": "retrouvee"}).url))
    client.post(found, {"suite": "manque"})
    make_payment(member.household, 150)
    told = plain(client.get(client.post(found, {"suite": "retrouvee"}).url))
    assert "La famille a payé 1,50 € pour cette pièce. Pour les lui rendre : « Ne plus le demander" in told
    client.post(address, {"annuler": 1})
    assert ledger_of.balance(member.household_id) == -150
    for wrong in ("", "abc", "-1", "0"):
        assert "Rien n’est demandé" in client.get(client.post(address, {"montant": wrong}).url).text


def test_the_history_of_a_box_has_french_words_for_every_act_and_tells_only_what_changed(login, librarian):
    said_of_boxes = re.compile(r"journal\.write\((?:(?!journal\.write).)*?subject=[\w.]*(?:copy|box)\b", re.S)
    verbs = set()
    for path in (settings.BASE_DIR / "catalogue/services").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for call in said_of_boxes.findall(text):
            verbs |= set(re.findall(r'verb="([\w-]+)"', call))
        verbs |= set(re.findall(r'"(piece-[\w-]+)"', text))
    assert {"play", "undo-play", "checkin", "counted", "piece-found", "send-off"} <= verbs
    assert verbs - set(histories.ACTS) - set(histories.TOLD_BY_LOANS) - {"delete"} == set()

    box, client = make_box(), login(librarian)
    make_loan(box, returned=True)
    loan = make_loan(box, returned=True)
    states.put(copy_id=box.pk, state=CopyState.REPAIR, reason="coin cassé", actor=None, now=timezone.now())
    missing.note(
        copy_id=box.pk, component_id=None, name="dé", since_loan_id=loan.pk, actor=None, now=timezone.now()
    )
    page = plain(client.post("/gestion/retour/", {"annuler": loan.pk}, follow=True))
    assert "Annulé avec lui : ce qui y manquait (1 dé), l’état « En réparation » (coin cassé)." in page
    told = plain(client.get(f"/gestion/exemplaires/{box.pk}/historique/"))
    events = ["Prêté", "Rendu", "Prêté", "Rendu", "Retour annulé"]
    what = re.findall(r'<th scope="row">(Prêté|Rendu|Retour annulé)</th>', told)
    assert what[::-1] == events  # the return stays in the history, before its undoing
    assert "rien → rien" not in told
    assert "En service → En service" not in told


def test_the_public_reads_what_is_missing_and_the_history_tells_it_to_the_staff(client, login, librarian):
    box = make_box()
    make_missing(box, component_id=part(box, "pion rouge").pk, quantity=2)
    assert "Il manque 2 pions rouges." in plain(client.get(box.record.get_absolute_url()))
    told = plain(login(librarian).get(f"/gestion/exemplaires/{box.pk}/historique/"))
    assert "Pièce manquante" in told
    assert "2 pions rouges" in told


# --- a box that a family says it has given back


def test_the_loan_of_a_box_that_is_not_there_says_so_and_ends_without_it(login, librarian, volunteer, family):
    make_library(count_first=True)
    box = make_box("Kapla", barcode="001013")
    loan = make_loan(box, make_member(family.household))
    staff, page = login(librarian), f"/gestion/exemplaires/{box.pk}/pieces/"
    note = {"etat": "perdu", "motif": "la famille dit l’avoir rendue"}
    said = plain(staff.post(f"/gestion/exemplaires/{box.pk}/etat/", note, follow=True))
    assert "scannez-la sous « Rendre »" in said
    assert "scannez-la ici" not in said
    for address in (
        f"/gestion/foyers/{family.household_id}/",
        f"/gestion/pret/?adherent={loan.member_id}",
        f"/gestion/retour/?famille={family.household_id}",
        "/gestion/?liste=sortis",
        "/gestion/?liste=perdus",
    ):
        assert "la famille dit l’avoir rendue" in staff.get(address).text, address
    today = staff.get("/gestion/").text
    assert "reviendra à temps" not in today
    assert 'Notés perdus <span class="count">1</span>' in today
    assert (
        f'id="pret-{loan.pk}" checked'
        not in staff.get(f"/gestion/retour/?famille={family.household_id}").text
    )
    own = login(family).get("/compte/").text
    assert "La ludothèque la note perdue" in own
    assert "dit l’avoir rendue" not in own
    assert "clore le prêt ici" in login(volunteer).get(page).text
    staff = login(librarian)
    assert "clore le prêt" in staff.get(page).text
    close = f"/gestion/exemplaires/{box.pk}/rendue/"
    said = plain(staff.post(close, follow=True))
    assert "est clos" in said
    loan.refresh_from_db()
    assert loan.returned_by == librarian
    assert state(box) == CopyState.LOST
    assert not PieceCount.objects.exists()
    assert "perdus" not in staff.get("/gestion/").text
    assert "n’est plus en prêt" in staff.post(close, follow=True).text  # a second click
    assert "de nouveau en prêt" in staff.post(close, {"annuler": loan.pk}, follow=True).text
    assert list(Loan.objects.open()) == [loan]
    assert state(box) == CopyState.LOST


def test_ending_a_loan_without_its_box_promises_the_box_to_nobody(librarian):
    box = make_box("Kapla")
    make_loan(box)
    hold = make_hold(box.record)
    absent.close_loan(copy_id=box.pk, actor=librarian, now=timezone.now())
    hold.refresh_from_db()
    assert hold.state == "attente"
    assert state(box) == CopyState.LOST
    with pytest.raises(Refused):
        absent.close_loan(copy_id=box.pk, actor=librarian, now=timezone.now())
