"""Only words change: in the database all is as before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0032_addresses_that_once_were"),
    ]

    operations = [
        migrations.AlterConstraint(
            model_name="category",
            name="category_once",
            constraint=models.UniqueConstraint(
                fields=("scheme", "code"),
                name="category_once",
                violation_error_message="Cet indice est déjà celui d’une catégorie : prenez-la.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="category",
            name="category_coded",
            constraint=models.CheckConstraint(
                condition=models.Q(("code", ""), _negated=True),
                name="category_coded",
                violation_error_message="Un indice a au moins une lettre ou un chiffre : complétez-le.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="categoryvariant",
            name="category_variant_once",
            constraint=models.UniqueConstraint(
                fields=("scheme", "code"),
                name="category_variant_once",
                violation_error_message="Une catégorie a déjà eu cet indice : donnez-en un autre.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="component",
            name="component_counted",
            constraint=models.CheckConstraint(
                condition=models.Q(("quantity__gte", 1)),
                name="component_counted",
                violation_error_message="Le nombre d’une pièce commence à 1 : corrigez-le, ou videz la case.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="component",
            name="component_once",
            constraint=models.UniqueConstraint(
                fields=("record", "name"),
                name="component_once",
                violation_error_message="Cette pièce est déjà dans la liste : changez plutôt son nombre.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="contribution",
            name="contribution_once",
            constraint=models.UniqueConstraint(
                fields=("record", "person", "role"),
                name="contribution_once",
                violation_error_message="Cette personne a déjà ce rôle : retirez l’une des deux lignes.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="copy",
            name="copy_barcoded",
            constraint=models.CheckConstraint(
                condition=models.Q(("barcode", ""), _negated=True),
                name="copy_barcoded",
                violation_error_message="Donnez un code-barres à la boîte.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="copy",
            name="copy_withdrawn_for_a_reason",
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
                violation_error_message="Seul l’état « Retiré » a un motif, et il en faut un : écrivez-le.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="copy",
            name="copy_in_service_without_a_reason",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "service"), _negated=True),
                    models.Q(("state_reason", ""), ("state_since", None)),
                    _connector="OR",
                ),
                name="copy_in_service_without_a_reason",
                violation_error_message="Une boîte en service n’a pas de raison d’arrêt : changez l’état.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="document",
            name="document_once",
            constraint=models.UniqueConstraint(
                fields=("record", "name"),
                name="document_once",
                violation_error_message="La notice a déjà un document de ce nom : donnez-lui un autre nom.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="identifier",
            name="identifier_once",
            constraint=models.UniqueConstraint(
                fields=("system", "value"),
                name="identifier_once",
                violation_error_message="Une autre notice a ce numéro : donnez-lui une autre origine.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="labelgrid",
            name="label_grid_sensible",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("columns__range", (1, 20)),
                    ("height__gte", 8),
                    ("rows__range", (1, 50)),
                    ("width__gte", 10),
                ),
                name="label_grid_sensible",
                violation_error_message="20 colonnes et 50 lignes au plus, 10 × 8 mm au moins : corrigez.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="labelgrid",
            name="label_grid_on_the_page",
            constraint=models.CheckConstraint(
                condition=models.Q(("gap_x__gte", 0), ("gap_y__gte", 0), ("left__gte", 0), ("top__gte", 0)),
                name="label_grid_on_the_page",
                violation_error_message="Une marge ou un écart n’est pas négatif : mettez 0 ou plus.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="link",
            name="link_once",
            constraint=models.UniqueConstraint(
                fields=("record", "url"),
                name="link_once",
                violation_error_message="La notice a déjà ce lien : retirez l’un des deux.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="record",
            name="record_titled",
            constraint=models.CheckConstraint(
                condition=models.Q(("title", ""), _negated=True),
                name="record_titled",
                violation_error_message="Donnez un titre au jeu.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="record",
            name="record_players_from_one",
            constraint=models.CheckConstraint(
                condition=models.Q(("min_players__gte", 1)),
                name="record_players_from_one",
                violation_error_message="Le nombre de joueurs commence à 1 : corrigez-le, ou videz la case.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="record",
            name="record_players_in_order",
            constraint=models.CheckConstraint(
                condition=models.Q(("max_players__gte", models.F("min_players"))),
                name="record_players_in_order",
                violation_error_message="Le maximum de joueurs est sous le minimum : corrigez l’un des deux.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="record",
            name="record_ages_in_order",
            constraint=models.CheckConstraint(
                condition=models.Q(("max_age__gte", models.F("min_age"))),
                name="record_ages_in_order",
                violation_error_message="L’âge maximum est sous l’âge minimum : corrigez l’un des deux.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="record",
            name="record_duration_positive",
            constraint=models.CheckConstraint(
                condition=models.Q(("duration__gte", 1)),
                name="record_duration_positive",
                violation_error_message="Une partie dure une minute au moins : corrigez, ou videz la case.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="record",
            name="record_numbers_sensible",
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
                violation_error_message="Joueurs, âges, durée ou année : corrigez ce qui est démesuré.",
            ),
        ),
        migrations.AlterConstraint(
            model_name="record",
            name="record_not_its_own_base",
            constraint=models.CheckConstraint(
                condition=models.Q(("base_game", models.F("id")), _negated=True),
                name="record_not_its_own_base",
                violation_error_message="Un jeu n’est pas son propre jeu de base : prenez-en un autre.",
            ),
        ),
    ]
