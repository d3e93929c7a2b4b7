"""Files that come in and go out."""

from django.urls import path

from catalogue.views import staff_export, staff_imports

urlpatterns = [
    path("import/", staff_imports.index, name="imports"),
    path("import/<int:import_id>/", staff_imports.one, name="import"),
    path("import/<int:import_id>/lecture/", staff_imports.reading, name="import_reading"),
    path("import/<int:import_id>/lancer/", staff_imports.run_it, name="import_run"),
    path("import/<int:import_id>/reprendre/", staff_imports.resume, name="import_resume"),
    path("import/<int:import_id>/arreter/", staff_imports.stop, name="import_stop"),
    path("import/<int:import_id>/apprendre/", staff_imports.learn, name="import_learn"),
    path("import/<int:import_id>/jeter/", staff_imports.discard, name="import_discard"),
    path("import/<int:import_id>/annuler/", staff_imports.undo, name="import_undo"),
    path("export/", staff_export.index, name="export"),
    path("export/<str:name>/", staff_export.file, name="export_file"),
]
