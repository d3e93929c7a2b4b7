"""What we write in French is set as French is: narrow no-break space before ; : ! ?, no-break inside « »."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))
CODE = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}|<!--.*?-->|<(script|svg)\b.*?</\1>|<[^>]*>", re.S)
WRONG = re.compile(r"\S* [;:!?»]|« \S*|\w[!?;](?=\s|$)|\.\.\.")


def without_code(text: str) -> str:
    """The text that is read, its lines where they were."""
    return CODE.sub(lambda found: "\n" * found.group().count("\n") or "\x00", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_is_set_as_french_is(path):
    lines = without_code(path.read_text(encoding="utf-8")).splitlines()
    wrong = [f"line {n}: {found!r}" for n, line in enumerate(lines, 1) for found in WRONG.findall(line)]
    assert not wrong, "\n".join(wrong)


def test_it_notices_what_is_wrong():
    assert WRONG.findall("Quoi ? « oui » l'as ... non!") == ["Quoi ?", "« oui", " »", "...", "n!"]
    assert not WRONG.findall("Quoi\u202f? «\u00a0oui\u00a0» l’as… à 10:30 http://x")
