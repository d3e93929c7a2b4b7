"""A name after « de »."""

import pytest

from ludotheque.french import of, of_title


@pytest.mark.parametrize(
    ("name", "said"),
    [("Odin", "d’Odin"), ("Œil", "d’Œil"),
     ("Étoiles", "d’Étoiles"), ("Uno", "d’Uno"), ("Oùcédonc", "d’Oùcédonc"),
     ("Boursicocotte", "de Boursicocotte"), ("Yam’s", "de Yam’s"), ("Halli Galli", "de Halli Galli"),
     ("« Odin »", "d’« Odin »"), ("« Uno »", "d’« Uno »"), ("« Dobble »", "de « Dobble »"),
     ("7 Wonders", "de 7 Wonders"), ("", "de ")],
)  # fmt: skip
def test_de_is_elided_before_a_vowel(name, said):
    assert of(name) == said


def test_the_quiz_says_the_name_of_its_game_so(client, db):
    assert "parties d’Oùcédonc" in client.get("/jouer/oucedonc/quiz/").content.decode()


def test_a_title_takes_its_article_along():
    told = [
        of_title(one) for one in ("Les Aventuriers du Rail", "Le Petit Prince", "Odin", "La Traversée", "Les")
    ]
    assert told == ["des Aventuriers du Rail", "du Petit Prince", "d’Odin", "de La Traversée", "de Les"]
