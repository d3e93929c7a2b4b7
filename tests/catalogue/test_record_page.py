"""The page of a record: all that a source says, where the boxes are, what one may do."""

import datetime

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone

from catalogue.models import Copy, Record
from catalogue.models.copy import CopyState
from catalogue.services import records
from games import registry
from tests import make

pytestmark = pytest.mark.django_db

NBSP = "\u00a0"


def text_of(response) -> str:
    return response.content.decode().replace(NBSP, " ").replace("&#x27;", "'")


def everything() -> Record:
    """A record with every field filled in."""
    record = make.make_record(
        "Oùcédonc",
        parallel_title="Where is it?",
        responsibility="une idée de Zoé Œuvrard",
        publisher="Matel",
        people=[(make.make_person("Rudi Hoffmann"), "auteur"), (make.make_person("Bob"), "illustrateur")],
        categories=["A 407 jeu de hasard (jeu de règles)"],
        place="Nantes",
        date_text="cop. 1998",
        document_type="objet à 3 dimensions, artefacts, ...",
        languages=["fre", "ger"],
        ean="3760123456789",
        min_players=2,
        max_players=6,
        min_age=10,
        duration=20,
        description="Où est la ville ?",
        contents="110 cartes et un plateau.",
        rules_text="Chacun pose une carte.",
        notes="Rachetée en 2020.",
        source="Page d'un site.",
        completed=["min_age"],
        components=[("cartes", 110), ("pions", None)],
        documents=[("règle.pdf", "application/pdf")],
        links=[("La règle en vidéo", "https://example.org/regle")],
    )
    make.make_copy(
        record, barcode="00042", call_number="OUC", section=make.make_section("Savoir"), site=make.make_site()
    )
    return record


@pytest.mark.parametrize(
    "fact",
    [
        "Oùcédonc",
        "Where is it?",
        "une idée de Zoé Œuvrard",
        "Rudi Hoffmann",
        "Illustrateur",
        "Nantes",
        "cop. 1998",
        "objet à 3 dimensions, artefacts, ...",
        "français (fre), allemand (ger)",
        "3760123456789",
        "A 407 jeu de hasard (jeu de règles)",
        "Où est la ville ?",
        "110 cartes et un plateau.",
        "Rachetée en 2020.",
        "Page d'un site.",
        "règle.pdf",
        "fichier non disponible ici",
        "https://example.org/regle",
        "Oùcédonc [objet à 3 dimensions, artefacts, ...] / une idée de Zoé Œuvrard",
        "Nantes : Matel, cop. 1998.",
        "http://testserver/jeux/oucedonc/",
        "00042",
        "OUC",
        "Savoir",
        "Disponible",
    ],
)
def test_it_shows_every_field(client, fact):
    assert fact in text_of(client.get(everything().get_absolute_url()))


def test_authorities_lead_to_their_pages(client):
    page = text_of(client.get(everything().get_absolute_url()))
    for address in ("/editeurs/matel/", "/auteurs/rudi-hoffmann/", "/categories/esar/a407/"):
        assert f'href="{address}"' in page
        assert client.get(address).status_code == 200


def test_people_of_one_role_stand_in_one_line(client):
    record = make.make_record("Uno", people=["Zoé", "Bob"])
    assert "<dt>Auteurs</dt>" in text_of(client.get(record.get_absolute_url()))


def test_what_we_completed_is_marked_and_the_rest_is_not(client):
    page = text_of(client.get(everything().get_absolute_url()))
    assert page.count(">complété</span>") == 2  # on the fact, and in the legend that says what it means
    assert "10 ans <span" in page
    assert page.count("pris dans la règle publiée") == 1
    assert "complété" not in text_of(client.get(make.make_record("Odin").get_absolute_url()))


def test_a_box_on_loan_says_when_it_comes_back(client):
    record = make.make_record("Uno")
    make.make_loan(make.make_copy(record), due_on=datetime.date(2226, 12, 12))
    page = text_of(client.get(record.get_absolute_url()))
    assert "Retour prévu le 12 décembre 2226" in page
    assert "Disponible<" not in page


def test_a_late_box_is_not_promised(client):
    record = make.make_record("Uno")
    make.make_loan(make.make_copy(record), due_on=timezone.localdate() - datetime.timedelta(days=1))
    assert "Retour attendu depuis le" in text_of(client.get(record.get_absolute_url()))


def test_it_hides_boxes_that_have_left_and_names_the_others_state(client):
    record = make.make_record("Uno")
    make.make_copy(record, barcode="111", state=CopyState.WITHDRAWN)
    make.make_copy(record, barcode="222", state=CopyState.LOST)
    make.make_copy(record, barcode="333", state=CopyState.REPAIR)
    make.make_copy(record, barcode="444", on_site_only=True)
    page = text_of(client.get(record.get_absolute_url()))
    assert "111" not in page
    assert "222" not in page
    assert "En réparation" in page
    assert "À jouer sur place" in page
    assert "Exemplaires (2)" in page


def test_boxes_stand_in_the_order_of_the_shelf_whatever_the_database_sorts(client):
    record = make.make_record("Uno")
    for barcode, call_number in (("3", "ZOO"), ("1", "Écu"), ("2", "eau")):
        make.make_copy(record, barcode=barcode, call_number=call_number)
    page = text_of(client.get(record.get_absolute_url()))
    assert page.index("eau</th>") < page.index("Écu</th>") < page.index("ZOO</th>")


def test_a_record_without_box_says_so_and_leads_on(client):
    page = text_of(client.get(make.make_record("Odin").get_absolute_url()))
    assert "Aucun exemplaire pour le moment" in page
    assert "la boîte pas encore" not in page  # there may have been one
    assert 'href="/catalogue/?dispo=1"' in page


def test_without_rules_there_is_nothing_to_read_or_print(client):
    page = text_of(client.get(make.make_record("Odin").get_absolute_url()))
    assert "Lire la règle" not in page
    assert "Imprimer la règle" not in page
    with_rules = text_of(client.get(make.make_record("Uno", rules_text="Pose.").get_absolute_url()))
    assert 'href="/jeux/uno/regles/"' in with_rules
    assert 'href="/jeux/uno/regles.pdf"' in with_rules


def test_the_trainer_is_offered_only_where_one_can_play_and_keeps_the_edition(client, monkeypatch):
    record = make.make_record("Oùcédonc en France", game="oucedonc", game_options={"edition": "france"})
    monkeypatch.setattr(registry, "is_playable", lambda slug: False)
    assert "Apprendre à jouer</a>\n" not in text_of(client.get(record.get_absolute_url()))
    monkeypatch.setattr(registry, "is_playable", lambda slug: slug == "oucedonc")
    assert 'href="/jouer/oucedonc/?edition=france"' in text_of(client.get(record.get_absolute_url()))


@pytest.mark.parametrize("copies", [0, 2, 200])
def test_it_costs_the_same_for_two_boxes_and_two_hundred(client, budget, copies):
    record = everything()
    member = make.make_member()
    boxes = [Copy(record=record, barcode=f"x{number}", call_number="OUC") for number in range(copies)]
    Copy.objects.bulk_create(boxes)
    if copies:
        make.make_loan(Copy.objects.get(barcode="x0"), member)
    with budget("record"):
        client.get(record.get_absolute_url())


def test_two_hundred_boxes_are_counted_whole_and_shown_by_fifty(client):
    record = make.make_record("Uno")
    Copy.objects.bulk_create(
        Copy(record=record, barcode=f"x{number:03}", call_number="UNO") for number in range(200)
    )
    make.make_loan(Copy.objects.get(barcode="x000"))
    first = text_of(client.get("/jeux/uno/"))
    assert "199 sur 200" in first
    assert "Exemplaires (200)" in first
    assert (first.count('data-label="Code-barres"'), "x049<" in first, "x050<" in first) == (50, True, False)
    assert 'href="?page=2#copies"' in first
    last = client.get("/jeux/uno/?page=4")
    assert "x199<" in text_of(last)
    assert "199 sur 200" in text_of(last)
    assert 'rel="canonical" href="http://testserver/jeux/uno/"' in text_of(last)
    for odd in ("0", "5", "-1", "abc", "9" * 30):
        assert client.get(f"/jeux/uno/?page={odd}").status_code == 200


def test_a_handwritten_address_leads_to_the_tidy_one(client):
    everything()
    response = client.get("/jeux/Oùcédonc/")
    assert response.status_code == 301
    assert response.url == "/jeux/oucedonc/"
    assert client.get("/jeux/nulle-part/").status_code == 404


@pytest.mark.parametrize(
    "address",
    [
        "/jeux/%00/",
        "/jeux/a%00b/regles/",
        "/jeux/%00/regles.pdf",
        "/jeux/uno/documents/999999999999999999999999/",
        "/editeurs/%0a/",
        "/auteurs/%00/",
        "/categories/esar/%00/",
        "/categories/%00/a/",
        "/jeux/%ff%fe/",
        "/jeux/" + "a" * 3000 + "/",
    ],
)
def test_hostile_addresses_are_not_found(client, address):
    assert client.get(address).status_code == 404


def test_the_permalink_is_the_public_address_where_there_is_one(client, settings):
    record = make.make_record("Uno")
    plain = text_of(client.get(record.get_absolute_url()))
    assert '<link rel="canonical" href="http://testserver/jeux/uno/">' in plain
    assert "og:url" not in plain
    settings.SITE_URL = "https://ludo.example.org"
    page = text_of(client.get(record.get_absolute_url()))
    assert '<link rel="canonical" href="https://ludo.example.org/jeux/uno/">' in page
    assert '<meta property="og:title" content="Uno">' in page
    assert "testserver" not in page


def test_a_document_is_downloaded_and_never_shown_as_a_page(client):
    record = make.make_record("Uno")
    document = record.documents.create(name="règle & co.html", media_type="text/html")
    address = f"/jeux/uno/documents/{document.pk}/"
    assert client.get(address).status_code == 404
    document.file.save("regle.html", ContentFile(b"<script>alert(1)</script>"))
    response = client.get(address)
    assert response.status_code == 200
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Disposition"].startswith("attachment;")
    assert b"".join(response.streaming_content) == b"<script>alert(1)</script>"
    assert address in text_of(client.get("/jeux/uno/"))
    assert client.get(f"/jeux/autre/documents/{document.pk}/").status_code == 404
    document.file.storage.delete(document.file.name)
    assert client.get(address).status_code == 404


def test_only_librarians_are_led_to_the_form(client, login, librarian, volunteer, family):
    record = make.make_record("Uno")
    assert "Modifier la notice" in text_of(login(librarian).get(record.get_absolute_url()))
    for visitor in (client, login(volunteer), login(family)):
        assert "Modifier la notice" not in text_of(visitor.get(record.get_absolute_url()))


def test_warnings_are_said_in_words_beside_a_sign(client):
    record = make.make_record("Mini-billes", warnings=["aimants", "moins-36-mois"])
    page = client.get(record.get_absolute_url()).content.decode()
    first, second = page.index("moins de 36 mois"), page.index("Aimants")
    assert first < second
    assert page.count("#triangle-alert") == 2
    assert "triangle-alert" not in client.get(make.make_record("Uno").get_absolute_url()).content.decode()


def test_base_game_and_extensions_lead_to_each_other_but_for_drafts(client):
    base = make.make_record("Carcassonne")
    extension = make.make_record("Auberges et Cathédrales", base_game=base)
    make.make_record("Bazar", base_game=base)
    make.make_record("Pas encore", base_game=base, draft=True)
    shown = client.get(base.get_absolute_url()).content.decode()
    assert "Ses extensions" in shown
    assert shown.index(f'href="{extension.get_absolute_url()}"') < shown.index("Bazar</a>")
    assert "Pas encore" not in shown
    assert f'href="{base.get_absolute_url()}"' in client.get(extension.get_absolute_url()).content.decode()
    records.update(record_id=base.pk, actor=None, draft=True)
    assert "jeu de base" not in client.get(extension.get_absolute_url()).content.decode()


def test_a_video_is_a_link_that_says_where_it_leads(client):
    links = [
        ("La règle en images", "https://www.videos.example/v/1", "video"),
        ("L’éditeur", "https://e.example/"),
    ]
    page = client.get(make.make_record("Uno", links=links).get_absolute_url()).content.decode()
    assert "vidéo sur videos.example" in page
    assert "page de e.example" in page
    assert not any(tag in page for tag in ("<iframe", "<video", "<embed", "<object"))
    assert 'src="https://www.videos.example' not in page


def test_parts_are_said_with_their_number(client):
    record = make.make_record("Petits chevaux", components=[("cheval", 16), ("plateau", 1), ("dé", None)])
    text = text_of(client.get(record.get_absolute_url()))
    assert ">16</b> <span>chevaux<" in text
    assert ">1</b> <span>plateau<" in text


def test_games_like_this_one_stand_beside_it_those_on_the_shelf_first(client, budget):
    facts = {"categories": ["A 407 jeu de hasard"], "min_players": 2, "max_players": 4, "min_age": 7}
    make.make_record("Odin", **facts)
    near = [make.make_record(title, **facts | {"min_age": age}) for title, age in (("Dada", 6), ("Zoo", 9))]
    make.make_copy(near[1])
    make.make_record("Même groupe", **facts | {"categories": ["A 401 jeu d'association"]})
    for title, other in (
        ("Trop vieux", {"min_age": 14}),
        ("Trop nombreux", {"min_players": 5, "max_players": 8}),
        ("Autre genre", {"categories": ["A 101 jeu sensoriel"]}),
        ("Brouillon", {"draft": True}),
    ):
        make.make_record(title, **facts | other)
    with budget("record"):
        page = client.get("/jeux/odin/")
    assert [game.title for game in page.context["similar"]] == ["Zoo", "Dada", "Même groupe"]
    text = text_of(page)
    assert "dès 9 ans" in text
    search = "/catalogue/?joueurs=2-4&age=7&categorie=esar%3Aa4"
    assert f'href="{search}"'.replace("&", "&amp;") in text
    assert {"Odin", "Dada"} <= {one.title for one in client.get(search).context["results"].records}


def test_nothing_is_like_a_game_of_which_nothing_is_known(client):
    make.make_record("Odin")
    make.make_record("Dada", min_players=2, max_players=4)
    assert client.get("/jeux/odin/").context["similar"] == []


def test_a_record_can_be_sent_to_somebody(client):
    make.make_record("Café & Cie")
    page = text_of(client.get("/jeux/cafe-cie/"))
    assert (
        "mailto:?subject=Caf%C3%A9%20%26%20Cie&amp;body=http%3A%2F%2Ftestserver%2Fjeux%2Fcafe-cie%2F" in page
    )
    assert 'data-copy="http://testserver/jeux/cafe-cie/" hidden' in page
