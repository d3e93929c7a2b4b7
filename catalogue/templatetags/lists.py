"""Long lists of small things, put together in one piece: node by node a template takes ten times as long."""

from functools import lru_cache
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from catalogue.templatetags.look import icon

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=256)
def options(choices: tuple) -> SafeString:
    """The choices of a select: each has `value`, `label` and `selected`."""
    return mark_safe(
        "".join(
            f'<option value="{escape(str(choice.value))}"{" selected" if choice.selected else ""}>'
            f"{escape(choice.label)}</option>"
            for choice in choices
        )
    )


@register.simple_tag
@lru_cache(maxsize=256)
def picker_fields(pickers: tuple) -> SafeString:
    """A labelled select for each picker, with « indifférent » before its numbers."""
    return mark_safe("".join(map(_picker_field, pickers)))


def _picker_field(picker) -> str:
    return (
        f'<div class="field"><label for="{picker.name}">{escape(picker.label)}</label>\n'
        f'<select id="{picker.name}" name="{picker.name}"><option value="">indifférent</option>'
        f"{options(picker.choices)}</select></div>\n"
    )


_CURRENT = ' aria-current="true"'


@register.simple_tag
def ways(links) -> SafeString:
    """Ways to see the same, each (label, query, whether it is the one in use)."""
    return mark_safe(
        "".join(
            f'<li><a href="?{escape(query)}"{_CURRENT if used else ""}>{escape(label)}</a></li>'
            for label, query, used in links
        )
    )


@register.simple_tag
def facets(groups) -> SafeString:
    """The values of each facet with their counts, each a link to the search it would give."""
    return mark_safe("".join(map(_facet, groups)))


def _facet(group) -> str:
    kind = ' class="facet-figures"' if group.figures else ""
    return (
        f'<section aria-labelledby="facet-{group.field}">\n'
        f'<h3 id="facet-{group.field}">{escape(group.label)}</h3>\n'
        f"<ul{kind}>{''.join(map(_facet_link, group.links))}</ul>\n</section>\n"
    )


def _facet_link(link) -> str:
    mark = _CURRENT if link.selected else ""
    inner = ' class="facet-within"' if link.within else ""
    return (
        f'<li{inner}><a href="{escape(link.href)}"{mark}>{_facet_label(link.label, link.figure)} '
        f'<span class="facet-count tabular">{link.count:d}<span class="visually-hidden"> '
        f"jeu{'x' if link.count > 1 else ''}</span></span></a></li>"
    )


@lru_cache(maxsize=1024)
def _facet_label(label: str, figure: str) -> str:
    if not figure:
        return escape(label)
    shown = f'<span aria-hidden="true">{escape(figure)}</span>'
    return f'{shown}<span class="visually-hidden">{escape(label)}</span>'


@register.simple_tag
def completed() -> SafeString:
    """Below a text that the source of a record does not say."""
    return mark_safe('<span class="completed">complété d’après la règle publiée</span>')


_COMPLETED = ' <span class="completed">complété</span>'
_LEGEND = (
    '<p class="completed-legend"><span class="completed">complété</span> La source de la notice ne le dit pas'
    "\u202f: nous l’avons pris dans la règle publiée du jeu.</p>"
)


@register.simple_tag
def completed_legend(lines) -> SafeString:
    """What the mark « complété » means, said once before the lines; nothing where none bears it."""
    return mark_safe(_LEGEND if any(line.completed for line in lines) else "")


@register.simple_tag
def notice_lines(lines) -> SafeString:
    """The lines of a record as `queries.notice` tells them, in a list of terms."""
    return mark_safe("".join(map(_notice_line, lines)))


def _notice_line(line) -> str:
    values = ", ".join(map(_notice_value, line.values))
    mark = _COMPLETED if line.completed else ""
    return f"<div><dt>{escape(line.label)}</dt>\n<dd>{values}{mark}</dd></div>\n"


def _notice_value(value) -> str:
    if value.url:
        return f'<a href="{escape(value.url)}">{escape(value.text)}</a>'
    return "<br>".join(escape(value.text).splitlines())


@register.simple_tag
def pager(page, query: str = "", anchor: str = "") -> SafeString:
    """The ways to the pages before and after: `page` is one of a Paginator, `query` the rest of the search
    (« q=uno »), `anchor` the id of what is paged, if not the page itself."""
    if page == "" or not page.has_other_pages():
        return mark_safe("")
    rest = f"?{escape(query)}&amp;page=" if query else "?page="
    there = f"#{escape(anchor)}" if anchor else ""
    before, after = "", ""
    if page.has_previous():
        before = (
            f'<a class="btn" rel="prev" href="{rest}{page.previous_page_number()}{there}">'
            f"{icon('arrow-left')}Page précédente</a>\n"
        )
    if page.has_next():
        after = (
            f'<a class="btn" rel="next" href="{rest}{page.next_page_number()}{there}">'
            f"Page suivante{icon('arrow-right')}</a>\n"
        )
    return mark_safe(
        f'<nav class="pager" aria-label="Pages">\n{before}'
        f'<p class="tabular">Page {page.number} sur {page.paginator.num_pages}</p>\n{after}</nav>'
    )
