"""Lists, comparisons and duplicates have the same rows in every format, and those of the tables."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from helpers.contracts import run

import goanalyze as ga


def output(*arguments: object) -> str:
    """Return the standard output of a command that succeeds."""
    result = run(*arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def keys(rows: Any) -> list[tuple[str, str]]:
    """Return code and message of rows in order."""
    return sorted((row["code"], row["message"]) for row in rows)


@pytest.mark.parametrize(
    "options", [(), ("--select", "GO2"), ("--severity", "error"), ("--severity", "warning"), ("--ignore", "GO2,GO5")]
)
def test_every_format_lists_the_rows_of_the_table(options: tuple[str, ...], dataset: Path, tables: ga.Tables) -> None:
    """JSON, JSON lines, CSV, SARIF, concise lines and GitHub annotations have a row for each selected finding."""
    rows = tables.arrow("findings").to_pylist()
    if "--select" in options:
        rows = [row for row in rows if row["code"].startswith("GO2")]
    if "--ignore" in options:
        rows = [row for row in rows if not row["code"].startswith(("GO2", "GO5"))]
    if "--severity" in options:
        worse = {"error"} | set(options[1:])
        rows = [row for row in rows if row["severity"] in worse]
    assert rows

    def listed(style: str) -> str:
        return output("list", dataset, *options, "--format", style)

    as_json = json.loads(listed("json"))
    assert keys(as_json) == keys(rows)
    assert [json.loads(line) for line in listed("jsonl").splitlines()] == as_json
    in_csv = list(csv.DictReader(io.StringIO(listed("csv"))))
    assert [(row["place"], row["code"]) for row in in_csv] == [(row["place"], row["code"]) for row in as_json]
    results = json.loads(listed("sarif"))["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == [row["code"] for row in as_json]
    concise = [
        line.removeprefix(f"{row['place']}: ")
        for line, row in zip(listed("concise").splitlines(), as_json, strict=True)
    ]
    assert [line.split()[0] for line in concise] == [row["code"] for row in as_json]
    assert listed("github").count("\n::") + 1 == len(rows)
    failures = [case for case in ET.fromstring(listed("junit")).iter("testcase") if case.find("failure") is not None]
    errors = {(row["source"], row["member"], row["game_index"]) for row in rows if row["severity"] == "error"}
    assert len(failures) == len(errors)
    files = [name for name in listed("nul").split("\0") if name]
    assert sorted(files) == sorted({row["source"] for row in rows})


@pytest.mark.parametrize("ending", ["csv", "json", "jsonl", "sarif", "xml", "txt", "xlsx"])
def test_a_file_has_what_is_printed(ending: str, dataset: Path, tmp_path: Path) -> None:
    """The ending of the file of ``-o`` chooses the format."""
    if ending == "xlsx":
        openpyxl = pytest.importorskip("openpyxl")
    path = tmp_path / f"list.{ending}"
    output("list", dataset, "-o", path)
    total = len(json.loads(output("list", dataset, "--format", "json")))
    if ending == "xlsx":
        assert openpyxl.load_workbook(path).active.max_row == total + 1
        return
    style = {"xml": "junit", "txt": "concise"}.get(ending, ending)
    text = path.read_text(encoding="utf-8-sig")
    if style not in {"junit", "concise"}:
        assert text.splitlines() == output("list", dataset, "--format", style).splitlines()
    assert text


def test_a_check_lists_what_a_list_does(archive: Path, dataset: Path) -> None:
    """`check --format jsonl` prints the findings that `list` prints of the dataset."""
    checked = run("check", archive, "--format", "jsonl", "--fail-on", "never", "--jobs", 1).stdout.splitlines()
    listed = output("list", dataset, "--format", "jsonl").splitlines()
    assert keys(map(json.loads, checked)) == keys(map(json.loads, listed))


def test_games_of_a_comparison_are_the_same_in_every_format(dataset: Path, tables: ga.Tables) -> None:
    """Text, JSON and CSV list the games in dispute of the library."""
    options = ("--games", "margin", "--pair", "japanese,chinese", "--basis", "all", "--limit", 0)
    comparison = tables.compare("japanese", "chinese", basis="all")
    frame = comparison.game_frame("margin", comparison.dispute_rows("margin"))
    in_csv = list(csv.DictReader(io.StringIO(output("compare", dataset, *options, "--format", "csv"))))
    in_json = json.loads(output("compare", dataset, *options, "--format", "json"))["games"]
    assert len(in_csv) == len(in_json) == len(frame) > 0
    assert [row["address"] for row in in_csv] == [row["address"] for row in in_json] == frame.address.tolist()
    assert [int(row["number"]) for row in in_csv] == [row["number"] for row in in_json] == frame.number.tolist()
    assert all(address in output("compare", dataset, *options) for address in frame.address)


def test_pairs_of_a_comparison_are_the_same_in_every_format(dataset: Path, tables: ga.Tables) -> None:
    """The table of pairs of the command has the figures of the library."""
    pair = tables.compare("japanese", "chinese", basis="all").pair("japanese", "chinese")
    data = json.loads(output("compare", dataset, "--pair", "japanese,chinese", "--basis", "all", "--format", "json"))
    numbers = {name: value for name, value in data["pair"].items() if name in dict(pair.figures)}
    assert numbers
    for name, value in numbers.items():
        assert value is None or value == pytest.approx(dict(pair.figures)[name])


def test_duplicates_are_the_same_in_every_format(dataset: Path, tables: ga.Tables) -> None:
    """Text, JSON and CSV list the groups of the table duplicates."""
    rows = tables.arrow("duplicates").to_pylist()
    in_csv = list(csv.DictReader(io.StringIO(output("dups", dataset, "--format", "csv", "--limit", 0))))
    assert [row["game_id"] for row in in_csv] == [row["game_id"] for row in rows]
    assert len({row["group"] for row in in_csv}) == len({row["group"] for row in rows})
