"""A title that a family waits for (« réservation »), and boxes on their way between sites."""

from typing import NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Greatest, NullIf
from django.db.models.lookups import GreaterThan

from catalogue.models.copy import HELD, Copy, number_of
from catalogue.models.library import Site
from catalogue.models.loan import Loan
from catalogue.models.member import Household, Member
from catalogue.models.record import Record


class HoldState(models.TextChoices):
    WAITING = "attente", "En attente"
    READY = HELD, "Mise de côté"
    SERVED = "servie", "Servie"
    CANCELLED = "annulee", "Annulée"
    EXPIRED = "expiree", "Non retirée"


ACTIVE = (HoldState.WAITING, HoldState.READY)


class Errand(models.TextChoices):
    """What somebody still has to do with the box of a hold that lay aside for another family."""

    RELABEL = "etiquette", "Changer l’étiquette"
    RESHELVE = "rayon", "Remettre en rayon"


class HoldQuerySet(models.QuerySet):
    def active(self):
        """Holds that still wait, for a box or for the family."""
        return self.filter(state__in=ACTIVE)

    def waiting(self):
        """The queue, first come first."""
        return self.filter(state=HoldState.WAITING).order_by("placed_at", "id")

    def without_box(self):
        """Those of the queue for whom no box is on its way from another site."""
        return self.waiting().filter(~Exists(Transit.objects.open().filter(hold=OuterRef("pk"))))

    def ready(self):
        return self.filter(state=HoldState.READY)

    def concerned_by(self, record_id, copy_id):
        """Those that change when this copy comes in or goes out."""
        left_aside = Q(copy=copy_id, errand=Errand.RESHELVE)
        return self.filter(Q(record=record_id, state__in=ACTIVE) | left_aside).order_by()

    def ahead_of(self, household_id: int, record_id: int | OuterRef):
        """Other families that come before this one in the queue for a title, and have no box yet."""
        others = self.without_box().filter(record=record_id).exclude(household=household_id)
        mine = Hold.objects.waiting().filter(
            record=OuterRef("record"), household=household_id, placed_at__lt=OuterRef("placed_at")
        )
        return others.filter(~Exists(mine))

    def line(self, household_id: int, record_id: int, copy_id: int | None = None) -> QuerySet:
        """One row of the fields of `Line`."""
        own = Hold.objects.active().filter(record=record_id, household=household_id).order_by()
        box = Hold.objects.filter(copy=copy_id).order_by()
        ways = Transit.objects.open().order_by()
        fields = {
            "ahead": number_of(self.ahead_of(household_id, record_id)),
            "on_shelf": number_of(Copy.objects.on_shelf().filter(record=record_id)),
            "own": Subquery(own.values("pk")),
            "own_box": Subquery(own.values("copy")),
            "own_way": Subquery(ways.filter(hold__in=own.values("pk")).values("pk")[:1]),
            "kept": Subquery(box.ready().values("pk")),
            "to_put_back": Subquery(box.filter(errand=Errand.RESHELVE).values("pk")[:1]),
            "way": Subquery(ways.filter(copy=copy_id).values("pk")),
        }
        return Record.objects.filter(pk=record_id).order_by().annotate(**fields).values_list(*Line._fields)

    def held_by_another(self, *, record_id: int, household_id: int) -> bool:
        """Whether a family waits for the title whom no box on the shelf can serve."""
        line = Line(*(self.line(household_id, record_id).first() or ()))
        return line.ahead > line.free

    def held_by_others(self, household_id: int, record: str) -> GreaterThan:
        """The same as an expression beside each row whose field `record` names the title."""
        title = OuterRef(record)
        aside = Hold.objects.ready().filter(record=title, household=household_id)
        boxes = number_of(Copy.objects.on_shelf().filter(record=title)) + number_of(aside)
        return GreaterThan(number_of(self.ahead_of(household_id, title)), boxes)

    def next_in_line(self, rows: QuerySet, record: str) -> QuerySet:
        """Rows, one asked for at a time, with the first hold that waits for their record and has no box on
        its way: `in_line`, its family, where it is fetched, and `reached_at`, an address; by joins alone, so
        that whoever locks the row reads who is next with it. `first_of` gives it."""
        waits = Q(**{f"{record}__holds__state": HoldState.WAITING})
        someone = Member.objects.filter(household=OuterRef("in_line__household")).exclude(email="")
        return (
            rows.annotate(
                in_line=FilteredRelation(f"{record}__holds", condition=waits),
                way_to=FilteredRelation(
                    "in_line__transits", condition=Q(in_line__transits__received_at=None)
                ),
                way_to_it=F("way_to__pk"),
                reached_at=Coalesce(
                    NullIf("in_line__household__email", Value("")),
                    Subquery(someone.order_by("pk").values("email")[:1]),
                    Value(""),
                ),
            )
            .select_related("in_line__household", "in_line__pickup_site")
            .order_by(F("way_to_it").asc(nulls_first=True), "in_line__placed_at", "in_line__pk")
        )


class Line(NamedTuple):
    """How a family and a box stand in the queue for a title, all by keys.

    `ahead`: families before this one that have no box yet; `on_shelf`: boxes that stand there; `own`: the
    hold of this family, its box if one lies aside for it, and the way of one that travels to it; of the box:
    the hold for which it lies aside, one that is over and says to put it back, its own way between sites.
    """

    ahead: int = 0
    on_shelf: int = 0
    own: int | None = None
    own_box: int | None = None
    own_way: int | None = None
    kept: int | None = None
    to_put_back: int | None = None
    way: int | None = None

    @property
    def free(self) -> int:
        """The boxes that there are for those ahead: on the shelf, or aside for this family."""
        return self.on_shelf + (self.own_box is not None)


def first_of(row: models.Model, record: Record) -> "Hold | None":
    """The hold of the record that `next_in_line` has joined to a row, with `reached_at`: where its family
    gets mail."""
    hold = getattr(row, "in_line", None)  # Django sets nothing where a join finds nothing
    if hold is None or getattr(row, "way_to_it", None):
        return None
    hold.record, hold.reached_at = record, getattr(row, "reached_at", "")
    return hold


def free_boxes(record: str) -> Greatest:
    """How many boxes of the record that is named so beside each row stand on the shelf and are promised to
    nobody: what one may come for."""
    on_shelf = Copy.objects.on_shelf().filter(record=OuterRef(record))
    waiting = Hold.objects.without_box().filter(record=OuterRef(record))
    return Greatest(number_of(on_shelf) - number_of(waiting), 0)


class Hold(models.Model):
    """One family waits for any copy of a title; ready means that one copy lies aside for it."""

    record = models.ForeignKey(Record, on_delete=models.PROTECT, related_name="holds")
    # empty once it is history and its household has been cut from it
    household = models.ForeignKey(
        Household, null=True, blank=True, on_delete=models.PROTECT, related_name="holds"
    )
    member = models.ForeignKey(Member, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    state = models.CharField("état", max_length=8, choices=HoldState, default=HoldState.WAITING)
    placed_at = models.DateTimeField("réservé le")
    placed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    pickup_site = models.ForeignKey(
        Site, verbose_name="à retirer à", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    copy = models.ForeignKey(Copy, null=True, blank=True, on_delete=models.PROTECT, related_name="holds")
    ready_at = models.DateTimeField("mise de côté le", null=True, blank=True)
    expires_on = models.DateField("gardée jusqu’au", null=True, blank=True)
    closed_at = models.DateTimeField("close le", null=True, blank=True)
    # the loan by which it was served
    loan = models.ForeignKey(Loan, null=True, blank=True, on_delete=models.SET_NULL, related_name="served")
    errand = models.CharField("à faire", max_length=9, choices=Errand, blank=True)

    objects = HoldQuerySet.as_manager()

    class Meta:
        ordering = ["placed_at", "id"]
        verbose_name = "réservation"
        indexes = [
            models.Index(
                fields=["record", "placed_at"], condition=Q(state=HoldState.WAITING), name="holds_waiting"
            ),
            models.Index(fields=["household", "state"], name="holds_of_household"),
            models.Index(fields=["copy"], condition=~Q(errand=""), name="holds_with_errand"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["household", "record"],
                condition=Q(state__in=ACTIVE),
                name="one_active_hold_per_family_and_title",
                violation_error_message="Cette famille attend déjà ce jeu.",
            ),
            models.UniqueConstraint(
                fields=["copy"], condition=Q(state=HoldState.READY), name="one_ready_hold_per_copy"
            ),
            models.CheckConstraint(
                condition=Q(state=HoldState.WAITING, copy=None, expires_on=None, closed_at=None)
                | Q(state=HoldState.READY, copy__isnull=False, ready_at__isnull=False, closed_at=None)
                | (~Q(state__in=ACTIVE) & Q(closed_at__isnull=False)),
                name="hold_state_makes_sense",
            ),
            models.CheckConstraint(
                condition=Q(household__isnull=False) | ~Q(state__in=ACTIVE), name="active_hold_has_household"
            ),
        ]

    def __str__(self):
        return str(self.record)  # the journal keeps this for good: not whose it is


class TransitQuerySet(models.QuerySet):
    def open(self):
        """Boxes that have not arrived."""
        return self.filter(received_at=None)


class Transit(models.Model):
    """A box on its way to another site, until it is scanned in there."""

    copy = models.ForeignKey(Copy, on_delete=models.CASCADE, related_name="transits")
    from_site = models.ForeignKey(Site, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    to_site = models.ForeignKey(Site, on_delete=models.PROTECT, related_name="+")
    sent_at = models.DateTimeField("parti le")
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    # the family for whom it travels; empty: it goes home
    hold = models.ForeignKey(Hold, null=True, blank=True, on_delete=models.SET_NULL, related_name="transits")
    received_at = models.DateTimeField("arrivé le", null=True, blank=True)
    received_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    objects = TransitQuerySet.as_manager()

    class Meta:
        ordering = ["-sent_at", "-id"]
        verbose_name = "transfert"
        constraints = [
            models.UniqueConstraint(
                fields=["copy"], condition=Q(received_at=None), name="one_open_transit_per_copy"
            ),
            models.UniqueConstraint(
                fields=["hold"], condition=Q(received_at=None), name="one_open_transit_per_hold"
            ),
        ]

    def __str__(self):
        return f"{self.copy} → {self.to_site}"
