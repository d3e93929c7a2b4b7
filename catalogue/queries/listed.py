"""The texts of a group in one cell, beside each row: what would else be a query of its own."""

from django.db.models import Aggregate, CharField

PART = "\x1f"  # a sign that no name has


class Listed(Aggregate):
    """The texts of a group as one, parted by `PART`."""

    output_field = CharField()

    def as_sqlite(self, compiler, connection, **extra):
        return self.as_sql(compiler, connection, template="GROUP_CONCAT(%(expressions)s, char(31))", **extra)

    def as_postgresql(self, compiler, connection, **extra):
        return self.as_sql(compiler, connection, template="STRING_AGG(%(expressions)s, chr(31))", **extra)


class Texts(CharField):
    """What `Listed` has put together, apart again; those of a group in the order of the alphabet."""

    def from_db_value(self, value, expression, connection):
        return sorted(value.split(PART)) if value else []
