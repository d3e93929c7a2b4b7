"""Reading an archive through, before anybody relies on it."""

import hashlib
import os
import tarfile
import tempfile
import zlib
from pathlib import Path, PurePosixPath

from ludotheque.backup import manifest, postgres, sqlite


class Unusable(Exception):
    """An archive that must not be relied on; says why, in French."""


def read(path: Path, *, into: Path | None = None) -> manifest.Manifest:
    """Checks every byte, and unpacks into an empty folder if one is given; or raises `Unusable`."""
    if into is None:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".reading-") as folder:
            return read(path, into=Path(folder))
    digests, described = {}, None
    try:
        with tarfile.open(path, "r:gz") as archive:
            for entry in archive:
                if not entry.isfile() or not _ours(entry.name):
                    raise Unusable(f"{path.name} n’est pas une sauvegarde de Ludothèque : {entry.name!r}.")
                content = archive.extractfile(entry)
                assert content is not None  # it is a file
                if entry.name == manifest.NAME:
                    described = manifest.Manifest.from_json(content.read())
                else:
                    digests[entry.name] = _unpack(content, into / entry.name, entry.mtime)
    except (tarfile.TarError, EOFError, zlib.error, ValueError, TypeError) as error:
        raise Unusable(f"{path.name} est abîmée ou coupée : {error}.") from error
    except OSError as error:
        raise Unusable(f"{path.name} ne se lit pas : {error.strerror or error}.") from error
    if described is None:
        raise Unusable(f"{path.name} est coupée : sa liste manque.")
    if described.files != digests:
        wrong = sorted(
            name
            for name in described.files.keys() | digests
            if described.files.get(name) != digests.get(name)
        )
        raise Unusable(f"{path.name} est abîmée : {', '.join(wrong[:3])}.")
    stores = {"sqlite": sqlite, "postgresql": postgres}
    if described.vendor not in stores or manifest.DATABASE not in digests:
        raise Unusable(f"{path.name} ne contient pas de base que l’on sache lire.")
    wrong_with_it = stores[described.vendor].check(into / manifest.DATABASE)
    if wrong_with_it:
        raise Unusable(f"La base de {path.name} est abîmée : {wrong_with_it}.")
    return described


def _ours(name: str) -> bool:
    parts = PurePosixPath(name).parts
    if name in (manifest.NAME, manifest.DATABASE):
        return True
    return len(parts) > 1 and parts[0] in manifest.folders() and ".." not in parts


def _unpack(content, path: Path, mtime: float) -> str:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with open(path, "xb") as file:
        while block := content.read(1 << 20):
            digest.update(block)
            file.write(block)
    os.utime(path, (mtime, mtime))
    return digest.hexdigest()
