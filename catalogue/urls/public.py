"""Addresses for everybody; tests, links and printed codes rely on them."""

from django.urls import path

from catalogue.views import arrivals, authorities, home, house, records, robots, rules, search

urlpatterns = [
    path("", home.home, name="home"),
    path("catalogue/", search.search, name="search"),
    path("jeux/<str:slug>/", records.record, name="record"),
    path("jeux/<str:slug>/regles/", rules.rules, name="rules"),
    path("jeux/<str:slug>/regles.pdf", rules.rules_pdf, name="rules_pdf"),
    path("jeux/<str:slug>/documents/<int:pk>/", records.document, name="document"),
    path("editeurs/<str:slug>/", authorities.publisher, name="publisher"),
    path("auteurs/<str:slug>/", authorities.person, name="person"),
    path("categories/<str:scheme>/<str:code>/", authorities.category, name="category"),
    path("nouveautes/", arrivals.new_arrivals, name="new_arrivals"),
    path("nouveautes/flux/", arrivals.feed, name="new_arrivals_feed"),
    path("infos/", house.infos, name="infos"),
    path("mentions-legales/", house.legal, name="legal"),
    path("donnees-personnelles/", house.privacy, name="privacy"),
    path("accessibilite/", house.accessibility, name="accessibility"),
    path("sitemap.xml", robots.sitemap, name="sitemap"),
    path("sitemap-<slug:section>.xml", robots.sitemap_of, name="sitemap_of"),
    path("robots.txt", robots.robots, name="robots"),
]
