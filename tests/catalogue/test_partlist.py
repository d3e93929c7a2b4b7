"""Lists of parts as people type them, and the French behind it."""

import pytest

from catalogue import partlist
from ludotheque import french


@pytest.mark.parametrize(
    ("typed", "quantity", "name"),
    [
        ("4 pions rouges", 4, "pion rouge"),
        ("2 x plateau", 2, "plateau"),
        ("2x plateaux de jeu", 2, "plateau de jeu"),
        ("3 × dés", 3, "dé"),
        ("16 chevaux", 16, "cheval"),
        ("2 jeux de cartes", 2, "jeu de cartes"),
        ("plateau de jeu", None, "plateau de jeu"),
        ("1 plateau de jeu", 1, "plateau de jeu"),
        ("1 sablier (30 s)", 1, "sablier (30 s)"),
        ("2 sabliers (30 s)", 2, "sablier (30 s)"),
        ("une règle", 1, "règle"),
        ("Une règle du jeu", 1, "règle du jeu"),
        ("la règle du jeu", 1, "règle du jeu"),
        ("l’aide de jeu", 1, "aide de jeu"),
        ("deux plateaux", 2, "plateau"),
        ("deux cents jetons", 200, "jeton"),
        ("cent jetons", 100, "jeton"),
        ("deux cent vingt jetons", None, "deux cent vingt jetons"),
        ("une douzaine d’œufs", 12, "œuf"),
        ("Une douzaine de pions rouges", 12, "pion rouge"),
        ("une demi-douzaine d'œufs", 6, "œuf"),
        ("un ou deux chiffons", None, "un ou deux chiffons"),
        ("1 ou 2 chiffons", None, "1 ou 2 chiffons"),
        ("108 cartes dont 4 jokers", 108, "carte dont 4 jokers"),
        ("1 000 jetons", 1000, "jeton"),
        ("1\u202f000 jetons", 1000, "jeton"),
        ("pions rouges x4", 4, "pion rouge"),
        ("pions rouges (x 4)", 4, "pion rouge"),
        ("cubes (12)", 12, "cube"),
        ("Cubes : 12", 12, "Cube"),
        ("2 dés à 6 faces", 2, "dé à 6 faces"),
        ("2 dés 6 faces", 2, "dé 6 faces"),
        ("55 cartes d’argent", 55, "carte d’argent"),
        ("12 cartes Lieux", 12, "carte Lieux"),
        ("4 super jokers +4", 4, "super joker +4"),
        ("4 jetons rouges et verts", 4, "jetons rouges et verts"),
        ("6 porte-cartes", 6, "porte-cartes"),
        ("4 cartes-indices", 4, "carte-indice"),
        ("3 souris grises", 3, "souris grise"),
        ("2 tapis de jeu", 2, "tapis de jeu"),
        ("5 cartes bleu clair", 5, "carte bleu clair"),
        ("8 pions marron", 8, "pion marron"),
        ("2 puzzles 3D", 2, "puzzle 3D"),
        ("4x4 tout-terrain", None, "4x4 tout-terrain"),
        ("10-12 pions", None, "10-12 pions"),
        ("des pions", None, "pions"),
        ("1.", None, "1"),
        ("- 4 pions,", 4, "pion"),
        ("• 1 sac en tissu.", 1, "sac en tissu"),
        ("0 pion", 0, "pion"),
        ("7 nains", 7, "nain"),
        ("4", None, "4"),
        ("1 tas", 1, "tas"),
    ],
)
def test_a_part_is_read_as_it_is_written(typed, quantity, name):
    assert partlist.read(typed) == [(name, quantity)]


def test_a_whole_sentence_gives_its_parts_in_order():
    text = "Contenu : 1 plateau de jeu, 48 cartes femmes, 48 cartes hommes, 4 jokers et une règle du jeu."
    assert partlist.read(text) == [
        ("plateau de jeu", 1),
        ("carte femme", 48),
        ("carte homme", 48),
        ("joker", 4),
        ("règle du jeu", 1),
    ]


def test_only_a_number_parts_what_stands_in_a_line():
    assert partlist.read("4 cartes rouges, vertes et bleues ; 2 dés") == [
        ("cartes rouges, vertes et bleues", 4),
        ("dé", 2),
    ]
    assert partlist.read("110 cartes (55 d’argent, 55 d’animaux), 1 règle") == [
        ("carte (55 d’argent, 55 d’animaux)", 110),
        ("règle", 1),
    ]
    assert partlist.read("\n\n1 boîte\r\n\tun couvercle\n...\n") == [("boîte", 1), ("couvercle", 1)]


PAIRS = """\
pion rouge/pions rouges; dé/dés; jeu/jeux; cheval/chevaux; plateau/plateaux; animal/animaux
tuyau/tuyaux; bijou/bijoux; clou/clous; vitrail/vitraux; portail/portails; œil/yeux; pneu/pneus
chacal/chacals; canal/canaux; caméra/caméras; domino/dominos; clé/clés; tissu/tissus; ami/amis
roi/rois; balai/balais; croix/croix; nez/nez; bras/bras; pièce d’or/pièces d’or; lieu/lieux
ours blanc/ours blancs; bleu/bleus; vieux château/vieux châteaux; carte spéciale/cartes spéciales
jeton spécial/jetons spéciaux; billet de 100/billets de 100; fou/fous; étau/étaux
carte bonus/cartes bonus; feu/feux; boîte à musique/boîtes à musique; eau/eaux; moto/motos; bus/bus
écu/écus; tournoi/tournois; fourmi/fourmis; noyau/noyaux; Carte verte/Cartes vertes
carte UNO/cartes UNO; dé vert foncé/dés vert foncé; rubis rouge/rubis rouges
morceau de bois/morceaux de bois"""


@pytest.mark.parametrize("pair", PAIRS.replace("\n", "; ").split("; "))
def test_words_are_turned_both_ways(pair):
    one, many = pair.split("/")
    assert (french.singular(many), french.plural(one)) == (one, many)
    assert (french.singular(one), french.plural(many)) == (one, many)


def test_a_count_is_said_with_its_words():
    assert french.counted(4, "pion rouge") == "4 pions rouges"
    assert french.counted(1, "pion rouge") == "1 pion rouge"
    assert french.counted(108, "carte dont 4 jokers") == "108 cartes dont 4 jokers"
    assert french.counted(None, "plateau de jeu") == "plateau de jeu"
