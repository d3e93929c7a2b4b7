"""The one address of the page being shown."""

from django import template
from django.template import Context

from ludotheque.addresses import absolute

register = template.Library()


@register.simple_tag(takes_context=True)
def canonical(context: Context) -> str:
    """Without what only sorts or filters; the second page of a list is a page of its own."""
    request, page = context["request"], context.get("page")
    number = getattr(page, "number", 1)
    return absolute(request, request.path if number == 1 else f"{request.path}?page={number}")
