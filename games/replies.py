"""What is said of an answer, as the referee or somebody at the table would say it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games import tables
from games.engines.kernel import Event, Fault
from games.engines.kernel.lessons import CHOOSE, PLAY, RULE, Step, Verdict
from games.engines.kernel.rulebook import enumerate_french, french
from games.registry import Game
from games.scenes import Refusal


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of an answer."""

    right: bool
    words: str
    refusals: tuple[Refusal, ...] = ()
    told: tuple[str, ...] = ()


def told(game: Game, events: Iterable[Event], names: Sequence[str], seat: int) -> tuple[str, ...]:
    """The events as one would say them at the table, where nobody says what is seen anyhow."""
    quiet = tables.of(game.slug).quiet
    loud = (event for event in seen(events, seat) if event.kind not in quiet or seat in (event.to or ()))
    return tuple(event.told(names, seat) for event in loud)


def seen(events: Iterable[Event], seat: int) -> tuple[Event, ...]:
    return tuple(known for event in events if (known := event.seen(seat)) is not None)


def refusals(game: Game, faults: Iterable[Fault], names: Sequence[str]) -> tuple[Refusal, ...]:
    assert game.book is not None
    return tuple(Refusal(fault.told(names), game.book.articles.get(fault.article)) for fault in faults)


def said(game: Game, step: Step, answer: Sequence[str], verdict: Verdict, names: Sequence[str]) -> Said:
    assert game.book is not None
    reasons = refusals(game, verdict.faults, names)
    if verdict.right:
        # at the end of a game the words say it all
        over = game.rules is not None and game.rules.outcome(verdict.state) is not None
        heard = () if over else told(game, verdict.events, names, step.seat)
        return Said(True, step.right, reasons, heard)
    if step.kind == CHOOSE:
        wrong = _ticked(game, step, verdict, names)
        return Said(False, _missed(verdict.missed, bool(answer), bool(wrong)), wrong)
    if step.kind == PLAY and verdict.faults:
        return _refused(game, step, reasons)
    if step.kind == RULE:
        article = game.book[answer[0]]
        words = french(f"« {article.title} » dit autre chose :") + f" {article.text}"
        return Said(False, words)
    return Said(False, verdict.words, reasons)


def _refused(game: Game, step: Step, reasons: Sequence[Refusal]) -> Said:
    """A refusal by what one has learnt so far; a rule that comes later is left to its lesson."""
    known = game.course.known_at(step)
    now = [one for one in reasons if one.article is None or one.article.id in known]
    if now:  # a second reason would speak of the move as if the first were none
        return Said(False, "", (now[0],))
    broken = {one.article.id for one in reasons if one.article is not None}
    later = next(
        (
            lesson
            for lesson in game.lessons
            if step not in lesson.steps and any(broken & set(each.articles) for each in lesson.steps)
        ),
        None,
    )
    why = f"la leçon « {later.title} » dira pourquoi" if later else "tu verras bientôt pourquoi"
    return Said(False, french(f"Ce coup n’est pas permis : {why}."))


def _ticked(game: Game, step: Step, verdict: Verdict, names: Sequence[str]) -> tuple[Refusal, ...]:
    """Why not, for each wrong tick by its name, by what was learnt so far; a reason is said once."""
    assert game.rules is not None
    table, known = tables.of(game.slug), game.course.known_at(step)
    view = game.rules.view(verdict.state, step.seat)
    labels: dict[str, list[str]] = {}
    found: dict[str, Refusal] = {}
    for text, leading in zip(verdict.wrong, verdict.faults, strict=True):
        faults = game.rules.faults(verdict.state, step.seat, text)
        fault = next((one for one in faults if one.article in known), leading)
        (refusal,) = refusals(game, (fault,), names)
        found.setdefault(refusal.text, refusal)
        label = table.told_at(view, game.rules.read_move(text), names)
        labels.setdefault(refusal.text, []).append(french(f"« {label} »"))
    return tuple(
        replace(refusal, text=french(f"{enumerate_french(labels[text])} : {text}"))
        for text, refusal in found.items()
    )


def _missed(missed: int, ticked: bool, wrong: bool) -> str:
    if not missed:
        return ""
    if not ticked:
        return french("Tu n’as encore rien coché. Touche ce qui est permis.")
    some = "une bonne réponse" if missed == 1 else f"{missed} bonnes réponses"
    if wrong:
        return french(f"Il manque aussi {some}. Cherche encore !")
    return french(f"Ce que tu as coché est juste, mais il manque encore {some}. Cherche encore !")
