"""Starting, playing, going on and taking back: what is kept in rows, and what can never happen."""

import datetime
import threading
import uuid
from random import Random

import pytest
from django.db import connection, connections
from django.utils import timezone

from games import services
from games.engines.kernel import CHANCE, IllegalMove, NotationError
from games.engines.kernel.records import read_record, replay
from games.models import Match, Move
from games.positions import UnreadableError, position_of, read_event, record_of, replayed, rules_of
from tests.games.tables import acting, make_match, put

pytestmark = pytest.mark.django_db


def legal(match, seat):
    return rules_of(match).moves(position_of(match), seat)


def play_on(match, steps=10_000, rng=None):
    """Plays by random moves of the people and the bots' own, to the end or for some steps."""
    rng = rng or Random(7)
    for _ in range(steps):
        seat = acting(match)
        if seat is None:
            break
        if seat in match.people:
            move = rules_of(match).sample(position_of(match), seat, rng)
            services.play(match=match, version=match.version, seat=seat, move=str(move))
        else:
            services.go_on(match=match, version=match.version)
    return match


def to_a_person(match):
    while acting(match) not in match.people:
        services.go_on(match=match, version=match.version)
    return match


def free_to_draw(bots=1):
    """A table at which Léa may draw: dealt anew until nothing else is asked of her first."""
    while True:
        match = to_a_person(make_match(bots=bots))
        if "draw" in map(str, rules_of(match).moves(position_of(match), 0)):
            return match


# --- rows


@pytest.mark.parametrize("bots", [1, 3, 9])
def test_the_rows_replayed_are_the_position_and_its_events(bots):
    match = play_on(make_match(bots=bots))
    match = Match.objects.get(pk=match.pk)
    state, rules = position_of(match), rules_of(match)
    moves = list(match.moves.all())
    assert [move.ply for move in moves] == list(range(match.ply))
    assert rules.outcome(state) is not None
    assert replayed(match, moves) == state
    told = [read_event(data) for move in moves for data in move.events]
    plies = list(replay(rules, read_record(str(record_of(match)))))
    assert told == [event for ply in plies for event in ply.events]
    assert plies[-1].after == state


def test_a_game_of_several_rounds_stops_to_show_the_count():
    match = make_match(target=100)
    match = play_on(match)
    counts = [move for move in match.moves.all() if any(e["kind"] == "scored" for e in move.events)]
    assert counts
    for move in counts[:-1]:
        after = match.moves.get(ply=move.ply + 1)
        assert after.version == move.version + 1
    assert replayed(match, match.moves.all()) == position_of(match)


def test_one_ply_is_there_once():
    match = make_match()
    constraint = [one.name for one in Move._meta.constraints]
    assert constraint == ["one_move_a_ply"]
    with pytest.raises(Exception, match=r"(?i)unique"):
        Move.objects.create(match=match, ply=0, text="~R1", version=0)


# --- chance


def test_taking_back_and_playing_the_same_gives_the_same_card():
    match = free_to_draw(bots=2)
    before = position_of(match)
    services.play(match=match, version=match.version, seat=0, move="draw")
    once = position_of(match)
    services.take_back(match=match, version=match.version)
    assert position_of(match) == before
    services.play(match=match, version=match.version, seat=0, move="draw")
    assert position_of(match) == once


def test_bots_too_do_the_same_again():
    match = to_a_person(make_match(bots=3))
    move = str(rules_of(match).sample(position_of(match), 0, Random(1)))

    def round_of_the_table():
        services.play(match=match, version=match.version, seat=0, move=move)
        for _ in range(3):
            if acting(match) not in match.people and acting(match) is not None:
                services.go_on(match=match, version=match.version)
        return position_of(match)

    once = round_of_the_table()
    services.take_back(match=match, version=match.version)
    assert round_of_the_table() == once


def test_taking_back_again_and_again_leads_to_ones_first_decision():
    match = to_a_person(make_match(bots=2))
    first = (position_of(match), match.ply)
    play_on(match, steps=30)
    decisions = match.moves.filter(seat=0).count()
    assert decisions > 2
    for _ in range(decisions):
        services.take_back(match=match, version=match.version)
    assert (position_of(match), match.ply) == first
    assert replayed(match, match.moves.all()) == position_of(match)
    with pytest.raises(services.StaleError):
        services.take_back(match=match, version=match.version)


def test_the_end_too_can_be_taken_back():
    match = play_on(make_match())
    services.take_back(match=match, version=match.version)
    assert acting(match) == 0
    assert replayed(match, match.moves.all()) == position_of(match)


def test_several_people_take_nothing_back():
    match = play_on(make_match(people=("Léa", "Max"), bots=0), steps=3)
    with pytest.raises(services.StaleError):
        services.take_back(match=match, version=match.version)


# --- what is refused changes nothing


def test_a_move_that_answers_another_table_changes_nothing():
    match = to_a_person(make_match())
    move = str(rules_of(match).sample(position_of(match), 0, Random(1)))
    second_tab = Match.objects.get(pk=match.pk)
    services.play(match=match, version=match.version, seat=0, move=move)
    rows = match.moves.count()
    for tab in (second_tab, Match.objects.get(pk=match.pk)):
        with pytest.raises(services.StaleError):
            services.play(match=tab, version=second_tab.version, seat=0, move=move)
    assert match.moves.count() == rows
    assert Match.objects.get(pk=match.pk).version == match.version


def test_a_page_from_before_taking_back_is_stale_though_the_ply_is_the_same():
    match = free_to_draw()
    services.play(match=match, version=match.version, seat=0, move="draw")
    page, ply = match.version, match.ply
    services.take_back(match=match, version=match.version)
    services.play(match=match, version=match.version, seat=0, move="draw")
    assert match.ply == ply
    with pytest.raises(services.StaleError):
        services.go_on(match=match, version=page)


def test_an_illegal_move_says_its_article_and_changes_nothing():
    match = put(
        make_match(), turn=0, next=None, phase="play", owed=None, drawn=None, forced=None, challenged=None,
        colour="Y", discard=["Y4"], pile=None, hands=[["B7", "R4"], ["R1", "R2"]],
    )  # fmt: skip
    rows, version = match.moves.count(), match.version
    with pytest.raises(IllegalMove) as refused:
        services.play(match=match, version=version, seat=0, move="B7")
    assert refused.value.faults[0].article == "uno.3"
    with pytest.raises(NotationError):
        services.play(match=match, version=version, seat=0, move="n'importe quoi")
    match.refresh_from_db()
    assert (match.moves.count(), match.version) == (rows, version)


def test_going_on_is_refused_while_a_person_is_to_move():
    match = to_a_person(make_match())
    with pytest.raises(services.StaleError):
        services.go_on(match=match, version=match.version)


# --- bots speak up


def forgetful(match, **more):
    return put(
        match, turn=0, next=None, phase="play", owed=None, drawn=None, forced=None, challenged=None,
        colour="R", discard=["R4"], pile=None, direction=1, **more,
    )  # fmt: skip


def test_a_bot_notices_a_forgotten_announcement():
    match = forgetful(make_match(level="familier"), hands=[["RS", "B7"], ["R1", "R2"]])
    services.play(match=match, version=match.version, seat=0, move="RS")  # a Skip: Léa is to move again
    assert [move.text for move in match.moves.filter(version=match.version, seat=1)] == ["uno 0"]
    assert len(position_of(match).hands[0]) == 3
    assert acting(match) == 0


def test_it_has_nothing_to_notice_when_it_was_said():
    match = forgetful(make_match(level="familier"), hands=[["RS", "B7"], ["R1", "R2"]])
    services.play(match=match, version=match.version, seat=0, move="RS !")
    assert not match.moves.filter(text__startswith="uno").exists()


def test_a_person_may_call_a_bot_before_the_next_step():
    match = forgetful(make_match(bots=2), hands=[["B7", "B8"], ["R1"], ["G1", "G2"]], forgot=1)
    match = put(match, turn=2)
    assert "uno 1" in [str(move) for move in legal(match, 0)]
    services.play(match=match, version=match.version, seat=0, move="uno 1")
    assert len(position_of(match).hands[1]) == 3
    assert acting(match) == 2


# --- starting and ending


def test_the_same_start_twice_is_one_table():
    seats = [{"name": "Léa", "kind": "person"}, {"name": "Nino", "kind": "novice"}]
    given = {"game": "uno", "seats": seats, "options": {"target": 0}, "id": uuid.uuid4()}
    assert services.start(**given).pk == services.start(**given).pk
    other = services.start(**{**given, "options": {"target": 100}})
    assert other.pk != given["id"]


def test_the_one_who_begins_is_not_always_the_same():
    assert len({make_match(bots=3).first for _ in range(40)}) == 4


def test_many_starts_at_once_are_refused_kindly(monkeypatch):
    monkeypatch.setattr(services, "STARTS", 2)
    make_match()
    make_match()
    with pytest.raises(services.TooManyError):
        make_match()
    Match.objects.update(created_at=timezone.now() - datetime.timedelta(minutes=11))
    make_match()


def test_old_tables_are_cleared_and_young_ones_stay():
    now = timezone.now()
    ages = {"young": 0, "played last week": 7, "played long ago": 31, "never played": 2}
    matches = {name: make_match() for name in ages}
    for name, days in ages.items():
        Match.objects.filter(pk=matches[name].pk).update(
            updated_at=now - datetime.timedelta(days=days), version=0 if name == "never played" else 3
        )
    assert services.purge(now=now) == 2
    kept = {matches[name].pk for name in ("young", "played last week")}
    assert set(Match.objects.values_list("pk", flat=True)) == kept
    assert set(Move.objects.values_list("match", flat=True)) == kept


@pytest.mark.parametrize(
    "changes",
    [
        {"format": 99},
        {"game": "dames"},
        {"position": {"game": "uno"}},
        {"seats": [{"name": "Léa", "kind": "person"}, {"name": "Nino", "kind": "champion"}]},
    ],
)
def test_what_no_version_can_read_is_said_so(changes):
    match = make_match()
    for name, value in changes.items():
        setattr(match, name, value)
    with pytest.raises(UnreadableError):
        position_of(match)


@pytest.mark.django_db(transaction=True)
def test_of_two_clicks_in_the_same_instant_one_is_played():
    match = free_to_draw()
    start, answers = threading.Barrier(2), []

    def click():
        try:
            mine = Match.objects.get(pk=match.pk)
            start.wait()
            services.play(match=mine, version=match.version, seat=0, move="draw")
            answers.append("played")
        except services.StaleError:
            answers.append("stale")
        finally:
            connections.close_all()

    clicks = [threading.Thread(target=click) for _ in range(2)]
    for one in clicks:
        one.start()
    for one in clicks:
        one.join()
    assert sorted(answers) == ["played", "stale"]
    match.refresh_from_db()
    assert replayed(match, match.moves.all()) == position_of(match)
    assert connection.vendor in ("sqlite", "postgresql")


def test_chance_is_a_row_without_a_seat():
    match = make_match()
    assert set(match.moves.values_list("seat", flat=True)) <= {None}
    assert all(move.text.startswith(CHANCE) for move in match.moves.all())


def test_a_game_begun_after_midnight_is_dated_that_day():
    match = make_match(people=("Léa",), bots=2)
    match.created_at = datetime.datetime(2026, 6, 30, 22, 30, tzinfo=datetime.UTC)
    assert record_of(match).date == datetime.date(2026, 7, 1)
