"""Facts in words."""

import datetime

import pytest
from django.utils import timezone

from catalogue.models import Record
from catalogue.templatetags import said
from ludotheque.languages import named

NBSP = "\u00a0"


def plain(text):
    return text.replace(NBSP, " ")


@pytest.mark.parametrize(
    ("low", "high", "words", "figure"),
    [
        (2, 4, "2 à 4 joueurs", "2–4"),
        (1, 1, "1 joueur", "1"),
        (2, 2, "2 joueurs", "2"),
        (3, None, "dès 3 joueurs", "3+"),
        (None, 6, "jusqu’à 6 joueurs", "6"),
        (None, None, "", None),
    ],
)
def test_players_are_said_as_far_as_known(low, high, words, figure):
    record = Record(min_players=low, max_players=high)
    assert plain(said.players(record)) == words
    if figure:
        assert said.players_figure(record) == figure


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (10, None, "dès 10 ans"),
        (10, 99, "dès 10 ans"),
        (3, 6, "de 3 à 6 ans"),
        (1, None, "dès 1 an"),
        (None, 8, "jusqu’à 8 ans"),
        (None, 99, ""),
        (None, None, ""),
        (0, None, "dès la naissance"),
    ],
)
def test_ages_are_said_as_boxes_say_them(low, high, words):
    assert plain(said.ages(Record(min_age=low, max_age=high))) == words


def test_nothing_is_said_of_what_a_record_does_not_know():
    assert said.facts(Record()) == ""
    assert plain(said.facts(Record(min_players=2, max_players=4, duration=1))) == "2 à 4 joueurs, 1 minute"


def test_the_first_of_a_month_is_1er():
    assert plain(said.day(datetime.date(2026, 5, 1))) == "1er mai 2026"
    assert plain(said.day(datetime.date(2026, 12, 12))) == "12 décembre 2026"


@pytest.mark.parametrize(
    ("days", "words"), [(3, "Retour prévu le"), (0, "Retour prévu le"), (-1, "Retour attendu depuis le")]
)
def test_a_late_box_is_not_promised(days, words):
    due_on = timezone.localdate() + datetime.timedelta(days=days)
    assert plain(said.returns(due_on)) == f"{words} {plain(said.day(due_on))}"


def test_hours_are_written_the_french_way():
    assert plain(said.clock(datetime.time(14))) == "14 h"
    assert plain(said.clock(datetime.time(9, 5))) == "9 h 05"


def test_languages_have_their_french_names_and_unknown_codes_stay():
    assert named("fre") == "français"
    assert named("GER") == "allemand"
    assert named("xyz") == "xyz"


def test_a_moment_of_today_is_told_by_its_hour_and_another_by_its_day():
    now = timezone.localtime()
    assert said.lately(now.replace(hour=9, minute=5)) == "9\u00a0h\u00a005"
    assert said.lately(datetime.datetime(2024, 3, 1, 12, tzinfo=datetime.UTC)) == "1er\u00a0mars\u00a02024"


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        ("02 98 00 00 00", ["02 98 00 00 00"]),
        ("02 98 00 00 00 ou 06 11 22 33 44 (papa)", ["02 98 00 00 00", "ou", "06 11 22 33 44", "(papa)"]),
        ("", [""]),
    ],
)
def test_a_telephone_breaks_between_numbers_only(number, shown):
    one = '<span class="whole">{}</span>'
    assert said.phone(number) == " ".join(one.format(part.replace(" ", NBSP)) for part in shown)


def test_what_is_no_telephone_breaks_anywhere():
    assert said.phone("1" * 40).count("<wbr>") == 7
    assert said.phone("02 98 00 00 00 06 11 22 33 44") == "02 98 00 00 00 06 11 22 33 44"
    assert "<b>" not in said.phone("<b>1</b>")
