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
    assert "En lâchant un peu" in page
    assert 'href="?joueurs=2">Sans « xyzzyxyzzy »</a> <span class="tabular">3 jeux' in page
    assert "Voir tous les jeux" in page


def test_nothing_found_says_which_filter_to_loosen_and_what_it_gives(client, shelf):
    page = client.get("/catalogue/?q=uno&duree=10&age=8")
    assert [(way.label.replace("\u00a0", " "), way.href, way.total) for way in page.context["looser"]] == [
        ("Sans 10 min au plus", "?q=uno&age=8", 1),
        ("Sans « uno »", "?age=8&duree=10", 1),
        ("« uno » sans aucun filtre", "?q=uno", 1),
    ]
    for way in page.context["looser"]:
        assert client.get(f"/catalogue/{way.href}").context["results"].total == way.total


QUESTION = "on est 4, le plus jeune a 8 ans, une demi-heure, en stock"


def test_a_question_fills_the_filters_and_shows_what_was_understood(client, shelf, budget):
    with budget("results"):
        page = client.get("/catalogue/", {"q": QUESTION})
    assert shown(page) == ["Uno"]
    text = text_of(page)
    assert "<b>Compris\u202f:</b> 4 joueurs, dès 8 ans, 30 min au plus, disponible maintenant." in text
    assert '<option value="4" selected>4 joueurs' in text
    assert '<option value="30" selected>' in text
    assert 'name="dispo" value="1" checked' in text
    chips = {chip.label.replace("\u00a0", " "): chip.href for chip in page.context["chips"]}
    assert chips == {
        "4 joueurs": "?age=8&duree=30&dispo=1",
        "dès 8 ans": "?joueurs=4&duree=30&dispo=1",
        "30 min au plus": "?joueurs=4&age=8&dispo=1",
        "disponible maintenant": "?joueurs=4&age=8&duree=30",
    }
    submitted = client.get("/catalogue/", {"q": QUESTION}, **HTMX)
    assert submitted["HX-Redirect"] == "/catalogue/?joueurs=4&age=8&duree=30&dispo=1"
    typing = client.get("/catalogue/", {"q": QUESTION}, **HTMX, HTTP_HX_TRIGGER_NAME="q")
    assert text_of(typing).count('class="shelf-title"') == 1
    assert "Compris" in text_of(typing)


def test_what_is_chosen_beside_a_question_is_chosen(client, shelf):
    page = client.get("/catalogue/", {"q": "uno à 4 joueurs", "joueurs": "2"})
    assert [chip.href for chip in page.context["chips"]] == ["?joueurs=2", "?q=uno"]


@pytest.mark.parametrize(
    "title",
    [
        "À 2 on est mieux",
        "10 minutes pour un massacre",
        "Ricochet 30",
        "4 en ligne",
        "7 familles",
        "6 qui prend",
    ],
)
def test_a_title_that_looks_like_a_question_is_found(client, shelf, title):
    make.make_record(title, min_players=8, max_players=9, duration=90)
    page = client.get("/catalogue/", {"q": title})
    assert shown(page) == [title]
    assert "Compris" not in text_of(page)


def test_a_title_offers_the_question_beside_it(client, shelf):
    make.make_record("Duel pour 2 joueurs", min_players=2, max_players=2)
    page = client.get("/catalogue/", {"q": "duel 2 joueurs"})
    assert shown(page) == ["Duel pour 2 joueurs"]
    assert '<a href="?q=duel&amp;joueurs=2">2 joueurs</a>' in text_of(page)
    alone = client.get("/catalogue/", {"q": "2 joueurs"})
    assert "<b>Compris\u202f:</b> 2 joueurs." in text_of(alone)


def test_quoted_words_stand_one_after_the_other(client, shelf, budget):
    make.make_record("Odin", rules_text="Posez une carte plus forte, puis piochez.")
    with budget("phrase"):
        page = client.get("/catalogue/", {"q": '"carte plus forte"'})
    assert shown(page) == ["Odin"]
    for other in ('"plus forte carte"', '"international café"', "«\u00a0forte carte\u00a0»"):
        assert shown(client.get("/catalogue/", {"q": other})) == [], other
    assert shown(client.get("/catalogue/", {"q": "forte carte"})) == ["Odin"]
    assert shown(client.get("/catalogue/", {"q": "“Café international” matel"})) == ["Café International"]


def test_a_call_number_leads_to_its_box_unless_titles_have_the_word(client, shelf):
    make.make_copy(make.make_record("Odin"), call_number="STR 12")
    make.make_copy(make.make_record("Dada"), call_number="UNO")
    assert client.get("/catalogue/?q=str-12").url == "/jeux/odin/"
    assert shown(client.get("/catalogue/?q=uno")) == ["Dada", "Uno"]
    make.make_copy(make.make_record("Skyjo"), call_number="STR 12")
    assert sorted(shown(client.get("/catalogue/?q=STR 12"))) == ["Odin", "Skyjo"]


def test_boxes_in_rows_or_on_a_shelf_and_the_address_remembers(client, shelf):
    page = text_of(client.get("/catalogue/?joueurs=4&vue=liste"))
    assert 'class="shelf shelf-rows"' in page
    assert '<input type="hidden" name="vue" value="liste">' in page
    assert '<a href="?joueurs=4">Étagère</a>' in page
    assert 'class="shelf shelf-rows"' not in text_of(client.get("/catalogue/?joueurs=4"))


def test_why_no_box_can_be_had_is_said(client):
    make.make_copy("Odin", state="reparation")
    assert "1 exemplaire, en réparation" in text_of(client.get("/catalogue/"))


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
    assert "Retour prévu le 12 décembre 2226" in text_of(client.get("/catalogue/"))


def test_pages_keep_the_search(client):
    for n in range(25):
        make.make_record(f"Jeu {n:02}")
    page = text_of(client.get("/catalogue/?q=jeu&tri=titre"))
    assert "?q=jeu&amp;tri=titre&amp;page=2" in page
    second = client.get("/catalogue/?q=jeu&tri=titre&page=2")
    assert shown(second) == [f"Jeu {n:02}" for n in range(20, 25)]
    assert Record.objects.count() == 25


def test_signs_that_no_page_may_hold_are_not_said_again(client):
    page = client.get("/catalogue/", {"joueurs": "beau\x00coup"})
    assert "joueurs=beaucoup" in page.text


def test_the_heading_counts_those_that_fit_apart_from_those_that_do_not_say(client):
    make.make_record("Ne dit rien")
    said = text_of(client.get("/catalogue/", {"joueurs": "4"}))
    assert "Aucun jeu sûr, mais 1 qui ne le dit pas" in said
    make.make_record("Muet")
    make.make_record("Deux à quatre", min_players=2, max_players=4)
    said = text_of(client.get("/catalogue/", {"joueurs": "4"}))
    assert "1 jeu trouvé, et 2 qui ne le disent pas" in said
