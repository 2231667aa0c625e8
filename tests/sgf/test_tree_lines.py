"""Variations: the tokenizer's lines, each of them a record of its own."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from helpers.laws import law
from helpers.reading import Read, as_text, read_all, read_chunk, read_lines_of
from helpers.texts import ANY_FILE, TREE, coarse, event_text, repeats_opening
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles.trees import all_lines
from sgfmill import sgf_grammar

from goanalyze.kernels.library import kernels
from goanalyze.sgf import lines as module
from goanalyze.sgf.lines import main_runs, read_lines
from goanalyze.sgf.records import Records, read_records
from goanalyze.sgf.tape import new_paths, new_tape, new_tree

# text, lines after the main one; FF[4] "Game tree": a tree is "(", nodes, then trees, ")"
ROWS = [
    ("no variation", "(;B[aa];W[bb])", []),
    ("nothing but parentheses", "(;B[aa](;W[bb](;B[cc])))", []),
    ("two", "(;B[aa](;W[bb])(;W[cc]))", ["B[aa] W[cc]"]),
    ("from the root", "(;SZ[9](;B[aa])(;B[bb])(;W[cc]))", ["B[bb]", "W[cc]"]),
    ("depth first", "(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))", ["B[aa] W[bb] B[dd]", "B[aa] W[ee]"]),
    ("without nodes", "(;B[aa](;W[bb])(;))", ["B[aa]"]),
    ("empty parentheses are none", "(;B[aa](;W[bb])()(())(;W[cc]))", ["B[aa] W[cc]"]),
    ("empty parentheses in a sequence", "(;B[aa](;W[bb])(;W[cc]();B[dd]))", ["B[aa] W[cc] B[dd]"]),
    ("no ';' after '('", "(;B[aa](;W[bb])(W[cc];B[dd]))", ["B[aa] W[cc] B[dd]"]),
    ("the same colour after '('", "(;B[aa](;W[bb])(B[cc]))", ["B[aa] B[cc]"]),
    ("nodes after it", "(;B[aa](;W[bb]);W[cc];B[dd])", ["B[aa] W[cc] B[dd]"]),
    (
        "nodes after it, with variations",
        "(;B[aa](;W[bb]);W[cc](;B[dd])(;B[ee]))",
        ["B[aa] W[cc] B[dd]", "B[aa] W[cc] B[ee]"],
    ),
    ("nodes between", "(;B[aa](;W[bb]);W[cc](;B[dd]);B[ee])", ["B[aa] W[cc] B[dd]", "B[aa] W[cc] B[ee]"]),
    ("before any node", "(;B[aa]((;W[bb])(;W[cc])))", ["B[aa] W[cc]"]),
    ("not closed", "(;B[aa](;W[bb])(;W[cc];B[dd]", ["B[aa] W[cc] B[dd]"]),
    ("opened and cut", "(;B[aa](;W[bb])(", []),
    ("opened twice and cut", "(;B[aa](;W[bb])(;W[cc]((", ["B[aa] W[cc]"]),
    ("brackets forgotten", "(;B[aa](;W[bb])(;W[cc;B[dd)(;W[ee]))", ["B[aa] W[cc] B[dd]", "B[aa] W[ee]"]),
    ("junk in it", "(;B[aa](;W[bb]) x [y(z] (;W[cc]]-;B[dd]))", ["B[aa] W[cc] B[dd]"]),
    ("setup and turn", "(;B[aa](;W[bb])(;AW[cc]PL[B];B[dd]KO[]))", ["B[aa] AW[cc] PL[B] B[dd]KO"]),
    ("the next game begins", "(;GM[1];B[aa](;W[bb])(;W[cc](;GM[1];B[dd])", ["B[aa] W[cc]"]),
]


@pytest.mark.parametrize(("text", "lines"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_row(text: str, lines: list[str]) -> None:
    """Each text has these lines in addition to its main one, and the game knows their number."""
    records = read_chunk(text)
    found = read_lines_of(records)
    assert [" ".join(line.events) for line in found if line.index == 0] == lines
    assert records.tape.branches[0] == len(lines)


def test_what_a_line_says() -> None:
    """Properties of its own nodes count after those of the stem; the recorded result is that of the main line alone."""
    text = "(;SZ[9]PB[x]RE[B+1](;B[aa]PW[y])(;B[bb]PW[z]PB[not the first])(;B[cc]RE[W+2]))"
    records = read_chunk(text)
    _, second, third = read_all(records), *read_lines_of(records)
    assert second.info == {"SZ": b"9", "PB": b"x", "PW": b"z"}
    assert third.info == {"SZ": b"9", "PB": b"x"}  # the first RE on the path counts, and it is the main line's


def test_markup_is_of_the_end_of_a_line() -> None:
    """Markup of the stem counts on a line if no play, setup or markup follows it there."""
    text = "(;B[aa]TB[cc](;W[bb])(;C[x])(;TW[dd])(;TB[])(;AW[ee])(;PL[W]))"
    records = read_chunk(text)
    assert [line.marks for line in read_lines_of(records)] == [["TB[cc]"], ["TW[dd]"], [], [], ["TB[cc]"]]


def test_faults_of_variations_are_noted_with_the_game() -> None:
    """A fault in a variation counts as one of the game, at its own offset; lines have none."""
    text = "(;B[aa]x(;W[bb])(;W[c]y;B[dd](;W[ee])(;W[f]))(;W[gg]))"
    records = read_chunk(text)
    assert read_all(records)[0].syntax == {"GO304": (7, 2), "GO307": (19, 2)}
    assert [line.syntax for line in read_lines_of(records)] == [{}, {}, {}]


@given(trees=st.lists(TREE, min_size=1, max_size=3))
@law(300)
def test_lines_are_those_of_sgfmill(trees: list[Any]) -> None:
    """Of any collection that sgfmill writes, every line is sgfmill's reading along that path."""
    data = b"\n".join(sgf_grammar.serialise_game_tree(coarse(tree)) for tree in trees)
    chunks = list(read_records([as_text(data)]))
    for records in chunks:
        found: list[list[Read]] = [[] for _ in range(len(records))]
        for line in read_lines_of(records):
            found[line.index].append(line)
        for game, expected in enumerate(all_lines(data)):
            assume(not repeats_opening([event_text(*event) for event in expected[0].events]))
            assert int(records.tape.branches[game]) == len(found[game]) == len(expected) - 1
            result = expected[0].info.get("RE")
            for line, (one, two) in enumerate(zip([None, *found[game]], expected, strict=True)):
                if one is not None:
                    info = two.info if two.info.get("RE") != result else {**two.info, "RE": one.info.get("RE")}
                    assert one.info == {name: value for name, value in info.items() if value is not None}, line
                    assert one.events == [event_text(*event) for event in two.events]


@given(data=ANY_FILE)
@law(400)
def test_main_line_and_number_are_the_same_either_way(data: bytes) -> None:
    """For any bytes, the tree's first line is the game read without variations; their number agrees."""
    for records in read_records([as_text(data)]):
        numbers = np.zeros(len(records), dtype=np.int64)
        for _, games in read_lines(records):
            numbers += np.bincount(games, minlength=len(records))
        assert numbers.tolist() == records.tape.branches.tolist()
        for game in range(len(records)):
            assert _first_line(records, game) == _as_read(records, game)


def _as_read(records: Records, game: int) -> list[Any]:
    tape = records.tape
    events = slice(*tape.event_start[game : game + 2].tolist())
    return [
        tape.kind[events].tolist(),
        tape.xy[events, :2].tolist(),
        tape.at[events].tolist(),
        tape.info[game].tolist(),
    ]


def _first_line(records: Records, game: int) -> list[Any]:
    """Follow the main line of a game through its runs of nodes."""
    spans = records.spans_of(game)
    runs, values = len(spans.parent), len(spans.values)
    rows = new_tape(runs + 1, values, values)
    kernels.read_runs(records.buffer, spans, rows, new_tree(runs, runs), new_paths(runs), np.zeros(1, dtype=np.int64))
    path, info = main_runs(records, game), rows.info[0].copy()
    for row in path:
        info[info[:, 0] < 0] = rows.info[row][info[:, 0] < 0]
    events = np.concatenate([np.arange(*rows.event_start[row : row + 2].tolist()) for row in path]).astype(np.int64)
    return [column.tolist() for column in (rows.kind[events], rows.xy[events, :2], rows.at[events], info)]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("(;B[aa]" + "(;W[bb])" * 10_001 + ")", 10_000 * 2),
        ("(;B[aa](;W[bb])" * 3_000 + ")" * 3_000, 0),
        ("(;B[aa]" * 10_000 + ")" * 10_000, 0),
        ("(;B[aa]" + "(" * 100_000, 0),
        ("(;B[aa](;W[bb])" + "()" * 100_000 + ")", 0),
    ],
    ids=["siblings", "nested branches", "nested", "never closed", "empty"],
)
def test_many_and_deep(text: str, moves: int) -> None:
    """Ten thousand variations, in sequence or nested, are read in time that grows with their contents."""
    begin = time.process_time()
    records = read_chunk(text)
    found = sum(int(lines.tape.event_start[-1]) for lines, _ in read_lines(records))
    assert time.process_time() - begin < 20
    assert not moves or found == moves


def test_a_hundred_thousand_branches_end_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all these variations the first `MAX_LINES` are lines; the others cost no memory, and are counted."""
    monkeypatch.setattr(module, "MAX_LINES", 1_000)
    records = read_chunk("(;B[aa]" + "(;W[])" * 100_000 + ")")
    assert records.tape.branches[0] == 99_999
    assert sum(len(lines) for lines, _ in read_lines(records)) == 999


def test_long_lines_end_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of many moves each end where all of them together are too long; they come in pieces."""
    monkeypatch.setattr(module, "MAX_LINE_EVENTS", 10_000)
    monkeypatch.setattr(module, "LINE_EVENTS", 3_000)
    records = read_chunk("(" + ";B[];W[]" * 500 + "(;B[aa])" * 100 + ")")
    pieces = [len(lines) for lines, _ in read_lines(records)]
    assert sum(pieces) == 9
    assert len(pieces) > 1


def test_lines_of_many_games_keep_their_places() -> None:
    """Lines of several games and files come together, each with the number of its game and its own places."""
    files = ["(;B[aa](;W[bb])(;W[cc]))(;B[dd])", "(;B[ee](;W[ff])(;W[gg]))"]
    records = read_chunk(*files)
    ((lines, games),) = read_lines(records)
    assert games.tolist() == [0, 2]
    assert (lines.line.tolist(), lines.stem.tolist(), lines.game_index.tolist()) == ([1, 1], [1, 1], [0, 0])
    assert [lines.offset(line, int(lines.tape.at[lines.tape.event_start[line] + 1])) for line in (0, 1)] == [18, 18]
