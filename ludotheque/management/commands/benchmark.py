"""Measures the bars of speed on scratch databases, never on the library's own.

The sections are found by their names in the applications, of which nothing here knows."""

import json
import os
import pkgutil
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from ludotheque.benchmark import frame
from ludotheque.benchmark.frame import POSTGRESQL, SQLITE


def _sections() -> dict[str, str]:
    """The sections of all applications: name → module."""
    found = {}
    for app in apps.get_app_configs():
        folder = Path(app.path) / "benchmark" / "sections"
        for module in pkgutil.iter_modules([str(folder)]):
            found[module.name] = f"{app.name}.benchmark.sections.{module.name}"
    return found


class Command(BaseCommand):
    help = (
        "Mesure la vitesse sur des bases d’essai. PostgreSQL : un serveur privé, "
        "ou celui de BENCH_DATABASE_URL."
    )

    def add_arguments(self, parser):
        parser.add_argument("sections", nargs="*", help=f"{', '.join(_sections())} ; toutes, si aucune")
        parser.add_argument("--database", choices=["sqlite", "postgresql"], help="une seule des deux")
        parser.add_argument(
            "--records", type=int, action="append", help="une taille de catalogue (répétable)"
        )
        parser.add_argument("--json", metavar="FICHIER", help="y écrit aussi toutes les mesures")
        # how the command calls itself on a scratch database
        parser.add_argument("--measure-into", dest="into", help="(usage interne)")

    def handle(self, *args, **options):
        known = _sections()
        for name in options["sections"]:
            if name not in known:
                raise CommandError(f"Pas de section « {name} ». Il y a : {', '.join(known)}.")
        chosen = {name: import_module(known[name]) for name in options["sections"] or known}
        if options["into"]:
            self._measure(chosen, options["records"][0], Path(options["into"]))
            return
        self._compare(chosen, options)

    def _measure(self, chosen: dict, size: int, into: Path) -> None:
        """In the process of its own: fills the scratch database, measures, writes what it found."""
        if os.environ.get("LUDOTHEQUE_SCRATCH") != "1":
            raise CommandError("--measure-into est réservé au banc d’essai lui-même.")
        call_command("migrate", verbosity=0)
        # in order, and each once: sections share what fills the database
        for prepare in dict.fromkeys(
            module.prepare for module in chosen.values() if hasattr(module, "prepare")
        ):
            prepare(size)
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("SELECT sqlite_version()")
            else:
                cursor.execute("SHOW server_version")
            version = cursor.fetchone()[0]
        found = {name: module.measure(size) for name, module in chosen.items()}
        into.write_text(json.dumps({"version": version, "found": found}), encoding="utf-8")

    def _compare(self, chosen: dict, options: dict) -> None:
        sizes = {
            name: options["records"] if options["records"] and any(module.SIZES) else module.SIZES
            for name, module in chosen.items()
        }
        places = {name: getattr(module, "DATABASES", (SQLITE, POSTGRESQL)) for name, module in chosen.items()}
        databases = {"sqlite": [SQLITE], "postgresql": [POSTGRESQL]}.get(
            options["database"], [SQLITE, POSTGRESQL]
        )
        found: dict[str, frame.Found] = {name: {} for name in chosen}
        versions = []
        for database in databases:
            here = [name for name in chosen if database in places[name]]
            for size in sorted({size for name in here for size in sizes[name]}):
                wanted = [name for name in here if size in sizes[name]]
                self.stderr.write(f"… {database}, {size} notices : {', '.join(wanted)}")
                answer = self._run(database, size, wanted)
                if answer is None:
                    self.stderr.write(f"  {database} : pas de serveur ici, non mesuré.")
                    break
                versions.append(f"{database} {answer['version']}")
                for name in wanted:
                    found[name][database, size] = answer["found"][name]
        machine = frame.machine(dict.fromkeys(versions))
        self.stdout.write(" · ".join(f"{what} {value}" for what, value in machine.items()))
        bars = {name: module.bars(found[name]) for name, module in chosen.items()}
        for name, lines in bars.items():
            self.stdout.write(f"\n{name}")
            for bar in lines:
                self.stdout.write(f"  {bar.line()}")
        if options["json"]:
            self._write_json(Path(options["json"]), machine, bars, found)

    def _run(self, database: str, size: int, names: list[str]) -> dict | None:
        """What a process of its own found on a fresh scratch database, or None without a server."""
        with tempfile.TemporaryDirectory(prefix="ludotheque-bench-") as folder:
            into = Path(folder) / "found.json"
            command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "benchmark", *names]
            command += ["--records", str(size), "--measure-into", str(into)]
            environment = os.environ | {"VAR_DIR": folder, "DEBUG": "0", "LUDOTHEQUE_SCRATCH": "1"}
            environment.setdefault("SECRET_KEY", "banc-d-essai-" * 4)
            given = os.environ.get("BENCH_DATABASE_URL")
            if database == SQLITE:
                environment["DATABASE_URL"] = f"sqlite:///{folder}/bench.sqlite3"
                subprocess.run(command, env=environment, check=True)
            elif given:
                with _scratch_on_server(given) as url:
                    subprocess.run(command, env=environment | {"DATABASE_URL": url}, check=True)
            elif any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
                private = ["bash", str(settings.BASE_DIR / "deploy" / "postgres.sh"), *command]
                subprocess.run(private, env=environment, check=True)
            else:
                return None
            return json.loads(into.read_text(encoding="utf-8"))

    def _write_json(self, path: Path, machine: dict, bars: dict, found: dict) -> None:
        path.write_text(
            json.dumps(
                {
                    "machine": machine,
                    "bars": {
                        name: [
                            {
                                "name": bar.name,
                                "database": bar.database,
                                "value": bar.value,
                                "best": bar.best,
                                "must": bar.must,
                                "stretch": bar.stretch,
                                "verdict": bar.verdict,
                            }
                            for bar in lines
                        ]
                        for name, lines in bars.items()
                    },
                    "measured": {
                        name: {f"{database} {size}": one for (database, size), one in by_place.items()}
                        for name, by_place in found.items()
                    },
                },
                ensure_ascii=False,
                indent=1,
            ),
            encoding="utf-8",
        )


class _scratch_on_server:
    """A new database on a server, dropped afterwards."""

    def __init__(self, url: str):
        self.url = url
        self.name = f"ludotheque_bench_{os.getpid()}"

    def _do(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(self.url.replace("postgres://", "postgresql://", 1), autocommit=True) as server:
            server.execute(statement)

    def __enter__(self) -> str:
        self._do(f"CREATE DATABASE {self.name} ENCODING 'UTF8' TEMPLATE template0")
        return urlunsplit(urlsplit(self.url)._replace(path=f"/{self.name}"))

    def __exit__(self, *error) -> None:
        self._do(f"DROP DATABASE {self.name} WITH (FORCE)")
