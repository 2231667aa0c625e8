"""What needs the stones on the board: moves that no ruleset allows are left out, marks of FF[3] get their FF[4] names.

What follows a move that is left out is played on as if it had not been made, so that none is left afterwards. Comments
and variations stay: a node without its move is still one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from goanalyze.board.position import Position
from goanalyze.board.stones import Stones
from goanalyze.repair.ff4_properties import KO, PLAYS, SETUP
from goanalyze.sgf.tree.change_log import ChangeKind, ChangeLog
from goanalyze.sgf.tree.node import Node
from goanalyze.sgf.tree.point_values import read_point, read_rectangle
from goanalyze.sgf.tree.properties import Property, Value
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

_COLORS: Final = {b"B": BLACK, b"W": WHITE, b"AB": BLACK, b"AW": WHITE, b"AE": EMPTY}
_MARK: Final = b"M"
_OF_A_MOVE: Final = (KO, b"BM", b"DO", b"IT", b"TE")
_REASONS: Final = {
    "GO101": "moves on a stone are left out",
    "GO102": "moves off the board are left out",
    "GO103": "moves that take just their own stone are left out",
    "GO307": "moves whose value is no point are left out",
}


def leave_out_illegal(root: Node, size: tuple[int, int], log: ChangeLog) -> None:
    """Leave out of every line of a game what no ruleset allows; each node has one move at most.

    Rule: which moves these are, all rulesets agree: rules article, the stone is played on an empty point of the board;
    suicide of one stone is forbidden as such, or since the position repeats.
    """
    _follow(root, size, lambda node, board: _play_legally(node, board, log))


def name_marks(root: Node, size: tuple[int, int], log: ChangeLog) -> None:
    """Write M, the mark of FF[1] to FF[3], as TR on stones and as MA elsewhere.

    Rule: SGF FF[4], Converting old SGF files.
    """
    if any(node.find_property(_MARK) for node in root.walk()):
        _follow(root, size, lambda node, board: _name_marks(node, board, log))


def _follow(root: Node, size: tuple[int, int], carry_out: Callable[[Node, Stones], bool]) -> None:
    """Carry every node of a tree out, each on the board that its line has made; those that it returns False for go."""
    waiting = [(root, [EMPTY] * (size[0] * size[1]))]
    board = Stones(Position.empty(*size))
    while waiting:
        first, colors = waiting.pop()
        board.colors = colors.copy()
        run = first._unbranched_run()
        kept = [node for node in run if carry_out(node, board)]
        waiting.extend((child, board.colors) for child in reversed(run[-1].children))
        if len(kept) < len(run):
            first._retain(kept or run[:1])


def _play_legally(node: Node, board: Stones, log: ChangeLog) -> bool:
    """Carry a node out, without its move where that is illegal; return whether anything is left of it."""
    for each in node.raw_properties:
        if each.name in SETUP:
            _set_up(each, board)
        elif each.name in PLAYS and (code := _play(each, board, is_forced=False)):
            move = each.name + b"[" + each.values[0].raw + b"]"
            log.add(ChangeKind.ILLEGAL_MOVES, code, each.values[0].offset, move, _REASONS[code])
            others = (other for other in node.raw_properties if other is not each)
            node.raw_properties = [other for other in others if other.name not in _OF_A_MOVE]
            return bool(node.raw_properties)
    return True


def _name_marks(node: Node, board: Stones, log: ChangeLog) -> bool:
    """Carry a node out as SGF says, whatever its move is, and name its marks by what is on the board then."""
    for each in node.raw_properties:
        if each.name in SETUP:
            _set_up(each, board)
        elif each.name in PLAYS:
            _play(each, board, is_forced=True)
    marks = node.find_property(_MARK)
    if marks is not None:
        message = "marks of FF[3], M, are written as TR on stones and as MA elsewhere"
        log.add(ChangeKind.FF4_PROPERTIES, None, marks.offset, message=message)
        place = node.raw_properties.index(marks)
        node.raw_properties.remove(marks)
        for name, is_on_stone in ((b"TR", True), (b"MA", False)):
            values = [value for value in marks.values if _is_on_stone(value, board) is is_on_stone]
            if values and (there := node.find_property(name)) is not None:
                there.values += values
            elif values:
                node.raw_properties.insert(place, Property(name, values, marks.offset, marks.leading_space))
    return True


def _is_on_stone(value: Value, board: Stones) -> bool:
    point = read_point(value.raw)
    return point is not None and board.colors[point[1] * board.width + point[0]] != EMPTY


def _set_up(each: Property, board: Stones) -> None:
    for value in each.values:
        if rectangle := read_rectangle(value.raw):
            for y in range(rectangle.y, rectangle.y2 + 1):
                begin = y * board.width
                stones = [_COLORS[each.name]] * (rectangle.x2 - rectangle.x + 1)
                board.colors[begin + rectangle.x : begin + rectangle.x2 + 1] = stones


def _play(each: Property, board: Stones, *, is_forced: bool) -> str | None:
    """Play a move unless it is illegal, or in any case if it is on the board; return the finding that says so."""
    raw = each.values[0].raw
    if not raw:
        return None
    point = read_point(raw)
    if point is None:
        return "GO307"
    if point[0] >= board.width or point[1] >= board.height:
        return "GO102"
    place = point[1] * board.width + point[0]
    if board.colors[place] != EMPTY and not is_forced:
        return "GO101"
    done = board.place(_COLORS[each.name], place)
    return "GO103" if not done.captured and done.self_captured == {place} else None
