"""The sections of `check`, `list` and `rules` at every width: no word is broken, and no figure is missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pyarrow as pa
import pytest
from rich.cells import cell_len
from rich.console import Console

import goanalyze as ga
from goanalyze.archives.inputs import find_sources
from goanalyze.batch.run import Run
from goanalyze.batch.summary import Since, Summary
from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.pipeline import Options
from goanalyze.render.model import Section, Table
from goanalyze.render.sections.check_summary import detail_sections, next_commands, next_section, summary_section
from goanalyze.render.sections.findings import COLUMNS, by_code, by_file
from goanalyze.render.sections.rulesets import ruleset_section, rulesets_section
from goanalyze.render.terminal.printer import print_sections
from goanalyze.rules import RULESETS

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
WIDTHS = (30, 40, 60, 80, 100, 130, 200)
WHOLE = 5_000  # columns that have room for everything
LARGE = 1_234_567_890
CODES = list(CATALOGUE)


def printed(width: int, sections: Sequence[Section]) -> str:
    """Return sections as text."""
    console = Console(file=StringIO(), width=width)
    print_sections(console, sections)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def words(text: str) -> set[str]:
    """Return the words of a text without the punctuation around them."""
    return {word.strip(":;,·") for word in text.split()}


def assert_complete(sections: Sequence[Section], *, has_optional_columns: bool = False) -> None:
    """Check that sections have the same words at every width, on lines that fit."""
    whole = words(printed(WHOLE, sections))
    for width in WIDTHS:
        text = printed(width, sections)
        for line in text.splitlines():
            is_copied = len(line.split()) == 1 or line.startswith(("  goanalyze ", "  '"))
            assert cell_len(line) <= width or is_copied, (width, line)
        note = words(" ".join(re.findall(r"Not shown.*", text, re.DOTALL)[:1]))
        assert words(text) - note <= whole, width
        assert has_optional_columns or whole <= words(text), width


@pytest.fixture(scope="module")
def checked() -> Summary:
    """Return the summary of the sample, with the figures of a very large archive."""
    summary = Run(find_sources([str(SAMPLE)]), Options(estimate="never")).run()
    for counts in (summary.codes, summary.games_with, summary.files_with, summary.audit, summary.objections):
        for name in counts:
            counts[name] *= 12_345_678  # type: ignore[index]
    summary.audit["a very long 棋譜 collection of games.zip", "19×19", "japanese", "exact"] = LARGE
    return summary


def test_details_of_a_check_are_complete_at_every_width(checked: Summary) -> None:
    """All tables of `check -v`."""
    assert_complete(detail_sections(checked, CODES, "out"))


@pytest.mark.parametrize("is_everything", [False, True])
def test_the_summary_is_seventeen_lines(checked: Summary, *, is_everything: bool) -> None:
    """At most seventeen lines at 80 columns with the next commands; nineteen if each line has figures of ten digits."""
    if is_everything:
        many = Counter(dict.fromkeys(CODES, LARGE))
        since, left_out = Since(many, many, checked.examples, LARGE, LARGE), Counter({"text": 7, "picture": LARGE})
        checked = replace(checked, since=since, kept=LARGE, non_records=left_out)
    commands = next_commands(checked, CODES, "out", [str(SAMPLE)])
    sections = [summary_section(checked, CODES, "out", len(commands)), next_section(commands)]
    lines = printed(80, sections).splitlines()
    assert len([line for line in lines if line]) <= (19 if is_everything else 17)
    assert_complete(sections)


def test_rulesets_are_complete_at_every_width() -> None:
    """The tables of `rules`; columns that are left out are named, and the width that has room for them."""
    section = rulesets_section(list(RULESETS.values()))
    assert_complete([section], has_optional_columns=True)
    assert "Not shown: title, handicap. A terminal of" in " ".join(printed(80, [section]).split())
    assert_complete([ruleset_section(RULESETS["wmsg"])])


@pytest.fixture(scope="module")
def findings() -> pa.Table:
    """Return the findings of the sample."""
    return ga.check(SAMPLE).arrow("findings", COLUMNS)


def test_groups_by_code_add_up(findings: pa.Table) -> None:
    """Every code has its number of findings, three of them with their games; missing headers are one line."""
    numbers = {game_id: 7 for game_id in findings["game_id"].to_pylist() if game_id}
    sections = by_code(findings.to_batches(), 3, lambda ids: {name: numbers[name] for name in ids}, "out")
    text = " ".join(printed(WHOLE, sections).split())
    counts = Counter(findings["code"].to_pylist())
    for code, count in counts.items():
        if code not in ("GO401", "GO402", "GO403"):
            assert f"{code} {CATALOGUE[code].title}: {count:,} finding" in text
    assert "Headers missing: result in" in text
    assert_complete(sections)


def test_groups_by_file_add_up(findings: pa.Table) -> None:
    """Every file with findings is a row, with its number of errors, warnings and notes."""
    sections = by_file(findings.to_batches(), 0)
    table = sections[-1].blocks[0]
    assert isinstance(table, Table)
    files = set(zip(findings["source"].to_pylist(), findings["member"].to_pylist(), strict=True))
    assert len(table.rows) == len(files)
    assert sum(int(str(count)) for row in table.rows for count in row[1:4]) == findings.num_rows


def test_the_findings_shown_of_a_code_are_of_different_games(findings: pa.Table) -> None:
    """Of each code at most three findings are shown, each of another game or file; with 0, all of them."""
    shown = {0: 0, 3: 0}
    for limit in shown:
        for section in by_code(findings.to_batches(), limit, lambda _: {}, "out"):
            for table in (block for block in section.blocks if isinstance(block, Table)):
                games = [str(row[-1]).partition("@")[0] for row in table.rows]
                shown[limit] += len(games)
                assert not limit or len(games) == len(set(games)) <= limit
    is_missing = [message.endswith("is missing.") for message in findings["message"].to_pylist()]
    assert shown[3] < shown[0] == findings.num_rows - sum(is_missing)
