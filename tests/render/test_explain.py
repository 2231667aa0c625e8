"""What ``goanalyze explain`` says of a code is true of the sample."""

from __future__ import annotations

from pathlib import Path

from helpers.laws import over

from goanalyze.render.terminal.findings import explain
from goanalyze.vocabulary.catalogue import CATALOGUE

SAMPLE = Path(__file__).parents[2] / "data" / "sample" / "findings"


@over("code", CATALOGUE)
def test_records_are_named_exactly_where_there_are_some(code: str) -> None:
    """A code names the records that show it; one that no record has names none."""
    told = explain(CATALOGUE[code])
    records = sorted(SAMPLE.glob(f"{code.lower()}-*"))
    assert [line.strip() for line in told.splitlines() if line.strip().startswith(str(SAMPLE))] == list(
        map(str, records)
    )
    shown = [path for path in records if path.suffix == ".sgf" and path.read_bytes().isascii()]
    assert ("The text of" in told) == any(path.stat().st_size <= 1_600 for path in shown)
