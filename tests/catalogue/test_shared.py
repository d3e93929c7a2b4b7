"""What other sites and programs are told of a record: linked data, a picture for links, the feed."""

import json
import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from catalogue import cards, media
from catalogue.models.authority import Family
from catalogue.services import records, sweeping
from tests import make
from tests.catalogue.uploads import add_picture

pytestmark = pytest.mark.django_db

SITE = "https://ludo.example.org"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = SITE


def data_of(client, record) -> dict:
    page = client.get(record.get_absolute_url()).text
    return json.loads(re.search(r'<script type="application/ld\+json">(.*?)</script>', page, re.S)[1])


def test_a_record_says_in_schema_org_what_it_knows_and_nothing_else(client):
    record = make.make_record(
        "Œuf </script><b> & Cie",
        publisher="Matel",
        people=[(make.make_person("Zoé Œuvrard"), "auteur"), (make.make_person("Bob"), "illustrateur")],
        categories=["A 407 jeu de hasard (jeu de règles)"],
        languages=["fre", "mul"],
        ean="4006381333931",
        min_players=2,
        max_players=4,
        min_age=7,
        duration=45,
        year=1998,
    )
    data = data_of(client, record)
    assert data["@type"] == "Game"
    assert data["name"] == "Œuf </script><b> & Cie"
    assert data["url"] == f"{SITE}{record.get_absolute_url()}"
    assert data["numberOfPlayers"] == {"@type": "QuantitativeValue", "minValue": 2, "maxValue": 4}
    assert (data["typicalAgeRange"], data["timeRequired"], data["datePublished"]) == ("7-", "PT45M", "1998")
    assert data["publisher"]["url"] == f"{SITE}/editeurs/matel/"
    assert [one["name"] for one in data["author"]] == ["Zoé Œuvrard"]
    assert [one["name"] for one in data["contributor"]] == ["Bob"]
    assert data["inLanguage"] == ["fr"]
    assert data["identifier"]["value"] == "4006381333931"
    bare = data_of(client, make.make_record("Nu"))
    assert set(bare) == {"@context", "@type", "@id", "url", "name", "image"}


def test_links_to_a_record_have_a_picture_drawn_once_or_its_photo(client, settings, monkeypatch):
    make.make_library(name="Ludothèque du Moulin")
    record = make.make_record("Café International", max_players=4)
    page = client.get(record.get_absolute_url()).text
    assert f'<meta property="og:image" content="{SITE}/jeux/cafe-international/image.png">' in page
    assert '<meta property="og:description" content="Café International.' in page
    response = client.get("/jeux/cafe-international/image.png")
    assert response["Content-Type"] == "image/png"
    with Image.open(BytesIO(response.content)) as card:
        assert card.size == (cards.WIDTH, cards.HEIGHT)
    with monkeypatch.context() as patch:
        patch.delattr(cards, "draw")  # it is there
        assert client.get("/jeux/cafe-international/image.png").content == response.content
    records.update(record_id=record.pk, actor=None, title="Café Continental")
    assert client.get("/jeux/cafe-international/image.png").content != response.content

    photo = f"{SITE}{media.address(add_picture(record).name, 'l')}"
    assert client.get("/jeux/cafe-international/image.png").status_code == 302
    page = client.get(record.get_absolute_url()).text
    assert f'<meta property="og:image" content="{photo}">' in page
    assert data_of(client, record)["image"] == photo


@pytest.mark.parametrize(
    "title", ["", "I", "Oùcédonc à Łódź", "Mot" * 60, "Un titre très long " * 12, "日本 😀 ع", "a\u200bb"]
)
def test_a_card_is_drawn_for_any_title(title):
    card = cards.Card(title=title, family="hasard", players=99, facts="2 à 4 joueurs " * 9, house=title)
    assert cards.draw(card).startswith(b"\x89PNG")


def test_cards_have_the_colours_of_the_shelves(settings):
    css = (settings.BASE_DIR / "static/css/shelf.css").read_text(encoding="utf-8")
    for family in Family:
        found = re.search(rf"\.family-{family} {{\s*--ground: (#\w+);\s*--second: (#\w+);", css)
        default = re.search(r"--ground: (#\w+);\s*--second: (#\w+);", css)
        assert cards.COLOURS[family] == (found or default).groups()


def test_the_feed_is_complete_atom_with_covers_and_words_that_are_no_tags(client):
    make.make_library(name="Ludothèque du Moulin")
    make.make_record("Nu")
    record = make.make_record("Œuf", description="Pour 3 < 4 & <b>plus</b>.\n\nEncore.")
    name = add_picture(record).name
    feed = ElementTree.fromstring(client.get("/nouveautes/flux/").content)
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Ludothèque du Moulin"
    summary, bare = feed.findall(f"{ATOM}entry/{ATOM}summary")
    assert summary.get("type") == "html"
    assert f'<img src="{SITE}{media.address(name, "l")}"' in summary.text
    assert "3 &lt; 4 &amp; &lt;b&gt;plus" in summary.text
    assert "<img" not in bare.text
    for path in ("/", "/catalogue/", record.get_absolute_url()):
        assert client.get(path).text.count('type="application/atom+xml"') == 1


def test_the_pictures_for_links_to_records_that_are_gone_are_thrown_away(client, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    kept, gone = make.make_record("Uno"), make.make_record("Odin")
    for record in (kept, gone):
        assert client.get(f"{record.get_absolute_url()}image.png").status_code == 200
    records.delete(record_id=gone.pk, actor=None)
    assert sweeping.sweep_cards() == 1
    assert [path.name for path in cards.folder().iterdir()] == [str(kept.pk)]
    assert sweeping.sweep_cards() == 0
