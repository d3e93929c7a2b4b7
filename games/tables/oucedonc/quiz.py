"""Its own kinds of questions: the backs of an arm, who was right to doubt, what an estimate wins."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from games.engines.kernel import Line, Outcome, quiz
from games.engines.kernel.quiz import Question
from games.engines.kernel.rulebook import counted, enumerate_french, french
from games.engines.oucedonc.moves import SIDES
from games.engines.oucedonc.order import arms, misplaced, misses
from games.engines.oucedonc.position import DOUBT, NS
from games.engines.oucedonc.words import misplaced as told_misplaced
from games.tables.oucedonc.faces import short
from games.tables.oucedonc.laid_open import TOWARDS, LaidOpen, Turned, TurnedArm
from games.tables.oucedonc.said import OTHER, not_so

ARM = "arm"
RIGHT = "right"
TOKENS = "tokens"

PLIES = 60  # of the random games in which an arm has grown
LEAST, LONGEST = 3, 7  # cards of an arm one can go through in one's head


def left(lines: tuple[Line, ...]) -> tuple[LaidOpen, ...]:
    """What a question lays open: columns of names with what stands beside them."""
    columns = tuple(
        TurnedArm(
            french(line.facts["title"]),
            tuple(
                Turned(french(name), french(text), start=name == line.facts.get("start"))
                for name, text in line.facts["rows"]
            ),
        )
        for line in lines
        if "rows" in line.facts
    )
    return (LaidOpen("", columns, None, 0, judged=False),) if columns else ()


def _shown(article: str, *columns: Mapping[str, Any]) -> Outcome:
    """Columns to be drawn beside a question, as the lines of a count."""
    return Outcome(article, (), (), tuple(Line(article, 0, 0, column) for column in columns))


def _some_state(rules: Any, options: Mapping[str, Any], rng: Random) -> Any:
    seats = rng.choice((2, 3, 4))
    state = rules.auto(rules.opening(seats, rng.randrange(seats), **options), rng)
    for _ in range(rng.randrange(8, PLIES)):
        actors = rules.actors(state)
        after = rules.auto(rules.advance(state, actors[0], rules.sample(state, actors[0], rng)), rng)
        if not rules.actors(after):
            break
        state = after
    return state


def arm(rules: Any, options: Mapping[str, Any], rng: Random) -> Question | None:
    """How many cards of this arm are misplaced?"""
    state = _some_state(rules, options, rng)
    if state.start is None:
        return None
    long = {side: cards for side, cards in arms(state).items() if LEAST <= len(cards) <= LONGEST}
    if not long:
        return None
    side = rng.choice(sorted(long))
    table, cards = rules.table(state), long[side]
    found = misses(table, side, state.start, cards)
    axis = "lat" if SIDES[side][0] == NS else "lon"
    rows = [(card, short(axis, getattr(table[card], axis))) for card in (state.start, *cards)]
    why = [f"{not_so(card, side, kept)} : on écarte cette carte." for card, kept in found] or [
        "Chacune va plus loin que la précédente : aucune n’est mal placée."
    ]
    return Question(
        ARM, state, 0, None, None, "oucedonc.8",
        *_numbers(len(found), len(cards), rng),
        _shown("oucedonc.8", {"title": TOWARDS[side], "rows": rows, "start": state.start}),
        "On retourne ce bras, du départ vers le bout. Combien de cartes sont mal placées ?",
        {str(number): told_misplaced(number) for number in range(len(cards) + 1)},
        " ".join(why),
    )  # fmt: skip


def _numbers(right: int, most: int, rng: Random) -> tuple[tuple[str, ...], str]:
    """Three numbers one may think of, in order, and the right one."""
    near = sorted(range(most + 1), key=lambda number: (abs(number - right), rng.random()))[:3]
    return tuple(map(str, sorted(near))), str(right)


def right(rules: Any, options: Mapping[str, Any], rng: Random) -> Question | None:
    """You doubt; the two backs are these. Who gets a token?"""
    state = _some_state(rules, options, rng)
    if state.phase != DOUBT:
        return None
    seat = state.turn
    move = rng.choice([move for move in rules.moves(state, seat) if move.side])
    line, step = SIDES[move.side]
    cards, at, table = state.line(line), state.laid.at, rules.table(state)
    card, other = cards[at], cards[at + step]
    wrong = misplaced(table, move.side, other, card)
    axis = "lat" if line == NS else "lon"
    rows = [(name, short(axis, getattr(table[name], axis))) for name in cards[min(at, at + step) :][:2]]
    title = "Sur l’axe, du nord au sud" if line == NS else "Sur l’axe, de l’ouest à l’est"
    claim = not_so(card, OTHER[move.side], other)
    article = "oucedonc.5" if wrong else "oucedonc.6"
    equal = getattr(table[card], axis) == getattr(table[other], axis)
    verdict = "C’est égal, donc bien placé" if equal else claim.replace("n’est pas", "est bien")
    return Question(
        RIGHT, state, seat, None, None, article,
        ("doubter", "placer"), "doubter" if wrong else "placer",
        _shown(article, {"title": title, "rows": rows}),
        f"{card} vient d’être placé. Tu doutes : {claim} ! On retourne les cartes. Qui gagne un jeton ?",
        {"doubter": "Toi : tu as raison de douter", "placer": "L’autre : tu as tort de douter"},
        f"{claim} : tu as raison." if wrong else f"{verdict} : tu as tort.",
    )  # fmt: skip


def tokens(rules: Any, options: Mapping[str, Any], rng: Random) -> Question | None:
    """These are the estimates, so many are misplaced. What do you win?"""
    wrong, others = rng.randrange(1, 7), rng.sample(range(8), 2)
    own = wrong if rng.random() < 1 / 3 else rng.randrange(8)
    nearest = min(abs(number - wrong) for number in (own, *others))
    won = 0 if abs(own - wrong) > nearest else 1 if nearest else 2
    state = rules.auto(rules.opening(3, 0, **options), rng)
    rows = [("Toi", str(own)), *((f"Joueur {n}", str(number)) for n, number in enumerate(others, 2))]
    exact = [name for name, number in rows if number == str(wrong)]
    if exact:
        have = "ont" if len(exact) > 1 else "a"
        why = f"{enumerate_french(exact)} {have} le nombre exact : deux jetons, et rien aux autres."
        if exact == ["Toi"]:
            why = "Tu as le nombre exact : deux jetons."
    else:
        why = f"Personne n’a {wrong}. Le plus petit écart est {nearest}, et le tien est {abs(own - wrong)}."
    return Question(
        TOKENS, state, 0, None, None, "oucedonc.9",
        ("0", "1", "2"), str(won),
        _shown("oucedonc.9", {"title": "Les estimations", "rows": rows}),
        f"On a compté : {told_misplaced(wrong)}. Combien de jetons gagnes-tu ?",
        {"0": "aucun jeton", **{str(n): counted(n, "jeton") for n in (1, 2)}},
        why,
    )  # fmt: skip


MAKERS = {ARM: arm, RIGHT: right, TOKENS: tokens}
ORDER = (quiz.MAY, RIGHT, ARM, quiz.RULE, TOKENS, ARM, quiz.MAY, RIGHT, quiz.RULE, quiz.MAY)
