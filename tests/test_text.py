"""Titles are ordered as a French library puts them on its shelves."""

import pytest

from ludotheque.text import sort_key


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
