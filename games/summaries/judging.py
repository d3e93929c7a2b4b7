"""What the engine says of an exercise's answer."""

from __future__ import annotations

from games import registry
from games.engines.kernel.exercises import holds, result
from games.engines.kernel.rulebook import french
from games.summaries.filled import of_game, refusal
from games.summaries.values import Judged


def judge(slug: str, id: str, answer: str) -> Judged | None:
    """What the engine says of an answer; None if there is no such exercise or answer."""
    summary, book = of_game(slug), registry.get_game(slug).book
    asked = {one.id: one for article in summary.articles for one in article.exercises} if summary else {}
    if id not in asked or book is None or answer not in dict(asked[id].choices):
        return None
    number, _, nth = id.partition("-")
    example = book[f"{slug}.{number}"].examples[int(nth) - 1]
    rules = registry.get_game(slug).rules
    assert rules is not None
    if example.right and example.wrong:
        taken = (example.right, example.wrong)[int(answer)]
        return Judged(id, answer, holds(result(rules, example), taken.holds), example.text)
    refused = refusal(slug, example, answer)
    said = refused or (example.text if answer == example.move else french("La règle le permet."))
    return Judged(id, answer, not refused, said)
