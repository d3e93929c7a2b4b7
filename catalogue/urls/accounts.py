"""Who may log in: the team's accounts and those of families."""

from django.urls import path

from catalogue.views import family_accounts, own, staff_accounts

urlpatterns = [
    path("comptes/", staff_accounts.index, name="staff_accounts"),
    path("comptes/ajouter/", staff_accounts.add, name="account_add"),
    path("comptes/<int:account_id>/", staff_accounts.one, name="staff_account"),
    path("comptes/<int:account_id>/fermer/", staff_accounts.close, name="account_close"),
    path("comptes/<int:account_id>/rouvrir/", staff_accounts.reopen, name="account_reopen"),
    path("comptes/<int:account_id>/lien/", staff_accounts.link, name="account_link"),
    path("foyers/<int:household_id>/comptes/", family_accounts.index, name="household_accounts"),
    path("foyers/<int:household_id>/donnees.json", own.household_file, name="household_export"),
    path(
        "foyers/<int:household_id>/comptes/<int:account_id>/lien/",
        family_accounts.link,
        name="household_account_link",
    ),
    path(
        "foyers/<int:household_id>/comptes/<int:account_id>/fermer/",
        family_accounts.close,
        name="household_account_close",
    ),
    path(
        "foyers/<int:household_id>/comptes/<int:account_id>/rouvrir/",
        family_accounts.reopen,
        name="household_account_reopen",
    ),
]
