"""Families are found by telephone, and by names parted otherwise than they are written."""

from django.db import migrations, models

from ludotheque import found_by

AT_ONCE = 500


def say(apps, schema_editor):
    for name, names in (("Household", ("name",)), ("Member", ("last_name", "first_name"))):
        model = apps.get_model("catalogue", name)
        rows = []
        for row in model.objects.order_by("pk").only(*names, "phone").iterator(chunk_size=AT_ONCE):
            row.found_by = found_by.key(" ".join(getattr(row, one) for one in names), phones=row.phone)
            rows.append(row)
            if len(rows) == AT_ONCE:
                model.objects.bulk_update(rows, ["found_by"])
                rows = []
        model.objects.bulk_update(rows, ["found_by"])


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0035_journal_of_holds_without_families"),
    ]

    operations = [
        migrations.AddField("household", "found_by", models.TextField(default="", editable=False)),
        migrations.AddField("member", "found_by", models.TextField(default="", editable=False)),
        migrations.RunPython(say, migrations.RunPython.noop),
    ]
