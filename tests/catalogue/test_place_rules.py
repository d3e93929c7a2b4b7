"""Sites and sections with what lending notes of them: merged without a loss, never deleted in silence."""

import datetime

import pytest
from django.utils import timezone

from catalogue.kinds import KINDS
from catalogue.models import Closure, Loan, LoanPolicy, OpeningPeriod, Section, Site
from catalogue.policy import Refused
from catalogue.services import headings, loans, merging
from tests.make import make_copy, make_library, make_member, make_section, make_site

pytestmark = pytest.mark.django_db


def hours(library, site, weekday):
    return OpeningPeriod.objects.create(
        library=library,
        site=site,
        weekday=weekday,
        opens_at=datetime.time(9),
        closes_at=datetime.time(12),
    )


def merge(kind, source, target):
    return merging.merge(kind=KINDS[kind], source_id=source.pk, target_id=target.pk, actor=None)


def test_a_site_takes_over_loans_calendar_and_rules_of_the_one_merged_into_it():
    library, big = make_library(), make_section("Grands jeux")
    source, target = make_site("Annexe"), make_site("Annexe du Nord")
    loan = loans.checkout(
        copy_id=make_copy(site=source).pk,
        member_id=make_member().pk,
        actor=None,
        today=timezone.localdate(),
        site_id=source.pk,
    )
    hours(library, source, 2)
    day = datetime.date(2027, 8, 1)
    Closure.objects.create(site=source, starts_on=day, ends_on=day)
    LoanPolicy.objects.create(site=source, loan_days=7)
    LoanPolicy.objects.create(site=source, section=big, loan_days=3)
    LoanPolicy.objects.create(site=target, loan_days=14)
    merge("sites", source, target)
    assert list(Site.objects.all()) == [target]
    assert Loan.objects.get(pk=loan.pk).site == target
    assert OpeningPeriod.objects.get().site == target
    assert Closure.objects.get().site == target
    assert set(LoanPolicy.objects.values_list("section", "loan_days")) == {(None, 14), (big.pk, 3)}


def test_the_week_of_the_site_that_stays_is_its_own():
    library = make_library()
    source, target = make_site("Annexe"), make_site("Annexe du Nord")
    hours(library, source, 2)
    hours(library, target, 5)
    merge("sites", source, target)
    assert OpeningPeriod.objects.get().weekday == 5


def test_a_section_takes_its_rule_along():
    source, target = make_section("Grands jeux"), make_section("Jeux géants")
    LoanPolicy.objects.create(section=source, loan_days=7)
    merge("sections", source, target)
    assert LoanPolicy.objects.get().section == target
    assert list(Section.objects.all()) == [target]


def test_what_a_rule_speaks_of_or_a_loan_was_made_at_is_not_deleted():
    make_library()
    big, site = make_section("Grands jeux"), make_site("Nord")
    LoanPolicy.objects.create(section=big, loan_days=7)
    with pytest.raises(Refused, match="Une règle de prêt en parle"):
        headings.delete(kind=KINDS["sections"], pk=big.pk, actor=None)
    loans.checkout(
        copy_id=make_copy().pk,
        member_id=make_member().pk,
        actor=None,
        today=timezone.localdate(),
        site_id=site.pk,
    )
    with pytest.raises(Refused, match="Des prêts"):
        headings.delete(kind=KINDS["sites"], pk=site.pk, actor=None)
    assert LoanPolicy.objects.count() == 1
