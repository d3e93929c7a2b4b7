"""The rows under a record: people, categories, parts of the box, links. A row without a name is none."""

from django import forms
from django.core.validators import URLValidator
from django.urls import reverse_lazy

from catalogue.models.record import ContributionRole, LinkKind
from catalogue.partlist import LONGEST
from catalogue.services.authorities import read_category
from catalogue.services.parts import Part

MOST_PARTS = 500


def suggested(what: str, **attrs) -> forms.TextInput:
    """An input that proposes as one types; without a script a plain one."""
    address = reverse_lazy("record_suggest", args=[what])
    return forms.TextInput(attrs={"data-suggest": address, "autocomplete": "off", **attrs})


class PersonRow(forms.Form):
    name = forms.CharField(label="Nom", max_length=200, required=False, widget=suggested("personne"))
    role = forms.ChoiceField(label="Rôle", choices=ContributionRole, initial=ContributionRole.AUTHOR)


class CategoryRow(forms.Form):
    line = forms.CharField(label="Catégorie", max_length=300, required=False, widget=suggested("categorie"))

    def clean_line(self):
        line = self.cleaned_data["line"].strip()
        if line and read_category(line) is None:
            raise forms.ValidationError(
                "Aucun indice lisible. Écrivez « A 407 jeu de hasard », ou « [COL] … »."
            )
        return line


class PartRow(forms.Form):
    pk = forms.IntegerField(required=False, widget=forms.HiddenInput)
    quantity = forms.IntegerField(
        label="Nombre",
        required=False,
        min_value=1,
        max_value=999_999,
        error_messages={
            "min_value": "Le nombre commence à 1. Sans nombre, il reste inconnu.",
            "max_value": "999 999 au plus.",
        },
    )
    name = forms.CharField(label="Pièce", max_length=LONGEST, required=False)
    important = forms.BooleanField(label="Indispensable", required=False, initial=True)
    spare = forms.IntegerField(
        label="En réserve",
        required=False,
        min_value=0,
        max_value=999_999,
        error_messages={"min_value": "0 au moins.", "max_value": "999 999 au plus."},
    )

    def part(self) -> Part | None:
        """The part as the service takes it; None where its name was emptied."""
        name = " ".join(self.cleaned_data.get("name", "").split())
        if not name:
            return None
        values = self.cleaned_data
        return Part(name, values["quantity"], values["important"], values["spare"] or 0, values["pk"])


class PartRowsBase(forms.BaseFormSet):
    def clean(self):
        """No two parts bear one name: a box would be counted by neither."""
        seen = set()
        for row in self.forms:
            part = row.part() if row.is_valid() else None
            if part is None:
                continue
            if part.name in seen:
                row.add_error("name", f"« {part.name} » est écrit deux fois. Faites-en une seule ligne.")
            seen.add(part.name)

    @property
    def parts(self) -> list[Part]:
        return [part for row in self.forms if (part := row.part())]


class LinkRow(forms.Form):
    url = forms.CharField(
        label="Adresse",
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off"}),
    )
    label = forms.CharField(label="Ce qu’on y trouve", max_length=160, required=False)
    kind = forms.ChoiceField(label="Genre", choices=LinkKind, initial=LinkKind.PAGE)

    def clean_url(self):
        url = self.cleaned_data["url"].strip()
        try:
            if url:
                URLValidator(schemes=["http", "https"])(url)
        except forms.ValidationError as error:
            raise forms.ValidationError(
                f"« {url[:60]} » n’est pas une adresse. Elle commence par https://"
            ) from error
        return url


class LinkRowsBase(forms.BaseFormSet):
    @property
    def links(self) -> list[tuple[str, str, str]]:
        """(label, address, kind) of each; the address is its own label where there is none."""
        rows = [row.cleaned_data for row in self.forms]
        return [
            (row["label"].strip() or row["url"][:160], row["url"], row["kind"])
            for row in rows
            if row.get("url")
        ]


PeopleRows = forms.formset_factory(PersonRow, extra=2, max_num=40)
CategoryRows = forms.formset_factory(CategoryRow, extra=2, max_num=40)
PartRows = forms.formset_factory(PartRow, formset=PartRowsBase, extra=0, max_num=MOST_PARTS)
LinkRows = forms.formset_factory(LinkRow, formset=LinkRowsBase, extra=1, max_num=40)
