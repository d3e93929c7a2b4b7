"""A booklet from one sheet: four small pages laid two a side, so that the sheet folded once reads 1, 2, 3, 4.

Each page becomes a form of the PDF, drawn on the left or the right half of a sheet. What the tags say stays
as it was, in the order of reading: only where the marked content lies is said anew (ISO 32000, 14.7.4.4).
"""

from typing import Any

import pydyf

PAGES = 4
ORDER = ((3, 0), (1, 2))  # outside, then inside; printed on both sides and turned on the short edge


def fold(document: Any, pdf: Any) -> None:
    """A finisher for `ludotheque.pdf.fit`: up to four pages become two sides of one sheet.

    More pages are left as they are: small, and none of them cut."""
    small = [page for page in pdf.objects if isinstance(page, dict) and page.get("Type") == "/Page"]
    if len(small) > PAGES:
        return
    sides = {page.reference: side for page, side in _lay_out(pdf, small)}
    _move_tags(pdf, {page.reference: page["Contents"] for page in small}, sides)
    for page in small:
        page.clear()  # an object that nothing refers to; freeing it would shift pydyf's table of the others


def _lay_out(pdf: Any, small: list[Any]) -> list[tuple[Any, Any]]:
    """Draws the pages on new ones; (small page, the side it lies on) of each."""
    _, _, width, height = small[0]["MediaBox"]
    pdf.pages["Kids"], pdf.pages["Count"] = pydyf.Array(), 0
    laid = []
    for order in ORDER:
        drawn, forms = [], pydyf.Dictionary()
        side = pydyf.Dictionary({"Type": "/Page", "Parent": pdf.pages.reference, "Tabs": "/S"})
        for half, number in enumerate(order):
            if number < len(small):
                page = small[number]
                _into_form(pdf, page, number, [0, 0, width, height])
                forms[f"P{number + 1}"] = page["Contents"]
                drawn.append(f"q 1 0 0 1 {half * width:f} 0 cm /P{number + 1} Do Q")
                laid.append((page, side))
        content = pydyf.Stream(["\n".join(drawn).encode()])
        pdf.add_object(content)
        side["MediaBox"] = pydyf.Array([0, 0, 2 * width, height])
        side["Resources"] = pydyf.Dictionary({"XObject": forms})
        side["Contents"] = content.reference
        pdf.add_page(side)
    return laid


def _into_form(pdf: Any, page: Any, number: int, box: list[float]) -> None:
    stream = next(thing for thing in pdf.objects if thing.reference == page["Contents"])
    stream.extra |= {
        "Type": "/XObject",
        "Subtype": "/Form",
        "BBox": pydyf.Array(box),
        "Resources": page["Resources"],
        "StructParents": page["StructParents"],
    }


def _move_tags(pdf: Any, streams: dict[bytes, bytes], sides: dict[bytes, Any]) -> None:
    """Tells each tag the side its content lies on now, and in which form."""
    for tag in [thing for thing in pdf.objects if isinstance(thing, dict) and "Pg" in thing]:
        page = tag["Pg"]
        tag["Pg"] = sides[page].reference
        if any(isinstance(kid, int) for kid in tag.get("K", ())):
            tag["K"] = pydyf.Array(
                _place(kid, tag["Pg"], streams[page]) if isinstance(kid, int) else kid for kid in tag["K"]
            )


def _place(mark: int, side: bytes, stream: bytes) -> Any:
    return pydyf.Dictionary({"Type": "/MCR", "Pg": side, "Stm": stream, "MCID": mark})
