"""The catalogue page: the whole search in the address, on the page, and in the part that htmx swaps."""

import re

import pytest

from catalogue.models import Record
from tests import make

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}


def text_of(response) -> str:
    return response.content.decode().replace("\u00a0", " ").replace("&#x27;", "'")


def shown(response) -> list[str]:
    return [record.title for record in response.context["results"].records]


@pytest.fixture
def shelf():
    make.make_copy(
        make.make_record("Uno", publisher="Matel", min_players=2, max_players=10, min_age=7, duration=20)
    )
    make.make_record("Café International", publisher="Matel", min_players=2, max_players=4, duration=45)
    make.make_record("Oùcédonc")


def test_everything_is_shown_where_nothing_is_asked(client, shelf):
    page = client.get("/catalogue/")
    assert shown(page) == ["Café International", "Oùcédonc", "Uno"]
    assert "3 jeux" in text_of(page)


def test_words_are_found_folded_and_stay_in_the_box(client, shelf):
    page = client.get("/catalogue/", {"q": "OUCEDONC"})
    assert shown(page) == ["Oùcédonc"]
    assert 'value="OUCEDONC"' in text_of(page)
    assert "1 jeu " in text_of(page)


@pytest.mark.parametrize("typed", ["🎲", "(", "%", "日本"])
@pytest.mark.parametrize("extra", [{}, HTMX])
def test_what_holds_no_word_finds_nothing_and_says_where_to_go(client, shelf, typed, extra):
    page = client.get("/catalogue/", {"q": typed, "joueurs": "4"}, **extra)
    assert shown(page) == []
    text = text_of(page)
    assert "Aucun jeu trouvé" in text
    assert f"Rien pour « {typed} »" in text
    assert 'href="/nouveautes/"' in text
    assert "Voir tous les jeux" in text


def test_each_filter_is_a_chip_that_leads_to_the_search_without_it(client, shelf):
    page = client.get("/catalogue/", {"q": "uno", "joueurs": "4", "editeur": "matel"})
    chips = {chip.label.replace("\u00a0", " "): chip.href for chip in page.context["chips"]}
    assert chips["4 joueurs"] == "?q=uno&editeur=matel"
    assert chips["Matel"] == "?q=uno&joueurs=4"
    assert chips["« uno »"] == "?joueurs=4&editeur=matel"
    assert 'name="editeur" value="matel"' in text_of(page)
    assert '<option value="4" selected>' in text_of(page)


def test_a_number_that_the_form_does_not_offer_is_kept_by_it(client, shelf):
    assert '<option value="9" selected>9 joueurs' in text_of(client.get("/catalogue/?joueurs=9"))


def test_what_does_not_say_the_fact_comes_after_under_its_own_title(client, shelf):
    page = client.get("/catalogue/?joueurs=6")
    assert shown(page) == ["Uno", "Oùcédonc"]
    text = text_of(page)
    assert (
        text.index(">Uno</a>")
        < text.index("1 n’indique pas le nombre de joueurs")
        < text.index(">Oùcédonc</a>")
    )


def test_a_box_number_leads_to_its_game(client, shelf):
    make.make_copy(make.make_record("Odin"), barcode="00123")
    response = client.get("/catalogue/?q=00123")
    assert response.status_code == 302
    assert response.url == "/jeux/odin/"
    submitted = client.get("/catalogue/?q=00123", **HTMX)
    assert submitted["HX-Redirect"] == "/jeux/odin/"


def test_who_still_types_a_number_is_not_carried_away(client, shelf):
    make.make_copy(make.make_record("Odin"), barcode="00123")
    page = client.get("/catalogue/?q=00123", **HTMX, HTTP_HX_TRIGGER_NAME="q")
    assert page.status_code == 200
    assert "HX-Redirect" not in page
    assert "C’est le numéro de" in text_of(page)


def test_the_part_is_the_same_as_in_the_whole_page(client, shelf):
    address = "/catalogue/?q=uno&joueurs=4"
    whole, part = text_of(client.get(address)), text_of(client.get(address, **HTMX))
    assert part.strip().startswith('<div id="count"')
    assert "<html" not in part
    assert part.strip() in whole


def test_a_page_and_its_part_are_kept_apart_by_caches(client, shelf):
    for headers in ({}, HTMX):
        assert "HX-Request" in client.get("/catalogue/", **headers)["Vary"]


def test_going_back_gets_the_whole_page(client, shelf):
    # htmx asks without HX-Request when it restores history, as the page configures it
    page = text_of(client.get("/catalogue/?q=uno", HTTP_HX_HISTORY_RESTORE_REQUEST="true"))
    assert "<html" in page
    assert '"historyRestoreAsHxRequest":false' in page


def test_the_address_bar_gets_the_tidy_search_once(client, shelf):
    address = "/catalogue/?q=uno&joueurs=&age=&duree=&tri="
    pushed = client.get(address, **HTMX, HTTP_HX_CURRENT_URL="http://testserver/catalogue/")
    assert pushed["HX-Push-Url"] == "/catalogue/?q=uno"
    again = client.get(address, **HTMX, HTTP_HX_CURRENT_URL="http://testserver/catalogue/?q=uno")
    assert again["HX-Push-Url"] == "false"
    cleared = client.get("/catalogue/?q=", **HTMX, HTTP_HX_CURRENT_URL="http://testserver/catalogue/?q=uno")
    assert cleared["HX-Push-Url"] == "/catalogue/"


def test_a_typo_is_said_and_what_was_meant_is_shown(client, shelf):
    page = client.get("/catalogue/?q=internasional")
    assert shown(page) == ["Café International"]
    assert "Rien pour « internasional »" in text_of(page)
    assert 'href="?q=International"' in text_of(page)


def test_nothing_found_proposes_what_to_do(client, shelf):
    page = text_of(client.get("/catalogue/?q=xyzzyxyzzy&joueurs=2"))
    assert "Aucun jeu trouvé" in page
    assert "Retirez un filtre" in page
    assert "Voir tous les jeux" in page


def test_an_empty_catalogue_is_said_kindly(client):
    assert "Le catalogue est encore vide" in text_of(client.get("/catalogue/"))


def test_what_cannot_be_read_is_left_out_and_said(client, shelf):
    page = client.get("/catalogue/?joueurs=beaucoup&tri=hasard")
    assert shown(page) == ["Café International", "Oùcédonc", "Uno"]
    assert "joueurs=beaucoup" in text_of(page)
    assert "tri=hasard" in text_of(page)


@pytest.mark.parametrize(
    "query",
    [
        "q=%22%27%3B--",
        "q=%00%ff%fe",
        "q=" + "a" * 5000,
        "q=NEAR(a+b)+OR+*",
        "joueurs=-1&age=999999999999999999999&duree=1e9",
        "joueurs=%D9%A3",
        "categorie=:::&editeur=../..&section=%27",
        "categorie=esar:zzz&editeur=personne&section=rien",
        "page=0",
        "page=99999999999",
        "page=-2&tri=%3Cscript%3E",
        "q[]=1&dispo=oui&trainer=2",
        "q=a&q=b",
        "q=%F0%9F%8E%B2",
    ],
)
def test_hostile_addresses_are_answered(client, shelf, query):
    for headers in ({}, HTMX):
        assert client.get(f"/catalogue/?{query}", **headers).status_code == 200


def test_text_from_the_address_is_shown_as_text(client, shelf):
    assert "<b>" not in re.sub(r"<b>\d", "", text_of(client.get("/catalogue/?q=%3Cb%3E&joueurs=%3Cb%3E")))


def test_facets_count_and_lead_on(client, shelf):
    page = client.get("/catalogue/?q=uno")
    links = {
        (group.field, link.figure or link.label): (link.count, link.href)
        for group in page.context["groups"]
        for link in group.links
    }
    assert links["publisher", "Matel"] == (1, "?q=uno&editeur=matel")
    assert links["players", "4"] == (1, "?q=uno&joueurs=4")


def test_available_now_means_on_the_shelf(client, shelf):
    assert shown(client.get("/catalogue/?dispo=1")) == ["Uno"]


@pytest.mark.parametrize("number", [2, 200])
def test_it_costs_the_same_for_two_records_and_two_hundred(client, budget, number):
    publisher = make.make_publisher("Matel")
    for n in range(min(number, 30)):
        record = make.make_record(f"Jeu {n:03}", publisher=publisher, categories=["A 407 jeu de hasard"])
        make.make_copy(record, call_number="JEU")
    make.make_loan(record.copies.get())
    with budget("results"):
        page = client.get("/catalogue/?q=jeu&joueurs=3")
    assert len(shown(page)) == min(number, 20)
    with budget("results"):
        client.get("/catalogue/?page=2")


@pytest.mark.parametrize("text", ["jeu 90199", "00042", "3760123456789", "jeu de 7"])
def test_a_number_is_looked_up_within_the_same_budget(client, budget, text):
    for n in range(22):
        make.make_copy(make.make_record(f"Jeu de 7 {n:02} 90199"), barcode=f"9{n:05}")
    make.make_copy(make.make_record("Odin", ean="3760123456789"), barcode="00042")
    with budget("results"):
        client.get("/catalogue/", {"q": text}, **HTMX, HTTP_HX_TRIGGER_NAME="q")
    with budget("results"):
        client.get("/catalogue/", {"q": text})


def test_a_loan_is_seen_with_its_return_date(client):
    import datetime

    make.make_loan(make.make_copy("Uno"), due_on=datetime.date(2226, 12, 12))
    assert "Retour le 12 décembre 2226" in text_of(client.get("/catalogue/"))


def test_pages_keep_the_search(client):
    for n in range(25):
        make.make_record(f"Jeu {n:02}")
    page = text_of(client.get("/catalogue/?q=jeu&tri=titre"))
    assert "?q=jeu&amp;tri=titre&amp;page=2" in page
    second = client.get("/catalogue/?q=jeu&tri=titre&page=2")
    assert shown(second) == [f"Jeu {n:02}" for n in range(20, 25)]
    assert Record.objects.count() == 25
