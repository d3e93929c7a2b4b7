"""A box on the shelf (« exemplaire »)."""

from django.db import models
from django.db.models import Q
from django.db.models.lookups import LessThan
from django.utils.functional import cached_property

from catalogue.models.library import Section, Site
from catalogue.models.record import Record


class CopyState(models.TextChoices):
    """What the staff has found of a copy; loans are counted apart."""

    IN_SERVICE = "service", "En service"
    TO_COUNT = "compter", "À compter"
    TO_CLEAN = "nettoyer", "À nettoyer"
    REPAIR = "reparation", "En réparation"
    INCOMPLETE = "incomplet", "Incomplet"
    LOST = "perdu", "Perdu"
    WITHDRAWN = "retire", "Retiré"


class Wear(models.TextChoices):
    """How used a box is, at a glance."""

    NEW = "neuf", "Neuf"
    GOOD = "bon", "Bon"
    WORN = "use", "Usé"
    DAMAGED = "abime", "Abîmé"


class Acquisition(models.TextChoices):
    """How a box came to the library."""

    BOUGHT = "achat", "Achat"
    GIVEN = "don", "Don"
    DEPOSITED = "depot", "Dépôt"


# the states of copies that have left the library
GONE = (CopyState.WITHDRAWN, CopyState.LOST)


HELD = "prete"  # the state of a hold that a copy lies aside for


class Status(models.TextChoices):
    """What one may do with a copy today, derived from its state, its loan, and whom it waits for."""

    AVAILABLE = "disponible", "Disponible"
    ON_LOAN = "prete", "Prêté"
    ON_HOLD = "reserve", "Réservé"
    IN_TRANSIT = "transit", "En transit"
    ON_SITE = "sur-place", "À jouer sur place"
    TO_COUNT = "compter", "À compter"
    TO_CLEAN = "nettoyer", "À nettoyer"
    REPAIR = "reparation", "En réparation"
    INCOMPLETE = "incomplet", "Incomplet"
    LOST = "perdu", "Perdu"
    WITHDRAWN = "retire", "Retiré"


def status_of(state: str, on_site_only: bool, is_lent: bool, aside: str = "") -> Status:
    """The one rule that says what may be done with a copy; `aside` as `Copy.aside` tells it."""
    if is_lent:
        return Status.ON_LOAN
    if state != CopyState.IN_SERVICE:
        return Status(state)
    if aside:
        return Status(aside)
    return Status.ON_SITE if on_site_only else Status.AVAILABLE


def number_of(rows: models.QuerySet) -> models.Subquery:
    """How many rows there are that a condition binds to the outer query; never nothing."""
    count = models.Func(models.F("pk"), function="COUNT", output_field=models.IntegerField())
    return models.Subquery(rows.order_by().annotate(number=count).values("number"))


class CopyQuerySet(models.QuerySet):
    def on_shelf(self):
        """Copies a family may take home now."""
        # by each copy's own index entry; NOT IN would read every open loan of the library
        lent, held, moving = (models.Exists(rows) for rows in self._away())
        return self.filter(~lent, ~held, ~moving, state=CopyState.IN_SERVICE, on_site_only=False)

    def shown(self):
        """Copies the public sees: all but those that have left the library."""
        return self.exclude(state__in=GONE)

    def standing(self):
        """What the public sees of copies: record, key, call number, state, on site only, aside, due date."""
        current = models.FilteredRelation("loans", condition=Q(loans__returned_at=None))
        rows = self.shown().with_aside(promised=True).annotate(current=current).order_by()
        return rows.values_list(
            "record_id", "id", "call_number", "state", "on_site_only", "aside", "current__due_on"
        )

    def with_aside(self, *, promised: bool = False):
        """With `aside` fetched: on its way, kept for a family, or neither.

        `promised`: as a visitor should see it, for whom a box on the shelf is kept as well that will go to a
        family that waits: as many as there are such families, the latest boxes."""
        _, held, moving = (models.Exists(rows) for rows in self._away())
        kept = models.Value(Status.ON_HOLD.value)
        return self.annotate(
            aside=models.Case(
                models.When(moving, then=models.Value(Status.IN_TRANSIT.value)),
                models.When(held, then=kept),
                *([models.When(self._promised(), then=kept)] if promised else []),
                default=models.Value(""),
                output_field=models.CharField(),
            )
        )

    def with_loans(self):
        """With all fetched that `status` asks for: `open_loans`, at most one, and `aside`."""
        return self.with_aside().prefetch_related(
            models.Prefetch("loans", queryset=self._open_loans(), to_attr="open_loans")
        )

    def bearing(self, codes: list[str]):
        """Those whose barcode is one of the codes, the likeliest first: as the codes are listed."""
        rank = models.Case(
            *(models.When(barcode=code, then=place) for place, code in enumerate(codes)), default=len(codes)
        )
        return self.filter(barcode__in=codes).order_by(rank)

    def at_desk(self, **which):
        """The copy meant by `which`, or None, in one query: with its record, its site, its open loan and who
        has it, the hold it lies aside for and whose, where it is on its way to, and for whom."""
        copy = (
            self.annotate(
                current=models.FilteredRelation("loans", condition=Q(loans__returned_at=None)),
                held=models.FilteredRelation("holds", condition=Q(holds__state=HELD)),
                moving=models.FilteredRelation("transits", condition=Q(transits__received_at=None)),
                wanted=self._wanted(models.OuterRef("record_id"), models.OuterRef("pk")),
            )
            .select_related("record", "site", "current__member__household", "held__household")
            .select_related("moving__to_site", "moving__hold__household", "moving__hold__pickup_site")
            .filter(**which)
            .first()
        )
        if copy is not None:
            # Django sets nothing where a join finds nothing
            current, held, moving = (getattr(copy, name, None) for name in ("current", "held", "moving"))
            copy.open_loans = [current] if current else []
            copy.ready_hold, copy.open_transit = held, moving
            copy.aside = Status.IN_TRANSIT.value if moving else Status.ON_HOLD.value if held else ""
        return copy

    @staticmethod
    def _open_loans():
        from catalogue.models.loan import Loan

        return Loan.objects.open()

    @staticmethod
    def _wanted(record_id, copy_id):
        from catalogue.models.hold import Hold

        return models.Exists(Hold.objects.concerned_by(record_id, copy_id))

    @staticmethod
    def _promised():
        from catalogue.models.hold import Hold

        record = models.OuterRef("record")
        waiting = Hold.objects.without_box().filter(record=record)
        later = Copy.objects.on_shelf().filter(record=record, pk__gt=models.OuterRef("pk"))
        stands = Q(models.Exists(waiting), state=CopyState.IN_SERVICE, on_site_only=False)
        return stands & Q(LessThan(number_of(later), number_of(waiting)))

    @staticmethod
    def _away():
        """Of the copy of the outer query: its open loan, its ready hold, its open transit."""
        from catalogue.models.hold import Hold, Transit
        from catalogue.models.loan import Loan

        this = models.OuterRef("pk")
        return (
            Loan.objects.open().filter(copy=this),
            Hold.objects.ready().filter(copy=this),
            Transit.objects.open().filter(copy=this),
        )


class Copy(models.Model):
    """One box, known by its barcode."""

    record = models.ForeignKey(Record, verbose_name="notice", on_delete=models.PROTECT, related_name="copies")
    # text: leading zeros are part of it
    barcode = models.CharField("code-barres", max_length=40, unique=True)
    call_number = models.CharField("cote", max_length=60, blank=True)
    section = models.ForeignKey(
        Section,
        verbose_name="section",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="copies",
    )
    site = models.ForeignKey(
        Site,
        verbose_name="localisation",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="copies",
    )
    state = models.CharField("état", max_length=12, choices=CopyState, default=CopyState.IN_SERVICE)
    # why it is in that state, and since when; both empty in service, and for one withdrawn, which has its own
    state_reason = models.CharField("motif de l’état", max_length=200, blank=True)
    state_since = models.DateField("dans cet état depuis le", null=True, blank=True)
    on_site_only = models.BooleanField("à jouer sur place", default=False)
    wear = models.CharField("état de conservation", max_length=8, choices=Wear, blank=True)
    condition = models.TextField("remarques sur l’état", blank=True)
    acquired_how = models.CharField("mode d’acquisition", max_length=8, choices=Acquisition, blank=True)
    acquired_on = models.DateField("acquis le", null=True, blank=True)
    supplier = models.CharField("fournisseur", max_length=160, blank=True)
    price_cents = models.PositiveIntegerField("prix (centimes)", null=True, blank=True)
    withdrawn_reason = models.CharField("motif du retrait", max_length=200, blank=True)
    # null where nobody noted it
    withdrawn_on = models.DateField("retiré le", null=True, blank=True)
    # null until its barcode label has been printed
    label_printed_at = models.DateTimeField("étiquette imprimée le", null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CopyQuerySet.as_manager()

    class Meta:
        ordering = ["call_number", "barcode"]
        verbose_name = "exemplaire"
        constraints = [
            models.CheckConstraint(
                condition=~Q(barcode=""),
                name="copy_barcoded",
                violation_error_message="Donnez un code-barres à la boîte.",
            ),
            models.CheckConstraint(
                condition=(Q(state=CopyState.WITHDRAWN) & ~Q(withdrawn_reason=""))
                | (~Q(state=CopyState.WITHDRAWN) & Q(withdrawn_reason="", withdrawn_on=None)),
                name="copy_withdrawn_for_a_reason",
                violation_error_message="Seul l’état « Retiré » a un motif, et il en faut un : écrivez-le.",
            ),
            models.CheckConstraint(
                condition=~Q(state=CopyState.IN_SERVICE) | Q(state_reason="", state_since=None),
                name="copy_in_service_without_a_reason",
                violation_error_message="Une boîte en service n’a pas de raison d’arrêt : changez l’état.",
            ),
        ]

    def __str__(self):
        return f"{self.record.title} ({self.barcode})"

    @property
    def open_loan(self):
        """The loan of this copy that is not returned, or None; free of queries after `with_loans()`."""
        if not hasattr(self, "open_loans"):
            self.open_loans = list(self.loans.open())
        return self.open_loans[0] if self.open_loans else None

    @cached_property
    def ready_hold(self):
        """The hold that this copy lies aside for, or None; free of queries after `at_desk()`."""
        return self.holds.ready().first()

    @cached_property
    def open_transit(self):
        """The way between sites that this copy is on, or None; free of queries after `at_desk()`."""
        return self.transits.open().first()

    @cached_property
    def wanted(self) -> bool:
        """Whether any hold has to do with this copy coming or going; free of queries after `at_desk()`."""
        from catalogue.models.hold import Hold

        return Hold.objects.concerned_by(self.record_id, self.pk).exists()

    @cached_property
    def aside(self) -> str:
        """Why it is not on its shelf although nobody has it; free of queries after `with_loans()`."""
        if self.open_transit:
            return Status.IN_TRANSIT.value
        return Status.ON_HOLD.value if self.ready_hold else ""

    @property
    def status(self) -> Status:
        return status_of(self.state, self.on_site_only, self.open_loan is not None, self.aside)
