"""One change to many records or copies at once."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0013_imports"),
    ]

    operations = [
        migrations.CreateModel(
            name="Batch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("notices", "notices"), ("exemplaires", "exemplaires")], max_length=12
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("prepare", "À vérifier"),
                            ("en-cours", "En cours"),
                            ("fait", "Fait"),
                            ("retour", "Annulation en cours"),
                            ("annule", "Annulé"),
                        ],
                        default="prepare",
                        max_length=10,
                    ),
                ),
                ("asked", models.JSONField(default=list)),
                ("same_count", models.PositiveIntegerField(default=0)),
                ("actor_name", models.CharField(max_length=160)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("applied_at", models.DateTimeField(blank=True, null=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
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
                (
                    "runner",
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
                "verbose_name": "lot",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="BatchLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("subject_id", models.BigIntegerField()),
                ("subject_name", models.CharField(max_length=300)),
                ("before", models.JSONField(default=dict)),
                ("after", models.JSONField(default=dict)),
                (
                    "fate",
                    models.CharField(
                        choices=[
                            ("attend", "À changer"),
                            ("fait", "Changés"),
                            ("laisse", "Laissés de côté"),
                            ("annule", "Remis comme avant"),
                            ("garde", "Non remis"),
                        ],
                        default="attend",
                        max_length=8,
                    ),
                ),
                ("why", models.CharField(blank=True, max_length=300)),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="catalogue.batch",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.AddConstraint(
            model_name="batch",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("applied_at", None), ("state", "prepare")),
                    models.Q(models.Q(("state", "prepare"), _negated=True), ("applied_at__isnull", False)),
                    _connector="OR",
                ),
                name="batch_applied_at_a_moment",
            ),
        ),
        migrations.AddIndex(
            model_name="batchline",
            index=models.Index(fields=["batch", "fate"], name="batch_lines_by_fate"),
        ),
        migrations.AddConstraint(
            model_name="batchline",
            constraint=models.UniqueConstraint(fields=("batch", "subject_id"), name="batch_line_once"),
        ),
    ]
