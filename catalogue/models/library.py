"""The library itself: its own row, its hours, its sites and sections."""

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce

from catalogue.models.authority import Variant

CALL_NUMBER_SCHEME = "{indice} {titre}"
BARCODE_DIGITS = (3, 15)
CALL_NUMBER_LETTERS = (1, 8)


class Weekday(models.IntegerChoices):
    """Days as `date.weekday()` counts them."""

    MONDAY = 0, "lundi"
    TUESDAY = 1, "mardi"
    WEDNESDAY = 2, "mercredi"
    THURSDAY = 3, "jeudi"
    FRIDAY = 4, "vendredi"
    SATURDAY = 5, "samedi"
    SUNDAY = 6, "dimanche"


class Library(models.Model):
    """The one row that says whose installation this is; there is none until the first visit."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    name = models.CharField("nom", max_length=200)
    address = models.TextField("adresse", blank=True)
    phone = models.CharField("téléphone", max_length=40, blank=True)
    email = models.EmailField("courriel", blank=True)
    about = models.TextField("présentation", blank=True)
    membership = models.TextField("adhésion : ce qu’elle coûte et permet", blank=True)
    legal = models.TextField("mentions légales : éditeur, responsable de publication, hébergeur", blank=True)
    loan_days = models.PositiveSmallIntegerField("durée du prêt (jours)", default=21)
    max_loans = models.PositiveSmallIntegerField("prêts à la fois par foyer", null=True, blank=True)
    new_days = models.PositiveSmallIntegerField("une nouveauté le reste (jours)", default=90)
    # barcodes that we give: the prefix, then the next number in so many digits
    barcode_prefix = models.CharField("préfixe des codes-barres", max_length=20, blank=True)
    barcode_digits = models.PositiveSmallIntegerField("chiffres des codes-barres", default=6)
    barcode_next = models.PositiveBigIntegerField("prochain numéro de code-barres", default=1)
    # what a call number is made of, as policy.call_number reads it; empty: none is proposed
    call_number_scheme = models.CharField(
        "cote proposée", max_length=60, blank=True, default=CALL_NUMBER_SCHEME
    )
    call_number_letters = models.PositiveSmallIntegerField("lettres du titre dans la cote", default=3)
    # lending, where no policy says otherwise; empty: no limit, no fee
    max_renewals = models.PositiveSmallIntegerField(
        "prolongations d’un prêt", null=True, blank=True, default=1
    )
    max_holds = models.PositiveSmallIntegerField(
        "réservations à la fois par foyer", null=True, blank=True, default=3
    )
    hold_days = models.PositiveSmallIntegerField("une réservation attend (jours d’ouverture)", default=4)
    price_cents = models.PositiveIntegerField("prix par prêt (centimes)", default=0)
    late_cents = models.PositiveIntegerField("par jour de retard (centimes)", default=0)
    late_cap_cents = models.PositiveIntegerField("retard, au plus (centimes)", null=True, blank=True)
    # whether nothing goes out to a family that has no subscription at all
    subscription_required = models.BooleanField("adhésion exigée pour emprunter", default=False)
    # whether a box that came back stays in until its pieces have been counted
    count_first = models.BooleanField("compter les pièces avant de reprêter", default=False)
    desk_sounds = models.BooleanField("sons de l’accueil", default=True)
    # how long a loan that is over says who had the box; empty: for good
    history_months = models.PositiveSmallIntegerField(
        "un prêt rendu reste au nom du foyer (mois)", null=True, blank=True, default=4
    )
    # the calendar
    closed_on_holidays = models.BooleanField("fermé les jours fériés", default=True)
    holiday_region = models.CharField("jours fériés de", max_length=12, blank=True)
    school_zone = models.CharField("zone de vacances scolaires", max_length=12, blank=True)
    closed_in_school_holidays = models.BooleanField("fermé pendant les vacances scolaires", default=False)
    sample_data = models.BooleanField("données d’exemple", default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(id=1),
                name="one_library",
                violation_error_message="Il n’y a qu’une ludothèque ici : changez celle qui est là.",
            ),
            models.CheckConstraint(
                condition=Q(loan_days__gte=1),
                name="library_loan_days_positive",
                violation_error_message="Un prêt dure au moins un jour.",
            ),
            models.CheckConstraint(
                condition=~Q(name=""),
                name="library_named",
                violation_error_message="Donnez un nom à la ludothèque.",
            ),
            models.CheckConstraint(
                condition=Q(new_days__gte=1),
                name="library_new_for_a_day",
                violation_error_message="Une nouveauté le reste au moins un jour.",
            ),
            models.CheckConstraint(
                condition=Q(barcode_digits__range=BARCODE_DIGITS, barcode_next__gte=1),
                name="library_barcodes_sensible",
                violation_error_message="De 3 à 15 chiffres, et un prochain numéro d’au moins 1.",
            ),
            models.CheckConstraint(
                condition=Q(call_number_letters__range=CALL_NUMBER_LETTERS),
                name="library_call_number_letters_sensible",
                violation_error_message="Une cote prend de 1 à 8 lettres du titre.",
            ),
        ]

    def __str__(self):
        return self.name


class OpeningPeriod(models.Model):
    """A time of the week at which the library is open; no row at all: hours not known, every day counts."""

    library = models.ForeignKey(Library, on_delete=models.CASCADE, related_name="opening_periods")
    # empty: every site that has no week of its own
    site = models.ForeignKey(
        "catalogue.Site", null=True, blank=True, on_delete=models.CASCADE, related_name="opening_periods"
    )
    weekday = models.PositiveSmallIntegerField("jour", choices=Weekday)
    opens_at = models.TimeField("ouvre à")
    closes_at = models.TimeField("ferme à")

    class Meta:
        ordering = ["weekday", "opens_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(weekday__lte=6),
                name="opening_weekday_exists",
                violation_error_message="Choisissez un jour de la semaine.",
            ),
            models.CheckConstraint(
                condition=Q(closes_at__gt=F("opens_at")),
                name="opening_closes_later",
                violation_error_message="L’heure de fermeture vient après celle d’ouverture.",
            ),
            models.UniqueConstraint(
                "library",
                Coalesce("site", Value(0)),
                "weekday",
                "opens_at",
                name="opening_once_a_site",
                violation_error_message="Deux périodes commencent à la même heure : gardez-en une.",
            ),
        ]

    def __str__(self):
        return f"{self.get_weekday_display()} {self.opens_at:%H:%M}-{self.closes_at:%H:%M}"


class Site(models.Model):
    """A place where boxes stand (« localisation »)."""

    name = models.CharField("nom", max_length=120, unique=True)

    class Meta:
        ordering = ["name"]

    def __str__(self):
        return self.name


class MemberCategory(models.Model):
    """A kind of member that rules may speak of (« Famille », « Assistante maternelle »)."""

    name = models.CharField("nom", max_length=80, unique=True)

    class Meta:
        ordering = ["name"]
        verbose_name = "catégorie d’adhérents"
        constraints = [
            models.CheckConstraint(
                condition=~Q(name=""),
                name="member_category_named",
                violation_error_message="Donnez un nom à la catégorie.",
            ),
        ]

    def __str__(self):
        return self.name


class SiteVariant(Variant):
    site = models.ForeignKey(Site, on_delete=models.CASCADE, related_name="variants")


class Section(models.Model):
    """A part of the shelves (« section »): `A 401 jeu d'association`."""

    name = models.CharField("nom", max_length=120, unique=True)
    slug = models.SlugField(max_length=120, unique=True)

    class Meta:
        ordering = ["name"]

    def __str__(self):
        return self.name


class SectionVariant(Variant):
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="variants")
