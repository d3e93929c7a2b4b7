"""What no form takes: names that nobody sees, days that cannot be meant."""

import datetime
import re
import unicodedata

from django import forms
from django.utils import timezone

# letters to Unicode, blanks to the eye
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
YEARS = (1800, 2100)


def visible(name: str) -> str:
    """The name, refused where every character of it is invisible."""
    if all(unicodedata.category(one)[0] in "CZM" or one in _BLANK for one in name):
        raise forms.ValidationError("Ce nom ne se voit pas. Écrivez-en un qui se lit.")
    return name


def phone(form: forms.Form | forms.ModelForm) -> str:
    """The telephone, with whatever words beside it; a new one is refused where no figures can be dialled."""
    number = form.cleaned_data["phone"]
    if not number or "phone" not in form.changed_data:
        return number
    if sum(one.isdigit() for one in number) < 3:
        raise forms.ValidationError("Un numéro de téléphone a des chiffres : 02 98 00 00 00.")
    if re.search(r"\d{16}", number):
        raise forms.ValidationError("Aucun numéro n’est si long. Vérifiez-le.")
    return number


def near(day: datetime.date | None) -> datetime.date | None:
    """The day, refused where its year is a slip."""
    if day and not YEARS[0] <= day.year <= YEARS[1]:
        raise forms.ValidationError(f"Entre {YEARS[0]} et {YEARS[1]}. Vérifiez l’année.")
    return day


def past(day: datetime.date | None) -> datetime.date | None:
    """The day, refused where it is yet to come."""
    if (day := near(day)) and day > timezone.localdate():
        raise forms.ValidationError("Ce jour n’est pas encore venu. Vérifiez la date.")
    return day
