"""The page on tests (`README.md`) names every test file or its folder, and every oracle."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGE = (TESTS / "README.md").read_text(encoding="utf-8")
PATHS = re.findall(r"`([\w.*/-]+(?:\.(?:py|toml|txt)|/))(?: [^`]*)?`", PAGE)
FILES = sorted(path.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py"))


@pytest.mark.parametrize("name", sorted(set(PATHS)))
def test_each_named_path_exists(name: str) -> None:
    """Every path of the page is a file or folder of the tests, or of the project."""
    assert list(TESTS.glob(name)) or (TESTS.parent / name).exists()


@pytest.mark.parametrize("file", FILES)
def test_each_test_file_is_named(file: str) -> None:
    """A test file is named on the page, by its path, by a pattern, or by its folder."""
    assert any(fnmatch(file, name) or (name.endswith("/") and file.startswith(name)) for name in PATHS)


def test_each_oracle_is_named() -> None:
    """The page names every oracle, alone or with others."""
    oracles = {f"oracles/{path.name}" for path in (TESTS / "oracles").glob("*.py")}
    assert oracles <= set(PATHS)
