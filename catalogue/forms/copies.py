"""Boxes: one to change, several to add."""

from django import forms

from catalogue.forms import sense
from catalogue.forms.inputs import DATE, TYPED
from catalogue.models import Copy, CopyState
from catalogue.services import new_copies

_OF_ONE_BOX = ("barcode", "state_reason", "withdrawn_reason", "withdrawn_on")
REASONS = ("abîmé", "incomplet", "en double", "donné", "vendu", "jamais rendu", "plus aux normes")


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
            "state_reason",
            "withdrawn_reason",
            "withdrawn_on",
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
            "withdrawn_on": DATE,
            "withdrawn_reason": forms.TextInput(attrs={"list": "reasons", "autocomplete": "off"}),
            "supplier": forms.TextInput(attrs={"list": "suppliers", "autocomplete": "off"}),
            "condition": forms.Textarea(attrs={"rows": 3}),
        }
        help_texts = {
            "barcode": "Scannez-le ou tapez-le ; les zéros du début comptent.",
            "state_reason": "Pour une boîte qui reste ici : coin déchiré, confiture…",
            "withdrawn_reason": "Pour une boîte retirée : abîmée, donnée, en double…",
            "withdrawn_on": "Vide : aujourd’hui.",
            "on_site_only": "La boîte ne sort pas de la ludothèque.",
        }

    field_order: tuple[str, ...] = ("barcode", "call_number", "section_name", "site_name")

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

    def clean_withdrawn_on(self):
        return sense.past(self.cleaned_data["withdrawn_on"])

    def clean_section_name(self):
        name = self.cleaned_data["section_name"]
        return name and sense.visible(name)

    def clean_site_name(self):
        name = self.cleaned_data["site_name"]
        return name and sense.visible(name)

    def clean(self):
        """A box leaves for a reason; one that is back has none any more."""
        values = super().clean() or self.cleaned_data
        if values.get("state") in (CopyState.IN_SERVICE, CopyState.WITHDRAWN):
            values["state_reason"] = ""
        if values.get("state") != CopyState.WITHDRAWN:
            values |= {"withdrawn_reason": "", "withdrawn_on": None}
        elif not values.get("withdrawn_reason", "").strip():
            self.add_error("withdrawn_reason", "Dites pourquoi la boîte part : abîmée, donnée, en double…")
        return values

    def validate_unique(self):
        """The service refuses a barcode that is taken, and names who has it."""

    def values(self) -> dict:
        values = dict(self.cleaned_data)
        values["section"], values["site"] = values.pop("section_name"), values.pop("site_name")
        price = values.pop("price")
        values["price_cents"] = None if price is None else int(price * 100)
        return values


class NewCopiesForm(CopyForm):
    """Boxes of a record, alike but for their codes: one a line, and as many more as the library numbers."""

    codes = forms.CharField(
        label="Codes-barres à scanner",
        required=False,
        max_length=60 * new_copies.MOST,
        widget=forms.Textarea(attrs={"rows": 4, "class": "tabular", **TYPED}),
        help_text="Un par ligne : le scanneur va à la ligne tout seul. Les zéros du début comptent.",
    )
    generated = forms.IntegerField(
        label="Codes-barres à générer",
        required=False,
        min_value=0,
        max_value=new_copies.MOST,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    numbered_from = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)

    field_order = ("codes", "generated", "call_number", "section_name", "site_name")

    class Meta(CopyForm.Meta):
        fields = [name for name in CopyForm.Meta.fields if name not in _OF_ONE_BOX]

    def __init__(self, *args, next_code: str, **kwargs):
        super().__init__(*args, **kwargs)
        del self.fields["seen"]
        self.initial["numbered_from"] = next_code
        states = [choice for choice in CopyState.choices if choice[0] != CopyState.WITHDRAWN]
        self.fields["state"].choices = states
        self.fields["generated"].help_text = (
            f"Combien ? Le prochain code est {next_code}." if next_code else ""
        )

    def clean(self):
        values = super().clean()
        if "codes" not in values or "generated" not in values:
            return values
        lines = [line for line in values["codes"].splitlines() if line.strip()]
        wanted = len(lines) + (values["generated"] or 0)
        if not wanted:
            self.add_error("codes", "Scannez au moins un code, ou dites combien en générer.")
        elif wanted > new_copies.MOST:
            self.add_error("codes", f"Au plus {new_copies.MOST} exemplaires à la fois ; ici, {wanted}.")
        return values

    def values(self) -> dict:
        values = super().values()
        values["codes"] = [line for line in values["codes"].splitlines() if line.strip()]
        values["generated"] = values["generated"] or 0
        values["seen"] = values.pop("numbered_from") or None
        return values
