"""The forms of an import: the file, and how it is read."""

from dataclasses import replace

from django import forms

from catalogue.interchange import charsets, columns, sniff
from catalogue.interchange.sniff import Reading, Source
from catalogue.models import Import, Policy
from catalogue.services.imports import steps


class UploadForm(forms.Form):
    file = forms.FileField(
        label="Fichier",
        allow_empty_file=True,
        help_text="CSV, XLSX, UNIMARC (ISO 2709 ou XML) ou XML de PMB, 200 Mo au plus.",
        error_messages={
            "required": "Choisissez un fichier.",
            "invalid": "Le fichier n’est pas arrivé. Choisissez-le de nouveau.",
        },
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.mrc,.iso,.pan,.uni,.xml"}),
    )

    def clean_file(self):
        file = self.cleaned_data["file"]
        if file.size > steps.LARGEST:
            raise forms.ValidationError("200 Mo au plus. Partagez le fichier en plusieurs.")
        return file


class ReadingForm(forms.Form):
    """How the file is read; a column of the file is a field of its own, whose answer is one of ours."""

    charset = forms.ChoiceField(label="Lettres", required=False)
    separator = forms.ChoiceField(label="Séparateur", choices=list(sniff.SEPARATORS.items()))
    policy = forms.ChoiceField(
        label="Une notice déjà au catalogue", choices=Policy.choices, widget=forms.RadioSelect
    )
    system = forms.CharField(
        label="Origine des identifiants",
        max_length=60,
        required=False,
        help_text="Le nom du logiciel ou de la bibliothèque, si le fichier ne le dit pas.",
    )

    def __init__(self, data, run: Import, found: list[Source]):
        super().__init__(
            data,
            initial={
                "charset": run.charset,
                "separator": run.separator,
                "policy": run.policy,
                "system": run.system,
            },
        )
        self.found, self.is_table = found, run.format in sniff.TABLES
        if run.format == sniff.CSV or run.format in (sniff.MARCXML, sniff.PMBXML):
            known = dict(charsets.FOR_TABLES)
            if run.charset and run.charset not in known:
                known[run.charset] = run.charset
            self.fields["charset"].choices = list(known.items())
        elif run.format == sniff.ISO2709:
            by_record = ("", "ce que chaque notice montre")
            self.fields["charset"].choices = [by_record, *charsets.FOR_MARC.items()]
        else:
            del self.fields["charset"]
        if run.format != sniff.CSV:
            del self.fields["separator"]
        for number, source in enumerate(found):
            self.fields[f"colonne-{number}"] = forms.ChoiceField(
                label=source.label,
                required=False,
                choices=_choices(self.is_table),
                initial=run.mapping.get(source.key, ""),
                help_text=source.example,
            )

    @property
    def mapped(self):
        return [self[f"colonne-{number}"] for number in range(len(self.found))]

    @property
    def plain(self):
        return [self[name] for name in self.fields if not name.startswith("colonne-")]

    @property
    def unmapped(self) -> list[str]:
        """The columns that are left aside, by name."""
        return [
            source.label for source, field in zip(self.found, self.mapped, strict=True) if not field.value()
        ]

    @property
    def without_parts(self) -> bool:
        """Whether the file says what is in a box only as a text, of which nothing can be counted."""
        becomes = {field.value() for field in self.mapped}
        return self.is_table and "contents" in becomes and "components" not in becomes

    def reading(self, before: Reading) -> Reading:
        said = self.cleaned_data
        mapping = {
            source.key: said[f"colonne-{number}"]
            for number, source in enumerate(self.found)
            # an empty answer is one for UNIMARC, where fields are read that nobody has looked at
            if said[f"colonne-{number}"] or not self.is_table
        }
        return replace(
            before,
            charset=said.get("charset", before.charset),
            separator=said.get("separator", before.separator),
            mapping=mapping,
        )


def _choices(is_table: bool) -> list:
    record = [(one.name, one.label) for one in columns.COLUMNS if one.of == columns.RECORD]
    boxes = [(one.name, one.label) for one in columns.COLUMNS if one.of == columns.COPY]
    named = [("", "laissée de côté" if is_table else "laissé de côté"), ("Le jeu", record)]
    return [*named, ("L’exemplaire", boxes)] if is_table else named
