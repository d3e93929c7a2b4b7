"""Addresses for everybody; tests, links and printed codes rely on them."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from catalogue.views import (
    arrivals,
    authorities,
    cards,
    favourites,
    home,
    house,
    pictures,
    quiz,
    records,
    robots,
    rules,
    search,
)
from catalogue.views.holds import own as own_holds


class Written(StringConverter):
    """A slug as somebody may write it, accents and all; no control characters, which no database stores."""

    regex = r"[^/\x00-\x1f\x7f]+"


register_converter(Written, "written")

urlpatterns = [
    path("", home.home, name="home"),
    path("catalogue/", search.search, name="search"),
    path("jeux/<written:slug>/", records.record, name="record"),
    path("jeux/<written:slug>/regles/", rules.rules, name="rules"),
    path("jeux/<written:slug>/regles.pdf", rules.rules_pdf, name="rules_pdf"),
    path("jeux/<written:slug>/reserver/", own_holds.reserve, name="reserve"),
    path("jeux/<written:slug>/quiz/", quiz.quiz, name="quiz"),
    path("jeux/<written:slug>/image.png", cards.image, name="record_image"),
    path("jeux/<written:slug>/documents/<int:pk>/", records.document, name="document"),
    path("images/<slug:name>.<slug:kind>", pictures.image, name="image"),
    path("editeurs/<written:slug>/", authorities.publisher, name="publisher"),
    path("auteurs/<written:slug>/", authorities.person, name="person"),
    path("categories/<slug:scheme>/<written:code>/", authorities.category, name="category"),
    path("nouveautes/", arrivals.new_arrivals, name="new_arrivals"),
    path("nouveautes/flux/", arrivals.feed, name="new_arrivals_feed"),
    path("ma-liste/", favourites.favourites_page, name="favourites"),
    path("infos/", house.infos, name="infos"),
    path("mentions-legales/", house.legal, name="legal"),
    path("donnees-personnelles/", house.privacy, name="privacy"),
    path("accessibilite/", house.accessibility, name="accessibility"),
    path("sitemap.xml", robots.sitemap, name="sitemap"),
    path("sitemap-<slug:section>.xml", robots.sitemap_of, name="sitemap_of"),
    path("robots.txt", robots.robots, name="robots"),
]
