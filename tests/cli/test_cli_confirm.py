"""`goanalyze check --confirm`: its output, its tables and its errors.

The effects of a verdict are tested in `life/test_doubts.py`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import goanalyze as ga
from goanalyze.cli import app

ROWS = ["OX.OO....", ".XXOOOOOO", ".XXXOXXXX", ".XXXOX.X.", "OOOOOXXXX", ".O.OXX..."]
"""White takes the nine stones of B6, which the estimate calls alive."""


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return a folder with a record that ends in this position, and one without moves."""
    stones = {mark: [(x, y) for y, row in enumerate(ROWS) for x, at in enumerate(row) if at == mark] for mark in "XO"}
    points = {mark: "".join(f"[{chr(97 + x)}{chr(97 + y)}]" for x, y in found) for mark, found in stones.items()}
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.sgf").write_text(f"(;SZ[9:6]KM[0]RU[Japanese]AB{points['X']}AW{points['O']};B[];W[])")
    (folder / "b.sgf").write_text("(;SZ[9]KM[0])")
    return folder


def command(*words: object) -> Any:
    """Run a check."""
    return CliRunner().invoke(app, ["check", *map(str, words), "--jobs", "1"])


def test_the_summary_counts_games_that_are_confirmed(archive: Path) -> None:
    """The line "Dead stones" names each source; without --confirm it is estimated."""
    assert "Dead stones  unknown 1 · confirmed 1\n" in command(archive, "--confirm", "safe", "-v").stdout
    assert "Dead stones  unknown 1 · estimated 1\n" in command(archive, "-v").stdout
    told = json.loads(command(archive, "--confirm", "safe", "--format", "json").stdout)
    assert told["status_source"] == {"none": 1, "confirmed": 1}


def test_the_table_is_written_kept_and_compacted(archive: Path, tmp_path: Path) -> None:
    """`chains` is a table as `moves` is: in parts, opened again, kept by a second run, put together, gone unasked."""
    out, once = tmp_path / "out", ga.check(archive, confirm="safe").arrow("chains").to_pylist()
    assert [(row["first"], row["confirmed"]) for row in once] == [("aa", "alive"), ("ba", "dead")]
    assert command(archive, "--confirm", "safe", "-o", out).exit_code == 0
    assert ga.open(out).arrow("chains").to_pylist() == once
    again = command(archive, "--confirm", "safe", "-o", out).stdout
    assert "2 of the games from an earlier run" in " ".join(again.split())
    assert CliRunner().invoke(app, ["compact", str(out)]).exit_code == 0
    assert ga.open(out).arrow("chains").to_pylist() == once
    assert "earlier run" not in command(archive, "--confirm", "eyes", "-o", out).stdout
    command(archive, "-o", out)
    assert not (out / "chains").exists()


def test_a_game_of_a_dataset_is_confirmed_again(archive: Path, tmp_path: Path) -> None:
    """`Tables.game` judges as the check did: its options are in the dataset."""
    command(archive, "--confirm", "safe", "-o", tmp_path / "out")
    tables = ga.open(tmp_path / "out")
    margin = tables.outcomes.query("ruleset == 'japanese'").margin.iloc[0]
    assert tables.game(0).outcome("japanese").margin == margin
    assert tables.game(0).outcome("japanese").basis == "counted"
    assert ga.loads(tables.game(0).raw_sgf).outcome("japanese").basis == "estimated"  # without them it is a guess


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--confirm", "safe", "--estimate", "never"], "Expected estimate 'auto' or 'all'"),
        (["--confirm", "yes"], "'yes' is not a valid value. Expected never, safe, eyes"),
    ],
)
def test_what_cannot_be_is_a_sentence(archive: Path, words: list[str], said: str) -> None:
    """Bad input: one sentence, and exit code 2."""
    done = command(archive, *words)
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())
