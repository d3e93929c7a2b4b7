"""Three facts of a box that the catalogue does not know yet."""

from django import forms

from catalogue.forms import sense
from catalogue.models import Copy, Publisher, Record
from catalogue.services import copies
from catalogue.services.authorities import known_publisher
from ludotheque import scanner
from ludotheque.text import sort_key


class UnknownBoxForm(forms.Form):
    title = forms.CharField(
        label="Titre",
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )
    publisher = forms.CharField(
        label="Éditeur",
        required=False,
        max_length=Publisher._meta.get_field("name").max_length,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    barcode = forms.CharField(
        label="Code-barres",
        max_length=copies.LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_title(self):
        return sense.visible(self.cleaned_data["title"])

    def clean_publisher(self):
        name = self.cleaned_data["publisher"]
        return sense.visible(name) if name else ""

    def made(self) -> Copy | None:
        """The box that this very form has made already."""
        code, key = scanner.code(self.cleaned_data["barcode"]), sort_key(self.cleaned_data["title"])[:300]
        boxes = Copy.objects.select_related("record").filter(barcode=code, record__sort_key=key)
        return boxes.first()

    def same(self) -> list[Record]:
        """Records of that title, by this publisher if it is given: the box may be one more of them."""
        records = Record.objects.select_related("publisher").filter(
            sort_key=sort_key(self.cleaned_data["title"])[:300]
        )
        if publisher := self.cleaned_data["publisher"]:
            records = records.filter(publisher__in=[None, known_publisher(publisher)])
        return list(records[:5])
