"""What search reads instead of records: one narrow row a record, counters, words. Written by `search.index`.

The words themselves lie where the database searches them (see the migration that makes these tables and
docs/search.md): on SQLite in an FTS5 table, on PostgreSQL in a `tsvector` column of `SearchEntry`.
"""

from django.db import models

from catalogue.models.record import Record


class SearchEntry(models.Model):
    """A record as search filters, counts and orders it."""

    record = models.OneToOneField(
        Record, primary_key=True, on_delete=models.CASCADE, related_name="search_entry"
    )
    min_players = models.PositiveSmallIntegerField(null=True)
    max_players = models.PositiveSmallIntegerField(null=True)
    min_age = models.PositiveSmallIntegerField(null=True)
    max_age = models.PositiveSmallIntegerField(null=True)
    duration = models.PositiveSmallIntegerField(null=True)
    # copies the public sees, and those a family may take home now
    copy_count = models.PositiveIntegerField(default=0)
    available_count = models.PositiveIntegerField(default=0)
    # the day the record came, as search/letters.py counts days
    arrived = models.PositiveSmallIntegerField(default=0)
    # bytes: both databases order them alike, whatever their collation
    title_key = models.BinaryField(max_length=300)
    # all that facets count, one letter a fact: see search/letters.py
    letters = models.TextField()
    # which words are in the index: their hash, and on SQLite how often they have changed
    digest = models.BigIntegerField(default=0)
    revision = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["title_key", "record"], name="search_by_title")]

    def __str__(self):
        return self.title_key.decode()


class SearchPast(models.Model):
    """The last revision of a record that left the index (a draft again): old words lie there still."""

    record = models.OneToOneField(Record, primary_key=True, on_delete=models.CASCADE, related_name="+")
    revision = models.PositiveSmallIntegerField()

    def __str__(self):
        return f"{self.record_id}.{self.revision}"


class SearchCounter(models.Model):
    """So many records bear these letters, as a sum of rows; triggers on `SearchEntry` add the rows.

    Rows are only added, so that two desks never wait for each other; `index.compact` adds them up.
    """

    letters = models.TextField()
    delta = models.IntegerField()

    def __str__(self):
        return f"{self.letters} {self.delta:+}"


class SearchWord(models.Model):
    """A word of the catalogue, against which misspelt words are compared."""

    word = models.CharField(max_length=40, unique=True)  # folded
    form = models.CharField(max_length=60)  # as the catalogue writes it
    # 3: of a title, 2: of a name, 1: of any other text
    weight = models.PositiveSmallIntegerField()
    length = models.PositiveSmallIntegerField()
    # its first and last letters, as many as vocabulary.py looks words up by
    head = models.CharField(max_length=4)
    tail = models.CharField(max_length=4)

    class Meta:
        indexes = [
            models.Index(fields=["head", "length", "word"], name="words_by_head"),
            models.Index(fields=["tail", "length", "word"], name="words_by_tail"),
        ]

    def __str__(self):
        return self.form
