"""The bench's sections about games: every game is measured, and what is not installed is said to be so."""

import pytest

from games.benchmark.sections import engines, table
from games.registry import GAMES, playable

ENGINES = [slug for slug, game in GAMES.items() if game.rules]


def test_every_engine_is_measured_beside_the_yardsticks_there_are(monkeypatch):
    monkeypatch.setattr(engines, "find_spec", lambda name: None)
    figures = engines.measure(seconds=0.01, positions=1)
    lines = "\n".join(bar.line() for bar in engines.bars({("SQLite", 0): figures}))
    for slug in ENGINES:
        assert figures["rates"][slug]["decisions/s"] > 0
        assert f"{slug}: view, µs" in lines
        assert f"{slug}: {list(GAMES[slug].bots)[-1]}'s longest move, s" in lines
    assert "uno: games/s ÷ RLCard's: not measured" in lines


@pytest.mark.django_db
def test_a_move_at_every_table_is_measured_with_its_queries(monkeypatch, client):
    class Stack:
        """As the bench's own, which is for a process of its own."""

        def get(self, address):
            client.get("/robots.txt")

        def post(self, address, fields, headers):
            assert client.post(address, fields, headers=headers).status_code == 200

    monkeypatch.setattr(table, "Stack", Stack)
    monkeypatch.setattr(table, "WARM", 0)
    table.prepare(0)
    figures = table.measure(0, moves=3)
    assert set(figures) == {game.slug for game in playable()}
    for one in figures.values():
        assert 0 < one["queries"] <= 6
    assert len(table.bars({("SQLite", 0): figures})) == 2 * len(figures)
