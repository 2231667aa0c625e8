"""Nodes as in FF[4]: each property once, one move or setup per node, old properties by their new names.

Plays, setup and PL keep their order and effect. Values that the tokenizer skips are left out.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.limits import MAX_BOARD
from goanalyze.points import TT_PASS, is_pass_point
from goanalyze.sgf.properties import INFO
from goanalyze.sgf.tree.node import Node
from goanalyze.sgf.tree.properties import (
    BLANKS,
    PASS_WORDS,
    Property,
    Value,
    halves,
    point_text,
    read_point,
    read_rectangle,
    rectangle_text,
)
from goanalyze.sgf.tree.writer import ChangeKind, ChangeLog

# properties that FF[4] lists, by the number and type of their values (FF[4], Properties, and index of FF[1] to FF[4])
PLAYS: Final = (b"B", b"W")
SETUP: Final = (b"AB", b"AW", b"AE")
TURN: Final = b"PL"
KO: Final = b"KO"
ACTIONS: Final = frozenset((*PLAYS, *SETUP, TURN))
"""Properties that change the position or the side to move; their order in the text counts."""

ROOT: Final = (b"FF", b"CA", b"GM", b"SZ", b"AP", b"ST")
"""Properties of the first node alone; every record gets the first four."""

GAME_INFO: Final = frozenset(b"AN BR BT CP DT EV GC GN HA KM ON OT PB PC PW RE RO RU SO TM US WR WT".split())
WITH_MOVE: Final = frozenset(b"BM DO IT TE KO MN BL WL OB OW".split())
"""Properties about a move, in the node of the move."""

TEXTS: Final = frozenset((b"C", b"GC"))
"""Texts that can be put together."""
POINTS: Final = frozenset(b"CR M MA SL SQ TR DD VW".split())
TERRITORY: Final = (b"TB", b"TW")
LABELS: Final = b"LB"
PAIRS: Final = (b"AR", b"LN")
LISTS: Final = POINTS | {*TERRITORY, *SETUP, LABELS, *PAIRS}
EMPTY_LISTS: Final = frozenset((b"DD", b"VW", *TERRITORY))
"""Lists that may be empty: ``DD[]``."""
DOUBLES: Final = frozenset(b"BM DM GB GW HO TE UC".split())
NONES: Final = frozenset(b"DO IT KO".split())

READ: Final = frozenset(name.encode() for name in INFO)
"""Properties whose repetition is a finding of the tokenizer (GO305)."""

SINGLE: Final = READ | GAME_INFO | WITH_MOVE | DOUBLES | {*ROOT, *PLAYS, TURN, b"C", b"N", b"V", b"PM", b"FG"}
"""Properties with one value."""

_FIRST: Final = GAME_INFO | {*ROOT, b"N"}
_MAX_MARK: Final = 3  # bytes of a value that is meant as 1, 2 or none
_NAMES: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SIDES: Final = {b"b": b"B", b"1": b"B", b"w": b"W", b"2": b"W"}


class GameContext(NamedTuple):
    """Facts of a game for the repair of its nodes.

    Attributes:
        is_go: True for a game of Go; other games get the repairs that suit every game.
        size: columns and rows; None if they are unknown.
        is_old: True if FF is 1 to 3 or missing.
    """

    is_go: bool
    size: tuple[int, int] | None
    is_old: bool


def repair_nodes(root: Node, context: GameContext, log: ChangeLog) -> None:
    """Repair the nodes of a whole tree."""
    repairer = _NodeRepairer(context, log)
    for node in list(root.walk()):
        repairer.repair(node)


def is_komi(prop: Property) -> bool:
    """Return True for a KO with a value, which is the komi in records of Cyberoro; KO of FF[4] has none."""
    return prop.name == KO and prop.values[0].raw.strip(BLANKS) != b""


class _NodeRepairer:
    """The repair of nodes of one game."""

    def __init__(self, context: GameContext, log: ChangeLog) -> None:
        self._is_go, self._size, self._is_old = context
        self._log = log
        self._actions = ACTIONS if context.is_go else frozenset((*PLAYS, TURN))

    def repair(self, node: Node) -> None:
        """Repair one node; one with several moves is split into several nodes."""
        properties = node.raw_properties
        if len(properties) == 1 and properties[0].name in PLAYS and len(properties[0].values) == 1:
            self._repair_play(properties[0])
            return
        if node.find_property(KO) is not None:
            properties = [part for prop in properties for part in _without_komi(prop)]
        actions = self._repair_actions(properties)
        others = [prop for prop in properties if prop.name not in self._actions]
        if self._is_go:
            self._convert_old(node, others)
        has_play = any(prop.name in PLAYS for prop in actions)
        joined = [prop for prop in self._joined(others) if prop.name in ACTIONS or self._repair_values(prop, has_play)]
        retained = {id(prop) for prop in (*actions, *joined)}
        node.raw_properties = [prop for prop in properties if id(prop) in retained]
        if self._is_go:
            self._split(node, actions)

    def _repair_actions(self, properties: list[Property]) -> list[Property]:
        """Return plays, setup and PL that have an effect, without values that have none."""
        actions: list[Property] = []
        play: Property | None = None
        has_turn = False
        for prop in properties:
            if prop.name not in self._actions:
                continue
            if prop.name in PLAYS:
                if play is not None and play.name == prop.name:
                    self._leave_out(prop, 0, ChangeKind.REPEATED_VALUES, "GO305")
                    continue
                play = prop
                self._leave_out(prop, 1, ChangeKind.REPEATED_VALUES, "GO305")
                self._repair_play(prop)
            elif prop.name == TURN:
                has_turn = self._repair_turn(prop, has_turn)
            else:
                self._repair_setup(prop)
            if prop.values:
                actions.append(prop)
        return actions

    def _leave_out(self, prop: Property, first: int, kind: ChangeKind, code: str | None) -> None:
        for value in prop.values[first:]:
            self._log.add(kind, code, value.offset, prop.name + b"[" + value.raw + b"]")
        del prop.values[first:]

    def _write(self, kind: ChangeKind, value: Value, raw: bytes) -> None:
        """Replace a value, if it is another one."""
        if value.raw != raw:
            self._log.add(kind, None, value.offset, value.raw)
            value.raw = raw

    def _repair_play(self, prop: Property) -> None:
        """Write the point of a play without blanks, and a pass in other words as in FF[4]."""
        value = prop.values[0]
        point, raw = read_point(value.raw), value.raw.translate(None, BLANKS)
        if not self._is_go:
            return
        if point is None and raw.lower() in PASS_WORDS:
            self._log.add(ChangeKind.PASSES, "GO320", value.offset, value.raw)
            value.raw = b""
        elif point is not None and self._size is not None and is_pass_point(*point, *self._size):
            code = "GO320" if point == self._size and point != (TT_PASS, TT_PASS) else None
            self._log.add(ChangeKind.PASSES, code, value.offset, value.raw)
            value.raw = b""
        elif point is not None or not raw:
            self._write(ChangeKind.POINTS, value, raw)

    def _repair_turn(self, prop: Property, has_turn: bool) -> bool:
        """Write PL with one letter; return True if the node has a valid PL so far."""
        self._leave_out(prop, 0 if has_turn else 1, ChangeKind.REPEATED_VALUES, "GO305")
        if has_turn:
            return True
        side = _SIDES.get(prop.values[0].raw.lstrip(BLANKS)[:1].lower())
        if side is None and self._is_go:
            self._leave_out(prop, 0, ChangeKind.SIDE_TO_MOVE, "GO308")
        elif side is not None:
            self._write(ChangeKind.SIDE_TO_MOVE, prop.values[0], side)
        return side is not None

    def _repair_setup(self, prop: Property) -> None:
        """Leave out points of setup that are not on the board."""
        values = []
        for value in prop.values:
            rectangle = read_rectangle(value.raw)
            cut = rectangle.cut(self._size or (MAX_BOARD, MAX_BOARD)) if rectangle else None
            if cut is None or cut != rectangle:
                example = prop.name + b"[" + value.raw + b"]"
                self._log.add(ChangeKind.POINTS_OFF_BOARD, "GO308", value.offset, example)
            if cut is not None and cut != rectangle:
                value.raw = rectangle_text(cut)
            elif cut is not None:
                self._write(ChangeKind.POINTS, value, rectangle_text(cut))
            values += [value] if cut is not None else []
        prop.values = values

    def _convert_old(self, node: Node, others: list[Property]) -> None:
        """Write properties of FF[1] to FF[3] as in FF[4].

        Rule: SGF FF[4], Converting old SGF files.
        """
        labels = node.find_property(LABELS)
        count = len(labels.values) if labels is not None else 0
        for prop in others:
            if prop.name == b"L":
                self._convert(prop, "letters of FF[3], L, are written as LB")
                prop.name = LABELS
                for value in prop.values:
                    value.raw += b":" + (_NAMES[count : count + 1] or b"%d" % count)
                    count += 1
            elif prop.name == b"VW" and self._is_old and len(prop.values) == 2:
                corners = [value.raw for value in prop.values]
                if all(map(read_point, corners)):
                    self._convert(prop, "the two corners of VW, as in FF[3], are written as a rectangle")
                    prop.values[0].raw = b":".join(corners)
                    del prop.values[1:]
        marks = [prop for prop in others if prop.name in (b"TE", b"BM")]
        if len({prop.name for prop in marks}) > 1:
            first = marks[0]
            self._convert(first, "TE with BM, as in FF[3], is written as IT or DO")
            first.name = b"IT" if first.name == b"TE" else b"DO"
            first.values = [Value(b"", first.values[0].offset)]
            others[:] = [prop for prop in others if prop is first or prop.name not in (b"TE", b"BM")]

    def _convert(self, prop: Property, message: str) -> None:
        self._log.add(ChangeKind.FF4_PROPERTIES, None, prop.offset, message=message)

    def _joined(self, others: list[Property]) -> list[Property]:
        """Return the other properties of a node, each name once."""
        by_name: dict[tuple[bytes, bool], list[Property]] = {}
        for prop in others:
            by_name.setdefault((prop.name, is_komi(prop)), []).append(prop)
        for (name, _), properties in by_name.items():
            if len(properties) > 1 or (name in SINGLE and len(properties[0].values) > 1):
                self._join(properties)
        return [properties[0] for properties in by_name.values()]

    def _join(self, properties: list[Property]) -> None:
        """Give the first property of a name the values of the others."""
        first = properties[0]
        values = [value for prop in properties for value in prop.values]
        code = "GO305" if first.name in READ and (first.name != KO or is_komi(first)) else None
        if first.name in TEXTS:
            self._log.add(ChangeKind.JOINED_VALUES, code, values[1].offset, first.name.decode())
            texts = dict.fromkeys(value.raw for value in values if value.raw)
            first.values = [Value(b"\n\n".join(texts), values[0].offset, values[0].leading_space)]
            return
        first.values = values
        if first.name in SINGLE:
            self._leave_out(first, 1, ChangeKind.REPEATED_VALUES, code)
        else:
            self._log.add(ChangeKind.JOINED_VALUES, code, properties[1].offset, first.name.decode())

    def _repair_values(self, prop: Property, has_play: bool) -> bool:
        """Repair the values of a property that is not an action; return True if any is left."""
        if prop.name in LISTS:
            return self._repair_list(prop)
        if prop.name in DOUBLES or prop.name in NONES:
            value = prop.values[0]
            valid, new = ((b"1", b"2"), b"1") if prop.name in DOUBLES else ((b"",), b"")
            is_event = prop.name == b"TE" and not has_play and value.raw.strip(BLANKS) != b""
            if value.raw not in valid and len(value.raw) <= _MAX_MARK and not is_event and not is_komi(prop):
                self._log.add(ChangeKind.ANNOTATIONS, None, value.offset, prop.name + b"[" + value.raw + b"]")
                value.raw = new
        return True

    def _repair_list(self, prop: Property) -> bool:
        """Repair a list of points, labels or pairs; return True if any value is left."""
        values = []
        for value in prop.values:
            raw = self._list_value(prop.name, value.raw)
            if raw is None:
                code = "GO308" if prop.name in TERRITORY else None
                example = prop.name + b"[" + value.raw + b"]"
                self._log.add(ChangeKind.POINTS_OFF_BOARD, code, value.offset, example)
            else:
                self._write(ChangeKind.POINTS, value, raw)
                values.append(value)
        if not values and prop.name in TERRITORY:  # an empty list still ends the markup of earlier nodes
            values.append(Value(b"", prop.values[0].offset))
        prop.values = values
        return bool(values)

    def _list_value(self, name: bytes, raw: bytes) -> bytes | None:
        """Return one value of a list as in FF[4]; None if it is not valid.

        Territory markup off the board stays, since the whole markup is then in doubt (GO410).
        """
        size = self._size or (MAX_BOARD, MAX_BOARD)
        if name in POINTS or name in TERRITORY:
            if not raw and name in EMPTY_LISTS:
                return raw
            rectangle = read_rectangle(raw)
            cut = rectangle.cut(size) if rectangle is not None and name in POINTS else rectangle
            return rectangle_text(cut) if cut is not None else None
        parts = halves(raw)
        if parts is None:
            return None
        points = [read_point(part) for part in (parts if name in PAIRS else parts[:1])]
        if any(point is None or point[0] >= size[0] or point[1] >= size[1] for point in points):
            return None
        if name == LABELS:
            return parts[0].strip(BLANKS) + b":" + parts[1]
        texts = [point_text(*point) for point in points if point is not None]
        return b":".join(texts) if texts[0] != texts[1] else None

    def _split(self, node: Node, actions: list[Property]) -> None:
        """Split a node into nodes with one play or with setup alone, in the order of events.

        Setup comes before the plays. PL comes before them if it names the side of the first one, else after them.

        Rule: SGF FF[4], Converting old SGF files: root and game-info properties and the node's name go to the first
        node. Properties about a move go with the last one, all others to the end.
        """
        plays = [action for action in actions if action.name in PLAYS]
        setup = [action for action in actions if action.name not in PLAYS]
        later = [action for action in setup if action.name == TURN and plays and action.values[0].raw != plays[0].name]
        setup = [action for action in setup if action not in later]
        parts = [part for part in (setup, *([play] for play in plays), later) if part]
        part_of = {id(action): number for number, part in enumerate(parts) for action in self._effective(part)}
        contents: list[list[Property]] = [[], *([] for _ in parts[1:])]
        last_play = max((number for number, part in enumerate(parts) if part[0].name in PLAYS), default=-1)
        if len(parts) > 1:
            self._log.add(ChangeKind.SPLIT_NODES, "GO321" if len(plays) > 1 else None, node.offset)
        ko = next((prop for prop in node.raw_properties if prop.name == KO and not is_komi(prop)), None)
        forced = [part_of[id(play)] for play in plays]
        if ko is not None and not forced:
            self._log.add(ChangeKind.KO_WITHOUT_MOVE, None, ko.offset)
        for prop in node.raw_properties:
            if prop is ko:
                for number in forced:
                    values = prop.values if number == forced[0] else [Value(b"")]
                    contents[number].append(Property(KO, values, prop.offset, prop.leading_space))
            elif prop.name in ACTIONS:
                if id(prop) in part_of:
                    contents[part_of[id(prop)]].append(prop)
            elif prop.name in _FIRST:
                contents[0].append(prop)
            else:
                contents[last_play if prop.name in WITH_MOVE else -1].append(prop)
        node.raw_properties = contents[0]
        for part, properties in zip(parts[1:], contents[1:], strict=True):
            node = node.split(properties, part[0].offset)

    def _effective(self, part: list[Property]) -> list[Property]:
        """Return joint setup with each name and each point once; the last setup of a point counts.

        Rule: SGF FF[4], Setup properties: points are unique.
        """
        if part[0].name in PLAYS:
            return part
        first: dict[bytes, Property] = {}
        values: dict[bytes, list[Value]] = {}
        for prop in part:
            if first.setdefault(prop.name, prop) is not prop:
                self._log.add(ChangeKind.JOINED_VALUES, None, prop.offset, prop.name.decode())
            values.setdefault(prop.name, [])
        owners = np.zeros((MAX_BOARD, MAX_BOARD), dtype=np.uint8)  # numbers of the properties, from 1
        for prop in reversed(part):
            for value in reversed(prop.values):
                new, has_other = [value], False
                if prop.name != TURN:
                    new, has_other = _claim(value, owners, SETUP.index(prop.name) + 1)
                if new != [value]:
                    code = "GO322" if has_other else None
                    self._log.add(ChangeKind.REPEATED_SETUP, code, value.offset, value.raw)
                values[prop.name] += reversed(new)
        for name, prop in first.items():
            prop.values = values[name][::-1]
        return [prop for prop in first.values() if prop.values]


def _without_komi(prop: Property) -> list[Property]:
    """Split a KO with and without values into one of each kind."""
    if prop.name != KO or len({value.raw.strip(BLANKS) == b"" for value in prop.values}) == 1:
        return [prop]
    blank = [value for value in prop.values if not value.raw.strip(BLANKS)]
    komi = [value for value in prop.values if value.raw.strip(BLANKS)]
    return [Property(KO, blank, prop.offset, prop.leading_space), Property(KO, komi, prop.offset)]


def _claim(value: Value, owners: NDArray[np.uint8], owner: int) -> tuple[list[Value], bool]:
    """Give the free points of a value to an owner.

    Returns:
        The free points as values, the value itself if all are free; and True if some have another owner.
    """
    rectangle = read_rectangle(value.raw)
    assert rectangle is not None
    x, y, x2, y2 = rectangle
    view = owners[y : y2 + 1, x : x2 + 1]
    has_other = bool(np.any((view != 0) & (view != owner)))
    free = view == 0
    view[free] = owner
    if free.all():
        return [value], has_other
    points = np.argwhere(free).tolist()
    return [Value(point_text(x + column, y + row), value.offset) for row, column in points], has_other
