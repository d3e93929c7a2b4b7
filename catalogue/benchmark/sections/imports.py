"""A whole import (read, map, judge, write, index) against pymarc's bare reading of the same file."""

import io
import time
from typing import Any

from catalogue.benchmark.invention import Inventor
from catalogue.interchange import iso2709
from catalogue.interchange.marc import Marc
from catalogue.models import Import
from catalogue.services.imports import steps, work
from ludotheque.benchmark.frame import Bar, Found, paired

SIZES = (3_000,)
TURNS = 3
LOCAL = (
    ("nb_joueurs_min", "Nombre minimum de joueurs", (1, 2)),
    ("nb_joueurs_max", "Nombre maximum de joueurs", (4, 6)),
    ("age_min", "Age minimum", (4, 10)),
    ("age_max", "Age maximum", (77, 99)),
    ("duree", "Durée moyenne (minutes)", (15, 90)),
)


def measure(size: int) -> dict[str, Any]:
    try:
        import pymarc
    except ImportError:
        return {"missing": "pymarc (tests/requirements.txt)"}
    content = pmb_like(size)
    tops, bottoms = [], []
    for turn in range(TURNS + 1):  # the first warms both up
        started = time.perf_counter()
        read = sum(1 for _ in pymarc.MARCReader(io.BytesIO(content), force_utf8=True))
        bottom = time.perf_counter() - started
        run = steps.upload(name="banc.mrc", pieces=[content], actor=None)
        steps.run_it(import_id=run.pk, actor=None, by_worker=False)
        started = time.perf_counter()
        work.work(run.pk)
        top = time.perf_counter() - started
        run = Import.objects.get(pk=run.pk)
        assert read == size, read
        assert run.fates == {"nouveau": size}, (run.fates, run.trouble)
        steps.undo_it(import_id=run.pk, actor=None, by_worker=False)
        work.work(run.pk)
        if turn:
            tops.append(top / size)
            bottoms.append(bottom / size)
    return {"import ÷ pymarc": paired(tops, bottoms).as_dict(), "bytes a record": len(content) / size}


def bars(found: Found) -> list[Bar]:
    out = []
    for (database, size), one in sorted(found.items()):
        must, stretch = (0.2, 0.35) if database == "SQLite" else (0.15, 0.25)
        name = f"a whole import of {size} records ÷ pymarc's bare reading, records/s"
        if "missing" in one:
            out.append(Bar(name, database, None, must, stretch, floor=True, note=one["missing"]))
            continue
        pair = one["import ÷ pymarc"]
        rates = f"{1 / pair['top']:.0f} ÷ {1 / pair['bottom']:.0f} records/s"
        note = f"{rates}, {one['bytes a record']:.0f} bytes each"
        value = pair["bottom"] / pair["top"]
        best = pair["bottom_best"] / pair["top_best"]
        out.append(Bar(name, database, value, must, stretch, best=best, floor=True, note=note))
    return out


def pmb_like(size: int) -> bytes:
    """A file as a PMB exports it: invented games, each with the fields and the boxes that PMB writes."""
    invent = Inventor(1)
    chance = invent.random
    return b"".join(iso2709.written(_record(invent, chance, number)) for number in range(size))


def _record(invent: Inventor, chance: Any, number: int) -> Marc:
    record = Marc(leader="00000nrm0 2200000   450 ")
    record.controls.append(("001", str(number)))
    publisher = (("c", invent.publisher(number % 80)), ("h", "0000-00-00"), ("9", f"id:{number % 80}"))
    record.add("100", ("a", "20261130u        u  u0frey50      ba"))
    record.add("200", ("a", f"{invent.title()} {number}"), indicators="1 ")
    record.add("215", ("a", "1 jeu"))
    record.add("327", ("a", f"{chance.randint(20, 110)} cartes, {invent.text(3, 8)}"))
    record.add("330", ("a", invent.text(6, 30)))
    record.add("319", ("a", "Aucun droit spécifique"))
    record.add("210", *publisher)
    record.add("214", *publisher)
    record.add("896", ("a", f"./thumbnail.php?type=1&id={number}"))
    for copy in range(chance.choice((1, 1, 1, 2, 3))):
        _box(record, f"{number:06}{copy}", f"A {401 + number % 12} jeu", number)
    record.add("610", ("a", f"A {401 + number % 12} jeu (jeu de règles)"), indicators="0 ")
    for name, label, bounds in LOCAL:
        record.add("900", ("a", str(chance.randint(*bounds))), ("l", label), ("n", name), ("t", "text"))
    record.add("801", ("a", "INTERNE"), ("b", "FR"), ("c", "20261130"))
    return record


def _box(record: Marc, code: str, section: str, number: int) -> None:
    place = (("f", code), ("k", f"JEU {number % 900}"))
    record.add("995", ("a", "Fonds propre"), ("c", "Fonds propre"), *place, ("r", "r"), ("q", section[:5]))
    pairs = {
        "expl_id": number, "create_date": "2005-01-01 00:00:00", "expl_cb": code, "expl_cote": place[1][1],
        "expl_statut": 1, "statut_libelle": "Document en bon état", "expl_typdoc": 19, "tdoc_libelle": "Jeu",
        "tdoc_codage_import": "r", "expl_section": 27, "section_libelle": section, "expl_owner": 2,
        "lender_libelle": "Fonds propre", "codestat_libelle": "Indéterminé", "statisdoc_codage_import": "u",
        "pret_flag": 1, "location_libelle": "Bibliothèque principale",
    }  # fmt: skip
    record.add(
        "996", *place, ("m", "00000000"), ("n", "00000000"), ("a", "Fonds propre"), ("b", "2"),
        ("v", "Bibliothèque principale"), ("x", section), ("y", section[:5]), ("e", "Jeu"), ("r", "r"),
        ("1", "Document en bon état"), ("3", "1"),
        *(("9", f"{name}:{value}") for name, value in pairs.items()),
    )  # fmt: skip
