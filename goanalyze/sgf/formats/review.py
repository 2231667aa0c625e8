"""The review of a Panda-Net game (UGI): variations, and remarks on any node.

::

    [ReviewNode]
    NODE,1,0,0,0             number, colour (1 Black, 2 White), column and row from 1; the first is the empty board
    NODE,2,1,17,16
      VARIATION,             an alternative to the continuation of the node before
        NODE,225,2,14,7
      VARIATIONEND,
    NODE,3,2,4,17            the continuation
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

from goanalyze.sgf.formats.sgf_writer import LocatedText, SgfWriter, number

_COLORS: Final = {1: b"B", 2: b"W"}
_REMARK: Final = re.compile(rb"\.Comment,(\d{1,9})")
_VARIATION, _END = b"VARIATION,", b"VARIATIONEND,"


class ReviewMove(NamedTuple):
    """A move of the game: ``B`` or ``W``, column and row from the upper left, −1 for a pass; its line and number."""

    color: bytes
    column: int
    row: int
    line: LocatedText
    number: bytes


@dataclass(slots=True, eq=False)
class ReviewNode:
    """A node of the review.

    Attributes:
        color: ``B`` or ``W``; empty for the empty board and for the end.
        column, row, line: the same as in `ReviewMove`.
        remarks: remarks on the node.
        next: the next node of the same line.
        branches: first nodes of the variations that begin after the node.
    """

    color: bytes
    column: int
    row: int
    line: LocatedText
    remarks: list[LocatedText] = field(default_factory=list)
    next: ReviewNode | None = None
    branches: list[ReviewNode] = field(default_factory=list)


Branches = Mapping[int, Sequence[ReviewNode]]
"""Variations by the number of the move that they follow."""


def read_review(
    sections: Mapping[str, Sequence[LocatedText]],
    moves: Sequence[ReviewMove],
    remarks: dict[int, list[LocatedText]],
    size: int,
    is_from_below: bool,
    writer: SgfWriter,
) -> Branches:
    """Return the variations of a game."""
    first, nodes = _read_tree(sections.get("reviewnode", ()), size, is_from_below, writer)
    if first is None:
        return {}
    _add_remarks(sections.get("reviewcomment", ()), nodes)
    branches, move, node = dict[int, Sequence[ReviewNode]](), 0, first
    while True:
        if node.remarks:
            remarks.setdefault(move, []).extend(node.remarks)
        if node.branches:
            branches[move] = node.branches
        if node.next is None:
            return branches
        node = node.next
        if node.color:
            move += 1
            if move > len(moves) or moves[move - 1][:3] != (node.color, node.column, node.row):
                message = "The line {} of the review is not a move of the game; the rest of the review is passed over."
                writer.note("GO316", message, node.line.begin, node.line.text)
                return branches


def _read_tree(
    section: Sequence[LocatedText], size: int, is_from_below: bool, writer: SgfWriter
) -> tuple[ReviewNode | None, Mapping[int, ReviewNode]]:
    """Return the first node, and all nodes by their numbers."""
    first, last, is_branching = None, None, False
    nodes: dict[int, ReviewNode] = {}
    forks: list[ReviewNode] = []
    for line in section:
        if line.text == _VARIATION:
            is_branching = True
            if last:
                forks.append(last)
        elif line.text == _END:
            is_branching, last = False, forks.pop() if forks else last
        elif node := _read_node(line, size, is_from_below):
            if last is None:
                first = node
            elif is_branching:
                last.branches.append(node)
            else:
                last.next = node
            last, is_branching = node, False
            nodes[number(line.text.split(b",")[1]) or 0] = node
        else:
            writer.note_skipped(line)
    return first, nodes


def _read_node(line: LocatedText, size: int, is_from_below: bool) -> ReviewNode | None:
    fields = line.text.split(b",")
    if fields[0] != b"NODE" or len(fields) != 5:
        return None
    color, column, row = map(number, fields[2:])
    if color is None or column is None or row is None or number(fields[1]) is None:
        return None
    if column > size and row > size:
        return ReviewNode(_COLORS.get(color, b""), -1, -1, line)
    return ReviewNode(_COLORS.get(color, b""), column - 1, size - row if is_from_below else row - 1, line)


def _add_remarks(section: Sequence[LocatedText], nodes: Mapping[int, ReviewNode]) -> None:
    node = None
    for line in section:
        if mark := _REMARK.fullmatch(line.text):
            node = nodes.get(int(mark[1]))
        elif node:
            node.remarks.append(line)


def write_game(
    moves: Sequence[ReviewMove], branches: Branches, remarks: Mapping[int, Sequence[LocatedText]], writer: SgfWriter
) -> None:
    """Write the moves of a game, the remarks, and the variations."""
    last, pending = 0, list[Sequence[ReviewNode]]()
    for index in range(len(moves) + 1):
        if index:
            move = moves[index - 1]
            last = writer.check_number(move.number, last, move.line)
            writer.move(move.color, move.column, move.row, move.line)
        _write_remarks(remarks.get(index, ()), writer)
        if index in branches:
            _write_fork(branches[index], writer, is_end=index == len(moves))
            pending.append(branches[index])
    for variations in reversed(pending):
        writer.write(b")", variations[0].line.begin)
        for node in variations:
            _write_variation(node, writer)


def _write_fork(branches: Sequence[ReviewNode], writer: SgfWriter, *, is_end: bool) -> None:
    """Begin the continuation of a node that has variations: an empty node at the end of a line."""
    writer.write(b"(;" if is_end else b"(", branches[0].line.begin)


def _write_variation(first: ReviewNode, writer: SgfWriter) -> None:
    """Write a variation with its own variations. Nested ones wait on a stack, since they may be numerous."""
    stack: list[ReviewNode | None] = [first]
    end = first.line.begin
    while stack:
        node = stack.pop()
        if node is None:
            writer.write(b")", end)
            continue
        writer.write(b"(", node.line.begin)
        pending: list[Sequence[ReviewNode]] = []
        while node is not None:
            end = node.line.begin
            writer.node(node.color, node.column, node.row, node.line)
            _write_remarks(node.remarks, writer)
            if node.branches:
                _write_fork(node.branches, writer, is_end=node.next is None)
                pending.append(node.branches)
            node = node.next
        writer.write(b")", end)
        for variations in pending:
            stack.append(None)
            stack.extend(reversed(variations))


def _write_remarks(remarks: Sequence[LocatedText], writer: SgfWriter) -> None:
    if remarks:
        text = b"\n".join(remark.text for remark in remarks)
        writer.set(b"C", LocatedText(text, remarks[0].begin, remarks[-1].end))
