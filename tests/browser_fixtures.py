"""The fixture ``browser``: a window of Chromium that must not complain.

Pytest finds it because ``conftest.py`` names this module: there is one ``conftest.py``, since modules that doctests are
looked for in need names of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from browser import Browser


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One Chromium for all tests; skips them, with the reason, where there is none."""
    from browser import start

    started = start(tmp_path_factory.mktemp("profile"))
    yield started
    started.quit()


@pytest.fixture
def browser(driver: Any, tmp_path: Path) -> Iterator[Browser]:
    """A window of usual size, light, with an empty page; errors on its console fail the test."""
    from browser import Browser

    driver.get("about:blank")
    driver.get_log("browser")
    window = Browser(driver, tmp_path)
    window.resize(1000)
    window.prefer("light")
    yield window
    assert window.errors() == []
