"""Fills a database with invented games, for trials and measures."""

import time

from django.core.management.base import BaseCommand, CommandError

from catalogue.benchmark import synthetic


class Command(BaseCommand):
    help = "Ajoute des jeux inventés, pour essayer et mesurer. À ne pas lancer sur un vrai catalogue."

    def add_arguments(self, parser):
        parser.add_argument("--records", type=int, required=True, help="nombre de notices à inventer")
        parser.add_argument("--seed", type=int, default=1, help="la même graine invente les mêmes jeux")
        parser.add_argument("--force", action="store_true", help="même si la base contient de vraies notices")

    def handle(self, *args, records, seed, force, verbosity, **options):
        if records < 1:
            raise CommandError("--records : donnez un nombre à partir de 1.")
        if synthetic.real_records() and not force:
            raise CommandError(
                "Cette base contient de vraies notices : rien n’a été ajouté. "
                "Prenez une base vide, ou ajoutez --force si c’est bien ce que vous voulez."
            )
        started = time.monotonic()

        def progress(done: int) -> None:
            if verbosity:
                self.stdout.write(f"\r{done} notices sur {records}", ending="")
                self.stdout.flush()

        synthetic.make(records, seed=seed, progress=progress)
        if verbosity:
            self.stdout.write(f"\n✓ {records} notices inventées en {time.monotonic() - started:.0f} s.")
