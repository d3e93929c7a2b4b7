"""What the desk says to a scan: a tone, one big line, and what else there is to know."""

from dataclasses import dataclass, field

from catalogue import policy
from catalogue.models import Copy, Household
from ludotheque import scanner


@dataclass(frozen=True, slots=True)
class Act:
    """What one can do about an answer: a button that sends `name=value` to the page, or a link.

    `note`: the label of a reason that must be given with it; `more`: further values that the page needs."""

    label: str
    name: str = ""
    value: int | str = ""
    href: str = ""
    icon: str = ""
    note: str = ""
    more: dict[str, int | str] = field(default_factory=dict)


WORDS = {"ok": "Fait", "no": "Refusé", "warn": "À voir"}


@dataclass
class Answer:
    """The big line: `tone` (ok, no or warn) is its colour and its sound, `word` the same in a word.

    `undo`: a loan whose last act may be taken back; `households`: families to choose from."""

    tone: str
    what: str
    details: list[str] = field(default_factory=list)
    undo: int | None = None
    households: list[Household] = field(default_factory=list)
    more: bool = False
    status: int = 200
    word: str = ""
    acts: list[Act] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.word = self.word or WORDS[self.tone]


# what a refusal is called from afar
_REFUSED = {
    "already-lent": "Déjà prêté",
    "not-on-loan": "Pas prêté",
    "on-site": "Sur place",
    "undo-too-late": "Trop tard",
    "state-compter": "À compter",
    "state-nettoyer": "À nettoyer",
    "state-reparation": "En réparation",
    "state-incomplet": "Incomplet",
    "state-perdu": "Perdu",
    "state-retire": "Retiré",
    "kept": "Réservé",
    "awaited": "Attendu",
    "in-transit": "En transit",
    "too-many": "Trop de boîtes",
    "subscription-ended": "Adhésion",
    "subscription-not-begun": "Adhésion",
    "no-subscription": "Adhésion",
}


def refusal(refused: policy.Refused) -> Answer:
    first = refused.refusals[0]
    if first.code in ("already-theirs", "counted-just-now"):  # scanned twice: nothing is wrong
        details = [text for text in (first.why, first.next) if text]
        return Answer("ok", first.what, details, word="Déjà noté")
    details = []
    for one in refused.refusals:
        details += [text for text in (one.why, one.next) if text and text not in details]
    tone = "warn" if first.code == "not-on-loan" else "no"
    return Answer(tone, first.what, details, status=409, word=_REFUSED.get(first.code, ""))


def unknown(code: str, then: str, acts: list[Act] | None = None) -> Answer:
    digits = scanner.repaired(code)
    read = f" (lu {digits[:40]})" if digits else ""
    what = f"« {code[:40]} »{read} n’est ni une boîte, ni une carte, ni une famille."
    return Answer("no", what, [then], status=422, word="Inconnu", acts=acts or [])


def meant(copies: list[Copy]) -> list[Act]:
    """Boxes that a code may have meant, each a button that sends theirs instead."""
    return [Act(f"C’est « {copy.record.title} », {copy.barcode}", "code", copy.barcode) for copy in copies]


def unread() -> Answer:
    return Answer("no", "Rien n’a été lu.", ["Scannez une carte ou une boîte, ou tapez un nom."], status=422)
