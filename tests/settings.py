"""The settings of the tests: those of an installation, whatever the developer's environment says."""

import atexit
import os
import shutil
import tempfile

for _name in ("SECRET_KEY", "SECRET_KEY_FILE", "ALLOWED_HOSTS", "SITE_URL", "EMAIL_URL", "HOST", "PORT"):
    os.environ.pop(_name, None)
# debug for plain static files and /style/; the test runner turns DEBUG itself off
os.environ["DEBUG"] = "1"
os.environ["VAR_DIR"] = tempfile.mkdtemp(prefix="ludotheque-test.")
atexit.register(shutil.rmtree, os.environ["VAR_DIR"], ignore_errors=True)

from ludotheque.settings import *  # noqa: E402, F403

# hashing a password is slow on purpose; not here
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# what a test wrote need not survive a power cut
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    DATABASES["default"]["OPTIONS"]["init_command"] = (  # noqa: F405
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    )
