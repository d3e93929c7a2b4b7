"""Every address × every role: who gets what, and nothing of another family."""

import pytest

from catalogue import access
from catalogue.models import Role
from tests.catalogue.addresses import ROWS, all_addresses, make_world

pytestmark = pytest.mark.django_db

VIEWS = dict(all_addresses())
NAMES = list(VIEWS)
STAFF = ["volunteer", "librarian", "manager"]
ROLES = ["anonymous", "family", *STAFF]
GUARDED = [name for name in NAMES if name in ROWS and ROWS[name].audience != "public"]


@pytest.fixture
def visitor(request, client, login):
    """`visitor(role)`: the client of one of the cast."""

    def _visitor(role):
        return client if role == "anonymous" else login(request.getfixturevalue(role))

    return _visitor


def expected(row, role: str) -> int:
    """What `role` is answered: 302 to the login, 403, or the page."""
    if row.audience != "public" and role == "anonymous":
        return 302
    allowed = {"public": True, "signed_in": True, "family": role == "family"}.get(row.audience)
    if allowed is None:
        allowed = role in STAFF and STAFF.index(role) >= STAFF.index(row.audience)
    if not allowed:
        return 403
    return row.ok if row.get else 405


def test_every_address_has_its_row():
    missing = [name for name in NAMES if name not in ROWS]
    assert not missing, f"give these addresses a row in tests/catalogue/addresses.py: {missing}"


def test_every_view_says_whom_it_is_for():
    for name, view in VIEWS.items():
        if view.__module__.startswith("catalogue"):
            assert getattr(view, "audience", None) == ROWS[name].audience, name
        else:
            # games and the house show nothing of anybody
            assert ROWS[name].audience == "public", name


@pytest.mark.parametrize("role", ROLES)
def test_each_role_gets_what_the_table_says_and_what_is_not_public_is_stored_nowhere(role, visitor):
    world, client, wrong = make_world(), visitor(role), []
    for name in NAMES:
        row = ROWS[name]
        response = client.get(row.path(name, world))
        if response.status_code != expected(row, role):
            wrong.append(f"{name}: {response.status_code} instead of {expected(row, role)}")
        if response.status_code == 302 and row.audience != "public":
            assert response.url.startswith("/connexion/?next=/")
        if response.status_code == 200 and name in GUARDED:
            assert "no-store" in response["Cache-Control"], name
            assert "private" in response["Cache-Control"], name
    assert not wrong, wrong


@pytest.mark.parametrize("role", ROLES)
def test_a_post_by_the_wrong_person_is_turned_away(role, visitor):
    world, client = make_world(), visitor(role)
    for name in GUARDED:
        row = ROWS[name]
        if expected(row, role) in (302, 403):
            response = client.post(row.path(name, world).partition("?")[0])
            assert response.status_code == expected(row, role), name


def test_a_session_that_ended_sends_the_whole_page_to_the_login(client):
    world = make_world()
    for name in GUARDED:
        response = client.get(
            ROWS[name].path(name, world),
            headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/gestion/"},
        )
        assert response.status_code == 204, name
        assert response["HX-Redirect"].startswith("/connexion/?next="), name


def test_the_login_says_that_a_scan_is_kept(client):
    part = {"HX-Request": "true", "HX-Current-URL": "http://testserver/gestion/pret/"}
    sent = client.post("/gestion/pret/", {"code": "000123"}, headers=part)
    assert "Ce que vous avez scanné est gardé" in client.get(sent["HX-Redirect"]).text
    assert "Ce que vous avez scanné" not in client.get(sent["HX-Redirect"]).text


def test_another_familys_affairs_are_on_no_page_of_a_family(family, login):
    world, client = make_world(), login(family)
    for name in NAMES:
        response = client.get(ROWS[name].path(name, world))
        if ROWS[name].html and response.status_code == 200:
            page = response.content.decode()
            assert "Petit" not in page, name
            assert "Zoé" not in page, name


def test_a_disabled_account_is_out_at_once(librarian, login):
    client, world = login(librarian), make_world()
    librarian.is_active = False
    librarian.save()
    for name in GUARDED:
        assert client.get(ROWS[name].path(name, world)).status_code == 302


def test_each_staff_role_includes_the_ones_below():
    ranks = [Role.MEMBER, Role.VOLUNTEER, Role.LIBRARIAN, Role.MANAGER]
    assert [role.rank for role in ranks] == [0, 1, 2, 3]
    assert access.staff(Role.VOLUNTEER)(lambda request: None).audience == "volunteer"
