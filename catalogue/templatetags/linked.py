"""Data for machines inside a page: no script, so the content security policy lets it be."""

import json

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

# no text of a record may end the element
_ESCAPED = {ord(sign): f"\\u{ord(sign):04X}" for sign in "<>&"}


@register.simple_tag
def linked_data(data: dict) -> SafeString:
    """The data as JSON-LD."""
    text = json.dumps(data, ensure_ascii=False).translate(_ESCAPED)
    return format_html('<script type="application/ld+json">{}</script>', mark_safe(text))
