"""A librarian's summary of a game, as the games have rules printed, and its questions."""

from collections.abc import Mapping

from catalogue.models import Question, Record
from catalogue.models.summary import PARTS
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


def has_quiz(record: Record) -> bool:
    """Whether a librarian has questions about its rules."""
    return Question.objects.filter(summary__record=record).exists()
