"""The form of one rule of lending."""

from django import forms

from catalogue.forms.money import Euros
from catalogue.models import LoanPolicy
from catalogue.policy.terms import NAMES

LIMITS = {"loan_days": (1, 365), "max_loans": (0, 999), "max_renewals": (0, 99), "max_holds": (0, 99)}


class LoanPolicyForm(forms.ModelForm):
    """For whom and where, and what it says; what is empty a more general rule says."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    price_cents = Euros(required=False, least=0, label="Prix par prêt (€)", help_text="0 : gratuit.")
    late_cents = Euros(
        required=False, least=0, label="Par jour de retard (€)", help_text="Les jours d’ouverture seulement."
    )
    late_cap_cents = Euros(required=False, least=0, label="Retard, au plus (€)")

    class Meta:
        model = LoanPolicy
        fields = [
            "category",
            "section",
            "site",
            "max_loans",
            "loan_days",
            "max_renewals",
            "max_holds",
            "price_cents",
            "late_cents",
            "late_cap_cents",
        ]
        help_texts = {
            "max_loans": (
                "Avec une section ou un site, seules leurs boîtes comptent ; "
                "le total du foyer vaut toujours aussi."
            ),
            "loan_days": "Le retour tombe sur le premier jour ouvert à partir de là.",
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for name, every in (
            ("category", "toutes les catégories"),
            ("section", "toutes les sections"),
            ("site", "tous les sites"),
        ):
            self.fields[name].empty_label = every

    def clean(self):
        values = super().clean() or self.cleaned_data
        for name, (least, most) in LIMITS.items():
            value = values.get(name)
            if value is not None and not least <= value <= most:
                self.add_error(name, f"Entre {least} et {most}, ou rien.")
        if not self.errors:
            if not any(values[name] for name in ("category", "section", "site")):
                self.add_error(
                    None,
                    "Pour tout le monde et partout, réglez « Partout ailleurs » : c’est là que cela se dit.",
                )
            elif all(values[name] is None for name in NAMES):
                self.add_error(None, "Cette règle ne dit rien : remplissez au moins une case.")
        return values

    @property
    def whom(self) -> list:
        return [self[name] for name in ("category", "section", "site")]

    @property
    def what(self) -> list:
        return [self[name] for name in NAMES]
