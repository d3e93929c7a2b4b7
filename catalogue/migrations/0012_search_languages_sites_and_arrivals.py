"""More facets: entries bear the letters of languages, sites, groups of classes and days of arrival.

The entries are emptied; `prepare` writes them anew, as `reindex --missing` does by itself.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0011_index_past")]

    operations = [
        migrations.RunSQL("DELETE FROM catalogue_searchentry", migrations.RunSQL.noop),
        migrations.RunSQL("DELETE FROM catalogue_searchcounter", migrations.RunSQL.noop),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "ALTER TABLE catalogue_searchentry ADD COLUMN arrived smallint NOT NULL DEFAULT 0",
                    "ALTER TABLE catalogue_searchentry DROP COLUMN arrived",
                )
            ],
            state_operations=[
                migrations.AddField(
                    model_name="searchentry",
                    name="arrived",
                    field=models.PositiveSmallIntegerField(default=0),
                )
            ],
        ),
    ]
