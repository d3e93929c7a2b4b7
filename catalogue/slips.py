"""Slips for the desk's printer, 80 mm wide: whom a box waits for, and where it travels."""

import datetime

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format

from catalogue.models import Copy, Hold, Library, Transit
from catalogue.templatetags import said
from ludotheque import pdf


def of_hold(hold: Hold) -> bytes:
    """Laid on a box that is set aside."""
    return _slip("hold", hold.copy, {"hold": hold, "when": _day(hold.expires_on)})


def of_transit(transit: Transit) -> bytes:
    """Laid on a box that goes to another site."""
    sent = timezone.localdate(transit.sent_at)
    return _slip("transit", transit.copy, {"transit": transit, "when": _day(sent)})


def _slip(kind: str, copy: Copy | None, context: dict) -> bytes:
    name = Library.objects.values_list("name", flat=True).first() or "Ludothèque"
    context |= {"kind": kind, "house": name, "copy": copy}
    return pdf.render(render_to_string("print/slip.html", context))


def _day(day: datetime.date | None) -> str:
    """« samedi 21 mars 2026 »."""
    return f"{date_format(day, 'l')} {said.day(day)}" if day else ""
