"""What a family is found by, however it is written: « O’Connor », « oconnor », « o connor »; a telephone too.

A row keeps a text of all that finds it, each form after a space, so that one condition of one kind finds it
on every database: the row holds a space and what is sought.
"""

import re

from ludotheque.text import fold

LONGEST = 40  # letters of words that are written together
TOGETHER = 3  # words that somebody may have parted: « de la tour »
MOST = 8  # words that are looked for
_FRENCH = ("33", "262", "590", "594", "596")  # what is dialled before a number of France from elsewhere
_APART = re.compile(r"[/,;\n]|\b(?:ou|et)\b")
_PHONE = re.compile(r"[+(]?[0-9][0-9 .()/+\-\u00a0\u2009\u202f]*")
FEWEST = 6  # figures by which somebody is looked for
PHONE = "+"  # before a number in a key: no name has it


def key(*names: str, phones: str = "") -> str:
    """The text by which these names and telephones are found."""
    forms: dict[str, None] = {}
    for name in names:
        said = fold(name).split()
        forms |= {"".join(said[place:])[:LONGEST]: None for place in range(len(said))}
    forms |= {f"{PHONE}{number}": None for part in _APART.split(phones) if (number := phone(part))}
    return "".join(f" {form}" for form in forms)


def ways(typed: str) -> list[list[str]]:
    """For each word that was typed what a key may hold instead: the word, or some words written together."""
    said = fold(typed).split()[:MOST]
    found = []
    for place in range(len(said)):
        runs = (
            said[first : first + length]
            for length in range(1, TOGETHER + 1)
            for first in range(max(0, place - length + 1), place + 1)
        )
        found.append(list(dict.fromkeys(f" {''.join(run)[:LONGEST]}" for run in runs)))
    return found


def phone(written: str) -> str:
    """A number as one dials it at home: « +33 (0)6 12 34 56 78 » → « 0612345678 »; or ""."""
    figures = "".join(sign for sign in written if sign.isascii() and sign.isdigit())
    abroad = written.strip().lstrip("(").startswith("+")
    if figures.startswith("00") and len(figures) > 10:
        figures, abroad = figures[2:], True
    for country in _FRENCH:
        rest = figures.removeprefix(country).lstrip("0")
        if figures.startswith(country) and (abroad or len(figures) > 10) and len(rest) == 9:
            return f"0{rest}"
    return figures


def sought_phone(typed: str) -> str:
    """The number that somebody looks for; "" where nothing but a number could not have been meant."""
    number = phone(typed) if _PHONE.fullmatch(typed.strip()) else ""
    return number if len(number) >= FEWEST else ""
