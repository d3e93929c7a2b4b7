"""The rooms where one keeps the shelves in order."""

from django.urls import path

from catalogue.views import batches, headings, labels, shelf_care

urlpatterns = [
    path("etiquettes/", labels.index, name="labels"),
    path("etiquettes/planche/", labels.new, name="label_new"),
    path("etiquettes/<int:sheet_id>/", labels.sheet, name="label_sheet"),
    path("etiquettes/<int:sheet_id>/planche.pdf", labels.sheet_pdf, name="label_sheet_pdf"),
    path("etiquettes/feuilles/", labels.grids, name="label_grids"),
    path("etiquettes/feuilles/<int:grid_id>/oublier/", labels.drop_grid, name="label_grid_drop"),
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
