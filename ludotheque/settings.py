"""All settings, read from the environment; a bad value is refused by its name."""

from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import dj_database_url
import dj_email_url
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from environs import Env, EnvError

BASE_DIR = Path(__file__).resolve().parent.parent

env = Env()


def read(reader, name, default=None):
    """The variable `name` as `reader` understands it; ImproperlyConfigured names it when bad."""
    try:
        return reader(name, default)
    except (EnvError, ValueError) as error:
        raise ImproperlyConfigured(f"{name}: {error}") from error


def parsed(parse, name, default):
    """The variable `name` as the URL parser `parse` understands it."""
    value = read(env.str, name) or default
    try:
        result = parse(value)
    except (ValueError, KeyError) as error:
        raise ImproperlyConfigured(f"{name}: cannot be read as an address: {error}") from error
    return result


# --- where a running installation keeps what it makes
VAR_DIR = Path(read(env.str, "VAR_DIR", str(BASE_DIR / "var")))
PDF_DIR = VAR_DIR / "pdf"
MEDIA_ROOT = VAR_DIR / "media"
# folders of VAR_DIR that a backup holds; the others are made anew
KEPT_FOLDERS = ["media", "imports"]

# megabytes of one picture or document that the staff sends
UPLOAD_MAX_MB = read(env.int, "UPLOAD_MAX_MB", 20)
if UPLOAD_MAX_MB < 1:
    raise ImproperlyConfigured(f"UPLOAD_MAX_MB: {UPLOAD_MAX_MB} is not 1 or more")

# --- the key, debugging, hosts
DEBUG = read(env.bool, "DEBUG", False)

_key_file = read(env.str, "SECRET_KEY_FILE", "")
SECRET_KEY = read(env.str, "SECRET_KEY", "")
if SECRET_KEY and _key_file:
    raise ImproperlyConfigured("SECRET_KEY, SECRET_KEY_FILE: give one of the two, not both")
if not SECRET_KEY and not _key_file and (VAR_DIR / "secret-key").exists():
    # the one that `make run` made, so that manage.py works beside it
    _key_file = str(VAR_DIR / "secret-key")
if _key_file:
    try:
        SECRET_KEY = Path(_key_file).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"SECRET_KEY_FILE: cannot be read: {error}") from error
    if len(SECRET_KEY) < 32:
        raise ImproperlyConfigured("SECRET_KEY_FILE: holds fewer than 32 characters")
if not SECRET_KEY:
    if not DEBUG:
        raise ImproperlyConfigured("SECRET_KEY: give a key, or SECRET_KEY_FILE, or DEBUG=1")
    SECRET_KEY = get_random_secret_key()

ALLOWED_HOSTS = read(env.list, "ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])

SITE_URL = read(env.str, "SITE_URL", "").rstrip("/")
if SITE_URL:
    _parts = urlsplit(SITE_URL)
    if _parts.scheme not in ("http", "https") or not _parts.hostname or _parts.query:
        raise ImproperlyConfigured(f"SITE_URL: {SITE_URL!r} is not an address like https://ludo.example.org")
    if _parts.hostname not in ALLOWED_HOSTS:
        ALLOWED_HOSTS = [*ALLOWED_HOSTS, _parts.hostname]
    CSRF_TRUSTED_ORIGINS = [f"{_parts.scheme}://{_parts.netloc}"]

# gunicorn's configuration listens here (deploy/gunicorn.py)
HOST = read(env.str, "HOST", "127.0.0.1")
PORT = read(env.int, "PORT", 8000)
if not 0 < PORT < 65536:
    raise ImproperlyConfigured(f"PORT: {PORT} is not between 1 and 65535")

# --- applications
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "django_tasks",
    "django_tasks_db",
    "ludotheque",
    "catalogue",
    "games",
]

MIDDLEWARE = [
    "ludotheque.security.SecurityHeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "ludotheque.packing.QuickGZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "ludotheque.typed.TypedTextMiddleware",  # the first to read a form
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "catalogue.middleware.NotSetUpYetMiddleware",
]

ROOT_URLCONF = "ludotheque.urls"
WSGI_APPLICATION = "ludotheque.wsgi.application"
ASGI_APPLICATION = "ludotheque.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "catalogue.context.house",
            ],
        },
    },
]

# --- database
DATABASES = {
    "default": parsed(dj_database_url.parse, "DATABASE_URL", f"sqlite:///{VAR_DIR / 'ludotheque.sqlite3'}")
}
DATABASES["default"]["CONN_MAX_AGE"] = 600
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE takes the write lock at BEGIN, so no transaction fails half-way; FULL survives a power cut
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # a query of many small joins is guessed to be long before the tables have statistics, and compiled for
    # a quarter of a second; none here is long enough to gain by it
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("options", "-c jit=off")
else:
    raise ImproperlyConfigured("DATABASE_URL: must begin with sqlite:/// or postgres://")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- people
AUTH_USER_MODEL = "catalogue.User"
LOGIN_URL = "/connexion/"
LOGIN_REDIRECT_URL = "/compte/"
LOGOUT_REDIRECT_URL = "/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# --- language and time
LANGUAGE_CODE = "fr"
# the zone of the library: due dates are days by its clock
TIME_ZONE = read(env.str, "TIME_ZONE", "") or "Europe/Paris"
if TIME_ZONE not in available_timezones():
    raise ImproperlyConfigured(f"TIME_ZONE: « {TIME_ZONE} » is no zone, as « Indian/Reunion » is one")
USE_I18N = True
USE_TZ = True

# --- static files
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "ludotheque.styles.StylesFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "ludotheque.storage.StaticStorage"
        )
    },
}

# --- mail and tasks
# without EMAIL_URL no mail is sent, and the staff is told so
_mail = parsed(dj_email_url.parse, "EMAIL_URL", "dummy:")
if not _mail.get("EMAIL_BACKEND"):
    raise ImproperlyConfigured("EMAIL_URL: must begin with smtp://, submission:// or console:")
globals().update(_mail)
EMAIL_TIMEOUT = _mail.get("EMAIL_TIMEOUT") or 20
# in whose name: ?_default_from_email=…, else the account at the mail server, else the library's own address
_account = _mail.get("EMAIL_HOST_USER") or ""
MAIL_FROM = _mail.get("DEFAULT_FROM_EMAIL") or (_account if "@" in _account else "")
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
# what the housekeeping calls besides its own: named here, since applications do not know one another
HOUSEKEEPING = ["games.services.purge"]

# --- security
CSRF_FAILURE_VIEW = "ludotheque.views.csrf_failure"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
# a record with five hundred parts has five fields each
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000
if SITE_URL.startswith("https://"):
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^sante$"]
# a library's address is not ours to promise for its whole domain
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # a page refused or not found is an answer like another: no line, no traceback
    "loggers": {"django.request": {"level": "ERROR"}},
}
