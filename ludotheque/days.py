"""Days by the library's own clock."""

import datetime

from django.utils import timezone


def begins(day: datetime.date) -> datetime.datetime:
    """The first moment of the day."""
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time.min))


def days_ago(days: int) -> datetime.datetime:
    """The beginning of the day so many days ago; of today for 0."""
    return begins(timezone.localdate() - datetime.timedelta(days=days))
