"""`manage.py prepare`: makes an installation ready to be served, as often as one likes."""

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from catalogue.models import Library
from catalogue.services import mails, setup
from catalogue.services.imports import steps
from catalogue.tasks import schedule_housekeeping, take_up


class Command(BaseCommand):
    help = "Migrations, static files, index, daily housekeeping; with --samples, the sample library too."

    def add_arguments(self, parser):
        kind = parser.add_mutually_exclusive_group()
        kind.add_argument(
            "--samples", action="store_true", help="load the sample library, unless this is a real one"
        )
        kind.add_argument("--real", action="store_true", help="refuse a database that holds the samples")

    def handle(self, *, samples, real, **options):
        try:
            settings.VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"VAR_DIR : {settings.VAR_DIR} ne se crée pas ({error.strerror}).") from error
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        library = Library.objects.first()
        if real and library and library.sample_data:
            raise CommandError(
                "Cette base tient la ludothèque d’exemple : il en faut une autre pour la vôtre "
                "(DATABASE_URL ou VAR_DIR)."
            )
        if samples and (library.sample_data if library else not setup.is_set_up()):
            call_command("load_seeds", stdout=self.stdout)
            call_command("demo_accounts", once=True, stdout=self.stdout)
        # records that came with a migration, or while an older version was running
        call_command("reindex", missing=True, verbosity=0)
        take_up()
        schedule_housekeeping()
        mails.schedule()
        steps.resume_all()
