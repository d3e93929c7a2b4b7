"""A real browser: Debian's Chromium against a live server, in light and in dark.

A page fails its test by itself when it writes an error on the console, breaks the content security policy,
asks another host, or is answered by an error.
"""

import os
import shutil
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect, sync_playwright

# the sync interface of Playwright keeps a loop in this thread, which Django takes for an async caller
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# how long what a test waits for may take, on however busy a machine
PATIENCE = 45_000
expect.set_options(timeout=PATIENCE)

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# axe would read all style sheets anew before it begins, for a rule about sounds: no page has what plays them
RULES = {"runOnly": WCAG, "resultTypes": ["violations"], "preload": False}
# what may differ between light and dark
RULES_OF_COLOURS = {
    "runOnly": ["color-contrast", "link-in-text-block"],
    "resultTypes": ["violations"],
    "preload": False,
}
# nothing is under way, the letters are there, and what was just changed has been drawn
AT_REST = """async () => {
    await document.fonts.ready;
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    return !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling, .htmx-added');
}"""
QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
]


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium, once for all tests; without its windows it draws a page in a third of the time."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert program, "Chromium is missing: apt-get install chromium-headless-shell"
    flags = [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else QUIET
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        yield browser
        browser.close()


class Complaints(list):
    """What a page did wrong. A test that provokes a fault takes it out with `expect`."""

    def expect(self, words: str) -> None:
        """Takes out the complaints that hold `words`; there must be one."""
        kept = [complaint for complaint in self if words not in complaint]
        assert len(kept) < len(self), f"no complaint holds {words!r}: {list(self)}"
        self[:] = kept


@pytest.fixture
def complaints():
    return Complaints()


@pytest.fixture
def new_page(browser, live_server, complaints):
    """`new_page(width=360, javascript=False)`: a page of a fresh visitor, watched."""
    contexts = []

    def _new_page(scheme="light", width=1280, height=900, javascript=True, **options) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            color_scheme=scheme,
            viewport={"width": width, "height": height},
            java_script_enabled=javascript,
            reduced_motion="reduce",
            locale="fr-FR",
            timezone_id="Europe/Paris",
            **options,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        host = urlsplit(live_server.url).netloc
        page.on(
            "console",
            # an answer that is an error is told below, with its address and before the page shows it
            lambda line: (
                line.type == "error"
                and "the server responded with a status of" not in line.text
                and complaints.append(f"console: {line.text}")
            ),
        )
        page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        page.on(
            "request",
            lambda request: (
                urlsplit(request.url).netloc not in ("", host)
                and complaints.append(f"another host: {request.url}")
            ),
        )
        page.on(
            "response",
            lambda answer: answer.status >= 400 and complaints.append(f"{answer.status}: {answer.url}"),
        )
        return page

    yield _new_page
    for context in contexts:
        context.close()
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def page(new_page) -> Page:
    """A watched page of a fresh visitor."""
    return new_page()


@pytest.fixture
def axe():
    """`axe(page)`: no finding of WCAG 2.2 AA on the page as it stands now, in light and in dark."""
    axe = Axe()

    def found(page: Page, rules: dict) -> str:
        page.wait_for_function(AT_REST)
        results = AxeResults(page.evaluate("rules => axe.run(rules)", rules))
        return results.generate_report() if results.violations_count else ""

    def _axe(page: Page) -> None:
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(axe.axe_script)
        light = found(page, RULES)
        page.emulate_media(color_scheme="dark")
        dark = found(page, RULES_OF_COLOURS)
        page.emulate_media(color_scheme="light")
        assert not light, f"{page.url}, in light\n{light}"
        assert not dark, f"{page.url}, in dark\n{dark}"

    return _axe


@pytest.fixture
def sign_in(client, live_server):
    """`sign_in(page, user)`: the page's visitor is that user from now on."""

    def _sign_in(page: Page, user) -> None:
        client.force_login(user)
        cookie = client.cookies["sessionid"]
        page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": live_server.url}])

    return _sign_in
