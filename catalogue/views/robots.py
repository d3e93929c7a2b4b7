"""What search engines ask for: robots.txt and the sitemap, one file a kind of page behind an index."""

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap, views
from django.db.models import Q
from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from catalogue import access
from catalogue.models import Category, Person, Publisher, Record
from games import registry
from ludotheque.addresses import absolute

PAGES = [
    "home",
    "new_arrivals",
    "games:index",
    "infos",
    "legal",
    "privacy",
    "accessibility",
]

# what is no page to be found: personal, for the staff, endless or one visitor's
CLOSED = [
    "/gestion/",
    "/compte/",
    "/ma-liste/",
    "/connexion/",
    "/mot-de-passe/",
    "/installation/",
    "/catalogue/?",
]
# but page by page one may read all of it; the longer rule counts
OPEN = ["/catalogue/?page="]


class House(Sitemap):
    """Addresses at the public host, where one is set."""

    limit = 5000

    def get_protocol(self, protocol=None):
        return urlsplit(settings.SITE_URL).scheme or super().get_protocol(protocol)

    def get_domain(self, site=None):
        return urlsplit(settings.SITE_URL).netloc or super().get_domain(site)


class Pages(House):
    def items(self):
        return PAGES

    def location(self, item):
        return reverse(item)


class Records(House):
    def items(self):
        return Record.objects.shown().only("slug", "updated_at").order_by("pk")

    def lastmod(self, item):
        return item.updated_at


class Rules(House):
    def items(self):
        with_rules = ~Q(rules_text="") | Q(summary__isnull=False) | Q(game__in=registry.books())
        return Record.objects.shown().filter(with_rules).only("slug", "updated_at").order_by("pk")

    def location(self, item):
        return reverse("rules", args=[item.slug])

    def lastmod(self, item):
        return item.updated_at


class Authorities(House):
    """Publishers, people or categories that have records to show."""

    def __init__(self, model):
        self.model = model

    def items(self):
        return self.model.objects.filter(records__draft=False).distinct().order_by("pk")


SITEMAPS = {
    "pages": Pages,
    "jeux": Records,
    "regles": Rules,
    "editeurs": Authorities(Publisher),
    "auteurs": Authorities(Person),
    "categories": Authorities(Category),
}


@require_safe
@access.public
def sitemap(request):
    """The index: where the sitemap of each kind of page is."""
    return views.index(request, sitemaps=SITEMAPS, sitemap_url_name="sitemap_of")


@require_safe
@access.public
def sitemap_of(request, section):
    """The addresses of one kind of page."""
    return views.sitemap(request, sitemaps=SITEMAPS, section=section)


@require_safe
@access.public
def robots(request):
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED)]
    lines += [f"Allow: {path}" for path in OPEN]
    lines += ["", f"Sitemap: {absolute(request, reverse('sitemap'))}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
