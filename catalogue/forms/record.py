"""The form of a record: all its fields, names typed as text, parts one a line."""

import re

from django import forms
from django.core.validators import URLValidator

from catalogue.forms.sense import visible
from catalogue.models import Record
from catalogue.models.authority import Family
from catalogue.models.record import NUMBERS, ContributionRole
from catalogue.services.authorities import read_category
from games.registry import GAMES
from ludotheque import languages

_COUNTED = re.compile(r"^(\d{1,6})\s*(?:x|×)?\s+(.+)$")


class RecordForm(forms.ModelForm):
    """Everything a record says of itself; people and categories have their own rows beside it."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    publisher_name = forms.CharField(
        label="Éditeur",
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"list": "publishers", "autocomplete": "off"}),
        help_text="Choisissez dans la liste, ou tapez un nouveau nom.",
    )
    languages_text = forms.CharField(
        label="Langues",
        max_length=400,
        required=False,
        help_text="Séparées par des virgules : français, anglais.",
    )
    components_text = forms.CharField(
        label="Pièces à compter",
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="Une par ligne, le nombre d’abord : « 4 pions rouges ».",
    )
    documents_text = forms.CharField(
        label="Documents numériques",
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Un nom de fichier par ligne.",
    )
    links_text = forms.CharField(
        label="Liens",
        required=False,
        max_length=8000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Un par ligne : l’adresse, puis ce qu’on y trouve.",
    )
    game = forms.ChoiceField(label="Jeu que le site explique", required=False)
    game_options_text = forms.CharField(
        label="Options de ce jeu",
        required=False,
        max_length=400,
        help_text="« édition=france » par exemple ; séparées par des virgules.",
    )
    completed = forms.MultipleChoiceField(
        label="Complété d’après la règle publiée",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Ce que la source ne disait pas.",
    )

    class Meta:
        model = Record
        fields = [
            "title",
            "parallel_title",
            "responsibility",
            "place",
            "date_text",
            "year",
            "document_type",
            "designation",
            "ean",
            "min_players",
            "max_players",
            "min_age",
            "max_age",
            "duration",
            "description",
            "contents",
            "rules_text",
            "notes",
            "source",
            "motif",
        ]
        widgets = {
            "title": forms.TextInput,
            "ean": forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"}),
            "rules_text": forms.Textarea(attrs={"rows": 10}),
            "notes": forms.Textarea(attrs={"rows": 3}),
            "source": forms.Textarea(attrs={"rows": 2}),
            "contents": forms.Textarea(attrs={"rows": 4}),
            "description": forms.Textarea(attrs={"rows": 4}),
        }
        help_texts = {
            "date_text": "Comme la boîte la donne : « [s.d.] », « cop. 2004 ».",
            "ean": "Le code à 13 chiffres de la boîte.",
            "motif": "Sans choix, la catégorie en décide.",
        }

    TEXTS = ["description", "contents", "rules_text", "notes", "source"]
    SECTIONS = [
        ("Le jeu", ["title", "parallel_title", "responsibility", "ean"]),
        ("L’édition", ["publisher_name", "place", "date_text", "year", "languages_text"]),
        ("Le genre de document", ["document_type", "designation", "motif"]),
        ("Pour qui", ["min_players", "max_players", "min_age", "max_age", "duration"]),
        ("Dans la boîte", ["contents", "components_text"]),
        ("Textes", ["description", "rules_text", "notes", "source"]),
        ("Ailleurs", ["documents_text", "links_text", "game", "game_options_text", "completed"]),
    ]

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for name in self.TEXTS:
            self.fields[name].strip = False  # kept as found
        self.fields["motif"].choices = [("", "selon la catégorie"), *Family.choices]
        self.fields["game"].choices = [("", "aucun"), *((game.slug, game.name) for game in GAMES.values())]
        names = [name for name in self.Meta.fields if name not in ("title", "notes", "source", "motif")]
        self.fields["completed"].choices = [
            *((name, self.fields[name].label) for name in names),
            ("components", "Pièces à compter"),
            ("people", "Personnes"),
            ("categories", "Catégories"),
            ("publisher", "Éditeur"),
            ("languages", "Langues"),
        ]
        record = self.instance
        if record.pk is None:
            return
        self.initial |= {
            "seen": record.updated_at.isoformat(),
            "publisher_name": record.publisher.name if record.publisher else "",
            "languages_text": ", ".join(languages.named(code) for code in record.languages),
            "components_text": "\n".join(str(part) for part in record.components.all()),
            "documents_text": "\n".join(document.name for document in record.documents.all()),
            "links_text": "\n".join(f"{link.url} {link.label}" for link in record.links.all()),
            "game": record.game,
            "game_options_text": ", ".join(f"{key}={value}" for key, value in record.game_options.items()),
            "completed": record.completed,
        }
        unlisted = [name for name in record.completed if name not in dict(self.fields["completed"].choices)]
        self.fields["completed"].choices += [(name, name) for name in unlisted]

    @property
    def sections(self):
        """The fields by the headings of the page."""
        return [(title, [self[name] for name in names]) for title, names in self.SECTIONS]

    def clean_title(self):
        return visible(self.cleaned_data["title"])

    def clean_ean(self):
        ean = re.sub(r"[\s-]", "", self.cleaned_data["ean"])
        if ean and not re.fullmatch(r"\d{8}|\d{12,13}", ean):
            raise forms.ValidationError(
                "Un EAN a 8, 12 ou 13 chiffres. Scannez celui de la boîte, ou videz la case."
            )
        return ean

    def clean_languages_text(self):
        by_name = {name: code for code, name in languages.NAMES.items()}
        typed = [word.strip() for word in self.cleaned_data["languages_text"].split(",")]
        return [by_name.get(word.lower(), word) for word in typed if word]

    def clean_components_text(self):
        parts: dict[str, int | None] = {}
        for line in self.cleaned_data["components_text"].splitlines():
            line = " ".join(line.split())
            if not line:
                continue
            match = _COUNTED.match(line)
            quantity, name = (int(match[1]), match[2]) if match else (None, line)
            if quantity == 0:
                raise forms.ValidationError(
                    f"« {line} » : le nombre commence à 1. Sans nombre, il reste inconnu."
                )
            if len(name) > 160:
                raise forms.ValidationError(f"« {name[:40]}… » : un nom de pièce a 160 caractères au plus.")
            if name in parts:
                raise forms.ValidationError(f"« {name} » est écrit deux fois. Faites-en une seule ligne.")
            parts[name] = quantity
        return list(parts.items())

    def clean_documents_text(self):
        names = [line.strip() for line in self.cleaned_data["documents_text"].splitlines() if line.strip()]
        if any(len(name) > 200 for name in names):
            raise forms.ValidationError("Un nom de document a 200 caractères au plus.")
        return list(dict.fromkeys(names))

    def clean_links_text(self):
        links: dict[str, str] = {}
        check = URLValidator(schemes=["http", "https"])
        for line in self.cleaned_data["links_text"].splitlines():
            url, _, label = line.strip().partition(" ")
            if not url:
                continue
            try:
                check(url)
            except forms.ValidationError as error:
                raise forms.ValidationError(
                    f"« {url[:60]} » n’est pas une adresse. Elle commence par https://"
                ) from error
            if len(url) > 200 or len(label.strip()) > 160:
                raise forms.ValidationError("Une adresse a 200 caractères au plus, son libellé 160.")
            links[url] = label.strip() or url[:160]
        return [(label, url) for url, label in links.items()]

    def clean_game_options_text(self):
        options = {}
        for pair in self.cleaned_data["game_options_text"].split(","):
            key, equals, value = (part.strip() for part in pair.partition("="))
            if not pair.strip():
                continue
            if not (key and equals and value):
                raise forms.ValidationError(f"« {pair.strip()} » : écrivez nom=valeur.")
            options[key] = value
        return options

    def clean(self):
        values = super().clean() or self.cleaned_data
        for low, high, what in (
            ("min_players", "max_players", "Le maximum de joueurs est sous le minimum."),
            ("min_age", "max_age", "L’âge maximum est sous l’âge minimum."),
        ):
            if values.get(low) is not None and values.get(high) is not None and values[high] < values[low]:
                self.add_error(high, f"{what} Corrigez l’un des deux.")
        for name, (least, most) in NUMBERS.items():
            if values.get(name) is not None and not least <= values[name] <= most:
                said = f"{most:,}".replace(",", " ") if name == "duration" else most
                self.add_error(name, f"Entre {least} et {said}. Sans réponse, videz la case.")
        return values

    def values(self) -> dict:
        """What the service takes, but for publisher, people and categories."""
        values = {name: self.cleaned_data[name] for name in (*self.Meta.fields, "game", "completed")}
        for name in self.TEXTS:  # browsers send the lines of a text in their own way
            values[name] = values[name].replace("\r\n", "\n")
        return values | {
            "languages": self.cleaned_data["languages_text"],
            "game_options": self.cleaned_data["game_options_text"],
            "components": self.cleaned_data["components_text"],
            "links": self.cleaned_data["links_text"],
        }


class PersonRow(forms.Form):
    name = forms.CharField(
        label="Nom",
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"list": "people", "autocomplete": "off"}),
    )
    role = forms.ChoiceField(label="Rôle", choices=ContributionRole, initial=ContributionRole.AUTHOR)


class CategoryRow(forms.Form):
    line = forms.CharField(
        label="Catégorie",
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"list": "categories", "autocomplete": "off"}),
    )

    def clean_line(self):
        line = self.cleaned_data["line"].strip()
        if line and read_category(line) is None:
            raise forms.ValidationError(
                "Aucun indice lisible. Écrivez « A 407 jeu de hasard », ou « [COL] … »."
            )
        return line


PeopleRows = forms.formset_factory(PersonRow, extra=2, max_num=40)
CategoryRows = forms.formset_factory(CategoryRow, extra=2, max_num=40)
