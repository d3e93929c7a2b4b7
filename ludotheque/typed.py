"""What people type or paste, before anything reads it."""

import re

from django.http import HttpResponseBadRequest, QueryDict, UnreadablePostError

_NUL = re.compile("\0")  # which no database looks for; the fields of forms refuse it
# signs that nobody sees and no XML may hold; ends of lines and tabs stay
_CONTROLS = re.compile(r"[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")


class TypedTextMiddleware:
    """Puts a space in place of each control character that a form sends: words stay apart, none is kept. An
    address is read without U+0000."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_view(self, request, view, args, kwargs):
        if "%00" in request.META.get("QUERY_STRING", ""):
            request.GET = _without(_NUL, request.GET, "")
        if request.method != "POST":
            return None
        try:
            sent = request.POST
        except UnreadablePostError:  # who left while sending: nobody reads the answer, and nothing is done
            return HttpResponseBadRequest()
        if any(_CONTROLS.search(value) for _, values in sent.lists() for value in values):
            request.POST = _without(_CONTROLS, sent, " ")
        return None


def _without(signs: re.Pattern[str], sent: QueryDict, instead: str) -> QueryDict:
    clean = QueryDict(mutable=True, encoding=sent.encoding)
    for name, values in sent.lists():
        clean.setlist(name, [signs.sub(instead, value) for value in values])
    clean._mutable = False
    return clean
