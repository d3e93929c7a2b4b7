"""`manage.py backup`: database and files in one archive, while the library is open."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.dateparse import parse_datetime

from ludotheque import backup
from ludotheque.backup.postgres import ProgramFailed


class Command(BaseCommand):
    help = (
        "Met la base et les fichiers dans une seule archive, relue aussitôt, la ludothèque restant ouverte."
    )

    def add_arguments(self, parser):
        parser.add_argument("folder", nargs="?", type=Path, help="le dossier (sinon VAR_DIR/backups)")
        parser.add_argument("--keep", type=int, metavar="N", help="n’y garder que les N dernières")
        parser.add_argument("--check", type=Path, metavar="ARCHIVE", help="relire une archive, sans en faire")

    def handle(self, *, folder, keep, check, **options):
        if keep is not None and keep < 1:
            raise CommandError("--keep : donnez un nombre à partir de 1.")
        try:
            path = check or backup.back_up(folder or Path(settings.VAR_DIR) / "backups", keep=keep)
            described = backup.read(path) if check else None
        except (backup.Unusable, ProgramFailed) as error:
            raise CommandError(f"Pas de sauvegarde sûre. {error}") from error
        except OSError as error:
            raise CommandError(f"L’archive ne s’écrit pas : {error.strerror or error}.") from error
        if described is None:
            self.stdout.write(f"✓ {path} ({path.stat().st_size / 1e6:.1f} Mo), écrite et relue")
            return
        made_at = parse_datetime(described.made_at)
        when = made_at.strftime("%d/%m/%Y à %H h %M") if made_at else described.made_at
        self.stdout.write(
            f"✓ {path} : entière, du {when}, {sum(described.rows.values())} lignes, "
            f"{len(described.files) - 1} fichiers"
        )
