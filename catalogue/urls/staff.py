from django.urls import include, path

from catalogue.views import (
    pictures,
    record_form,
    staff_copies,
    staff_records,
    summaries,
)

urlpatterns = [
    path("", include("catalogue.urls.stock")),
    path("", include("catalogue.urls.interchange")),
    path("", include("catalogue.urls.settings")),
    path("", include("catalogue.urls.holds")),
    path("", include("catalogue.urls.mails")),
    path("", include("catalogue.urls.accounts")),
    path("", include("catalogue.urls.desk")),
    path("", include("catalogue.urls.families")),
    path("notices/", staff_records.index, name="staff_records"),
    path("notices/ajouter/", record_form.add, name="record_add"),
    path("notices/proposer/<slug:what>/", record_form.suggest, name="record_suggest"),
    path("notices/verifier/", record_form.check, name="record_check"),
    path("notices/<int:record_id>/", record_form.edit, name="record_edit"),
    path("notices/<int:record_id>/annuler/", record_form.undo, name="record_undo"),
    path("notices/<int:record_id>/photos/", pictures.index, name="record_pictures"),
    path("notices/<int:record_id>/photos/remettre/", pictures.restore, name="picture_restore"),
    path("notices/<int:record_id>/photos/<int:picture_id>/", pictures.one, name="record_picture"),
    path(
        "notices/<int:record_id>/documents/<int:document_id>/",
        pictures.remove_document,
        name="record_document",
    ),
    path("notices/<int:record_id>/supprimer/", staff_records.delete, name="record_delete"),
    path("notices/<int:record_id>/resume/", summaries.edit, name="summary_edit"),
    path("notices/<int:record_id>/resume/annuler/", summaries.undo, name="summary_undo"),
    path("notices/<int:record_id>/resume/remettre/", summaries.bring_back, name="summary_bring_back"),
    path("notices/<int:record_id>/resume/supprimer/", summaries.delete, name="summary_delete"),
    path("exemplaires/", staff_copies.index, name="staff_copies"),
    path("exemplaires/ajouter/", staff_copies.add, name="copy_add"),
    path("exemplaires/<int:copy_id>/", staff_copies.edit, name="copy_edit"),
    path("exemplaires/<int:copy_id>/historique/", staff_copies.history, name="copy_history"),
    path("exemplaires/<int:copy_id>/supprimer/", staff_copies.delete, name="copy_delete"),
]
