"""Issue 17, "a place is an address": also of members in archives in archives, and of names that are no UTF-8."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from helpers.laws import law
from helpers.packed import written
from hypothesis import given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze.archives.address import Address, quoted, read_address
from goanalyze.archives.blobs import printable
from goanalyze.archives.inputs import find_sources
from goanalyze.archives.sources import nested_name
from goanalyze.errors import InputError
from goanalyze.vocabulary.text import clean

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
def test_an_address_leads_back(
    outer: str, member: str, inner: str, game: int | None, line: int, move: int | None
) -> None:
    """Whatever the names of file, member and member of a member hold."""
    source, member = "x/" + printable(outer), printable(member)  # no file of that name is there
    if member and inner:
        member = nested_name(member, printable(inner))
    address = Address(source, member, game if game is not None else 0 if line else None, line, move)
    assert read_address(str(address)) == address
    assert clean(str(address)) == str(address)  # it can be copied from a terminal or a page
    assert shlex.split(quoted(str(address))) == [str(address)] or os.name == "nt"


def test_a_file_that_is_there_is_meant_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to escape the name of a file as the folder lists it."""
    monkeypatch.chdir(tmp_path)
    for name in ("wow!.sgf", "final #3", "a!b.zip", "50%21.sgf"):
        Path(name).touch()
        assert read_address(name) == Address(name)
        assert read_address(str(Address(name, game=1))) == Address(name, game=1)
    assert read_address("a!b.zip!c.sgf@5") == Address("a!b.zip", "c.sgf", move=5)


def test_plain_names_stay_as_they_are() -> None:
    """What most files are called is readable: nothing is escaped that cannot be mistaken."""
    for name in ("Game #12.sgf", "player@2d vs. x.sgf", "100% sure.sgf", "a (1).sgf"):
        assert str(Address(name)) == name


def test_whatever_an_address_names_is_read(tmp_path: Path) -> None:
    """A game of a file, of a member, of a member in an archive in an archive: by reading, by checking, in tables."""
    inner = written(tmp_path / "in.zip", [("wow!.sgf", GAMES)]).read_bytes()
    outer = written(tmp_path / "out.zip", [("a.sgf", GAMES), ("in.zip", inner)])
    tables = ga.check(outer)
    for game in ga.read(outer):
        (again,) = ga.read(game.address)
        assert (again.raw_sgf, again.address) == (game.raw_sgf, game.address)
        assert ga.check(game.address).games.game_index.tolist() == [int(game.address[-1])]
        assert tables.game(game.address).raw_sgf == game.raw_sgf
    assert [game.address for game in ga.read(f"{outer}!a.sgf")] == [f"{outer}!a.sgf#0", f"{outer}!a.sgf#1"]
    assert [game.address for game in ga.read(outer)][-1] == f"{outer}!in.zip!wow%21.sgf#1"


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("{}#0", "names a game of an archive, and not the member that it is in"),
        ("{}/b!a.sgf", "there is no file or folder"),
    ],
)
def test_a_place_that_is_none(tmp_path: Path, place: str, message: str) -> None:
    """Issue 17, "a place that does not exist: one sentence"."""
    archive = written(tmp_path / "out.zip", [("a.sgf", GAMES)])
    with pytest.raises(InputError, match=message):
        find_sources([place.format(archive)])


def test_a_member_or_game_that_is_not_there_is_a_finding(tmp_path: Path) -> None:
    """The rest of what is given goes on."""
    archive = written(tmp_path / "out.zip", [("a.sgf", GAMES)])
    tables = ga.check([f"{archive}!b.sgf", f"{archive}!a.sgf#7", f"{archive}!a.sgf#1"])
    assert tables.games.game_index.tolist() == [1]
    assert tables.findings[tables.findings.game_id.isna()].message.tolist() == [
        "the archive has no such member", "it does not have a game 7: games are counted from 0"]  # fmt: skip
