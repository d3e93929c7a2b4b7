"""What the staff has chosen out of the records or the boxes: by a search, or ticked one by one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.http import urlencode

from catalogue.models import BatchKind, Category, Copy, CopyState, Publisher, Section, Site
from catalogue.queries import lists
from catalogue.search import Query
from catalogue.search.results import among
from ludotheque import scanner
from ludotheque.days import days_ago
from ludotheque.numbers import digits, several

MOST_TICKED = 500
TICKING = "coches"  # said by the button that takes only what is ticked
PUBLIC = "recherche"  # a search of the public's page, as its address has it

RECORDS, COPIES = BatchKind.RECORDS, BatchKind.COPIES
# name in the address → label of what may be asked besides the words
ASKED: dict[str, dict[str, str]] = {
    RECORDS: {"sans": "Il manque", "brouillon": "Brouillon", "editeur": "Éditeur", "categorie": "Catégorie"},
    COPIES: {
        "etat": "État",
        "section": "Section",
        "site": "Localisation",
        "ajout": "Ajouté",
        "etiquette": "Étiquette",
    },
}


@dataclass(frozen=True)
class Selection:
    """`params` are those of the address that say something; `rows` what they choose."""

    kind: str
    params: Mapping[str, str]
    ticked: tuple[int, ...]
    rows: QuerySet
    by_ticks: bool = False  # only what is ticked was asked for

    @property
    def is_unticked(self) -> bool:
        """Whether only what is ticked was asked for, and nothing is."""
        return self.by_ticks and not self.ticked

    @property
    def query(self) -> str:
        """The selection as the query string of an address."""
        ticked = [("ids", str(pk)) for pk in self.ticked]
        return urlencode([*self.params.items(), *ticked])

    @property
    def search(self) -> str:
        """The search alone, whatever is ticked."""
        return urlencode(list(self.params.items()))


def read(kind: str, params: MultiValueDict) -> Selection:
    """From the parameters of an address; what cannot be read is passed over."""
    names = ("q", PUBLIC, *ASKED[kind]) if kind == RECORDS else ("q", *ASKED[kind])
    said = {name: _clean(params.get(name, ""), most=2000 if name == PUBLIC else 200) for name in names}
    said = {name: value for name, value in said.items() if value}
    ticked = tuple(several(params.getlist("ids"))[:MOST_TICKED])
    rows = (_records if kind == RECORDS else _copies)(said)
    by_ticks = TICKING in params or "ids" in params
    if by_ticks:
        rows = rows.filter(pk__in=ticked)
    return Selection(kind, said, ticked, rows, by_ticks)


def scanned(text: str) -> tuple[list[int], list[str]]:
    """Ids of the boxes whose codes are on the lines, in their order, and the codes that no box bears."""
    typed = [line.strip() for line in text.replace("\0", "").splitlines() if line.strip()][:MOST_TICKED]
    codes = list(dict.fromkeys(scanner.code(line) for line in typed))
    known = dict(Copy.objects.filter(barcode__in=codes).order_by().values_list("barcode", "pk"))
    return [known[code] for code in codes if code in known], [c for c in codes if c not in known]


def choices(kind: str) -> dict[str, list[tuple[str, str]]]:
    """What each select of the search offers: (value, label)."""
    if kind == RECORDS:
        categories = Category.objects.order_by("scheme", "code")[:MOST_TICKED]
        return {
            "sans": [("exemplaire", "un exemplaire"), ("regle", "une règle")],
            "brouillon": [("1", "oui"), ("0", "non")],
            "editeur": list(Publisher.objects.values_list("slug", "name")[:MOST_TICKED]),
            "categorie": [(f"{one.scheme}:{one.code}", str(one)) for one in categories],
        }
    return {
        "etat": list(CopyState.choices),
        "section": [("0", "aucune"), *Section.objects.values_list("slug", "name")[:MOST_TICKED]],
        "site": [("0", "aucune"), *((str(pk), name) for pk, name in _sites())],
        "ajout": [("jour", "aujourd’hui"), ("semaine", "depuis sept jours")],
        "etiquette": [("sans", "pas encore imprimée"), ("avec", "déjà imprimée")],
    }


def _sites():
    return Site.objects.values_list("pk", "name")[:MOST_TICKED]


def _clean(text: str, *, most: int) -> str:
    return " ".join(text.replace("\0", "").split())[:most]


def _records(said: Mapping[str, str]) -> QuerySet:
    rows = lists.records(said.get("q", ""), without=said.get("sans", ""))
    if said.get("brouillon") in ("0", "1"):
        rows = rows.filter(draft=said["brouillon"] == "1")
    if PUBLIC in said:
        rows = rows.filter(pk__in=among(Query.from_params(QueryDict(said[PUBLIC]))))
    if "editeur" in said:
        rows = rows.filter(publisher__slug=said["editeur"])
    if "categorie" in said:
        scheme, _, code = said["categorie"].partition(":")
        chosen = Category.objects.filter(scheme=scheme, code=code)
        rows = rows.filter(pk__in=chosen.values("records"))
    return rows


def _copies(said: Mapping[str, str]) -> QuerySet:
    rows = lists.copies(said.get("q", ""), state=said.get("etat", ""))
    where: dict[str, Any] = {}
    if "section" in said:
        where |= {"section": None} if said["section"] == "0" else {"section__slug": said["section"]}
    site = digits(said.get("site"))
    if site is not None:
        where |= {"site": site or None}
    if "ajout" in said:
        days = {"jour": 0, "semaine": 6}.get(said["ajout"], 0)
        where |= {"created_at__gte": days_ago(days)}
    if said.get("etiquette") in ("sans", "avec"):
        where |= {"label_printed_at__isnull": said["etiquette"] == "sans"}
    return rows.filter(**where)
