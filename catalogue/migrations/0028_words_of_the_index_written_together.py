"""On PostgreSQL, words of records go to the index some hundred records at once: a third of the time for each.

What waits is read by every search, so that little may: 256 kB, some two hundred records.
"""

from django.db import migrations

TOGETHER = "ALTER INDEX search_by_words SET (fastupdate = on, gin_pending_list_limit = 256)"
EACH = "ALTER INDEX search_by_words SET (fastupdate = off)"


def together(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(TOGETHER)


def each(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(EACH)
        schema_editor.execute("SELECT gin_clean_pending_list('search_by_words')")


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0027_counting"),
    ]

    operations = [
        migrations.RunPython(together, each),
    ]
