"""What is new: what came to the catalogue not long ago."""

import datetime

from django.utils import timezone

NEW_DAYS = 90


def new_since() -> datetime.date:
    """The first day whose arrivals still are new."""
    return timezone.localdate() - datetime.timedelta(days=NEW_DAYS)
