"""The harness itself catches what it is there for."""

import pytest

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_notices_an_inaccessible_page(new_page, axe):
    page = new_page()
    page.goto("/")
    page.evaluate("() => { document.body.innerHTML = '<main><h1>Essai</h1><input></main>' }")
    with pytest.raises(AssertionError, match="label"):
        axe(page)


def test_it_notices_inline_styles_that_the_policy_forbids(new_page, complaints):
    page = new_page()
    page.goto("/")
    page.evaluate(
        "() => { document.body.insertAdjacentHTML('beforeend', '<p style=\"color:red\">rouge</p>') }"
    )
    complaints.expect("Content Security Policy")


def test_it_notices_a_request_to_another_host(new_page, complaints):
    page = new_page()
    page.goto("/")
    page.evaluate("() => fetch('http://192.0.2.1/').catch(() => null)")
    complaints.expect("Content Security Policy")
    page.goto("about:blank")
    with page.expect_console_message(lambda line: "ERR_" in line.text):
        page.evaluate("() => { new Image().src = 'http://ailleurs.invalid/a.png' }")
    complaints.expect("another host")
    complaints[:] = [one for one in complaints if "ERR_" not in one]
