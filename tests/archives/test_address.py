"""Addresses of files, games and moves: also in archives in archives, and for names that are not UTF-8."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from helpers.archive_files import write_archive
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze import Address
from goanalyze.archives.address import quoted, read_address
from goanalyze.archives.blobs import printable
from goanalyze.archives.inputs import find_sources
from goanalyze.archives.sources import nested_name
from goanalyze.errors import InputError
from goanalyze.util.text import clean

PIECES = st.sampled_from(
    [
        "a",
        "!",
        "#",
        "@",
        "%",
        "2",
        "3",
        ".",
        "%21",
        "%23",
        "/",
        " ",
        "棋",
        "\udcff",
        "\n",
        "\u202e",
        "\U000e0001",
        "%u000a",
    ]
)
NAMES = st.lists(PIECES, min_size=1, max_size=9).map("".join)
GAMES = b"(;SZ[9];B[ee])(;SZ[9];B[gc];W[cc])"
NUMBERS = st.none() | st.integers(0, 999)


@law(300)
@given(NAMES, NAMES | st.just(""), NAMES | st.just(""), NUMBERS, st.integers(0, 9), NUMBERS)
def test_the_text_of_an_address_is_read_as_the_address(
    outer: str, member: str, inner: str, game: int | None, line: int, move: int | None
) -> None:
    """Any name of a file, a member and a member of a member can be read back, copied and typed."""
    source, member = "x/" + printable(outer), printable(member)  # no file has that name
    if member and inner:
        member = nested_name(member, printable(inner))
    address = Address(source, member, game if game is not None else 0 if line else None, line, move)
    assert read_address(str(address)) == address
    assert clean(str(address)) == str(address)  # it can be copied from a terminal or a page
    assert shlex.split(quoted(str(address))) == [str(address)] or os.name == "nt"


def test_the_name_of_an_existing_file_is_its_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that a folder lists needs no escapes."""
    monkeypatch.chdir(tmp_path)
    for name in ("wow!.sgf", "final #3", "a!b.zip", "50%21.sgf"):
        Path(name).touch()
        assert read_address(name) == Address(name)
        assert read_address(str(Address(name, game=1))) == Address(name, game=1)
    assert read_address("a!b.zip!c.sgf@5") == Address("a!b.zip", "c.sgf", move=5)


def test_plain_names_stay_as_they_are() -> None:
    """A character is escaped only if it would begin another part of an address."""
    for name in ("Game #12.sgf", "player@2d vs. x.sgf", "100% sure.sgf", "a (1).sgf"):
        assert str(Address(name)) == name


def test_a_game_is_read_by_its_address(tmp_path: Path) -> None:
    """The address of a game of any file or member is valid for `ga.read`, `ga.check` and `Tables.game`."""
    inner = write_archive(tmp_path / "in.zip", [("wow!.sgf", GAMES)]).read_bytes()
    outer = write_archive(tmp_path / "out.zip", [("a.sgf", GAMES), ("in.zip", inner)])
    tables = ga.check(outer)
    for game in ga.read(outer):
        (copy,) = ga.read(game.address)
        assert (copy.raw_sgf, copy.address) == (game.raw_sgf, game.address)
        assert ga.check(game.address).games.game_index.tolist() == [int(game.address[-1])]
        assert tables.game(game.address).raw_sgf == game.raw_sgf
    assert [game.address for game in ga.read(f"{outer}!a.sgf")] == [f"{outer}!a.sgf#0", f"{outer}!a.sgf#1"]
    assert [game.address for game in ga.read(outer)][-1] == f"{outer}!in.zip!wow%21.sgf#1"


@pytest.mark.parametrize(
    ("text", "message"), [("{}#0", "names a game of an archive. Expected the member"), ("{}/b!a.sgf", "was not found")]
)
def test_an_address_that_cannot_be_read_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    """A game of an archive without its member, and a missing archive, are one error each."""
    archive = write_archive(tmp_path / "out.zip", [("a.sgf", GAMES)])
    with pytest.raises(InputError, match=message):
        find_sources([text.format(archive)])


def test_a_missing_member_or_game_is_a_finding(tmp_path: Path) -> None:
    """The other inputs are read."""
    archive = write_archive(tmp_path / "out.zip", [("a.sgf", GAMES)])
    tables = ga.check([f"{archive}!b.sgf", f"{archive}!a.sgf#7", f"{archive}!a.sgf#1"])
    assert tables.games.game_index.tolist() == [1]
    assert tables.findings[tables.findings.game_id.isna()].message.tolist() == [
        "the archive has no such member",
        "it does not have a game 7: games are counted from 0",
    ]
