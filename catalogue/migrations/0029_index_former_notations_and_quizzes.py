"""Classes are found by their former notations too, and games with a librarian's quiz among those learnt here.

The entries of their records are taken out; `prepare` writes them anew, as `reindex --missing` does by itself.
"""

from django.db import migrations

# by a class that had another notation, by a summary that asks
TOUCHED = (
    "SELECT rc.record_id FROM catalogue_record_categories rc"
    " JOIN catalogue_categoryvariant v ON v.category_id = rc.category_id"
    " UNION SELECT s.record_id FROM catalogue_summary s JOIN catalogue_question q ON q.summary_id = s.id"
)


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0028_words_of_the_index_written_together")]

    operations = [
        # under which number their words lie in the index, so that the old ones are passed over
        migrations.RunSQL(
            "INSERT INTO catalogue_searchpast (record_id, revision) SELECT record_id, revision"
            f" FROM catalogue_searchentry WHERE record_id IN ({TOUCHED})"
            " AND record_id NOT IN (SELECT record_id FROM catalogue_searchpast)",
            migrations.RunSQL.noop,
        ),
        migrations.RunSQL(
            f"DELETE FROM catalogue_searchentry WHERE record_id IN ({TOUCHED})", migrations.RunSQL.noop
        ),
    ]
