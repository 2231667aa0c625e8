"""A file with rulesets of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

CLUB = """
[club]
title = "Our club"
base = "japanese"
source = "club statutes 2020"
seki = "strict"
komi = { even = 5.5, handicap = 0.5, 9 = 3.5 }
suicide = { value = "any", source = "vote of 2021" }

[blitz]
base = "NZ"
[blitz.komi]
source = "notice board"
value = { even = 6.5, 13 = 5 }
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file with two rulesets."""
    path = tmp_path / "mine.toml"
    path.write_text(CLUB, encoding="utf-8")
    return path
