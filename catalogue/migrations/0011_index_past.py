"""What the index remembers of a record that left it, so that it may come back."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0010_cataloguing"),
    ]

    operations = [
        migrations.CreateModel(
            name="SearchPast",
            fields=[
                (
                    "record",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="catalogue.record",
                    ),
                ),
                ("revision", models.PositiveSmallIntegerField()),
            ],
        ),
    ]
