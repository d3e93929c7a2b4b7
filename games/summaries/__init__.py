"""The rules of a game as a plain value, for a page to show and for a sheet to print.

A rulebook fills a `Summary`; a librarian's own text can fill one too (goal, contents, set-up, turn,
sections of plain articles), without pictures and exercises."""

from games.summaries.filled import of_game
from games.summaries.finding import Hit, find
from games.summaries.judging import judge
from games.summaries.printed import FORMATS, PAGES, render, stamp
from games.summaries.values import Article, Example, Judged, Section, Summary, terms

__all__ = [
    "FORMATS",
    "PAGES",
    "Article",
    "Example",
    "Hit",
    "Judged",
    "Section",
    "Summary",
    "find",
    "judge",
    "of_game",
    "render",
    "stamp",
    "terms",
]
