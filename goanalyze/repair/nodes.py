"""Nodes as FF[4] has them: each property once, moves and setup in nodes of their own, old properties by new names.

What the tokenizer acts on stays, in its order: plays, stones set up, whose turn it is. What it passes over goes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.repair.properties import (
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
from goanalyze.trees.changes import Told
from goanalyze.trees.node import Node
from goanalyze.trees.points import halves, point_text, read_point, read_rectangle, rectangle_text
from goanalyze.trees.written import Property, Value
from goanalyze.vocabulary.limits import MAX_BOARD

_FIRST: Final = GAME_INFO | {*ROOT, b"N"}
_BLANKS: Final = bytes(range(33))
_LONGEST_MARK: Final = 3  # bytes of what is meant as 1 or 2, or as nothing
_NAMES: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_POINTS_AS: Final = "points are written as FF[4] has them"
_NO_POINT: Final = "values that are no point of the board are left out"
_DOUBLED: Final = "of a property of one value the first stays, others are left out"


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


def mend_nodes(root: Node, board: Board, told: Told) -> None:
    """Set the nodes of a whole tree right."""
    for node in list(root.walk()):
        _mend(node, board, told)


def _mend(node: Node, board: Board, told: Told) -> None:
    """Set one node right; of one with several moves it becomes several."""
    properties = node.written
    if len(properties) == 1 and properties[0].name in PLAYS and len(properties[0].values) == 1:
        _mend_play(properties[0], board, told)
        return
    acts = _acts(properties, board, told)
    others = [each for each in properties if each.name not in _act_names(board)]
    if board.is_go:
        _convert_old(node, others, board, told)
    staying = {
        id(each) for each in (*acts, *_merged(others, told)) if each.name in ACTS or _mend_values(each, board, told)
    }
    node.written = [each for each in properties if id(each) in staying]
    if board.is_go:
        _split(node, acts, told)


def _act_names(board: Board) -> frozenset[bytes]:
    return ACTS if board.is_go else frozenset((*PLAYS, TURN))


def _acts(properties: list[Property], board: Board, told: Told) -> list[Property]:
    """Return plays, setup and turns that count; of the others, and of values that do not count, it is told."""
    acts: list[Property] = []
    play: Property | None = None
    turn = False
    for each in properties:
        if each.name not in _act_names(board):
            continue
        if each.name in PLAYS:
            if play is not None and play.name == each.name:
                _leave_out(each, 0, "GO305", _DOUBLED, told)
                continue
            play = each
            _leave_out(each, 1, "GO305", _DOUBLED, told)
            _mend_play(each, board, told)
        elif each.name == TURN:
            turn = _mend_turn(each, turn, board, told)
        else:
            _mend_setup(each, board, told)
        if each.values:
            acts.append(each)
    return acts


def _leave_out(each: Property, first: int, code: str | None, what: str, told: Told) -> None:
    """Leave the values of a property out, all from one of a number on."""
    for value in each.values[first:]:
        told.add(code, what, value.at, each.name + b"[" + value.raw + b"]")
    del each.values[first:]


def _mend_play(each: Property, board: Board, told: Told) -> None:
    """Write the point of a play without blanks, and a pass of FF[3] as one of FF[4]."""
    if not board.is_go:
        return
    value = each.values[0]
    point = read_point(value.raw)
    if point is not None and point == (19, 19) and board.size is not None and max(board.size) <= 19:
        told.add(None, "passes are written as FF[4] has them", value.at, value.raw)
        value.raw = b""
    new = value.raw.strip(_BLANKS)
    if new != value.raw and (point is not None or not new):
        told.add(None, _POINTS_AS, value.at, value.raw)
        value.raw = new


def _mend_turn(each: Property, is_said: bool, board: Board, told: Told) -> bool:
    """Write whose turn it is with one letter; return whether the node says it so far."""
    _leave_out(each, 0 if is_said else 1, "GO305", _DOUBLED, told)
    if is_said:
        return True
    letter = each.values[0].raw.lstrip(_BLANKS)[:1].lower()
    side = {b"b": b"B", b"1": b"B", b"w": b"W", b"2": b"W"}.get(letter)
    if side is None and board.is_go:
        _leave_out(each, 0, "GO308", "values of PL that name no side are left out", told)
    elif side is not None and each.values[0].raw != side:
        told.add(None, "whose turn it is, is written with one letter", each.values[0].at, each.values[0].raw)
        each.values[0].raw = side
    return side is not None


def _mend_setup(each: Property, board: Board, told: Told) -> None:
    """Leave out of stones set up what is no point of the board."""
    kept = []
    for value in each.values:
        found = read_rectangle(value.raw)
        cut = found.cut(board.size or (MAX_BOARD, MAX_BOARD)) if found else None
        if cut is None or cut != found:
            told.add("GO308", _NO_POINT, value.at, each.name + b"[" + value.raw + b"]")
        if cut is not None:
            _write(value, rectangle_text(cut), told if cut == found else None)
            kept.append(value)
    each.values = kept


def _write(value: Value, raw: bytes, told: Told | None) -> None:
    """Write points anew where they are written otherwise; say so where that is not said already."""
    if value.raw != raw:
        if told is not None:
            told.add(None, _POINTS_AS, value.at, value.raw)
        value.raw = raw


def _convert_old(node: Node, others: list[Property], board: Board, told: Told) -> None:
    """Write properties of FF[1] to FF[3] as FF[4] has them.

    Rule: SGF FF[4], Converting old SGF files.
    """
    labels = node.named(LABELS)
    taken = len(labels.values) if labels is not None else 0
    for each in others:
        if each.name == b"L":
            told.add(None, "letters of FF[3], L, are written as LB", each.at)
            each.name = LABELS
            for value in each.values:
                value.raw += b":" + (_NAMES[taken : taken + 1] or b"%d" % taken)
                taken += 1
        elif each.name == b"VW" and board.is_old and len(each.values) == 2:
            corners = [value.raw for value in each.values]
            if all(map(read_point, corners)):
                told.add(None, "the two corners of VW, as in FF[3], are written as a rectangle", each.at)
                each.values[0].raw = b":".join(corners)
                del each.values[1:]
    judged = [each for each in others if each.name in (b"TE", b"BM")]
    if len({each.name for each in judged}) > 1:
        first = judged[0]
        told.add(None, "TE with BM, as in FF[3], is written as IT or DO", first.at)
        first.name = b"IT" if first.name == b"TE" else b"DO"
        first.values = [Value(b"", first.values[0].at)]
        others[:] = [each for each in others if each is first or each.name not in (b"TE", b"BM")]


def _merged(others: list[Property], told: Told) -> list[Property]:
    """Return the properties of a node that say nothing of moves, each name once."""
    alike: dict[bytes, list[Property]] = {}
    for each in others:
        alike.setdefault(each.name, []).append(each)
    for name, found in alike.items():
        if len(found) > 1 or (name in SINGLE and len(found[0].values) > 1):
            _merge(found, told)
    return [found[0] for found in alike.values()]


def _merge(found: list[Property], told: Told) -> None:
    """Give the first property of a name what the others say."""
    first = found[0]
    values = [value for each in found for value in each.values]
    code = "GO305" if first.name in READ else None
    if first.name in TEXTS:
        told.add(code, "texts given twice are put together", values[1].at, first.name.decode())
        texts = dict.fromkeys(value.raw for value in values if value.raw)
        first.values = [Value(b"\n\n".join(texts), values[0].at, values[0].lead)]
        return
    first.values = values
    if first.name in SINGLE:
        _leave_out(first, 1, code, _DOUBLED, told)
    else:
        told.add(code, "values of a property given twice are put together", found[1].at, first.name.decode())


def _mend_values(each: Property, board: Board, told: Told) -> bool:
    """Set the values of a property right that says nothing of moves; return whether any is left."""
    if each.name in DOUBLES or each.name in NONES:
        allowed, new = ((b"1", b"2"), b"1") if each.name in DOUBLES else ((b"",), b"")
        is_text = len(each.values[0].raw) > _LONGEST_MARK  # Korean servers write the event as TE: it stays
        if each.values[0].raw not in allowed and not is_text:
            shown = each.name + b"[" + each.values[0].raw + b"]"
            told.add(None, "values of annotations are written as FF[4] has them", each.values[0].at, shown)
            each.values[0].raw = new
        return True
    if each.name not in LISTS:
        return True
    kept = []
    for value in each.values:
        new_raw = _listed(each.name, value.raw, board)
        if new_raw is None:
            code = "GO308" if each.name in TERRITORY else None
            told.add(code, _NO_POINT, value.at, each.name + b"[" + value.raw + b"]")
        else:
            _write(value, new_raw, told)
            kept.append(value)
    if not kept and each.name in TERRITORY:  # it still says that marks of earlier nodes count no more
        kept.append(Value(b"", each.values[0].at))
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


def _split(node: Node, acts: list[Property], told: Told) -> None:
    """Make nodes with one play or with setup alone of one, in the order in which things happen.

    Rule: SGF FF[4], Converting old SGF files: root and game-info properties and the node's name go to the first node.
    What is said of a move stands with the last one, everything else at the end.
    """
    parts: list[list[Property]] = []
    for act in acts:
        if not parts or act.name in PLAYS or parts[-1][0].name in PLAYS:
            parts.append([])
        parts[-1].append(act)
    place = {id(act): number for number, part in enumerate(parts) for act in _settled(part, told)}
    said: list[list[Property]] = [[], *([] for _ in parts[1:])]
    played = [number for number, part in enumerate(parts) if part[0].name in PLAYS]
    if len(parts) > 1:
        told.add(None, "a node with several moves, or with setup and a move, is several nodes", node.at)
    forced = [place[id(play)] for play in _forced(node.written)]
    ko = node.named(KO)
    if ko is not None and not forced:
        told.add(None, "KO without a move is left out", ko.at)
    for each in node.written:
        if each is ko:
            for number in forced:
                new = Property(KO, each.values if number == forced[0] else [Value(b"")], each.at, each.lead)
                said[number].append(new)
        elif each.name in ACTS:
            if id(each) in place:
                said[place[id(each)]].append(each)
        elif each.name in _FIRST:
            said[0].append(each)
        else:
            said[played[-1] if each.name in WITH_MOVE and played else -1].append(each)
    node.written = said[0]
    for part, properties in zip(parts[1:], said[1:], strict=True):
        node = node.split(properties, part[0].at)


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


def _settled(part: list[Property], told: Told) -> list[Property]:
    """Return what is set up together, each name and each point once: what is said last stands.

    Rule: SGF FF[4], Setup properties: points are unique.
    """
    if part[0].name in PLAYS:
        return part
    first: dict[bytes, Property] = {}
    kept: dict[bytes, list[Value]] = {}
    for each in part:
        if first.setdefault(each.name, each) is not each:
            told.add(None, "values of a property given twice are put together", each.at, each.name.decode())
        kept.setdefault(each.name, [])
    seen = np.zeros((MAX_BOARD, MAX_BOARD), dtype=np.bool_)
    for each in reversed(part):
        for value in reversed(each.values):
            new = [value] if each.name == TURN else _unseen(value, seen)
            if new != [value]:
                told.add(None, "of a point that is set up twice in a node, the last stands", value.at, value.raw)
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
    return [Value(point_text(x + column, y + row), value.at) for row, column in new]
