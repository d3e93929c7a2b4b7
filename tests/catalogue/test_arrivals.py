"""New arrivals, as a page and as a feed."""

import datetime
from xml.etree import ElementTree

import pytest
from django.utils import timezone

from catalogue.models import Record
from tests import make

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


def arrive(title: str, days_ago: int) -> Record:
    record = make.make_record(title)
    Record.objects.filter(pk=record.pk).update(created_at=timezone.now() - datetime.timedelta(days=days_ago))
    return record


def test_the_newest_comes_first(client):
    for title, days_ago in (("Uno", 3), ("Odin", 1), ("Oùcédonc", 2)):
        arrive(title, days_ago)
    page = client.get("/nouveautes/")
    assert [record.title for record in page.context["page"].object_list] == ["Odin", "Oùcédonc", "Uno"]
    assert "/nouveautes/flux/" in page.content.decode()


def test_an_empty_catalogue_is_said_kindly(client):
    assert "Le catalogue est encore vide" in client.get("/nouveautes/").content.decode()


def test_the_feed_is_atom_with_whole_addresses(client, settings):
    settings.SITE_URL = "https://ludo.example.org"
    make.make_library(name="Ludothèque du Moulin")
    arrive("Oùcédonc & Cie", 1)
    response = client.get("/nouveautes/flux/")
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(response.content)
    assert feed.tag == f"{ATOM}feed"
    assert "Ludothèque du Moulin" in feed.findtext(f"{ATOM}title")
    for required in ("id", "title", "updated"):
        assert feed.findtext(f"{ATOM}{required}")
    (entry,) = feed.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "Oùcédonc & Cie"
    address = "https://ludo.example.org/jeux/oucedonc-cie/"
    assert entry.find(f"{ATOM}link").get("href") == address
    assert entry.findtext(f"{ATOM}id") == address
    links = {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}
    assert links["self"] == "https://ludo.example.org/nouveautes/flux/"


def test_the_feed_of_an_empty_catalogue_is_a_feed(client):
    feed = ElementTree.fromstring(client.get("/nouveautes/flux/").content)
    assert feed.findtext(f"{ATOM}title") == "Nouveautés – Ludothèque"
    assert feed.findall(f"{ATOM}entry") == []


def test_the_feed_is_bounded_and_costs_the_same(client, django_assert_num_queries):
    Record.objects.bulk_create(
        Record(title=f"Jeu {n}", slug=f"jeu-{n}", sort_key=f"jeu {n}") for n in range(200)
    )
    with django_assert_num_queries(2):
        feed = ElementTree.fromstring(client.get("/nouveautes/flux/").content)
    assert len(feed.findall(f"{ATOM}entry")) == 20


def test_signs_that_xml_may_not_hold_break_no_feed(client):
    make.make_record("Uno\x0b", description="Des\x0bcartes\x1f", parallel_title="L’un")
    response = client.get("/nouveautes/flux/")
    assert response.status_code == 200
    assert "Descartes" in response.text
