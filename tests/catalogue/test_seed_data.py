"""Every sentence of the seed documents is in the data file, and nothing in it is made up."""

import copy

import pytest

from catalogue import seeds
from tests.catalogue import seed_check

DOCUMENTS = sorted(seed_check.RECORDS_OF)


def without(text: str, sentence: str) -> str:
    return text.replace(sentence, "", 1)


def test_each_document_is_known():
    assert [path.name for path in sorted(seed_check.DOCUMENTS.glob("*.txt"))] == DOCUMENTS


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_sentence_of_a_document_is_in_the_data_file(name):
    assert seed_check.missing_sentences(name, seed_check.entries()) == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_long_texts_are_kept_as_found(name):
    assert seed_check.invented_texts(name, seed_check.entries()) == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_check_notices_each_sentence_that_is_taken_away(name):
    tried = 0
    for slug in seed_check.RECORDS_OF[name]:
        for field in seed_check.TEXTS:
            for sentence in seed_check.sentences(seed_check.entries()[slug].get(field, "")):
                catalogue = copy.deepcopy(seed_check.entries())
                if field in catalogue[slug].get("completed", ()):
                    continue
                catalogue[slug][field] = without(catalogue[slug][field], sentence)
                noticed = seed_check.missing_sentences(name, catalogue) or seed_check.invented_texts(
                    name, catalogue
                )
                assert noticed, f"nothing misses {sentence!r}"
                tried += 1
    assert tried > 5


@pytest.mark.parametrize(
    ("slug", "field"),
    [
        ("uno", "min_players"),
        ("uno", "max_age"),
        ("cafe-international", "duration"),
        ("boursicocotte", "min_age"),
        ("boursicocotte", "date_text"),
        ("odin", "title"),
        ("oucedonc-en-france", "title"),
    ],
)
def test_the_check_notices_a_wrong_value(slug, field):
    catalogue = copy.deepcopy(seed_check.entries())
    value = catalogue[slug][field]
    catalogue[slug][field] = value + 1 if isinstance(value, int) else "autre chose"
    name = next(name for name, slugs in seed_check.RECORDS_OF.items() if slug in slugs)
    assert seed_check.missing_sentences(name, catalogue)


def test_the_check_notices_a_copy_that_is_missing():
    catalogue = copy.deepcopy(seed_check.entries())
    catalogue["uno"]["copies"] = [c for c in catalogue["uno"]["copies"] if c["barcode"] != "91585"]
    assert seed_check.missing_sentences("editeur-matel-cafe-international-uno.txt", catalogue)


def test_what_is_completed_is_a_field_of_the_record():
    for entry in seeds.records():
        assert set(entry.get("completed", ())) <= set(entry), entry["slug"]


def test_people_publishers_and_categories_are_all_described():
    known = seeds.authorities()
    publishers = {entry["name"] for entry in known["publishers"]}
    people = {entry["name"] for entry in known["people"]}
    categories = {f"{entry['scheme']}:{entry['notation']}" for entry in known["categories"]}
    for entry in seeds.records():
        assert entry.get("publisher", "Matel") in publishers
        assert {row["person"] for row in entry.get("contributions", ())} <= people
        assert set(entry.get("categories", ())) <= categories
