"""Variations on the command line and in the report: they are counted, checked when asked for, and shown.

Without ``--variations`` a note has the number of variations that were not checked.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import goanalyze as ga
from goanalyze.cli import app

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
CLEAN = SAMPLE / "gnugo" / "009x009-chinese-0001.sgf"
KO = SAMPLE / "findings" / "good-ko-in-variation.sgf"


def call(*arguments: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_what_is_not_looked_at_is_said() -> None:
    """A line of the summary counts the variations, and names the option; records without any have no such line."""
    assert "Variations   1 in 1 game, not checked; --variations checks them" in call("check", KO, "-v").stdout
    assert "ariation" not in call("check", CLEAN, "-v").stdout


def test_a_variation_with_an_error_fails_when_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ko taken back in the variation is an error of the run with ``--variations`` alone."""
    monkeypatch.setenv("COLUMNS", "200")  # room for the place of an example
    plain, full = call("check", KO), call("check", KO, "--variations", "-v")
    assert (plain.exit_code, full.exit_code) == (0, 1)
    assert "Variations   1 in 1 game, all checked" in full.stdout
    assert f"{KO}#0.1@9" in full.stdout
    assert "Games with a move that a ruleset forbids" not in full.stdout  # the game's own moves are in order


def test_machines_are_told_the_line() -> None:
    """JSON counts variations; JSON Lines and GitHub's annotations name the line."""
    data = json.loads(call("check", KO, "--variations", "--format", "json").stdout)
    assert [data[name] for name in ("variations", "games_with_variations", "variations_looked_at")] == [1, 1, 1]
    (row,) = map(json.loads, call("check", KO, "--variations", "--format", "jsonl").stdout.splitlines())
    assert (row["line"], row["move_number"]) == (1, 9)
    assert "#0.1@9: The ko" in call("check", KO, "--variations", "--format", "github").stdout


def test_show_a_line() -> None:
    """``show`` says which lines there are; with ``--line`` it shows one, with its own findings."""
    main, line = call("show", KO).stdout, call("show", KO, "--line", 1).stdout
    assert "the main line; 1 variation, see --line 1" in main
    assert "GO201" not in main
    assert "line 1 of 1, equal to an earlier line up to move 8" in line
    assert "GO201 error: move 9" in line
    assert "ariation" not in call("show", CLEAN).stdout


@pytest.mark.parametrize(
    ("path", "number", "says"), [(KO, 2, "line 2 is not found in"), (KO, 2, "1 variation"), (CLEAN, 1, "no variations")]
)
def test_a_line_that_is_not_there_is_a_sentence(path: Path, number: int, says: str) -> None:
    """A line beyond the last is exit code 2 and says how many there are."""
    result = call("show", path, "--line", number)
    assert result.exit_code == 2
    assert says in result.stderr


def test_a_dataset_made_without_variations_is_done_anew(tmp_path: Path) -> None:
    """The same run with variations has other rows: nothing is kept, and the dataset says how it was made."""
    for options, lines in (((), [0]), (("--variations",), [0, 1])):
        found = call("check", KO, SAMPLE / "findings" / "go101-point-occupied.sgf", "-o", tmp_path / "out", *options)
        assert "earlier run" not in found.stdout
        assert sorted(set(ga.open(tmp_path / "out").findings.line)) == lines
    again = call(
        "check", KO, SAMPLE / "findings" / "go101-point-occupied.sgf", "-o", tmp_path / "out", "--variations", "-v"
    )
    assert "2 of the games from an earlier run" in " ".join(again.stdout.split())
    assert "Variations   1 in 1 game, all checked" in again.stdout
    page = ga.open(tmp_path / "out").report(tmp_path / "report.html").read_text(encoding="utf-8")
    assert "1 variation in 1 game, checked, too" in page
    assert f"<bdi>{KO.name}#0.1@9</bdi>" in page


def test_variations_are_no_errors_of_copies(tmp_path: Path) -> None:
    """Of two copies the one with a faulty variation is not the worse for it."""
    (tmp_path / "a.sgf").write_text("(;SZ[9]PB[x];B[aa](;W[bb])(;W[aa]))")
    (tmp_path / "b.sgf").write_text("(;SZ[9]PB[xy];B[aa];W[bb])")
    plain, full = (ga.check(tmp_path, variations=each).duplicates for each in (False, True))
    assert plain.drop(columns=["own_values"]).equals(full.drop(columns=["own_values"]))
