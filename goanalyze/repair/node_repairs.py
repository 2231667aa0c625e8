"""Nodes as FF[4] has them: each property once, moves and setup in nodes of their own, old properties by new names.

What the tokenizer acts on stays, in its order: plays, stones set up, whose turn it is. What it passes over goes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.repair.ff4_properties import (
    ACTS,
    DOUBLES,
    EMPTY_LISTS,
    GAME_INFO,
    KO,
    LABELS,
    LISTS,
    NONES,
    PAIRS,
    PLAYS,
    POINTS,
    READ,
    ROOT,
    SINGLE,
    TERRITORY,
    TEXTS,
    TURN,
    WITH_MOVE,
)
from goanalyze.sgf.tree.change_log import ChangeKind, ChangeLog
from goanalyze.sgf.tree.node import Node
from goanalyze.sgf.tree.point_values import halves, point_text, read_point, read_rectangle, rectangle_text
from goanalyze.sgf.tree.properties import Property, Value
from goanalyze.vocabulary.limits import MAX_BOARD

_FIRST: Final = GAME_INFO | {*ROOT, b"N"}
_BLANKS: Final = bytes(range(33))
_LONGEST_MARK: Final = 3  # bytes of what is meant as 1 or 2, or as nothing
_NAMES: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Board(NamedTuple):
    """What is known of a game as a whole.

    Attributes:
        is_go: whether it is one of Go: of others only what is the same for all games is set right.
        size: columns and rows; None where they are not known.
        is_old: whether it says that it is FF[1] to FF[3], or says nothing.
    """

    is_go: bool
    size: tuple[int, int] | None
    is_old: bool


def mend_nodes(root: Node, board: Board, log: ChangeLog) -> None:
    """Set the nodes of a whole tree right."""
    for node in list(root.walk()):
        _mend(node, board, log)


def _mend(node: Node, board: Board, log: ChangeLog) -> None:
    """Set one node right; of one with several moves it becomes several."""
    properties = node.raw_properties
    if len(properties) == 1 and properties[0].name in PLAYS and len(properties[0].values) == 1:
        _mend_play(properties[0], board, log)
        return
    acts = _acts(properties, board, log)
    others = [each for each in properties if each.name not in _act_names(board)]
    if board.is_go:
        _convert_old(node, others, board, log)
    staying = {
        id(each) for each in (*acts, *_merged(others, log)) if each.name in ACTS or _mend_values(each, board, log)
    }
    node.raw_properties = [each for each in properties if id(each) in staying]
    if board.is_go:
        _split(node, acts, log)


def _act_names(board: Board) -> frozenset[bytes]:
    return ACTS if board.is_go else frozenset((*PLAYS, TURN))


def _acts(properties: list[Property], board: Board, log: ChangeLog) -> list[Property]:
    """Return plays, setup and turns that count; of the others, and of values that do not count, it is told."""
    acts: list[Property] = []
    play: Property | None = None
    turn = False
    for each in properties:
        if each.name not in _act_names(board):
            continue
        if each.name in PLAYS:
            if play is not None and play.name == each.name:
                _leave_out(each, 0, ChangeKind.REPEATED_VALUES, "GO305", log)
                continue
            play = each
            _leave_out(each, 1, ChangeKind.REPEATED_VALUES, "GO305", log)
            _mend_play(each, board, log)
        elif each.name == TURN:
            turn = _mend_turn(each, turn, board, log)
        else:
            _mend_setup(each, board, log)
        if each.values:
            acts.append(each)
    return acts


def _leave_out(each: Property, first: int, kind: ChangeKind, code: str | None, log: ChangeLog) -> None:
    """Leave the values of a property out, all from one of a number on."""
    for value in each.values[first:]:
        log.add(kind, code, value.offset, each.name + b"[" + value.raw + b"]")
    del each.values[first:]


def _mend_play(each: Property, board: Board, log: ChangeLog) -> None:
    """Write the point of a play without blanks, and a pass of FF[3] as one of FF[4]."""
    if not board.is_go:
        return
    value = each.values[0]
    point = read_point(value.raw)
    if point is not None and point == (19, 19) and board.size is not None and max(board.size) <= 19:
        log.add(ChangeKind.PASSES, None, value.offset, value.raw)
        value.raw = b""
    new = value.raw.strip(_BLANKS)
    if new != value.raw and (point is not None or not new):
        log.add(ChangeKind.POINTS, None, value.offset, value.raw)
        value.raw = new


def _mend_turn(each: Property, is_said: bool, board: Board, log: ChangeLog) -> bool:
    """Write whose turn it is with one letter; return whether the node says it so far."""
    _leave_out(each, 0 if is_said else 1, ChangeKind.REPEATED_VALUES, "GO305", log)
    if is_said:
        return True
    letter = each.values[0].raw.lstrip(_BLANKS)[:1].lower()
    side = {b"b": b"B", b"1": b"B", b"w": b"W", b"2": b"W"}.get(letter)
    if side is None and board.is_go:
        _leave_out(each, 0, ChangeKind.SIDE_TO_MOVE, "GO308", log)
    elif side is not None and each.values[0].raw != side:
        log.add(ChangeKind.SIDE_TO_MOVE, None, each.values[0].offset, each.values[0].raw)
        each.values[0].raw = side
    return side is not None


def _mend_setup(each: Property, board: Board, log: ChangeLog) -> None:
    """Leave out of stones set up what is no point of the board."""
    kept = []
    for value in each.values:
        found = read_rectangle(value.raw)
        cut = found.cut(board.size or (MAX_BOARD, MAX_BOARD)) if found else None
        if cut is None or cut != found:
            log.add(ChangeKind.POINTS_OFF_BOARD, "GO308", value.offset, each.name + b"[" + value.raw + b"]")
        if cut is not None:
            _write(value, rectangle_text(cut), log if cut == found else None)
            kept.append(value)
    each.values = kept


def _write(value: Value, raw: bytes, log: ChangeLog | None) -> None:
    """Write points anew where they are written otherwise; say so where that is not said already."""
    if value.raw != raw:
        if log is not None:
            log.add(ChangeKind.POINTS, None, value.offset, value.raw)
        value.raw = raw


def _convert_old(node: Node, others: list[Property], board: Board, log: ChangeLog) -> None:
    """Write properties of FF[1] to FF[3] as FF[4] has them.

    Rule: SGF FF[4], Converting old SGF files.
    """
    labels = node.find_property(LABELS)
    taken = len(labels.values) if labels is not None else 0
    for each in others:
        if each.name == b"L":
            log.add(ChangeKind.FF4_PROPERTIES, None, each.offset, message="letters of FF[3], L, are written as LB")
            each.name = LABELS
            for value in each.values:
                value.raw += b":" + (_NAMES[taken : taken + 1] or b"%d" % taken)
                taken += 1
        elif each.name == b"VW" and board.is_old and len(each.values) == 2:
            corners = [value.raw for value in each.values]
            if all(map(read_point, corners)):
                message = "the two corners of VW, as in FF[3], are written as a rectangle"
                log.add(ChangeKind.FF4_PROPERTIES, None, each.offset, message=message)
                each.values[0].raw = b":".join(corners)
                del each.values[1:]
    judged = [each for each in others if each.name in (b"TE", b"BM")]
    if len({each.name for each in judged}) > 1:
        first = judged[0]
        message = "TE with BM, as in FF[3], is written as IT or DO"
        log.add(ChangeKind.FF4_PROPERTIES, None, first.offset, message=message)
        first.name = b"IT" if first.name == b"TE" else b"DO"
        first.values = [Value(b"", first.values[0].offset)]
        others[:] = [each for each in others if each is first or each.name not in (b"TE", b"BM")]


def _merged(others: list[Property], log: ChangeLog) -> list[Property]:
    """Return the properties of a node that say nothing of moves, each name once."""
    alike: dict[bytes, list[Property]] = {}
    for each in others:
        alike.setdefault(each.name, []).append(each)
    for name, found in alike.items():
        if len(found) > 1 or (name in SINGLE and len(found[0].values) > 1):
            _merge(found, log)
    return [found[0] for found in alike.values()]


def _merge(found: list[Property], log: ChangeLog) -> None:
    """Give the first property of a name what the others say."""
    first = found[0]
    values = [value for each in found for value in each.values]
    code = "GO305" if first.name in READ else None
    if first.name in TEXTS:
        log.add(ChangeKind.JOINED_VALUES, code, values[1].offset, first.name.decode())
        texts = dict.fromkeys(value.raw for value in values if value.raw)
        first.values = [Value(b"\n\n".join(texts), values[0].offset, values[0].leading_space)]
        return
    first.values = values
    if first.name in SINGLE:
        _leave_out(first, 1, ChangeKind.REPEATED_VALUES, code, log)
    else:
        log.add(ChangeKind.JOINED_VALUES, code, found[1].offset, first.name.decode())


def _mend_values(each: Property, board: Board, log: ChangeLog) -> bool:
    """Set the values of a property right that says nothing of moves; return whether any is left."""
    if each.name in DOUBLES or each.name in NONES:
        allowed, new = ((b"1", b"2"), b"1") if each.name in DOUBLES else ((b"",), b"")
        is_text = len(each.values[0].raw) > _LONGEST_MARK  # Korean servers write the event as TE: it stays
        if each.values[0].raw not in allowed and not is_text:
            shown = each.name + b"[" + each.values[0].raw + b"]"
            log.add(ChangeKind.ANNOTATIONS, None, each.values[0].offset, shown)
            each.values[0].raw = new
        return True
    if each.name not in LISTS:
        return True
    kept = []
    for value in each.values:
        new_raw = _listed(each.name, value.raw, board)
        if new_raw is None:
            code = "GO308" if each.name in TERRITORY else None
            log.add(ChangeKind.POINTS_OFF_BOARD, code, value.offset, each.name + b"[" + value.raw + b"]")
        else:
            _write(value, new_raw, log)
            kept.append(value)
    if not kept and each.name in TERRITORY:  # it still says that marks of earlier nodes count no more
        kept.append(Value(b"", each.values[0].offset))
    each.values = kept
    return bool(kept)


def _listed(name: bytes, raw: bytes, board: Board) -> bytes | None:
    """Return one value of a list of points, labels or pairs as FF[4] has it; None where it is none.

    Marks of territory off the board stay: they say that the marks are of no use (GO410), and what is right, nobody
    knows.
    """
    size = board.size or (MAX_BOARD, MAX_BOARD)
    if name in POINTS or name in TERRITORY:
        if not raw and name in EMPTY_LISTS:
            return raw
        found = read_rectangle(raw)
        cut = found.cut(size) if found is not None and name in POINTS else found
        return rectangle_text(cut) if cut is not None else None
    parts = halves(raw)
    if parts is None:
        return None
    points = [read_point(part) for part in (parts if name in PAIRS else parts[:1])]
    if any(point is None or point[0] >= size[0] or point[1] >= size[1] for point in points):
        return None
    if name == LABELS:
        return parts[0].strip(_BLANKS) + b":" + parts[1]
    written = [point_text(*point) for point in points if point is not None]
    return b":".join(written) if written[0] != written[1] else None


def _split(node: Node, acts: list[Property], log: ChangeLog) -> None:
    """Make nodes with one play or with setup alone of one, in the order in which things happen.

    Rule: SGF FF[4], Converting old SGF files: root and game-info properties and the node's name go to the first node.
    What is said of a move stands with the last one, everything else at the end.
    """
    parts: list[list[Property]] = []
    for act in acts:
        if not parts or act.name in PLAYS or parts[-1][0].name in PLAYS:
            parts.append([])
        parts[-1].append(act)
    place = {id(act): number for number, part in enumerate(parts) for act in _settled(part, log)}
    said: list[list[Property]] = [[], *([] for _ in parts[1:])]
    played = [number for number, part in enumerate(parts) if part[0].name in PLAYS]
    if len(parts) > 1:
        log.add(ChangeKind.SPLIT_NODES, None, node.offset)
    forced = [place[id(play)] for play in _forced(node.raw_properties)]
    ko = node.find_property(KO)
    if ko is not None and not forced:
        log.add(ChangeKind.KO_WITHOUT_MOVE, None, ko.offset)
    for each in node.raw_properties:
        if each is ko:
            for number in forced:
                new = Property(
                    KO, each.values if number == forced[0] else [Value(b"")], each.offset, each.leading_space
                )
                said[number].append(new)
        elif each.name in ACTS:
            if id(each) in place:
                said[place[id(each)]].append(each)
        elif each.name in _FIRST:
            said[0].append(each)
        else:
            said[played[-1] if each.name in WITH_MOVE and played else -1].append(each)
    node.raw_properties = said[0]
    for part, properties in zip(parts[1:], said[1:], strict=True):
        node = node.split(properties, part[0].offset)


def _forced(properties: list[Property]) -> list[Property]:
    """Return the plays that KO is said of: the last one before it, and all after it."""
    plays: list[Property] = []
    forced: list[Property] = []
    is_said = False
    for each in properties:
        if each.name == KO:
            forced += plays[-1:] if not is_said else []
            is_said = True
        elif each.name in PLAYS:
            plays.append(each)
            forced += [each] if is_said else []
    return forced


def _settled(part: list[Property], log: ChangeLog) -> list[Property]:
    """Return what is set up together, each name and each point once: what is said last stands.

    Rule: SGF FF[4], Setup properties: points are unique.
    """
    if part[0].name in PLAYS:
        return part
    first: dict[bytes, Property] = {}
    kept: dict[bytes, list[Value]] = {}
    for each in part:
        if first.setdefault(each.name, each) is not each:
            log.add(ChangeKind.JOINED_VALUES, None, each.offset, each.name.decode())
        kept.setdefault(each.name, [])
    seen = np.zeros((MAX_BOARD, MAX_BOARD), dtype=np.bool_)
    for each in reversed(part):
        for value in reversed(each.values):
            new = [value] if each.name == TURN else _unseen(value, seen)
            if new != [value]:
                log.add(ChangeKind.REPEATED_SETUP, None, value.offset, value.raw)
            kept[each.name] += reversed(new)
    for name, each in first.items():
        each.values = kept[name][::-1]
    return [each for each in first.values() if each.values]


def _unseen(value: Value, seen: NDArray[np.bool_]) -> list[Value]:
    """Return what of a value names points not seen so far, and mark them."""
    rectangle = read_rectangle(value.raw)
    assert rectangle is not None
    x, y, x2, y2 = rectangle
    view = seen[y : y2 + 1, x : x2 + 1]
    if not view.any():
        view[:] = True
        return [value]
    new = np.argwhere(~view).tolist()
    view[:] = True
    return [Value(point_text(x + column, y + row), value.offset) for row, column in new]
