"""Names that records share: publishers, people, categories."""

import re

from django.db import models
from django.urls import reverse

from ludotheque.text import fold


class Authority(models.Model):
    """A preferred form, as the source writes it, with the keys by which it is found and ordered."""

    name = models.CharField("forme retenue", max_length=200, unique=True)
    slug = models.SlugField(max_length=120, unique=True)
    sort_key = models.CharField(max_length=200, db_index=True, editable=False)

    class Meta:
        abstract = True
        ordering = ["sort_key"]

    def __str__(self):
        return self.name


class Variant(models.Model):
    """Another form of a name; `folded` is what comparing uses."""

    form = models.CharField("autre forme", max_length=200)
    folded = models.CharField(max_length=200, unique=True, editable=False)

    class Meta:
        abstract = True
        ordering = ["form"]

    def __str__(self):
        return self.form


class FormerAddress(models.Model):
    """The address of a name that has become a form of another; it leads there also without that form."""

    slug = models.SlugField(max_length=120, unique=True)

    class Meta:
        abstract = True
        ordering = ["slug"]

    def __str__(self):
        return self.slug


class Publisher(Authority):
    """Who publishes games (« éditeur »)."""

    class Meta(Authority.Meta):
        verbose_name = "éditeur"

    def get_absolute_url(self):
        return reverse("publisher", args=[self.slug])


class PublisherVariant(Variant):
    publisher = models.ForeignKey(Publisher, on_delete=models.CASCADE, related_name="variants")


class PublisherAddress(FormerAddress):
    publisher = models.ForeignKey(Publisher, on_delete=models.CASCADE, related_name="addresses")


class Person(Authority):
    """Who makes games (« auteur », « illustrateur »)."""

    class Meta(Authority.Meta):
        verbose_name = "personne"

    def get_absolute_url(self):
        return reverse("person", args=[self.slug])


class PersonVariant(Variant):
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="variants")


class PersonAddress(FormerAddress):
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="addresses")


class Scheme(models.TextChoices):
    """Classifications in use; the value is the one in addresses."""

    ESAR = "esar", "ESAR"
    COL = "col", "COL"
    INDEX = "indice", "Indice"


class Family(models.TextChoices):
    """What a category looks like on a box: its colour and its motif."""

    ASSOCIATION = "association", "association"
    CHANCE = "hasard", "hasard"
    STRATEGY = "strategie", "stratégie"
    CIRCUIT = "circuit", "circuit"
    SKILL = "adresse", "adresse"
    LANGUAGE = "langue", "langue"
    KNOWLEDGE = "savoir", "savoir"
    OTHER = "autre", "autre"


class Category(models.Model):
    """A class of a scheme: ESAR `A 407` « jeu de hasard », of the facet « jeu de règles »."""

    scheme = models.CharField("classification", max_length=10, choices=Scheme, default=Scheme.ESAR)
    code = models.CharField(max_length=40, editable=False)
    notation = models.CharField("indice", max_length=40)
    label = models.CharField("libellé", max_length=160, blank=True)
    facet = models.CharField("facette", max_length=80, blank=True)
    family = models.CharField("famille", max_length=12, choices=Family, default=Family.OTHER)

    class Meta:
        ordering = ["scheme", "code"]
        constraints = [
            models.UniqueConstraint(
                fields=["scheme", "code"],
                name="category_once",
                violation_error_message="Cet indice est déjà celui d’une catégorie : prenez-la.",
            ),
            models.CheckConstraint(
                condition=~models.Q(code=""),
                name="category_coded",
                violation_error_message="Un indice a au moins une lettre ou un chiffre : complétez-le.",
            ),
        ]

    def __str__(self):
        facet = f" ({self.facet})" if self.facet else ""
        return f"{self.notation} {self.label}{facet}".strip()

    def get_absolute_url(self):
        return reverse("category", args=[self.scheme, self.code])

    @property
    def line(self) -> str:
        """As one writes it in a form: « A 407 jeu de hasard (jeu de règles) », « [Indice] R refl AD »."""
        return str(self) if self.scheme == Scheme.ESAR else f"[{self.get_scheme_display()}] {self}"

    @staticmethod
    def code_of(notation: str) -> str:
        """The code that all spellings of a notation share: `A 407`, `A407`, `[ESAR] A407` → `a407`."""
        bare = re.sub(r"^\s*\[[^\]]*\]", "", notation)
        folded = fold(bare)
        return re.sub(r"^([a-z]) (?=\d)", r"\1", folded).replace(" ", "-")


class CategoryVariant(models.Model):
    """A notation by which a class was known before."""

    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="variants")
    scheme = models.CharField(max_length=10, choices=Scheme)
    code = models.CharField(max_length=40)
    form = models.CharField("autre forme", max_length=200)

    class Meta:
        ordering = ["scheme", "code"]
        constraints = [
            models.UniqueConstraint(
                fields=["scheme", "code"],
                name="category_variant_once",
                violation_error_message="Une catégorie a déjà eu cet indice : donnez-en un autre.",
            ),
        ]

    def __str__(self):
        return self.form
