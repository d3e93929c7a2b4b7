"""The words of our mails: the house's own (letters.toml), and how their blanks are filled."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from catalogue.models import MailKind

LIBRARY = "ludotheque"  # a blank of every letter
LINK = "lien"
_BLANK = re.compile(r"\{([^{}\n]*)\}")


class Blank(NamedTuple):
    """What stands in braces."""

    meaning: str
    example: str


@dataclass(frozen=True)
class Letter:
    """One kind of mail in the house's words."""

    kind: MailKind
    subject: str
    body: str
    blanks: Mapping[str, Blank]

    @property
    def secret(self) -> bool:
        """Whether it holds a link that opens an account: nobody but who gets it may read it."""
        return LINK in self.blanks

    @property
    def examples(self) -> dict[str, str]:
        return {name: blank.example for name, blank in self.blanks.items()}


@dataclass(frozen=True)
class Words:
    """What a mail needs of the library: its name, how it signs, and its own text, if it has one."""

    library: str
    signature: str
    subject: str | None = None
    body: str | None = None


def signed(name: str, address: str, phone: str, email: str) -> str:
    """What ends each mail: the library, and how to reach it."""
    lines = [name, *address.splitlines(), phone, email]
    return "\n".join(["-- ", *filter(None, map(str.strip, lines))])


@lru_cache(maxsize=1)
def letters() -> dict[MailKind, Letter]:
    """Every kind, in the order of the enumeration."""
    read = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {kind: _letter(kind, **read[kind.value]) for kind in MailKind}


def _letter(kind: MailKind, subject: str, body: str, blanks: dict[str, list[str]]) -> Letter:
    known = {LIBRARY: Blank("le nom de la ludothèque", "la ludothèque")}
    known |= {name: Blank(*words) for name, words in blanks.items()}
    return Letter(kind, subject, body.strip(), known)


def fill(text: str, facts: Mapping[str, str]) -> str:
    """The text with its blanks filled, all at once: what fills one is never read for blanks itself."""
    return _BLANK.sub(lambda blank: facts.get(blank[1].strip(), blank[0]), text)


def fault(letter: Letter, subject: str, body: str) -> tuple[str, str] | None:
    """(field, what is wrong with these words in place of the letter's), or None."""
    known = ", ".join(f"{{{name}}}" for name in letter.blanks)
    for field, text in (("subject", subject), ("body", body)):
        names = [name.strip() for name in _BLANK.findall(text)]
        unknown = [name for name in names if name not in letter.blanks]
        if unknown:
            return field, f"« {{{unknown[0]}}} » ne veut rien dire ici. Entre accolades : {known}."
        rest = _BLANK.sub("", text)
        if "{" in rest or "}" in rest:
            return field, f"Une accolade est seule. Entre deux accolades : {known}."
        if field == "subject" and letter.secret and LINK in names:
            return field, "Le lien ne se met pas dans l’objet, qui se lit sans ouvrir le message."
        if field == "body" and letter.secret and LINK not in names:
            return field, "Le lien manque : sans {lien}, ce message ne sert à rien."
    return None
