"""The plain forms of the staff: copies, families, the library itself."""

from itertools import pairwise

from django import forms

from catalogue.forms import sense
from catalogue.models import Copy, Household, Library, Member, OpeningPeriod

DATE = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
TIME = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
TYPED = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class CopyForm(forms.ModelForm):
    """A box; `price` is in euros, kept in cents; a section or a site that is new is made with it."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    section_name = forms.CharField(
        label="Section",
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"list": "sections", "autocomplete": "off"}),
        help_text="Choisissez dans la liste, ou tapez un nouveau nom.",
    )
    site_name = forms.CharField(
        label="Localisation",
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"list": "sites", "autocomplete": "off"}),
        help_text="Où la boîte se trouve. Choisissez, ou tapez un nouveau nom.",
    )

    price = forms.DecimalField(
        label="Prix (€)", required=False, min_value=0, max_value=100_000, decimal_places=2
    )

    class Meta:
        model = Copy
        fields = [
            "barcode",
            "call_number",
            "state",
            "withdrawn_reason",
            "on_site_only",
            "wear",
            "condition",
            "acquired_how",
            "acquired_on",
            "supplier",
        ]
        widgets = {
            "barcode": forms.TextInput(attrs=TYPED),
            "acquired_on": DATE,
            "condition": forms.Textarea(attrs={"rows": 3}),
        }
        help_texts = {
            "barcode": "Scannez-le ou tapez-le ; les zéros du début comptent.",
            "withdrawn_reason": "Pour une boîte retirée : abîmée, donnée, en double…",
            "on_site_only": "La boîte ne sort pas de la ludothèque.",
        }

    field_order = ("barcode", "call_number", "section_name", "site_name")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for name in ("wear", "acquired_how"):
            self.fields[name].choices = [("", "non noté"), *self.fields[name].choices[1:]]
        for name in ("section", "site"):
            place = getattr(self.instance, name)
            if place:
                self.initial[f"{name}_name"] = place.name
        if self.instance.price_cents is not None:
            self.initial["price"] = f"{self.instance.price_cents / 100:.2f}"

    def clean_acquired_on(self):
        return sense.near(self.cleaned_data["acquired_on"])

    def clean_section_name(self):
        name = self.cleaned_data["section_name"]
        return name and sense.visible(name)

    def clean_site_name(self):
        name = self.cleaned_data["site_name"]
        return name and sense.visible(name)

    def validate_unique(self):
        """The service refuses a barcode that is taken, and names who has it."""

    def values(self) -> dict:
        values = dict(self.cleaned_data)
        values["section"], values["site"] = values.pop("section_name"), values.pop("site_name")
        price = values.pop("price")
        values["price_cents"] = None if price is None else int(price * 100)
        return values


class HouseholdForm(forms.ModelForm):
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Household
        fields = ["name", "email", "phone", "address", "subscribed_from", "subscribed_until", "notes"]
        widgets = {
            "subscribed_from": DATE,
            "subscribed_until": DATE,
            "address": forms.Textarea(attrs={"rows": 3}),
            "notes": forms.Textarea(attrs={"rows": 3}),
        }
        help_texts = {
            "name": "Comme on l’appelle à l’accueil : « Famille Martin ».",
            "subscribed_until": "Dernier jour compris. Vide : l’adhésion ne finit pas.",
            "notes": "Seule l’équipe les lit.",
        }

    def clean_name(self):
        return sense.visible(self.cleaned_data["name"])

    def clean_subscribed_from(self):
        return sense.near(self.cleaned_data["subscribed_from"])

    def clean_subscribed_until(self):
        return sense.near(self.cleaned_data["subscribed_until"])

    def clean(self):
        values = super().clean() or self.cleaned_data
        first, last = values.get("subscribed_from"), values.get("subscribed_until")
        if first and last and last < first:
            self.add_error(
                "subscribed_until", "L’adhésion finirait avant de commencer. Corrigez une des dates."
            )
        return values


class MemberForm(forms.ModelForm):
    """A person of a household, with a card for a new one."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    card = forms.CharField(
        label="Carte",
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs=TYPED),
        help_text="Scannez-la ou tapez son code.",
    )

    class Meta:
        model = Member
        fields = ["first_name", "last_name", "birth_date"]
        widgets = {"birth_date": DATE}

    def clean_first_name(self):
        return sense.visible(self.cleaned_data["first_name"])

    def clean_last_name(self):
        return sense.visible(self.cleaned_data["last_name"])

    def clean_birth_date(self):
        return sense.past(self.cleaned_data["birth_date"])


class CardForm(forms.Form):
    barcode = forms.CharField(label="Carte", max_length=40, widget=forms.TextInput(attrs=TYPED))


class LibraryForm(forms.ModelForm):
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
        }

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


class OpeningFormSet(forms.BaseInlineFormSet):
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

    def get_unique_error_message(self, unique_check):
        return "Deux plages commencent à la même heure, le même jour."


Openings = forms.inlineformset_factory(
    Library, OpeningPeriod, form=OpeningForm, formset=OpeningFormSet, extra=2, max_num=40, can_delete=True
)
