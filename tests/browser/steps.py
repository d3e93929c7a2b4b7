"""What a visitor of a page does, each step waiting for what it leads to: none depends on how fast it goes."""

from playwright.sync_api import Page

# what was swapped in keeps the classes of what it replaces for a moment
_SETTLED = "old => (!old.isConnected || !document.contains(old)) && !document.querySelector('.htmx-settling')"
_HERE = "selector => Boolean(document.activeElement?.matches(selector))"
_TOO_WIDE = """async () => {
    await document.fonts.ready;
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}"""
_BOTTOMS = """async selector => {
    await document.fonts.ready;
    return [...document.querySelectorAll(selector)].map(one => one.getBoundingClientRect().bottom);
}"""


def address(match) -> str:
    return f"/jouer/parties/{match.pk}/"


def gone(page: Page, press, what="#table") -> None:
    """Presses what changes a part of the page, and waits until the new one stands."""
    before = page.locator(what).element_handle()
    press()
    page.wait_for_function(_SETTLED, arg=before)


def follow(page: Page, press) -> None:
    """Presses what leads to another page (all there is without scripts), and waits for the whole of it."""
    with page.expect_navigation():
        press()


def over(page: Page) -> bool:
    """Whether the game on the page is finished."""
    return page.locator("#again").count() > 0


def at(page: Page, selector: str) -> bool:
    """Whether the focus is there."""
    return page.evaluate(_HERE, selector)


def press_until(page: Page, selector: str, key="Tab", most=80) -> bool:
    """Presses the key until the focus is there; not at all where it is there."""
    for _ in range(most):
        if at(page, selector):
            return True
        page.keyboard.press(key)
    return at(page, selector)


def reach(page: Page, selector: str) -> None:
    """Goes there by keyboard, forwards or else backwards."""
    assert press_until(page, selector) or press_until(page, selector, "Shift+Tab", 110), selector


def too_wide(page: Page) -> int:
    """By how many pixels the page is wider than its window; by none: 0 or less."""
    page.wait_for_load_state()  # without its whole style a page is as wide as it likes
    return page.evaluate(_TOO_WIDE)


def bottoms(page: Page, selector: str) -> list[float]:
    """How far down each of them reaches, once the page's own letters are there; there must be some."""
    found = page.evaluate(_BOTTOMS, selector)
    assert found, selector
    return found
