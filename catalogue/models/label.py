"""Labels: grids of one's own, and the sheets that were made."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class LabelGrid(models.Model):
    """A sheet of labels that the shops of everybody else do not have; in millimetres."""

    name = models.CharField("nom", max_length=80, unique=True)
    columns = models.PositiveSmallIntegerField("colonnes")
    rows = models.PositiveSmallIntegerField("lignes")
    width = models.DecimalField("largeur d’une étiquette (mm)", max_digits=5, decimal_places=2)
    height = models.DecimalField("hauteur d’une étiquette (mm)", max_digits=5, decimal_places=2)
    left = models.DecimalField("marge de gauche (mm)", max_digits=5, decimal_places=2)
    top = models.DecimalField("marge du haut (mm)", max_digits=5, decimal_places=2)
    gap_x = models.DecimalField("entre deux colonnes (mm)", max_digits=5, decimal_places=2, default=0)
    gap_y = models.DecimalField("entre deux lignes (mm)", max_digits=5, decimal_places=2, default=0)

    class Meta:
        ordering = ["id"]
        verbose_name = "feuille d’étiquettes"
        constraints = [
            models.CheckConstraint(
                condition=Q(columns__range=(1, 20), rows__range=(1, 50), width__gte=10, height__gte=8),
                name="label_grid_sensible",
                violation_error_message="20 colonnes et 50 lignes au plus, 10 × 8 mm au moins : corrigez.",
            ),
            models.CheckConstraint(
                condition=Q(left__gte=0, top__gte=0, gap_x__gte=0, gap_y__gte=0),
                name="label_grid_on_the_page",
                violation_error_message="Une marge ou un écart n’est pas négatif : mettez 0 ou plus.",
            ),
        ]

    def __str__(self):
        return self.name


class SheetState(models.TextChoices):
    WAITING = "attend", "En préparation"
    READY = "prete", "Prête"


class LabelSheet(models.Model):
    """Labels for these boxes, as they were asked for; the PDF lies beside the database."""

    kind = models.CharField(max_length=12)
    symbology = models.CharField(max_length=10, blank=True)
    grid = models.JSONField()
    start = models.PositiveSmallIntegerField(default=1)
    outline = models.BooleanField(default=False)
    copy_ids = models.JSONField(default=list)
    left_out = models.JSONField(default=list)  # [name, why] of boxes that have no such label
    state = models.CharField(max_length=8, choices=SheetState, default=SheetState.WAITING)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = "planche d’étiquettes"

    def __str__(self):
        return f"planche {self.pk}"
