"""Pages about the library itself: where and when, and what the law wants said."""

from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from catalogue import access
from catalogue.models import Library, SubscriptionType
from catalogue.queries import hours, loan_policies

EXCEPTIONS = 20  # rules of lending; more is for the staff


@require_safe
@access.public
def infos(request):
    library = Library.objects.prefetch_related("opening_periods").first()
    now = timezone.localtime()
    context = {
        "library": library,
        "places": hours.places(library, now),
        "subscriptions": SubscriptionType.objects.filter(offered=True).order_by("price_cents", "name"),
        "exceptions": loan_policies.exceptions(now.date())[:EXCEPTIONS] if library else [],
        "special": hours.special(library, now.date()),
    }
    return render(request, "catalogue/house/infos.html", context)


@require_safe
@access.public
def legal(request):
    return render(request, "catalogue/house/legal.html")


@require_safe
@access.public
def privacy(request):
    return render(request, "catalogue/house/privacy.html")


@require_safe
@access.public
def accessibility(request):
    return render(request, "catalogue/house/accessibility.html")
