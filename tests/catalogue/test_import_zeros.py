"""Barcodes whose zeros a spreadsheet has eaten."""

import pytest

from catalogue.models import Copy
from tests import make
from tests.catalogue.files import tried, upload

pytestmark = pytest.mark.django_db


def test_a_barcode_without_its_zeros_is_no_new_box_of_the_game_that_has_it():
    make.make_copy(make.make_record("Uno"), barcode="00004711")
    run = tried(upload(b"Titre;Code-barres\nUno;4711\nUno;5000\nDobble;4711\n"))
    assert Copy.objects.count() == 1
    lines = list(run.lines.all())
    reasons = [fault["reason"] for line in lines for fault in line.details.get("faults", ())]
    assert any("Il ressemble à 00004711" in reason for reason in reasons)
    assert lines[0].fate == "refuse"
