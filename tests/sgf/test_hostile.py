"""Hostile files: nothing raises, every file is accounted for, and named limits hold."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from helpers.reading import read_one
from helpers.shared import SHARED, shared

from goanalyze.archives.inputs import find_sources
from goanalyze.batch.run import Output, Run
from goanalyze.limits import MAX_MOVES
from goanalyze.pipeline import Options
from goanalyze.tables.dataset import MemorySink

HOSTILE = SHARED / "archives/hostile.zip"


def check(path: Path) -> dict[str, Any]:
    """Return the tables of a check, in memory."""
    sink = MemorySink()
    Run(find_sources([str(path)]), Options(moves=True, confirm="eyes"), output=Output(receive=sink.add)).run()
    return sink.tables()


@pytest.fixture(scope="module")
def manifest() -> list[dict[str, str]]:
    """Return the rows of the archive's manifest."""
    with zipfile.ZipFile(shared("archives/hostile.zip")) as archive:
        text = archive.read("MANIFEST.tsv").decode()
    return list(csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture(scope="module")
def packed(manifest: list[dict[str, str]]) -> dict[str, Any]:
    """Return the tables of the archive."""
    return check(HOSTILE)


@pytest.fixture(scope="module")
def folder(manifest: list[dict[str, str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the archive's files."""
    path = tmp_path_factory.mktemp("hostile")
    with zipfile.ZipFile(HOSTILE) as archive:
        archive.extractall(path)
    return path


@pytest.fixture(scope="module")
def loose(folder: Path) -> dict[str, Any]:
    """Return the tables of that folder."""
    return check(folder)


@pytest.fixture(scope="module", params=["zip", pytest.param("folder", marks=pytest.mark.slow)])
def tables(request: pytest.FixtureRequest, folder: Path) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return the tables of the archive, and its files by name in the archive; once packed and once unpacked."""
    found = request.getfixturevalue("packed" if request.param == "zip" else "loose")
    rows = found["files"].to_pylist()
    return found, {row["member"] or str(Path(row["source"]).relative_to(folder)): row for row in rows}


def test_no_internal_error(tables: tuple[dict[str, Any], dict[str, Any]]) -> None:
    """No file makes the program fail: GO901 does not occur."""
    findings = tables[0]["findings"].select(["code", "member", "source", "message"]).to_pylist()
    assert [row for row in findings if row["code"] == "GO901"] == []


def test_every_file_has_a_row(tables: tuple[dict[str, Any], dict[str, Any]], manifest: list[dict[str, str]]) -> None:
    """Every file of the archive is in the files table once, with its size; a file that failed says why."""
    found, by_name = tables
    packed = set(found["files"]["member"].to_pylist())
    names = {row["file"]: int(row["bytes"]) for row in manifest}
    assert names.keys() - by_name.keys() == set()
    with zipfile.ZipFile(HOSTILE) as archive:  # a few names occur twice in it; unpacked, they are one
        assert len(found["files"]) == (len(by_name) if "" in packed else len(archive.infolist()))
    assert {name: by_name[name]["bytes"] for name in names} == names
    assert [row for row in by_name.values() if not row["games"] and not row["code"]] == []


def test_what_sgfmill_parses_is_a_game(
    tables: tuple[dict[str, Any], dict[str, Any]], manifest: list[dict[str, str]]
) -> None:
    """Every file that sgfmill reads has a game here."""
    parsed = [row["file"] for row in manifest if not row["sgfmill_1.1.1"].startswith("from_bytes")]
    assert len(parsed) > 250
    assert [name for name in parsed if not tables[1][name]["games"]] == []


def test_games_and_files_agree(tables: tuple[dict[str, Any], dict[str, Any]]) -> None:
    """The games table has the number of rows that the files table counts, and so has the table of counts."""
    found = tables[0]
    assert len(found["games"]) == len(found["counts"]) == sum(found["files"]["games"].to_pylist())
    assert len(found["moves"]) == sum(row or 0 for row in found["games"]["move_count"].to_pylist())


@pytest.mark.slow
def test_packed_and_unpacked_are_the_same(packed: dict[str, Any], loose: dict[str, Any]) -> None:
    """The zip and its folder give the same games, up to their addresses and the part of the key that follows them."""
    one, other = (
        {str(row | {"game_id": row["game_id"][:24]}) for row in found["games"].drop(["source", "member"]).to_pylist()}
        for found in (packed, loose)
    )
    assert one == other


def test_a_game_of_100_000_moves(tmp_path: Path) -> None:
    """Moves beyond the limit are not replayed, and that is said once; the rest is."""
    (tmp_path / "long.sgf").write_bytes(b"(;SZ[9]" + b";B[];W[]" * 50_000 + b")")
    found = check(tmp_path)
    assert found["games"]["move_count"].to_pylist() == [MAX_MOVES]
    assert len(found["moves"]) == MAX_MOVES
    limits = [row for row in found["findings"].to_pylist() if row["code"] == "GO004"]
    assert [row["count"] for row in limits] == [100_000 - MAX_MOVES]


def test_trees_5_000_deep() -> None:
    """The main line of deeply nested variations is read to its end."""
    game = read_one("(;B[aa](;W[bb]" * 2500 + ")" * 5000)
    assert (len(game.events), game.syntax) == (5000, {})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 1000,
        b"\xff" * 1000,
        b"(;" * 5000,
        b"[" * 5000,
        b"(;C[" + b"\\" * 5001,
        b"(;SZ[" + b"9" * 6000 + b"]KM[" + b"9" * 6000 + b"]HA[" + b"9" * 6000 + b"]RE[B+" + b"9" * 6000 + b"])",
        b"(;SZ[52:1];B[zz];W[ZZ];B[Za])",
        b"(;SZ[1];B[aa];W[aa];B[aa];W[])",
        b"(;SZ[52]AB[aa:ZZ]AW[aa:ZZ]AE[aa:ZZ]TB[aa:ZZ]TW[aa:ZZ])",
        b"(;SZ[19]AB[AA:ZZ][tt];B[ZZ]TB[AA:ZZ])",
        "(;PB[\u202e\u0000\ufeff\U0001f600]PW[=cmd|'/c calc'!A1]DT[0000-00-00]RE[\ud7ff])".encode(),
        b"(;CA[undefined]PB[\xe9])",
        b"(;CA[UTF-16]PB[\xe9\xe9])",
        b"(;GM[1]" * 3000 + b")" * 3000,
        b"(;W[aa]B[aa]KO[]AB[aa]AE[aa]PL[W]B[aa])",
        b"(;HA[9];HA[9]AB[dd];AB[pp];W[dd];AB[dd])",
        b"PK\x03\x04" + bytes(100),
    ],
)
def test_one_hostile_file(tmp_path: Path, data: bytes) -> None:
    """No single file brings the check down; it is listed, with a game or a reason."""
    (tmp_path / "a.sgf").write_bytes(data)
    found = check(tmp_path)
    assert "GO901" not in found["findings"]["code"].to_pylist()
    (row,) = found["files"].to_pylist()
    assert bool(row["games"]) != (row["code"] in {"GO001", "GO003"})


def test_names_stay_text(tmp_path: Path) -> None:
    """Formulas, paths and markup in names reach the tables unchanged: nothing interprets them."""
    name = "=HYPERLINK(1) ../../etc <b>[x]</b> %s {0} $(rm)"
    (tmp_path / "a.sgf").write_text(f"(;PB[{name.replace(']', chr(92) + ']')}];B[aa])")
    assert check(tmp_path)["games"]["black_player"].to_pylist() == [name]
