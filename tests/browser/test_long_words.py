"""Titles, names and codes as long as they may be, on every width; and the staff's rooms on a phone."""

import datetime

import pytest
from django.utils import timezone

from catalogue.models import Role
from tests import make
from tests.browser.steps import too_wide

pytestmark = pytest.mark.django_db(transaction=True)

# what holds text and is narrower than it, or lies beyond the window
SPILLED = """() => [...document.querySelectorAll("main *")]
    .filter((one) => one.getClientRects().length && one.checkVisibility())
    .filter((one) => !one.closest(".visually-hidden, svg, thead, caption, .desk-tabs"))
    .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((one) => one.outerHTML.slice(0, 120))"""
TITLE = "Anticonstitutionnellement" * 5 + "Incroyablement"
CODE = "0123456789" * 4


@pytest.fixture
def world(sign_in, new_page):
    make.make_library()
    family = make.make_household("Famille " + "Wolfeschlegelsteinhausenbergerdorff" * 3)
    member = make.make_member(family, first_name="Nour")
    for code in (CODE[1:] + "A", "0042"):
        make.make_card(member, barcode=code)
    publisher = make.make_publisher("Éditionsludiquesinternationales" * 6)
    record = make.make_record(TITLE, publisher=publisher, rules_text="On joue.")
    copy = make.make_copy(record, barcode=CODE, call_number="UNO" * 15, section=make.make_section())
    make.make_loan(copy, member, due_on=timezone.localdate() - datetime.timedelta(days=3))
    returned = make.make_copy(record, barcode="9" * 40, call_number="UNO")
    make.make_loan(returned, member, returned=True)
    user = make.make_user("mireille", role=Role.MANAGER)
    reader = make.make_user("petit", role=Role.MEMBER, household=family)

    def visitor(who):
        page = new_page()
        sign_in(page, who)
        return page

    addresses = [
        record.get_absolute_url(),
        f"/jeux/{record.slug}/regles/",
        "/catalogue/?q=anticonstitution",
        f"/catalogue/?editeur={publisher.slug}&vue=liste",
        publisher.get_absolute_url(),
        "/gestion/rayons/?liste=sans-resume",
        "/gestion/exemplaires/",
        f"/gestion/exemplaires/{copy.pk}/",
        f"/gestion/notices/{record.pk}/",
        "/gestion/notices/",
        "/gestion/foyers/",
        f"/gestion/foyers/{family.pk}/",
        f"/gestion/pret/?adherent={member.pk}",
        "/gestion/retour/",
        "/gestion/",
    ]
    return visitor, addresses, family, user, reader


def test_long_words_break_and_no_page_is_wider_than_its_window(world):
    visitor, addresses, _, user, reader = world
    wrong = []
    for who, places in ((user, addresses), (reader, ["/compte/"])):
        page = visitor(who)
        for address in places:
            page.goto(address)
            for width in (320, 360, 1280):
                page.set_viewport_size({"width": width, "height": 900})
                beyond = too_wide(page)
                if beyond > 0:
                    wrong.append(f"{address} at {width}: wider by {beyond} px")
                wrong += [f"{address} at {width}: {one}" for one in page.evaluate(SPILLED)]
    assert not wrong, "\n".join(wrong)


def test_on_a_phone_what_a_line_says_stands_beside_its_label(world):
    visitor, _, family, user, _ = world
    page = visitor(user)
    for address, label in (
        ("/gestion/exemplaires/", "Disponibilité"),
        (f"/gestion/foyers/{family.pk}/", "Cartes"),
        ("/gestion/", "À rendre"),
    ):
        page.goto(address)
        left = f"""async () => {{
            await document.fonts.ready;
            const cell = document.querySelector('td[data-label="{label}"]');
            const lines = [...cell.querySelectorAll("*"), cell].flatMap((one) => [...one.childNodes])
                .filter((one) => one.nodeType === 3 && one.data.trim())
                .filter((one) => !one.parentElement.closest(".visually-hidden"))
                .flatMap((one) => {{
                    const range = document.createRange();
                    range.selectNodeContents(one);
                    return [...range.getClientRects()];
                }});
            return Math.min(...lines.map((box) => box.left)) - cell.getBoundingClientRect().left;
        }}"""
        for width in (320, 360):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(left) > 70, f"{address} at {width}"


def test_on_a_phone_every_room_of_the_staff_is_in_sight(world):
    visitor, _, _, user, _ = world
    page = visitor(user)
    page.set_viewport_size({"width": 360, "height": 900})
    page.goto("/gestion/reglages/")
    too_wide(page)  # the page's letters are there
    here = page.get_by_role("navigation", name="Gestion").get_by_role("link").all()
    assert len(here) >= 7
    for link in here:
        box = link.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360


def test_at_the_counter_the_rooms_are_one_line_that_begins_where_one_is(world):
    visitor, _, _, user, _ = world
    page = visitor(user)
    page.set_viewport_size({"width": 360, "height": 740})
    for address, name in (("/gestion/retour/", "Rendre"), ("/gestion/sur-place/", "Sur place")):
        page.goto(address)
        too_wide(page)
        rooms = page.get_by_role("navigation", name="Gestion")
        assert rooms.bounding_box()["height"] < 100
        here = rooms.get_by_role("link", name=name).bounding_box()
        assert 0 <= here["x"] <= 360 - here["width"]
