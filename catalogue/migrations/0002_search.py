"""Search: a narrow row a record, counters kept by triggers, words; and where each database finds words."""

import django.db.models.deletion
from django.db import migrations, models

# On SQLite an FTS5 table without its content (the words of a record are a set, so no places and no sizes
# are kept); the table beside it holds the words, because FTS5 wants the old ones back when they change.
SQLITE = [
    """CREATE VIRTUAL TABLE catalogue_searchtext USING fts5(
        words, content='', columnsize=0, detail=none, tokenize="ascii tokenchars '_'")""",
    """CREATE TABLE catalogue_searchtokens (
        record_id integer NOT NULL PRIMARY KEY
            REFERENCES catalogue_searchentry (record_id) ON DELETE CASCADE,
        words text NOT NULL)""",
    """CREATE TRIGGER catalogue_searchtokens_added AFTER INSERT ON catalogue_searchtokens BEGIN
        INSERT INTO catalogue_searchtext (rowid, words) VALUES (new.record_id, new.words);
    END""",
    """CREATE TRIGGER catalogue_searchtokens_changed AFTER UPDATE OF words ON catalogue_searchtokens BEGIN
        INSERT INTO catalogue_searchtext (catalogue_searchtext, rowid, words)
            VALUES ('delete', old.record_id, old.words);
        INSERT INTO catalogue_searchtext (rowid, words) VALUES (new.record_id, new.words);
    END""",
    """CREATE TRIGGER catalogue_searchtokens_gone AFTER DELETE ON catalogue_searchtokens BEGIN
        INSERT INTO catalogue_searchtext (catalogue_searchtext, rowid, words)
            VALUES ('delete', old.record_id, old.words);
    END""",
    """CREATE TRIGGER catalogue_searchentry_added AFTER INSERT ON catalogue_searchentry BEGIN
        INSERT INTO catalogue_searchcounter (letters, delta)
            VALUES (new.letters || CASE WHEN new.available_count > 0 THEN 'D' ELSE '' END, 1);
    END""",
    """CREATE TRIGGER catalogue_searchentry_changed AFTER UPDATE ON catalogue_searchentry
    WHEN new.letters <> old.letters OR (new.available_count > 0) <> (old.available_count > 0) BEGIN
        INSERT INTO catalogue_searchcounter (letters, delta) VALUES
            (old.letters || CASE WHEN old.available_count > 0 THEN 'D' ELSE '' END, -1),
            (new.letters || CASE WHEN new.available_count > 0 THEN 'D' ELSE '' END, 1);
    END""",
    """CREATE TRIGGER catalogue_searchentry_gone AFTER DELETE ON catalogue_searchentry BEGIN
        DELETE FROM catalogue_searchtokens WHERE record_id = old.record_id;
        INSERT INTO catalogue_searchcounter (letters, delta)
            VALUES (old.letters || CASE WHEN old.available_count > 0 THEN 'D' ELSE '' END, -1);
    END""",
]
SQLITE_BACK = [
    "DROP TRIGGER catalogue_searchentry_gone",
    "DROP TRIGGER catalogue_searchentry_changed",
    "DROP TRIGGER catalogue_searchentry_added",
    "DROP TABLE catalogue_searchtokens",
    "DROP TABLE catalogue_searchtext",
]

# On PostgreSQL a tsvector beside the entry, kept out of its row so that counting reads few pages; room is
# left on each page so that a loan rewrites the row in place and touches no index.
POSTGRESQL = [
    "ALTER TABLE catalogue_searchentry ADD COLUMN words tsvector NOT NULL DEFAULT ''",
    "ALTER TABLE catalogue_searchentry ALTER COLUMN words SET STORAGE EXTERNAL",
    "ALTER TABLE catalogue_searchentry ALTER COLUMN words SET STATISTICS 1000",
    "ALTER TABLE catalogue_searchentry SET (toast_tuple_target = 256, fillfactor = 80)",
    "CREATE INDEX catalogue_searchentry_words ON catalogue_searchentry USING gin (words) WITH (fastupdate = off)",
    """CREATE FUNCTION catalogue_searchentry_count() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            IF new.letters = old.letters AND (new.available_count > 0) = (old.available_count > 0) THEN
                RETURN NULL;
            END IF;
        END IF;
        IF TG_OP <> 'INSERT' THEN
            INSERT INTO catalogue_searchcounter (letters, delta)
                VALUES (old.letters || CASE WHEN old.available_count > 0 THEN 'D' ELSE '' END, -1);
        END IF;
        IF TG_OP <> 'DELETE' THEN
            INSERT INTO catalogue_searchcounter (letters, delta)
                VALUES (new.letters || CASE WHEN new.available_count > 0 THEN 'D' ELSE '' END, 1);
        END IF;
        RETURN NULL;
    END $$""",
    """CREATE TRIGGER catalogue_searchentry_counted AFTER INSERT OR UPDATE OR DELETE ON catalogue_searchentry
        FOR EACH ROW EXECUTE FUNCTION catalogue_searchentry_count()""",
]
POSTGRESQL_BACK = [
    "DROP TRIGGER catalogue_searchentry_counted ON catalogue_searchentry",
    "DROP FUNCTION catalogue_searchentry_count()",
    "ALTER TABLE catalogue_searchentry DROP COLUMN words",
]


def forwards(apps, schema_editor):
    for statement in {"sqlite": SQLITE, "postgresql": POSTGRESQL}[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def backwards(apps, schema_editor):
    for statement in {"sqlite": SQLITE_BACK, "postgresql": POSTGRESQL_BACK}[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="SearchCounter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("letters", models.TextField()),
                ("delta", models.IntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="SearchEntry",
            fields=[
                (
                    "record",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="catalogue.record",
                    ),
                ),
                ("min_players", models.PositiveSmallIntegerField(null=True)),
                ("max_players", models.PositiveSmallIntegerField(null=True)),
                ("min_age", models.PositiveSmallIntegerField(null=True)),
                ("max_age", models.PositiveSmallIntegerField(null=True)),
                ("duration", models.PositiveSmallIntegerField(null=True)),
                ("copy_count", models.PositiveIntegerField(default=0)),
                ("available_count", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField()),
                ("title_key", models.BinaryField(max_length=300)),
                ("letters", models.TextField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["title_key", "record"], name="search_by_title"),
                    models.Index(fields=["created_at", "record"], name="search_by_arrival"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SearchWord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("word", models.CharField(max_length=40, unique=True)),
                ("form", models.CharField(max_length=60)),
                ("weight", models.PositiveSmallIntegerField()),
                ("length", models.PositiveSmallIntegerField()),
                ("head", models.CharField(max_length=2)),
                ("tail", models.CharField(max_length=2)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["head", "length"], name="words_by_head"),
                    models.Index(fields=["tail", "length"], name="words_by_tail"),
                ],
            },
        ),
        migrations.RunPython(forwards, backwards),
    ]
