"""What the library keeps: one module a subject."""

from catalogue.models.authority import (
    Category,
    CategoryVariant,
    Person,
    PersonVariant,
    Publisher,
    PublisherVariant,
)
from catalogue.models.batch import Batch, BatchFate, BatchKind, BatchLine, BatchState
from catalogue.models.copy import Acquisition, Copy, CopyState, Wear
from catalogue.models.favourite import Favourite
from catalogue.models.hold import Errand, Hold, HoldState, Transit
from catalogue.models.interchange import Fate, Identifier, Import, ImportLine, ImportState, Policy
from catalogue.models.journal import JournalEntry
from catalogue.models.label import LabelGrid, LabelSheet, SheetState
from catalogue.models.library import (
    Library,
    MemberCategory,
    OpeningPeriod,
    Section,
    SectionVariant,
    Site,
    SiteVariant,
)
from catalogue.models.loan import Loan
from catalogue.models.mail import Mail, MailKind, MailState, MailText
from catalogue.models.member import Card, Household, HouseholdKind, Member
from catalogue.models.picture import Picture
from catalogue.models.piece import MissingOutcome, MissingPiece, OnSitePlay, PieceCount
from catalogue.models.record import Component, Contribution, Document, Link, Record
from catalogue.models.rule import Closure, ExceptionalOpening, LoanPolicy
from catalogue.models.search import SearchCounter, SearchEntry, SearchPast, SearchWord
from catalogue.models.subscription import (
    LedgerEntry,
    LedgerKind,
    PaymentMethod,
    Subscription,
    SubscriptionType,
)
from catalogue.models.summary import Answer, Question, Summary
from catalogue.models.user import LoginFailure, Role, User

__all__ = [
    "Acquisition",
    "Answer",
    "Batch",
    "BatchFate",
    "BatchKind",
    "BatchLine",
    "BatchState",
    "Card",
    "Category",
    "CategoryVariant",
    "Closure",
    "Component",
    "Contribution",
    "Copy",
    "CopyState",
    "Document",
    "Errand",
    "ExceptionalOpening",
    "Fate",
    "Favourite",
    "Hold",
    "HoldState",
    "Household",
    "HouseholdKind",
    "Identifier",
    "Import",
    "ImportLine",
    "ImportState",
    "JournalEntry",
    "LabelGrid",
    "LabelSheet",
    "LedgerEntry",
    "LedgerKind",
    "Library",
    "Link",
    "Loan",
    "LoanPolicy",
    "LoginFailure",
    "Mail",
    "MailKind",
    "MailState",
    "MailText",
    "Member",
    "MemberCategory",
    "MissingOutcome",
    "MissingPiece",
    "OnSitePlay",
    "OpeningPeriod",
    "PaymentMethod",
    "Person",
    "PersonVariant",
    "Picture",
    "PieceCount",
    "Policy",
    "Publisher",
    "PublisherVariant",
    "Question",
    "Record",
    "Role",
    "SearchCounter",
    "SearchEntry",
    "SearchPast",
    "SearchWord",
    "Section",
    "SectionVariant",
    "SheetState",
    "Site",
    "SiteVariant",
    "Subscription",
    "SubscriptionType",
    "Summary",
    "Transit",
    "User",
    "Wear",
]
