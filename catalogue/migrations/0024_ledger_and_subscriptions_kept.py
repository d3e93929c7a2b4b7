"""The database keeps the ledger as it was written, and no two subscriptions of a family on one day.

A table that SQLite makes anew (a field altered) loses its triggers: such a migration makes them again.
"""

from django.db import migrations

# what may change in a line: its links are cut and its words emptied when what they speak of is erased
SQLITE = [
    """CREATE TRIGGER catalogue_ledger_unchanged BEFORE UPDATE ON catalogue_ledgerentry
    WHEN new.id IS NOT old.id OR new.amount_cents IS NOT old.amount_cents OR new.kind IS NOT old.kind
        OR new.method IS NOT old.method OR new.at IS NOT old.at OR new.corrects_id IS NOT old.corrects_id
        OR (new.household_id IS NOT NULL AND new.household_id IS NOT old.household_id)
        OR (new.note <> '' AND new.note <> old.note)
    BEGIN SELECT RAISE(ABORT, 'a line of the ledger is never changed: another corrects it'); END""",
    """CREATE TRIGGER catalogue_ledger_kept BEFORE DELETE ON catalogue_ledgerentry
    BEGIN SELECT RAISE(ABORT, 'a line of the ledger is never erased: another corrects it'); END""",
    """CREATE TRIGGER catalogue_ledger_correction BEFORE INSERT ON catalogue_ledgerentry
    WHEN new.corrects_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM catalogue_ledgerentry wrong
        WHERE wrong.id = new.corrects_id AND wrong.corrects_id IS NULL
            AND wrong.amount_cents = -new.amount_cents AND wrong.household_id IS new.household_id)
    BEGIN SELECT RAISE(ABORT, 'a correction takes back the whole of a line of the same family'); END""",
    *(
        f"""CREATE TRIGGER catalogue_subscription_apart_{name} BEFORE {act} ON catalogue_subscription
        WHEN EXISTS (
            SELECT 1 FROM catalogue_subscription other
            WHERE other.household_id = new.household_id AND other.id IS NOT {itself}
                AND (other.starts_on IS NULL OR new.ends_on IS NULL OR other.starts_on <= new.ends_on)
                AND (other.ends_on IS NULL OR new.starts_on IS NULL OR other.ends_on >= new.starts_on))
        BEGIN SELECT RAISE(ABORT, 'two subscriptions of a household overlap'); END"""
        for name, act, itself in (
            ("new", "INSERT", "NULL"),
            ("changed", "UPDATE OF household_id, starts_on, ends_on", "old.id"),
        )
    ),
]
SQLITE_BACK = [
    "DROP TRIGGER catalogue_ledger_unchanged",
    "DROP TRIGGER catalogue_ledger_kept",
    "DROP TRIGGER catalogue_ledger_correction",
    "DROP TRIGGER catalogue_subscription_apart_new",
    "DROP TRIGGER catalogue_subscription_apart_changed",
]

# a household is a range of one number: so no extension is needed to compare it within an index of ranges
POSTGRESQL = [
    """CREATE FUNCTION catalogue_ledger_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'a line of the ledger is never changed or erased: another corrects it'
            USING ERRCODE = 'restrict_violation';
    END $$""",
    """CREATE TRIGGER catalogue_ledger_unchanged BEFORE UPDATE ON catalogue_ledgerentry FOR EACH ROW
    WHEN (new.id <> old.id OR new.amount_cents <> old.amount_cents OR new.kind <> old.kind
        OR new.method <> old.method OR new.at <> old.at OR new.corrects_id IS DISTINCT FROM old.corrects_id
        OR (new.household_id IS NOT NULL AND new.household_id IS DISTINCT FROM old.household_id)
        OR (new.note <> '' AND new.note <> old.note))
    EXECUTE FUNCTION catalogue_ledger_kept()""",
    """CREATE TRIGGER catalogue_ledger_kept BEFORE DELETE ON catalogue_ledgerentry FOR EACH ROW
    EXECUTE FUNCTION catalogue_ledger_kept()""",
    """CREATE FUNCTION catalogue_ledger_correction() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NOT EXISTS (
            SELECT 1 FROM catalogue_ledgerentry wrong
            WHERE wrong.id = new.corrects_id AND wrong.corrects_id IS NULL
                AND wrong.amount_cents = -new.amount_cents
                AND wrong.household_id IS NOT DISTINCT FROM new.household_id)
        THEN
            RAISE EXCEPTION 'a correction takes back the whole of a line of the same family'
                USING ERRCODE = 'check_violation';
        END IF;
        RETURN new;
    END $$""",
    """CREATE TRIGGER catalogue_ledger_correction BEFORE INSERT ON catalogue_ledgerentry FOR EACH ROW
    WHEN (new.corrects_id IS NOT NULL) EXECUTE FUNCTION catalogue_ledger_correction()""",
    """ALTER TABLE catalogue_subscription ADD CONSTRAINT catalogue_subscription_apart EXCLUDE USING gist (
        int8range(household_id, household_id, '[]') WITH &&, daterange(starts_on, ends_on, '[]') WITH &&)""",
]
POSTGRESQL_BACK = [
    "ALTER TABLE catalogue_subscription DROP CONSTRAINT catalogue_subscription_apart",
    "DROP TRIGGER catalogue_ledger_correction ON catalogue_ledgerentry",
    "DROP TRIGGER catalogue_ledger_kept ON catalogue_ledgerentry",
    "DROP TRIGGER catalogue_ledger_unchanged ON catalogue_ledgerentry",
    "DROP FUNCTION catalogue_ledger_correction()",
    "DROP FUNCTION catalogue_ledger_kept()",
]


def _run(sqlite: list[str], postgresql: list[str]):
    def run(apps, schema_editor):
        for statement in sqlite if schema_editor.connection.vendor == "sqlite" else postgresql:
            schema_editor.execute(statement, params=None)

    return run


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0023_mails_wait_and_fail")]
    operations = [migrations.RunPython(_run(SQLITE, POSTGRESQL), _run(SQLITE_BACK, POSTGRESQL_BACK))]
