"""The explanation of a code is true of the sample, and codes are found by words."""

from __future__ import annotations

from pathlib import Path

from helpers.laws import over

from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.render.model import Commands, Paragraph
from goanalyze.render.sections.explanation import explanation, search_codes

SAMPLE = Path(__file__).parents[2] / "data" / "sample" / "findings"


@over("code", CATALOGUE)
def test_records_are_named_exactly_where_there_are_some(code: str) -> None:
    """A code names the records that show it; one that no record has names none."""
    blocks = explanation(CATALOGUE[code]).blocks
    lists = [block for block in blocks if isinstance(block, Commands)]
    records = sorted(SAMPLE.glob(f"{code.lower()}-*"))
    assert [line for line, _ in lists[0].lines] == list(map(str, records)) if lists else not records
    short = [path for path in records if path.suffix == ".sgf" and path.read_bytes().isascii()]
    titles = [block.text for block in blocks if isinstance(block, Paragraph) and block.text.startswith("The text of")]
    assert bool(titles) == any(path.stat().st_size <= 1_600 for path in short)


@over("code", CATALOGUE)
def test_a_code_is_found_by_its_title(code: str) -> None:
    """The words of a title lead to its code, in any case."""
    assert code in [entry.code for entry in search_codes(CATALOGUE[code].title.upper())]
