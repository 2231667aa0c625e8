"""A real browser for tests of pages: Chromium without a window, driven through selenium.

Scope: starting it, opening pages, reading their contents. Expectations of single pages are in their tests.
Pytest finds the fixtures because ``conftest.py`` names this module.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FLAGS = tuple(
    """
    --headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars --force-device-scale-factor=1
""".split()
)


def start(profile: Path) -> Any:
    """Start Chromium with a fresh profile; skips the test, with the reason, if it is not installed."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    chromedriver = shutil.which("chromedriver")
    if chromium is None or chromedriver is None:
        pytest.skip("chromium and chromedriver are needed to look at pages")
    pytest.importorskip("selenium", reason="selenium is needed to look at pages")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(executable_path=chromedriver, log_output=os.devnull)
    return webdriver.Chrome(options=options, service=service)


class Browser:
    """One window; the test's end checks the messages on its console.

    Attributes:
        driver: the selenium driver, for anything not wrapped here.
    """

    def __init__(self, driver: Any, folder: Path) -> None:
        self.driver = driver
        self._folder = folder
        self._log: list[dict[str, Any]] = []

    def open(self, page: Path | str) -> None:
        """Open a file of the disk (a path) or an address."""
        self.driver.get(page if isinstance(page, str) else page.resolve().as_uri())

    def show(self, html: str, name: str = "page.html") -> Path:
        """Write a page into the test's folder, open it from there, and return its path."""
        page = self._folder / name
        page.write_text(html, encoding="utf-8")
        self.open(page)
        return page

    def find(self, selector: str) -> Any:
        """Return the first element of a CSS selector; raises if none matches."""
        return self.driver.find_element("css selector", selector)

    def find_all(self, selector: str) -> list[Any]:
        """Return every element of a CSS selector."""
        elements: list[Any] = self.driver.find_elements("css selector", selector)
        return elements

    def run(self, script: str, *arguments: Any) -> Any:
        """Run JavaScript; ``return`` gives its value, ``arguments[0]`` is the first argument."""
        return self.driver.execute_script(script, *arguments)

    def resize(self, width: int, height: int = 900) -> None:
        """Give the page exactly this many pixels."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )

    def prefer(self, scheme: str) -> None:
        """Let pages believe that the reader likes ``dark`` or ``light`` best."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def screenshot(self, path: Path) -> None:
        """Save the visible page as PNG."""
        self.driver.save_screenshot(str(path))

    def errors(self) -> list[str]:
        """Return every error of the console so far."""
        self._log += self.driver.get_log("browser")
        return [entry["message"] for entry in self._log if entry["level"] == "SEVERE"]


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One Chromium for all tests; skips them, with the reason, if it is not installed."""
    started = start(tmp_path_factory.mktemp("profile"))
    yield started
    started.quit()


@pytest.fixture
def browser(driver: Any, tmp_path: Path) -> Iterator[Browser]:
    """A window of usual size, light, with an empty page; errors on its console fail the test."""
    driver.get("about:blank")
    driver.get_log("browser")
    window = Browser(driver, tmp_path)
    window.resize(1000)
    window.prefer("light")
    yield window
    assert window.errors() == []
