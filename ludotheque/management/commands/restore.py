"""`manage.py restore ARCHIVE`: the library as it was when the archive was made."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from ludotheque import backup
from ludotheque.backup.postgres import ProgramFailed
from ludotheque.backup.restoring import Doubtful, NotEmpty


class Command(BaseCommand):
    help = "Remet la base et les fichiers d’une archive. Arrêtez d’abord la ludothèque."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser):
        parser.add_argument("archive", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="remplacer ce qu’il y a ici, qui est d’abord sauvegardé"
        )

    def handle(self, *, archive, replace, **options):
        try:
            described, former = backup.restore(archive, replace=replace)
        except NotEmpty as error:
            raise CommandError(
                "Il y a déjà une ludothèque ici : rien n’est changé. Pour la remplacer (elle est d’abord "
                "sauvegardée), ajoutez --replace."
            ) from error
        except Doubtful as error:
            raise CommandError(str(error)) from error
        except (backup.Unusable, ProgramFailed, DatabaseError) as error:
            raise CommandError(f"Rien n’est remis. {error}") from error
        except OSError as error:
            raise CommandError(f"Rien n’est remis : {error.strerror or error}.") from error
        if former:
            self.stdout.write(f"✓ ce qu’il y avait est dans {former}")
        self.stdout.write(
            f"✓ {archive} est remise : {sum(described.rows.values())} lignes, "
            f"{len(described.files) - 1} fichiers."
        )
        # both make anew what is not in the archive
        self.stdout.write("Rouvrez par « systemctl start ludotheque », ou « make run EMPTY=1 ».")
