"""All addresses; each application keeps its own."""

from django.conf import settings
from django.urls import include, path

from ludotheque import style, views

handler400 = "ludotheque.views.bad_request"
handler403 = "ludotheque.views.forbidden"
handler404 = "ludotheque.views.not_found"
handler500 = "ludotheque.views.server_error"

urlpatterns = [
    path("sante", views.health, name="health"),
    path("", include("catalogue.urls.public")),
    path("", include("catalogue.urls.account")),
    path("gestion/", include("catalogue.urls.staff")),
    path("jouer/", include("games.urls")),
]

if settings.DEBUG:
    urlpatterns.append(path("style/", style.page, name="style"))
