"""Simple formatting, as one types it: paragraphs, lists, **bold** and *slanted*; everything else is words.

Markdown without links, pictures, headings and HTML, so that nothing somebody writes can act on a page."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

# how texts copied from elsewhere begin the entries of a list
_BULLET = re.compile(r"^(\s*)[•·–—▪‣◦]\s+", re.MULTILINE)
_NUMBER = re.compile(r"^(\s*\d{1,2})\)\s+", re.MULTILINE)


@lru_cache(maxsize=1)
def _reader() -> MarkdownIt:
    reader = MarkdownIt("zero", {"breaks": True, "maxNesting": 100})
    reader.add_render_rule("list_item_open", _entry)
    return reader.enable(["list", "newline", "emphasis", "escape"])


def _entry(renderer: Any, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    """An entry of a list; a number as it was typed, which not all that sets a page would count alike."""
    number = tokens[place].info
    return f'<li><span class="step">{int(number)}</span> ' if number.isdecimal() else "<li>"


def html(text: str) -> SafeString:
    """The text as HTML of `p`, `ul`, `ol`, `li`, `strong`, `em` and `br`; all else in it is escaped.

    The number of an entry stands in its words."""
    tidy = _NUMBER.sub(r"\1. ", _BULLET.sub(r"\1- ", text.replace("\r\n", "\n").replace("\r", "\n")))
    # the reader escapes every character that could be markup: its HTML rules are off
    return mark_safe(_reader().render(tidy))
