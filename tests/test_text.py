"""Titles are ordered as a French library puts them on its shelves."""

import pytest

from ludotheque.text import fold, sort_key


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("L’Œuf ÉLÉPHANT", "l oeuf elephant"),
        ("E\u0301te\u0301", "ete"),
        ("Straße", "strasse"),
        ("ﬁn … ½", "fin 1 2"),
        ("Dobble™ K²", "dobble k2"),
        ("Café №5", "cafe o5"),
        ("Łódź Ærø", "lodz aero"),
        ("桂馬 !", ""),
    ],
)
def test_a_text_is_folded_as_all_keys_that_are_stored_were(text, folded):
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("Le Lièvre et la tortue", "lievre et la tortue"),
        ("L’Œuf", "oeuf"),
        ("The Mind", "mind"),
        ("A Game of Thrones", "game of thrones"),
        ("An Infamous Traffic", "infamous traffic"),
        ("Die Siedler", "siedler"),
    ],
)
def test_a_title_is_ordered_without_its_article_whatever_its_language(title, key):
    assert sort_key(title) == key


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("À 2 on est mieux", "a 2 on est mieux"),
        ("A\u0300 2 on est mieux", "a 2 on est mieux"),
        ("A 2 on est mieux", "a 2 on est mieux"),
        ("« À table ! »", "a table"),
        ("À Tomber", "a tomber"),
        ("A LA QUEUE LEU LEU", "a la queue leu leu"),
        ("A vos marques", "a vos marques"),
        ("A table", "a table"),
        ("An 2000", "an 2000"),
        ("À", "a"),
        ("Le", "le"),
    ],
)
def test_a_french_word_that_looks_like_an_article_stays(title, key):
    assert sort_key(title) == key
