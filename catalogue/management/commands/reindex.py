"""Rebuilds the search index, batch by batch, while the library goes on serving."""

from django.core.management.base import BaseCommand

from catalogue.models import Record, SearchEntry, SearchWord
from catalogue.search import index


class Command(BaseCommand):
    help = "Reconstruit l'index de recherche, sans interrompre le service."

    def handle(self, *args, verbosity, **options):
        keys = list(Record.objects.order_by("pk").values_list("pk", flat=True))
        SearchEntry.objects.exclude(record__in=Record.objects.all()).delete()
        # words that no record has any more go; those in use come back with each batch
        SearchWord.objects.all().delete()
        for start in range(0, len(keys), index.BATCH):
            index.update(keys[start : start + index.BATCH])
            if verbosity:
                done = min(start + index.BATCH, len(keys))
                self.stdout.write(f"\r{done} notices sur {len(keys)}", ending="")
                self.stdout.flush()
        index.rebuild_counters()
        index.tidy()
        if verbosity:
            self.stdout.write(f"\n✓ {len(keys)} notices dans l'index.")
