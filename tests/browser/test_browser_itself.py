"""The browser of the tests shows pages and collects their errors."""

from __future__ import annotations

from helpers.browser import Browser
from selenium.webdriver.support.ui import WebDriverWait


def test_scripts_run_from_disk(browser: Browser) -> None:
    """A page of the disk is drawn, and its script runs."""
    browser.show("<!doctype html><p>a</p><script>document.querySelector('p').textContent = 'b'</script>")
    assert browser.find("p").text == "b"


def test_errors_are_heard(browser: Browser) -> None:
    """An exception in a script is an error, and so is a file that cannot be loaded."""
    browser.show("<!doctype html><img src='missing.png'><script>throw new Error('broken')</script>")
    WebDriverWait(browser.driver, 10).until(lambda _: len(browser.errors()) >= 2)  # reported a moment later
    heard = browser.errors()
    assert any("broken" in message for message in heard)
    assert any("missing.png" in message for message in heard)
    browser._log.clear()
