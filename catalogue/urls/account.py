from django.urls import path

from catalogue.views import setup

urlpatterns: list = [
    path("installation/", setup.setup, name="setup"),
]
