"""At which site this desk stands: chosen once, kept in the session, asked only where there are several."""

from dataclasses import dataclass

from django.http import HttpRequest

from catalogue.models import Site

KEY = "desk_site"


@dataclass(frozen=True, slots=True)
class Choice:
    """The sites of the library, and the one chosen for this desk; `asked`: there is a choice at all."""

    sites: list[Site]
    chosen: Site | None

    @property
    def asked(self) -> bool:
        return len(self.sites) > 1


def key(request: HttpRequest) -> int | None:
    """The key of the site that was chosen, whether it is still there or not."""
    return request.session.get(KEY)


def of(request: HttpRequest) -> Site | None:
    """The site of this desk, or None: not said, or a library of one place. No query where it is not said."""
    chosen = key(request)
    return Site.objects.filter(pk=chosen).first() if chosen else None


def likely(request: HttpRequest) -> Site | None:
    """Where a box most likely stands of which nobody says so: at this desk, or in the one place there is."""
    sites = list(Site.objects.order_by("pk")[:2])
    return of(request) or (sites[0] if len(sites) == 1 else None)


def choice(request: HttpRequest) -> Choice:
    """For the page that lets choose: one query."""
    sites = list(Site.objects.order_by("name"))
    chosen = request.session.get(KEY)
    return Choice(sites, next((site for site in sites if site.pk == chosen), None))


def choose(request: HttpRequest, site_id: int | None) -> Site | None:
    """Remembers the site, or forgets it."""
    site = Site.objects.filter(pk=site_id).first() if site_id else None
    if site is None:
        request.session.pop(KEY, None)
    else:
        request.session[KEY] = site.pk
    return site
