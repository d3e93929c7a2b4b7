"""A game as the catalogue describes it (« notice »)."""

from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from catalogue.models.authority import Category, Family, Person, Publisher
from games import registry
from ludotheque.french import counted

# from, to: what lies outside is a slip of the keyboard
NUMBERS = {
    "year": (1800, 2100),
    "min_players": (1, 999),
    "max_players": (1, 999),
    "min_age": (0, 120),
    "max_age": (0, 120),
    "duration": (1, 10_000),
}


class SafetyWarning(models.TextChoices):
    """What a box warns of, as toys bear it by law."""

    UNDER_36_MONTHS = "moins-36-mois", "Ne convient pas aux enfants de moins de 36 mois"
    SMALL_PARTS = "petites-pieces", "Petites pièces\u202f: risque d’étouffement"
    MAGNETS = "aimants", "Aimants\u202f: dangereux s’ils sont avalés"
    BUTTON_CELLS = "piles-bouton", "Piles bouton\u202f: dangereuses si elles sont avalées"


class RecordQuerySet(models.QuerySet):
    def shown(self):
        """Records the public sees: all but drafts."""
        return self.filter(draft=False)


class Record(models.Model):
    """The description of a game; what it does not know is empty or null, never guessed."""

    slug = models.SlugField(max_length=120, unique=True)
    draft = models.BooleanField("brouillon", default=False)
    title = models.CharField("titre", max_length=300)
    parallel_title = models.CharField("autre titre", max_length=300, blank=True)
    responsibility = models.CharField("mention de responsabilité", max_length=300, blank=True)
    sort_key = models.CharField(max_length=300, db_index=True, editable=False)

    publisher = models.ForeignKey(
        Publisher,
        verbose_name="éditeur",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="records",
    )
    place = models.CharField("lieu", max_length=120, blank=True)
    date_text = models.CharField("date", max_length=80, blank=True)
    year = models.PositiveSmallIntegerField("année", null=True, blank=True)
    document_type = models.CharField("type de document", max_length=120, blank=True)
    designation = models.CharField("indication du genre, entre crochets", max_length=120, blank=True)
    languages = models.JSONField("langues", default=list, blank=True)
    ean = models.CharField("EAN", max_length=20, blank=True, db_index=True)

    people = models.ManyToManyField(Person, through="Contribution", related_name="records")
    categories = models.ManyToManyField(
        Category, verbose_name="catégories", blank=True, related_name="records"
    )

    min_players = models.PositiveSmallIntegerField("nombre minimum de joueurs", null=True, blank=True)
    max_players = models.PositiveSmallIntegerField("nombre maximum de joueurs", null=True, blank=True)
    min_age = models.PositiveSmallIntegerField("âge minimum", null=True, blank=True)
    max_age = models.PositiveSmallIntegerField("âge maximum", null=True, blank=True)
    duration = models.PositiveSmallIntegerField("durée moyenne (minutes)", null=True, blank=True)

    warnings = models.JSONField("avertissements de sécurité", default=list, blank=True)
    # an extension needs its base game; services refuse a circle
    base_game = models.ForeignKey(
        "self",
        verbose_name="jeu de base",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="extensions",
    )

    description = models.TextField("description", blank=True)
    contents = models.TextField("contenu", blank=True)
    rules_text = models.TextField("règles du jeu", blank=True)
    notes = models.TextField("notes", blank=True)
    source = models.TextField("source de la notice", blank=True)
    completed = models.JSONField(
        "champs complétés d’après la règle publiée", default=list, blank=True, help_text="noms des champs"
    )

    # how the box is drawn, where its categories do not tell: a choice of ours, no fact of the game
    motif = models.CharField("dessin de la boîte", max_length=12, choices=Family, blank=True)

    # the name of its first picture, kept here for the shelves; empty: the cover is drawn
    cover = models.CharField(max_length=32, blank=True, editable=False)

    game = models.SlugField("jeu", max_length=40, blank=True)
    game_options = models.JSONField("options du jeu", default=dict, blank=True)

    created_at = models.DateTimeField("entrée au catalogue", auto_now_add=True, db_index=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = RecordQuerySet.as_manager()

    class Meta:
        ordering = ["sort_key", "id"]
        verbose_name = "notice"
        constraints = [
            models.CheckConstraint(
                condition=~Q(title=""),
                name="record_titled",
                violation_error_message="Donnez un titre au jeu.",
            ),
            models.CheckConstraint(
                condition=Q(min_players__gte=1),
                name="record_players_from_one",
                violation_error_message="Le nombre de joueurs commence à 1 : corrigez-le, ou videz la case.",
            ),
            models.CheckConstraint(
                condition=Q(max_players__gte=F("min_players")),
                name="record_players_in_order",
                violation_error_message="Le maximum de joueurs est sous le minimum : corrigez l’un des deux.",
            ),
            models.CheckConstraint(
                condition=Q(max_age__gte=F("min_age")),
                name="record_ages_in_order",
                violation_error_message="L’âge maximum est sous l’âge minimum : corrigez l’un des deux.",
            ),
            models.CheckConstraint(
                condition=Q(duration__gte=1),
                name="record_duration_positive",
                violation_error_message="Une partie dure une minute au moins : corrigez, ou videz la case.",
            ),
            models.CheckConstraint(
                condition=Q(*(Q((f"{name}__range", bounds)) for name, bounds in NUMBERS.items())),
                name="record_numbers_sensible",
                violation_error_message="Joueurs, âges, durée ou année : corrigez ce qui est démesuré.",
            ),
            models.CheckConstraint(
                condition=~Q(base_game=F("id")),
                name="record_not_its_own_base",
                violation_error_message="Un jeu n’est pas son propre jeu de base : prenez-en un autre.",
            ),
        ]

    def __str__(self):
        return self.title

    def get_absolute_url(self):
        return reverse("record", args=[self.slug])

    @property
    def has_rules(self) -> bool:
        """Whether there is something to read and print: its own text, the articles of its game, a summary.

        Lists load the summary with their records (`select_related`)."""
        return bool(self.rules_text.strip()) or registry.has_book(self.game) or self.has_summary

    @property
    def has_summary(self) -> bool:
        """Whether a librarian has written the rules in her own words."""
        return hasattr(self, "summary")

    @property
    def warns_under_36_months(self) -> bool:
        """Whether the box may not go to a child of less than three years."""
        return SafetyWarning.UNDER_36_MONTHS in self.warnings

    @property
    def safety_warnings(self) -> list[SafetyWarning]:
        """The warnings in their own order."""
        return [one for one in SafetyWarning if one in self.warnings]

    @property
    def isbd(self) -> str:
        """The ISBD line: `Uno [objet à 3 dimensions, artefacts, ...] . - Matel, [s.d.].`"""
        designation = self.designation or self.document_type
        title = f"{self.title} [{designation}] " if designation else self.title
        if self.responsibility:
            # the stop follows a statement of responsibility directly, a bracket after a space, as sources do
            title = f"{title.rstrip()} / {self.responsibility}"
        place = f"{self.place} : " if self.place else ""
        publisher = self.publisher.name if self.publisher else "[s.n.]"
        return f"{title}. - {place}{publisher}, {self.date_text or self.year or '[s.d.]'}."


class ContributionRole(models.TextChoices):
    AUTHOR = "auteur", "Auteur"
    ILLUSTRATOR = "illustrateur", "Illustrateur"
    TRANSLATOR = "traducteur", "Traducteur"
    OTHER = "autre", "Contribution"


class Contribution(models.Model):
    """What a person did for a game."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="contributions")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="contributions")
    role = models.CharField("rôle", max_length=12, choices=ContributionRole, default=ContributionRole.AUTHOR)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["record", "person", "role"],
                name="contribution_once",
                violation_error_message="Cette personne a déjà ce rôle : retirez l’une des deux lignes.",
            ),
        ]

    def __str__(self):
        return f"{self.person} ({self.get_role_display()})"


class Component(models.Model):
    """A countable part of the box; no quantity means: the source does not say how many."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="components")
    name = models.CharField("nom", max_length=160)
    quantity = models.PositiveIntegerField("nombre", null=True, blank=True)
    # without an important part the game cannot be played
    important = models.BooleanField("indispensable pour jouer", default=True)
    spare = models.PositiveIntegerField("en réserve", default=0)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(quantity__gte=1),
                name="component_counted",
                violation_error_message="Le nombre d’une pièce commence à 1 : corrigez-le, ou videz la case.",
            ),
            models.UniqueConstraint(
                fields=["record", "name"],
                name="component_once",
                violation_error_message="Cette pièce est déjà dans la liste : changez plutôt son nombre.",
            ),
        ]

    def __str__(self):
        return counted(self.quantity, self.name)


class Document(models.Model):
    """A digital document of a record; without a file it is shown as such."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="documents")
    name = models.CharField("nom", max_length=200)
    media_type = models.CharField("format", max_length=80, blank=True)
    file = models.FileField("fichier", upload_to="documents/", blank=True)
    size = models.PositiveBigIntegerField("octets", null=True, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["record", "name"],
                name="document_once",
                violation_error_message="La notice a déjà un document de ce nom : donnez-lui un autre nom.",
            )
        ]

    def __str__(self):
        return self.name


class LinkKind(models.TextChoices):
    PAGE = "page", "Page"
    VIDEO = "video", "Vidéo"


class Link(models.Model):
    """An address outside that belongs to a record; nothing of it is loaded before it is opened."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="links")
    label = models.CharField("libellé", max_length=160)
    url = models.URLField("adresse")
    kind = models.CharField("genre", max_length=8, choices=LinkKind, default=LinkKind.PAGE)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["record", "url"],
                name="link_once",
                violation_error_message="La notice a déjà ce lien : retirez l’un des deux.",
            )
        ]

    def __str__(self):
        return self.label
