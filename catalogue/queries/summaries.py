"""A librarian's summary of a game, as the games have rules printed, and its questions."""

from collections.abc import Mapping

from catalogue.models import JournalEntry, Question, Record
from catalogue.models.summary import PARTS
from catalogue.queries.records import Change
from games.summaries import Part
from games.summaries import Summary as Printed
from ludotheque import markup


def printed(texts: Mapping[str, str]) -> Printed:
    """The parts that say something, set as French is."""
    parts = (Part(name, PARTS[name], markup.html(texts[name])) for name in PARTS if texts[name].strip())
    return Printed(parts=tuple(parts))


def questions(record: Record) -> list[Question]:
    """The questions of a record with their answers, in her order."""
    return list(Question.objects.filter(summary__record=record).prefetch_related("answers"))


def last_change(record: Record) -> Change | None:
    """What was changed last in its summary."""
    if not record.has_summary:
        return None
    lines = JournalEntry.objects.filter(subject_type="summary", subject_id=record.summary.pk)
    entry = lines.order_by("-id").first()
    if entry is None or entry.verb != "update":
        return None
    words = {**PARTS, "questions": "Questions"}
    return Change(entry, [words[name] for name in entry.after])


def last_deletion(record: Record) -> Change | None:
    """The summary deleted last, of a record that has none."""
    if record.has_summary:
        return None
    lines = JournalEntry.objects.filter(subject_type="summary", verb="delete", before__record=record.pk)
    entry = lines.order_by("-id").first()
    if entry is None:
        return None
    parts = [label for name, label in PARTS.items() if entry.before.get(name)]
    count = len(entry.before["questions"])
    quiz = [f"quiz de {count}\u00a0question{'s' * (count > 1)}"] if count else []
    return Change(entry, parts + quiz)


def has_quiz(record: Record) -> bool:
    """Whether a librarian has questions about its rules."""
    return Question.objects.filter(summary__record=record).exists()
