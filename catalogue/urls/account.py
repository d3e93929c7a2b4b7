"""Accounts: logging in, one's own affairs, and what the links of mails lead to."""

from django.urls import path

from catalogue.views import account, links, own, setup
from catalogue.views.holds import own as own_holds

urlpatterns: list = [
    path("connexion/", account.login, name="login"),
    path("deconnexion/", account.logout, name="logout"),
    path("mot-de-passe/", account.password, name="password"),
    path("mot-de-passe/oublie/", links.forgotten, name="forgotten"),
    path("compte/", account.account, name="account"),
    path("compte/paiements/", own.ledger, name="own_ledger"),
    path("compte/donnees.json", own.export, name="own_export"),
    path("compte/prets/<int:loan_id>/prolonger/", own.renew, name="own_loan_renew"),
    path("compte/courriel/", account.change_address, name="change_address"),
    path("compte/lien/<str:token>/", links.choose_password, name="choose_password"),
    path("compte/adresse/<str:token>/", links.confirm_address, name="confirm_address"),
    path("compte/reservations/<int:hold_id>/annuler/", own_holds.cancel, name="own_hold_cancel"),
    path("compte/reservations/<int:hold_id>/reprendre/", own_holds.restore, name="own_hold_restore"),
    path("installation/", setup.setup, name="setup"),
]
