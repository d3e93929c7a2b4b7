"""Holds, and boxes between sites."""

from django.urls import path

from catalogue.views.holds import acts, lists

urlpatterns = [
    path("site/", lists.choose_site, name="desk_site"),
    path("reservations/", lists.index, name="staff_holds"),
    path("reservations/ajouter/", acts.add, name="hold_add"),
    path("reservations/<int:hold_id>/annuler/", acts.cancel, name="hold_cancel"),
    path("reservations/<int:hold_id>/reprendre/", acts.restore, name="hold_restore"),
    path("reservations/<int:hold_id>/garder/", acts.keep, name="hold_keep"),
    path("reservations/<int:hold_id>/fait/", acts.done, name="hold_done"),
    path("reservations/<int:hold_id>/etiquette.pdf", acts.slip, name="hold_slip"),
    path("foyers/<int:household_id>/reservations/", lists.of_family, name="household_holds"),
    path("transferts/<int:transit_id>/etiquette.pdf", acts.transit_slip, name="transit_slip"),
]
