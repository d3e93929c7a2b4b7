"""Pages leave packed where the browser takes it, and never so that their length gives a secret away."""

import gzip

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from ludotheque.packing import QuickGZipMiddleware

PAGE = b"<p>Un jeu</p>" * 100


def packed(content=PAGE, encoding="gzip, br", **headers):
    request = RequestFactory().get("/", headers={"accept-encoding": encoding})
    return QuickGZipMiddleware(lambda _: HttpResponse(content, headers=headers))(request)


def test_a_page_is_packed_and_comes_out_whole():
    response = packed(ETag='"un"')
    assert gzip.decompress(response.content) == PAGE
    assert len(response.content) < len(PAGE) / 2
    assert response["Content-Length"] == str(len(response.content))
    assert response["Content-Encoding"] == "gzip"
    assert response["Vary"] == "Accept-Encoding"
    assert response["ETag"] == 'W/"un"'


def test_the_same_page_is_not_always_of_the_same_length():
    assert len({len(packed().content) for _ in range(50)}) > 1


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"encoding": "br"}, "the browser does not take it"),
        ({"content": b"court"}, "it is short"),
        ({"Content-Encoding": "br"}, "it is packed already"),
    ],
)
def test_what_need_not_be_packed_is_left_as_it_is(given, why):
    response = packed(**given)
    assert response.content == given.get("content", PAGE), why
    assert response.get("Content-Encoding") == given.get("Content-Encoding")
