"""The plan of `goanalyze export --repair`, its names for changes, and its diffs."""

from __future__ import annotations

import shlex
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.cells import cell_len

import goanalyze as ga
from goanalyze.cli import app
from goanalyze.export.log import read_log
from goanalyze.repair.repair import repair
from goanalyze.sgf.tree.writer import ChangeKind

SAMPLE = Path(__file__).parents[2] / "data/sample/findings"
NAMES = set(ChangeKind.names())
RECORDS = {
    "illegal.sgf": b"(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[6.5]RU[AGA];B[ee];W[ee];B[cc])",
    "behind.sgf": b"(;SZ[9]KM[375];B[ee]);W[cc];B[gg])",
    "turn.sgf": b"(;SZ[9];B[ee];W[cc];W[dd];B[gg])",
    "wide.sgf": "(;SZ[9]CA[GBK]PB[柯洁]C[一二三四五六七八九十".encode("gbk") * 1
    + "一二三四五六七八九十".encode("gbk") * 9
    + b"\x1b[31m\r\n\ttab];b[ee];W[cc]",
    "one line.sgf": b"(;FF[4]GM[1]SZ[9]C[" + b"word " * 60 + b"];B[ee]" + b";XX[aa];YY[]" * 300 + b";w[dd])",
    "sound.sgf": b"(;FF[4]CA[UTF-8]GM[1]SZ[9];B[ee])",
}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a dataset of a folder with the records."""
    folder = tmp_path_factory.mktemp("plan")
    (folder / "games").mkdir()
    for name, data in RECORDS.items():
        (folder / "games" / name).write_bytes(data)
    command = ["check", str(folder / "games"), "-o", str(folder / "out"), "--estimate", "never", "--jobs", "1"]
    assert CliRunner().invoke(app, command).exit_code == 1
    return folder / "out"


def export(out: Path, *arguments: str) -> str:
    """Run the command with a repair, and return its output."""
    command = ["export", str(out), "--to", str(out.parent / "to"), "--repair", *arguments]
    done = CliRunner().invoke(app, command, env={"COLUMNS": "80"})
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def parts(text: str) -> Iterator[list[str]]:
    """Yield the lines of the three parts of a plan."""
    lines = text.splitlines()
    bounds = [
        next(row for row, line in enumerate(lines) if line.startswith(title))
        for title in ("Repaired", "Can be repaired", "Needs you", "Nothing is written")
    ]
    for first, stop in pairwise(bounds):
        yield [line for line in lines[first + 1 : stop] if line]


def entries(lines: list[str]) -> dict[str, int]:
    """Return the number of games of each entry of a part."""
    rows = (line.split() for line in lines)
    return {row[0]: int(row[1]) for row in rows if len(row) > 2 and row[1].isdigit()}


def test_a_plan_has_three_parts(out: Path) -> None:
    """Changes by name, findings that an option repairs, and findings for a person: each finding is in one part."""
    mended, optional, remaining = parts(export(out))
    assert entries(mended).keys() <= NAMES
    assert {"charset", "property-names", "root-properties", "komi", "trailing-nodes"} <= entries(mended).keys()
    assert entries(optional) == {"GO101": 1, "GO318": 1}
    assert entries(remaining) == {"GO105": 1}
    assert [line.split()[-1] for line in optional if line.startswith("GO")] == ["--drop-illegal", "--append-trailing"]


def test_an_option_that_is_used_leaves_the_plan(out: Path) -> None:
    """With the options nothing more can be mended."""
    mended, optional, remaining = parts(export(out, "--drop-illegal", "--append-trailing"))
    assert {"illegal-moves", "appended-nodes"} <= entries(mended).keys()
    assert entries(optional) == {}
    assert entries(remaining) == {"GO105": 1}


def test_commands_of_a_plan_can_be_run(out: Path) -> None:
    """Every command that a plan names works as printed."""
    commands = [line.strip() for line in export(out).splitlines() if line.startswith("  goanalyze ")]
    assert len(commands) == 2
    for command in commands:
        done = CliRunner().invoke(app, shlex.split(command.partition("   ")[0])[1:])
        assert (done.exit_code, done.stderr) == (0, ""), command


def test_a_plan_is_true(tmp_path: Path) -> None:
    """A check of the repaired files has the errors and warnings that the plan leaves, in the same number of games."""
    exported = ga.check(SAMPLE, estimate="never").export(tmp_path / "to", repair=True)
    (tmp_path / "to" / "export-log.csv").unlink()
    findings = ga.check(tmp_path / "to", estimate="never").findings
    findings = findings[findings.severity != "info"].drop_duplicates(["code", "source", "game_index"])
    assert exported.plan is not None
    optional = {entry.code: entry.games for entry in exported.plan.optional if entry.option == "--drop-illegal"}
    remaining = {entry.code: entry.games for entry in exported.plan.remaining}
    assert optional | remaining == findings.groupby("code", observed=True).size().to_dict()
    assert len(optional) > 2
    assert len(remaining) > 10


def test_the_log_has_a_name_for_every_change(out: Path, tmp_path: Path) -> None:
    """Each change of the log begins with its name; the code of a finding follows."""
    ga.open(out).export(tmp_path, repair=True)
    logged = {entry.file: entry.changes for entry in read_log(tmp_path / "export-log.csv")}
    for name, data in RECORDS.items():
        for change in repair(data, encoding="gb18030" if name == "wide.sgf" else "utf-8").changes:
            assert change.name in NAMES
            assert f"{change.name} {change.code}" if change.code else change.name in logged[name]


def test_a_diff_shows_what_a_repair_changes(out: Path) -> None:
    """Old and new lines of each changed file, one property a line, at 80 columns and without control characters."""
    text = export(out, "--diff")
    lines = text.splitlines()
    assert [line.rpartition("/")[2] for line in lines if line.startswith("--- ")] == [
        "behind.sgf",
        "one line.sgf",
        "turn.sgf",
        "wide.sgf",
    ]
    assert {"-KM[375]", "+KM[7.5]", "-;W[cc]", "-;w[dd])", "+;W[dd])", "-CA[GBK]", "+CA[UTF-8]", " PB[柯洁]"} <= set(
        lines
    )
    assert [line for line in lines if cell_len(line) > 80 and str(out.parent) not in line] == []
    assert not any(unicodedata.category(char) == "Cc" for line in lines for char in line)
    assert len(lines) < 150  # equal moves are not shown


def test_a_diff_is_of_a_repair(out: Path) -> None:
    """`--diff` alone is refused with one line."""
    done = CliRunner().invoke(app, ["export", str(out), "--to", str(out.parent / "to"), "--diff"])
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
