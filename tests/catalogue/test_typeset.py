"""Plain text becomes headings, paragraphs and lists, and keeps every word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue import seeds
from ludotheque.typeset import Heading, Item, Items, Paragraph, blocks

ENTRIES = {entry["slug"]: entry for entry in seeds.records()}
TEXTS = [
    pytest.param(entry[name], id=f"{entry['slug']}-{name}")
    for entry in ENTRIES.values()
    for name in ("description", "contents", "rules_text")
    if name in entry
]


def words(text: str) -> str:
    """The words run together, without the pictographs that open headings."""
    return "".join(c for c in text if not c.isspace() and c not in "🃏🏆🎮📋🏁🎯")


def said(found) -> str:
    parts = []
    for block in found:
        if isinstance(block, Items):
            for item in block.items:
                parts += [item.mark, item.text]
                parts += [part for one in item.under for part in (one.mark, one.text)]
        else:
            parts.append(block.text)
    return "".join(parts)


def headings(slug: str) -> list[str]:
    return [b.text for b in blocks(ENTRIES[slug]["rules_text"]) if isinstance(b, Heading)]


@pytest.mark.parametrize("text", TEXTS)
def test_no_word_of_the_seed_texts_is_lost_or_changed(text):
    assert words(said(blocks(text))) == words(text)


LINES = st.lists(
    st.text(alphabet="aBé .!?:;)(-•1234\t«»", max_size=80)
    | st.sampled_from(["a) un", "b) deux", "1. un", "2. deux", "  • sous", "- tiret", "Titre", "Fin :", ""]),
    max_size=12,
)


@given(LINES)
def test_no_word_of_any_text_is_lost_or_changed(lines):
    text = "\n".join(lines)
    assert words(said(blocks(text))) == words(text)


@given(st.text(alphabet="abcD .!?", min_size=900, max_size=3000))
def test_a_wall_of_text_is_cut_without_losing_anything(text):
    assert words(said(blocks(text))) == words(text)


def test_headings_are_those_one_would_see():
    assert headings("oucedonc") == [
        "Principe du jeu",
        "Déroulement de la partie",
        "Avis des joueurs",
        "Vérification de la position",
        "Comment on gagne",
        "Décompte intermédiaire",
        "Fin de la partie",
    ]
    assert headings("uno") == headings("boursicocotte") == headings("oucedonc-en-france") == []
    assert "Disposition des places au Café International:" in headings("cafe-international")


def test_a_pictograph_marks_a_heading_and_is_not_set():
    found = blocks("🏆 Objectif du Jeu\nÊtre le premier.")
    assert found == [Heading("Objectif du Jeu"), Paragraph("Être le premier.")]


def test_a_sign_that_is_no_pictograph_stays():
    assert blocks("© 2003 l'éditeur.") == [Paragraph("© 2003 l'éditeur.")]
    assert blocks("🎲") == [Paragraph("🎲")]


def test_a_list_keeps_the_marks_it_was_written_with():
    text = "Il faut :\na) poser\nb) passer\n\nEt voilà."
    assert blocks(text) == [
        Paragraph("Il faut :"),
        Items([Item("a)", "poser"), Item("b)", "passer")]),
        Paragraph("Et voilà."),
    ]


def test_a_list_may_have_entries_under_an_entry():
    assert blocks("  1. un\n    • sous un\n  2. deux") == [
        Items([Item("1.", "un", [Item("•", "sous un")]), Item("2.", "deux")])
    ]


def test_marks_that_do_not_follow_each_other_make_no_list():
    assert all(not isinstance(block, Items) for block in blocks("a) un texte.\nc) un autre."))
    assert blocks("1. Jouer une carte\nOn joue.") == [Heading("1. Jouer une carte"), Paragraph("On joue.")]


def test_a_sentence_broken_by_a_line_end_is_whole_again():
    text = "Le doublement des points s'explique par le fait d'avoir affaire à une table\nde compatriotes."
    assert blocks(text) == [Paragraph(text.replace("\n", " "))]


def test_a_wall_of_text_is_cut_at_the_end_of_sentences():
    sentence = "Chaque joueur prend une carte et la pose devant lui sans la montrer aux autres joueurs."
    found = blocks(" ".join([sentence] * 20))
    assert len(found) > 2
    assert all(block.text.endswith(".") and block.text.startswith("Chaque") for block in found)
    assert all(len(block.text) < 600 for block in found)


def test_an_example_stands_aside():
    assert blocks("Exemple 5:Utilisation d'un joker: A la table.")[0].aside
    assert not blocks("Les exemples suivent.")[0].aside


def test_an_empty_text_has_no_blocks():
    assert blocks("") == blocks(" \n\n ") == []
