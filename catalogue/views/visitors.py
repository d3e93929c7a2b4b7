"""Where a visitor comes from, and where an account is at home."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from catalogue.models import User


def address_of(request: HttpRequest) -> str:
    """Where the visitor comes from; behind a proxy of ours, as the proxy says."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
    behind_proxy = settings.SECURE_PROXY_SSL_HEADER is not None
    return forwarded if behind_proxy and forwarded else request.META.get("REMOTE_ADDR", "")


def home_of(user: User) -> str:
    return reverse("desk" if user.is_staff_member else "account")
