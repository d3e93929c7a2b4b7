"""Days by the library's own clock."""

import datetime

from django.utils import timezone


def days_ago(days: int) -> datetime.datetime:
    """The beginning of the day so many days ago."""
    day = timezone.localdate() - datetime.timedelta(days=days)
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time.min))
