"""Hostile names and values on their way out: to terminals, logs, spreadsheets, folders."""

from __future__ import annotations

import csv
import io
import json
import tarfile
import unicodedata
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.synthetic import Cell, FakeDataset, Row

import goanalyze as ga
from goanalyze import Address, Finding
from goanalyze.cli import app
from goanalyze.render.terminal.listing import GitHub, JsonLines
from goanalyze.tables.build import findings_table

ACTING = "\x1b[31m\x9b2J\x07\u202e\u2066\u2028\x85\x7f\U000e0001"
FORMULAS = ("=HYPERLINK(1)", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "=cmd|'/c calc'!A1")


def quiet(text: str) -> bool:
    """Return True if no character acts on a terminal, apart from line ends and the tool's own blanks."""
    return not any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") for char in text.replace("\n", ""))


def called(*arguments: object) -> str:
    """Return the output of a command."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code in (0, 1), result.output
    return result.output


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder with a record of an illegal move, under a name and with values that act on terminals."""
    folder = tmp_path / "in"
    folder.mkdir()
    name = f"{ACTING}%0A::error::,evil"
    values = "".join(f"{key}[{name}{ACTING}]" for key in ("PB", "PW", "EV", "RE", "RU", "KM", "DT", "BR", "C"))
    (folder / f"{name}\n.sgf").write_text(f"(;SZ[9]{values};B[ee];W[ee];B[{ACTING}])", encoding="utf-8")
    return folder


@pytest.mark.parametrize("style", ["text", "concise", "csv", "jsonl", "sarif", "junit", "github"])
def test_check_prints_nothing_that_acts(hostile: Path, style: str) -> None:
    """No name or value of a record moves the cursor, colours, rings, or turns text round."""
    printed = called("check", hostile, "--format", style)
    assert "GO101" in printed
    assert quiet(printed)


def test_show_prints_nothing_that_acts(hostile: Path) -> None:
    """The same of one game's position and findings."""
    (path,) = hostile.iterdir()
    assert quiet(called("show", path, "--ruleset", "chinese"))


def test_each_finding_is_one_line(hostile: Path) -> None:
    """Names with line ends forge no further line: one line per finding, each of which parses back."""
    tables = ga.check(hostile)
    rows = tables.arrow("findings").to_pylist()
    lines = called("check", hostile, "--format", "jsonl").splitlines()
    assert [json.loads(line) for line in lines] == [{"place": str(Address.of(row)), **row} for row in rows]
    assert len(called("check", hostile, "--format", "github").splitlines()) == len(rows)


def test_annotations_say_what_was_written() -> None:
    """GitHub's escapes for ``%``, line ends, colons and commas give the text back; nothing of it ends a property."""
    row = Finding("GO001", "100% ::error file=x::bad\nmore", "a:b,c%0A\nd.sgf", "x\ry")
    (line,) = GitHub().text(findings_table([row]).to_pylist())
    head, _, data = line.removeprefix("::error file=").removesuffix("\n").partition("::")
    file, _, title = head.partition(",")
    assert title == "title=GO001"
    assert _plain(file) == row.source
    assert _plain(data) == f"{Address(row.source, row.member)}: {row.message}"


def _plain(text: str) -> str:
    for escape, char in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(escape, char)
    return text


def test_json_lines_keep_what_they_escape() -> None:
    """Control characters are escaped, not replaced: a program reads the very name."""
    row = Finding("GO001", ACTING, ACTING, ACTING)
    (line,) = JsonLines().text(findings_table([row]).to_pylist())
    assert quiet(line)
    assert json.loads(line)["source"] == ACTING


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset of games with formulas for names, which two rulesets see differently."""
    rows = [
        Row((Cell(0.5), Cell(-0.5)), {"black_player": text, "white_player": ACTING, "member": text})
        for text in FORMULAS
    ]
    return FakeDataset(("japanese", "chinese"), tuple(rows)).write(tmp_path_factory.mktemp("made") / "out")


def test_csv_holds_no_formula(compared: Path) -> None:
    """A spreadsheet that opens the CSV finds text where a record has text, and numbers where there are numbers."""
    printed = called("compare", compared, "--pair", "japanese,chinese", "--games", "winner", "--format", "csv")
    assert quiet(printed)
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert len(rows) == len(FORMULAS)
    assert {row["black_player"][:1] for row in rows} == {"'"}
    assert {float(row["japanese"]) - float(row["chinese"]) for row in rows} == {1.0}


def test_a_negative_number_is_no_formula(compared: Path) -> None:
    """Numbers below zero stay numbers in CSV."""
    printed = called("compare", compared, "chinese", "japanese", "--games", "winner", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert len(rows) == len(FORMULAS)
    assert {float(row["chinese"]) - float(row["japanese"]) for row in rows} == {-1.0}
    assert all(row["chinese"].startswith("-") for row in rows)


def test_compare_as_json_prints_nothing_that_acts(compared: Path) -> None:
    """The same in JSON, from which the very text comes back."""
    printed = called("compare", compared, "--games", "winner", "--format", "json")
    assert quiet(printed)
    assert {row["white_player"] for row in json.loads(printed)["games"]} == {ACTING}
    assert {row["black_player"] for row in json.loads(printed)["games"]} == set(FORMULAS)


NAMES = (
    "../../outside.sgf",
    "/tmp/outside.sgf",
    "..\\..\\outside.sgf",
    "C:\\outside.sgf",
    "games/../../x.sgf",
    "~/x.sgf",
    "_SUCCESS.json",
    "games",
    "part-00000.parquet",
)


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_no_member_names_a_file_that_is_written(kind: str, tmp_path: Path) -> None:
    """Members are read, not unpacked: with any names, only the dataset is written, under its own names."""
    archive, data = tmp_path / f"in.{kind}", b"(;SZ[9];B[aa])"
    if kind == "zip":
        with zipfile.ZipFile(archive, "w") as packed:
            for name in NAMES:
                packed.writestr(name, data)
    else:
        with tarfile.open(archive, "w") as taped:
            for name in NAMES:
                member = tarfile.TarInfo(name)
                member.size = len(data)
                taped.addfile(member, io.BytesIO(data))
    out = tmp_path / "deep" / "out"
    out.parent.mkdir()
    called("check", archive, "-o", out)
    tables = ga.open(out)
    assert sorted(tables.games.member) == sorted(NAMES)
    assert set(tmp_path.iterdir()) == {archive, out.parent}
    assert list(out.parent.iterdir()) == [out]
    written = {path.name for path in out.rglob("*") if path.is_file()} - {".lock"}
    assert all(name.endswith((".parquet", ".json", ".jsonl")) for name in written)


def test_formulas_stay_text_in_parquet(tmp_path: Path) -> None:
    """The dataset holds names as they were written: an apostrophe is for spreadsheets only."""
    text = "".join(f"(;SZ[9]PB[{name}];B[aa])" for name in FORMULAS if name.isprintable())
    (tmp_path / "a.sgf").write_text(text)
    called("check", tmp_path / "a.sgf", "-o", tmp_path / "out")
    assert list(ga.open(tmp_path / "out").games.black_player) == [name for name in FORMULAS if name.isprintable()]
