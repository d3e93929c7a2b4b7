"""Every address of the site, who may ask it, and an example to ask for. The walks in the tests read this.

A new address needs a row here: without one, tests/catalogue/test_access.py fails and names it.
"""

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from catalogue.models import Card, Closure, Copy, Household, Import, LoanPolicy, Picture, Record, Role, User
from games.models import Match
from tests import make
from tests.catalogue import files, uploads
from tests.games.tables import make_match


@dataclass(frozen=True)
class World:
    """What the examples ask for."""

    record: Record
    copy: Copy
    household: Household
    card: Card
    account: User
    match: Match
    run: Import
    photo: Picture


def make_world() -> World:
    """A record with all a page can show, a copy on loan, and a family that is nobody's account here."""
    record = make.make_record(
        "Café International",
        publisher="Matel",
        people=["Rudi Hoffmann"],
        categories=["A 407 jeu de hasard (jeu de règles)"],
        rules_text="Chacun place un client à une table.",
        min_players=2,
        max_players=4,
        duration=45,
    )
    record.documents.create(name="règle.pdf")
    photo = uploads.add_picture(record, alt="La boîte")
    make.make_summary(record)
    copy = make.make_copy(record, section=make.make_section(), site=make.make_site(), call_number="CAF")
    member = make.make_member(make.make_household("Famille Petit"), first_name="Zoé")
    card = make.make_card(member)
    make.make_loan(copy, member)
    account = make.make_user("yann", role=Role.VOLUNTEER, first_name="Yann", last_name="Le Goff")
    return World(
        record, copy, member.household, card, account, make_match(), files.upload(files.PMB_XML), photo
    )


@dataclass(frozen=True)
class Row:
    """`audience` as catalogue/access.py names it; `ok` is the answer to those it is for."""

    audience: str = "public"
    args: Callable[[World], list] = field(default=lambda world: [])
    query: str = ""
    ok: int = 200
    html: bool = True
    get: bool = True  # False: it takes POST only, and GET is 405

    def path(self, name: str, world: World) -> str:
        return reverse(name, args=self.args(world)) + self.query


def of_record(world):
    return [world.record.slug]


def of_match(world):
    return [world.match.pk]


def of_household(world):
    return [world.household.pk]


def of_subscription(world):
    theirs = world.household.subscriptions.first() or make.make_subscription(world.household)
    return [world.household.pk, theirs.pk]


def of_payment(world):
    return [world.household.pk, make.make_payment(world.household).pk]


def of_hold(world):
    return [make.make_hold(world.record).pk]


def of_heading(world):
    return ["editeurs", world.record.publisher.pk]


def of_run(world):
    return [world.run.pk]


def of_copy(world):
    return [world.copy.pk]


def of_sheet(world):
    return [make.make_sheet([world.copy]).pk]


def of_batch(world):
    return [make.make_batch([world.copy]).pk]


def of_account(world):
    return [world.account.pk]


def of_family_account(world):
    number = User.objects.count()
    account = make.make_user(f"petit{number}", role=Role.MEMBER, household=world.household)
    return [world.household.pk, account.pk]


def of_mail(world):
    return [make.make_mail(world.household).pk]


def of_closure(world):
    day = datetime.date(2026, 8, 1)
    return ["fermeture", Closure.objects.get_or_create(starts_on=day, ends_on=day, reason="Congés")[0].pk]


def of_rule(world):
    return [LoanPolicy.objects.get_or_create(section=world.copy.section, loan_days=7)[0].pk]


def staff(role: str, args: Callable[[World], list] = lambda world: [], **values) -> Row:
    return Row(role, args, **values)


ROWS = {
    # the house
    "health": Row(html=False),
    "style": Row(),
    # public
    "home": Row(),
    "search": Row(query="?q=cafe"),
    "record": Row(args=of_record),
    "reserve": Row("family", of_record),
    "rules": Row(args=of_record),
    "rules_pdf": Row(args=of_record, html=False),
    "quiz": Row(args=of_record),
    "document": Row(args=lambda world: [world.record.slug, world.record.documents.get().pk], ok=404),
    "image": Row(args=lambda world: [f"{world.photo.name}-s", "webp"], html=False),
    "record_image": Row(args=of_record, ok=302, html=False),
    "publisher": Row(args=lambda world: [world.record.publisher.slug]),
    "person": Row(args=lambda world: [world.record.people.get().slug]),
    "category": Row(args=lambda world: ["esar", world.record.categories.get().code]),
    "favourites": Row(),
    "new_arrivals": Row(),
    "new_arrivals_feed": Row(html=False),
    "infos": Row(),
    "legal": Row(),
    "privacy": Row(),
    "accessibility": Row(),
    "sitemap": Row(html=False),
    "sitemap_of": Row(args=lambda world: ["jeux"], html=False),
    "robots": Row(html=False),
    # games
    "games:index": Row(),
    "games:game": Row(args=lambda world: ["uno"]),
    "games:lesson": Row(args=lambda world: ["uno", "recouvrir"]),
    "games:quiz": Row(args=lambda world: ["uno"]),
    "games:forget": Row(get=False),
    "games:simple": Row(get=False),
    "games:help": Row(),
    "games:start": Row(args=lambda world: ["uno"], get=False),
    "games:match": Row(args=of_match),
    "games:move": Row(args=of_match, ok=302, html=False),
    "games:go_on": Row(args=of_match, ok=302, html=False),
    "games:take_back": Row(args=of_match, ok=302, html=False),
    "games:again": Row(args=of_match, ok=302, html=False),
    "games:story": Row(args=of_match),
    "games:replay": Row(args=of_match, ok=302, html=False),
    "games:reload": Row(args=lambda world: ["uno"]),
    "games:match_record": Row(args=of_match, ok=302, html=False),
    # accounts
    "setup": Row(ok=404),
    "login": Row(),
    "logout": Row(get=False),
    "password": Row("signed_in"),
    "forgotten": Row(),
    "choose_password": Row(args=lambda world: ["abc"], ok=410),
    "confirm_address": Row(args=lambda world: ["abc"], ok=410),
    "change_address": Row("signed_in"),
    "own_ledger": Row("family"),
    "own_export": Row("family", html=False),
    "own_loan_renew": Row("family", args=lambda world: [world.copy.open_loan.pk], get=False),
    "account": Row("signed_in"),
    "own_hold_cancel": Row("family", of_hold, get=False),
    "own_hold_restore": Row("family", of_hold, get=False),
    # staff
    "desk": staff("volunteer"),
    "checkout": staff("volunteer"),
    "checkin": staff("volunteer"),
    "on_site": staff("volunteer"),
    "operations": staff("volunteer"),
    "receipt": staff("volunteer", of_household),
    "receipt_pdf": staff("volunteer", of_household, html=False),
    "unknown_box": staff("volunteer", query="?code=4242"),
    "desk_site": staff("volunteer", get=False),
    "staff_holds": staff("volunteer"),
    "hold_add": staff("volunteer"),
    "hold_cancel": staff("volunteer", of_hold, get=False),
    "hold_restore": staff("volunteer", of_hold, get=False),
    "hold_keep": staff("volunteer", of_hold, get=False),
    "hold_done": staff("volunteer", of_hold, get=False),
    "hold_slip": staff("volunteer", of_hold, ok=404),
    "household_holds": staff("volunteer", of_household),
    "transit_slip": staff("volunteer", lambda world: [1], ok=404),
    "counting": staff("volunteer"),
    "count_next": staff("volunteer", get=False),
    "count": staff("volunteer", of_copy),
    "count_take": staff("volunteer", of_copy, get=False),
    "count_drop": staff("volunteer", of_copy, get=False),
    "count_ask": staff("volunteer", of_copy, get=False),
    "missing_pieces": staff("volunteer"),
    "missing_piece": staff("volunteer", lambda world: [make.make_missing(world.copy).pk], get=False),
    "missing_charge": staff("librarian", lambda world: [make.make_missing(world.copy).pk], get=False),
    "copy_pieces": staff("volunteer", of_copy),
    "copy_given_back": staff("librarian", of_copy, get=False),
    "copy_state": staff("volunteer", of_copy, get=False),
    "staff_records": staff("librarian"),
    "record_add": staff("librarian"),
    "record_suggest": staff("librarian", lambda world: ["editeur"], query="?q=mat", html=False),
    "record_check": staff("librarian", query="?title=cafe+international&ean=3", html=False),
    "record_undo": staff("librarian", lambda world: [world.record.pk], get=False),
    "record_edit": staff("librarian", lambda world: [world.record.pk]),
    "record_pictures": staff("librarian", lambda world: [world.record.pk]),
    "picture_restore": staff("librarian", lambda world: [world.record.pk], get=False),
    "record_picture": staff("librarian", lambda world: [world.record.pk, world.photo.pk], get=False),
    "record_document": staff(
        "librarian", lambda world: [world.record.pk, world.record.documents.get().pk], get=False
    ),
    "record_delete": staff("librarian", lambda world: [world.record.pk]),
    "summary_edit": staff("librarian", lambda world: [world.record.pk]),
    "summary_undo": staff("librarian", lambda world: [world.record.pk], get=False),
    "summary_bring_back": staff("librarian", lambda world: [world.record.pk], get=False),
    "summary_delete": staff("librarian", lambda world: [world.record.pk]),
    "staff_copies": staff("librarian"),
    "copy_add": staff("librarian"),
    "copy_edit": staff("librarian", lambda world: [world.copy.pk]),
    "copy_history": staff("librarian", lambda world: [world.copy.pk]),
    "copy_delete": staff("librarian", lambda world: [world.copy.pk]),
    "shelves": staff("librarian"),
    "labels": staff("librarian"),
    "label_new": staff("librarian"),
    "label_sheet": staff("librarian", of_sheet),
    "label_sheet_pdf": staff("librarian", of_sheet, ok=404),
    "label_grids": staff("librarian"),
    "label_grid_drop": staff("librarian", lambda world: [make.make_grid().pk], get=False),
    "headings": staff("librarian"),
    "headings_of": staff("librarian", lambda world: ["editeurs"]),
    "heading": staff("librarian", of_heading),
    "heading_merge": staff("librarian", of_heading),
    "heading_delete": staff("librarian", of_heading, get=False),
    "batches": staff("librarian"),
    "batch_choose": staff("librarian", lambda world: ["exemplaires"]),
    "batch_change": staff("librarian", lambda world: ["notices"]),
    "batch": staff("librarian", of_batch),
    "batch_apply": staff("librarian", of_batch, get=False),
    "batch_undo": staff("librarian", of_batch, get=False),
    "batch_go_on": staff("librarian", of_batch, get=False),
    "batch_drop": staff("librarian", of_batch, get=False),
    "staff_households": staff("librarian"),
    "household_add": staff("librarian"),
    "household_cards": staff("librarian"),
    "household_remove": staff("librarian", of_household, get=False),
    "put_back": staff("librarian", get=False),
    "household": staff("librarian", of_household),
    "household_edit": staff("librarian", of_household),
    "member_add": staff("librarian", of_household),
    "member_edit": staff("librarian", lambda world: [world.household.pk, world.household.members.get().pk]),
    "card_remove": staff("librarian", lambda world: [world.household.pk, world.card.pk], get=False),
    "adult_seen": staff(
        "librarian", lambda world: [world.household.pk, world.household.members.get().pk], get=False
    ),
    "subscribe": staff("volunteer", of_household),
    "subscription_add": staff("librarian", of_household),
    "subscription": staff("librarian", of_subscription),
    "household_ledger": staff("volunteer", of_household),
    "ledger_charge": staff("librarian", of_household, get=False),
    "ledger_refund": staff("librarian", of_household, get=False),
    "ledger_correct": staff("librarian", of_payment, get=False),
    "ledger_receipt": staff("volunteer", of_payment, html=False),
    "takings": staff("librarian"),
    "member_categories": staff("manager"),
    "member_category": staff("manager", lambda world: [make.make_member_category().pk]),
    "subscription_types": staff("manager"),
    "subscription_type": staff("manager", lambda world: [make.make_subscription_type().pk]),
    "imports": staff("librarian"),
    "import": staff("librarian", of_run),
    "import_reading": staff("librarian", of_run, get=False),
    "import_run": staff("librarian", of_run, get=False),
    "import_resume": staff("librarian", of_run, get=False),
    "import_stop": staff("librarian", of_run, get=False),
    "import_learn": staff("librarian", of_run, get=False),
    "import_discard": staff("librarian", of_run, get=False),
    "import_undo": staff("librarian", of_run),
    "export": staff("librarian"),
    "export_file": staff("librarian", lambda world: ["csv"], html=False),
    "mails": staff("librarian", query="?etat=echec"),
    "mail_send_again": staff("librarian", of_mail, get=False),
    "mail_texts": staff("manager"),
    "mail_text": staff("manager", lambda world: ["recu"]),
    "mail_text_restore": staff("manager", lambda world: ["recu"], get=False),
    "staff_accounts": staff("manager"),
    "account_add": staff("manager"),
    "staff_account": staff("manager", of_account),
    "account_close": staff("manager", of_account, get=False),
    "account_reopen": staff("manager", of_account, get=False),
    "account_link": staff("manager", of_account, get=False),
    "household_accounts": staff("librarian", of_household),
    "household_export": staff("librarian", of_household, html=False),
    "household_account_link": staff("librarian", of_family_account, get=False),
    "household_account_close": staff("librarian", of_family_account, get=False),
    "household_account_reopen": staff("librarian", of_family_account, get=False),
    "library_settings": staff("manager"),
    "settings_library": staff("manager"),
    "settings_stock": staff("manager"),
    "settings_desk": staff("manager"),
    "settings_calendar": staff("manager"),
    "settings_privacy": staff("manager"),
    "settings_hours": staff("manager"),
    "settings_site_hours": staff("manager", lambda world: [world.copy.site_id]),
    "settings_days": staff("manager"),
    "settings_day_add": staff("manager", lambda world: ["ouverture"]),
    "settings_day": staff("manager", of_closure),
    "settings_day_remove": staff("manager", of_closure, get=False),
    "settings_lending": staff("manager"),
    "settings_lending_usual": staff("manager"),
    "settings_rule_add": staff("manager"),
    "settings_rule": staff("manager", of_rule),
    "settings_rule_remove": staff("manager", of_rule, get=False),
}


def all_addresses() -> Iterator[tuple[str, Callable]]:
    """(name, view) of every address that the site answers."""
    return _walk(get_resolver().url_patterns, "")


def _walk(patterns, namespace: str) -> Iterator[tuple[str, Callable]]:
    for one in patterns:
        if isinstance(one, URLResolver):
            inner = f"{namespace}{one.namespace}:" if one.namespace else namespace
            yield from _walk(one.url_patterns, inner)
        elif isinstance(one, URLPattern):
            assert one.name, f"the address {one.pattern} has no name"
            yield f"{namespace}{one.name}", one.callback
