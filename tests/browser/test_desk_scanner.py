"""The desk as scanners type: with each end and prefix, on a French keyboard, and no mouse at all."""

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from catalogue.models import Loan
from tests.browser.steps import follow
from tests.make import PASSWORD, make_card, make_copy, make_household, make_library, make_member, make_record

pytestmark = pytest.mark.django_db(transaction=True)

AZERTY = str.maketrans("0123456789", "à&é\"'(-è_ç")
CAPS = str.maketrans("0123456789", "À&É\"'(-È_Ç")
# what the scanner is set to: what it types for a code, and the keys that end it
SCANNERS = [
    ("as it is, then Enter", str, ["Enter"]),
    ("as it is, then Tab", str, ["Tab"]),
    ("with ~, then CR LF", lambda code: f"~{code}", ["Enter", "Enter"]),
    ("with ]C1, then CR and LF as control keys", lambda code: f"]C1{code}", ["Enter", "Control+j"]),
    ("on a French keyboard", lambda code: code.translate(AZERTY), ["Enter"]),
    ("on a French keyboard under Caps Lock, then Tab", lambda code: code.translate(CAPS), ["Tab"]),
]
EACH = 5
NOTHING_WAITS = "() => !Object.keys(sessionStorage).some(key => key.startsWith('desk-waiting'))"
HEARD = """
window.heard = [];
const made = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  const voice = made.call(this);
  const start = voice.start;
  voice.start = function (at) { window.heard.push(voice.type); return start.call(this, at); };
  return voice;
};
"""


@pytest.fixture
def family(db):
    make_library()
    member = make_member(make_household("Famille Martin"))
    make_card(member, barcode="0042")
    return member


def typed(page, text, ends):
    """As a scanner: real keys one after the other, some milliseconds each, whatever has the focus."""
    keys = page.context.new_cdp_session(page)
    for sign in text:
        keys.send("Input.dispatchKeyEvent", {"type": "keyDown", "key": sign, "text": sign})
        keys.send("Input.dispatchKeyEvent", {"type": "keyUp", "key": sign})
    for end in ends:
        page.keyboard.press(end)
    keys.detach()


def answered(page):
    page.wait_for_function(NOTHING_WAITS)


def said(page, words):
    expect(page.locator("#answer")).to_contain_text(words)


def test_thirty_loans_and_thirty_returns_by_whatever_scanner(new_page, sign_in, volunteer, family):
    record = make_record("Uno")
    codes = [f"{9100 + n:05}" for n in range(EACH * len(SCANNERS))]
    for code in codes:
        make_copy(record, barcode=code)
    page = new_page()
    sign_in(page, volunteer)
    page.goto("/gestion/pret/")
    page.locator("h1").click()  # wherever one has clicked
    for place, (name, reading, ends) in enumerate(SCANNERS):
        typed(page, reading("0042"), ends)
        for code in codes[place * EACH : (place + 1) * EACH]:
            typed(page, reading(code), ends)  # none waits for the answer to the one before
        answered(page)
        assert Loan.objects.open().count() == (place + 1) * EACH, name
        expect(page.locator("#code")).to_have_value("")
        expect(page.locator("#code")).to_be_focused()
    expect(page.locator("#basket li")).to_have_count(30)
    assert (
        list(Loan.objects.order_by("pk").values_list("copy__barcode", flat=True)) == codes
    )  # in their order
    assert set(Loan.objects.values_list("member", flat=True)) == {family.pk}

    page.goto("/gestion/retour/")
    for place, (name, reading, ends) in enumerate(SCANNERS):
        for code in codes[place * EACH : (place + 1) * EACH]:
            typed(page, reading(code), ends)
        answered(page)
        assert Loan.objects.open().count() == 30 - (place + 1) * EACH, name
    back = Loan.objects.order_by("returned_at", "pk").values_list("copy__barcode", flat=True)
    assert list(back) == codes


def test_a_scan_without_an_end_is_known_by_its_speed_wherever_it_falls(
    new_page, sign_in, librarian, family, complaints
):
    for code in ("90199", "90200", "90201", "90202", "90203"):
        make_copy("Uno", barcode=code)
    make_copy("Odin", barcode="90300", state="reparation")
    page = new_page()
    page.clock.install()  # the page's time goes when the test says so
    sign_in(page, librarian)
    page.goto(f"/gestion/pret/?adherent={family.pk}")
    page.clock.pause_at(page.evaluate("() => Date.now() + 60_000"))

    def burst(text):
        for sign in text:
            page.keyboard.press(sign)
            page.clock.run_for(5)

    def after(milliseconds, words):
        with page.expect_response("**/gestion/pret/"):
            page.clock.run_for(milliseconds)
        said(page, words)

    burst("90")
    page.clock.run_for(500)  # a slow computer cuts no code in two
    burst("199")
    after(700, "Prêté")
    for sign in "90200":  # a hand is slower, and is left alone until Enter
        page.keyboard.press(sign)
        page.clock.run_for(400)
    expect(page.locator("#code")).to_have_value("90200")
    page.keyboard.press("Enter")
    after(10, "Prêté")
    page.clock.run_for(1000)
    burst("90300")
    after(700, "En réparation")
    page.locator("#note-outrepasser").fill("Vu ")
    page.clock.run_for(400)
    burst("9019")  # scanned while the note has the focus: a scan, no note
    page.clock.run_for(500)
    burst("9")
    page.clock.run_for(400)
    page.keyboard.press("Enter")
    after(10, "déjà prêté à cette famille")
    assert Loan.objects.open().count() == 2
    page.clock.run_for(1000)
    burst("9020")
    page.clock.run_for(500)
    burst("1")
    page.keyboard.press("Enter")
    after(10, "« Uno »")
    expect(page.locator("#answer")).to_contain_text("Prêté")
    burst("90202")  # the scanner is known to end its scans: its end is waited for, but not for ever
    page.clock.run_for(1500)
    expect(page.locator("#code")).to_have_value("90202")
    after(700, "Prêté")
    burst("90203")
    after(700, "Prêté")
    lent = Loan.objects.open().order_by("pk").values_list("copy__barcode", flat=True)
    assert list(lent) == ["90199", "90200", "90201", "90202", "90203"]
    complaints.expect("409")


def test_no_scan_is_lost_to_the_network_or_to_a_login(new_page, sign_in, volunteer, family, complaints):
    for code in ("90199", "90200", "90201", "90202"):
        make_copy("Uno", barcode=code)
    page = new_page()
    sign_in(page, volunteer)
    page.goto(f"/gestion/pret/?adherent={family.pk}")
    page.context.set_offline(True)
    for code, words in (("90199", "1 scan attend"), ("90200", "2 scans attendent")):
        typed(page, code, ["Enter"])
        said(page, words)
    said(page, "Pas de réseau")
    assert not Loan.objects.exists()
    page.context.set_offline(False)
    answered(page)
    assert list(Loan.objects.order_by("pk").values_list("copy__barcode", flat=True)) == ["90199", "90200"]
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    complaints[:] = [one for one in complaints if "htmx:" not in one]

    Session.objects.all().delete()
    typed(page, "90201", ["Enter"])
    page.locator("[name=username]").fill(volunteer.username)
    page.locator("[name=password]").fill(PASSWORD)
    follow(page, lambda: page.keyboard.press("Enter"))
    said(page, "1 scan attend")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="Les passer")).to_be_focused()
    page.keyboard.press("Enter")
    said(page, "Prêté")
    assert Loan.objects.open().count() == 3

    page.context.clear_cookies(name=settings.CSRF_COOKIE_NAME)  # as after a login in another tab
    typed(page, "90202", ["Enter"])
    said(page, "Page périmée")
    page.keyboard.press("ArrowDown")
    follow(page, lambda: page.keyboard.press("Enter"))
    said(page, "1 scan attend")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    said(page, "Prêté")
    assert Loan.objects.open().count() == 4
    complaints.expect("403")


def test_names_are_chosen_and_sounds_are_heard_without_a_mouse(
    new_page, sign_in, volunteer, family, complaints
):
    other = make_member(make_household("Famille Martinez"))
    make_copy("Uno", barcode="90199")
    page = new_page()
    page.add_init_script(HEARD)
    sign_in(page, volunteer)
    page.goto("/gestion/pret/")
    typed(page, "m", ["Enter"])  # one letter is a question
    said(page, "Quelle famille")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("link", name="Famille Martinez")).to_be_focused()
    follow(page, lambda: page.keyboard.press("Enter"))
    assert page.url.endswith(f"?adherent={other.pk}")
    for code, words, sound in (
        ("90199", "Prêté", ["sine", "sine"]),
        ("90199", "Déjà noté", ["sine", "sine"]),
        ("90999", "Inconnu", ["square"]),
        ("martin", "Changer de famille", ["triangle", "triangle"]),
    ):
        page.evaluate("() => { window.heard = []; }")
        typed(page, code, ["Enter"])
        said(page, words)
        assert page.evaluate("() => window.heard") == sound, words
    complaints.expect("422")
    page.locator("#sounds").focus()
    page.keyboard.press("Enter")
    page.reload()
    expect(page.locator("#sounds")).to_have_attribute("aria-pressed", "false")
    typed(page, "90199", ["Enter"])
    said(page, "Déjà noté")
    assert page.evaluate("() => window.heard") == []
