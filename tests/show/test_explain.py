"""What ``goanalyze explain`` says of a code is true of the sample."""

from __future__ import annotations

from pathlib import Path

from helpers.laws import over

from goanalyze.show.findings import explain
from goanalyze.vocabulary.catalogue import CATALOGUE

SAMPLE = Path(__file__).parents[2] / "data" / "sample" / "findings"


@over("code", CATALOGUE)
def test_records_are_named_exactly_where_there_are_some(code: str) -> None:
    """A code names the records that show it; one that no record has names none."""
    is_named = "data/sample/findings" in explain(CATALOGUE[code])
    assert is_named == any(SAMPLE.glob(f"{code.lower()}-*"))
