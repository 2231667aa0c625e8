"""The fixture ``browser``: a window of Chromium that must not complain."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Browser, start


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One Chromium for all tests; skips them, with the reason, where there is none."""
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
