"""Fills a database with an invented past of the desk, for trials and measures."""

import datetime
import time

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from catalogue.benchmark import circulation
from catalogue.benchmark.synthetic import SOURCE
from catalogue.models import Household


class Command(BaseCommand):
    help = "Ajoute des familles et des prêts inventés, pour essayer et mesurer."

    def add_arguments(self, parser):
        parser.add_argument("--households", type=int, required=True, help="nombre de familles à inventer")
        parser.add_argument("--loans", type=int, required=True, help="nombre de prêts à inventer")
        parser.add_argument("--seed", type=int, default=1, help="la même graine invente le même passé")
        parser.add_argument(
            "--until",
            type=datetime.date.fromisoformat,
            metavar="AAAA-MM-JJ",
            help="le dernier jour de ce passé (sinon aujourd’hui)",
        )
        parser.add_argument(
            "--force", action="store_true", help="même si la base contient de vraies familles"
        )

    def handle(self, *args, households, loans, seed, until, force, verbosity, **options):
        if households < 0 or loans < 0:
            raise CommandError("--households et --loans : donnez des nombres à partir de 0.")
        today = timezone.localdate()
        if until is not None and until > today:
            raise CommandError("--until : donnez un jour passé, ou aujourd’hui.")
        if Household.objects.exclude(notes=SOURCE).exists() and not force:
            raise CommandError(
                "Cette base contient de vraies familles : rien n’a été ajouté. "
                "Prenez une base d’essai, ou ajoutez --force si c’est bien ce que vous voulez."
            )
        started = time.monotonic()

        def progress(done: int) -> None:
            if verbosity:
                self.stdout.write(f"\r{done} prêts sur {loans}", ending="")
                self.stdout.flush()

        try:
            circulation.make(households, loans, until=until or today, seed=seed, progress=progress)
        except circulation.NoBoxes as error:
            raise CommandError(
                "Il n’y a rien à prêter, ou personne à qui : commencez par « manage.py make_catalogue »."
            ) from error
        if verbosity:
            took = time.monotonic() - started
            self.stdout.write(f"\n✓ {households} familles et {loans} prêts inventés en {took:.0f} s.")
