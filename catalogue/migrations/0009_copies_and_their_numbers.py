"""How a box came, how worn it is, why it left; the numbers, call numbers and news of a library."""

from django.db import migrations, models


def give_a_reason(apps, schema_editor):
    copies = apps.get_model("catalogue", "Copy").objects.using(schema_editor.connection.alias)
    copies.filter(state="retire").update(withdrawn_reason="motif non noté")


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0008_typographic_apostrophes"),
    ]

    operations = [
        migrations.AddField(
            model_name="copy",
            name="acquired_how",
            field=models.CharField(
                blank=True,
                choices=[("achat", "Achat"), ("don", "Don"), ("depot", "Dépôt")],
                max_length=8,
                verbose_name="mode d’acquisition",
            ),
        ),
        migrations.AddField(
            model_name="copy",
            name="label_printed_at",
            field=models.DateTimeField(
                blank=True, editable=False, null=True, verbose_name="étiquette imprimée le"
            ),
        ),
        migrations.AddField(
            model_name="copy",
            name="wear",
            field=models.CharField(
                blank=True,
                choices=[("neuf", "Neuf"), ("bon", "Bon"), ("use", "Usé"), ("abime", "Abîmé")],
                max_length=8,
                verbose_name="état de conservation",
            ),
        ),
        migrations.AddField(
            model_name="copy",
            name="withdrawn_on",
            field=models.DateField(blank=True, null=True, verbose_name="retiré le"),
        ),
        migrations.AddField(
            model_name="copy",
            name="withdrawn_reason",
            field=models.CharField(blank=True, max_length=200, verbose_name="motif du retrait"),
        ),
        migrations.AddField(
            model_name="library",
            name="barcode_digits",
            field=models.PositiveSmallIntegerField(default=6, verbose_name="chiffres des codes-barres"),
        ),
        migrations.AddField(
            model_name="library",
            name="barcode_next",
            field=models.PositiveBigIntegerField(default=1, verbose_name="prochain numéro de code-barres"),
        ),
        migrations.AddField(
            model_name="library",
            name="barcode_prefix",
            field=models.CharField(blank=True, max_length=20, verbose_name="préfixe des codes-barres"),
        ),
        migrations.AddField(
            model_name="library",
            name="call_number_letters",
            field=models.PositiveSmallIntegerField(default=3, verbose_name="lettres du titre dans la cote"),
        ),
        migrations.AddField(
            model_name="library",
            name="call_number_scheme",
            field=models.CharField(
                blank=True, default="{indice} {titre}", max_length=60, verbose_name="cote proposée"
            ),
        ),
        migrations.AddField(
            model_name="library",
            name="new_days",
            field=models.PositiveSmallIntegerField(default=90, verbose_name="une nouveauté le reste (jours)"),
        ),
        migrations.RunPython(give_a_reason, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="copy",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "retire"), models.Q(("withdrawn_reason", ""), _negated=True)),
                    models.Q(
                        models.Q(("state", "retire"), _negated=True),
                        ("withdrawn_on", None),
                        ("withdrawn_reason", ""),
                    ),
                    _connector="OR",
                ),
                name="copy_withdrawn_for_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="library",
            constraint=models.CheckConstraint(
                condition=models.Q(("new_days__gte", 1)), name="library_new_for_a_day"
            ),
        ),
        migrations.AddConstraint(
            model_name="library",
            constraint=models.CheckConstraint(
                condition=models.Q(("barcode_digits__range", (3, 15)), ("barcode_next__gte", 1)),
                name="library_barcodes_sensible",
            ),
        ),
        migrations.AddConstraint(
            model_name="library",
            constraint=models.CheckConstraint(
                condition=models.Q(("call_number_letters__range", (1, 8))),
                name="library_call_number_letters_sensible",
            ),
        ),
    ]
