"""What the house relies on: the registry, the walls, bots that see their view only, the commands."""

import ast
import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

import games.engines
from games import registry
from games.engines import uno
from games.engines.kernel import CHANCE, SPECTATOR
from games.engines.kernel.bots import Thinker, ask
from games.engines.kernel.simulation import play_game

ENGINES = [slug for slug, game in registry.GAMES.items() if game.rules]
OPEN = {"cafe-international"}
SOURCES = sorted(Path(games.engines.__file__).parent.rglob("*.py"))


class TestRegistry:
    def test_it_knows_the_five_in_order(self):
        assert list(registry.GAMES) == ["uno", "odin", "cafe-international", "boursicocotte", "oucedonc"]
        with pytest.raises(KeyError):
            registry.get_game("echecs")

    def test_a_game_without_lessons_is_not_playable(self):
        for game in registry.GAMES.values():
            assert game.playable == bool(game.rules and game.lessons)

    def test_it_is_imported_without_django_and_reads_no_book(self):
        code = (
            "import sys, games.registry; from games.engines.kernel import rulebook; "
            "assert not any(name.startswith('django') for name in sys.modules); "
            "assert rulebook.book.cache_info().currsize == 0"
        )
        root = Path(games.engines.__file__).parents[2]
        subprocess.run([sys.executable, "-c", code], check=True, cwd=root)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: "/".join(path.parts[-2:]))
def test_engines_import_the_standard_library_only(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules = [node.module]
        else:
            continue
        for module in modules:
            assert module.partition(".")[0] in sys.stdlib_module_names


@pytest.mark.parametrize("slug", ENGINES)
class TestEveryEngine:
    def test_positions_are_frozen_slotted_and_hashable(self, slug):
        rules = registry.get_game(slug).rules
        state = rules.opening(rules.seats[0])
        assert not hasattr(state, "__dict__")
        assert {state: 1}[rules.opening(rules.seats[0])] == 1
        with pytest.raises(AttributeError):
            state.phase = "over"

    def test_options_have_a_default_among_their_choices_and_a_french_label(self, slug):
        for option in registry.get_game(slug).rules.options.values():
            assert option.allows(option.default)
            assert option.label
            assert len(option.names) in (0, len(option.choices))

    def test_auto_plays_what_chance_owes_and_nothing_else(self, slug):
        rules = registry.get_game(slug).rules
        for seats in rules.seats:
            state = rules.auto(rules.opening(seats), Random(1))
            assert rules.actors(state) != (CHANCE,)
            assert rules.auto(state, Random(1)) == state

    def test_a_spectator_sees_no_more_than_a_seat(self, slug):
        rules, rng = registry.get_game(slug).rules, Random(1)
        state, hidden = rules.opening(rules.seats[0]), 0
        while rules.actors(state) and not hidden:
            seat = rules.actors(state)[0]
            move = rules.chance(state, rng) if seat == CHANCE else rules.sample(state, seat, rng)
            state = rules.advance(state, seat, move)
            other = rules.redeal(state, SPECTATOR, rng)
            assert rules.view(other, SPECTATOR) == rules.view(state, SPECTATOR)
            hidden += other != state
        # only where all lies open is there nothing to deal anew
        assert hidden or slug in OPEN

    def test_a_bot_plays_the_same_in_positions_it_cannot_tell_apart(self, slug):
        game = registry.get_game(slug)
        rules, rng = game.rules, Random(3)
        for bot in game.bots.values():
            state = rules.opening(rules.seats[0])
            for played in play_game(rules, state, [bot] * rules.seats[0], rng):
                state = played.state
                if rules.actors(state) in ((), (CHANCE,)) or rng.random() < 0.8:
                    continue
                seat = rules.actors(state)[0]
                twin = rules.redeal(state, seat, rng)
                seed = rng.random()
                assert ask(rules, state, seat, bot, Random(seed)) == ask(rules, twin, seat, bot, Random(seed))

    def test_a_stronger_bot_beats_a_weaker_one(self, slug, capsys):
        # a bot that thinks takes too long for as many games as would tell it from its guide
        bots = registry.get_game(slug).bots.items()
        for weak, strong in pairwise(name for name, bot in bots if not isinstance(bot, Thinker)):
            call_command(
                "simulate", slug, "--bots", f"{strong},{weak}", "--games", "40", "--json", *_short(slug)
            )
            result = json.loads(capsys.readouterr().out)
            assert result["bots"][0]["wins"] > result["bots"][1]["wins"]


def _short(slug):
    return [f"--option={name}={value}" for name, value in registry.get_game(slug).rules.short.items()]


class TestCommands:
    def test_check_looks_at_all_seats_and_options(self, capsys):
        call_command("simulate", "uno", "--check", "--games", "9", "--option", "target=0", "--json")
        result = json.loads(capsys.readouterr().out)
        assert (result["games"], result["option sets"], result["broken properties"]) == (9, 8, 0)
        assert result["seats"] == list(range(2, 11))
        assert (
            result["longest game, decisions"] * 9 >= result["decisions"] > result["longest game, decisions"]
        )
        assert result["longest list of moves"] > 2

    @pytest.mark.parametrize(
        ("arguments", "named"),
        [
            (["--players", "11"], "players"),
            (["--bots", "maître"], "maître"),
            (["--bots", "novice,novice,novice", "--players", "2"], "bots"),
            (["--option", "stacking=true"], "stacking"),
            (["--option", "target=250"], "target"),
            (["--check", "--players", "1"], "players"),
        ],
    )
    def test_what_cannot_be_is_refused_by_name(self, arguments, named):
        with pytest.raises(CommandError, match=named):
            call_command("simulate", "uno", "--games", "1", *arguments)

    def test_a_game_is_played_in_the_terminal(self, capsys, monkeypatch):
        texts = iter(["?", "xyz", "uno 1", "record"])

        def typed(prompt):
            return next(texts, "quit")

        monkeypatch.setattr("builtins.input", typed)
        call_command("play", "uno", "--players", "3", "--option", "target=0")
        said = capsys.readouterr().out
        assert "« ? »" in said
        assert "'xyz' is no move" in said
        assert "(uno.10)" in said
        assert "game: uno\nseats: 3" in said

    def test_a_whole_game_goes_on_to_its_count(self, capsys, monkeypatch):
        """Somebody who always types a move that is legal gets through a round."""
        shown = []
        real = type(uno.RULES).view

        def view(self, state, seat):
            shown.append(state)
            return real(self, state, seat)

        monkeypatch.setattr(type(uno.RULES), "view", view)
        monkeypatch.setattr("builtins.input", lambda prompt: str(uno.RULES.moves(shown[-1], 0)[0]))
        call_command("play", "uno", "--option", "target=0")
        assert "uno.14 scores" in capsys.readouterr().out
