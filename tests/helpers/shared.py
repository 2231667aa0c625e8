"""Files outside the project that some tests read: real archives, third-party cases, records in other formats.

They are in the folder `shared` next to the checkout. A test that needs a missing file is skipped.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).parents[3] / "shared"


def shared(name: str) -> Path:
    """Return a file or folder outside the project, and skip the test if it is missing."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(_reason(name))
    return path


def needs_shared(name: str) -> pytest.MarkDecorator:
    """Return the mark that skips tests if a file or folder outside the project is missing."""
    return pytest.mark.skipif(not (SHARED / name).exists(), reason=_reason(name))


def shared_cases(name: str) -> list[dict[str, Any]]:
    """Return the cases in a file of JSON lines outside the project, none if it is missing."""
    path = SHARED / name
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def _reason(name: str) -> str:
    return f"{SHARED / name} is not part of the project and is missing"
