"""Putting an archive back: files first, then the database in one step, then what is newer in the code."""

import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from ludotheque.backup import making, manifest, verifying
from ludotheque.backup.verifying import Unusable

# tables that an empty library has rows in
MADE_BY_MIGRATE = {"django_migrations", "django_content_type", "auth_permission"}


class NotEmpty(Exception):
    """There is a library here already, which nobody has said may go."""


class Doubtful(Exception):
    """The archive is put back, but its rows are not those of its list: which, and where the former are."""


class Restored(NamedTuple):
    described: manifest.Manifest
    former: Path | None  # what was there before, as an archive


def restore(path: Path, *, replace: bool = False) -> Restored:
    """Makes the library what it was when the archive was made; what is there now is backed up before.

    Raises `Unusable`, `NotEmpty`, OSError or `ProgramFailed`; then nothing has changed but added files. Or
    `Doubtful`, when it is done.
    """
    home = Path(settings.VAR_DIR)
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home, prefix=".restoring-") as workshop:
        unpacked = Path(workshop)
        described = verifying.read(path, into=unpacked)
        _check(described, path)
        former = None
        if any(count for table, count in making.store().rows().items() if table not in MADE_BY_MIGRATE):
            if not replace:
                raise NotEmpty
            former = making.back_up(home / "backups")
        for name, folder in manifest.folders().items():
            _put_back(unpacked / name, folder)
        making.store().load(unpacked / manifest.DATABASE)
    now = making.store().rows()
    if now != described.rows:
        differing = sorted(
            name for name in now.keys() | described.rows if now.get(name) != described.rows.get(name)
        )
        what = f"L’archive est remise, mais des lignes ne sont pas de sa liste : {', '.join(differing[:5])}."
        raise Doubtful(f"{what} Ce qu’il y avait est dans {former}." if former else what)
    call_command("migrate", verbosity=0, interactive=False)
    return Restored(described, former)


def _check(described: manifest.Manifest, path: Path) -> None:
    if described.vendor != connection.vendor:
        raise Unusable(
            f"{path.name} vient de {_called(described.vendor)}, et cette installation est sur "
            f"{_called(connection.vendor)} : donnez DATABASE_URL d’une base du même genre."
        )
    known = {
        f"{app}.{name}" for app, name in MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    }
    newer = [name for name in described.migrations if name not in known]
    if newer:
        raise Unusable(
            f"{path.name} a été faite par une version plus récente ({newer[-1]}) : mettez d’abord à jour."
        )


def _called(vendor: str) -> str:
    return {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(vendor, vendor)


def _put_back(source: Path, folder: Path) -> None:
    """Adds or replaces; what is not in the archive stays, and is swept once no row names it."""
    for path in sorted(source.rglob("*")):
        if path.is_file():
            goal = folder / path.relative_to(source)
            goal.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.replace(path, goal)
