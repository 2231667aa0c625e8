"""Diffs of repaired files."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.calls import count_calls

from goanalyze import FileRepair
from goanalyze.repair.repair import split_record

SAMPLE = Path(__file__).parents[2] / "data/sample/findings"


@pytest.mark.parametrize(
    "text", [path.read_text(encoding="utf-8", errors="replace") for path in sorted(SAMPLE.iterdir())[:40]]
)
def test_a_diff_has_all_text(text: str) -> None:
    """No character but blanks is lost when a record is split, and equal texts have no hunk."""
    assert "".join("".join(split_record(text)).split()) == "".join(text.split())
    assert len(list(FileRepair("a", "b", text, text).diff())) == 2


def test_a_long_diff_takes_linear_time() -> None:
    """Work is counted in calls: four times the record is at most five times the work, even for unlike texts."""
    counts = []
    for number in (2_000, 8_000):
        before = "(;" + "".join(f"X[{index * 7919 % 1000}]" for index in range(number)) + ")"
        after = "(;" + "".join(f"X[{index * 104729 % 1000}]" for index in range(number)) + ")"
        repair = FileRepair("a", "b", before, after)
        counts.append(count_calls(lambda repair=repair: list(repair.diff())))
    assert counts[1] < 5 * counts[0]
