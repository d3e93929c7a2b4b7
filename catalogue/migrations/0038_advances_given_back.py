"""An advance may be given back, with its way of paying."""

from importlib import import_module

from django.db import migrations, models

KEPT = import_module("catalogue.migrations.0024_ledger_and_subscriptions_kept")
METHOD = models.Q(("method", ""), _negated=True)


def guard_again(apps, schema_editor):
    """SQLite has made the table anew, without its triggers."""
    if schema_editor.connection.vendor == "sqlite":
        for statement in KEPT.SQLITE:
            if " ON catalogue_ledgerentry" in statement:
                schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0037_mails_that_take_a_reservation_back")]
    operations = [
        migrations.RemoveConstraint(model_name="ledgerentry", name="ledger_entry_makes_sense"),
        migrations.AlterField(
            model_name="ledgerentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("adhesion", "Adhésion"),
                    ("pret", "Prêt"),
                    ("retard", "Retard"),
                    ("piece", "Pièce manquante"),
                    ("degat", "Dégât"),
                    ("autre", "Autre"),
                    ("paiement", "Paiement"),
                    ("rendu", "Avance rendue"),
                    ("correction", "Correction"),
                ],
                max_length=12,
                verbose_name="nature",
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("corrects__isnull", False), ("kind", "correction"), ("method", "")),
                    models.Q(("amount_cents__lt", 0), ("corrects", None), ("kind", "paiement"), METHOD),
                    models.Q(("amount_cents__gt", 0), ("corrects", None), ("kind", "rendu"), METHOD),
                    models.Q(
                        ("amount_cents__gt", 0),
                        ("corrects", None),
                        ("method", ""),
                        models.Q(("kind__in", ["correction", "paiement", "rendu"]), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="ledger_entry_makes_sense",
            ),
        ),
        migrations.RunPython(guard_again, guard_again),
    ]
