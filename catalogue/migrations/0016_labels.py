"""Sheets of labels, and grids of one's own."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0015_former_names"),
    ]

    operations = [
        migrations.CreateModel(
            name="LabelGrid",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, unique=True, verbose_name="nom")),
                ("columns", models.PositiveSmallIntegerField(verbose_name="colonnes")),
                ("rows", models.PositiveSmallIntegerField(verbose_name="lignes")),
                (
                    "width",
                    models.DecimalField(
                        decimal_places=2, max_digits=5, verbose_name="largeur d’une étiquette (mm)"
                    ),
                ),
                (
                    "height",
                    models.DecimalField(
                        decimal_places=2, max_digits=5, verbose_name="hauteur d’une étiquette (mm)"
                    ),
                ),
                (
                    "left",
                    models.DecimalField(decimal_places=2, max_digits=5, verbose_name="marge de gauche (mm)"),
                ),
                (
                    "top",
                    models.DecimalField(decimal_places=2, max_digits=5, verbose_name="marge du haut (mm)"),
                ),
                (
                    "gap_x",
                    models.DecimalField(
                        decimal_places=2, default=0, max_digits=5, verbose_name="entre deux colonnes (mm)"
                    ),
                ),
                (
                    "gap_y",
                    models.DecimalField(
                        decimal_places=2, default=0, max_digits=5, verbose_name="entre deux lignes (mm)"
                    ),
                ),
            ],
            options={
                "verbose_name": "feuille d’étiquettes",
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("columns__range", (1, 20)),
                            ("height__gte", 8),
                            ("rows__range", (1, 50)),
                            ("width__gte", 10),
                        ),
                        name="label_grid_sensible",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("gap_x__gte", 0), ("gap_y__gte", 0), ("left__gte", 0), ("top__gte", 0)
                        ),
                        name="label_grid_on_the_page",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LabelSheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=12)),
                ("symbology", models.CharField(blank=True, max_length=10)),
                ("grid", models.JSONField()),
                ("start", models.PositiveSmallIntegerField(default=1)),
                ("outline", models.BooleanField(default=False)),
                ("copy_ids", models.JSONField(default=list)),
                ("left_out", models.JSONField(default=list)),
                (
                    "state",
                    models.CharField(
                        choices=[("attend", "En préparation"), ("prete", "Prête")],
                        default="attend",
                        max_length=8,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "actor",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "planche d’étiquettes",
                "ordering": ["-id"],
            },
        ),
    ]
