"""SARIF and JUnit in their readers' forms, and lists of a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from itertools import groupby
from typing import Any

import pytest
from jsonschema import Draft7Validator

from goanalyze import Finding
from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.render.terminal.listing import Csv, JUnit, Listing, Row, Sarif
from goanalyze.tables.build import findings_table

ODD = Finding("GO101", "on a <stone> & \x00\uffff", "a b#1.zip", "x/柯洁 100%.sgf", 0, 2, 17, 4)
PLAIN = Finding("GO104", "its chain", "dir/plain.sgf", "", 1, 0, 99, 3)
FILE = Finding("GO001", "is no zip", "/data/broken.zip")


def rows_of(*findings: Finding) -> list[Row]:
    """Return findings as rows of the table."""
    return findings_table(findings, ["0" * 24, "1" * 24]).to_pylist()


def text_of(listing: Listing, rows: list[Row]) -> str:
    """Return a list, written in pieces as a check does: all of a game at once."""
    pieces = [list(piece) for _, piece in groupby(rows, lambda row: (row["source"], row["member"], row["game_index"]))]
    return "".join([listing.begin(), *(line for piece in pieces for line in listing.text(piece)), *listing.end()])


def sarif(*findings: Finding) -> dict[str, Any]:
    """Return the run of some findings."""
    (run,) = json.loads(text_of(Sarif(list(CATALOGUE)), rows_of(*findings)))["runs"]
    return run


def closed(required: list[str], **properties: Any) -> dict[str, Any]:
    """Return the schema of an object that has no other properties."""
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


TEXT, COUNT = {"type": "string"}, {"type": "integer", "minimum": 0}
MESSAGE, LEVEL = closed(["text"], text=TEXT), {"enum": ["none", "note", "warning", "error"]}
RULE = closed(
    ["id"],
    id=TEXT,
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=MESSAGE,
    defaultConfiguration=closed([], level=LEVEL),
)
URI = {"type": "string", "pattern": r"^([A-Za-z0-9._~/-]|%[0-9A-F]{2}|:(?=//))+$"}
PHYSICAL = closed(["artifactLocation"], artifactLocation=closed([], uri=URI), region=closed([], byteOffset=COUNT))
LOCATION = closed(
    [], physicalLocation=PHYSICAL, logicalLocations={"type": "array", "items": closed([], fullyQualifiedName=TEXT)}
)
RESULT = closed(
    ["message"],
    ruleId=TEXT,
    ruleIndex=COUNT,
    level=LEVEL,
    message=MESSAGE,
    locations={"type": "array", "items": LOCATION},
    properties={"type": "object"},
    partialFingerprints={"type": "object", "additionalProperties": TEXT},
)
DRIVER = closed(["name"], name=TEXT, version=TEXT, rules={"type": "array", "items": RULE})
SARIF = closed(
    ["version", "runs"],
    **{"$schema": TEXT},
    version={"enum": ["2.1.0"]},
    runs={
        "type": "array",
        "items": closed(["tool"], tool=closed(["driver"], driver=DRIVER), results={"type": "array", "items": RESULT}),
    },
)
"""What OASIS' sarif-schema-2.1.0.json says of the parts that are written: names, types, what is required."""


@pytest.mark.parametrize("findings", [(), (ODD, PLAIN, FILE)])
def test_sarif_is_as_its_schema_says(findings: tuple[Finding, ...]) -> None:
    """Source: the schema of SARIF 2.1.0; URIs by RFC 3986, of ASCII letters and escapes alone."""
    data = json.loads(text_of(Sarif(list(CATALOGUE)), rows_of(*findings)))
    assert [error.message for error in Draft7Validator(SARIF).iter_errors(data)] == []
    rules = data["runs"][0]["tool"]["driver"]["rules"]
    for result in data["runs"][0]["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]  # SARIF 3.27.6


def test_a_region_is_one_of_the_file_that_is_named() -> None:
    """A member's byte offset is not one of the archive: it has its own property, with the whole address."""
    odd, plain, file = sarif(ODD, PLAIN, FILE)["results"]
    where = [result["locations"][0]["physicalLocation"] for result in (odd, plain, file)]
    assert where[0] == {"artifactLocation": {"uri": "a%20b%231.zip"}}
    assert where[1] == {"artifactLocation": {"uri": "dir/plain.sgf"}, "region": {"byteOffset": 99}}
    assert where[2] == {"artifactLocation": {"uri": "file:///data/broken.zip"}}
    assert odd["properties"] == {"byteOffset": 17}
    assert [place["fullyQualifiedName"] for place in odd["locations"][0]["logicalLocations"]] == [
        "a b#1.zip!x/柯洁 100%.sgf#2@4"
    ]


def test_a_fingerprint_stays_when_the_file_moves() -> None:
    """Code hosts compare fingerprints with those of the last run: the same finding is the same one, no other is.

    As in a baseline, another move number or byte, of a record that was edited before it, makes it no other.
    """
    moved = ODD._replace(source="old/b.zip", offset=3, move_number=8, message="is on a stone")
    others = [
        ODD,
        ODD._replace(code="GO102"),
        ODD._replace(color="white"),
        ODD._replace(point="aa"),
        ODD._replace(game=1),
        ODD._replace(line=1),
        ODD._replace(member="z.sgf"),
    ]
    prints = [result["partialFingerprints"]["goanalyze/v1"] for result in sarif(moved, ODD, *others)["results"]]
    assert prints[0] == prints[1]
    assert len(set(prints[1:])) == len(others) + 1  # also of two that are alike in one game


def test_junit_counts_games() -> None:
    """An archive, or folder, is a suite; a game fails by an error, once, however many there are (junit-10.xsd)."""
    again, note = ODD._replace(move_number=6), ODD._replace(code="GO504", message="depends")
    suites = ET.fromstring(text_of(JUnit(), rows_of(ODD, again, note, PLAIN, FILE)))
    assert suites.tag == "testsuites"
    told = [tuple(suite.get(name) for name in ("name", "tests", "failures", "errors")) for suite in suites]
    assert told == [("a b#1.zip", "1", "1", "0"), ("dir", "1", "0", "0"), ("/data", "1", "1", "0")]
    (failed,), (passed,), (broken,) = suites
    assert failed.attrib == {"classname": "a b#1.zip", "name": "x/柯洁 100%.sgf#2"}
    assert [part.tag for part in failed] == ["failure", "system-out"]
    assert failed[0].attrib == {"type": "GO101", "message": "GO101 on a <stone> & �� (and 1 more)"}
    assert [line.partition(": ")[0] for line in (failed[0].text or "").split("\n")] == [
        "a b#1.zip!x/柯洁 100%.sgf#2@4",
        "a b#1.zip!x/柯洁 100%.sgf#2@6",
    ]
    assert [part.tag for part in passed] == ["system-out"]
    assert broken.get("name") == "broken.zip"


def test_junit_fails_by_what_is_asked_for() -> None:
    """``check --fail-on warning`` fails a game for a warning, in the report as in the exit code."""
    (suite,) = ET.fromstring(text_of(JUnit({"error", "warning"}), rows_of(PLAIN)))
    assert suite.get("failures") == "1"


def test_junit_without_findings_is_one_test() -> None:
    """Jenkins refuses a report without a test."""
    (suite,) = ET.fromstring(text_of(JUnit(), []))
    assert (suite.get("tests"), suite.get("failures"), len(suite)) == ("1", "0", 1)


def test_csv_holds_lists_and_no_formulas() -> None:
    """Rulesets are ``a;b``, whole numbers whole; a name that begins as a formula is text."""
    odd = ODD._replace(source="=cmd", member="＝1+1\n=2", rulesets=("japanese", "aga"), move_numbers=(4, 6))
    text = text_of(Csv(), rows_of(odd))
    (row,) = csv.DictReader(io.StringIO(text))
    assert len(text.splitlines()) == 2
    assert (row["source"], row["member"], row["place"]) == ("'=cmd", "'＝1+1�=2", "'=cmd!＝1+1%u000a=2#2@4")
    assert (row["rulesets"], row["move_numbers"], row["game_index"], row["offset"]) == (
        "japanese;aga",
        "4;6",
        "2",
        "17",
    )
    assert row["repetition"] == ""
