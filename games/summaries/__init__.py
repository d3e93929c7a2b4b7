"""The rules of a game as a plain value, for a page to show and for a sheet to print.

A rulebook fills a `Summary`, with pictures and exercises; a librarian's own text fills one with its parts."""

from games.summaries.filled import of_game
from games.summaries.finding import Hit, find
from games.summaries.judging import judge
from games.summaries.printed import FORMATS, PAGES, render, stamp, stamp_of_parts
from games.summaries.values import Article, Example, Judged, Part, Section, Summary, terms

__all__ = [
    "FORMATS",
    "PAGES",
    "Article",
    "Example",
    "Hit",
    "Judged",
    "Part",
    "Section",
    "Summary",
    "find",
    "judge",
    "of_game",
    "render",
    "stamp",
    "stamp_of_parts",
    "terms",
]
