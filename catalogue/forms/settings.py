"""What the manager sets in the library's own row: one form for each page of the settings."""

from django import forms

from catalogue import numbering
from catalogue.forms import loan_policies, sense
from catalogue.forms.money import Euros
from catalogue.models import Library
from catalogue.models.library import BARCODE_DIGITS, CALL_NUMBER_LETTERS
from ludotheque import french_days, scanner


class SubjectForm(forms.ModelForm):
    """A part of the row; `seen` is what its writer had before her. LIMITS: least and most of a number."""

    LIMITS: dict[str, tuple[int, int]] = {}

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self):
        values = super().clean() or self.cleaned_data
        for name, (least, most) in self.LIMITS.items():
            value = values.get(name)
            if value is not None and not least <= value <= most:
                without = "" if self.fields[name].required else " Sans limite, videz la case."
                self.add_error(name, f"Entre {least} et {most}.{without}")
        return values

    @property
    def names(self) -> list[str]:
        """What of the row it sets."""
        return [name for name in self.fields if name != "seen"]


class LibraryForm(SubjectForm):
    class Meta:
        model = Library
        fields = ["name", "address", "phone", "email", "about", "membership", "legal"]
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
        }

    def clean_name(self):
        return sense.visible(self.cleaned_data["name"])

    def clean_phone(self):
        return sense.phone(self)


class StockForm(SubjectForm):
    LIMITS = {
        "new_days": (1, 3650),
        "barcode_digits": BARCODE_DIGITS,
        "barcode_next": (1, 10**15),
        "call_number_letters": CALL_NUMBER_LETTERS,
    }

    class Meta:
        model = Library
        fields = [
            "barcode_prefix",
            "barcode_digits",
            "barcode_next",
            "call_number_scheme",
            "call_number_letters",
            "new_days",
        ]
        help_texts = {
            "barcode_prefix": "« LUD » donne LUD000123. Vide : des chiffres seulement.",
            "barcode_digits": "Avec des zéros devant : 6 donne 000123. Aucune clé de contrôle n’est ajoutée.",
            "barcode_next": "Un numéro déjà pris est sauté.",
            "call_number_scheme": "Au choix, avec du texte autour : "
            + ", ".join(f"{{{name}}} ({what})" for name, what in numbering.PARTS.items())
            + ". Vide : rien n’est proposé.",
            "call_number_letters": "3 : « L’Âne » donne ANE.",
            "new_days": "Après, la boîte n’est plus dans les nouveautés.",
        }

    def clean_barcode_prefix(self):
        prefix = "".join(self.cleaned_data["barcode_prefix"].split())
        if prefix and not scanner.can_be_code(f"{prefix}1"):
            raise forms.ValidationError("Un préfixe n’a que des lettres, des chiffres et - . / _ + $ % :")
        return prefix

    def clean_call_number_scheme(self):
        scheme = self.cleaned_data["call_number_scheme"]
        unknown = numbering.unknown_parts(scheme)
        if unknown or "{" in numbering.without_parts(scheme) or "}" in numbering.without_parts(scheme):
            known = ", ".join(f"{{{name}}}" for name in numbering.PARTS)
            what = f"« {{{unknown[0]}}} » ne veut rien dire" if unknown else "Une accolade est seule"
            raise forms.ValidationError(f"{what}. Entre accolades : {known}.")
        return scheme


class LendingForm(SubjectForm):
    """What holds where no rule says otherwise."""

    LIMITS = loan_policies.LIMITS

    price_cents = Euros(
        required=False, least=0, label="Prix par prêt (€)", help_text="Vide : le prêt est gratuit."
    )
    late_cents = Euros(
        required=False,
        least=0,
        label="Par jour de retard (€)",
        help_text="Seuls les jours d’ouverture comptent : un jour fermé, personne ne peut rapporter de jeu.",
    )
    late_cap_cents = Euros(
        required=False, least=0, label="Retard, au plus (€)", help_text="Vide : pas de plafond."
    )

    class Meta:
        model = Library
        fields = [
            "loan_days",
            "max_loans",
            "max_renewals",
            "max_holds",
            "price_cents",
            "late_cents",
            "late_cap_cents",
            "subscription_required",
        ]
        help_texts = {
            "loan_days": "Le retour tombe sur le premier jour ouvert à partir de là.",
            "max_loans": "Vide : pas de limite.",
            "max_renewals": "0 : un prêt ne se prolonge pas. Vide : pas de limite.",
            "max_holds": "0 : pas de réservation. Vide : pas de limite.",
            "subscription_required": "Sinon, un foyer sans aucune adhésion notée emprunte aussi.",
        }

    def clean_price_cents(self):
        return self.cleaned_data["price_cents"] or 0

    def clean_late_cents(self):
        return self.cleaned_data["late_cents"] or 0


class CalendarForm(SubjectForm):
    holiday_region = forms.ChoiceField(
        label="Jours fériés de", required=False, choices=list(french_days.REGIONS.items())
    )
    school_zone = forms.ChoiceField(
        label="Zone de vacances scolaires",
        required=False,
        choices=[("", "aucune"), *french_days.ZONES.items()],
        help_text="La Corse et l’outre-mer ont leur calendrier : notez-y vos fermetures une à une.",
    )

    class Meta:
        model = Library
        fields = ["closed_on_holidays", "holiday_region", "school_zone", "closed_in_school_holidays"]
        help_texts = {
            "closed_in_school_holidays": (
                "Ouvert certains de ces jours ? Notez-les en ouvertures exceptionnelles, qui l’emportent."
            ),
        }

    def clean(self):
        values = super().clean()
        if values.get("closed_in_school_holidays") and not values.get("school_zone"):
            self.add_error("school_zone", "Pour fermer pendant les vacances, choisissez leur zone.")
        return values


class PrivacyForm(SubjectForm):
    LIMITS = {"history_months": (0, 120)}

    class Meta:
        model = Library
        fields = ["history_months"]
        help_texts = {
            "history_months": (
                "Après, on sait qu’une boîte est sortie et quand, mais plus chez qui. "
                "0 : dès la nuit suivante. Vide : rien ne s’efface ; la loi demande pourtant une durée."
            ),
        }


class DeskForm(SubjectForm):
    LIMITS = {"hold_days": (1, 60)}

    class Meta:
        model = Library
        fields = ["desk_sounds", "count_first", "hold_days"]
        help_texts = {
            "desk_sounds": "Un son court à chaque boîte scannée, différent quand elle est refusée.",
            "count_first": "Au retour, la boîte attend dans la liste « À compter ».",
            "hold_days": "Passé ce délai, le jeu mis de côté va au foyer suivant.",
        }
