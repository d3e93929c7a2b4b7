"""What a batch changes: each field is left as it is unless something is chosen."""

from typing import ClassVar

from django import forms

from catalogue.forms import sense
from catalogue.forms.copies import REASONS
from catalogue.forms.inputs import DATE
from catalogue.models import Acquisition, BatchKind, Category, CopyState, Publisher, Section, Site, Wear
from catalogue.services import authorities
from catalogue.services.batches import Changes

_SAME = ("", "ne pas changer")
_NONE = "0"
_EMPTIED = (_NONE, "vider ce champ")


def _choice(label: str, choices) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, required=False, choices=[_SAME, *choices])


class BatchForm(forms.Form):
    """`changes()` has what was chosen, with the words for it. What has no list to choose from is emptied by a
    tick: `EMPTY` says as what each such field is kept, and what it holds when it holds nothing."""

    EMPTY: ClassVar[dict[str, tuple[str, str | None]]] = {}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["emptied"] = forms.MultipleChoiceField(
            label="Vider ces champs",
            required=False,
            widget=forms.CheckboxSelectMultiple,
            choices=[(name, self.fields[name].label) for name in self.EMPTY],
        )

    def clean(self):
        values = super().clean() or self.cleaned_data
        for name in values.get("emptied", ()):
            if values.get(name) not in (None, ""):
                self.add_error(name, "Donnez une valeur, ou videz le champ : l’un des deux.")
        if not self.errors and not self._given():
            raise forms.ValidationError("Choisissez au moins une chose à changer.")
        return values

    def changes(self) -> Changes:
        raise NotImplementedError  # a form's metaclass leaves no room for an abstract class

    def _given(self) -> dict:
        return {name: value for name, value in self.cleaned_data.items() if value not in (None, "", [])}

    def _emptied(self) -> dict[str, str | None]:
        return dict(self.EMPTY[name] for name in self.cleaned_data["emptied"])

    def _asked(self) -> tuple[tuple[str, str], ...]:
        said = []
        for name, field in self.fields.items():
            value = self.cleaned_data.get(name)
            if name == "emptied":
                said += [(str(self.fields[one].label), "vidé") for one in value or ()]
                continue
            if value in (None, ""):
                continue
            if isinstance(field, forms.ChoiceField):
                value = dict(self[name].field.choices).get(value, value)
                value = "vidé" if value == _EMPTIED[1] else value
            elif isinstance(field, forms.DateField):
                value = value.strftime("%d/%m/%Y")
            elif isinstance(field, forms.DecimalField):
                value = f"{value:.2f} €".replace(".", ",")
            said.append((str(field.label), str(value)))
        return tuple(said)


class CopiesForm(BatchForm):
    section = _choice("Section", [])
    site = _choice("Localisation", [])
    state = _choice("État", CopyState.choices)
    withdrawn_reason = forms.CharField(
        label="Motif du retrait",
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"list": "reasons", "autocomplete": "off"}),
        help_text="Pour l’état « Retiré » : abîmé, donné, en double…",
    )
    on_site_only = _choice("À jouer sur place", [("1", "oui"), ("0", "non")])
    wear = _choice("État de conservation", [_EMPTIED, *Wear.choices])
    acquired_how = _choice("Mode d’acquisition", [_EMPTIED, *Acquisition.choices])
    acquired_on = forms.DateField(label="Acquis le", required=False, widget=DATE)
    supplier = forms.CharField(label="Fournisseur", max_length=160, required=False)
    price = forms.DecimalField(
        label="Prix (€)", required=False, min_value=0, max_value=100_000, decimal_places=2
    )
    EMPTY: ClassVar = {
        "acquired_on": ("acquired_on", None),
        "supplier": ("supplier", ""),
        "price": ("price_cents", None),
    }
    reasons = REASONS

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for name, model in (("section", Section), ("site", Site)):
            rows = [(str(pk), text) for pk, text in model.objects.values_list("pk", "name")[:500]]
            self.fields[name].choices = [_SAME, _EMPTIED, *rows]

    def clean_acquired_on(self):
        return sense.near(self.cleaned_data["acquired_on"])

    def clean(self):
        values = super().clean() or self.cleaned_data
        leaves, reason = values.get("state") == CopyState.WITHDRAWN, values.get("withdrawn_reason")
        if leaves and not reason:
            self.add_error("withdrawn_reason", "Dites pourquoi ces boîtes partent.")
        if reason and not leaves:
            self.add_error("state", "Un motif ne va qu’avec l’état « Retiré ».")
        return values

    def changes(self) -> Changes:
        values: dict = self._emptied()
        for name, value in self._given().items():
            if name == "emptied":
                continue
            if name in ("section", "site"):
                values[f"{name}_id"] = int(value) or None
            elif name == "on_site_only":
                values[name] = value == "1"
            elif name == "price":
                values["price_cents"] = int(value * 100)
            elif name == "acquired_on":
                values[name] = value.isoformat()
            elif name in ("wear", "acquired_how"):
                values[name] = "" if value == _NONE else value
            else:
                values[name] = value
        return Changes(values=values, asked=self._asked())


class RecordsForm(BatchForm):
    publisher = forms.CharField(
        label="Éditeur",
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"list": "publishers", "autocomplete": "off"}),
        help_text="Un éditeur qui est déjà dans les autorités, sous n’importe quelle forme.",
    )
    add = forms.CharField(
        label="Catégorie à ajouter",
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"list": "categories", "autocomplete": "off"}),
        help_text="« A 407 », « [COL] … » ou « [Indice] R refl AD ».",
    )
    remove = forms.CharField(
        label="Catégorie à enlever",
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"list": "categories", "autocomplete": "off"}),
    )
    draft = _choice("Brouillon", [("1", "oui : cachée du public"), ("0", "non : montrée à tous")])
    document_type = forms.CharField(label="Type de document", max_length=120, required=False)
    EMPTY: ClassVar = {"publisher": ("publisher_id", None), "document_type": ("document_type", "")}

    def clean_publisher(self):
        form = self.cleaned_data["publisher"].strip()
        if not form:
            return ""
        known = authorities.known_publisher(form)
        if known is None:
            raise forms.ValidationError(
                f"Aucun éditeur ne s’appelle « {form} ». Ajoutez-le d’abord dans les autorités."
            )
        return known

    def clean_add(self):
        return self._category("add")

    def clean_remove(self):
        return self._category("remove")

    def _category(self, name: str) -> Category | str:
        text = self.cleaned_data[name].strip()
        if not text:
            return ""
        parts = authorities.read_category(text)
        known = parts and authorities.known_category(scheme=parts.scheme, notation=parts.notation)
        if not known:
            raise forms.ValidationError(
                f"Aucune catégorie « {text} ». Choisissez dans la liste, ou ajoutez-la dans les autorités."
            )
        return known

    def changes(self) -> Changes:
        given = self._given()
        values: dict = self._emptied()
        if "publisher" in given:
            values["publisher_id"] = given["publisher"].pk
        if "draft" in given:
            values["draft"] = given["draft"] == "1"
        if "document_type" in given:
            values["document_type"] = given["document_type"]
        return Changes(
            values=values,
            add=frozenset({given["add"].pk} if "add" in given else ()),
            remove=frozenset({given["remove"].pk} if "remove" in given else ()),
            asked=self._asked(),
        )

    @property
    def publisher_names(self):
        return Publisher.objects.values_list("name", flat=True)[:500]

    @property
    def category_lines(self):
        return [one.line for one in Category.objects.all()[:500]]


OF = {BatchKind.COPIES: CopiesForm, BatchKind.RECORDS: RecordsForm}
