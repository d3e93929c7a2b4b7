"""The plain forms of the staff: families, the library itself."""

from itertools import pairwise

from django import forms

from catalogue import numbering
from catalogue.forms import sense
from catalogue.models import Library, OpeningPeriod
from catalogue.models.library import BARCODE_DIGITS, CALL_NUMBER_LETTERS
from ludotheque import scanner

DATE = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
TIME = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
TYPED = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class LibraryForm(forms.ModelForm):
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Library
        fields = [
            "name",
            "address",
            "phone",
            "email",
            "about",
            "membership",
            "legal",
            "loan_days",
            "max_loans",
            "new_days",
            "barcode_prefix",
            "barcode_digits",
            "barcode_next",
            "call_number_scheme",
            "call_number_letters",
        ]
        widgets = {
            "address": forms.Textarea(attrs={"rows": 3}),
            "about": forms.Textarea(attrs={"rows": 4}),
            "membership": forms.Textarea(attrs={"rows": 4}),
            "legal": forms.Textarea(attrs={"rows": 5}),
        }
        help_texts = {
            "legal": (
                "Qui édite ce site, qui en répond, qui l’héberge, chacun avec son adresse : "
                "la loi le veut, et la page « Mentions légales » le montre."
            ),
            "loan_days": "Le retour tombe sur le premier jour ouvert à partir de là.",
            "max_loans": "Vide : pas de limite.",
            "new_days": "Après, la boîte n’est plus dans les nouveautés.",
            "barcode_prefix": "« LUD » donne LUD000123. Vide : des chiffres seulement.",
            "barcode_digits": "Avec des zéros devant : 6 donne 000123. Aucune clé de contrôle n’est ajoutée.",
            "barcode_next": "Un numéro déjà pris est sauté.",
            "call_number_scheme": "Au choix, avec du texte autour : "
            + ", ".join(f"{{{name}}} ({what})" for name, what in numbering.PARTS.items())
            + ". Vide : rien n’est proposé.",
            "call_number_letters": "3 : « L’Âne » donne ANE.",
        }

    # title, first field of each part of the page
    _PARTS = (
        ("La ludothèque", "name"),
        ("Prêts et nouveautés", "loan_days"),
        ("Codes-barres à donner", "barcode_prefix"),
        ("Cotes", "call_number_scheme"),
    )

    @property
    def sections(self) -> list[tuple[str, list]]:
        """The fields in the parts of the page."""
        begins = {name: title for title, name in self._PARTS}
        found: list[tuple[str, list]] = []
        for field in self.visible_fields():
            if field.name in begins:
                found.append((begins[field.name], []))
            found[-1][1].append(field)
        return found

    def clean_new_days(self):
        return self._between("new_days", 1, 3650)

    def clean_barcode_prefix(self):
        prefix = "".join(self.cleaned_data["barcode_prefix"].split())
        if prefix and not scanner.can_be_code(f"{prefix}1"):
            raise forms.ValidationError("Un préfixe n’a que des lettres, des chiffres et - . / _ + $ % :")
        return prefix

    def clean_barcode_digits(self):
        return self._between("barcode_digits", *BARCODE_DIGITS)

    def clean_barcode_next(self):
        return self._between("barcode_next", 1, 10**15)

    def clean_call_number_letters(self):
        return self._between("call_number_letters", *CALL_NUMBER_LETTERS)

    def clean_call_number_scheme(self):
        scheme = self.cleaned_data["call_number_scheme"]
        unknown = numbering.unknown_parts(scheme)
        if unknown or "{" in numbering.without_parts(scheme) or "}" in numbering.without_parts(scheme):
            known = ", ".join(f"{{{name}}}" for name in numbering.PARTS)
            what = f"« {{{unknown[0]}}} » ne veut rien dire" if unknown else "Une accolade est seule"
            raise forms.ValidationError(f"{what}. Entre accolades : {known}.")
        return scheme

    def _between(self, name: str, least: int, most: int) -> int:
        value = self.cleaned_data[name]
        if not least <= value <= most:
            raise forms.ValidationError(f"Entre {least} et {most}.")
        return value

    def clean_name(self):
        return sense.visible(self.cleaned_data["name"])

    def clean_max_loans(self):
        most = self.cleaned_data["max_loans"]
        if most is not None and most > 999:
            raise forms.ValidationError("Au plus 999. Sans limite, videz la case.")
        return most

    def clean_loan_days(self):
        days = self.cleaned_data["loan_days"]
        if not 1 <= days <= 365:
            raise forms.ValidationError("Entre 1 et 365 jours.")
        return days


class OpeningForm(forms.ModelForm):
    class Meta:
        model = OpeningPeriod
        fields = ["weekday", "opens_at", "closes_at"]
        widgets = {"opens_at": TIME, "closes_at": TIME}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["weekday"].choices = [("", "choisir un jour"), *self.fields["weekday"].choices[1:]]

    def clean(self):
        values = super().clean() or self.cleaned_data
        opens, closes = values.get("opens_at"), values.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error("closes_at", "On fermerait avant d’ouvrir. Corrigez une des heures.")
        return values


class OpeningFormSet(forms.BaseFormSet):
    """The week as it is to be: rows by what they say, for in a second tab they may be others by now."""

    def clean(self):
        """No two periods of a day overlap."""
        super().clean()
        periods: list[tuple] = []
        for form in self.forms:
            values = getattr(form, "cleaned_data", None)
            if (
                not values
                or values.get("DELETE")
                or not {"weekday", "opens_at", "closes_at"} <= values.keys()
            ):
                continue
            periods.append((values["weekday"], values["opens_at"], values["closes_at"], form))
        periods.sort(key=lambda period: period[:3])
        for before, after in pairwise(periods):
            if before[0] == after[0] and after[1] < before[2]:
                after[3].add_error("opens_at", "Cette plage en recouvre une autre du même jour.")

    @property
    def periods(self) -> list[tuple]:
        """(weekday, opens at, closes at) of each row that stays."""
        return [
            (values["weekday"], values["opens_at"], values["closes_at"])
            for values in self.cleaned_data
            if values and not values.get("DELETE")
        ]


Openings = forms.formset_factory(OpeningForm, formset=OpeningFormSet, extra=2, max_num=40, can_delete=True)
