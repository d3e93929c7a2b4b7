"""The form of a summary: its parts, and the questions of its quiz with their answers."""

import re
from typing import Any

from django import forms

from catalogue.models import Question, Summary
from catalogue.models.summary import PARTS
from catalogue.services.summaries import Asked

LONGEST = 6_000  # of one part; more is no summary
QUESTIONS = 60
ANSWERS = range(1, 5)
HELP = {
    "goal": "En une phrase\u202f: ce qu’il faut faire pour gagner.",
    "contents": "Une pièce par ligne, avec un tiret. Les pièces à compter de la notice s’ajoutent seules.",
    "setup": "Numérotez les étapes\u202f: 1. 2. 3.",
    "turn": "Ce qu’on fait quand c’est à soi.",
    "special": "Les cartes et les cases qui ne font pas comme les autres.",
}
# what a button asks for besides saving: a row more, a row up, down or away
_ACT = re.compile(r"(question|monter|descendre|retirer)(?:-(\d{1,2}))?")
_ROW = ("pk", "text", *(f"answer_{n}" for n in ANSWERS), "right", "explanation")


class TextsForm(forms.Form):
    """The parts; `seen` says which version the writer had before her."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args, **values):
        super().__init__(*args, **values)
        for name, label in PARTS.items():
            rows = 2 if name == "goal" else 5
            self.fields[name] = forms.CharField(
                label=label,
                required=False,
                max_length=LONGEST,
                help_text=HELP.get(name, ""),
                widget=forms.Textarea(attrs={"rows": rows}),
            )

    def clean(self):
        values = super().clean() or self.cleaned_data
        if not self.errors and not any(values.get(name) for name in PARTS):
            self.add_error(
                "goal", "Écrivez au moins une partie\u202f: le but du jeu, par exemple, puis enregistrez."
            )
        return values

    @property
    def parts(self) -> list[forms.BoundField]:
        return [self[name] for name in PARTS]


class QuestionForm(forms.Form):
    """One question; a row that says nothing is no question."""

    pk = forms.IntegerField(required=False, widget=forms.HiddenInput)
    text = forms.CharField(label="Question", required=False, max_length=300)
    right = forms.ChoiceField(
        label="Réponse juste",
        required=False,
        choices=[(str(n), f"La réponse {n} est juste") for n in ANSWERS],
        widget=forms.RadioSelect,
    )
    explanation = forms.CharField(
        label="Explication",
        required=False,
        max_length=600,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Ce que lit l’enfant qui se trompe\u202f: la règle, en une phrase ou deux.",
    )

    def __init__(self, *args, **values):
        super().__init__(*args, **values)
        for n in ANSWERS:
            self.fields[f"answer_{n}"] = forms.CharField(label=f"Réponse {n}", required=False, max_length=160)

    @property
    def answers(self) -> list[tuple[forms.BoundField, Any]]:
        """Each answer's field, with the button that calls it right."""
        return [(self[f"answer_{n}"], self["right"][n - 1]) for n in ANSWERS]

    def clean(self):
        values = super().clean() or self.cleaned_data
        answers = [(n, values.get(f"answer_{n}", "")) for n in ANSWERS]
        given = {n: text for n, text in answers if text}
        if self.errors or not (given or values.get("text") or values.get("explanation")):
            return values
        if not values.get("text"):
            self.add_error("text", "Écrivez la question, ou retirez-la.")
        if len(given) < 2:
            self.add_error("answer_2", "Donnez au moins deux réponses, dont une juste.")
        elif len({text.casefold() for text in given.values()}) < len(given):
            self.add_error("answer_1", "Deux réponses disent la même chose. Changez-en une.")
        if not values.get("right"):
            self.add_error("right", "Dites quelle réponse est juste.")
        elif int(values["right"]) not in given:
            self.add_error("right", "La réponse marquée juste est vide. Écrivez-la, ou marquez-en une autre.")
        if not values.get("explanation"):
            self.add_error("explanation", "Dites pourquoi\u202f: c’est ce que lit l’enfant qui se trompe.")
        return values

    @property
    def asked(self) -> Asked | None:
        """What the service takes; None for a row that says nothing."""
        values = self.cleaned_data
        if not values.get("text"):
            return None
        given = [n for n in ANSWERS if values[f"answer_{n}"]]
        return Asked(
            text=values["text"],
            answers=tuple(values[f"answer_{n}"] for n in given),
            right=given.index(int(values["right"])),
            explanation=values["explanation"],
            pk=values["pk"],
        )


Questions = forms.formset_factory(
    QuestionForm, extra=0, max_num=QUESTIONS, absolute_max=QUESTIONS, validate_max=True
)


class SummaryWhole:
    """Parts and questions as one thing to show, to judge and to save."""

    def __init__(self, texts: TextsForm, questions):
        self.texts, self.questions = texts, questions

    @classmethod
    def of(cls, summary: Summary | None, questions: list[Question]) -> "SummaryWhole":
        """As it is saved; where there is no question yet, a row for the first."""
        said = {**summary.texts, "seen": seen(summary)} if summary else {"seen": ""}
        rows = [_row(one) for one in questions]
        return cls(TextsForm(initial=said), Questions(initial=rows or [{}], prefix="q"))

    @classmethod
    def judged(cls, data) -> "SummaryWhole":
        return cls(TextsForm(data), Questions(data, prefix="q"))

    @classmethod
    def retyped(cls, data, act: str = "") -> "SummaryWhole":
        """As it was typed, not judged, after what a button asked for."""
        texts = {name: data.get(name, "") for name in (*PARTS, "seen")}
        rows = _typed_rows(data)
        found = _ACT.fullmatch(act)
        if found:
            _moved(rows, found[1], int(found[2] or 0) - 1)
        return cls(TextsForm(initial=texts), Questions(initial=rows, prefix="q"))

    def is_valid(self) -> bool:
        return all([self.texts.is_valid(), self.questions.is_valid()])

    @property
    def faults(self) -> list[tuple[str, str]]:
        """What was judged and refused: (label, where it is on the page)."""
        if not self.texts.is_bound:
            return []
        found = [(str(field.label), field.auto_id) for field in self.texts if field.errors]
        rows = enumerate(self.questions.forms, 1)
        found += [(f"Question {n}", f"question-{n}") for n, form in rows if form.errors]
        if self.questions.non_form_errors():
            found.append((f"{QUESTIONS} questions au plus", "questions"))
        return found

    @property
    def typed(self) -> dict[str, str]:
        """The parts as they stand in the form."""
        return {name: str(self.texts[name].value() or "") for name in PARTS}

    @property
    def asked(self) -> list[str]:
        """The questions as they stand in the form, each in one line; the right answer bears a mark."""
        lines = []
        for form in self.questions.forms:
            row = {name: str(form[name].value() or "").strip() for name in _ROW}
            right = row["right"]
            answers = [
                f"{row[f'answer_{n}']}{' (juste)' * (right == str(n))}" for n in ANSWERS if row[f"answer_{n}"]
            ]
            if row["text"] or answers or row["explanation"]:
                lines.append(f"{row['text']} {', '.join(answers)}. {row['explanation']}")
        return lines

    @property
    def values(self) -> dict[str, Any]:
        """What the service takes."""
        asked = [form.asked for form in self.questions.forms]
        return {
            "texts": {name: self.texts.cleaned_data[name] for name in PARTS},
            "questions": [one for one in asked if one],
        }


def seen(summary: Summary | None) -> str:
    """The version of a summary, as its form carries it."""
    return summary.updated_at.isoformat() if summary else ""


def _row(question: Question) -> dict:
    answers = list(question.answers.all())
    right = next((n for n, one in enumerate(answers, 1) if one.right), "")
    return {
        "pk": question.pk,
        "text": question.text,
        "explanation": question.explanation,
        "right": str(right),
        **{f"answer_{n}": one.text for n, one in enumerate(answers, 1)},
    }


def _typed_rows(data) -> list[dict]:
    total = data.get("q-TOTAL_FORMS", "")
    count = min(int(total), QUESTIONS) if total.isascii() and total.isdigit() and len(total) < 4 else 0
    return [{name: data.get(f"q-{n}-{name}", "") for name in _ROW} for n in range(count)]


def _moved(rows: list[dict], act: str, place: int) -> None:
    if act == "question" and len(rows) < QUESTIONS:
        rows.append({})
    if not 0 <= place < len(rows):
        return
    if act == "retirer":
        del rows[place]
    elif act == "monter" and place > 0:
        rows[place - 1 : place + 1] = rows[place - 1 : place + 1][::-1]
    elif act == "descendre" and place < len(rows) - 1:
        rows[place : place + 2] = rows[place : place + 2][::-1]
