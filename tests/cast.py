"""The cast of all tests: three of the staff and two families."""

import pytest

from catalogue.models import Role
from tests import make


@pytest.fixture
def manager(db):
    return make.make_user("mireille", role=Role.MANAGER, first_name="Mireille", last_name="Roux")


@pytest.fixture
def librarian(db):
    return make.make_user("nadia", role=Role.LIBRARIAN, first_name="Nadia", last_name="Benali")


@pytest.fixture
def volunteer(db):
    return make.make_user("victor", role=Role.VOLUNTEER, first_name="Victor", last_name="Petit")


@pytest.fixture
def family(db):
    """The account of the Martins; their household has one member, Nour."""
    return make.make_user("martin", role=Role.MEMBER, email="martin@example.org")


@pytest.fixture
def other_family(db):
    """The account of the Durands, whose affairs are nobody else's."""
    member = make.make_member(make.make_household("Famille Durand"), first_name="Théo")
    return make.make_user("durand", role=Role.MEMBER, household=member.household)
