"""Full trees and writing, by sgfmill, and its reading of the main line."""

from __future__ import annotations

import pytest
from helpers.laws import law
from helpers.reading import read_chunk, read_one
from hypothesis import given
from hypothesis import strategies as st
from oracles.trees import MainLine, main_lines, write_game

from goanalyze import BLACK, WHITE, from_sgf
from goanalyze.errors import TreeError
from goanalyze.limits import MAX_TREE_DEPTH
from goanalyze.sgf.tree.tree import read_tree


def nested(depth: int) -> bytes:
    """Return a record of variations, each inside the one before, of alternate passes."""
    return b"".join(b"(;%c[]" % b"BW"[number % 2] for number in range(depth)) + b")" * depth


def test_a_tree_has_its_variations() -> None:
    """All variations of the first game are there, in order."""
    tree = read_tree(b"(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd]))(;SZ[13])")
    assert tree.get_size() == 9
    assert [child.get_move() for child in tree.get_root()[0]] == [("w", (7, 1)), ("w", (5, 3))]


@pytest.mark.parametrize(
    "data", [b"", b"hello", b";B[aa])", b"(;B[aa]", b"(;B[aa];W[bb)", b"(;SZ[0])", b"(;CA[klingon])"]
)
def test_what_sgfmill_refuses(data: bytes) -> None:
    """A text that sgfmill does not read is a TreeError with its reason."""
    with pytest.raises(TreeError, match=r"sgfmill cannot read the record: \w"):
        read_tree(data)


@pytest.mark.parametrize("depth", [1, 1500, MAX_TREE_DEPTH])
def test_deep_trees_are_read(depth: int) -> None:
    """Trees up to the limit of depth are read to their last node."""
    assert len(read_tree(nested(depth)).get_main_sequence()) == depth


@pytest.mark.parametrize(
    "data",
    [nested(MAX_TREE_DEPTH + 1), nested(20_000), b"(;" * 20_000, b"(;W[]" + nested(MAX_TREE_DEPTH) + b"(;B[]))"],
    ids=["one more", "ten times", "not closed", "in the first variation"],
)
def test_deeper_trees_are_refused(data: bytes) -> None:
    """Beyond the limit a tree is refused before sgfmill sees it, wherever it is deep."""
    with pytest.raises(TreeError, match="Expected at most 2,000"):
        read_tree(data)


def test_the_main_line_has_no_limit_of_depth() -> None:
    """5,000 nested variations are too deep for a tree, not for the tokenizer."""
    assert len(read_one(nested(5000)).events) == 5000


def test_main_lines() -> None:
    """The main line is the first child everywhere; the first value of each info property counts."""
    lines = main_lines(b"(;SZ[9]PB[a]AB[aa][bb:cc];PB[b]B[dd](;W[ee]PL[B])(;W[ff]))(;KM[1][2])")
    events = [("AB", b"aa"), ("AB", b"bb:cc"), ("B", b"dd"), ("W", b"ee"), ("PL", b"B")]
    assert lines == [MainLine({"SZ": b"9", "PB": b"a"}, events), MainLine({"KM": b"1"}, [])]


@pytest.mark.parametrize("data", [b"", b"(;B[aa]", b"(;B)"])
def test_main_lines_refused(data: bytes) -> None:
    """Text that sgfmill does not parse is a TreeError."""
    with pytest.raises(TreeError):
        main_lines(data)


INFO_TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"]), max_size=10)


@given(
    width=st.integers(1, 26),
    height=st.integers(1, 26),
    moves=st.lists(st.tuples(st.sampled_from([BLACK, WHITE]), st.integers(-1, 10_000)), max_size=20),
    stones=st.dictionaries(st.integers(0, 10_000), st.sampled_from([BLACK, WHITE]), max_size=8),
    name=INFO_TEXT,
)
@law(150)
def test_what_is_written_is_read(
    width: int, height: int, moves: list[tuple[int, int]], stones: dict[int, int], name: str
) -> None:
    """Size, setup, moves and names come back from the text that is written, without a finding."""
    points = width * height
    moves = [(color, point % points if point >= 0 else -1) for color, point in moves]
    stones = {point % points: color for point, color in stones.items()}
    data = write_game(width, height, moves, stones, {"PB": name})
    game = read_one(data)
    records = read_chunk(data)
    assert game.syntax == {}
    assert (int(records.width[0]), int(records.height[0])) == (width, height)
    assert records.distinct("PB").texts == [name]
    setup, played = game.events[: len(stones)], game.events[len(stones) :]
    colors = {"AB": BLACK, "AW": WHITE, "B": BLACK, "W": WHITE}
    assert {from_sgf(event[3:5], width, height): colors[event[:2]] for event in setup} == stones
    assert [(colors[event[0]], from_sgf(event[2:-1], width, height)) for event in played] == moves
