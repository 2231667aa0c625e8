"""Moves that no ruleset allows, left out: on a stone, off the board, suicide of one stone.

What follows is played on as if they had not been made, so that none is left afterwards. Comments and variations stay:
a node without its move is still one.
"""

from __future__ import annotations

from typing import Final

from goanalyze.board.board import Board
from goanalyze.board.position import Position
from goanalyze.repair.changes import Told
from goanalyze.repair.points import read_point, read_rectangle
from goanalyze.repair.properties import KO, PLAYS, SETUP
from goanalyze.repair.tree import Node, Property, Run
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

_COLORS: Final = {b"B": BLACK, b"W": WHITE, b"AB": BLACK, b"AW": WHITE, b"AE": EMPTY}
_OF_A_MOVE: Final = (KO, b"BM", b"DO", b"IT", b"TE")
_REASONS: Final = {
    "GO101": "moves on a stone are left out",
    "GO102": "moves off the board are left out",
    "GO103": "moves that take just their own stone are left out",
    "GO307": "moves whose value is no point are left out",
}


def leave_out_illegal(root: Run, size: tuple[int, int], told: Told) -> None:
    """Leave out of every line of a game what no ruleset allows; each node has one move at most.

    Rule: which moves these are, all rulesets agree: rules article, the stone is played on an empty point of the board;
    suicide of one stone is forbidden as such, or since the position repeats.
    """
    waiting = [(root, [EMPTY] * (size[0] * size[1]))]
    board = Board(Position.empty(*size))
    while waiting:
        run, colors = waiting.pop()
        board.colors = colors.copy()
        kept = [node for node in run.nodes if _play(node, board, told)]
        run.nodes = kept or run.nodes[:1]
        waiting.extend((child, board.colors) for child in reversed(run.children))


def _play(node: Node, board: Board, told: Told) -> bool:
    """Carry a node out, without its move where that is illegal; return whether anything is left of it."""
    for each in node.properties:
        if each.name in SETUP:
            _set_up(each, board)
        elif each.name in PLAYS and (code := _illegal(each, board)):
            told.add(code, _REASONS[code], each.values[0].at, each.name + b"[" + each.values[0].raw + b"]")
            node.properties = [other for other in node.properties if other is not each and other.name not in _OF_A_MOVE]
            return bool(node.properties)
    return True


def _set_up(each: Property, board: Board) -> None:
    for value in each.values:
        if rectangle := read_rectangle(value.raw):
            for y in range(rectangle.y, rectangle.y2 + 1):
                begin = y * board.width
                stones = [_COLORS[each.name]] * (rectangle.x2 - rectangle.x + 1)
                board.colors[begin + rectangle.x : begin + rectangle.x2 + 1] = stones


def _illegal(each: Property, board: Board) -> str | None:
    """Play a move unless it is illegal; return the finding that says so."""
    raw = each.values[0].raw
    if not raw:
        return None
    point = read_point(raw)
    if point is None:
        return "GO307"
    if point[0] >= board.width or point[1] >= board.height:
        return "GO102"
    place = point[1] * board.width + point[0]
    if board.colors[place] != EMPTY:
        return "GO101"
    done = board.place(_COLORS[each.name], place)
    return "GO103" if not done.captured and done.self_captured == {place} else None
