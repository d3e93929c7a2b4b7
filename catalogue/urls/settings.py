"""The settings: an index and one page a subject."""

from django.urls import path

from catalogue.views.settings import hours, index, library, policies

urlpatterns = [
    path("reglages/", index.index, name="library_settings"),
    path("reglages/ludotheque/", library.library, name="settings_library"),
    path("reglages/catalogue/", library.stock, name="settings_stock"),
    path("reglages/accueil/", library.desk, name="settings_desk"),
    path("reglages/donnees/", library.privacy, name="settings_privacy"),
    path("reglages/calendrier/", library.calendar, name="settings_calendar"),
    path("reglages/horaires/", hours.week, name="settings_hours"),
    path("reglages/horaires/<int:site_id>/", hours.week, name="settings_site_hours"),
    path("reglages/jours/", hours.days, name="settings_days"),
    path("reglages/jours/<str:kind>/", hours.day, name="settings_day_add"),
    path("reglages/jours/<str:kind>/<int:pk>/", hours.day, name="settings_day"),
    path("reglages/jours/<str:kind>/<int:pk>/supprimer/", hours.remove_day, name="settings_day_remove"),
    path("reglages/prets/", policies.lending, name="settings_lending"),
    path("reglages/prets/ailleurs/", policies.usual, name="settings_lending_usual"),
    path("reglages/prets/regles/", policies.rule, name="settings_rule_add"),
    path("reglages/prets/regles/<int:rule_id>/", policies.rule, name="settings_rule"),
    path("reglages/prets/regles/<int:rule_id>/supprimer/", policies.remove, name="settings_rule_remove"),
]
