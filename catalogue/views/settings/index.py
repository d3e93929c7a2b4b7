"""The settings: one page a subject."""

import datetime
from dataclasses import dataclass

from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from catalogue import access
from catalogue.models import Library, Role
from ludotheque import french_days

SOON = datetime.timedelta(days=183)


@dataclass(frozen=True, slots=True)
class Subject:
    """A page of the settings; `address` is the name of its URL, `args` what that asks for."""

    address: str
    title: str
    what: str
    args: tuple[str, ...] = ()

    @property
    def href(self) -> str:
        return reverse(self.address, args=self.args)


SUBJECTS = (
    Subject("settings_library", "La ludothèque", "Nom, adresse, présentation, adhésion, mentions légales."),
    Subject("settings_hours", "Heures d’ouverture", "La semaine, la même partout ou site par site."),
    Subject("settings_days", "Fermetures et ouvertures", "Les jours qui ne sont pas comme les autres."),
    Subject("settings_calendar", "Jours fériés et vacances", "Région, zone, et si l’on ferme."),
    Subject("settings_lending", "Règles de prêt", "Combien, combien de temps, à quel prix, pour qui."),
    Subject("member_categories", "Catégories d’adhérents", "Celles dont les règles de prêt parlent."),
    Subject("subscription_types", "Adhésions", "Ce qui se vend : prix, durée, catégorie."),
    Subject("settings_desk", "Accueil", "Sons, comptage des pièces, délai des réservations."),
    Subject("settings_stock", "Codes, cotes et nouveautés", "Ce qu’une boîte reçoit en arrivant."),
    Subject("mail_texts", "Textes des courriels", "Ce que la ludothèque écrit aux familles."),
    Subject("staff_accounts", "Comptes de l’équipe", "Inviter, donner un rôle, fermer."),
    Subject("settings_privacy", "Données personnelles", "Combien de temps un prêt dit chez qui il était."),
    Subject("headings_of", "Sites", "Les nommer, les renommer, en réunir deux.", ("sites",)),
)


@access.staff(Role.MANAGER)
@require_safe
def index(request):
    library, today = Library.objects.first(), timezone.localdate()
    return render(
        request,
        "catalogue/settings/index.html",
        {"subjects": SUBJECTS, "schools_end": schools_end(library, today)},
    )


def schools_end(library: Library | None, today: datetime.date) -> datetime.date | None:
    """Until when school holidays are known, where they matter and that is soon."""
    if library is None or not library.school_zone:
        return None
    known = french_days.school_holidays_known_until()
    return known if known - today < SOON else None
