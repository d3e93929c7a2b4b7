"""Forms of the settings: categories of members, kinds of subscriptions."""

from django import forms

from catalogue.forms import sense
from catalogue.forms.money import Euros
from catalogue.models import MemberCategory, SubscriptionType

LONGEST = 120  # months


class MemberCategoryForm(forms.ModelForm):
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = MemberCategory
        fields = ["name"]
        help_texts = {"name": "Par exemple « Famille », « Assistante maternelle », « École »."}

    def clean_name(self):
        return sense.visible(self.cleaned_data["name"])

    def validate_unique(self):
        """The service says it, in the same words as for two that come at once."""


class SubscriptionTypeForm(forms.ModelForm):
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    price_cents = Euros(label="Prix", least=0, help_text="En euros. 0 : gratuite.")

    class Meta:
        model = SubscriptionType
        fields = ["name", "price_cents", "months", "category", "offered"]
        help_texts = {
            "name": "Par exemple « Famille, un an ».",
            "months": "12 : un an.",
            "category": "Le foyer qui la prend devient de cette catégorie.",
            "offered": "Une formule qui ne l’est plus reste à ceux qui l’ont.",
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["category"].empty_label = "aucune\u202f: la sienne reste"

    def clean_name(self):
        return sense.visible(self.cleaned_data["name"])

    def clean_months(self):
        months = self.cleaned_data["months"]
        if not 1 <= months <= LONGEST:
            raise forms.ValidationError(f"Entre 1 et {LONGEST} mois.")
        return months

    def validate_unique(self):
        """As for a category."""
