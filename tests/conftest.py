"""What all tests share: the database, the checking client, the budget of queries."""

import json
import random
import secrets
import uuid
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.db.backends.sqlite3.base import DatabaseOperations
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis

from catalogue.services import setup
from tests.cast import family, librarian, manager, other_family, volunteer  # noqa: F401
from tests.client import CheckingClient

BUDGETS = json.loads(Path(__file__).with_name("budgets.json").read_text(encoding="utf-8"))


# the same examples on every run, however long each takes: what is tested here may not depend on chance
hypothesis.register_profile(
    "same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis.load_profile("same")

DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_addoption(parser):
    parser.addoption(
        "--database-only",
        action="store_true",
        help="only the tests that are about the database: the others say the same on a second one",
    )


def pytest_collection_modifyitems(config, items):
    """Drops, for `--database-only`, the tests that use none, and those of what is drawn for its rows.

    The pages of the others are not read a second time: no database changes whether HTML is valid.
    """
    if not config.getoption("--database-only"):
        return
    CheckingClient.reads_html = False
    for_database, others = [], []
    for item in items:
        uses = item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(item.fixturenames)
        drawing = item.get_closest_marker("drawing")
        (for_database if uses and not drawing else others).append(item)
    config.hook.pytest_deselected(items=others)
    items[:] = for_database


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix, tmp_path_factory):
    """SQLite in a file, as in real life: browsers, workers and threads each open it themselves."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database.setdefault("TEST", {})["NAME"] = str(tmp_path_factory.mktemp("db") / "test.sqlite3")


@pytest.fixture(scope="session", autouse=True)
def _emptied_between_tests():
    """The ledger lets no line go (PostgreSQL truncates); what one test owed is not for the next."""
    plain = DatabaseOperations.execute_sql_flush

    def without_guard(self, statements):
        if any("catalogue_ledgerentry" in one for one in statements):
            with self.connection.cursor() as cursor:
                cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'catalogue_ledger_kept'")
                (guard,) = cursor.fetchone()
            statements = ["DROP TRIGGER catalogue_ledger_kept", *statements, guard]
        plain(self, statements)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "execute_sql_flush", without_guard)
        yield


@pytest.fixture(autouse=True)
def _own_folders(settings, tmp_path):
    """What a test writes (PDFs, documents) goes to its own folder."""
    settings.VAR_DIR = tmp_path / "var"
    settings.PDF_DIR = settings.VAR_DIR / "pdf"
    settings.MEDIA_ROOT = settings.VAR_DIR / "media"


@pytest.fixture(autouse=True)
def _set_up(monkeypatch):
    """The installation is done; the tests of the first visit undo this."""
    monkeypatch.setattr(setup, "_done", True)


@pytest.fixture(autouse=True)
def _the_same_chances(monkeypatch, request):
    """What is drawn by lot (games, questions, keys, addresses) is drawn the same on every run of a test."""
    name = f"{request.module.__name__}.{request.function.__name__}"
    lot = random.Random(name)
    random.seed(name)
    monkeypatch.setattr(secrets, "randbits", lot.getrandbits)
    monkeypatch.setattr(secrets, "choice", lot.choice)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: lot.randbytes(size))
    monkeypatch.setattr(uuid, "uuid4", lambda: uuid.UUID(int=lot.getrandbits(128), version=4))


@pytest.fixture
def client():
    """An anonymous visitor whose every answer is checked."""
    return CheckingClient()


@pytest.fixture
def login():
    """`login(user)`: a checking client signed in as that user."""

    def _login(user) -> CheckingClient:
        client = CheckingClient()
        client.force_login(user)
        return client

    return _login


@pytest.fixture
def budget():
    """`with budget("results"): client.get(…)`: no more queries than tests/budgets.json allows.

    Transaction statements do not count; the session does.
    """

    @contextmanager
    def _budget(name: str):
        with CaptureQueriesContext(connection) as captured:
            yield captured
        asked = [one["sql"] for one in captured.captured_queries if not _is_bookkeeping(one["sql"])]
        allowed = BUDGETS[name]
        assert len(asked) <= allowed, f"{name}: {len(asked)} queries, {allowed} allowed:\n" + "\n".join(asked)

    return _budget


def _is_bookkeeping(sql: str) -> bool:
    return sql.split(maxsplit=1)[0].upper() in {"BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE"}
