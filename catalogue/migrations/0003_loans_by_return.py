from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0002_search")]

    operations = [
        migrations.AddIndex(
            model_name="loan", index=models.Index(fields=["-returned_at"], name="loans_by_return")
        ),
    ]
