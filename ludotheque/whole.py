"""A request cut on its way says nothing: what has come of it is not taken for the whole."""

from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


class WholeBodies:
    """Around the application: a body that ends before its length fails as a broken connection does.

    The server hands on what has come, and half a form is a form too: half a barcode may be another box's,
    half a table that is imported is a shorter table.
    """

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        length = environ.get("CONTENT_LENGTH", "")
        if length.isascii() and length.isdigit():
            environ["wsgi.input"] = _Body(environ["wsgi.input"], int(length))
        return self._application(environ, start_response)


class _Body:
    """What Django reads of a body: `read` and `readline`, both with a size."""

    def __init__(self, stream: Any, length: int) -> None:
        self._stream, self._left = stream, length

    def read(self, size: int) -> bytes:
        return self._counted(self._stream.read(size), whole=min(size, self._left))

    def readline(self, size: int) -> bytes:
        return self._counted(self._stream.readline(size), whole=min(1, size, self._left))

    def _counted(self, data: bytes, whole: int) -> bytes:
        if len(data) < whole:
            raise ConnectionResetError("the request was cut before its end")
        self._left -= len(data)
        return data
