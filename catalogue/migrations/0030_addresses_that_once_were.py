"""An old address of a name leads on also when the form that it came with is taken away: it has rows of its own."""

import django.db.models.deletion
from django.db import migrations, models

NAMES = (("person", "Person"), ("publisher", "Publisher"))


def address(name):
    return migrations.CreateModel(
        name=f"{name.title()}Address",
        fields=[
            (
                "id",
                models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
            ),
            ("slug", models.SlugField(max_length=120, unique=True)),
            (
                name,
                models.ForeignKey(
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="addresses",
                    to=f"catalogue.{name}",
                ),
            ),
        ],
        options={"ordering": ["slug"], "abstract": False},
    )


def set_apart(apps, schema_editor):
    for name, model in NAMES:
        variants = apps.get_model("catalogue", f"{model}Variant").objects.exclude(slug="").order_by("pk")
        addresses = apps.get_model("catalogue", f"{model}Address")
        for slug, owner in variants.values_list("slug", f"{name}_id"):
            addresses.objects.get_or_create(slug=slug, defaults={f"{name}_id": owner})


def put_back(apps, schema_editor):
    """Only where the form is still there: without one there is no place for an address."""
    for name, model in NAMES:
        variants = apps.get_model("catalogue", f"{model}Variant").objects
        addresses = apps.get_model("catalogue", f"{model}Address").objects
        for slug, owner in addresses.values_list("slug", f"{name}_id"):
            form = variants.filter(**{f"{name}_id": owner}, folded=slug.replace("-", " "), slug="").first()
            if form:
                form.slug = slug
                form.save(update_fields=["slug"])


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0029_index_former_notations_and_quizzes"),
    ]

    operations = [
        address("person"),
        address("publisher"),
        migrations.RunPython(set_apart, put_back),
        migrations.RemoveField(model_name="personvariant", name="slug"),
        migrations.RemoveField(model_name="publishervariant", name="slug"),
        migrations.RemoveField(model_name="sectionvariant", name="slug"),
        migrations.RemoveField(model_name="sitevariant", name="slug"),
    ]
