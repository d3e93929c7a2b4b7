"""What a visitor has learnt, in the browser's session and nowhere else: no account, no name.

A tablet goes from hand to hand: forgetting takes one tap, and until the next right answer it can be undone.
All functions take the session as a mapping."""

from typing import Any

KEY, BEFORE, SIMPLE = "learn", "learn_before", "simple_words"


def of(session: Any, game: str) -> dict[str, Any]:
    """What is kept of a game; a copy, so that only `keep` changes the session."""
    return dict(session.get(KEY, {}).get(game, {}))


def keep(session: Any, game: str, **changes: Any) -> None:
    learnt = dict(session.get(KEY, {}))
    learnt[game] = {**learnt.get(game, {}), **changes}
    session[KEY] = learnt
    session.pop(BEFORE, None)


def done(session: Any, game: str, lesson: str) -> set[int]:
    """The numbers of the steps of a lesson that were answered rightly."""
    return set(of(session, game).get("steps", {}).get(lesson, ()))


def mark(session: Any, game: str, lesson: str, step: int) -> None:
    """Remembers a right answer."""
    before = done(session, game, lesson)
    if step not in before:
        steps = of(session, game).get("steps", {})
        keep(session, game, steps={**steps, lesson: sorted(before | {step})})


def wants_simple(session: Any) -> bool:
    """Whether the visitor wants short simple sentences."""
    return bool(session.get(SIMPLE))


def want_simple(session: Any, wanted: bool) -> None:
    if wanted:
        session[SIMPLE] = True
    else:
        session.pop(SIMPLE, None)


def any_kept(session: Any) -> bool:
    return bool(session.get(KEY))


def can_restore(session: Any) -> bool:
    return BEFORE in session


def forget(session: Any) -> None:
    """Somebody else sits down."""
    if KEY in session:
        session[BEFORE] = session.pop(KEY)


def restore(session: Any) -> None:
    """It was the same child after all."""
    if BEFORE in session:
        session[KEY] = session.pop(BEFORE)
