"""Headers that every response carries, and where a request says it comes from."""

from urllib.parse import urlsplit

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)

# for a PDF: browsers show it in a page of their own making, with styles inline; it has no scripts of ours
PDF_POLICY = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

# for what people have sent: whatever it is, it runs nothing, loads nothing and is of no origin
DOCUMENT_POLICY = "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def from_here(request) -> bool:
    """Whether the browser says that a page of ours sent this: for a form that should need no cookie. Browsers
    say so with every POST; who says nothing is not believed."""
    return urlsplit(request.headers.get("Origin", "")).netloc == request.get_host()


class SecurityHeadersMiddleware:
    """Adds the content security policy and the permissions policy; nothing is inline, so no nonce."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        return response
