"""The only way from a request to a page's rights: one decorator on each view, nothing else decides.

Every view bears exactly one of `public`, `signed_in`, `family` and `staff(...)`; a test walks all addresses.
"""

from collections.abc import Callable
from functools import wraps
from typing import cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, patch_cache_control

from catalogue.models import Record, Role, User

SCAN_KEPT = (
    "Votre session est finie. Ce que vous avez scanné est gardé\u202f: "
    "connectez-vous, l’accueil vous le propose."
)

View = Callable[..., HttpResponse]


def _to_login(request: HttpRequest) -> HttpResponse:
    """To the login, and back; a part of a page sends the whole page there."""
    if request.htmx:
        if "code" in request.POST:  # a scan; the desk keeps it in the tab
            messages.info(request, SCAN_KEPT)
        target = redirect_to_login(request.htmx.current_url_abs_path or "/")
        response = HttpResponse(status=204)
        response["HX-Redirect"] = target.url
        return response
    return redirect_to_login(request.get_full_path())


def _answer(view: View, request: HttpRequest, *args, **kwargs) -> HttpResponse:
    """What an act is about may go between its reading and its lock: by a second click, or at another desk."""
    try:
        return view(request, *args, **kwargs)
    except ObjectDoesNotExist as gone:
        if request.method != "POST":
            raise
        raise Http404 from gone


def _guarded(view: View, allowed: Callable[[HttpRequest], bool], audience: str) -> View:
    @wraps(view)
    def guarded(request, *args, **kwargs):
        if not request.user.is_authenticated:
            response = _to_login(request)
        elif not allowed(request):
            raise PermissionDenied
        else:
            response = _answer(view, request, *args, **kwargs)
        add_never_cache_headers(response)
        patch_cache_control(response, no_store=True, private=True)
        return response

    guarded.audience = audience
    return guarded


def sees(request: HttpRequest, record: Record | None) -> bool:
    """Whether this visitor may know of the record: a draft is for the staff."""
    if record is None or not record.draft:
        return record is not None
    return request.user.is_authenticated and cast(User, request.user).is_staff_member


def public(view: View) -> View:
    """For everybody."""
    view.audience = "public"
    return view


def signed_in(view: View) -> View:
    """For every account."""
    return _guarded(view, lambda request: True, "signed_in")


def family(view: View) -> View:
    """For a family's account; `request.user.household` is the only household it may see."""
    return _guarded(view, lambda request: getattr(request.user, "household_id", None) is not None, "family")


def staff(role: Role) -> Callable[[View], View]:
    """For staff with at least the rights of `role`."""

    def decorate(view: View) -> View:
        return _guarded(view, lambda request: cast(User, request.user).may_act_as(role), role.value)

    return decorate
