"""Every sentence of the seed documents is in the data file, and nothing in it is made up."""

import copy

import pytest

from catalogue import seeds
from tests.catalogue import seed_check

ENTRIES = seed_check.entries()


def test_each_document_and_each_record_is_compared():
    documents = {path.name for path in seed_check.DOCUMENTS.glob("*.txt")}
    assert {name for name, _ in seed_check.PART_OF.values()} == documents
    assert set(seed_check.PART_OF) == set(ENTRIES)


def test_the_parts_of_a_document_make_up_the_whole():
    whole = (seed_check.DOCUMENTS / seed_check.PMB).read_text(encoding="utf-8")
    assert seed_check.part("cafe-international") + seed_check.part("uno") == whole


@pytest.mark.parametrize("slug", ENTRIES)
def test_every_sentence_of_a_document_is_in_the_data_file(slug):
    assert seed_check.missing_sentences(ENTRIES[slug]) == []


@pytest.mark.parametrize("slug", ENTRIES)
def test_long_texts_are_kept_as_found(slug):
    assert seed_check.invented_texts(ENTRIES[slug]) == []


@pytest.mark.parametrize("slug", ENTRIES)
def test_the_check_notices_each_sentence_that_is_taken_away(slug):
    tried = 0
    for field in set(seed_check.TEXTS) - set(ENTRIES[slug].get("completed", ())):
        for sentence in seed_check.sentences(ENTRIES[slug].get(field, "")):
            entry = ENTRIES[slug] | {field: ENTRIES[slug][field].replace(sentence, "", 1)}
            assert seed_check.missing_sentences(entry) or seed_check.invented_texts(entry), sentence
            tried += 1
    assert tried > 5


@pytest.mark.parametrize(
    ("slug", "field"),
    [
        *((slug, "title") for slug in ENTRIES if slug != "oucedonc"),
        *((slug, "publisher") for slug in ("uno", "cafe-international", "boursicocotte")),
        *(
            (slug, field)
            for slug in ("uno", "cafe-international")
            for field in ("document_type", "min_players", "max_players", "min_age", "max_age", "duration")
        ),
        *(
            ("boursicocotte", field)
            for field in ["designation", "responsibility", "date_text", "min_players", "min_age", "duration"]
        ),
    ],
)
def test_the_check_notices_a_wrong_value(slug, field):
    value = ENTRIES[slug][field]
    entry = ENTRIES[slug] | {field: value + 1 if isinstance(value, int) else "autre chose"}
    assert seed_check.missing_sentences(entry)


@pytest.mark.parametrize("slug", ["uno", "cafe-international"])
@pytest.mark.parametrize("field", ["barcode", "call_number", "section", "site"])
def test_the_check_notices_a_copy_with_a_wrong_value(slug, field):
    entry = copy.deepcopy(ENTRIES[slug])
    entry["copies"][-1][field] = "autre chose"
    assert seed_check.missing_sentences(entry)


def test_what_is_completed_is_a_field_of_the_record():
    for entry in ENTRIES.values():
        assert set(entry.get("completed", ())) <= set(entry), entry["slug"]


def test_people_publishers_and_categories_are_all_described():
    known = seeds.authorities()
    publishers = {entry["name"] for entry in known["publishers"]}
    people = {entry["name"] for entry in known["people"]}
    categories = {f"{entry['scheme']}:{entry['notation']}" for entry in known["categories"]}
    for entry in ENTRIES.values():
        assert {entry["publisher"]} <= publishers if "publisher" in entry else True
        assert {row["person"] for row in entry.get("contributions", ())} <= people
        assert set(entry.get("categories", ())) <= categories
