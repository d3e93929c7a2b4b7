"""« À 2 on est mieux » stood under 2: its « À » was taken for an English article."""

from django.db import migrations

from ludotheque.text import sort_key


def order(apps, schema_editor):
    record, entry = apps.get_model("catalogue", "Record"), apps.get_model("catalogue", "SearchEntry")
    titles = record.objects.values_list("pk", "title", "sort_key")
    for pk, title, before in list(titles.iterator()):
        key = sort_key(title)[:300]
        if key != before:
            record.objects.filter(pk=pk).update(sort_key=key)
            entry.objects.filter(record_id=pk).update(title_key=key.encode())


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0019_favourites")]
    operations = [migrations.RunPython(order, migrations.RunPython.noop)]
