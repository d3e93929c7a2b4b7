"""What one sends to the page of a record's pictures and documents."""

from django import forms

from catalogue.models import Component

ACCEPTED = "image/jpeg,image/png,image/webp,image/gif,application/pdf"
MOST_AT_ONCE = 20


class Files(forms.FileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files at once, or none; each is judged by the service."""

    def clean(self, data, initial=None):
        found = [super(FilesField, self).clean(one, initial) for one in data or ()]
        if len(found) > MOST_AT_ONCE:
            raise forms.ValidationError(f"{MOST_AT_ONCE} fichiers à la fois, au plus.")
        return found


class UploadForm(forms.Form):
    """Files, and what they are: pictures of the box, of one of its parts, or documents to read."""

    use_required_attribute = False
    BOX, DOCUMENT, PART = "boite", "document", "piece"

    chosen = FilesField(
        label="Photos ou PDF",
        allow_empty_file=True,  # the service names it; the others are kept
        widget=Files(attrs={"accept": ACCEPTED}),
        help_text="JPEG, PNG, WebP, GIF ou PDF. Vous pouvez aussi les glisser sur cette page.",
    )
    # telephones open their camera for it
    shot = forms.FileField(
        label="Prendre une photo",
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/*", "capture": "environment"}),
        allow_empty_file=True,
    )
    usage = forms.ChoiceField(label="Ce que c’est", help_text="Un PDF est toujours un document.")

    def __init__(self, *args, components: list[Component], **kwargs):
        super().__init__(*args, **kwargs)
        choices: list = [
            (self.BOX, "Des photos du jeu"),
            (self.DOCUMENT, "Des documents à lire, une règle scannée par exemple"),
        ]
        parts = [(f"{self.PART}-{one.pk}", one.name) for one in components]
        if parts:
            choices.append(("La photo d’une pièce", parts))
        self.fields["usage"].choices = choices

    def clean(self):
        values = super().clean() or self.cleaned_data
        if not self.errors and not self.given():
            self.add_error("chosen", "Choisissez au moins un fichier.")
        return values

    def given(self) -> list:
        """The files, wherever they were put."""
        shot = self.cleaned_data.get("shot")
        return [*self.cleaned_data.get("chosen", ()), *([shot] if shot else [])]

    @property
    def component_id(self) -> int | None:
        kind, _, key = self.cleaned_data["usage"].partition("-")
        return int(key) if kind == self.PART else None
