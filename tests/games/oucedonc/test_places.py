"""The places of both editions: what the files must hold, and who may know it."""

import csv
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import games.engines.oucedonc as engine
from games.engines.oucedonc import RULES
from games.engines.oucedonc.position import LAST, PACKS

FOLDER = Path(engine.__file__).parent
BOX = {"europe": ((34.0, 72.0), (-25.0, 61.0)), "france": ((41.3, 51.1), (-5.2, 9.6))}
TABLES = {edition: RULES.atlas[edition] for edition in BOX}


def rows(edition):
    with (FOLDER / f"places_{edition}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("edition", BOX)
class TestEachEdition:
    def test_there_are_enough_places_for_a_game(self, edition):
        assert len(TABLES[edition]) >= LAST + PACKS

    def test_names_are_plain_and_there_once(self, edition):
        names = [row["name"] for row in rows(edition)]
        assert [name for name, times in Counter(map(str.casefold, names)).items() if times > 1] == []
        assert all(name == " ".join(name.split()) and "~" not in name for name in names)

    def test_coordinates_are_within_the_edition_and_have_two_decimals(self, edition):
        for row in rows(edition):
            for axis, (least, most) in zip(("lat", "lon"), BOX[edition], strict=True):
                assert least <= float(row[axis]) <= most, row
                assert len(row[axis].partition(".")[2]) == 2, row

    def test_no_two_places_lie_at_one_spot_and_few_share_a_coordinate(self, edition):
        pairs = list(combinations(TABLES[edition].values(), 2))
        assert not [1 for one, two in pairs if one[:2] == two[:2]]
        # equal ones are right on both sides of each other (article 4), which is no fun if it happens often
        assert (
            sum(one.lat == two.lat or one.lon == two.lon for one, two in pairs) <= len(TABLES[edition]) / 10
        )

    def test_every_place_says_where_its_coordinates_come_from(self, edition):
        for row in rows(edition):
            assert "GeoNames" in row["source"], row
            assert row["kind"], row

    def test_a_place_of_both_editions_lies_where_it_lies(self, edition):
        other = TABLES["france" if edition == "europe" else "europe"]
        for name in TABLES[edition].keys() & other.keys():
            assert TABLES[edition][name] == other[name]


def test_an_edition_that_does_not_exist_has_no_places():
    with pytest.raises(KeyError):
        RULES.atlas["monde"]
    assert list(RULES.atlas) == ["europe", "france"]
    assert len(RULES.atlas) == 2


def test_geonames_is_credited():
    assert "GeoNames" in (Path(engine.__file__).parents[3] / "NOTICE").read_text(encoding="utf-8")
    from games.engines.kernel.rulebook import book

    assert "GeoNames (licence CC BY 4.0)" in " ".join(a.detail for a in book("oucedonc").articles.values())


def test_importing_the_engine_reads_no_place():
    code = "from games.engines.oucedonc import RULES, places; assert places._read.cache_info().currsize == 0"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(engine.__file__).parents[3])
