"""The form of a record: all its fields, names typed as text; record_rows.py has what comes in rows."""

import re
import secrets

from django import forms

from catalogue import partlist
from catalogue.forms.record_rows import suggested
from catalogue.forms.sense import visible
from catalogue.models import Record
from catalogue.models.authority import Family
from catalogue.models.record import NUMBERS, SafetyWarning
from games.registry import GAMES
from ludotheque import ean, languages, scanner
from ludotheque.text import sort_key

_WITH_SLUG = re.compile(r"^(?P<title>.*?)\s*\[(?P<slug>[-\w]+)\]\s*$")


def mark() -> str:
    """Of one form of a new record, so that sent twice it makes one."""
    return secrets.token_hex(12)


class RecordForm(forms.ModelForm):
    """Everything a record says of itself; people and categories have their own rows beside it."""

    # of a record: when it was last saved; of a new one: the mark of this form
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    publisher_name = forms.CharField(
        label="Éditeur",
        max_length=200,
        required=False,
        widget=suggested("editeur"),
        help_text="Un nom connu, sous n’importe quelle forme, ou un nouveau.",
    )
    ean_kept = forms.BooleanField(
        label="Garder ce code tel qu’il est",
        required=False,
        help_text="La boîte porte bien ces chiffres, je les ai relus.",
    )
    warnings = forms.MultipleChoiceField(
        label="Avertissements de sécurité",
        choices=SafetyWarning,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Ceux que porte la boîte ; la page du jeu les montre.",
    )
    base_title = forms.CharField(
        label="Jeu de base, si c’est une extension",
        max_length=460,
        required=False,
        widget=suggested("jeu"),
        help_text="Le titre d’une notice du catalogue.",
    )
    languages_text = forms.CharField(
        label="Langues",
        max_length=400,
        required=False,
        help_text="Séparées par des virgules : français, anglais.",
    )
    components_text = forms.CharField(
        label="Ajouter des pièces",
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Une par ligne ou en une phrase : « 4 pions rouges, 2 dés et une règle ».",
    )
    documents_text = forms.CharField(
        label="Documents numériques sans fichier ici",
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Un nom de fichier par ligne, s’il n’est pas sur ce site.",
    )
    game = forms.ChoiceField(label="Jeu que le site explique", required=False)
    game_options_text = forms.CharField(
        label="Options de ce jeu",
        required=False,
        max_length=400,
        help_text="« édition=france » par exemple ; séparées par des virgules.",
    )
    completed = forms.MultipleChoiceField(
        label="Rempli d’après la règle publiée",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="La source de la notice ne le disait pas, la règle du jeu si : la page publique le marque"
        " « complété ».",
    )

    class Meta:
        model = Record
        fields = [
            "draft",
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
            "date_text": forms.TextInput(attrs={"autocomplete": "off"}),
            "rules_text": forms.Textarea(attrs={"rows": 10}),
            "notes": forms.Textarea(attrs={"rows": 3}),
            "source": forms.Textarea(attrs={"rows": 2}),
            "contents": forms.Textarea(attrs={"rows": 4}),
            "description": forms.Textarea(attrs={"rows": 4}),
        }
        help_texts = {
            "date_text": "Comme la boîte la donne : « [s.d.] », « cop. 2004 ».",
            "ean": "Scannez le code de la boîte, ou tapez ses chiffres.",
            "draft": "Le public ne voit pas encore cette notice ; ses exemplaires se prêtent déjà.",
            "motif": "Sans choix, la catégorie en décide.",
        }

    TEXTS = ["description", "contents", "rules_text", "notes", "source"]
    SECTIONS = {
        "game": ["ean", "ean_kept", "title", "parallel_title", "responsibility"],
        "edition": ["publisher_name", "place", "date_text", "year", "languages_text"],
        "kind": ["document_type", "designation", "motif"],
        "audience": ["min_players", "max_players", "min_age", "max_age", "duration", "warnings"],
        "box": ["contents"],
        "texts": ["description", "rules_text", "notes", "source"],
        "elsewhere": ["base_title", "game", "game_options_text", "documents_text", "completed"],
    }

    def __init__(self, *args, typed: dict | None = None, **kwargs):
        """`typed`: what to show in place of what the record says, without judging it."""
        super().__init__(*args, **kwargs)
        for name in self.TEXTS:
            self.fields[name].strip = False  # kept as found
        self.fields["motif"].choices = [("", "selon la catégorie"), *Family.choices]
        self.fields["game"].choices = [("", "aucun"), *((game.slug, game.name) for game in GAMES.values())]
        aside = ("draft", "title", "notes", "source", "motif")
        names = [name for name in self.Meta.fields if name not in aside]
        self.fields["completed"].choices = [
            *((name, self.fields[name].label) for name in names),
            ("components", "Pièces à compter"),
            ("people", "Personnes"),
            ("categories", "Catégories"),
            ("publisher", "Éditeur"),
            ("languages", "Langues"),
        ]
        if self.instance.pk is not None:
            self._show(self.instance)
        else:
            self.initial = {**self.initial, "seen": mark()}
        self.initial = {**self.initial, **(typed or {})}

    def _show(self, record: Record) -> None:
        self.initial = {
            **self.initial,
            "seen": record.updated_at.isoformat(),
            "publisher_name": record.publisher.name if record.publisher else "",
            "languages_text": ", ".join(languages.named(code) for code in record.languages),
            "documents_text": "\n".join(document.name for document in record.documents.filter(file="")),
            "warnings": record.warnings,
            "base_title": self._named(record.base_game) if record.base_game else "",
            "game": record.game,
            "game_options_text": ", ".join(f"{key}={value}" for key, value in record.game_options.items()),
            "completed": record.completed,
        }
        unlisted = [name for name in record.completed if name not in dict(self.fields["completed"].choices)]
        self.fields["completed"].choices += [(name, name) for name in unlisted]

    @property
    def sections(self) -> dict[str, list]:
        """The fields by the sections of the page; the box to keep a code only where there is one to keep."""
        asked = self["ean_kept"].value() or "ean" in self.errors if self.is_bound else False
        return {
            section: [self[name] for name in names if name != "ean_kept" or asked]
            for section, names in self.SECTIONS.items()
        }

    @staticmethod
    def _named(record: Record) -> str:
        """As one writes it: its title, with its address where another bears the same title."""
        twins = Record.objects.filter(sort_key=record.sort_key).exclude(pk=record.pk)
        return f"{record.title} [{record.slug}]" if twins.exists() else record.title

    def clean_title(self):
        return visible(self.cleaned_data["title"])

    def clean_ean(self):
        code = scanner.code(self.cleaned_data["ean"])
        bare = re.sub(r"[.\-–]", "", code)
        code = bare if bare.isdigit() else code
        if not code or code == self.instance.ean:
            return code
        if not ean.can_be(code):
            raise forms.ValidationError(
                "Un EAN a 8, 12 ou 13 chiffres. Scannez celui de la boîte, ou videz la case."
            )
        if not ean.is_right(code) and not self.data.get(self.add_prefix("ean_kept")):
            raise forms.ValidationError(
                f"Un chiffre est faux : après {code[:-1]} viendrait {ean.check_digit(code)}. "
                "Scannez de nouveau, ou gardez ce code tel qu’il est en cochant la case."
            )
        return code

    def clean_base_title(self):
        """The record of that title, or of the address in brackets behind it."""
        typed = " ".join(self.cleaned_data["base_title"].split())
        if not typed:
            return None
        written = _WITH_SLUG.match(typed)
        found = list(Record.objects.filter(slug=written["slug"])) if written else []
        found = found or list(Record.objects.filter(sort_key=sort_key(typed)[:300]).order_by("pk")[:9])
        if not found:
            raise forms.ValidationError(
                f"Aucune notice ne s’appelle « {typed[:60]} ». Cataloguez d’abord le jeu de base."
            )
        if len(found) > 1:
            ways = " ou ".join(f"« {one.title} [{one.slug}] »" for one in found)
            raise forms.ValidationError(f"Plusieurs notices portent ce titre. Écrivez {ways}.")
        if found[0].pk == self.instance.pk:
            raise forms.ValidationError(
                "C’est cette notice même. Choisissez le jeu que l’extension complète."
            )
        return found[0]

    def clean_languages_text(self):
        by_name = {name: code for code, name in languages.NAMES.items()}
        typed = [word.strip() for word in self.cleaned_data["languages_text"].split(",")]
        return [by_name.get(word.lower(), word) for word in typed if word]

    def clean_components_text(self):
        parts = partlist.read(self.cleaned_data["components_text"])
        names = [part.name for part in parts]
        for part in parts:
            if part.quantity == 0:
                raise forms.ValidationError(
                    f"« {part.name} » : le nombre commence à 1. Sans nombre, il reste inconnu."
                )
            if len(part.name) > partlist.LONGEST:
                raise forms.ValidationError(
                    f"« {part.name[:40]}… » : un nom de pièce a {partlist.LONGEST} caractères au plus."
                )
            if names.count(part.name) > 1:
                raise forms.ValidationError(
                    f"« {part.name} » est écrit deux fois. Faites-en une seule ligne."
                )
        return parts

    def clean_documents_text(self):
        names = [line.strip() for line in self.cleaned_data["documents_text"].splitlines() if line.strip()]
        if any(len(name) > 200 for name in names):
            raise forms.ValidationError("Un nom de document a 200 caractères au plus.")
        return list(dict.fromkeys(names))

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
        """What the service takes, but for the publisher and what comes in rows."""
        own = (*self.Meta.fields, "game", "completed", "warnings")
        values = {name: self.cleaned_data[name] for name in own}
        for name in self.TEXTS:  # browsers send the lines of a text in their own way
            values[name] = values[name].replace("\r\n", "\n")
        return values | {
            "languages": self.cleaned_data["languages_text"],
            "game_options": self.cleaned_data["game_options_text"],
            "base_game": self.cleaned_data["base_title"],
        }
