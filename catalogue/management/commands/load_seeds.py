"""`manage.py load_seeds`: the sample catalogue."""

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from catalogue import seeds
from catalogue.services import seeds as loading


class Command(BaseCommand):
    help = (
        "Charge le catalogue d’exemple : une bibliothèque, ses sections, six notices et leurs exemplaires. "
        "On peut le lancer plusieurs fois : ce qui manque est créé ; ce qui existe n’est ni remplacé ni "
        "réparé, même modifié depuis ; les prêts et les exemplaires existants ne changent pas."
    )

    def handle(self, **options):
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError("La base n’est pas à jour : lancez d’abord « manage.py migrate ».")
        if loading.load_library(seeds.library()):
            self.stdout.write("Bibliothèque d’exemple créée.")
        authorities, records, made = seeds.authorities(), seeds.records(), 0
        for data in records:
            loaded = loading.load_record(data, authorities)
            made += loaded.made
            for barcode in loaded.taken_barcodes:
                self.stderr.write(
                    f"{data['title']} : une autre boîte porte le code-barres {barcode}, exemplaire non créé."
                )
        self.stdout.write(f"Notices créées : {made} ; déjà là : {len(records) - made}.")
