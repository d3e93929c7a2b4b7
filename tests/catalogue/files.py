"""Files for imports: the fixtures, and what a test needs to bring one in."""

from pathlib import Path

from catalogue.interchange import sniff, tables, unimarc
from catalogue.interchange.item import Item
from catalogue.interchange.marc import Marc
from catalogue.models import Import
from catalogue.services.imports import steps, work

FOLDER = Path(__file__).with_name("imports")
PMB_XML = FOLDER / "pmb81_export_5jeux_pmbxml.xml"
PMB_ISO = FOLDER / "pmb81_export_5jeux_unimarc_utf8.mrc"


def upload(content: bytes | Path, name: str = "jeux.csv", **reading) -> Import:
    """A file that lies there, looked at."""
    if isinstance(content, Path):
        name, content = content.name, content.read_bytes()
    return steps.upload(name=name, pieces=[content], actor=None)


def tried(run: Import) -> Import:
    steps.try_it(import_id=run.pk, actor=None, by_worker=False)
    return worked(run)


def brought_in(run: Import | bytes | Path) -> Import:
    run = run if isinstance(run, Import) else upload(run)
    steps.run_it(import_id=run.pk, actor=None, by_worker=False)
    return worked(run)


def undone(run: Import) -> Import:
    steps.undo_it(import_id=run.pk, actor=None, by_worker=False)
    return worked(run)


def worked(run: Import) -> Import:
    work.work(run.pk)
    run.refresh_from_db()
    assert not run.trouble, run.trouble
    return run


def items(content: bytes | Path, tmp_path: Path) -> list[Item]:
    """What a file says, without any database."""
    path = content
    if isinstance(content, bytes):
        path = tmp_path / "file"
        path.write_bytes(content)
    reading = sniff.look(path)
    if reading.format in sniff.TABLES:
        head, rows = sniff.opened(path, reading)
        return list(tables.items(head, rows, reading.mapping))
    with path.open("rb") as stream:
        return [
            unimarc.item(record, number, reading.mapping)
            for number, record in enumerate(sniff.records(stream, reading), start=1)
            if isinstance(record, Marc)
        ]
