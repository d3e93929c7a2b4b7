"""The names that authorities, sections and sites had before, and the addresses they had."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0014_batches"),
    ]

    operations = [
        migrations.AddField(
            model_name="personvariant",
            name="slug",
            field=models.SlugField(blank=True, editable=False, max_length=120),
        ),
        migrations.AddField(
            model_name="publishervariant",
            name="slug",
            field=models.SlugField(blank=True, editable=False, max_length=120),
        ),
        migrations.CreateModel(
            name="SectionVariant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("form", models.CharField(max_length=200, verbose_name="autre forme")),
                ("folded", models.CharField(editable=False, max_length=200, unique=True)),
                ("slug", models.SlugField(blank=True, editable=False, max_length=120)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="variants",
                        to="catalogue.section",
                    ),
                ),
            ],
            options={
                "ordering": ["form"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="SiteVariant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("form", models.CharField(max_length=200, verbose_name="autre forme")),
                ("folded", models.CharField(editable=False, max_length=200, unique=True)),
                ("slug", models.SlugField(blank=True, editable=False, max_length=120)),
                (
                    "site",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="variants",
                        to="catalogue.site",
                    ),
                ),
            ],
            options={
                "ordering": ["form"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="CategoryVariant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "scheme",
                    models.CharField(
                        choices=[("esar", "ESAR"), ("col", "COL"), ("indice", "Indice")], max_length=10
                    ),
                ),
                ("code", models.CharField(max_length=40)),
                ("form", models.CharField(max_length=200, verbose_name="autre forme")),
                (
                    "category",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="variants",
                        to="catalogue.category",
                    ),
                ),
            ],
            options={
                "ordering": ["scheme", "code"],
                "constraints": [
                    models.UniqueConstraint(fields=("scheme", "code"), name="category_variant_once")
                ],
            },
        ),
    ]
