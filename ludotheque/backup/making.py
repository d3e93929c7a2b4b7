"""Making an archive: the database first, then the files, which are only ever added under new names."""

import contextlib
import hashlib
import io
import os
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.db import connection
from django.utils import timezone

from ludotheque.backup import manifest, postgres, sqlite, verifying

PREFIX, SUFFIX = "ludotheque-", ".tar.gz"


def back_up(folder: Path, *, keep: int | None = None) -> Path:
    """Writes and reads back an archive in `folder`, of which the newest `keep` stay; its path.

    Others may go on working. Raises OSError, `ProgramFailed`, or `Unusable` if what was written does not
    read back or there is nothing to write.
    """
    applied = manifest.migrations()
    if not applied:  # an empty database made by looking for it in the wrong place reads back well
        where = connection.settings_dict["NAME"]
        raise verifying.Unusable(f"La base {where} est vide. Voyez VAR_DIR et DATABASE_URL.")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".making-") as workshop:
        database, part = Path(workshop) / "database", Path(workshop) / "archive"
        made_at = timezone.localtime()
        described = manifest.Manifest(
            made_at=made_at.isoformat(timespec="seconds"),
            vendor=connection.vendor,
            migrations=applied,
            rows=store().dump(database),
        )
        with open(part, "xb") as file:
            os.chmod(part, 0o600)  # it holds what families have told
            with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as archive:
                _add(archive, manifest.DATABASE, database, described.files)
                for name, path in _files():
                    with contextlib.suppress(FileNotFoundError):  # a passing file, thrown away just now
                        _add(archive, name, path, described.files)
                _add_bytes(archive, manifest.NAME, described.to_json())
            file.flush()
            os.fsync(file.fileno())
        verifying.read(part)
        path = _free(folder, made_at.strftime("%Y-%m-%d-%H%M%S"))
        os.replace(part, path)
    if keep is not None:
        archives = sorted(folder.glob(f"{PREFIX}*{SUFFIX}"), key=lambda one: one.stat().st_mtime_ns)
        for old in archives[:-keep]:
            old.unlink()
    return path


def store():
    """How the database of the settings is dumped, checked and loaded."""
    return {"sqlite": sqlite, "postgresql": postgres}[connection.vendor]


def _files() -> Iterator[tuple[str, Path]]:
    for name, folder in manifest.folders().items():
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink() and path.suffix != ".part":
                yield f"{name}/{path.relative_to(folder).as_posix()}", path


def _add(archive: tarfile.TarFile, name: str, path: Path, digests: dict[str, str]) -> None:
    with open(path, "rb") as file:
        entry = archive.gettarinfo(arcname=name, fileobj=file)
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mode = 0o600
        digests[name] = hashlib.file_digest(file, "sha256").hexdigest()
        file.seek(0)
        archive.addfile(entry, file)


def _add_bytes(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(content), 0o600
    archive.addfile(entry, io.BytesIO(content))


def _free(folder: Path, stamp: str) -> Path:
    """A name that none has, also for a second archive within the second."""
    path, number = folder / f"{PREFIX}{stamp}{SUFFIX}", 2
    while path.exists():
        path, number = folder / f"{PREFIX}{stamp}-{number}{SUFFIX}", number + 1
    return path
