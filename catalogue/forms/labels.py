"""What a sheet of labels is to be, and grids of one's own."""

from django import forms

from catalogue.forms import sense
from catalogue.labels import bars, grids, sheets
from catalogue.models import LabelGrid
from catalogue.services import labels


class SheetForm(forms.Form):
    kind = forms.ChoiceField(label="Étiquettes", choices=list(sheets.KINDS.items()))
    grid = forms.ChoiceField(label="Feuille")
    start = forms.IntegerField(
        label="Première place",
        min_value=1,
        initial=1,
        help_text="Sur une feuille entamée : 1 est en haut à gauche, puis de gauche à droite.",
    )
    symbology = forms.ChoiceField(
        label="Code-barres",
        choices=list(bars.SYMBOLOGIES.items()),
        initial="code128",
        help_text="Code 128 est plus court, et lu partout. Code 39 n’a pas de minuscules.",
    )
    outline = forms.BooleanField(
        label="Tracer les contours",
        required=False,
        help_text="Pour un essai sur papier blanc, ou pour découper.",
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.grids = dict(grids.USUAL)
        self.grids |= {f"g{row.pk}": labels.grid_of(row) for row in LabelGrid.objects.all()[:100]}
        self.fields["grid"].choices = [(key, grid.name) for key, grid in self.grids.items()]

    def clean(self):
        values = super().clean()
        grid, start = self.grids.get(values.get("grid", "")), values.get("start")
        if grid and start and start > grid.count:
            self.add_error("start", f"Cette feuille a {grid.count} places.")
        return values

    @property
    def chosen(self) -> grids.Grid:
        return self.grids[self.cleaned_data["grid"]]


class GridForm(forms.ModelForm):
    class Meta:
        model = LabelGrid
        fields = ["name", "columns", "rows", "width", "height", "left", "top", "gap_x", "gap_y"]
        error_messages = {
            "name": {"unique": "Une autre feuille porte déjà ce nom. Donnez-en un autre à celle-ci."}
        }
        help_texts = {"left": "Du bord de la feuille à la première étiquette."}

    # what a sheet can hold: name of the field, from, to, in what
    _BOUNDS = (
        ("columns", 1, 20, ""),
        ("rows", 1, 50, ""),
        ("width", 10, 210, " mm"),
        ("height", 8, 297, " mm"),
        ("left", 0, 200, " mm"),
        ("top", 0, 289, " mm"),
        ("gap_x", 0, 200, " mm"),
        ("gap_y", 0, 289, " mm"),
    )

    def clean_name(self):
        return sense.visible(self.cleaned_data["name"])

    def clean(self):
        values = super().clean()
        for name, least, most, unit in self._BOUNDS:
            if values.get(name) is not None and not least <= values[name] <= most:
                self.add_error(name, f"Entre {least} et {most}{unit}. Mesurez de nouveau, puis corrigez.")
        if not self.errors:
            sizes = {
                name: float(values[name]) for name in ("width", "height", "left", "top", "gap_x", "gap_y")
            }
            grid = grids.Grid(values["name"], values["columns"], values["rows"], **sizes)
            if not grid.fits():
                raise forms.ValidationError(
                    "Ces étiquettes débordent d’une feuille A4 (210 × 297 mm). Vérifiez les mesures."
                )
        return values
