"""Amounts as people type them: « 12,50 »."""

from django import forms

from ludotheque import money


class Euros(forms.Field):
    """An amount in euros, kept as whole cents; from one cent up unless nothing may be asked too."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "class": "tabular"})

    def __init__(self, *, least: int = 1, most: int = money.MOST, **kwargs):
        super().__init__(**kwargs)
        self.least, self.most = least, most

    def prepare_value(self, value):
        return money.plain(value) if isinstance(value, int) else value

    def to_python(self, value) -> int | None:
        if value in self.empty_values:
            return None
        cents = money.cents(str(value))
        if cents is None:
            raise forms.ValidationError("Écrivez un montant en euros : 12,50.")
        if not self.least <= cents <= self.most:
            raise forms.ValidationError(
                f"Entre {money.euros(self.least)} et {money.euros(self.most)}. Vérifiez le montant."
            )
        return cents

    def has_changed(self, initial, data) -> bool:
        try:
            return initial != self.to_python(data)
        except forms.ValidationError:
            return True
