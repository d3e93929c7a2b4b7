"""Cases written from the articles alone, by somebody who has not read the engines.

`cases/<slug>.json` is a list. A case says `why` (the articles first), where it starts (`position`, or
the arguments of `opening`), and either the key an `error` must name or the `steps`, one after the other:

`{"seat", "move"}`             is legal, and is played; `{"chance": "~R5"}` likewise
`{"seat", "move", "refused"}`  the article that must lead, then others that must be broken too;
                               `a|b` either of them, an empty list any
`{"seat", "moves"}`            exactly these, whatever the order; `{"seat", "legal"}` these among others
`{"expect"}`                   values in the position by path: `hands.1`, `pile.#` (how many)
`{"view", "shows"}`            the same in what a seat sees; `hides`: null there; `differs`: anything else;
                               `{"redeal"}` a seat sees no difference after its redeal
`{"outcome"}`                  some of its fields, or null while the game goes on
`{"read", "as"}`, `{"unreadable"}`
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from games.engines.kernel import CHANCE, IllegalMove, NotationError
from games.registry import get_game

CASES = Path(__file__).with_name("cases")
SLUGS = ("uno", "odin", "cafe-international", "boursicocotte", "oucedonc")


def written(slug: str) -> list[dict[str, Any]]:
    """The cases of a game, none while it has no engine."""
    path = CASES / f"{slug}.json"
    if get_game(slug).rules is None or not path.exists():
        return []
    cases: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return cases


def dig(value: Any, path: str) -> Any:
    """What lies at `hands.1` or, counted, at `pile.#`, in a position or in a view."""
    for key in path.split("."):
        if key == "#":
            return value if isinstance(value, int) else len(value)
        if isinstance(value, dict):
            value = value[key]
        elif key.isdigit():
            value = value[int(key)]
        else:
            value = getattr(value, key)
    return plain(value)


def plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


def check_refusal(rules: Any, state: Any, seat: Any, step: dict[str, Any]) -> None:
    move, wanted = step["move"], step["refused"]
    broken = [fault.article for fault in rules.faults(state, seat, move)]
    assert broken, f"{move} is allowed"
    if wanted:
        assert broken[0] in wanted[0].split("|"), f"{move}: {broken[0]} leads"
    for article in wanted[1:]:
        assert article in broken, f"{move}: only {broken}"
    assert str(rules.read_move(move)) not in {str(legal) for legal in rules.moves(state, seat)}
    with pytest.raises(IllegalMove):
        rules.play(state, seat, move)


def check_moves(rules: Any, state: Any, step: dict[str, Any]) -> None:
    offered = [str(move) for move in rules.moves(state, step["seat"])]
    assert len(offered) == len(set(offered)), "a move is offered twice"
    if "moves" in step:
        assert sorted(offered) == sorted(step["moves"])
    for move in step.get("legal", ()):
        assert move in offered
        assert not rules.faults(state, step["seat"], move)


def check_view(rules: Any, state: Any, step: dict[str, Any]) -> None:
    view = rules.view(state, step["view"])
    for path, value in step.get("shows", {}).items():
        assert dig(view, path) == value, path
    for path, value in step.get("differs", {}).items():
        assert dig(view, path) != value, path
    for path in step.get("hides", ()):
        assert dig(view, path) is None, path


def check_outcome(rules: Any, state: Any, wanted: dict[str, Any] | None) -> None:
    outcome = rules.outcome(state)
    if wanted is None:
        assert outcome is None
        return
    assert outcome is not None, "the game goes on"
    assert {key: plain(getattr(outcome, key)) for key in wanted} == wanted


def played(rules: Any, state: Any, seat: Any, move: str) -> Any:
    assert [fault.article for fault in rules.faults(state, seat, move)] == [], f"{move} is refused"
    if seat != CHANCE:
        assert str(rules.read_move(move)) in [str(legal) for legal in rules.moves(state, seat)]
    state = rules.play(state, seat, move).state
    assert rules.from_dict(rules.to_dict(state)) == state
    return state


def run(rules: Any, state: Any, step: dict[str, Any]) -> Any:
    """The position after one step of a case."""
    match step:
        case {"chance": move}:
            return played(rules, state, CHANCE, move)
        case {"refused": _}:
            check_refusal(rules, state, step["seat"], step)
        case {"seat": seat, "move": move}:
            return played(rules, state, seat, move)
        case {"seat": _}:
            check_moves(rules, state, step)
        case {"expect": wanted}:
            position = json.loads(json.dumps(rules.to_dict(state)))
            assert {path: dig(position, path) for path in wanted} == wanted
        case {"view": _}:
            check_view(rules, state, step)
        case {"redeal": seat}:
            other = rules.redeal(state, seat, random.Random(7))
            assert rules.view(other, seat) == rules.view(state, seat)
        case {"outcome": wanted}:
            check_outcome(rules, state, wanted)
        case {"read": text, "as": canonical}:
            assert str(rules.read_move(text)) == canonical
        case {"unreadable": text}:
            with pytest.raises(NotationError):
                rules.read_move(text)
        case _:
            raise AssertionError(f"no such step: {step}")
    return state


def begun(rules: Any, case: dict[str, Any]) -> Any:
    if "position" in case:
        return rules.from_dict(case["position"])
    opening = case["opening"]
    return rules.opening(seats=opening["seats"], first=opening["first"], **opening["options"])


@pytest.mark.parametrize(
    ("slug", "case"),
    [
        pytest.param(slug, case, id=f"{slug}-{number}")
        for slug in SLUGS
        for number, case in enumerate(written(slug), 1)
    ],
)
def test_the_articles_alone_decide(slug: str, case: dict[str, Any]) -> None:
    rules = get_game(slug).rules
    if "error" in case:
        with pytest.raises(ValueError, match=case["error"]):
            begun(rules, case)
        return
    state = begun(rules, case)
    for number, step in enumerate(case["steps"], 1):
        try:
            state = run(rules, state, step)
        except AssertionError as error:
            raise AssertionError(f"{case['why']}\nstep {number}, {step}:\n{error}") from error
