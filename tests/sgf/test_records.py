"""Records: games of a chunk as arrays, the same however they are cut into chunks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.laws import law
from helpers.reading import as_text, read, read_chunk
from hypothesis import given
from hypothesis import strategies as st

from goanalyze.archives.blobs import Blob
from goanalyze.points import PASS
from goanalyze.replay.replay import play_events, replay_records
from goanalyze.sgf.charset import decode
from goanalyze.sgf.charset_detection import Decision
from goanalyze.sgf.records import Records, read_records

FILES = [
    "(;SZ[9];B[aa])(;SZ[9];B[bb];W[cc]TB[dd])\n(;SZ[13];B[dd])",
    "no game",
    "(;SZ[19];AB[aa:cc];W[dd]KO[])",
    "",
    "(;a)(;b)(;c)(;d)(;e)",
    ";B[ee])",
    "(;C[not closed ;B[ff])",
    "x(;B[gg]TB[aa])(;W[hh]",
]


def only(data: bytes | str) -> Records:
    """Return the games of a text as one chunk."""
    return read_chunk(data)


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5])
def test_chunks_do_not_change_what_is_read(most: int) -> None:
    """Games, their places, their numbers in the file and their findings are the same in chunks of any size."""
    assert read(*FILES, most_games=most) == read(*FILES)


@pytest.mark.parametrize("most", [1, 2, 3, 100])
def test_chunks_are_as_large_as_asked_for(most: int) -> None:
    """Every chunk but the last is full, none is empty."""
    sizes = [len(records) for records in read_records([as_text(file) for file in FILES], most)]
    games = sum(map(len, read(*FILES)))
    assert sizes == [most] * (games // most) + ([games % most] if games % most else [])


GAME = st.sampled_from(
    ["(;B[aa])", "(;)", "(;AB[aa][bb];W[cc]TB[dd])", "x(;PB[y](;B[aa])(;W[b", "", " ", ")", "(;C[", "(;"]
)


@given(files=st.lists(st.lists(GAME, max_size=6).map("".join), max_size=6), most=st.integers(1, 4))
@law(200)
def test_any_files_in_any_chunks(files: list[str], most: int) -> None:
    """Files of any number of games, whole or damaged, come out the same in small chunks and in one."""
    assert read(*files, most_games=most) == read(*files)


def test_games_of_two_bytes() -> None:
    """The shortest games there are, one a file, do not overrun the tape."""
    assert [len(games) for games in read(*["(;"] * 3000)] == [1] * 3000


@pytest.mark.parametrize(
    "text", ["(;AB" + "[]" * 5000 + ")", "(;B[aa]W[aa]" * 3000, "(;TB" + "[aa]" * 5000 + ")", "(;PL[b]" * 500]
)
def test_the_densest_text_fits_the_tape(text: str) -> None:
    """No text has more events than the tape has room for."""
    ((game,),) = read(text)
    letters = text.count("[aa]") + text.count("[b]")
    assert len(game.events) + len(game.marks) == letters


def test_numbers_of_games_start_anew_in_each_file() -> None:
    """`game_index` counts from 0 in each file, over chunk borders too."""
    chunks = [records.game_index.tolist() for records in read_records([as_text(f) for f in ("(;)(;)(;)", "(;)(;)")], 2)]
    assert chunks == [[0, 1], [2, 0], [1]]


def test_text_and_raw_of_a_game() -> None:
    """A game knows its file and its own bytes, without the surrounding text."""
    one, two = as_text("x (;B[aa]) y", "1.sgf"), as_text("(;B[bb])\n(;B[cc]) z", "2.sgf")
    (records,) = read_records([one, two])
    assert [records.text_of(game).source for game in range(3)] == ["1.sgf", "2.sgf", "2.sgf"]
    assert [records.raw(game) for game in range(3)] == [b"(;B[aa])", b"(;B[bb])", b"(;B[cc])"]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("plain", "plain"),
        ("  both ends \t", "both ends"),
        ("a\\]b\\\\c\\:d", "a]b\\c:d"),
        ("line\nend", "line end"),
        ("line\r\nend\rhere\n", "line end here"),
        ("soft\\\nend", "softend"),
        ("soft\\\r\nend\\\n\rs", "softends"),
        ("tab\tand\vmore", "tab and more"),
        ("古\\力\\\\", "古力\\"),
        ("", ""),
        (" \n ", ""),
    ],
)
def test_values_are_simple_text(raw: str, text: str) -> None:
    """Values are unescaped as SGF's SimpleText: backslashes go, escaped line ends vanish, other blanks are spaces."""
    assert only(f"(;PB[{raw}])").distinct("PB").texts == [text]


def test_distinct_values() -> None:
    """Each different text is stored once; absent and empty are the same."""
    found = only("(;PB[a])(;PB[b])(;)(;PB[a])(;PB[])").distinct("PB")
    assert found.column.to_pylist() == ["a", "b", "", "a", ""]
    assert sorted(found.texts) == ["", "a", "b"]
    assert [found.texts[number] for number in found[0]] == found.column.to_pylist()


@pytest.mark.parametrize(
    ("root", "size"),
    [
        ("", (19, 19)),
        ("SZ[9]", (9, 9)),
        ("SZ[ 13 ]", (13, 13)),
        ("SZ[19:13]", (19, 13)),
        ("SZ[52]", (52, 52)),
        ("SZ[0]", (0, 0)),
        ("SZ[53]", (0, 0)),
        ("SZ[x]", (0, 0)),
        ("GM[1]SZ[9]", (9, 9)),
        ("GM[01]SZ[9]", (9, 9)),
        ("GM[6]SZ[9]", (0, 0)),
        ("GM[]SZ[9]", (9, 9)),
    ],
)
def test_board_size(root: str, size: tuple[int, int]) -> None:
    """The size is SZ's, 19 without SZ, and 0 for a game that cannot be replayed."""
    records = only(f"(;{root};B[aa])")
    assert (int(records.width[0]), int(records.height[0])) == size


@pytest.mark.parametrize(
    ("value", "stones"), [("", 0), ("0", 0), ("2", 2), ("x", 0), ("-3", 0), ("99999999999", 0), ("7.5", 0)]
)
def test_handicap(value: str, stones: int) -> None:
    """HA that cannot be read, or that no board could hold, is not a handicap."""
    assert only(f"(;HA[{value}])").handicap.tolist() == [stones]


def test_another_game_is_no_go() -> None:
    """GM distinguishes Go from other games."""
    assert only("(;GM[1])(;GM[6])(;)(;GM[x])").is_go.tolist() == [True, False, True, False]


@pytest.mark.parametrize(("size", "point"), [(9, PASS), (19, PASS), (20, 19 * 20 + 19), (21, 19 * 21 + 19)])
def test_tt_is_a_pass_up_to_19(size: int, point: int) -> None:
    """``tt`` is a pass where the board has no such point, and that point where it has."""
    records = only(f"(;SZ[{size}];B[tt];W[])")
    assert [event.point for event in play_events(records, 0)] == [point, PASS]  # type: ignore[union-attr]
    assert replay_records(records).moves.point.tolist() == [point, PASS]


SEEDS: list[Any] = ["(;GM[1]SZ[9]HA[2]PB[古力];B[aa])", "(;CA[GBK]SZ[19]KM[375]RE[黑胜];W[ss])"]


@given(tail=st.binary(max_size=30), seed=st.sampled_from(SEEDS), place=st.integers(0, 40))
@law(200)
def test_values_of_any_bytes_are_text(tail: bytes, seed: str, place: int) -> None:
    """With any bytes in a file, every stored value can be read as text."""
    data = seed.encode()[:place] + tail + seed.encode()[place:]
    text = decode(Blob("a.sgf", "", data), lambda _: Decision("cp1252"))
    for records in read_records([text]):
        for name in ("PB", "RE", "SZ", "GM", "KM"):
            column = records.distinct(name).column.to_pylist()
            assert len(column) == len(records)
        assert ((records.width > 0) == (records.height > 0)).all()
        assert np.all(records.width <= 52)
