"""Forms of families: who they are, their subscriptions, their account."""

import datetime

from django import forms
from django.db.models import Q

from catalogue import membership
from catalogue.forms import sense
from catalogue.forms.inputs import DATE, TYPED
from catalogue.forms.money import Euros
from catalogue.labels import grids
from catalogue.models import Household, LedgerKind, Member, SubscriptionType
from catalogue.policy import french_date
from catalogue.services import ledger
from ludotheque.money import euros


class HouseholdFacts(forms.ModelForm):
    class Meta:
        model = Household
        fields = ["name", "kind", "category", "email", "phone", "address", "notes"]
        widgets = {
            "address": forms.Textarea(attrs={"rows": 3}),
            "notes": forms.Textarea(attrs={"rows": 3}),
        }
        help_texts = {
            "name": "Comme on l’appelle à l’accueil : « Famille Martin ».",
            "notes": "Seule l’équipe les lit.",
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["category"].empty_label = "aucune"

    def clean_name(self):
        return sense.visible(self.cleaned_data["name"])

    def clean_phone(self):
        return sense.phone(self)


class HouseholdForm(HouseholdFacts):
    """A family that somebody else may change meanwhile."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)


class NewHouseholdForm(HouseholdFacts):
    """A family that may be inscribed already, by its e-mail or telephone, is asked about."""

    another = forms.BooleanField(label="Oui, une autre famille", required=False, widget=forms.HiddenInput)

    def clean(self):
        values = super().clean() or self.cleaned_data
        another = values.pop("another", False)
        email, phone = values.get("email"), values.get("phone")
        same = Q(email__iexact=email) if email else Q(pk=None)
        same |= Q(phone=phone) if phone else Q(pk=None)
        known = None if another else Household.objects.filter(same).order_by("pk").first()
        if known:
            self.fields["another"].widget = forms.CheckboxInput()
            what = "ce courriel" if email and known.email.lower() == email.lower() else "ce téléphone"
            then = "Voyez sa fiche, ou cochez pour en inscrire une autre."
            self.add_error("another", f"« {known.name} » est déjà inscrite avec {what}. {then}")
        return values


class MemberForm(forms.ModelForm):
    """A person of a household, with a card for a new one."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    card = forms.CharField(
        label="Carte",
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs=TYPED),
        help_text="Scannez-la ou tapez son code. Vide : pas encore de carte, la fiche du foyer en donne une.",
    )

    class Meta:
        model = Member
        fields = ["first_name", "last_name", "birth_date", "email", "phone"]
        widgets = {"birth_date": DATE}

    def clean_first_name(self):
        return sense.visible(self.cleaned_data["first_name"])

    def clean_last_name(self):
        return sense.visible(self.cleaned_data["last_name"])

    def clean_phone(self):
        return sense.phone(self)

    def clean_birth_date(self):
        return sense.past(self.cleaned_data["birth_date"])


class CardForm(forms.Form):
    barcode = forms.CharField(
        label="Carte",
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs=TYPED),
        help_text="Vide : un numéro est donné.",
    )


class CardsForm(forms.Form):
    """A sheet of cards."""

    start = forms.IntegerField(
        label="Première place",
        initial=1,
        help_text="Pour finir une feuille entamée : de 1, en haut à gauche, à 10.",
    )
    outline = forms.BooleanField(
        label="Tracer le bord des cartes, pour les couper", required=False, initial=True
    )
    number = forms.BooleanField(label="Donner une carte aux foyers qui n’en ont pas", required=False)

    def clean_start(self):
        start = self.cleaned_data["start"]
        if not 1 <= start <= grids.CARDS.count:
            raise forms.ValidationError(f"Entre 1 et {grids.CARDS.count}.")
        return start


class SubscribeForm(forms.Form):
    """Which subscription, told with its price and its days; `debut` is the first day that was told."""

    formule = forms.ModelChoiceField(
        label="Formule",
        queryset=SubscriptionType.objects.none(),
        empty_label=None,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choisissez une formule.",
            "invalid_choice": "Cette formule n’est plus proposée. Choisissez-en une autre.",
        },
    )
    debut = forms.DateField(widget=forms.HiddenInput)
    adherent = forms.IntegerField(required=False, widget=forms.HiddenInput)  # who waits at the desk
    encore = forms.BooleanField(label="Oui, encore une adhésion", required=False)

    def __init__(
        self,
        *args,
        starts_on: datetime.date,
        last: SubscriptionType | None,
        household,
        sold: str = "",
        **kwargs,
    ):
        """`sold`: what was sold to the family today already; another one is to be meant."""
        super().__init__(*args, **kwargs)
        if sold:
            self.fields["encore"].help_text = f"{sold}."
        else:
            del self.fields["encore"]
        self.initial["debut"] = starts_on.isoformat()
        offered = SubscriptionType.objects.filter(Q(offered=True)).order_by("price_cents", "name")
        field = self.fields["formule"]
        field.queryset = offered  # type: ignore[attr-defined]
        field.label_from_instance = lambda one: self._told(one, starts_on)  # type: ignore[attr-defined]
        self.offered = list(offered)
        likely = [one for one in self.offered if last and one.pk == last.pk]
        likely += [
            one for one in self.offered if household.category_id and one.category_id == household.category_id
        ]
        self.initial["formule"] = next((one.pk for one in likely + self.offered), None)

    @staticmethod
    def _told(one: SubscriptionType, starts_on: datetime.date) -> str:
        price = euros(one.price_cents) if one.price_cents else "gratuite"
        until = french_date(membership.last_day(starts_on, one.months))
        return f"{one.name}\u202f: {price}, jusqu’au {until}"


class SubscriptionForm(forms.Form):
    """The days of a subscription, as they are to be."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    starts_on = forms.DateField(label="Premier jour", required=False, widget=DATE)
    ends_on = forms.DateField(
        label="Dernier jour",
        required=False,
        widget=DATE,
        help_text="Compris. Vide : l’adhésion ne finit pas.",
    )

    def clean_starts_on(self):
        return sense.near(self.cleaned_data["starts_on"])

    def clean_ends_on(self):
        return sense.near(self.cleaned_data["ends_on"])

    def clean(self):
        values = super().clean() or self.cleaned_data
        first, last = values.get("starts_on"), values.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", "L’adhésion finirait avant de commencer. Corrigez une des dates.")
        return values


class PaymentForm(forms.Form):
    """Money taken; the button pressed says how. `vu` is the last line that stood on the page."""

    vu = forms.IntegerField(widget=forms.HiddenInput)
    adherent = forms.IntegerField(required=False, widget=forms.HiddenInput)  # who waits at the desk
    amount = Euros(label="Montant reçu", error_messages={"required": "Dites combien."})
    note = forms.CharField(label="Précision", max_length=200, required=False)
    # asked for where more is paid than owed
    avance = forms.BooleanField(
        label="Oui, la différence reste en avance", required=False, widget=forms.HiddenInput
    )


class RefundForm(forms.Form):
    """An advance handed back; the button pressed says how."""

    vu = forms.IntegerField(widget=forms.HiddenInput)
    amount = Euros(label="Montant rendu", error_messages={"required": "Dites combien."})
    note = forms.CharField(label="Précision", max_length=200, required=False)


class ChargeForm(forms.Form):
    """Something more that the family owes."""

    vu = forms.IntegerField(widget=forms.HiddenInput)
    kind = forms.ChoiceField(label="Pour", choices=[(kind.value, kind.label) for kind in ledger.CHARGES])
    amount = Euros(label="Montant dû", error_messages={"required": "Dites combien."})
    note = forms.CharField(label="Libellé", max_length=200, required=False)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.initial.setdefault("kind", LedgerKind.OTHER)


class DaysForm(forms.Form):
    """From one day to another."""

    du = forms.DateField(label="Du", widget=DATE)
    au = forms.DateField(label="Au", widget=DATE)

    def clean_du(self):
        return sense.near(self.cleaned_data["du"])

    def clean_au(self):
        return sense.near(self.cleaned_data["au"])

    def clean(self):
        values = super().clean() or self.cleaned_data
        if "du" in values and "au" in values and values["au"] < values["du"]:
            self.add_error("au", "Le dernier jour vient avant le premier. Corrigez un des deux.")
        return values
