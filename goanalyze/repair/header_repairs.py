"""Repairs of the header, and those that need the board.

Root properties of FF[4] are in the first node, and header values are as in FF[4]. Moves that every ruleset forbids are
left out, and marks of FF[3] renamed. Later moves are played without a move that is left out, so that no illegal move
remains; a node keeps its comment and its variations without its move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from goanalyze.core.chain_board import ChainBoard
from goanalyze.points import BLACK, EMPTY, WHITE
from goanalyze.repair import value_repairs
from goanalyze.repair.node_repairs import KO, PLAYS, ROOT, SETUP
from goanalyze.sgf.tree.node import Node
from goanalyze.sgf.tree.properties import Property, Value, read_point, read_rectangle
from goanalyze.sgf.tree.writer import ChangeKind, ChangeLog
from goanalyze.sgf.values.numbers import quote
from goanalyze.sgf.values.result import parse_result
from goanalyze.sgf.values.rules import komi_in_game
from goanalyze.sgf.values.size_komi_handicap import is_auction, parse_handicap, parse_komi, parse_size

_CHARSET: Final = b"UTF-8"
_ROOT_ONLY: Final = "properties of the first node are left out of other nodes"
_MAY_NAME_BIDS: Final = (b"GC", b"RU", b"EV", b"GN")

_VALUES: Final[tuple[tuple[bytes, str | None, ChangeKind, str, Callable[[str], str | None]], ...]] = (
    (b"KM", "GO404", ChangeKind.KOMI, "komi", value_repairs.komi),
    (b"RE", "GO401", ChangeKind.RESULT, "the result", value_repairs.result),
    (b"DT", "GO406", ChangeKind.DATE, "the date", value_repairs.date),
    (b"HA", "GO405", ChangeKind.HANDICAP, "the handicap", value_repairs.handicap),
    (b"TM", None, ChangeKind.TIME_LIMIT, "the time limit", value_repairs.time_limit),
)


def repair_root(root: Node, log: ChangeLog, *, is_go: bool, size: tuple[int, int] | None) -> None:
    """Write FF[4], CA[UTF-8] and, in a game of Go, GM[1] and SZ in the first node and in no other."""
    properties = _take_root_properties(root, log)
    for name in reversed(ROOT):
        if name in properties and properties[name] not in root.raw_properties:
            root.raw_properties.insert(0, properties[name])
    required = {b"FF": b"4", b"CA": _CHARSET}
    if is_go:
        required[b"GM"] = b"1"
        if size is not None:
            required[b"SZ"] = b"%d" % size[0] if size[0] == size[1] else b"%d:%d" % size
    missing = []
    for name, raw in required.items():
        prop = root.find_property(name)
        if prop is None:
            missing.append(Property(name, [Value(raw)]))
        elif prop.values[0].raw != raw and not (name == b"CA" and prop.values[0].raw.upper() == raw):
            text = value_repairs.simple_text(prop.values[0].raw)
            code = "GO409" if name == b"SZ" and parse_size(text).message else None
            if name == b"GM" and komi_in_game(text) is not None:
                code = "GO404"
            message = f"{name.decode()} is {raw.decode()} now; it was"
            log.add(ChangeKind.ROOT_PROPERTIES, code, prop.offset, prop.values[0].raw, message)
            prop.values[0].raw = raw
    if missing:
        *names, last = (prop.name.decode() for prop in missing)
        subject = f"{', '.join(names)} and {last} are" if names else f"{last} is"
        message = f"{subject} added to the first node"
        log.add(ChangeKind.ROOT_PROPERTIES, None, root.offset, message=message)
        root.raw_properties[:0] = missing


def _take_root_properties(root: Node, log: ChangeLog) -> dict[bytes, Property]:
    """Remove root properties from other nodes; return the first of each name on the main line."""
    properties: dict[bytes, Property] = {}
    for node in root.main_line():
        for prop in node.raw_properties:
            if prop.name in ROOT:
                properties.setdefault(prop.name, prop)
    for node in root.walk():
        if node is not root and any(prop.name in ROOT for prop in node.raw_properties):
            for prop in node.raw_properties:
                if prop.name in ROOT:
                    log.add(ChangeKind.ROOT_PROPERTIES, None, prop.offset, prop.name.decode(), _ROOT_ONLY)
            node.raw_properties = [prop for prop in node.raw_properties if prop.name not in ROOT]
    return properties


def repair_header(
    root: Node,
    log: ChangeLog,
    others: Mapping[str, tuple[str, str]],
    *,
    size: tuple[int, int] | None,
    stones_differ: bool,
) -> None:
    """Write the header values of the main line as in FF[4], if their meaning is clear.

    Values in properties of Cyberoro and the Nihon Ki-in are copied to those of FF[4], and stay.
    """
    header = dict[bytes, Property]()
    for node in root.main_line():
        for prop in node.raw_properties:
            header.setdefault(prop.name, prop)
    _add_from_other(root, header, others, log)
    texts = {name: value_repairs.simple_text(prop.values[0].raw) for name, prop in header.items()}
    for name, code, kind, subject, repair in _VALUES:
        new = repair(texts[name]) if name in header else None
        if new is None or not _is_valid(name, new, size):
            continue
        stays = name == b"HA" and stones_differ
        if name == b"KM":
            has_bids = any(is_auction(texts[other]) for other in _MAY_NAME_BIDS if other in texts)
            stays = has_bids or parse_komi(new).message != ""
        value = header[name].values[0]
        old_text = quote(value.raw.decode(errors="replace"))
        message = f"{subject} is written as {name.decode()}[{new}]; it was {old_text}"
        log.add(kind, None if stays else code, value.offset, message=message)
        value.raw = value_repairs.escaped(new)


def _is_valid(name: bytes, text: str, size: tuple[int, int] | None) -> bool:
    """Return True for a value of FF[4]: HA is at least 2, and no margin is larger than the board."""
    if name == b"RE" and size is not None:
        return abs(parse_result(text).points or 0) <= size[0] * size[1]
    return name != b"HA" or int(text) > 1


def _add_from_other(
    root: Node, header: dict[bytes, Property], others: Mapping[str, tuple[str, str]], log: ChangeLog
) -> None:
    """Add the header values of other properties, behind them."""
    for name, (other, text) in others.items():
        if name == "HA" and (parse_handicap(text).stones or 0) < 2:  # as HA[0] says nothing
            continue
        source, target = header.get(other.encode()), header.get(name.encode())
        offset = -1 if source is None else source.values[0].offset
        log.add(ChangeKind.DIALECT, None, offset, message=f"{name} is added from {other}: {quote(text)}")
        if target is None:
            target = header[name.encode()] = Property(name.encode(), [Value(b"", offset)], offset)
            properties = root.raw_properties
            index = properties.index(source) + 1 if source is not None and source in properties else len(properties)
            properties.insert(index, target)
        target.values[0].raw = value_repairs.escaped(text)


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
    if point is None or point[0] >= board.width or point[1] >= board.height:
        return False
    return board.colors[point[1] * board.width + point[0]] != EMPTY


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
