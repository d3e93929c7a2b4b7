"""Reading what was played on the spot."""

import datetime

from django.db.models import Count, Q, QuerySet

from catalogue.models import OnSitePlay


def since(moment: datetime.datetime) -> QuerySet[OnSitePlay]:
    """The last one first."""
    plays = OnSitePlay.objects.filter(at__gte=moment).select_related("copy__record")
    return plays.order_by("-at", "-id")


def counts(moment: datetime.datetime, copy_id: int = 0) -> tuple[int, int]:
    """How many plays since then: of all boxes, and of this one."""
    found = OnSitePlay.objects.filter(at__gte=moment).aggregate(
        all=Count("pk"), its=Count("pk", filter=Q(copy=copy_id))
    )
    return found["all"], found["its"]
