from django.db import migrations

CHUNK = 500


def forget_families(apps, schema_editor):
    """« Uno → Famille Martin » said for good whose a hold was; the hold itself says it as long as it may."""
    lines = apps.get_model("catalogue", "JournalEntry").objects
    named = lines.filter(subject_type="hold", subject_name__contains=" → ").order_by("pk")
    last = 0
    while some := list(named.filter(pk__gt=last).only("subject_name")[:CHUNK]):
        for line in some:
            line.subject_name = line.subject_name.rpartition(" → ")[0]
        lines.bulk_update(some, ["subject_name"])
        last = some[-1].pk


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0034_constraints_of_the_house_in_french")]

    operations = [migrations.RunPython(forget_families, migrations.RunPython.noop)]
