"""Several boxes of a record at once, under codes that are scanned or that the library gives."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from catalogue import numbering
from catalogue.models import Card, Copy, Library, Record, User
from catalogue.policy import Refusal, Refused
from catalogue.search import index
from catalogue.services import copies, journal
from ludotheque import scanner
from ludotheque.writing import writing

MOST = 100  # boxes added at once
_LOOKED_AT = 200  # numbers asked about in one query


@dataclass(frozen=True, slots=True)
class Judged:
    """A line as it was scanned, the code it is kept as, and why it cannot be given, if so."""

    line: int
    code: str
    refusal: Refusal | None = None


def judged(typed: Iterable[str]) -> list[Judged]:
    """Each code with its refusal: unreadable, scanned twice, or borne by another box or a card."""
    codes = [(line, scanner.code(text)) for line, text in enumerate(typed, 1) if text.strip()]
    holders = _holders(code for _, code in codes)
    first: dict[str, int] = {}
    found = []
    for line, code in codes:
        if code in holders:
            refusal: Refusal | None = holders[code]
        elif code in first:
            refusal = _twice(code, first[code])
        else:
            refusal = copies.unreadable(code)
        first.setdefault(code, line)
        found.append(Judged(line, code, refusal))
    return found


def add(
    *,
    record_id: int,
    actor: User | None,
    codes: Sequence[str] = (),
    generated: int = 0,
    seen: str | None = None,
    **values,
) -> list[Copy]:
    """Boxes of the record under the codes given, and as many more under the library's next numbers.

    All of them or none: `Refused` carries a refusal for each code that cannot be given. `seen` is the next
    code that the writer had before her: a form sent twice does not number twice.
    """
    if not 0 < len(codes) + generated <= MOST:
        raise ValueError(f"between 1 and {MOST} boxes at once")
    with writing():
        lines = judged(codes)
        refusals = [line.refusal for line in lines if line.refusal]
        if refusals:
            raise Refused(*refusals)
        given = [line.code for line in lines]
        given += _next_codes(generated, taken=set(given), seen=seen)
        record, values = Record.objects.get(pk=record_id), copies.placed(values, actor)
        made = []
        for code in given:
            copy = Copy(record=record, barcode=code, **values)
            copies.save_new(copy)
            journal.write(actor=actor, verb="create", subject=copy, after=copies.facts(copy))
            made.append(copy)
        index.update([record_id])
    return made


def next_code() -> str:
    """The code that would be given now."""
    library = Library.objects.first() or Library()
    return _free(library, 1, set())[0][1]


def _next_codes(wanted: int, *, taken: set[str], seen: str | None) -> list[str]:
    """The next free codes; the library goes on after them."""
    if not wanted:
        return []
    library = Library.objects.select_for_update().first()
    if seen is not None and _free(library or Library(), 1, set())[0][1] != seen:
        raise Refused(_numbered_since(seen))
    found = _free(library or Library(), wanted, taken)
    if library:
        library.barcode_next = found[-1][0] + 1
        library.save(update_fields=["barcode_next"])
    return [code for _, code in found]


def _free(library: Library, wanted: int, taken: set[str]) -> list[tuple[int, str]]:
    """(number, code) of the next numbers that no box and no card bears."""
    numbers = numbering.barcodes(library.barcode_prefix, library.barcode_digits, library.barcode_next)
    found: list[tuple[int, str]] = []
    while len(found) < wanted:
        some = list(islice(numbers, max(wanted, _LOOKED_AT)))
        borne = taken | _borne(code for _, code in some)
        found += [(number, code) for number, code in some if code not in borne]
    return found[:wanted]


def _borne(codes: Iterable[str]) -> set[str]:
    codes = list(codes)
    of_copies = Copy.objects.filter(barcode__in=codes).order_by().values_list("barcode", flat=True)
    of_cards = Card.objects.filter(barcode__in=codes).order_by().values_list("barcode", flat=True)
    return {*of_copies, *of_cards}


def _holders(codes: Iterable[str]) -> dict[str, Refusal]:
    """Code → the refusal that names who bears it, in two queries for any number."""
    codes = set(codes)
    boxes = Copy.objects.select_related("record").filter(barcode__in=codes)
    cards = Card.objects.select_related("member").filter(barcode__in=codes)
    found = {card.barcode: copies.taken(card.barcode, card=card) for card in cards}
    return found | {copy.barcode: copies.taken(copy.barcode, copy=copy) for copy in boxes}


def _numbered_since(seen: str) -> Refusal:
    return Refusal(
        "numbered-since",
        "Aucun code n’est généré de plus.",
        f"Le code {seen} vient d’être donné à un autre jeu.",
        "Envoyez de nouveau : les codes partiront du suivant.",
    )


def _twice(code: str, line: int) -> Refusal:
    return Refusal(
        "barcode-twice",
        f"Le code {code} n’est pas attribué deux fois.",
        f"Il est déjà à la ligne {line}.",
        "Enlevez une des deux lignes.",
        {"barcode": code},
    )
