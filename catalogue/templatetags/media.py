"""Where the files of pictures are shown from."""

from django import template

from catalogue import media

NBSP = "\u00a0"

register = template.Library()


@register.filter
def weight(size: int | None) -> str:
    """Bytes as people say them: « 195 Ko », « 1,2 Mo »."""
    if size is None:
        return ""
    if size < 1024**2:
        return f"{max(1, round(size / 1024))}{NBSP}Ko"
    return f"{size / 1024**2:.1f}{NBSP}Mo".replace(".", ",")


@register.simple_tag
def picture_address(name: str, size: str) -> str:
    """The address of a picture in one of its sizes: `s`, `m` or `l`."""
    return media.address(name, size)
