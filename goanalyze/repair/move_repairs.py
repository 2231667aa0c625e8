"""Repairs that need the board: moves that every ruleset forbids are left out, marks of FF[3] are renamed.

Later moves are played without a move that is left out, so that no illegal move remains. A node keeps its comment and
its variations without its move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from goanalyze.core.chain_board import ChainBoard
from goanalyze.repair.ff4_properties import KO, PLAYS, SETUP
from goanalyze.sgf.tree.change_log import ChangeKind, ChangeLog
from goanalyze.sgf.tree.node import Node
from goanalyze.sgf.tree.point_values import read_point, read_rectangle
from goanalyze.sgf.tree.properties import Property, Value
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

_COLORS: Final = {b"B": BLACK, b"W": WHITE, b"AB": BLACK, b"AW": WHITE, b"AE": EMPTY}
_MARK: Final = b"M"
_ABOUT_A_MOVE: Final = (KO, b"BM", b"DO", b"IT", b"TE")
_MESSAGES: Final = {
    "GO101": "moves on a stone are left out",
    "GO102": "moves off the board are left out",
    "GO103": "moves that capture only their own stone are left out",
    "GO307": "moves whose value is not a point are left out",
}


def leave_out_illegal(root: Node, size: tuple[int, int], log: ChangeLog) -> None:
    """Leave out the moves that every ruleset forbids, in every line of a game with at most one move per node.

    Rule: Wikipedia, *Rules of Go*, rules 7, 7A and 8: a stone is played on an empty point of the board. Suicide of one
    stone is forbidden as such, or since it repeats the position.
    """
    _visit(root, size, lambda node, board: _play_legally(node, board, log))


def rename_marks(root: Node, size: tuple[int, int], log: ChangeLog) -> None:
    """Write M, the mark of FF[1] to FF[3], as TR on stones and as MA elsewhere.

    Rule: SGF FF[4], Converting old SGF files.
    """
    if any(node.find_property(_MARK) for node in root.walk()):
        _visit(root, size, lambda node, board: _rename_marks(node, board, log))


def _visit(root: Node, size: tuple[int, int], visit: Callable[[Node, ChainBoard], bool]) -> None:
    """Call a function for every node with the board of its line; nodes for which it returns False are removed."""
    waiting = [(root, ChainBoard(*size))]
    while waiting:
        first, parent = waiting.pop()
        board = parent.copy()
        run = first._unbranched_run()
        retained = [node for node in run if visit(node, board)]
        waiting.extend((child, board) for child in reversed(run[-1].children))
        if len(retained) < len(run):
            first._retain(retained or run[:1])


def _play_legally(node: Node, board: ChainBoard, log: ChangeLog) -> bool:
    """Play a node, without its move if that is illegal; return True if any property is left."""
    for prop in node.raw_properties:
        if prop.name in SETUP:
            _set_up(prop, board)
        elif prop.name in PLAYS and (code := _play(prop, board, is_forced=False)):
            move = prop.name + b"[" + prop.values[0].raw + b"]"
            log.add(ChangeKind.ILLEGAL_MOVES, code, prop.values[0].offset, move, _MESSAGES[code])
            others = (other for other in node.raw_properties if other is not prop)
            node.raw_properties = [other for other in others if other.name not in _ABOUT_A_MOVE]
            return bool(node.raw_properties)
    return True


def _rename_marks(node: Node, board: ChainBoard, log: ChangeLog) -> bool:
    """Play a node, even with an illegal move, and rename its marks by the stones on the board."""
    for prop in node.raw_properties:
        if prop.name in SETUP:
            _set_up(prop, board)
        elif prop.name in PLAYS:
            _play(prop, board, is_forced=True)
    marks = node.find_property(_MARK)
    if marks is not None:
        message = "marks of FF[3], M, are written as TR on stones and as MA elsewhere"
        log.add(ChangeKind.FF4_PROPERTIES, None, marks.offset, message=message)
        index = node.raw_properties.index(marks)
        node.raw_properties.remove(marks)
        for name, is_on_stone in ((b"TR", True), (b"MA", False)):
            values = [value for value in marks.values if _is_on_stone(value, board) is is_on_stone]
            if values and (existing := node.find_property(name)) is not None:
                existing.values += values
            elif values:
                node.raw_properties.insert(index, Property(name, values, marks.offset, marks.leading_space))
    return True


def _is_on_stone(value: Value, board: ChainBoard) -> bool:
    point = read_point(value.raw)
    return point is not None and board.colors[point[1] * board.width + point[0]] != EMPTY


def _set_up(prop: Property, board: ChainBoard) -> None:
    for value in prop.values:
        if rectangle := read_rectangle(value.raw):
            rows = range(rectangle.y, min(rectangle.y2 + 1, board.height))
            columns = range(rectangle.x, min(rectangle.x2 + 1, board.width))
            board.edit((y * board.width + x, _COLORS[prop.name]) for y in rows for x in columns)


def _play(prop: Property, board: ChainBoard, *, is_forced: bool) -> str | None:
    """Play a legal move, or with `is_forced` any move on the board; return the code of the finding against it."""
    raw = prop.values[0].raw
    if not raw:
        return None
    point = read_point(raw)
    if point is None:
        return "GO307"
    if point[0] >= board.width or point[1] >= board.height:
        return "GO102"
    index = point[1] * board.width + point[0]
    if board.colors[index] != EMPTY and not is_forced:
        return "GO101"
    effects = board.place(_COLORS[prop.name], index)
    return "GO103" if not effects.captured and effects.self_captured == {index} else None
