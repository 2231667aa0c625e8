"""The review of a Panda-Net game (UGI): variations, and remarks on any node.

::

    [ReviewNode]
    NODE,1,0,0,0             number, colour (1 Black, 2 White), column and row from 1; the first is the empty board
    NODE,2,1,17,16
      VARIATION,             what might have followed the node before
        NODE,225,2,14,7
      VARIATIONEND,
    NODE,3,2,4,17            what followed it
    [ReviewComment]
    .Comment,2               remarks on a node
    Ito 2k: hello

Inferred from two files, in which the nodes outside variations are the moves of [Data]; rows are counted as there, and a
pass is a point beyond the board (20,20).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from goanalyze.sgf.formats.pieces import Value, number
from goanalyze.sgf.formats.sheet import Sheet

_COLORS: Final = {1: b"B", 2: b"W"}
_REMARK: Final = re.compile(rb"\.Comment,(\d{1,9})")
_VARIATION, _END = b"VARIATION,", b"VARIATIONEND,"


class Move(NamedTuple):
    """A move of the game: colour, column and row from the upper left, the line that says so, its number as written."""

    color: bytes
    column: int
    row: int
    line: Value
    number: bytes


@dataclass(slots=True, eq=False)
class Node:
    """A node of the review.

    Attributes:
        color: none for the empty board and for the end.
        column, row: as in `Move`.
        line: what says so.
        remarks: what was said of it.
        next: what follows.
        branches: what might have followed.
    """

    color: bytes
    column: int
    row: int
    line: Value
    remarks: list[Value] = field(default_factory=list)
    next: Node | None = None
    branches: list[Node] = field(default_factory=list)


Branches = Mapping[int, Sequence[Node]]
"""Variations by the number of the move that they follow."""


def read_review(
    sections: Mapping[str, Sequence[Value]], played: Sequence[Move], remarks: dict[int, list[Value]], size: int,
    from_below: bool, sheet: Sheet,
) -> Branches:  # fmt: skip
    """Return the variations of a game.

    Args:
        sections: lines of the review's sections.
        played: moves of the game: a review of other moves is passed over.
        remarks: what was said of the moves, by number; what the review says of them is added.
        size: lines of the board.
        from_below: whether rows are counted from below.
        sheet: takes down what is odd.
    """
    first, numbered = _tree(sections.get("reviewnode", ()), size, from_below, sheet)
    if first is None:
        return {}
    _take_remarks(sections.get("reviewcomment", ()), numbered)
    branches, at, node = dict[int, Sequence[Node]](), 0, first
    while True:
        if node.remarks:
            remarks.setdefault(at, []).extend(node.remarks)
        if node.branches:
            branches[at] = node.branches
        if node.next is None:
            return branches
        node = node.next
        if node.color:
            at += 1
            if at > len(played) or played[at - 1][:3] != (node.color, node.column, node.row):
                said = "The line {} of the review is no move of the game; the rest of the review is passed over."
                sheet.note("GO316", said, node.line.begin, node.line.text)
                return branches


def _tree(found: Sequence[Value], size: int, from_below: bool, sheet: Sheet) -> tuple[Node | None, Mapping[int, Node]]:
    """Return the first node, and all nodes by their numbers."""
    first, last, branching = None, None, False
    numbered: dict[int, Node] = {}
    left: list[Node] = []
    for line in found:
        if line.text == _VARIATION:
            branching = True
            if last:
                left.append(last)
        elif line.text == _END:
            branching, last = False, left.pop() if left else last
        elif node := _node(line, size, from_below):
            if last is None:
                first = node
            elif branching:
                last.branches.append(node)
            else:
                last.next = node
            last, branching = node, False
            numbered[number(line.text.split(b",")[1]) or 0] = node
        else:
            sheet.skipped(line)
    return first, numbered


def _node(line: Value, size: int, from_below: bool) -> Node | None:
    """Return the node that a line names, None for none."""
    fields = line.text.split(b",")
    if fields[0] != b"NODE" or len(fields) != 5:
        return None
    color, column, row = (number(each) for each in fields[2:])
    if color is None or column is None or row is None or number(fields[1]) is None:
        return None
    if column > size and row > size:
        return Node(_COLORS.get(color, b""), -1, -1, line)
    return Node(_COLORS.get(color, b""), column - 1, size - row if from_below else row - 1, line)


def _take_remarks(found: Sequence[Value], numbered: Mapping[int, Node]) -> None:
    """Give each node what was said of it."""
    node = None
    for line in found:
        if said := _REMARK.fullmatch(line.text):
            node = numbered.get(int(said[1]))
        elif node:
            node.remarks.append(line)


def write_game(
    played: Sequence[Move], branches: Branches, remarks: Mapping[int, Sequence[Value]], sheet: Sheet
) -> None:
    """Write the moves of a game, the remarks, and the variations."""
    last, later = 0, list[Sequence[Node]]()
    for at in range(len(played) + 1):
        if at:
            move = played[at - 1]
            last = sheet.numbered(move.number, last, move.line)
            sheet.move(move.color, move.column, move.row, move.line)
        _write_remarks(remarks.get(at, ()), sheet)
        if at in branches:
            _fork(branches[at], sheet, is_end=at == len(played))
            later.append(branches[at])
    for forked in reversed(later):
        sheet.write(b")", forked[0].line.begin)
        for node in forked:
            _write_branch(node, sheet)


def _fork(branches: Sequence[Node], sheet: Sheet, *, is_end: bool) -> None:
    """Begin what follows a node that has variations: an empty node, where nothing does."""
    sheet.write(b"(;" if is_end else b"(", branches[0].line.begin)


def _write_branch(first: Node, sheet: Sheet) -> None:
    """Write a variation with its own variations; nested ones wait on a stack, as they may be many."""
    waiting: list[Node | None] = [first]
    end = first.line.begin
    while waiting:
        node = waiting.pop()
        if node is None:
            sheet.write(b")", end)
            continue
        sheet.write(b"(", node.line.begin)
        later: list[Sequence[Node]] = []
        while node is not None:
            end = node.line.begin
            sheet.node(node.color, node.column, node.row, node.line)
            _write_remarks(node.remarks, sheet)
            if node.branches:
                _fork(node.branches, sheet, is_end=node.next is None)
                later.append(node.branches)
            node = node.next
        sheet.write(b")", end)
        for forked in later:
            waiting.append(None)
            waiting.extend(reversed(forked))


def _write_remarks(remarks: Sequence[Value], sheet: Sheet) -> None:
    """Write what was said of a node."""
    if remarks:
        whole = Value(b"\n".join(each.text for each in remarks), remarks[0].begin, remarks[-1].end)
        sheet.set(b"C", whole)
