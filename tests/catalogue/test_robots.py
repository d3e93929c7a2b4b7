"""What search engines ask for."""

from xml.etree import ElementTree

import pytest

from tests.make import make_category, make_publisher, make_record

pytestmark = pytest.mark.django_db


def places(response) -> list[str]:
    assert response.status_code == 200
    assert response["Content-Type"].startswith("application/xml")
    return [one.text for one in ElementTree.fromstring(response.content).iter() if one.tag.endswith("}loc")]


def everything(client) -> list[str]:
    """All addresses that the index leads to."""
    found = []
    for part in places(client.get("/sitemap.xml")):
        found += places(client.get(part.removeprefix("http://testserver")))
    return found


def test_the_sitemap_leads_to_every_record_and_its_rules(client):
    make_record("Oùcédonc", rules_text="Placer des lieux.")
    make_record("Dobble")
    found = everything(client)
    assert "http://testserver/jeux/oucedonc/" in found
    assert "http://testserver/jeux/oucedonc/regles/" in found
    assert "http://testserver/jeux/dobble/" in found
    assert "http://testserver/jeux/dobble/regles/" not in found


def test_the_sitemap_leads_to_authorities_that_have_records(client):
    make_record("Uno", publisher="Matel", people=["Merle Robbins"], categories=["A 401 jeu d'association"])
    make_publisher("Sans jeu")
    make_category("A 407 jeu de hasard")
    found = everything(client)
    assert "http://testserver/editeurs/matel/" in found
    assert "http://testserver/auteurs/merle-robbins/" in found
    assert "http://testserver/categories/esar/a401/" in found
    assert not [one for one in found if "sans-jeu" in one or "a407" in one]


def test_every_address_of_the_sitemap_answers(client):
    make_record(
        "Uno", publisher="Matel", people=["Merle Robbins"], categories=["A 401"], rules_text="Recouvrir."
    )
    found = everything(client)
    assert len(found) >= 12
    assert len(found) == len(set(found))
    for address in found:
        assert client.get(address.removeprefix("http://testserver")).status_code == 200, address


def test_the_sitemap_names_the_public_host(client, settings):
    settings.SITE_URL = "https://ludo.example.org"
    make_record("Uno")
    assert places(client.get("/sitemap-jeux.xml")) == ["https://ludo.example.org/jeux/uno/"]
    assert "Sitemap: https://ludo.example.org/sitemap.xml" in client.get("/robots.txt").content.decode()


def test_two_records_or_twenty_cost_the_same(client, django_assert_max_num_queries):
    for number in range(20):
        make_record(f"Jeu {number}")
    with django_assert_max_num_queries(3):
        assert len(places(client.get("/sitemap-jeux.xml"))) == 20


def test_a_sitemap_nobody_knows_is_not_found(client):
    assert client.get("/sitemap-autre.xml").status_code == 404


def test_robots_are_kept_from_what_is_no_page_to_be_found(client):
    response = client.get("/robots.txt")
    lines = response.content.decode().splitlines()
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert lines[0] == "User-agent: *"
    assert "Disallow: /gestion/" in lines
    assert "Disallow: /compte/" in lines
    assert "Disallow: /" not in lines
    # every search is endless, the catalogue page by page is not
    assert {"Disallow: /catalogue/?", "Allow: /catalogue/?page="} <= set(lines)
    assert "Sitemap: http://testserver/sitemap.xml" in lines
