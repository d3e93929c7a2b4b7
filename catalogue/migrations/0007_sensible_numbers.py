"""Bounds for the numbers of a record; a number outside them says nothing and becomes unknown."""

from django.db import migrations, models

NUMBERS = {
    "year": (1800, 2100),
    "min_players": (1, 999),
    "max_players": (1, 999),
    "min_age": (0, 120),
    "max_age": (0, 120),
    "duration": (1, 10_000),
}


def forget_slips(apps, schema_editor):
    records = apps.get_model("catalogue", "Record").objects.using(schema_editor.connection.alias)
    for name, bounds in NUMBERS.items():
        records.exclude(**{f"{name}__range": bounds}).exclude(**{name: None}).update(**{name: None})


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0006_words_by_longer_ends"),
    ]

    operations = [
        migrations.RunPython(forget_slips, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="record",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("year__range", (1800, 2100))),
                    models.Q(("min_players__range", (1, 999))),
                    models.Q(("max_players__range", (1, 999))),
                    models.Q(("min_age__range", (0, 120))),
                    models.Q(("max_age__range", (0, 120))),
                    models.Q(("duration__range", (1, 10000))),
                ),
                name="record_numbers_sensible",
            ),
        ),
    ]
