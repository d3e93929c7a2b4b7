"""What people type or paste, before any form reads it."""

import re

from django.http import HttpResponseBadRequest, QueryDict, UnreadablePostError

# signs that nobody sees and no XML may hold; U+0000 is refused by every field, ends of lines and tabs stay
_CONTROLS = re.compile(r"[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")


class TypedTextMiddleware:
    """Puts a space in place of each control character that a form sends: words stay apart, none is kept."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_view(self, request, view, args, kwargs):
        if request.method != "POST":
            return None
        try:
            sent = request.POST
        except UnreadablePostError:  # who left while sending: nobody reads the answer, and nothing is done
            return HttpResponseBadRequest()
        if any(_CONTROLS.search(value) for _, values in sent.lists() for value in values):
            request.POST = _cleaned(sent)
        return None


def _cleaned(sent: QueryDict) -> QueryDict:
    clean = QueryDict(mutable=True, encoding=sent.encoding)
    for name, values in sent.lists():
        clean.setlist(name, [_CONTROLS.sub(" ", value) for value in values])
    clean._mutable = False
    return clean
