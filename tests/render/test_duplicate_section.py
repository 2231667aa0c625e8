"""The section on copies of games: its figures are those of the table, at every width."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from helpers.copies import record_of
from helpers.duplicates import search
from rich.console import Console

import goanalyze as ga
from goanalyze.duplicates.summary import DuplicateSummary
from goanalyze.render.model import Cell, Section, Table
from goanalyze.render.sections.duplicates import duplicate_section
from goanalyze.render.terminal.printer import print_section

GNUGO = Path(__file__).parents[2] / "data" / "sample" / "gnugo"
WIDTHS = (30, 40, 60, 80, 120, 200)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> ga.Tables:
    """Return a game, two copies of it and one with another result and hostile names."""
    folder = tmp_path_factory.mktemp("copies")
    (row,) = ga.check(GNUGO / "019x019-chinese-0001.sgf", estimate="never").arrow("games").to_pylist()
    record = record_of(row).saying(RE="B+R", PB="one", DT="2001-01-01")
    hostile = record.saying(PB="\x1b[31m<b>`red`</b>\u202e", RE="W+R")
    for name, each in zip("abcd", (record, record, record.with_moves(record.moves[:-9]), hostile), strict=True):
        (folder / f"{name}.sgf").write_text(each.sgf(), encoding="utf-8")
    return ga.check(folder, estimate="never")


@pytest.fixture(scope="module")
def summary(tables: ga.Tables) -> DuplicateSummary:
    """Return the copies."""
    return DuplicateSummary(search(tables))


def printed(section: Section, width: int) -> str:
    """Return a section as text."""
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    print_section(console, section)
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def table_of(section: Section, caption: str) -> Table:
    """Return the table of a section whose caption begins so."""
    (table,) = [block for block in section.blocks if isinstance(block, Table) and block.caption.startswith(caption)]
    return table


def test_kinds_have_the_rows_of_the_table(tables: ga.Tables, summary: DuplicateSummary) -> None:
    """Each code has the number of its rows, and the games of these rows where they are known."""
    frame = tables.duplicates
    games = np.arange(len(frame)) * 10
    kinds = table_of(duplicate_section(summary, "out", games=games), "Kinds")
    for code, rows in frame[~frame["keep"].fillna(False).astype(bool)].groupby("code", observed=True):
        (row,) = [row for row in kinds.rows if row[1] == code]
        assert isinstance(row[2], Cell)
        assert row[2].value == len(rows)
        assert list(row[2].games) == sorted(games[rows.index])
    (all_copies,) = [row[2] for row in kinds.rows if not row[1]]
    assert isinstance(all_copies, Cell)
    assert all_copies.value == 3


def test_contradicting_results_name_both_records(summary: DuplicateSummary) -> None:
    """A copy with another winner is listed with both results and both addresses."""
    table = table_of(duplicate_section(summary, "out"), "Results that contradict")
    assert [row[:2] for row in table.rows] == [("W+R", "B+R")]
    assert [Path(str(cell.value)).stem for cell in table.rows[0][2:] if isinstance(cell, Cell)] == ["d", "a"]


@pytest.mark.parametrize("width", WIDTHS)
def test_the_section_is_whole_at_every_width(width: int, summary: DuplicateSummary) -> None:
    """All figures and words are printed, and no character of a record acts on the terminal."""
    text = printed(duplicate_section(summary, "out"), width)
    assert {"GO601", "GO605", "certain", "contradict"} <= set(text.split())
    assert not {"\x1b", "\u202e"} & set(text)


def test_no_copies_are_one_sentence() -> None:
    """A dataset without copies has one sentence, and no table."""
    result = search(ga.check(GNUGO / "009x009-chinese-0022.sgf"))
    (block,) = duplicate_section(DuplicateSummary(result), "out").blocks
    assert "No game is recorded twice." in str(block)
