"""What a UNIMARC record says of its boxes, in 995 as French libraries write it and in PMB's 996."""

from typing import Any

from catalogue.interchange import columns, texts
from catalogue.interchange.item import Item, Unreadable
from catalogue.interchange.marc import Subfields
from catalogue.models import CopyState
from ludotheque.text import fold

# a library's own words for a box that nothing is the matter with
_GOOD = {"", "document en bon etat", "bon etat", "disponible", "en service"}
_SIGNS = (
    ("perdu", CopyState.LOST),
    ("disparu", CopyState.LOST),
    ("manquant", CopyState.LOST),
    ("incomplet", CopyState.INCOMPLETE),
    ("deterior", CopyState.REPAIR),
    ("abim", CopyState.REPAIR),
    ("repar", CopyState.REPAIR),
    ("nettoy", CopyState.TO_CLEAN),
    ("pilon", CopyState.WITHDRAWN),
    ("desherb", CopyState.WITHDRAWN),
    ("retire", CopyState.WITHDRAWN),
)
_NAMES_OF_OWNERS = {"fonds propre"}  # PMB's way to say: ours


def box(copies: dict[str, dict[str, Any]], tag: str, subfields: Subfields, made: Item) -> None:
    """995 and 996 of the same barcode are the same box; 996 is PMB's and says more."""
    said: dict[str, str] = {}
    pairs: dict[str, str] = {}
    for code, text in subfields:
        if code == "9":
            name, _, value = text.partition(":")
            pairs[name] = value
        else:
            said.setdefault(code, text)
    code = texts.barcode(said.get("f", ""))
    if not code:
        if said.get("k") or said.get("c") or said.get("v"):
            made.remarks.append(
                f"Exemplaire sans code-barres laissé de côté : {said.get('k') or said.get('v') or ''}".strip()
            )
        return
    box = copies.setdefault(code, {"barcode": code})
    own = {name.removeprefix("ludo_"): value for name, value in pairs.items() if name.startswith("ludo_")}
    if tag == "996":
        own |= {"site": said.get("v", ""), "section": said.get("x", "")}
        own |= {"condition": said.get("u", "")}
        own |= {"price_cents": pairs.get("expl_prix", ""), "acquired_on": pairs.get("expl_date_achat", "")}
        _pmb_status(box, said.get("1", ""), pairs.get("pret_flag", ""), said.get("u", ""))
    else:
        site = said.get("c", "")
        own.setdefault("site", "" if fold(site) in _NAMES_OF_OWNERS else site)
        own.setdefault("section", said.get("e", ""))
        own.setdefault("condition", said.get("u", ""))
    own["call_number"] = said.get("k", "")
    for name, text in own.items():
        column = columns.BY_NAME.get(name)
        if text and column is not None and column.of == columns.COPY:
            try:
                value = column.read(text)
            except Unreadable as error:
                raise Unreadable(f"{column.label} « {text[:60]} » : {error}") from error
            if value not in (None, ""):
                box[name] = value


def _pmb_status(box: dict[str, Any], label: str, lent: str, note: str) -> None:
    """What PMB's free wording of a status comes to here; what it does not tell stays in the remarks."""
    folded = fold(label)
    if folded in _GOOD:
        if lent == "0" and label:
            box["on_site_only"] = True
        return
    state = next((state for sign, state in _SIGNS if sign in folded), None)
    if state is not None:
        box["state"] = state.value
        if state == CopyState.WITHDRAWN:
            box["withdrawn_reason"] = note[:200] or label[:200]
    elif lent == "0":
        box["on_site_only"] = True
