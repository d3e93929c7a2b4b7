"""The names that many share: their form, their other forms."""

from django import forms
from django.core.validators import MaxLengthValidator

from catalogue.forms import sense
from catalogue.kinds import Kind
from catalogue.models import Category
from catalogue.services.authorities import read_category


class NameForm(forms.Form):
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(label="Forme retenue", widget=forms.TextInput(attrs={"autocomplete": "off"}))
    forms_text = forms.CharField(
        label="Autres formes",
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Une par ligne : la recherche et les imports les reconnaissent.",
    )

    def __init__(self, *args, kind: Kind, **kwargs):
        super().__init__(*args, **kwargs)
        longest = kind.model.name.field.max_length
        self.fields["name"].validators.append(MaxLengthValidator(longest))
        self.fields["name"].widget.attrs["maxlength"] = longest

    def clean_name(self):
        return sense.visible(self.cleaned_data["name"])

    @property
    def lines(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["forms_text"].splitlines() if line.strip()]


class CategoryForm(forms.ModelForm):
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Category
        fields = ["notation", "label", "facet", "family"]
        help_texts = {
            "notation": "L’ancien indice reste connu : son adresse et les imports mènent ici.",
            "family": "Elle donne la couleur et le dessin des boîtes.",
        }

    def clean_notation(self):
        notation = " ".join(self.cleaned_data["notation"].split())
        if not Category.code_of(notation):
            raise forms.ValidationError("Cet indice n’a ni lettre ni chiffre.")
        return notation


class NewForm(forms.Form):
    """A new name; for a category its whole line."""

    name = forms.CharField(max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args, kind: Kind, **kwargs):
        super().__init__(*args, **kwargs)
        self.kind = kind

    def clean_name(self):
        name = sense.visible(self.cleaned_data["name"])
        if self.kind.model is Category and read_category(name) is None:
            raise forms.ValidationError(
                "Aucun indice lisible. Écrivez « A 407 jeu de hasard », ou « [COL] … »."
            )
        return name
