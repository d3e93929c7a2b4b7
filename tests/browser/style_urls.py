"""The house's addresses, with /style/ and the error pages, which only debug serves."""

from django.shortcuts import render
from django.urls import path

from ludotheque import style
from ludotheque.urls import *  # noqa: F403

ERRORS = ["400", "403", "404", "413", "500", "403_csrf"]


def error(request, name):
    return render(request, f"{name}.html", {"typed": ["Il manque un dé"]})


urlpatterns = [
    path("style/", style.page, name="style"),
    path("essai/<slug:name>/", error),
    *urlpatterns,  # noqa: F405
]
