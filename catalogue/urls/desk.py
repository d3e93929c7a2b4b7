"""The desk: what one does at the counter."""

from django.urls import path

from catalogue.views.desk import lending, on_site, operations, receipt, taking_back, today, unknown_box

urlpatterns = [
    path("", today.today, name="desk"),
    path("pret/", lending.checkout, name="checkout"),
    path("pret/boite-inconnue/", unknown_box.unknown_box, name="unknown_box"),
    path("pret/recu/<int:household_id>/", receipt.receipt, name="receipt"),
    path("pret/recu/<int:household_id>/recu.pdf", receipt.receipt_pdf, name="receipt_pdf"),
    path("retour/", taking_back.checkin, name="checkin"),
    path("sur-place/", on_site.on_site, name="on_site"),
    path("operations/", operations.operations, name="operations"),
]
