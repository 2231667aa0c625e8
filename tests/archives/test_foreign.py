"""Files that are no records of games: one quiet line (issue 17, "Nightly"), and nothing lost of what may be a record.

Signatures are those of the formats' own documents (PNG 1.2 § 3.1, PDF 1.7 § 7.5.2, MS-CFB § 2.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.packed import tarred, zipped

import goanalyze as ga
from goanalyze.archives.inputs import find_sources
from goanalyze.batch.plan import plan
from goanalyze.pipeline import Options

if TYPE_CHECKING:
    from pathlib import Path

GAME = b"(;SZ[9];B[cc];W[gg])"
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
OTHERS = {
    "README.txt": b"About (these) games",
    "LICENSE": b"Do as you like",
    "Thumbs.db": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0",
    "board.png": PNG,
    "board": PNG,  # by its bytes alone
    "empty.txt": b"",
    "index.html": "<html>碁".encode("euc-jp"),  # would have its charset guessed, too
}
RECORDS = {
    "game.txt": (GAME, "ok", ""),
    "good.sgf": (GAME, "ok", ""),
    "noise": (b"\x01\x02\x03", "failed", "GO003"),  # neither name nor bytes say what it is
    "picture.sgf": (PNG, "failed", "GO003"),
    "empty.SGF": (b"", "failed", "GO003"),
    "cut.sgf.gz": (b"\x1f\x8b\x08\0", "failed", "GO001"),
}


@pytest.mark.parametrize("kind", ["folder", "zip", "tar"])
def test_what_is_no_record_is_passed_over_and_what_may_be_one_is_not(tmp_path: Path, kind: str) -> None:
    """Issue 17, "Nightly": by name and bytes; each file has its row, and no other finding than that it is none."""
    members = [*OTHERS.items(), *((name, record[0]) for name, record in RECORDS.items())]
    place = tmp_path / f"a.{kind}"
    if kind == "folder":
        place.mkdir()
        for name, data in members:
            (place / name).write_bytes(data)
    else:
        place.write_bytes({"zip": zipped, "tar": tarred}[kind](members))
    tables = ga.check(place)
    column = "source" if kind == "folder" else "member"
    names = tables.files[column].str.rpartition("/")[2]
    told = dict(
        zip(names, zip(tables.files.status, tables.files.code.astype(object).fillna(""), strict=True), strict=True)
    )
    damaged = "GO001" if kind == "folder" else "GO002"
    others = OTHERS.keys() - ({"Thumbs.db"} if kind != "folder" else set())  # which no archive's reader hands on
    assert told == {
        **dict.fromkeys(others, ("other", "GO005")),
        **{name: (status, code) for name, (_, status, code) in RECORDS.items()},
        "cut.sgf.gz": ("failed", damaged),
    }
    found = tables.findings[tables.findings[column].str.rpartition("/")[2].isin(OTHERS)]
    assert found.code.tolist() == ["GO005"] * len(others)


def test_a_file_that_is_named_is_told(tmp_path: Path) -> None:
    """Brief of issue 17: files named by the user are told; the same rows are not kept for a run that does not name it.

    The key of a shard says what comes out of it (`goanalyze.batch.plan`).
    """
    file = tmp_path / "board.png"
    file.write_bytes(PNG)
    named, found = (find_sources([str(path)]) for path in (file, tmp_path))
    assert ga.check(file).files.code.tolist() == ["GO003"]
    assert ga.check(tmp_path).files.code.tolist() == ["GO005"]
    assert plan(named, Options(), 2**20)[0].name.key != plan(found, Options(), 2**20)[0].name.key
