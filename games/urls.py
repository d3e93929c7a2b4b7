from django.urls import path

from games.views import learn

app_name = "games"
urlpatterns = [
    path("", learn.index, name="index"),
]
