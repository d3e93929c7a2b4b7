"""Settings come from the environment, and a bad value is refused by its name."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KEY = "k" * 50
ASK = (
    "import json; from django.conf import settings as s; "
    "print(json.dumps([getattr(s, name, None) for name in {names!r}], default=str))"
)


def ask(tmp_path, *names, **environment):
    """The settings `names` as a fresh process sees them with that environment alone."""
    return subprocess.run(
        [sys.executable, "-c", ASK.format(names=names)],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "VAR_DIR": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "ludotheque.settings",
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "peut-être"),
        ("PORT", "huit mille"),
        ("PORT", "70000"),
        ("SITE_URL", "ludo.example.org"),
        ("SITE_URL", "ftp://ludo.example.org"),
        ("DATABASE_URL", "mysql://root@localhost/ludo"),
        ("DATABASE_URL", "n'importe quoi"),
        ("EMAIL_URL", "pigeon://colombier"),
        ("SECRET_KEY_FILE", "/nulle/part"),
        ("TIME_ZONE", "Europe/Lutèce"),
    ],
)
def test_a_bad_value_is_refused_by_its_name(tmp_path, name, value):
    key = {} if name == "SECRET_KEY_FILE" else {"SECRET_KEY": KEY}
    answer = ask(tmp_path, "DEBUG", **key, **{name: value})
    assert answer.returncode != 0
    last = answer.stderr.strip().splitlines()[-1]
    assert last.startswith(f"django.core.exceptions.ImproperlyConfigured: {name}: "), answer.stderr


def test_a_command_without_its_database_says_where_it_looked(tmp_path):
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path / "nowhere"), "SECRET_KEY": KEY}
    for command in ("migrate", "backup"):
        answer = subprocess.run(
            [sys.executable, "manage.py", command],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert answer.returncode == 1
        assert "nowhere/ludotheque.sqlite3 ne s’ouvre pas" in answer.stderr
        assert "Traceback" not in answer.stderr
    assert not (tmp_path / "nowhere").exists()


def test_without_a_key_it_does_not_start(tmp_path):
    answer = ask(tmp_path, "DEBUG")
    assert "ImproperlyConfigured: SECRET_KEY: " in answer.stderr


def test_two_keys_are_one_too_many(tmp_path):
    (tmp_path / "key").write_text(KEY)
    answer = ask(tmp_path, "DEBUG", SECRET_KEY=KEY, SECRET_KEY_FILE=str(tmp_path / "key"))
    assert "SECRET_KEY, SECRET_KEY_FILE: " in answer.stderr


def test_a_short_key_is_refused(tmp_path):
    (tmp_path / "key").write_text("court")
    answer = ask(tmp_path, "DEBUG", SECRET_KEY_FILE=str(tmp_path / "key"))
    assert "ImproperlyConfigured: SECRET_KEY_FILE: " in answer.stderr


def test_the_key_that_make_run_made_is_found(tmp_path):
    (tmp_path / "secret-key").write_text(KEY + "\n")
    assert json.loads(ask(tmp_path, "SECRET_KEY").stdout) == [KEY]


def test_a_site_on_https_keeps_its_cookies_to_https(tmp_path):
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "CSRF_TRUSTED_ORIGINS")
    answer = ask(tmp_path, *names, "ALLOWED_HOSTS", SECRET_KEY=KEY, SITE_URL="https://ludo.example.org/")
    *secure, hosts = json.loads(answer.stdout)
    assert secure == [True, True, True, ["https://ludo.example.org"]]
    assert "ludo.example.org" in hosts


def test_debug_is_off_unless_asked_for(tmp_path):
    assert json.loads(ask(tmp_path, "DEBUG", SECRET_KEY=KEY).stdout) == [False]


def test_sqlite_is_set_to_survive_a_power_cut(tmp_path):
    asking = (
        "import django; django.setup(); from django.db import connection as c; cursor = c.cursor(); "
        "names = ('journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'); "
        "print(*[cursor.execute('PRAGMA ' + name).fetchone()[0] for name in names], c.transaction_mode)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", asking],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "VAR_DIR": str(tmp_path),
            "SECRET_KEY": KEY,
            "DJANGO_SETTINGS_MODULE": "ludotheque.settings",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.split() == ["wal", "2", "1", "20000", "IMMEDIATE"]


def test_a_plain_installation_passes_djangos_own_deployment_check(tmp_path):
    answer = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "VAR_DIR": str(tmp_path),
            "SECRET_KEY": "".join(chr(97 + n % 26) for n in range(60)),
            "SITE_URL": "https://ludo.example.org",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
