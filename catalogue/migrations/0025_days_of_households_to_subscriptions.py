"""The days on a household's own row become a subscription; who is of age by now need not be flagged."""

import datetime

from django.db import migrations
from django.db.models import Q


def move(apps, schema_editor):
    household, subscription = (apps.get_model("catalogue", name) for name in ("Household", "Subscription"))
    dated = household.objects.exclude(Q(subscribed_from=None) & Q(subscribed_until=None))
    days = dated.values_list("pk", "subscribed_from", "subscribed_until")
    rows = [subscription(household_id=pk, starts_on=begin, ends_on=end) for pk, begin, end in days.iterator()]
    subscription.objects.bulk_create(rows, batch_size=500)
    today = datetime.date.today()
    born = datetime.date(today.year - 18, today.month, min(today.day, 28))
    members = apps.get_model("catalogue", "Member").objects
    members.filter(birth_date__lte=born, adult_seen_on=None).update(adult_seen_on=today)


def back(apps, schema_editor):
    """The latest subscription is the one that the row had room for."""
    household, subscription = (apps.get_model("catalogue", name) for name in ("Household", "Subscription"))
    days = subscription.objects.order_by("starts_on", "pk").values_list(
        "household_id", "starts_on", "ends_on"
    )
    for pk, begin, end in days.iterator():
        household.objects.filter(pk=pk).update(subscribed_from=begin, subscribed_until=end)
    subscription.objects.filter(type=None).delete()


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0024_ledger_and_subscriptions_kept")]
    operations = [migrations.RunPython(move, back)]
