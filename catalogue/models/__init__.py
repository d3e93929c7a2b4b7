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
from catalogue.models.interchange import Fate, Identifier, Import, ImportLine, ImportState, Policy
from catalogue.models.journal import JournalEntry
from catalogue.models.label import LabelGrid, LabelSheet, SheetState
from catalogue.models.library import (
    Library,
    OpeningPeriod,
    Section,
    SectionVariant,
    Site,
    SiteVariant,
)
from catalogue.models.loan import Loan
from catalogue.models.member import Card, Household, Member
from catalogue.models.picture import Picture
from catalogue.models.record import Component, Contribution, Document, Link, Record
from catalogue.models.search import SearchCounter, SearchEntry, SearchPast, SearchWord
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
    "Component",
    "Contribution",
    "Copy",
    "CopyState",
    "Document",
    "Fate",
    "Favourite",
    "Household",
    "Identifier",
    "Import",
    "ImportLine",
    "ImportState",
    "JournalEntry",
    "LabelGrid",
    "LabelSheet",
    "Library",
    "Link",
    "Loan",
    "LoginFailure",
    "Member",
    "OpeningPeriod",
    "Person",
    "PersonVariant",
    "Picture",
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
    "Summary",
    "User",
    "Wear",
]
