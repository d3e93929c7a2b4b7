"""Counting pieces, and those that are missing."""

from django.urls import path

from catalogue.views import absent, counting, missing_pieces

urlpatterns = [
    path("comptage/", counting.queue, name="counting"),
    path("comptage/suivante/", counting.go_on, name="count_next"),
    path("comptage/<int:copy_id>/", counting.count, name="count"),
    path("comptage/<int:copy_id>/prendre/", counting.take, name="count_take"),
    path("comptage/<int:copy_id>/renoncer/", counting.drop, name="count_drop"),
    path("pieces/", missing_pieces.index, name="missing_pieces"),
    path("pieces/<int:piece_id>/", missing_pieces.act, name="missing_piece"),
    path("pieces/<int:piece_id>/facturer/", missing_pieces.charge, name="missing_charge"),
    path("exemplaires/<int:copy_id>/pieces/", missing_pieces.of_copy, name="copy_pieces"),
    path("exemplaires/<int:copy_id>/etat/", missing_pieces.state, name="copy_state"),
    path("exemplaires/<int:copy_id>/rendue/", absent.given_back, name="copy_given_back"),
    path("exemplaires/<int:copy_id>/compter/", missing_pieces.ask, name="count_ask"),
]
