"""Search: a narrow row a record, counters kept by triggers, words; and where each database finds words."""

import django.db.models.deletion
from django.db import migrations, models

# Django would make the key « bigint », which on SQLite is not the row's own number but an index beside it.
SQLITE = [
    """CREATE TABLE catalogue_searchentry (
        record_id integer NOT NULL PRIMARY KEY REFERENCES catalogue_record (id) ON DELETE CASCADE
            DEFERRABLE INITIALLY DEFERRED,
        min_players smallint, max_players smallint, min_age smallint, max_age smallint, duration smallint,
        copy_count integer NOT NULL, available_count integer NOT NULL,
        title_key blob NOT NULL, letters text NOT NULL,
        digest bigint NOT NULL, revision smallint NOT NULL)""",
    "CREATE INDEX search_by_title ON catalogue_searchentry (title_key, record_id)",
    # The words of a record are a set: no places and no sizes are kept. FTS5 cannot take words out again
    # unless it is told the old ones, so a record whose words change gets a new row, numbered by record and
    # revision; rows of an older revision are passed over, and `reindex` leaves them behind.
    """CREATE VIRTUAL TABLE catalogue_searchtext USING fts5(
        words, content='', columnsize=0, detail=none, tokenize="ascii tokenchars '_'")""",
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
    # whoever empties all tables may empty the counters first: then there is nothing to count down
    """CREATE TRIGGER catalogue_searchentry_gone AFTER DELETE ON catalogue_searchentry
    WHEN EXISTS (SELECT 1 FROM catalogue_searchcounter) BEGIN
        INSERT INTO catalogue_searchcounter (letters, delta)
            VALUES (old.letters || CASE WHEN old.available_count > 0 THEN 'D' ELSE '' END, -1);
    END""",
    """CREATE TRIGGER catalogue_searchentry_none AFTER DELETE ON catalogue_searchentry
    WHEN NOT EXISTS (SELECT 1 FROM catalogue_searchentry) BEGIN
        INSERT INTO catalogue_searchtext (catalogue_searchtext) VALUES ('delete-all');
    END""",
]
SQLITE_BACK = ["DROP TABLE catalogue_searchtext", "DROP TABLE catalogue_searchentry"]

# On PostgreSQL the words are a tsvector; a long one is kept out of the row, so that counting reads fewer
# pages. Room is left on each page so that a loan rewrites the row in place and touches no index.
POSTGRESQL = [
    """CREATE TABLE catalogue_searchentry (
        record_id bigint NOT NULL PRIMARY KEY REFERENCES catalogue_record (id) ON DELETE CASCADE
            DEFERRABLE INITIALLY DEFERRED,
        min_players smallint, max_players smallint, min_age smallint, max_age smallint, duration smallint,
        copy_count integer NOT NULL, available_count integer NOT NULL,
        title_key bytea NOT NULL, letters text NOT NULL,
        digest bigint NOT NULL, revision smallint NOT NULL,
        words tsvector NOT NULL DEFAULT '')
        WITH (toast_tuple_target = 256, fillfactor = 80)""",
    "CREATE INDEX search_by_title ON catalogue_searchentry (title_key, record_id)",
    "ALTER TABLE catalogue_searchentry ALTER COLUMN words SET STORAGE EXTERNAL",
    "CREATE INDEX search_by_words ON catalogue_searchentry USING gin (words) WITH (fastupdate = off)",
    # PostgreSQL takes reading a row for cheap and would rather read them all than ask the index; but the
    # words lie elsewhere, and fetching them for every row is what takes long.
    """CREATE FUNCTION catalogue_search_hits(sought tsquery) RETURNS SETOF catalogue_searchentry
        LANGUAGE sql STABLE ROWS 1000 SET enable_seqscan = off SET enable_indexscan = off AS $$
            SELECT * FROM catalogue_searchentry WHERE words @@ sought
        $$""",
    """CREATE FUNCTION catalogue_search_newest(sought tsquery, most bigint) RETURNS SETOF catalogue_searchentry
        LANGUAGE sql STABLE ROWS 20 SET enable_seqscan = off SET enable_indexscan = off AS $$
            SELECT * FROM catalogue_searchentry WHERE words @@ sought ORDER BY record_id DESC LIMIT most
        $$""",
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
    "DROP FUNCTION catalogue_search_newest(tsquery, bigint)",
    "DROP FUNCTION catalogue_search_hits(tsquery)",
    "DROP TABLE catalogue_searchentry",
    "DROP FUNCTION catalogue_searchentry_count()",
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
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(forwards, backwards)],
            state_operations=[
                migrations.CreateModel(
                    name="SearchEntry",
                    fields=[
                        (
                            "record",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                primary_key=True,
                                related_name="search_entry",
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
                        ("title_key", models.BinaryField(max_length=300)),
                        ("letters", models.TextField()),
                        ("digest", models.BigIntegerField(default=0)),
                        ("revision", models.PositiveSmallIntegerField(default=0)),
                    ],
                    options={
                        "indexes": [models.Index(fields=["title_key", "record"], name="search_by_title")],
                    },
                ),
            ],
        ),
    ]
