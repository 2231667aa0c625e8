"""The lookup of files by their paths in tables, and a second reading of their games."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
from helpers.archive_files import write_archive
from helpers.laws import law
from helpers.member_text import reread
from hypothesis import given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze.archives.blobs import Blob, as_on_disk, printable
from goanalyze.archives.sources import locate, source_of
from goanalyze.errors import SourceError
from goanalyze.sgf.charset import decode, decode_as
from goanalyze.sgf.charset_detection import Decision

GAMES = [f"(;SZ[9]PB[Black {number}];B[ee];W[gc])".encode() for number in range(4)]


@pytest.mark.parametrize("encoding", ["gb18030", "cp932", "cp949", "cp950", "utf-16-le", "cp1252", "utf-8"])
def test_the_charset_is_the_one_of_the_first_reading(tmp_path: Path, encoding: str) -> None:
    """A file is decoded as the table files says, even if detection alone would decide otherwise."""
    path = write_archive(tmp_path / "a.zip", [("a.sgf", "(;SZ[9]PB[é東];B[ee])".encode(encoding, errors="replace"))])
    tables = ga.check(path, encoding=encoding)
    assert tables.game(0).info == tables.arrow("games").to_pylist()[0]


@given(st.text(), st.sampled_from(["utf-8", "gb18030", "utf-16-le", "iso2022_jp"]))
def test_a_charset_decision_can_be_repeated(text: str, encoding: str) -> None:
    """Bytes that were decoded by a decision are decoded to the same UTF-8 by the same decision."""
    data = f"(;CA[{encoding}]PB[{text}])".encode(encoding, errors="replace")
    first = decode(Blob("x", "", data), lambda _: Decision("cp1252"))
    assert decode_as(Blob("x", "", data), first.encoding, first.encoding_source).data == first.data


def test_members_of_one_name_are_distinguished(tmp_path: Path) -> None:
    """A zip may contain a name twice; the hash of the text decides."""
    with pytest.warns(UserWarning, match="Duplicate name"):
        path = write_archive(tmp_path / "a.zip", [("a.sgf", GAMES[0]), ("a.sgf", GAMES[1])])
    tables = ga.check(path)
    assert [tables.game(row).info["black_player"] for row in (0, 1)] == ["Black 0", "Black 1"]


def test_only_selected_members_are_unpacked(tmp_path: Path) -> None:
    """A damaged neighbour is not read."""
    path = write_archive(tmp_path / "a.zip", [("good.sgf", GAMES[0]), ("bad.sgf", b"(;SZ[9];B[aa])" * 3)])
    tables = ga.check(path)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"B[aa]", b"W[aa]", 1))  # with a wrong CRC-32
    assert tables.game(0).raw_sgf.encode() == GAMES[0]
    with pytest.raises(SourceError, match=r"bad\.sgf' cannot be read any more: damaged"):
        tables.game(1)


def test_each_archive_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many rows of two archives, mixed, open two files."""
    import goanalyze.archives.sources

    paths = [
        write_archive(tmp_path / f"{name}.zip", [(f"{n}.sgf", game) for n, game in enumerate(GAMES)]) for name in "ab"
    ]
    tables = ga.check(paths)
    opened = []

    def counted(path: str) -> object:
        opened.append(path)
        return source_of(path)

    monkeypatch.setattr(goanalyze.archives.sources, "source_of", counted)
    assert len(list(tables.read_games([0, 4, 1, 5, 2, 6]))) == 6
    assert sorted(opened) == [str(path) for path in paths]


def test_a_missing_source_is_an_error(tmp_path: Path) -> None:
    """The message has the path and the option for another folder."""
    path = write_archive(tmp_path / "a.zip", [("a.sgf", GAMES[0])])
    tables = ga.check(path)
    path.unlink()
    with pytest.raises(SourceError, match=r"a\.zip' is not found. If it was moved, name its folder with --root FOLDER"):
        tables.game(0)


def test_a_source_that_moved_is_found_below_the_root(tmp_path: Path) -> None:
    """`root` may contain the whole path or only its last parts."""
    path = write_archive(tmp_path / "a.zip", [("a.sgf", GAMES[0])])
    tables = ga.check(path)
    (tmp_path / "other").mkdir()
    path.rename(tmp_path / "other" / "a.zip")
    assert tables.game(0, root=tmp_path / "other").raw_sgf.encode() == GAMES[0]
    with pytest.raises(SourceError, match="not found below the root"):
        tables.game(0, root=tmp_path)


def test_relative_sources_are_found_around_the_dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dataset opened from another folder finds archives in any folder that contains it."""
    write_archive(tmp_path / "a.zip", [("a.sgf", GAMES[0])])
    monkeypatch.chdir(tmp_path)
    for out in ("out", "results/first/out"):
        ga.check("a.zip").to_parquet(out)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    for out in ("../out", "../results/first/out"):
        assert ga.open(out).game(0).raw_sgf.encode() == GAMES[0]
    assert ga.open("../out").arrow("games")["source"].to_pylist() == ["a.zip"]
    with pytest.raises(SourceError, match=r"'b\.zip' is not found in the working folder or around the dataset"):
        locate("b.zip", tmp_path / "out")


def test_a_missing_member_is_an_error(tmp_path: Path) -> None:
    """The message has the archive and the member."""
    path = write_archive(tmp_path / "a.zip", [("a.sgf", GAMES[0])])
    tables = ga.check(path)
    write_archive(path, [("b.sgf", GAMES[0])])
    with pytest.raises(SourceError, match=r"a\.zip' has no member 'a\.sgf' any more"):
        tables.game(0)


@pytest.mark.parametrize("data", [GAMES[1], b"", b"nothing", GAMES[0].replace(b"ee", b"ef")])
def test_a_changed_game_is_an_error(tmp_path: Path, data: bytes) -> None:
    """No other text is returned for the game."""
    path = tmp_path / "a.sgf"
    path.write_bytes(GAMES[0])
    tables = ga.check(path)
    path.write_bytes(data)
    with pytest.raises(SourceError, match=r"'.*a\.sgf#0' has changed since it was checked"):
        tables.game(0)


def test_a_damaged_archive_is_an_error(tmp_path: Path) -> None:
    """The message has the reason of the reader."""
    path = write_archive(tmp_path / "a.zip", [("a.sgf", GAMES[0])])
    tables = ga.check(path)
    path.write_bytes(b"PK")
    with pytest.raises(SourceError, match="cannot be read any more: not a readable zip archive"):
        tables.game(0)


def test_a_missing_source_does_not_stop_the_others(tmp_path: Path) -> None:
    """Of several games, the missing ones are errors and the others games."""
    paths = [
        write_archive(tmp_path / name, [("a.sgf", game)]) for name, game in zip(("a.zip", "b.zip"), GAMES, strict=False)
    ]
    tables = ga.check(paths)
    paths[0].unlink()
    games = dict(tables.read_games([0, 1]))
    assert isinstance(games[0], SourceError)
    assert games[1].raw_sgf.encode() == GAMES[1]


def test_standard_input_cannot_be_read_again() -> None:
    """A game from standard input is an error with that reason."""
    with pytest.raises(SourceError, match="standard input, which cannot be read again"):
        reread("-")


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="this system keeps no such names")
def test_names_of_no_known_charset_are_found(tmp_path: Path) -> None:
    r"""A file name that is not UTF-8 has ``\xff`` in the tables, and is found by that name."""
    path = os.fsencode(tmp_path) + b"/\xc6\xe5.sgf"
    Path(os.fsdecode(path)).write_bytes(GAMES[0])
    tables = ga.check(tmp_path)
    assert tables.arrow("games")["source"].to_pylist()[0].endswith(r"\xc6\xe5.sgf")
    assert tables.game(0).raw_sgf.encode() == GAMES[0]
    (game,) = ga.read(tables.arrow("games")["source"].to_pylist()[0])  # the name as a command would have it
    assert game.raw_sgf.encode() == GAMES[0]


def test_names_in_a_tar_archive_of_no_known_charset_are_found(tmp_path: Path) -> None:
    r"""A member's name that is not UTF-8 has ``\xff`` in the tables, and is found by that name."""
    path = write_archive(tmp_path / "a.tar.gz", [("\udcc6\udce5.sgf", GAMES[0]), ("\udcc6\udce6.sgf", GAMES[1])])
    tables = ga.check(path)
    assert tables.arrow("games")["member"].to_pylist() == [r"\xc6\xe5.sgf", r"\xc6\xe6.sgf"]
    assert [tables.game(row).raw_sgf.encode() for row in range(2)] == GAMES[:2]


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="this system keeps no such names")
def test_a_byte_and_its_escape_are_two_names(tmp_path: Path) -> None:
    r"""A file whose name has the text ``\xff`` and one with that byte have two names in tables."""
    for name, game in zip((rb"\xff.sgf", b"\xff.sgf", rb"\x5cxff.sgf"), GAMES, strict=False):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(game)
    tables = ga.check(tmp_path)
    sources = tables.arrow("games")["source"].to_pylist()
    assert {name.rpartition("/")[2] for name in sources} == {r"\x5cxff.sgf", r"\xff.sgf", r"\x5cx5cxff.sgf"}
    assert {tables.game(row).raw_sgf.encode() for row in range(3)} == {*GAMES[:3]}


@law(200)
@given(st.text(st.sampled_from("\\\\x5cfuda8é棋\udc80\udcff\ud800\udfff") | st.characters(), max_size=12))
def test_names_in_tables_have_an_inverse(name: str) -> None:
    """Tables can contain any name, and each name in tables is that of one file."""
    in_tables = printable(name)
    assert in_tables.encode("utf-8").decode("utf-8") == in_tables
    assert as_on_disk(in_tables) == name


@law(100)
@given(st.text(st.characters(exclude_categories=["Cs"]) | st.just("\\"), max_size=12))
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    """A backslash, as between folders on Windows, is escaped only if an escape seems to follow."""
    assert printable(name) == name or re.search(r"\\x5c|\\x[89a-f][0-9a-f]|\\ud[89a-f]", name)


def test_a_row_of_other_tables_is_an_error(tmp_path: Path) -> None:
    """A row whose file is not in these tables is not looked up on disk."""
    one, two = (write_archive(tmp_path / name, [("a.sgf", GAMES[0])]) for name in ("a.zip", "b.zip"))
    row = ga.check(two).arrow("games").to_pylist()[0]
    with pytest.raises(SourceError, match="is not a file of these tables"):
        ga.check(one).game(row)
