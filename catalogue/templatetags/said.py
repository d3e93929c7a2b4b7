"""Facts in the words of a page: « 2 à 4 joueurs », « dès 10 ans », « 14 h 30 », « 1er mai 2026 »."""

import datetime
import re
from typing import Protocol

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe

from catalogue.models import Record
from catalogue.models.copy import Status
from ludotheque import money
from ludotheque.french import plural

register = template.Library()

NBSP = "\u00a0"
LONGEST_NUMBER = 20  # of a telephone, with its spaces
_JOINED = re.compile(r"(?<=\d) (?=\d)")
FORWARD = 99  # the age by which boxes say « and older »


class Numbers(Protocol):
    """What has players and ages: a record, or a box on a shelf."""

    @property
    def min_players(self) -> int | None: ...
    @property
    def max_players(self) -> int | None: ...
    @property
    def min_age(self) -> int | None: ...
    @property
    def max_age(self) -> int | None: ...


@register.filter
def players(record: Numbers) -> str:
    """« 2 à 4 joueurs », or nothing if the record does not say."""
    low, high = record.min_players, record.max_players
    if low is None and high is None:
        return ""
    unit = f"{NBSP}joueur{'s' if (high or low or 0) > 1 else ''}"
    if low is None:
        return f"jusqu’à {high}{unit}"
    if high is None:
        return f"dès {low}{unit}"
    return f"{low}{unit}" if low == high else f"{low} à {high}{unit}"


@register.filter
def ages(record: Numbers) -> str:
    """« dès 10 ans » ; « de 3 à 6 ans » where the box ends somewhere."""
    low, high = record.min_age, record.max_age
    if high is not None and high >= FORWARD:
        high = None
    if low is None and high is None:
        return ""
    if low is None:
        return f"jusqu’à {high}{NBSP}ans"
    if high is None:
        return f"dès {low}{NBSP}an{'s' if low > 1 else ''}" if low else "dès la naissance"
    return f"{low}{NBSP}ans" if low == high else f"de {low} à {high}{NBSP}ans"


def _figure(low: int | None, high: int | None) -> str:
    if low is None or high is None or low == high:
        return str(high if low is None else low)
    return f"{low}–{high}"


@register.filter
def players_figure(record: Record) -> str:
    """« 2–4 » ; « 3+ » where no upper number is told."""
    more = "+" if record.max_players is None else ""
    return f"{_figure(record.min_players, record.max_players)}{more}"


@register.filter
def age_figure(record: Record) -> str:
    """« 10+ » ; « 3–6 » where the box ends somewhere."""
    if record.max_age is None or record.max_age >= FORWARD:
        return f"{record.min_age}+"
    return _figure(record.min_age, record.max_age)


@register.filter
def facts(record: Record) -> str:
    """« 2 à 4 joueurs, dès 10 ans, 45 minutes », as far as the record says."""
    minutes = f"{record.duration}{NBSP}minute{'s' * (record.duration > 1)}" if record.duration else ""
    return ", ".join(filter(None, [players(record), ages(record), minutes]))


@register.filter
def day(date: datetime.date | None) -> str:
    """« 1er mai 2026 », « 12 décembre 2026 »."""
    if date is None:
        return ""
    if isinstance(date, datetime.datetime):
        date = timezone.localdate(date)
    number = "1er" if date.day == 1 else str(date.day)
    return f"{number}{NBSP}{date_format(date, 'F')}{NBSP}{date.year}"


@register.filter
def returns(due_on: datetime.date) -> str:
    """When a box that is out comes back: « Retour prévu le 12 décembre 2026 »."""
    if due_on < timezone.localdate():
        return f"Retour attendu depuis le {day(due_on)}"
    return f"Retour prévu le {day(due_on)}"


# why the boxes of a game cannot be had, as families are told: « 2 exemplaires, en réparation »
WHY_NOT = {
    Status.ON_HOLD: "réservé",
    Status.IN_TRANSIT: "en transit entre deux sites",
    Status.ON_SITE: "à jouer sur place",
    Status.TO_COUNT: "en cours de vérification",
    Status.TO_CLEAN: "au nettoyage",
    Status.REPAIR: "en réparation",
    Status.INCOMPLETE: "à compléter",
}


@register.filter
def clock(time: datetime.time | None) -> str:
    """« 14 h », « 14 h 30 »."""
    if time is None:
        return ""
    minutes = f"{NBSP}{time.minute:02}" if time.minute else ""
    return f"{time.hour}{NBSP}h{minutes}"


@register.filter
def local_day(at: datetime.datetime | None) -> datetime.date | None:
    """The day of a moment, by the clock of the library."""
    return at and timezone.localdate(at)


@register.filter
def moment(at: datetime.datetime | None) -> str:
    """« 12 mars 2026 à 14 h 30 », by the clock of the library."""
    if at is None:
        return ""
    here = timezone.localtime(at)
    return f"{day(here.date())} à {clock(here.time())}"


@register.filter
def lately(at: datetime.datetime) -> str:
    """« 14 h 30 » when it was today, else « 12 mars 2026 »."""
    here = timezone.localtime(at)
    return clock(here.time()) if here.date() == timezone.localdate() else day(here.date())


@register.filter
def agreed(name: str, quantity: int | None) -> str:
    """The name of a part beside its number: « pions rouges » after 4."""
    return plural(name) if quantity is not None and quantity > 1 else name


@register.filter
def thousands(number: int) -> str:
    """« 12 000 »: the figures of a large number in threes."""
    return f"{number:,}".replace(",", "\u202f")


@register.filter
def euros(cents: int | None) -> str:
    """« 12,50 € »."""
    return "" if cents is None else money.euros(cents)


@register.filter
def owed_back(cents: int) -> int:
    """What is paid in advance, without its sign."""
    return -cents


@register.filter
def phone(number: str) -> str:
    """Each number whole on its line, as far as it is one: what is longer breaks."""
    return format_html_join(" ", "{}", ((_unbroken(word),) for word in _JOINED.sub(NBSP, number).split(" ")))


def _unbroken(word: str) -> str:
    if len(word) <= LONGEST_NUMBER:
        return format_html('<span class="whole">{}</span>', word)
    if NBSP in word:  # two numbers without a word between them
        return word.replace(NBSP, " ")
    pieces = (word[at : at + 5] for at in range(0, len(word), 5))
    return format_html_join(mark_safe("<wbr>"), "{}", ((piece,) for piece in pieces))


@register.filter
def dialled(phone: str) -> str:
    """A number as a telephone takes it: « 01 02 03 04 05 » without its spaces."""
    return "".join(sign for sign in phone if sign in "+0123456789")


@register.filter
def age(at: datetime.datetime) -> str:
    """« aujourd’hui », « hier », « 3 jours »: how long something has lasted."""
    days = (timezone.localdate() - timezone.localdate(at)).days
    return ("aujourd’hui", "hier")[days] if days in (0, 1) else f"{days}{NBSP}jours"
