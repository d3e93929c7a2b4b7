"""Compares the seed documents, kept in seed_documents/, with the data file made from them, both ways."""

import re
from pathlib import Path

from catalogue import seeds

DOCUMENTS = Path(__file__).parent / "seed_documents"

# which records each document describes
RECORDS_OF = {
    "boursicocotte.txt": ["boursicocotte"],
    "editeur-matel-cafe-international-uno.txt": ["cafe-international", "uno"],
    "odin.txt": ["odin"],
    "oucedonc-en-france.txt": ["oucedonc-en-france"],
    "oucedonc-europe.txt": ["oucedonc"],
}

# what belongs to the page and not to a record: headings, links, labels without a value
FURNITURE = {
    "boursicocotte.txt": ["Contenu:", "Descriptif:", " - Âge", "Auteur(s)", "Notes"],
    "editeur-matel-cafe-international-uno.txt": [
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


def document(name: str) -> str:
    return (DOCUMENTS / name).read_text(encoding="utf-8")


def entries() -> dict[str, dict]:
    return {entry["slug"]: entry for entry in seeds.records()}


def sentences(text: str) -> list[str]:
    """A text cut at line ends and after stops; no character inside a sentence changes."""
    return [part.strip() for part in re.split(r"\n|(?<=[.!?])\s", text) if part.strip()]


def found_texts(entry: dict) -> list[str]:
    """The long texts of a record that come from its document."""
    return [entry[name] for name in TEXTS if name in entry and name not in entry.get("completed", ())]


def missing_sentences(name: str, catalogue: dict[str, dict]) -> list[str]:
    """What the document says and neither a field of its records nor the furniture accounts for."""
    rest = document(name)
    described = [catalogue[slug] for slug in RECORDS_OF[name]]
    labelled = [phrase for entry in described for phrase in labelled_facts(name, entry, described)]
    for phrase in sorted(labelled + FURNITURE[name], key=len, reverse=True):
        rest = rest.replace(phrase, "\n")
    known = {sentence for entry in described for text in found_texts(entry) for sentence in sentences(text)}
    return [sentence for sentence in sentences(rest) if sentence not in known]


def invented_texts(name: str, catalogue: dict[str, dict]) -> list[str]:
    """Long texts that the document does not have, character by character, as one piece."""
    whole = document(name)
    texts = [text for slug in RECORDS_OF[name] for text in found_texts(catalogue[slug])]
    return [text for text in texts if text not in whole]


def labelled_facts(name: str, entry: dict, described: list[dict]) -> list[str]:
    """The short facts of a record, set as its document has them, label and value."""
    layout = {
        "boursicocotte.txt": boursicocotte,
        "editeur-matel-cafe-international-uno.txt": pmb,
        "odin.txt": lambda entry, _: [f"{entry['title']} - {entry['document_type']}"],
        "oucedonc-en-france.txt": lambda entry, _: [f"{entry['title']}\n"],
        "oucedonc-europe.txt": lambda entry, _: [],
    }
    return layout[name](entry, described)


def boursicocotte(entry: dict, _) -> list[str]:
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


def pmb(entry: dict, described: list[dict]) -> list[str]:
    classes = {(c["scheme"], c["notation"]): c for c in seeds.authorities()["categories"]}
    cited = [classes[tuple(text.split(":"))] for text in entry["categories"]]
    return [
        f"{entry['publisher']} |",
        f"Documents disponibles chez cet éditeur ({len(described)})",
        f"Titre : {entry['title']} Type de document : {entry['document_type']}",
        f"Editeur : {entry['publisher']}",
        *(f"Langues : {language}" for language in entry["languages"]),
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
        # the heading of the second record follows the last document of the first
        *(f"{doc['name']}{doc['media_type']} Uno\n" for doc in entry.get("documents", ())),
    ]
