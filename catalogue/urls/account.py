from django.urls import path

from catalogue.views import account, setup

urlpatterns: list = [
    path("connexion/", account.login, name="login"),
    path("deconnexion/", account.logout, name="logout"),
    path("mot-de-passe/", account.password, name="password"),
    path("compte/", account.account, name="account"),
    path("installation/", setup.setup, name="setup"),
]
