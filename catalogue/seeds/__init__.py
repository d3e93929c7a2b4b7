"""The seed catalogue: real catalogue pages as data, one TOML file a record, long texts kept as found."""

import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent


def library() -> dict:
    """The sample library: its name, hours, sites and sections."""
    return _read(FOLDER / "library.toml")


def authorities() -> dict:
    """Publishers and people with their variant forms, and categories."""
    return _read(FOLDER / "authorities.toml")


def records() -> list[dict]:
    """The records, by slug; the name of a file is the slug of its record."""
    return [_read(path) | {"slug": path.stem} for path in sorted((FOLDER / "records").glob("*.toml"))]


def _read(path: Path) -> dict:
    return tomllib.loads(path.read_text(encoding="utf-8"))
