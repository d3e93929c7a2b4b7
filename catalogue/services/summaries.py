"""Writing the rules of a game in a librarian's own words, and her questions about them."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from catalogue.models import Answer, JournalEntry, Question, Record, Summary, User
from catalogue.models.summary import PARTS
from catalogue.search import index
from catalogue.services import journal
from catalogue.services.versions import Changed
from ludotheque.writing import writing


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is to be; `pk`: the one that it was. `right` is the place of the right answer."""

    text: str
    answers: tuple[str, ...]
    right: int
    explanation: str
    pk: int | None = None


def write(
    *,
    record_id: int,
    actor: User | None,
    texts: Mapping[str, str],
    questions: Sequence[Asked] = (),
    seen: datetime.datetime | None = None,
    anew: bool = False,
) -> Summary:
    """The summary of a record says this from now on. With `seen`, the `updated_at` that the writer had before
    her, or `anew`, when she had none, it raises `Changed` instead of writing over somebody else's work."""
    if texts.keys() - PARTS.keys():
        raise TypeError(f"no such part of a summary: {', '.join(sorted(texts.keys() - PARTS.keys()))}")
    with writing():
        record = Record.objects.select_for_update().get(pk=record_id)
        summary = Summary.objects.filter(record=record).first()
        there = summary.updated_at if summary else None
        if (anew and summary) or (seen is not None and seen != there):
            raise Changed
        before = facts(summary) if summary else {}
        summary = summary or Summary(record=record)
        for name, text in texts.items():
            setattr(summary, name, text)
        if not before:
            summary.save()
        _ask(summary, questions)
        verb = "update" if before else "create"
        if journal.write_change(actor=actor, subject=summary, before=before, after=facts(summary), verb=verb):
            summary.save()  # a form saved as it was moves no date: another tab still saves
            index.update([record.pk])
    return summary


def undo(*, record_id: int, entry_id: int, actor: User | None) -> Summary:
    """Takes back the last change, named by its line of the journal; undoing is a change like any other.

    Raises `Changed` when something else has happened to the summary since."""
    with writing():
        Record.objects.select_for_update().get(pk=record_id)
        summary = Summary.objects.filter(record_id=record_id).first()
        last = _last_change(summary) if summary else None
        if summary is None or last is None or last.pk != entry_id:
            raise Changed
        said = facts(summary) | last.before
        rows = {one.text: one.pk for one in summary.questions.all()}  # so that quizzes under way go on
        texts = {name: said[name] for name in PARTS}
        questions = _asked(said["questions"], rows)
        return write(record_id=record_id, actor=actor, texts=texts, questions=questions)


def _asked(said: Sequence, rows: dict[str, int]) -> list[Asked]:
    """Questions as the journal has them; `rows`: those that are there by their text."""
    return [
        Asked(
            text=text,
            answers=tuple(answer for answer, _ in answers),
            right=[right for _, right in answers].index(True),
            explanation=explanation,
            pk=rows.pop(text, None),
        )
        for text, answers, explanation in said
    ]


def _last_change(summary: Summary) -> JournalEntry | None:
    """The line of the journal of what was changed last, if it was a change."""
    lines = JournalEntry.objects.filter(subject_type="summary", subject_id=summary.pk)
    entry = lines.order_by("-id").first()
    return entry if entry and entry.verb == "update" else None


def delete(*, record_id: int, actor: User | None) -> None:
    """Takes a summary away with its questions; what they said stays in the journal."""
    with writing():
        summary = Summary.objects.select_for_update().select_related("record").get(record_id=record_id)
        before = {**facts(summary), "record": record_id}  # by which `bring_back` finds it
        journal.write(actor=actor, verb="delete", subject=summary, before=before)
        summary.delete()
        index.update([record_id])


def bring_back(*, record_id: int, entry_id: int, actor: User | None) -> Summary:
    """The summary that a line of the journal says was deleted, as it was; `Changed` where the record has one
    again, or that line is no deletion of its summary."""
    with writing():
        Record.objects.select_for_update().get(pk=record_id)
        lines = JournalEntry.objects.filter(subject_type="summary", verb="delete", before__record=record_id)
        entry = lines.filter(pk=entry_id).first()
        if entry is None or Summary.objects.filter(record_id=record_id).exists():
            raise Changed
        return write(
            record_id=record_id,
            actor=actor,
            texts={name: entry.before[name] for name in PARTS},
            questions=_asked(entry.before["questions"], {}),
        )


def facts(summary: Summary) -> dict:
    """What it says, for the journal and to compare."""
    questions = summary.questions.prefetch_related("answers")
    asked = [
        [one.text, [[answer.text, answer.right] for answer in one.answers.all()], one.explanation]
        for one in questions
    ]
    return {**summary.texts, "questions": asked}


def _ask(summary: Summary, questions: Sequence[Asked]) -> None:
    """These questions in this order; one that was there keeps its row, on which quizzes under way rely."""
    there = {one.pk: one for one in summary.questions.all()}
    kept = [one.pk for one in questions if one.pk is not None and one.pk in there]
    summary.questions.exclude(pk__in=kept).delete()
    for position, asked in enumerate(questions):
        question = there.get(asked.pk) if asked.pk else None
        question = question or Question(summary=summary)
        question.text, question.explanation, question.position = asked.text, asked.explanation, position
        question.save()
        wanted = [(text, place == asked.right) for place, text in enumerate(asked.answers)]
        if [(one.text, one.right) for one in question.answers.all()] != wanted:
            question.answers.all().delete()
            Answer.objects.bulk_create(
                Answer(question=question, text=text, right=right, position=place)
                for place, (text, right) in enumerate(wanted)
            )
