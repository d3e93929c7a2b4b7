"""Every file of import_cases.py: what came in, what was said, and no trace of it after taking it back."""

import pytest

from catalogue.models import Record
from catalogue.policy import Refused
from tests.catalogue.files import brought_in, undone, upload
from tests.catalogue.import_cases import BROKEN, WHOLE, Case
from tests.catalogue.test_imports import counts

pytestmark = pytest.mark.django_db


def outcome(case: Case) -> tuple[dict, list[str]]:
    """The fates, and all that is said; nothing is left of it."""
    before = counts()
    try:
        run = upload(case.content, case.name)
    except Refused as refused:
        assert counts() == before
        return {}, [str(refused)]
    run = brought_in(run)
    titles = set(Record.objects.values_list("title", flat=True))
    assert set(case.titles) <= titles, titles
    said = [fault["reason"] for line in run.lines.all() for fault in line.details.get("faults", ())]
    assert undone(run).state == "annule"
    assert not [line.kept for line in run.lines.all() if line.kept]
    assert counts() == before
    return run.fates, said


@pytest.mark.parametrize("case", WHOLE, ids=lambda case: case.name)
def test_a_whole_file_comes_in_whole(case):
    assert outcome(case) == (case.fates, [])


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.name)
def test_of_a_broken_file_comes_in_what_is_whole_and_the_rest_is_said(case):
    fates, said = outcome(case)
    assert fates == case.fates, said
    assert len(said) == len(case.said), said
    for words, sentence in zip(case.said, said, strict=True):
        assert words in sentence


def test_there_are_thirty_broken_files():
    assert len(BROKEN) >= 30
