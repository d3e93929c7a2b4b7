"""Pages packed on their way out."""

import gzip
import secrets

from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

LEVEL = 3  # of nine: a third of the time that Django's six takes, for a tenth more bytes


class QuickGZipMiddleware(GZipMiddleware):
    """Django's, at a quicker level; what it would not pack, or streams, is left to it."""

    def process_response(self, request, response):
        accepted = re_accepts_gzip.search(request.META.get("HTTP_ACCEPT_ENCODING", ""))
        if not accepted or response.streaming or response.has_header("Content-Encoding"):
            return super().process_response(request, response)
        packed = gzip.compress(response.content, LEVEL, mtime=0)
        if len(response.content) < 200 or len(packed) >= len(response.content):
            return super().process_response(request, response)
        # a name of any length, as Django adds, so that the length of a page gives no secret away (BREACH)
        name = b"a" * secrets.randbelow(self.max_random_bytes) + b"\0"
        response.content = packed[:3] + bytes([gzip.FNAME]) + packed[4:10] + name + packed[10:]
        response.headers["Content-Length"] = str(len(response.content))
        response.headers["Content-Encoding"] = "gzip"
        patch_vary_headers(response, ("Accept-Encoding",))
        etag = response.get("ETag", "")
        if etag.startswith('"'):  # the same page, no more the same bytes
            response.headers["ETag"] = f"W/{etag}"
        return response
