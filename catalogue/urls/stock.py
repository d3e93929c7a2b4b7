"""The rooms where one keeps the shelves in order."""

from django.urls import path

from catalogue.views import batches, headings, shelf_care

urlpatterns = [
    path("rayons/", shelf_care.shelves, name="shelves"),
    path("autorites/", headings.index, name="headings"),
    path("autorites/<str:kind>/", headings.listed, name="headings_of"),
    path("autorites/<str:kind>/<int:pk>/", headings.one, name="heading"),
    path("autorites/<str:kind>/<int:pk>/fusionner/", headings.merge, name="heading_merge"),
    path("autorites/<str:kind>/<int:pk>/supprimer/", headings.delete, name="heading_delete"),
    path("lots/", batches.index, name="batches"),
    path("lots/<str:kind>/choisir/", batches.choose, name="batch_choose"),
    path("lots/<str:kind>/changer/", batches.change, name="batch_change"),
    path("lots/<int:batch_id>/", batches.one, name="batch"),
    path("lots/<int:batch_id>/appliquer/", batches.apply, name="batch_apply"),
    path("lots/<int:batch_id>/annuler/", batches.undo, name="batch_undo"),
    path("lots/<int:batch_id>/reprendre/", batches.go_on, name="batch_go_on"),
    path("lots/<int:batch_id>/abandonner/", batches.drop, name="batch_drop"),
]
