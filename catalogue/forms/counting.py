"""What people say of pieces: how many are in the box, which are missing, what one asks for them."""

from collections.abc import Iterable

from django import forms

from catalogue.models import Copy, CopyState, Loan
from catalogue.queries.counting import Part
from catalogue.services.piece_charges import MOST_CENTS
from ludotheque.money import cents, euros

OTHER = "autre"


class CountForm(forms.Form):
    """How many of each part were found. `tout`: all that was known to be there is; what the fields say does
    not count then."""

    vu = forms.IntegerField(min_value=0, max_value=2**63 - 1, widget=forms.HiddenInput)
    pret = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)
    tout = forms.CharField(required=False, max_length=1)
    inconnu = forms.BooleanField(label="On ne sait pas depuis quel prêt", required=False)

    def __init__(self, *args, parts: Iterable[Part], **kwargs):
        super().__init__(*args, **kwargs)
        self.parts = list(parts)
        for part in self.parts:
            self.fields[f"piece-{part.id}"] = forms.IntegerField(
                label=part.name, required=False, min_value=0, max_value=part.whole
            )

    def found(self) -> dict[int, int]:
        """Part → how many there are; an empty field says nothing new."""
        if self.cleaned_data["tout"]:
            return {part.id: part.expected for part in self.parts}
        told = {part.id: self.cleaned_data.get(f"piece-{part.id}") for part in self.parts}
        return {pk: number for pk, number in told.items() if number is not None}


class StateForm(forms.Form):
    """A state that the desk notes of a box, and why."""

    etat = forms.ChoiceField(
        label="État",
        choices=[
            (one.value, one.label)
            for one in CopyState
            if one not in (CopyState.WITHDRAWN, CopyState.TO_COUNT)
        ],
    )
    motif = forms.CharField(label="Motif", required=False, max_length=200)

    def state(self) -> CopyState:
        return CopyState(self.cleaned_data["etat"])


class MissingForm(forms.Form):
    """A part that is missing, or something that stands on no list; how many; since which loan."""

    piece = forms.ChoiceField(label="Pièce")
    nom = forms.CharField(label="Quelle autre pièce ?", required=False, max_length=160)
    nombre = forms.IntegerField(
        label="Combien en manque-t-il ?",
        min_value=1,
        max_value=10_000,
        initial=1,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    depuis = forms.ChoiceField(label="Depuis quel prêt ?", required=False)
    indispensable = forms.BooleanField(label="On ne peut pas jouer sans", required=False)

    def __init__(self, *args, copy: Copy, parts: Iterable[Part], loans: Iterable[tuple[Loan, str]], **kwargs):
        super().__init__(*args, **kwargs)
        choices = [(str(part.id), part.name) for part in parts]
        self.fields["piece"].choices = [*choices, (OTHER, "Autre chose")]
        self.fields["depuis"].choices = [
            ("", "On ne sait pas"),
            *((str(one.pk), said) for one, said in loans),
        ]
        if choices:
            self.fields["nom"].help_text = "Seulement pour « Autre chose »."
            self.fields[
                "indispensable"
            ].help_text = "Seulement pour « Autre chose » : la notice le dit des autres."

    def clean(self):
        values = super().clean() or self.cleaned_data
        if values.get("piece") == OTHER and not values.get("nom", "").strip():
            self.add_error("nom", "Dites quelle pièce manque.")
        return values

    def values(self) -> dict:
        said = self.cleaned_data
        other = said["piece"] == OTHER
        return {
            "component_id": None if other else int(said["piece"]),
            "name": said["nom"] if other else "",
            "quantity": said["nombre"],
            "important": said["indispensable"],
            "since_loan_id": int(said["depuis"]) if said["depuis"] else None,
        }


class AmountForm(forms.Form):
    """What a family is asked for a piece."""

    montant = forms.CharField(
        label="Montant (€)",
        max_length=12,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )

    def clean_montant(self) -> int:
        amount = cents(self.cleaned_data["montant"])
        if amount is None or not 0 < amount <= MOST_CENTS:
            raise forms.ValidationError(f"Un montant comme 1,50, de {euros(1)} à {euros(MOST_CENTS)}.")
        return amount
