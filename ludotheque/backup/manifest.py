"""What an archive says of itself."""

import dataclasses
import json
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

NAME = "manifest.json"
DATABASE = "database"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Manifest:
    """`rows`: of each table; `files`: the SHA-256 of every other member of the archive."""

    made_at: str  # ISO 8601, with the zone
    vendor: str  # as Django names it
    migrations: list[str]
    rows: dict[str, int]
    files: dict[str, str] = field(default_factory=dict)
    format: int = FORMAT

    def to_json(self) -> bytes:
        return json.dumps(dataclasses.asdict(self), ensure_ascii=False, indent=1).encode()

    @classmethod
    def from_json(cls, content: bytes) -> "Manifest":
        """Raises ValueError or TypeError for anything that `to_json` has not written."""
        manifest = cls(**json.loads(content))
        if manifest.format != FORMAT:
            raise ValueError(f"format {manifest.format}")
        return manifest


def migrations() -> list[str]:
    """What has been applied to the database, as `app.name`."""
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


def counted(cursor, tables: list[str]) -> dict[str, int]:
    rows = {}
    for table in tables:
        cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")
        rows[table] = cursor.fetchone()[0]
    return rows


def folders() -> dict[str, Path]:
    """The folders of the library's own files, by the names they have in an archive."""
    return {name: Path(settings.VAR_DIR) / name for name in settings.KEPT_FOLDERS}
