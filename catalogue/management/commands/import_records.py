"""`manage.py import_records FILE`: what the page does, without the worker."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from catalogue.interchange import charsets, columns, sniff
from catalogue.interchange.item import Unreadable
from catalogue.models import Fate, Import, Policy
from catalogue.policy import Refused
from catalogue.services.imports import steps, work


class Command(BaseCommand):
    help = "Importe un fichier CSV, XLSX ou UNIMARC ; --essai dit ce qu’il ferait, --annuler N le défait."

    def add_arguments(self, parser):
        parser.add_argument("file", nargs="?", type=Path, help="le fichier")
        parser.add_argument("--essai", action="store_true", help="juge chaque notice et n’écrit rien")
        parser.add_argument("--annuler", type=int, metavar="N", help="défait l’import numéro N")
        parser.add_argument("--reprendre", type=int, metavar="N", help="continue l’import numéro N")
        parser.add_argument("--charset", help=f"les lettres : {', '.join(charsets.FOR_TABLES)}, iso5426")
        parser.add_argument("--separateur", help="le séparateur d’un CSV")
        parser.add_argument(
            "--colonne",
            action="append",
            default=[],
            metavar="TITRE=CHAMP",
            help=f"ce qu’une colonne veut dire : {', '.join(columns.BY_NAME)} ; vide : laissée de côté",
        )
        parser.add_argument("--completer", action="store_true", help="ne remplit que les cases vides")
        parser.add_argument("--origine", default="", help="le système dont viennent les identifiants")

    def handle(self, *, file, essai, annuler, reprendre, **options):
        if sum(map(bool, (file, annuler, reprendre))) != 1:
            raise CommandError("Donnez un fichier, ou --annuler N, ou --reprendre N.")
        try:
            if annuler:
                run = steps.undo_it(import_id=annuler, actor=None, by_worker=False)
            elif reprendre:
                run = Import.objects.get(pk=reprendre)
            else:
                run = self._uploaded(file, options)
                begin = steps.try_it if essai else steps.run_it
                begin(import_id=run.pk, actor=None, by_worker=False)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        except Import.DoesNotExist as error:
            raise CommandError("Il n’y a pas d’import de ce numéro.") from error
        work.work(run.pk, self._progress)
        self._report(Import.objects.get(pk=run.pk))
        if essai and file:
            steps.discard(import_id=run.pk, actor=None)

    def _uploaded(self, file: Path, options: dict) -> Import:
        meanings = {heading: name for heading, _, name in (one.rpartition("=") for one in options["colonne"])}
        for name in meanings.values():
            if name and name not in columns.BY_NAME:
                raise CommandError(f"« {name} » n’est pas un champ.")
        try:
            run = steps.upload(name=file.name, pieces=_pieces(file), actor=None)
        except OSError as error:
            raise CommandError(f"{file} ne se lit pas : {error.strerror}.") from error
        reading = work.reading_of(run)
        changes = {"charset": options["charset"], "separator": options["separateur"]}
        changes = {name: value for name, value in changes.items() if value}
        if changes:
            try:
                reading = sniff.remapped(work.path_of(run), replace(reading, **changes))
            except (Unreadable, LookupError, csv.Error, TypeError) as error:
                steps.discard(import_id=run.pk, actor=None)
                why = str(error) if isinstance(error, Unreadable) else "lettres ou séparateur inconnus."
                raise CommandError(f"{file} ne se lit pas ainsi : {why}") from error
        return steps.read_so(
            import_id=run.pk,
            reading=replace(reading, mapping=reading.mapping | meanings),
            system=options["origine"],
            policy=Policy.COMPLETE if options["completer"] else Policy.UPDATE,
            actor=None,
        )

    def _progress(self, done: int, total: int) -> None:
        self.stderr.write(f"\r{done} notices sur {max(done, total)}", ending="")
        self.stderr.flush()

    def _report(self, run: Import) -> None:
        self.stderr.write("")
        reading = work.reading_of(run)
        self.stdout.write(
            f"Import {run.pk} : {run.name}, {sniff.FORMATS[run.format]}, {run.get_state_display()}"
        )
        for fate in Fate:
            self.stdout.write(f"  {run.fates.get(fate.value, 0):>7}  {fate.label.lower()}")
        if run.path and work.path_of(run).exists():
            aside = [
                one.label
                for one in sniff.sources(work.path_of(run), reading)
                if not reading.mapping.get(one.key)
            ]
            if aside:
                self.stdout.write(f"Laissés de côté : {', '.join(aside)}")
        for line in run.lines.filter(fate=Fate.REFUSED).order_by("number")[:50]:
            for fault in line.details.get("faults", ()):
                said = f"{line.place}, {fault['what']} « {fault['value'][:60]} » : {fault['reason']}"
                self.stdout.write(f"  {said}")
        if run.trouble:
            raise CommandError(run.trouble)


def _pieces(file: Path) -> Iterator[bytes]:
    with file.open("rb") as stream:
        while piece := stream.read(1 << 20):
            yield piece
