"""`manage.py export_records FILE`: the catalogue, or what a search finds, as a file."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.http import QueryDict
from django.utils import timezone

from catalogue.queries import exporting
from catalogue.search import Query, keys

BY_EXTENSION = {"csv": "csv", "xlsx": "xlsx", "mrc": "unimarc", "iso": "unimarc", "xml": "marcxml"}


class Command(BaseCommand):
    help = "Exporte le catalogue, ou ce qu’une recherche trouve."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="le fichier à écrire : .csv, .xlsx, .mrc ou .xml")
        parser.add_argument("--format", choices=exporting.FORMATS, help="si l’extension ne le dit pas")
        parser.add_argument(
            "--recherche",
            metavar="ADRESSE",
            help="comme dans l’adresse d’une recherche : « q=uno&joueurs=4 »",
        )

    def handle(self, *, file, format, recherche, **options):
        name = format or BY_EXTENSION.get(file.suffix.lower().lstrip("."))
        if name is None:
            raise CommandError("Donnez --format, ou une extension : .csv, .xlsx, .mrc, .xml.")
        found = keys(Query.from_params(QueryDict(recherche))) if recherche else None
        try:
            if name == "xlsx":
                exporting.workbook(file, found)
            else:
                with file.open("wb") as out:
                    out.writelines(exporting.pieces(name, found, timezone.localdate()))
        except OSError as error:
            raise CommandError(f"{file} ne s’écrit pas : {error.strerror}.") from error
        self.stdout.write(f"✓ {file}")
