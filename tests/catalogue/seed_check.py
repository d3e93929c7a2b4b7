"""Compares the seed documents, kept in seed_documents/, with the data file made from them, both ways."""

import re
from pathlib import Path

from catalogue import seeds
from ludotheque.languages import named

DOCUMENTS = Path(__file__).parent / "seed_documents"

PMB = "editeur-matel-cafe-international-uno.txt"

# the document that describes each record, and the words at which its part of that document begins
PART_OF = {
    "boursicocotte": ("boursicocotte.txt", ""),
    "cafe-international": (PMB, ""),
    "uno": (PMB, "Uno\nTitre : Uno"),
    "odin": ("odin.txt", ""),
    "oucedonc-en-france": ("oucedonc-en-france.txt", ""),
    "oucedonc": ("oucedonc-europe.txt", ""),
}

# what belongs to the page and not to a record: headings, links, labels without a value
FURNITURE = {
    "boursicocotte.txt": ["Contenu:", "Descriptif:", " - Âge", "Auteur(s)", "Notes"],
    PMB: [
        "Détail de l'éditeur",
        "Affiner la recherche Interroger des sources externes",
        "Contenu :",
        "Contenu:",
        "Règles du jeu : ",
        "Cote Section Localisation Code-barres Disponibilité",
        "Documents numériques",
    ],
    "odin.txt": ["Odin - Règles du Jeu", "Retour à l'accueil"],
    "oucedonc-en-france.txt": [],
    "oucedonc-europe.txt": ["Commentaire"],
}

TEXTS = ("description", "contents", "rules_text")


def part(slug: str) -> str:
    """The document of a record, or its part of one that describes several."""
    name, start = PART_OF[slug]
    whole = (DOCUMENTS / name).read_text(encoding="utf-8")
    assert start in whole
    others = [other for source, other in PART_OF.values() if source == name and other != start]
    begin = whole.index(start)
    ends = [whole.index(other) for other in others if whole.index(other) > begin]
    return whole[begin : min(ends, default=None)]


def entries() -> dict[str, dict]:
    return {entry["slug"]: entry for entry in seeds.records()}


def sentences(text: str) -> list[str]:
    """A text cut at line ends and after stops; no character inside a sentence changes."""
    return [part.strip() for part in re.split(r"\n|(?<=[.!?])\s", text) if part.strip()]


def found_texts(entry: dict) -> list[str]:
    """The long texts of a record that come from its document."""
    return [entry[name] for name in TEXTS if name in entry and name not in entry.get("completed", ())]


def missing_sentences(entry: dict) -> list[str]:
    """What the document says of a record and neither its fields nor the furniture account for."""
    slug, name = entry["slug"], PART_OF[entry["slug"]][0]
    rest = part(slug)
    for phrase in sorted(LAYOUTS[name](entry) + FURNITURE[name], key=len, reverse=True):
        rest = rest.replace(phrase, "\n")
    known = {sentence for text in found_texts(entry) for sentence in sentences(text)}
    return [sentence for sentence in sentences(rest) if sentence not in known]


def invented_texts(entry: dict) -> list[str]:
    """Long texts that the document does not have, character by character, as one piece."""
    return [text for text in found_texts(entry) if text not in part(entry["slug"])]


def boursicocotte(entry: dict) -> list[str]:
    first, second = (row["person"] for row in entry["contributions"])
    categories = [text.split(":")[1] for text in entry["categories"]]
    return [
        f"{entry['title']}\n\nAuteur(s)",
        f"{first} ;{second}",
        f"Titre(s){entry['title']} [{entry['designation']}] / {entry['responsibility']}.",
        f"Editeur(s){entry['publisher']}, {entry['date_text']}.",
        f":à partir de {entry['min_age']} ans Durée: moyenne {entry['duration']} min"
        f" Nombres: {entry['min_players']}/{entry['max_players']} joueurs.",
        *(f"Indice(s){category}" for category in categories),
    ]


def pmb(entry: dict) -> list[str]:
    classes = {(c["scheme"], c["notation"]): c for c in seeds.authorities()["categories"]}
    same_publisher = [other for other in seeds.records() if other.get("publisher") == entry["publisher"]]
    cited = [classes[tuple(text.split(":"))] for text in entry["categories"]]
    return [
        f"{entry['publisher']} |",
        f"Documents disponibles chez cet éditeur ({len(same_publisher)})",
        f"Titre : {entry['title']} Type de document : {entry['document_type']}",
        f"Editeur : {entry['publisher']}",
        *(f"Langues : {named(code).capitalize()} ({code})" for code in entry["languages"]),
        *(f"Catégories : {c['notation']} {c['label']} ({c['facet']})" for c in cited),
        f"Nombre minimum de joueurs : {entry['min_players']}",
        f"Nombre maximum de joueurs : {entry['max_players']}",
        f"Age minimum : {entry['min_age']} Age maximum : {entry['max_age']}",
        f"Durée moyenne (minutes) : {entry['duration']}",
        f"{entry['title']} [{entry['document_type']}] . - {entry['publisher']}, [s.d.].",
        f"Exemplaires ({len(entry['copies'])})",
        *(
            f"{copy['call_number']} {copy['section']} {copy['site']} {copy['barcode']} Disponible"
            for copy in entry["copies"]
        ),
        *(f"{document['name']}{document['media_type']} " for document in entry.get("documents", ())),
        f"{entry['title']}\n",
    ]


# the short facts of a record, set as its document has them, label and value
LAYOUTS = {
    "boursicocotte.txt": boursicocotte,
    PMB: pmb,
    "odin.txt": lambda entry: [f"{entry['title']} - {entry['document_type']}"],
    "oucedonc-en-france.txt": lambda entry: [f"{entry['title']}\n"],
    "oucedonc-europe.txt": lambda entry: [],
}
