"""The rules of a game in a librarian's own words, and her questions about them."""

from django.db import models
from django.db.models import Q

from catalogue.models.record import Record
from ludotheque.french import of

# what a summary tells, in the order in which one reads it
PARTS = {
    "goal": "But du jeu",
    "contents": "Matériel",
    "setup": "Mise en place",
    "turn": "À son tour",
    "special": "Cas particuliers",
    "scoring": "Compter les points",
    "ending": "Fin de la partie",
}


class Summary(models.Model):
    """A record has one or none; there is none that says nothing."""

    record = models.OneToOneField(Record, on_delete=models.CASCADE, related_name="summary")
    goal = models.TextField("but du jeu", blank=True)
    contents = models.TextField("matériel", blank=True)
    setup = models.TextField("mise en place", blank=True)
    turn = models.TextField("à son tour", blank=True)
    special = models.TextField("cas particuliers", blank=True)
    scoring = models.TextField("compter les points", blank=True)
    ending = models.TextField("fin de la partie", blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = "résumé"
        constraints = [
            models.CheckConstraint(condition=~Q(**dict.fromkeys(PARTS, "")), name="summary_says_something"),
        ]

    def __str__(self):
        return f"Résumé {of(str(self.record))}"

    @property
    def texts(self) -> dict[str, str]:
        """What it tells, by the name of the part, empty ones too."""
        return {name: getattr(self, name) for name in PARTS}


class Question(models.Model):
    """A question of the quiz; `explanation` is what one reads who was wrong."""

    summary = models.ForeignKey(Summary, on_delete=models.CASCADE, related_name="questions")
    text = models.CharField("question", max_length=300)
    explanation = models.CharField("explication", max_length=600)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        verbose_name = "question"
        constraints = [
            models.CheckConstraint(condition=~Q(text="") & ~Q(explanation=""), name="question_says_both"),
        ]

    def __str__(self):
        return self.text


class Answer(models.Model):
    """What one may choose; exactly one answer of a question is right."""

    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="answers")
    text = models.CharField("réponse", max_length=160)
    right = models.BooleanField("juste", default=False)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        verbose_name = "réponse"
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="answer_says_something"),
            models.UniqueConstraint(fields=["question", "text"], name="answer_once"),
            models.UniqueConstraint(fields=["question"], condition=Q(right=True), name="answer_one_right"),
        ]

    def __str__(self):
        return self.text
