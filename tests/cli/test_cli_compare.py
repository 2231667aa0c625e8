"""The command compare: formats, messages, exit codes."""

from __future__ import annotations

import csv
import io
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.synthetic import Cell, Made, Row, table_of

from goanalyze.cli import app


def call(*arguments: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, ["compare", *(str(argument) for argument in arguments)])


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games under three rulesets, one of which Japanese rules see otherwise."""
    made = table_of({"japanese": [-0.5, 1.5, None], "chinese": [0.5, 1.5, None], "aga": [0.5, 1.5, None]})
    cycle = Row((Cell(2.5, no_result=True), Cell(2.5), Cell(2.5, legal=False, first_illegal=3)))
    return Made(made.names, (*made.rows, cycle)).write(tmp_path_factory.mktemp("made") / "out")


def test_the_overview(dataset: Path) -> None:
    """Without options everything is told, and a comparison is no finding: exit 0."""
    result = call(dataset)
    assert result.exit_code == 0
    assert "4 games under 3 rulesets" in result.stdout
    assert "chinese = aga" in result.stdout
    assert "W+0.5 japanese; B+0.5 chinese, aga" in result.stdout


def test_json_has_everything(dataset: Path) -> None:
    """The overview as JSON; --limit 0 is all."""
    data = json.loads(call(dataset, "--format", "json", "--limit", 0).stdout)
    assert data["classes"] == [["japanese"], ["chinese", "aga"]]
    assert (data["common"]["games"], data["common"]["left_out"], data["apart"]) == (3, [], [])
    assert [row["winner_changes"] for row in data["pairs"]] == [1, 1, 0]
    assert len(data["games_behind"]["winner"]) == 1


def test_a_pair(dataset: Path) -> None:
    """A pair in detail, named as people write it, broken down, with its games."""
    result = call(dataset, "--pair", "jp,Chinese", "--by", "board_size", "--games", "winner")
    assert result.exit_code == 0
    assert "japanese against chinese  both give a margin in 3 of 4 games" in result.stdout
    assert "19×19" in result.stdout
    assert "On the" not in result.stdout
    assert "On the 3 games that all 3 rulesets give a margin." in call(dataset, "--by", "ending").stdout
    assert "japanese W+0.5; chinese B+0.5" in result.stdout
    data = json.loads(call(dataset, "--pair", "jp,cn", "--by", "komi", "--games", "legal", "--format", "json").stdout)
    assert set(data) == {"winners", "pair", "histogram", "by", "games"}
    assert data["histogram"] == [{"difference": -1.0, "games": 1}, {"difference": 0.0, "games": 2}]


@pytest.mark.parametrize(
    ("options", "rows", "column"),
    [
        ([], 3, "winner_changes"),
        (["--pair", "chinese,japanese"], 1, "mean"),
        (["--by", "ending"], 3, "ending"),
        (["--games", "legal"], 1, "verdicts"),
        (["--games", "no-result"], 1, "verdicts"),
        (["--pair", "japanese,aga", "--games", "margin"], 0, "first_illegal_b"),
    ],
)
def test_csv_is_one_table(dataset: Path, options: list[str], rows: int, column: str) -> None:
    """--format csv prints the table that was asked for."""
    text = call(dataset, "--format", "csv", *options).stdout
    found = list(csv.DictReader(io.StringIO(text)))
    assert len(found) == rows
    assert column in text.splitlines()[0].split(",")


def test_readings(dataset: Path) -> None:
    """The ruleset's own komi, and only some rulesets."""
    result = call(dataset, "--komi", "ruleset", "--basis", "all", "--rulesets", "aga,japanese")
    assert result.exit_code == 0
    assert "4 games under 2 rulesets  with each ruleset's own komi" in result.stdout


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            ["--rulesets", "ing,japanese"],
            "'ing': not among the rulesets of the dataset, which are japanese, chinese, aga",
        ),
        (["--rulesets", " , "], "--rulesets names no ruleset"),
        (["--rulesets", "japanese"], "it takes two rulesets to compare"),
        (["--pair", "japanese"], "--pair takes two rulesets"),
        (["--pair", "japanese,jp"], "--pair takes two different rulesets"),
        (["--pair", "japanese,ing"], "'ing' is not among the rulesets compared"),
    ],
)
def test_wrong_options_are_told_in_a_sentence(dataset: Path, options: list[str], sentence: str) -> None:
    """Exit 2, one line, nothing on standard output."""
    result = call(dataset, *options)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_folders_that_have_no_outcomes(dataset: Path, tmp_path: Path) -> None:
    """No dataset, one that is not whole, and one without outcomes or the rulesets that they are of: exit 2."""
    assert "is no dataset" in call(tmp_path).stderr
    old = shutil.copytree(dataset, tmp_path / "old")
    shutil.rmtree(old / "outcomes")
    result = call(old)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "has lost outcomes/part-" in result.stderr
    (old / "rulesets.parquet").unlink()
    assert "has lost rulesets.parquet; run goanalyze check again" in call(old).stderr
    (old / "_SUCCESS.json").unlink()
    assert "is not whole" in call(old).stderr


def test_damaged_outcomes_are_told(dataset: Path, tmp_path: Path) -> None:
    """A part that is no Parquet, or lacks columns, gives a sentence, not a traceback."""
    bad = shutil.copytree(dataset, tmp_path / "bad")
    (part,) = (bad / "outcomes").iterdir()
    part.write_bytes(b"PAR1 nonsense")
    result = call(bad)
    assert result.exit_code == 2
    assert "is damaged" in result.stderr
    shutil.copy(bad / "games" / part.name, part)
    result = call(bad)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("style", ["text", "json", "csv"])
def test_no_games_and_nothing_counted_exit_with_0(tmp_path: Path, style: str) -> None:
    """Nothing to compare is said, but it is no error."""
    names = ("japanese", "chinese")
    for folder, made in (("none", Made(names, ())), ("open", table_of({name: [None] for name in names}))):
        made.write(tmp_path / folder)
        for options in ([], ["--pair", "japanese,chinese", "--by", "komi", "--games", "winner"]):
            result = call(tmp_path / folder, "--format", style, *options)
            assert result.exit_code == 0, result.output
            if style == "json":
                json.loads(result.stdout)


def test_a_reader_that_leaves_early_is_no_error(dataset: Path) -> None:
    """``goanalyze compare … | head -1`` ends quietly."""
    command = [sys.executable, "-m", "goanalyze", "compare", str(dataset), "--format", "json"]
    done = subprocess.run(f"{shlex.join(command)} | head -1", shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""


@pytest.mark.parametrize("view", [(), ("--pair", "jp,cn"), ("--by", "komi"), ("--games", "winner")])
def test_winners_by_rule_are_told_to_be_that(tmp_path: Path, view: tuple[str, ...]) -> None:
    """Every text and JSON that counts winners by rule says so in its first line or key; the board needs no word."""
    (tmp_path / "a.sgf").write_text("(;SZ[5]KM[0.5];B[bc];W[bc];B[];W[])")
    source, out = str(tmp_path / "a.sgf"), str(tmp_path / "out")
    CliRunner().invoke(app, ["check", source, "-o", out, "--rulesets", "japanese,chinese", "--jobs", "1"])
    by_rule, by_board = (call(tmp_path / "out", *view, "--winners", who).stdout for who in ("rule", "board"))
    said = "by rule where one decides (--winners rule)"
    assert said in " ".join(" ".join(by_rule.strip().split("\n")[:2]).split())
    assert said not in by_board
    data = json.loads(call(tmp_path / "out", *view, "--winners", "rule", "--format", "json").stdout)
    assert data["winners"] == "rule"
