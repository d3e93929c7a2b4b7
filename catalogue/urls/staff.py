from django.urls import include, path

from catalogue.views import desk, staff_accounts, staff_copies, staff_households, staff_library, staff_records

urlpatterns = [
    path("", include("catalogue.urls.stock")),
    path("", desk.desk, name="desk"),
    path("pret/", desk.checkout, name="checkout"),
    path("retour/", desk.checkin, name="checkin"),
    path("notices/", staff_records.index, name="staff_records"),
    path("notices/ajouter/", staff_records.add, name="record_add"),
    path("notices/<int:record_id>/", staff_records.edit, name="record_edit"),
    path("notices/<int:record_id>/supprimer/", staff_records.delete, name="record_delete"),
    path("exemplaires/", staff_copies.index, name="staff_copies"),
    path("exemplaires/ajouter/", staff_copies.add, name="copy_add"),
    path("exemplaires/<int:copy_id>/", staff_copies.edit, name="copy_edit"),
    path("exemplaires/<int:copy_id>/historique/", staff_copies.history, name="copy_history"),
    path("exemplaires/<int:copy_id>/supprimer/", staff_copies.delete, name="copy_delete"),
    path("foyers/", staff_households.index, name="staff_households"),
    path("foyers/ajouter/", staff_households.add, name="household_add"),
    path("foyers/<int:household_id>/", staff_households.household, name="household"),
    path("foyers/<int:household_id>/modifier/", staff_households.edit, name="household_edit"),
    path("foyers/<int:household_id>/adherents/ajouter/", staff_households.add_member, name="member_add"),
    path(
        "foyers/<int:household_id>/adherents/<int:member_id>/",
        staff_households.edit_member,
        name="member_edit",
    ),
    path("foyers/<int:household_id>/cartes/<int:card_id>/", staff_households.card, name="card_remove"),
    path("comptes/", staff_accounts.index, name="staff_accounts"),
    path("comptes/ajouter/", staff_accounts.add, name="account_add"),
    path("comptes/<int:account_id>/", staff_accounts.one, name="staff_account"),
    path("comptes/<int:account_id>/fermer/", staff_accounts.close, name="account_close"),
    path("comptes/<int:account_id>/rouvrir/", staff_accounts.reopen, name="account_reopen"),
    path("comptes/<int:account_id>/mot-de-passe/", staff_accounts.password, name="account_password"),
    path("reglages/", staff_library.settings, name="library_settings"),
]
