"""The command ``goanalyze dups``."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.copies import DAMAGE, record_of

import goanalyze as ga
from goanalyze.cli import app

GNUGO = Path(__file__).parents[2] / "data" / "sample" / "gnugo"


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a dataset with a game and copies: contradicting it, cut off, with a hostile name, damaged."""
    folder = tmp_path_factory.mktemp("dups")
    (row,) = ga.check(GNUGO / "019x019-chinese-0001.sgf", estimate="never").arrow("games").to_pylist()
    record = record_of(row).saying(RE="B+R", PB="one", DT="2001-01-01")
    (folder / "in").mkdir()
    damaged = DAMAGE["a move changed"](record, random.Random(1))
    hostile = record.saying(PB="\x1b[31mred\u202e")
    copies = (record, record.saying(RE="W+R"), record.with_moves(record.moves[:-9]), hostile, damaged)
    for name, each in zip("abcde", copies, strict=True):
        (folder / "in" / f"{name}.sgf").write_text(each.sgf(), encoding="utf-8")
    ga.check(folder / "in", estimate="never").to_parquet(folder / "out")
    return folder / "out"


def run(*arguments: str) -> tuple[int, str, str]:
    """Run the command; return exit code, output and errors."""
    done = CliRunner().invoke(app, ["dups", *arguments], env={"COLUMNS": "100"})
    return done.exit_code, done.stdout, done.stderr


def test_contradictions_come_first(out: Path) -> None:
    """The text begins with the sum, then the contradictions, the kinds and examples."""
    code, text, _ = run(str(out))
    lines = text.splitlines()
    assert code == 0
    assert lines[1:3] == ["Duplicates  5 games", "1 different game; 1 of them has 4 further copies."]
    assert lines[4].startswith("Results that contradict each other (GO609): 1 copy of 1 game")
    assert text.index("GO609") < text.index("same moves") < text.index("Examples") < text.index("has every row")
    assert not {"\x1b", "\u202e"} & set(text)


def test_the_table_is_written(out: Path) -> None:
    """After the command the dataset has the table."""
    run(str(out))
    assert len(list((out / "duplicates").glob("part-*.parquet"))) == 1
    assert len(ga.open(out).duplicates) == 5


def test_json_has_the_figures_and_rows(out: Path) -> None:
    """The same as JSON: sums, contradictions, kinds."""
    code, text, _ = run(str(out), "--format", "json")
    data = json.loads(text)
    assert code == 0
    assert (data["games"], data["groups"], data["copies"], data["contradicting_copies"]) == (5, 1, 4, 1)
    assert {kind["code"]: kind["rows"] for kind in data["kinds"]} == {"GO602": 2, "GO605": 1, "GO606": 1}
    assert [Path(row["source"]).stem for row in data["contradictions"]] == ["b"]


def test_csv_has_a_row_for_each_game_of_a_group(out: Path) -> None:
    """CSV has the addresses of copy and best copy, and no cell that a spreadsheet would calculate."""
    code, text, errors = run(str(out), "--format", "csv", "--limit", "1")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert (code, errors, len(rows)) == (0, "", 5)
    assert rows[0]["place"] == rows[0]["best_place"] == f"{out.parent}/in/a.sgf"
    assert sorted(row["place"] for row in rows) == [f"{out.parent}/in/{name}.sgf" for name in "abcde"]
    assert {row["code"] for row in rows[1:]} == {"GO602", "GO605", "GO606"}
    assert not {"\x1b", "\u202e"} & set(text)


def test_no_copies_are_said_in_one_line(tmp_path: Path) -> None:
    """A dataset without copies gets an empty table and one sentence."""
    ga.check(GNUGO / "009x009-chinese-0022.sgf").to_parquet(tmp_path / "out")
    code, text, _ = run(str(tmp_path / "out"))
    assert code == 0
    assert "No game is recorded twice." in text
    assert len(ga.open(tmp_path / "out").duplicates) == 0


def test_archives_are_searched_without_a_dataset_of_the_user(
    out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`dups` takes archives as `check` does, with the result for their dataset."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    code, text, _ = run(str(out.parent / "in"), "--format", "json")
    data, of_dataset = json.loads(text), json.loads(run(str(out), "--format", "json")[1])
    assert code == 0
    assert (data["games"], data["copies"]) == (of_dataset["games"], of_dataset["copies"]) == (5, 4)


def test_a_folder_without_records_is_refused(tmp_path: Path) -> None:
    """One sentence and exit code 2."""
    code, text, error = run(str(tmp_path))
    assert (code, text) == (2, "")
    assert error.count("\n") == 1


def test_columns_that_differ_are_named(tmp_path: Path) -> None:
    """Of five columns that differ, two are shown with their values, and the other three by name."""
    (row,) = ga.check(GNUGO / "019x019-chinese-0001.sgf", estimate="never").arrow("games").to_pylist()
    record = record_of(row).saying(PB="one", PW="two", DT="2001-01-01", KM="6.5", RE="B+R")
    other = record.saying(PB="three", PW="four", DT="2001-01-02", KM="5.5", RE="B+T")
    for name, each in (("a", record), ("b", other)):
        (tmp_path / f"{name}.sgf").write_text(each.sgf(), encoding="utf-8")
    ga.check(tmp_path, estimate="never").to_parquet(tmp_path / "out")
    _, text, _ = run(str(tmp_path / "out"))
    assert "Black three / one; White four / two; also date, komi, result" in text


def test_a_place_that_cannot_be_written_is_told(out: Path) -> None:
    """A file in the place of the folder: one sentence, exit code 2, and the file is left alone."""
    for old in (out / "duplicates").iterdir() if (out / "duplicates").is_dir() else ():
        old.unlink()
    if (out / "duplicates").is_dir():
        (out / "duplicates").rmdir()
    (out / "duplicates").write_text("mine")
    code, _, error = run(str(out))
    (out / "duplicates").unlink()
    assert code == 2
    assert "cannot be written" in error
