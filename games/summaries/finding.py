"""Searching within the rules of a game."""

from __future__ import annotations

from dataclasses import dataclass

from games.summaries.values import Article, Summary
from ludotheque.text import fold


@dataclass(frozen=True, slots=True)
class Hit:
    """An article that holds all the words asked for, and whether one must look into its folds for them."""

    article: Article
    in_detail: bool
    in_examples: bool


def find(summary: Summary, text: str) -> dict[str, Hit]:
    """By its number: each article that holds all the words of `text`, or the beginnings of words."""
    words = fold(text).split()
    hits = {}
    for article in summary.articles:
        plain = f"{article.number} {article.title} {article.text}"
        examples = " ".join(f"{one.text} {one.said} {one.question} {one.right}" for one in article.examples)
        open, detail, cases = (_words(part) for part in (plain, article.detail, examples))
        if all(_holds(open + detail + cases, word) for word in words):
            hits[article.number] = Hit(
                article,
                any(not _holds(open, word) and _holds(detail, word) for word in words),
                any(not _holds(open + detail, word) for word in words),
            )
    return hits


def _words(text: str) -> list[str]:
    return fold(text).split()


def _holds(words: list[str], word: str) -> bool:
    return any(one.startswith(word) for one in words)
