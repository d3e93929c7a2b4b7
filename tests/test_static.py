"""Static files as an installation serves them: hashed, compressed, kept for ever."""

import os
import re
import subprocess
import sys
from pathlib import Path

from django.contrib.staticfiles import finders

ROOT = Path(__file__).resolve().parent.parent
ASK = """
import sys
import django
from django.test import Client
django.setup()
from django.templatetags.static import static
address = static(sys.argv[1])
answer = Client(headers={"Accept-Encoding": "br"}).get(address)
for fact in (address, answer.status_code, answer["Content-Encoding"], answer["Cache-Control"]):
    print(fact)
"""


def test_every_static_file_is_hashed_compressed_and_served_for_ever(tmp_path):
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": "k" * 50,
        "ALLOWED_HOSTS": "testserver",
        "DJANGO_SETTINGS_MODULE": "ludotheque.settings",
    }
    # with the manifest, a style that names a file which does not exist stops here
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0"],
        cwd=ROOT,
        env=environment,
        check=True,
    )
    answer = subprocess.run(
        [sys.executable, "-c", ASK, "css/house.css"],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    address, status, encoding, caching = answer.stdout.splitlines()
    assert re.fullmatch(r"/static/css/house\.[0-9a-f]{12}\.css", address)
    assert (status, encoding) == ("200", "br")
    assert "immutable" in caching
    # a sheet is served in one piece, its parts not at all
    served = tmp_path / "static/css"
    assert not (served / "house").exists()
    assert "@import" not in (served / "house.css").read_text(encoding="utf-8")


def test_every_part_of_a_style_sheet_is_in_one_of_them():
    styles = ROOT / "static/css"
    parts = sorted(f"{path.parent.name}/{path.name}" for path in styles.glob("*/*.css"))
    named = [
        name
        for sheet in styles.glob("*.css")
        for name in re.findall(r'@import "([^"]+)"', sheet.read_text(encoding="utf-8"))
    ]
    assert sorted(named) == parts
    for sheet in {name.split("/")[0] for name in parts}:
        whole = Path(finders.find(f"css/{sheet}.css")).read_text(encoding="utf-8")
        for part in (styles / sheet).iterdir():
            said = part.read_text(encoding="utf-8")
            rules = re.findall(r"^ *[^ /@}\n].*{$", said, re.M)
            assert rules
            assert all(rule in whole for rule in rules)
            assert "url(" not in said  # it would lead elsewhere from there


def test_every_static_file_that_a_template_names_exists():
    # with the manifest a missing one is a server error on every page that names it
    named = {
        (name, path.name)
        for path in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r"{% (?:static|file) ['\"]([^'\"]+)", path.read_text(encoding="utf-8"))
    }
    named |= {
        (f"css/{name}.css", path.name)
        for path in (ROOT / "templates").rglob("*.html")
        for names in re.findall(r"{% stylesheets ([^%]+)%}", path.read_text(encoding="utf-8"))
        for name in re.findall(r'"([^"]+)"', names)
    }
    assert len(named) > 3
    assert not [(name, template) for name, template in named if finders.find(name) is None]
