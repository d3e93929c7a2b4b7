"""Families: their pages, their subscriptions and their account."""

from django.urls import path

from catalogue.views import member_kinds
from catalogue.views.households import account, cards, pages, subscriptions, takings

urlpatterns = [
    path("foyers/", pages.index, name="staff_households"),
    path("foyers/ajouter/", pages.add, name="household_add"),
    path("foyers/cartes/", cards.cards, name="household_cards"),
    path("foyers/remettre/", pages.put_back, name="put_back"),
    path("foyers/<int:household_id>/", pages.household, name="household"),
    path("foyers/<int:household_id>/retirer/", pages.remove, name="household_remove"),
    path("foyers/<int:household_id>/modifier/", pages.edit, name="household_edit"),
    path("foyers/<int:household_id>/adherents/ajouter/", pages.add_member, name="member_add"),
    path("foyers/<int:household_id>/adherents/<int:member_id>/", pages.edit_member, name="member_edit"),
    path("foyers/<int:household_id>/adherents/<int:member_id>/vu/", pages.adult_seen, name="adult_seen"),
    path("foyers/<int:household_id>/cartes/<int:card_id>/", pages.card, name="card_remove"),
    path("foyers/<int:household_id>/adhesion/", subscriptions.subscribe, name="subscribe"),
    path("foyers/<int:household_id>/adhesions/ajouter/", subscriptions.add, name="subscription_add"),
    path(
        "foyers/<int:household_id>/adhesions/<int:subscription_id>/", subscriptions.edit, name="subscription"
    ),
    path("foyers/<int:household_id>/compte/", account.ledger, name="household_ledger"),
    path("foyers/<int:household_id>/compte/ajouter/", account.charge, name="ledger_charge"),
    path("foyers/<int:household_id>/compte/rendre/", account.refund, name="ledger_refund"),
    path("foyers/<int:household_id>/compte/<int:entry_id>/corriger/", account.correct, name="ledger_correct"),
    path("foyers/<int:household_id>/compte/<int:entry_id>/recu.pdf", account.receipt, name="ledger_receipt"),
    path("caisse/", takings.takings, name="takings"),
    path("reglages/categories/", member_kinds.categories, name="member_categories"),
    path("reglages/categories/<int:pk>/", member_kinds.category, name="member_category"),
    path("reglages/adhesions/", member_kinds.types, name="subscription_types"),
    path("reglages/adhesions/<int:pk>/", member_kinds.type_, name="subscription_type"),
]
