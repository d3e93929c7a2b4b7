"""Public holidays and school holidays of France, from the libraries that keep them."""

import datetime
from dataclasses import dataclass
from functools import cache

from holidays.countries.france import France
from vacances_scolaires_france import SchoolHolidayDates

# as the library of holidays calls the places whose days differ; « » is the mainland
REGIONS = {
    "": "France métropolitaine",
    "57": "Alsace et Moselle",
    "971": "Guadeloupe",
    "BL": "Saint-Barthélemy",
    "MF": "Saint-Martin",
    "972": "Martinique",
    "973": "Guyane",
    "974": "La Réunion",
    "976": "Mayotte",
    "PM": "Saint-Pierre-et-Miquelon",
    "NC": "Nouvelle-Calédonie",
    "PF": "Polynésie française",
    "WF": "Wallis-et-Futuna",
}
ZONES = {
    "A": "Zone A (Besançon, Bordeaux, Clermont-Ferrand, Dijon, Grenoble, Limoges, Lyon, Poitiers)",
    "B": "Zone B (Aix-Marseille, Amiens, Lille, Nancy-Metz, Nantes, Nice, Normandie, Orléans-Tours, "
    "Reims, Rennes, Strasbourg)",
    "C": "Zone C (Créteil, Montpellier, Paris, Toulouse, Versailles)",
}
_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Holidays:
    """School holidays, from the first day without lessons to the last."""

    name: str
    starts_on: datetime.date
    ends_on: datetime.date


@cache
def public_holidays(region: str, year: int) -> dict[datetime.date, str]:
    """The year's holidays in order, by day; an unknown region has those of the mainland."""
    subdivision = region if region in REGIONS else ""
    found = France(years=year, subdiv=subdivision or None, language="fr")
    return {day: found[day].replace("'", "’") for day in sorted(found)}


@cache
def school_holidays(zone: str) -> tuple[Holidays, ...]:
    """All that are known of the zone, in order; none of a zone that is not A, B or C."""
    if zone not in ZONES:
        return ()
    known, column = _school_days(), f"vacances_zone_{zone.lower()}"
    found: list[Holidays] = []
    for day in sorted(day for day, row in known.items() if row[column]):
        name = known[day]["nom_vacances"].replace("'", "’")
        if found and found[-1].name == name and day - found[-1].ends_on == _DAY:
            found[-1] = Holidays(name, found[-1].starts_on, day)
        else:
            found.append(Holidays(name, day, day))
    return tuple(found)


def school_holidays_known_until() -> datetime.date:
    """The last day of school holidays that the library knows; after it nothing has been published to it."""
    return max(_school_days())


@cache
def _school_days() -> dict[datetime.date, dict]:
    return SchoolHolidayDates().data
