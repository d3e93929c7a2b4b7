"""A client that lets no broken answer pass: every test that fetches a page also checks the page."""

from django.test import Client

from ludotheque.security import DOCUMENT_POLICY, PDF_POLICY, POLICY
from tests.html import assert_valid_html


class CheckingClient(Client):
    """Django's client; each answer must carry the headers of the house, each HTML answer must be valid."""

    reads_html = True  # but on a second database, where the same pages are asked for again

    def request(self, **request):
        response = super().request(**request)
        is_html = response.headers.get("Content-Type", "").startswith("text/html")
        allowed = [POLICY] if is_html else [POLICY, PDF_POLICY, DOCUMENT_POLICY]
        assert response.headers.get("Content-Security-Policy") in allowed, "no content security policy"
        assert response.headers.get("X-Content-Type-Options") == "nosniff"
        # 304 and 204 have no body; a streamed answer is a file
        if is_html and not response.streaming:
            assert "utf-8" in response.headers["Content-Type"]
            if self.reads_html and response.content and response.headers.get("Content-Encoding") is None:
                assert_valid_html(response)
        return response
