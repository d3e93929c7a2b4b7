"""Files that come in: what was uploaded, what became of each game of it, and whose numbers records bear."""

from django.conf import settings
from django.db import models

from catalogue.models.record import Record


class Identifier(models.Model):
    """The number of a record in the system that it came from."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="identifiers")
    system = models.CharField(max_length=60)
    value = models.CharField(max_length=80)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["system", "value"],
                name="identifier_once",
                violation_error_message="Une autre notice a ce numéro : donnez-lui une autre origine.",
            )
        ]

    def __str__(self):
        return f"({self.system}){self.value}"


class ImportState(models.TextChoices):
    """Where an import is on its way."""

    UPLOADED = "depose", "À relire"
    TRYING = "essai", "À l’essai"
    TRIED = "essaye", "Essayé"
    RUNNING = "encours", "En cours"
    DONE = "fait", "Fait"
    UNDOING = "retrait", "Annulation en cours"
    UNDONE = "annule", "Annulé"


# while the worker has it
WORKING = (ImportState.TRYING, ImportState.RUNNING, ImportState.UNDOING)


class Policy(models.TextChoices):
    """What a file may change of a record that is known."""

    UPDATE = "corriger", "La corriger d’après le fichier"
    COMPLETE = "completer", "Remplir seulement ses cases vides"


class Fate(models.TextChoices):
    """What becomes of a game of a file."""

    NEW = "nouveau", "Nouvelle"
    CHANGED = "modifie", "Modifiée"
    SAME = "inchange", "Inchangée"
    REFUSED = "refuse", "Refusée"


class Import(models.Model):
    """A file, how it is read, and how far the work on it is."""

    name = models.CharField("fichier", max_length=200)
    # under VAR_DIR/imports; empty once the file is thrown away
    path = models.CharField(max_length=80, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    format = models.CharField("format", max_length=10)
    charset = models.CharField("lettres", max_length=20, blank=True)
    separator = models.CharField("séparateur", max_length=1, blank=True)
    mapping = models.JSONField(default=dict, blank=True)
    system = models.CharField("origine des identifiants", max_length=60, blank=True)
    policy = models.CharField(
        "une notice déjà au catalogue", max_length=10, choices=Policy, default=Policy.UPDATE
    )

    state = models.CharField(max_length=10, choices=ImportState, default=ImportState.UPLOADED)
    total = models.PositiveIntegerField(default=0)  # games of the file, estimated before the trial
    position = models.PositiveIntegerField(default=0)  # games that the present work is done with
    fates = models.JSONField(default=dict, blank=True)  # Fate → how many
    trouble = models.TextField(blank=True)  # why the work stopped

    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    actor_name = models.CharField(max_length=160)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    moved_at = models.DateTimeField()  # a sign of life of the work
    done_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = "import"

    def __str__(self):
        return self.name

    @property
    def is_working(self) -> bool:
        return self.state in WORKING

    @property
    def refused(self) -> int:
        return self.fates.get(Fate.REFUSED.value, 0)


class ImportLine(models.Model):
    """A game of a file: what becomes of it, why, and what taking it back needs."""

    run = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    place = models.CharField(max_length=40)
    title = models.CharField(max_length=300, blank=True)
    fate = models.CharField(max_length=10, choices=Fate)
    record = models.ForeignKey(Record, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    # for people: faults, remarks, changes
    details = models.JSONField(default=dict, blank=True)
    # for undoing: which rows were made, which values stood there before
    trace = models.JSONField(default=dict, blank=True)
    # what undoing left, because it was changed since
    kept = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["run", "number"], name="import_line_once")]
        indexes = [
            models.Index(fields=["run", "fate", "number"], name="import_lines_by_fate"),
        ]

    def __str__(self):
        return f"{self.place} {self.title}"
