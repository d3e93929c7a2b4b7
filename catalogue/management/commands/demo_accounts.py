"""`manage.py demo_accounts`: fresh passwords for the demonstration accounts."""

from django.core.management.base import BaseCommand, CommandError

from catalogue.models import Library
from catalogue.services import demo


class Command(BaseCommand):
    help = "Donne aux comptes de démonstration de nouveaux mots de passe, et les affiche."

    def add_arguments(self, parser):
        parser.add_argument(
            "--force", action="store_true", help="même dans une ludothèque qui n’est pas celle d’exemple"
        )
        parser.add_argument(
            "--once", action="store_true", help="seulement si ces comptes n’existent pas encore"
        )

    def handle(self, *, force, once, **options):
        library = Library.objects.first()
        if not force and not (library and library.sample_data):
            raise CommandError(
                "Cette ludothèque n’est pas celle d’exemple : des comptes de démonstration y seraient une "
                "porte ouverte. « --force » les crée quand même."
            )
        if once and demo.accounts_exist():
            return
        self.stdout.write("\n  Comptes de démonstration, à noter : ils ne seront plus affichés.\n")
        for account in demo.renew_accounts():
            self.stdout.write(f"    {account.username:<14} {account.password}   {account.role.label.lower()}")
        self.stdout.write(f"    La carte de la famille : {demo.CARD}")
        self.stdout.write("  D’autres mots de passe : make demo_accounts\n")
