"""Rebuilds the search index, batch by batch, while the library goes on serving."""

from django.core.management.base import BaseCommand

from catalogue.models import Record
from catalogue.search import index

WIDTH = 30  # of the progress bar


class Command(BaseCommand):
    help = "Reconstruit l’index de recherche, sans interrompre le service."

    def add_arguments(self, parser):
        parser.add_argument(
            "--missing", action="store_true", help="seulement les notices qui n’y sont pas (après migrate)"
        )

    def handle(self, *args, missing, verbosity, **options):
        def progress(done: int, total: int) -> None:
            if verbosity:
                full = WIDTH * done // max(total, 1)
                bar = "█" * full + "░" * (WIDTH - full)
                self.stdout.write(f"\r{bar} {done} notices sur {total}", ending="")
                self.stdout.flush()

        if missing:
            keys = list(Record.objects.shown().filter(search_entry=None).values_list("pk", flat=True))
            index.update(keys)
            count = len(keys)
        else:
            count = index.rebuild(progress)
        if verbosity:
            self.stdout.write(f"\n✓ {count} notices écrites dans l’index.")
