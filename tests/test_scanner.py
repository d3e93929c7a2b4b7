"""What a scanner types, whatever keyboard the system believes it is, and what is no code at all."""

import pytest

from ludotheque import scanner


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("0090473", "0090473"),
        ('àà_&è"', "008173"),
        ('ÀÀ_&È"', "008173"),  # Caps Lock
        ("~90473", "90473"),
        ("]C190473", "90473"),
        ("$C&çà'è\"", "90473"),  # « ]C1 » on a French keyboard
        ("£c190473", "90473"),  # and under Caps Lock
        ("²çà'è\"", "90473"),
        ("\x0290473\x1d", "90473"),
        ("LUD)àà&é", "LUD-0012"),
        ("lud)àà&é", "LUD-0012"),
        ("QWERT)à&", "AZERT-01"),
        ("90 473", "90473"),
    ],
)
def test_what_was_meant_is_among_the_readings(typed, meant):
    assert meant in scanner.readings(typed)


@pytest.mark.parametrize(
    "words",
    ["Élan", "André", "Hélène", "Çà et là", "Noé & Zoé", "7 Wonders", "Time's Up!", "l’été", "A-7", "É"],
)
def test_a_name_is_read_as_nothing_but_itself(words):
    bare = "".join(words.split())
    assert scanner.readings(words) in ([words], [words, bare])
    assert scanner.repaired(words) is None


def test_what_was_typed_comes_before_what_may_have_been_meant():
    assert scanner.readings("~90473")[0] == "~90473"
    assert scanner.readings("LUD-0012")[0] == "LUD-0012"


def test_a_dash_among_digits_is_a_dash():
    assert "12603" not in scanner.readings("12-03")
