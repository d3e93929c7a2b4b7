"""The rules of a record, on screen and as a sheet: every word of the text, made once, from our files only."""

import re
from html import unescape
from io import BytesIO

import pytest
from django.core.management import call_command
from django.db import connection
from pypdf import PdfReader

from catalogue import seeds
from catalogue.models import Copy, Library, Record, Role
from catalogue.queries import rules
from catalogue.services import records
from games import registry
from tests.make import make_copy, make_record, make_user

pytestmark = pytest.mark.drawing

TEXT = "But du jeu:\nGagner.\n\nPour cela :\na) poser une carte\nb) passer son tour"


@pytest.fixture
def without_rulebooks(monkeypatch):
    """The sheet of a game with articles says those instead."""
    monkeypatch.setattr(registry, "has_book", lambda slug: False)


@pytest.fixture
def seeded(db):
    call_command("load_seeds", verbosity=0)


@pytest.fixture
def record(db):
    Library.objects.create(name="Ludothèque du Port")
    record = make_record(
        "L'Œuf & la poule", rules_text=TEXT, min_players=2, max_players=4, min_age=7, duration=20
    )
    make_copy(record, call_number="OEU", barcode="0042")
    return record


@pytest.fixture
def renderings(monkeypatch):
    """What sheets are made of while the test runs, instead of the slow making."""
    made = []

    def render(html: str) -> bytes:
        made.append(html)
        return b"%%PDF %d" % len(made)

    monkeypatch.setattr("ludotheque.pdf.render", render)
    return made


def sheet(response) -> PdfReader:
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    return PdfReader(BytesIO(response.content))


def letters(text: str) -> str:
    """The words run together: a PDF does not keep line ends and spaces as they were; no pictographs."""
    return "".join(c for c in text if not c.isspace() and ord(c) < 0x1F000)


def printed(reader: PdfReader) -> str:
    """The text of all pages without what stands at the foot of each."""
    pages = [re.sub(r"page \d+ / \d+", "", page.extract_text()) for page in reader.pages]
    return letters("".join(pages))


# --- on screen


def test_the_page_shows_the_text_as_the_sources_own(client, record):
    page = client.get(f"/jeux/{record.slug}/regles/").content.decode()
    assert "Texte de la notice, tel quel." in page
    assert "<h3>But du jeu:</h3>" in page
    assert '<li><span class="mark">b)</span> passer son tour</li>' in page
    assert f'href="/jeux/{record.slug}/regles.pdf"' in page
    assert f'href="/jeux/{record.slug}/"' in page


@pytest.mark.parametrize("entry", seeds.records(), ids=lambda entry: entry["slug"])
def test_every_word_of_the_seed_texts_is_on_the_page(client, seeded, entry):
    page = client.get(f"/jeux/{entry['slug']}/regles/")
    shown = letters(unescape(re.sub(r"<[^>]+>", "", page.content.decode())))
    for name in ("description", "contents", "rules_text"):
        assert letters(entry.get(name, "")) in shown, name


def test_the_page_takes_few_queries(client, seeded, budget):
    with budget("rules"):
        client.get("/jeux/cafe-international/regles/")


def test_what_a_record_says_is_never_taken_for_html(client, db):
    record = make_record("Piège", rules_text="<script>alert(1)</script> & <b>gras</b>")
    page = client.get(f"/jeux/{record.slug}/regles/").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "alert(1)" in sheet(client.get(f"/jeux/{record.slug}/regles.pdf")).pages[0].extract_text()


def test_what_was_completed_says_so(client, seeded):
    page = client.get("/jeux/odin/regles/").content.decode()
    assert "Complété d’après la règle publiée\u202f: joueurs, âge, durée" in page
    assert "omplété" not in client.get("/jeux/boursicocotte/regles/").content.decode()


# --- no rules


@pytest.mark.parametrize("ending", ["regles/", "regles.pdf"])
def test_a_record_without_rules_says_what_to_do_next(client, db, ending):
    record = make_record("Dobble")
    response = client.get(f"/jeux/{record.slug}/{ending}")
    page = response.content.decode()
    assert response.status_code == 404
    assert "Demandez-la à l’accueil" in page
    assert f'href="/jeux/{record.slug}/"' in page
    assert "écrire" not in page


def test_a_librarian_is_led_to_write_them(login, db):
    record = make_record("Dobble")
    response = login(make_user(role=Role.LIBRARIAN)).get(f"/jeux/{record.slug}/regles/")
    assert response.status_code == 404
    assert "Règle à écrire" in response.content.decode()


def test_a_volunteer_who_may_not_write_is_not_asked_to(login, db):
    record = make_record("Dobble")
    response = login(make_user(role=Role.VOLUNTEER)).get(f"/jeux/{record.slug}/regles/")
    assert "écrire" not in response.content.decode()


@pytest.mark.parametrize("ending", ["regles/", "regles.pdf"])
def test_an_unknown_game_is_not_found(client, db, ending):
    assert client.get(f"/jeux/inconnu/{ending}").status_code == 404


@pytest.mark.parametrize("ending", ["regles/", "regles.pdf"])
def test_an_address_written_by_hand_leads_to_the_right_one(client, seeded, ending):
    response = client.get(f"/jeux/Oùcédonc/{ending}")
    assert (response.status_code, response["Location"]) == (301, f"/jeux/oucedonc/{ending}")


@pytest.mark.parametrize("ending", ["regles/", "regles.pdf"])
def test_it_is_read_only(client, record, ending):
    assert client.post(f"/jeux/{record.slug}/{ending}").status_code == 405


# --- the sheet


def test_the_sheet_is_tagged_with_language_and_title(client, record):
    reader = sheet(client.get(f"/jeux/{record.slug}/regles.pdf"))
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "fr"
    assert root["/MarkInfo"]["/Marked"].value
    assert "/StructTreeRoot" in root
    assert reader.metadata.title == "L'Œuf & la poule – règle du jeu"
    assert reader.metadata.author == "Ludothèque du Port"
    assert [float(side) for side in reader.pages[0].mediabox[2:]] == pytest.approx([595.28, 841.89], abs=0.1)


def test_the_head_of_the_sheet_tells_players_age_duration_and_call_number(client, record):
    reader = sheet(client.get(f"/jeux/{record.slug}/regles.pdf"))
    text = letters(reader.pages[0].extract_text())
    assert "2–4joueurs7+ans20minutescoteOEU" in text
    assert "page1/1" in text


@pytest.mark.usefixtures("without_rulebooks")
@pytest.mark.parametrize("entry", seeds.records(), ids=lambda entry: entry["slug"])
def test_every_word_of_the_seed_texts_is_on_the_sheet(client, seeded, entry):
    reader = sheet(client.get(f"/jeux/{entry['slug']}/regles.pdf"))
    text = printed(reader)
    foot = letters(" · ".join([entry["title"], *call_numbers(entry), "Maison des Enfants"]))
    text = text.replace(foot, "")
    for name in ("description", "contents", "rules_text"):
        assert letters(entry.get(name, "")) in text, name


def call_numbers(entry) -> set[str]:
    return {copy["call_number"] for copy in entry.get("copies", ())}


@pytest.mark.usefixtures("without_rulebooks")
def test_a_sheet_weighs_little_and_speaks_one_type(client, seeded):
    response = client.get("/jeux/cafe-international/regles.pdf")
    assert len(response.content) < 100_000
    for page in sheet(response).pages:
        for font in page["/Resources"]["/Font"].values():
            assert "Sheet" in font.get_object()["/BaseFont"]


def test_the_code_to_scan_is_there_only_with_a_public_address(client, record, settings, renderings):
    client.get(f"/jeux/{record.slug}/regles.pdf")
    settings.SITE_URL = "https://ludo.example.org"
    client.get(f"/jeux/{record.slug}/regles.pdf")
    without, with_code = renderings
    assert "<svg" not in without
    assert f"https://ludo.example.org/jeux/{record.slug}/" in with_code


# --- made once, asked for again


def test_a_sheet_is_made_once_per_content(client, record, renderings):
    first, second = (client.get(f"/jeux/{record.slug}/regles.pdf") for _ in range(2))
    assert first.content == second.content
    assert len(renderings) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda record: records.update(record_id=record.pk, actor=None, rules_text="Autre texte."),
        lambda record: records.update(record_id=record.pk, actor=None, components=[("pions", 4)]),
        lambda record: Copy.objects.filter(record=record).update(call_number="OEU 2"),
        lambda record: Library.objects.update(name="Ludothèque du Quai"),
    ],
    ids=["text", "parts", "call number", "library"],
)
def test_a_new_content_is_made_anew_and_the_old_file_goes(client, record, renderings, settings, change):
    before = client.get(f"/jeux/{record.slug}/regles.pdf")
    change(record)
    after = client.get(f"/jeux/{record.slug}/regles.pdf")
    assert before["ETag"] != after["ETag"]
    assert len(renderings) == 2
    assert len(list(settings.PDF_DIR.rglob("*.pdf"))) == 1


def test_a_change_while_the_sheet_is_made_is_not_kept_under_the_old_content(client, record, monkeypatch):
    """Between the reading of the key and of the record, a librarian saves."""
    real = rules.sheet

    def sheet_of_a_changing_record(slug: str):
        Record.objects.filter(slug=slug).update(rules_text=f"Change {sheet_of_a_changing_record.times}")
        sheet_of_a_changing_record.times += 1
        return real(slug)

    sheet_of_a_changing_record.times = 0
    monkeypatch.setattr("catalogue.queries.rules.sheet", sheet_of_a_changing_record)
    response = client.get(f"/jeux/{record.slug}/regles.pdf")
    assert (response.status_code, response["Location"]) == (302, f"/jeux/{record.slug}/regles.pdf")
    monkeypatch.undo()
    assert "Change0" in letters(sheet(client.get(f"/jeux/{record.slug}/regles.pdf")).pages[0].extract_text())


def test_who_has_the_sheet_already_gets_no_second_copy(client, record, renderings):
    first = client.get(f"/jeux/{record.slug}/regles.pdf")
    again = client.get(f"/jeux/{record.slug}/regles.pdf", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    # a 304 renews the headers that the browser keeps: those of the file
    assert again["Content-Security-Policy"] == first["Content-Security-Policy"]
    other = client.get(f"/jeux/{record.slug}/regles.pdf", headers={"If-None-Match": '"autre"'})
    assert other.status_code == 200


@pytest.mark.usefixtures("renderings")
def test_it_opens_in_the_browser_under_a_good_name(client, record):
    response = client.get(f"/jeux/{record.slug}/regles.pdf", headers={"Accept-Encoding": "gzip, br"})
    assert response["Content-Disposition"] == 'inline; filename="l-oeuf-la-poule-regles.pdf"'
    assert response["Cache-Control"] == "public, no-cache"
    # browsers show a PDF in a page of theirs, whose styles are inline
    assert "style-src" not in response["Content-Security-Policy"]
    assert "default-src" not in response["Content-Security-Policy"]
    assert response.content.startswith(b"%PDF")


@pytest.mark.usefixtures("renderings")
def test_a_sheet_that_is_there_costs_one_query(client, record, django_assert_num_queries):
    client.get(f"/jeux/{record.slug}/regles.pdf")
    with django_assert_num_queries(1):
        client.get(f"/jeux/{record.slug}/regles.pdf")


@pytest.mark.django_db(transaction=True)
def test_a_sheet_is_made_outside_any_transaction(client, monkeypatch):
    record = make_record("Uno", rules_text=TEXT)
    inside = []

    def render(html: str) -> bytes:
        inside.append(connection.in_atomic_block)
        return b"%PDF"

    monkeypatch.setattr("ludotheque.pdf.render", render)
    client.get(f"/jeux/{record.slug}/regles.pdf")
    assert inside == [False]


def test_it_asks_nothing_of_the_network(client, seeded, monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError(f"connects: {args}")

    monkeypatch.setattr("socket.getaddrinfo", refuse)
    monkeypatch.setattr("urllib.request.OpenerDirector.open", refuse)
    sheet(client.get("/jeux/uno/regles.pdf"))


@pytest.mark.usefixtures("renderings")
def test_both_editions_of_a_game_have_their_own_sheet(client, seeded):
    europe, france = (
        client.get(f"/jeux/{slug}/regles.pdf")["ETag"] for slug in ("oucedonc", "oucedonc-en-france")
    )
    assert europe != france
    assert Record.objects.filter(game="oucedonc").count() == 2
