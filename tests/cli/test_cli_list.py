"""``goanalyze list``: its rows, its formats and its errors."""

from __future__ import annotations

import json
import os
import shlex
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import goanalyze as ga
from goanalyze import Address
from goanalyze.archives.address import read_address
from goanalyze.cli import app

ERROR, CLEAN = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]RE[B+R];B[ee];W[ee])", "(;GM[1]FF[4]SZ[9]KM[6.5]RE[B+R];B[ee])"
PLAIN, ARCHIVE = "it's #1.sgf", "my games!.zip"


def call(*arguments: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with records, some in an archive, under names that shells and addresses take for something else."""
    folder = tmp_path_factory.mktemp("list")
    (folder / PLAIN).write_text(ERROR + ERROR)
    (folder / "clean.sgf").write_text(CLEAN)
    with zipfile.ZipFile(folder / ARCHIVE, "w") as archive:
        archive.writestr("2024/柯洁 @5.sgf", ERROR)
        archive.writestr("clean.sgf", CLEAN)
    assert call("check", folder, "-o", folder / "out").exit_code == 1
    return folder


@pytest.fixture(scope="module")
def rows(place: Path) -> list[dict[str, object]]:
    """The findings table, as the library has it."""
    return ga.open(place / "out").arrow("findings").to_pylist()


def test_a_line_is_place_code_and_message(place: Path, rows: list[dict[str, object]]) -> None:
    """A shell takes the address as one word, and it leads back to file, game and move."""
    lines = call("list", place / "out").stdout.splitlines()
    assert len(lines) == len(rows)
    for line, row in zip(lines, rows, strict=True):
        word, code, *message = shlex.split(line.replace(f": {row['code']} ", f" {row['code']} ", 1), posix=True)[:3]
        assert read_address(word) == Address.of(row)
        assert code == row["code"]
        assert line.endswith(f": {row['code']} {row['message']}")
        del message


def test_a_limit_says_how_many_more_there_are(place: Path, rows: list[dict[str, object]]) -> None:
    """A shortened list says that it is a part."""
    result = call("list", place / "out", "--limit", 2)
    assert len(result.stdout.splitlines()) == 2
    assert f"{len(rows) - 2} more; --limit 0 lists all {len(rows)}" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [((), 0), (("--fail-on", "error"), 1), (("--select", "GO4"), 0), (("--select", "GO4", "--fail-on", "error"), 0)],
)
def test_a_list_is_no_verdict_unless_asked_for(place: Path, arguments: tuple[str, ...], code: int) -> None:
    """Exit codes have the same meaning as in a check; a shown list does not fail a pipe."""
    assert call("list", place / "out", *arguments).exit_code == code


@pytest.mark.parametrize("style", ["concise", "csv", "json", "jsonl", "nul", "sarif", "junit", "github"])
def test_nothing_found_is_said_and_is_well_formed(place: Path, style: str) -> None:
    """An empty selection is one sentence, and an empty list for programs."""
    result = call("list", place / "out", "--select", "GO903", "--format", style)
    assert result.exit_code == 0
    assert result.stderr.count("\n") == 1
    assert "has no such finding" in result.stderr
    if style == "json":
        assert json.loads(result.stdout) == []
    if style == "sarif":
        assert json.loads(result.stdout)["runs"][0]["results"] == []


def test_files_are_named_once_and_members_by_their_address(place: Path) -> None:
    """For ``xargs -0``: a path as it is on disk; of a member no path that would let ``xargs rm`` remove its archive."""
    names = call("list", place / "out", "--select", "GO101", "--format", "nul").stdout.split("\0")
    assert names == [str(place / PLAIN), f"{place}/my games%21.zip!2024/柯洁 @5.sgf", ""]
    assert not os.path.lexists(names[1])


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are text")
def test_a_name_that_is_no_text_is_told_as_its_bytes(tmp_path: Path) -> None:
    """``xargs -0`` gets the bytes of the path on disk, and so does SARIF in its URIs (RFC 3986, 2.1)."""
    (tmp_path / os.fsdecode(b"\xff !.sgf")).write_text(ERROR)
    call("check", tmp_path, "-o", tmp_path / "out")
    listed = call("list", tmp_path / "out", "--select", "GO101", "--format", "nul")
    assert listed.stdout_bytes == os.fsencode(tmp_path) + b"/\xff !.sgf\0"
    assert "/%FF%20%21.sgf" in call("list", tmp_path / "out", "--format", "sarif").stdout


def test_a_file_is_there_whole_or_not_at_all(place: Path, tmp_path: Path) -> None:
    """The ending says the format; a CSV file begins with the mark by which spreadsheets know UTF-8."""
    for name in ("a.csv", "a.json", "a.jsonl", "a.sarif", "a.xml", "a.txt"):
        assert call("list", place / "out", "-o", tmp_path / name).exit_code == 0
    assert (tmp_path / "a.csv").read_bytes().startswith(b"\xef\xbb\xbfplace,code,")
    assert json.loads((tmp_path / "a.json").read_text())
    assert (tmp_path / "a.xml").read_text().startswith("<?xml")
    assert (tmp_path / "a.txt").read_text() == call("list", place / "out").stdout
    assert len(list(tmp_path.iterdir())) == 6


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("no-such-folder",), "was not found"),
        (("OUT", "--select", "GO7"), "'GO7' is not a valid code of a finding"),
        (("OUT", "--ignore", "GO"), "no code of select remains"),
        (("OUT", "--format", "toml"), "'toml' is not a valid value. Expected text, concise, csv"),
        (("OUT", "--format", "xlsx"), "A workbook cannot be printed"),
        (("OUT", "--severity", "bad"), "'bad' is not a valid value. Expected error"),
        (("OUT", "-o", "OUT/a.csv"), "is inside the dataset"),
        (("OUT", "-o", "a.pdf"), "'.pdf' is not a known ending"),
        (("OUT", "-o", "no-such-folder/a.csv"), "cannot be written: No such file or directory"),
        (("OUT", "-o", "."), "cannot be written: Is a directory"),
    ],
)
def test_what_cannot_be_is_one_sentence(place: Path, arguments: tuple[str, ...], says: str) -> None:
    """Wrong usage is one sentence that names the error, with exit code 2, and nothing is written."""
    result = call("list", *(each.replace("OUT", str(place / "out")) for each in arguments))
    assert result.exit_code == 2
    assert says in " ".join(result.stderr.split())
    assert result.stdout == ""
    assert "Traceback" not in result.output
