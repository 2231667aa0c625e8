"""``to_csv`` and ``to_excel`` of every table write cells that are safe in a spreadsheet."""

from __future__ import annotations

import datetime as dt
import io
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

import goanalyze as ga
from goanalyze import Frame
from goanalyze.tables import spreadsheets
from goanalyze.tables.schema import TABLES

HOSTILE = "=HYPERLINK(1)"


@pytest.mark.parametrize("name", TABLES)
def test_csv_of_every_table(sample: ga.Tables, name: str) -> None:
    """Lists are joined, whole numbers whole, nothing is printed as by Python or NumPy; the frame is unchanged."""
    frame = getattr(sample, name).head(400)
    before = frame.copy(deep=True)
    told = pd.read_csv(io.StringIO(frame.to_csv(index=False)), dtype=str, keep_default_na=False)
    pd.testing.assert_frame_equal(frame, before)
    assert list(told.columns) == list(frame.columns)
    assert len(told) == len(frame)
    for column, kind in frame.dtypes.items():
        if frame[column].astype(object).map(pd.api.types.is_list_like).any():
            there = frame[column].notna()
            assert [text.split(";") if text else [] for text in told[column][there]] == [
                [str(each) for each in values] for values in frame[column][there]
            ]
        elif pd.api.types.is_integer_dtype(kind):
            assert told[column][told[column] != ""].str.fullmatch(r"-?\d+").all()


@pytest.fixture
def frame(sample: ga.Tables) -> Frame:
    """Three games, with text that spreadsheets do not take."""
    games = sample.games.head(3)[["game_id", "black_player", "date", "moves", "game_index", "worst_severity"]].copy()
    games["black_player"] = [HOSTILE, "#REF!", "a\x00b\x1b\uffff\n=c"]
    games["date"] = pd.to_datetime(["1846-07-21", "2016-03-09", None])
    games["moves"] = [list(range(10_000)), [1, 2], []]
    assert isinstance(games, Frame)
    return games


def test_text_of_csv_is_not_calculated(frame: Frame) -> None:
    """An apostrophe precedes a formula, in labels too; terminal control characters are replaced."""
    told = pd.read_csv(io.StringIO(frame.set_index("black_player").to_csv()))
    assert told["black_player"].tolist() == [f"'{HOSTILE}", "#REF!", "a�b�\uffff\n=c"]
    assert told["date"].tolist()[:2] == ["1846-07-21", "2016-03-09"]


def test_a_workbook_holds_text_days_and_numbers(frame: Frame, tmp_path: Path) -> None:
    """Cells are typed: a formula is text, a day before 1900 is text, too much is cut off at 32,767 characters."""
    frame.to_excel(tmp_path / "a.xlsx", index=False)
    head, *rows = openpyxl.load_workbook(tmp_path / "a.xlsx").active.iter_rows()
    cells = {cell.value: column for cell, column in zip(head, zip(*rows, strict=True), strict=True)}
    assert [cell.value for cell in cells["black_player"]] == [HOSTILE, "#REF!", "a�b��\n=c"]
    assert {cell.data_type for cell in cells["black_player"]} == {"s"}
    assert [cell.value for cell in cells["date"]] == ["1846-07-21", dt.datetime(2016, 3, 9), None]
    assert {(cell.data_type, cell.value) for cell in cells["game_index"]} == {("n", 0)}
    assert len(cells["moves"][0].value) == 32_767
    assert cells["moves"][0].value.endswith("…")


def test_a_writer_takes_several_sheets(frame: Frame, tmp_path: Path) -> None:
    """As pandas' users write them; a writer in whose cells text would be calculated is refused in a sentence."""
    with pd.ExcelWriter(tmp_path / "a.xlsx", engine="openpyxl") as writer:
        frame.to_excel(writer, sheet_name="one")
        frame[["game_id"]].to_excel(writer, sheet_name="two")
    assert list(pd.read_excel(tmp_path / "a.xlsx", sheet_name=None)) == ["one", "two"]


def test_a_list_as_a_workbook(tmp_path: Path) -> None:
    """``goanalyze list -o FILE.xlsx``: a sheet that filters, its first row the columns; text stays text."""
    with (tmp_path / "a.xlsx").open("wb") as file:
        spreadsheets.write_workbook(file, "findings", ["place", "n"], [[HOSTILE, 1], ["b", None]], {"place": 50})
    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx")["findings"]
    assert [[cell.value for cell in row] for row in sheet.iter_rows()] == [["place", "n"], [HOSTILE, 1], ["b", None]]
    assert sheet["A2"].data_type == "s"
    assert (sheet.auto_filter.ref, sheet.freeze_panes) == ("A1:B3", "A2")


def test_more_rows_than_a_sheet_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows beyond the 1,048,576 of a sheet are on further sheets, each with its head (limit made small)."""
    assert spreadsheets.SHEET_ROWS == 1_048_576
    monkeypatch.setattr(spreadsheets, "SHEET_ROWS", 3)
    with (tmp_path / "a.xlsx").open("wb") as file:
        spreadsheets.write_workbook(file, "findings", ["n"], [[n] for n in range(5)], {})
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")
    assert {sheet.title: [cell.value for (cell,) in sheet.iter_rows()] for sheet in book} == {
        "findings": ["n", 0, 1],
        "findings 2": ["n", 2, 3],
        "findings 3": ["n", 4],
    }


def test_without_openpyxl_a_sentence_says_what_to_install(
    sample: ga.Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """XLSX is an extra, and the message has the command that installs it."""
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(ImportError, match="openpyxl, which is not installed: pip install"):
        sample.games.to_excel(tmp_path / "a.xlsx")
    assert list(tmp_path.iterdir()) == []
