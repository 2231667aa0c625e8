"""The same games give the same rows from every source."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers import formats
from helpers.archive_files import tar_bytes, zip_bytes
from helpers.contracts import KO, LOCATION, MOST, all_rows, games, records, run, write_folder
from helpers.s3 import Bucket

import goanalyze as ga

MEMBERS = list(records().items())
LINES = "\n".join(f"(;SZ[{size}]KM[0];B[aa];W[ba];B[])" for size in range(2, 12))


def write(path: Path, data: bytes) -> Path:
    """Write a file and return its path."""
    path.write_bytes(data)
    return path


SOURCES: dict[str, Callable[[Path], Any]] = {
    "files": lambda folder: sorted(write_folder(folder / "games", records()).iterdir()),
    "folders": lambda folder: write_folder(folder / "games", {f"a/b/{name}": data for name, data in MEMBERS}),
    "zip": lambda folder: write(folder / "games.zip", zip_bytes(MEMBERS)),
    "zip in a folder": lambda folder: write(folder / "games.zip", zip_bytes(MEMBERS)).parent,
    "tar": lambda folder: write(folder / "games.tar", tar_bytes(MEMBERS)),
    "tar.gz": lambda folder: write(folder / "games.tar.gz", tar_bytes(MEMBERS, "w:gz")),
    "tar.bz2": lambda folder: write(folder / "games.tar.bz2", tar_bytes(MEMBERS, "w:bz2")),
    "tar.xz": lambda folder: write(folder / "games.txz", tar_bytes(MEMBERS, "w:xz")),
    "tar in a zip": lambda folder: write(folder / "games.zip", zip_bytes([("games.tar", tar_bytes(MEMBERS))])),
}


@pytest.mark.parametrize("name", SOURCES)
def test_every_source_gives_the_same_rows(name: str, tables: ga.Tables, tmp_path: Path) -> None:
    """Files, folders and archives of the same records differ in the addresses of games alone."""
    checked = ga.check(SOURCES[name](tmp_path), jobs=1, **MOST)
    assert all_rows(checked, LOCATION) == all_rows(tables, LOCATION)


@pytest.mark.parametrize("ending", formats.WRITERS)
def test_every_archive_of_7_zip_gives_the_same_rows(ending: str, tmp_path: Path) -> None:
    """7z, RAR, LZH, CAB and ISO give the rows of a zip archive."""
    pytest.importorskip("pybit7z")
    members = [(f"{letter}.sgf", text.encode()) for letter, text in zip("abc", LINES.split(), strict=False)]
    packed = ga.check(write(tmp_path / f"games.{ending}", formats.WRITERS[ending](members)), jobs=1, moves=True)
    plain = ga.check(write(tmp_path / "games.zip", zip_bytes(members)), jobs=1, moves=True)
    names = ("files", "games", "counts", "outcomes", "moves")
    assert all_rows(packed, LOCATION, names) == all_rows(plain, LOCATION, names)
    assert packed.games.member.tolist() == plain.games.member.tolist()


def test_an_object_store_gives_the_rows_of_a_folder(bucket: Bucket, tables: ga.Tables) -> None:
    """A prefix of S3 is read as a folder."""
    for name, data in MEMBERS:
        bucket.put(f"games/{name}", data)
    assert all_rows(ga.check(f"{bucket.uri}/games", jobs=1, **MOST), LOCATION) == all_rows(tables, LOCATION)


def test_standard_input_gives_the_rows_of_a_file(tmp_path: Path) -> None:
    """The input ``-`` is one file with all its games."""
    typed = run("check", "-", "-o", tmp_path / "typed", "--fail-on", "never", "--jobs", 1, input=LINES)
    assert typed.exit_code == 0, typed.stderr
    file = ga.check(write(tmp_path / "a.sgf", LINES.encode()), jobs=1)
    names = ("games", "findings", "counts", "outcomes")
    assert all_rows(ga.open(tmp_path / "typed"), LOCATION, names) == all_rows(file, LOCATION, names)


@pytest.mark.parametrize("ending", [".sgf", ".sgfs", ".txt"])
def test_games_in_lines_are_games_in_files(ending: str, tmp_path: Path) -> None:
    """A file with a game per line gives the rows of files with a game each."""
    files = {f"{number:02}.sgf": line.encode() for number, line in enumerate(LINES.splitlines())}
    apart = ga.check(write_folder(tmp_path / "apart", files), jobs=1)
    lines = ga.check(write(tmp_path / f"lines{ending}", LINES.encode()), jobs=1)
    without, names = (*LOCATION, "game_index"), ("games", "findings", "counts", "outcomes", "audit")
    assert all_rows(lines, without, names) == all_rows(apart, without, names)
    assert lines.games.game_index.tolist() == list(range(len(files)))


def test_a_text_gives_the_game_of_its_file(tables: ga.Tables, archive: Path) -> None:
    """`ga.loads` of bytes, `ga.read` of the file and the table agree on the first game of each record."""
    for name, data in MEMBERS:
        table = tables.games[(tables.games.source == str(archive / name)) & (tables.games.game_index == 0)]
        for game in games([data]):
            (read, *_) = ga.read(archive / name)
            info = {key: value for key, value in game.info.items() if key not in LOCATION}
            assert info == {key: value for key, value in read.info.items() if key not in LOCATION}
            assert info["move_count"] == table.move_count.iloc[0], name
            assert game.raw_sgf == read.raw_sgf == tables.game(int(table.index[0])).raw_sgf
            assert [finding.to_dict() | {"source": ""} for finding in game.replay().findings] == [
                finding.to_dict() | {"source": ""} for finding in read.replay().findings
            ]


def test_a_string_is_the_record_in_any_charset() -> None:
    """A string is not decoded again, regardless of its CA."""
    for charset in ("UTF-8", "GB2312", "Shift_JIS"):
        text = KO.replace("SZ[5]", f"SZ[5]CA[{charset}]PB[古力]")
        game = ga.loads(text)
        assert (game.info["black_player"], game.replay().position()) == ("古力", ga.loads(KO).replay().position())
        assert ga.loads(text.encode(charset)).info["black_player"] == "古力"
