r"""The tree of a game, built from the spans of the tokenizer: each value with its offset and the layout before it.

Layout is the text between two spans without its signs. A sound record is therefore written byte for byte. Text that a
tree cannot contain is left out, and the change log names it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import numpy as np

from goanalyze.sgf.lines import main_runs
from goanalyze.sgf.properties import SYNTAX_CODES
from goanalyze.sgf.records import Records
from goanalyze.sgf.tape import BEHIND_GAME, END, NAME, NO_NAME
from goanalyze.sgf.tree.node import Node
from goanalyze.sgf.tree.properties import BLANKS, Parentheses, Property, Value
from goanalyze.sgf.tree.writer import ChangeKind, ChangeLog

_OPEN, _CLOSE, _NODE, _BEGIN, _STOP = b"[];()"
_PLAYS: Final = frozenset((b"B", b"W"))
_SIGN: Final = re.compile(rb"[;()]")
_ESCAPED_OR_BRACKET: Final = re.compile(rb"\\.|\]", re.DOTALL)
_NO_LAYOUT: Final = re.compile(rb"[^ \t\r\n\v\f]+")
_DIGITS: Final = bytes.maketrans(b"0123456789", b"ABCDEFGHIJ")


@lru_cache(maxsize=1024)
def canonical_name(written: bytes) -> bytes:
    """Return the FF[4] name of a property: its capitals, or its letters in capitals if it has none.

    A name that the tokenizer does not know does not become one that it knows.

    Rule: SGF FF[4], Converting old SGF files: lower-case letters are removed.

    Example:
        >>> [canonical_name(name) for name in (b"AddBlack", b"b", b"KGSSB", b"5A", b"comment", b"b2")]
        [b'AB', b'B', b'KGSSB', b'A', b'COMMENT', b'XXBC']
    """
    capitals = bytes(byte for byte in written if 65 <= byte <= 90)
    if capitals:
        return capitals
    letters = written.upper().translate(_DIGITS)
    return letters if written.isalpha() else b"XX" + letters


def layout(data: bytes) -> bytes:
    """Return the blanks and line ends of a text between two spans."""
    return _NO_LAYOUT.sub(b"", data)


def read_nodes(records: Records, game: int, log: ChangeLog, *, append_behind: bool = False) -> Node:
    """Build the tree of a game, and return its root.

    Args:
        records: a chunk with the game.
        game: its number in the chunk.
        log: receives each correction, with offsets into the text of the game's file.
        append_behind: True to put nodes behind the end of the tree at the end of the main line. They are left out
            otherwise.
    """
    return _SpanReader(records, game, log).read(append_behind=append_behind)


class _SpanReader:
    """The reader of one game; offsets are those of its file's text."""

    def __init__(self, records: Records, game: int, log: ChangeLog) -> None:
        base = int(records.file_start[records.tape.game_file[game]])
        spans = records.spans_of(game)
        self._records, self._game, self._log, self._base = records, game, log, base
        self._data = records.text_of(game).data
        self._parent: list[int] = spans.parent.tolist()
        self._opening: list[int] = (spans.open - np.int32(base)).tolist()
        self._run_of_close = {close - base: run for run, close in enumerate(spans.close.tolist()) if close >= 0}
        self._value_start: list[int] = spans.value_start.tolist()
        columns = spans.values - np.where(spans.values == NO_NAME, np.int32(0), np.int32(base))
        self._values: list[tuple[int, int, int]] = columns[:, NAME : END + 1].tolist()
        self._begin, self._end = (records.tape.game_span[game] - base).tolist()
        self._offset = self._begin  # after the last sign or span that has been read
        self._run = -1
        self._first: list[Node | None] = [None] * len(self._parent)  # node of each run
        self._last: list[Node | None] = [None] * len(self._parent)
        self._space = b""  # layout after the last sign or span

    def read(self, *, append_behind: bool) -> Node:
        data, log = self._data, self._log
        is_open = data[self._begin] == _BEGIN
        if not is_open or data[self._begin + 1 : self._end].lstrip(BLANKS)[:1] != b";":
            log.add(ChangeKind.OPEN_GAME, "GO301", self._begin)
        stop = len(self._parent)
        if BEHIND_GAME in self._parent:
            stop = self._parent.index(BEHIND_GAME)
        for run in range(stop):
            self._read_values(run, self._begin if run == 0 and is_open else None)
        self._read_signs(self._opening[stop] if stop < len(self._parent) else self._end)
        root = self._first[0] or Node()
        for run in range(1, stop):
            if self._first[run] is None:
                log.add(ChangeKind.EMPTY_PARENTHESES, "GO312", self._opening[run])
        self._mark_main_line()
        if stop < len(self._parent):
            self._read_behind(stop, root, append_behind=append_behind)
        if 0 not in self._run_of_close.values():
            log.add(ChangeKind.CLOSE_GAME, "GO302", self._end)
        return root

    def _read_behind(self, first: int, root: Node, *, append_behind: bool) -> None:
        """Read the runs behind the end of the tree, and put them at the end of its main line or leave them out."""
        offset = self._opening[first]
        if not append_behind:  # with the nodes their faults are left out
            faults = self._records.tape.syntax[self._game]
            is_behind = (faults[:, 1] > 0) & (faults[:, 0] >= offset + self._base)
            for index in np.flatnonzero(is_behind).tolist():
                self._log.add(ChangeKind.TRAILING_NODES, SYNTAX_CODES[index], offset, self._data[offset : self._end])
            return
        *_, leaf = root.main_line()
        self._log.add(ChangeKind.APPENDED_NODES, "GO318", offset)
        self._offset, self._space = offset, b""
        for run in range(first, len(self._parent)):
            self._last[run] = leaf if run == first else None
            self._read_values(run, None)
        self._read_signs(self._end)

    def _mark_main_line(self) -> None:
        """Mark the runs of the main line where they are not the first variations."""
        if len(self._parent) > 1:
            for run in main_runs(self._records, self._game):
                first = self._first[run]
                if first is not None and first.parent is not None and first.parent.children[0] is not first:
                    first.parent.main_child = first

    def _read_values(self, run: int, opening: int | None) -> None:
        """Read the values of a run, with the signs before each of them."""
        values = self._values[self._value_start[run] : self._value_start[run + 1]]
        self._read_signs(self._opening[run] if opening is None else opening)
        self._begin_run(run)
        prop: Property | None = None
        last_name = NO_NAME
        for name, begin, end in values:
            if name == NO_NAME:
                self._read_signs(begin)
                self._leave_out(begin, end)
                self._offset, last_name = end, NO_NAME
                continue
            if name != last_name or prop is None:
                self._read_signs(name)
                prop = self._begin_property(name, begin)
                last_name = name
            space = self._layout(self._offset, begin)
            self._read_value(prop, begin, end, space)
            self._offset = end + (end < len(self._data) and self._data[end] == _CLOSE)

    def _begin_run(self, run: int) -> None:
        """Begin a run at its parenthesis, or at its first node."""
        parent, opening = self._parent[run], self._opening[run]
        self._run = run
        if parent >= 0:
            self._last[run] = self._last[parent]
        self._parentheses: Parentheses | None = Parentheses(self._space) if parent != BEHIND_GAME else None
        if self._data[opening] == _BEGIN:
            self._space, self._offset = b"", opening + 1
        elif parent >= 0:
            self._log.add(ChangeKind.NODES_AS_VARIATION, "GO312", opening)
            self._space = b""

    def _read_signs(self, stop: int) -> None:
        """Read the signs and the layout up to an offset."""
        data, last = self._data, self._offset
        if stop - last < 2:  # as before most values
            if stop - last < 1:
                return
            if data[last] == _NODE:
                self._offset = stop
                self._add_node(last)
                return
        for sign in _SIGN.finditer(data, last, max(last, stop)):
            offset = sign.start()
            self._space += self._layout(last, offset)
            last = offset + 1
            if data[offset] == _NODE:
                self._add_node(offset)
            elif (run := self._run_of_close.get(offset)) is not None:
                first = self._first[run]
                if first is not None and first._parentheses is not None:
                    first._parentheses.before_close = self._space
                self._space = b""
            elif data[offset] == _STOP:
                self._log.add(ChangeKind.EMPTY_PARENTHESES, "GO304", offset)
        self._space += self._layout(last, stop)
        self._offset = max(last, stop)

    def _layout(self, first: int, stop: int) -> bytes:
        """Return the blanks and line ends between two offsets; other control characters are left out."""
        if first >= stop:
            return b""
        space = layout(self._data[first:stop])
        if len(space) < stop - first:
            self._log.add(ChangeKind.CONTROL_CHARACTERS, None, first)
        return space

    def _add_node(self, offset: int) -> None:
        run = self._run
        is_first = self._first[run] is None
        node = Node([], offset, self._space, self._last[run], self._parentheses if is_first else None)
        self._last[run] = node
        if is_first:
            self._first[run] = node
        self._space = b""

    def _begin_property(self, name: int, begin: int) -> Property:
        """Begin a property, in a node of its own if ';' is missing before it."""
        if self._first[self._run] is None:
            if self._run > 0:
                self._log.add(ChangeKind.OPEN_NODE, "GO312", name)
            self._add_node(name)
        written = self._data[name:begin].rstrip(BLANKS)
        canonical = canonical_name(written)
        if written != canonical:
            self._log.add(ChangeKind.PROPERTY_NAMES, "GO306", name, f"{written.decode()} as {canonical.decode()}")
        prop = Property(canonical, [], name, self._space)
        node = self._last[self._run]
        assert node is not None  # a run has a node before its first property
        node.raw_properties.append(prop)
        self._space, self._offset = b"", name + len(written)
        return prop

    def _read_value(self, prop: Property, begin: int, end: int, space: bytes) -> None:
        """Read a value, with its bracket closed and brackets within it escaped."""
        data, log = self._data, self._log
        raw = data[begin + 1 : end]
        if end >= len(data) or data[end] != _CLOSE:
            if prop.name in _PLAYS and end == len(data) and not raw[1:].strip(BLANKS) and self._is_first_play(prop):
                log.add(ChangeKind.CUT_OFF_PLAY, "GO303", begin)
                if (node := self._last[self._run]) is not None:
                    node.raw_properties.remove(prop)
                return
            log.add(ChangeKind.CLOSE_VALUE, "GO303", begin, raw)
            if (len(raw) - len(raw.rstrip(b"\\"))) % 2:
                raw = raw[:-1]
        if b"]" in raw:
            escaped = _ESCAPED_OR_BRACKET.sub(lambda match: b"\\]" if match[0] == b"]" else match[0], raw)
            if escaped != raw:
                log.add(ChangeKind.ESCAPE_BRACKET, "GO317", begin, raw)
                raw = escaped
        prop.values.append(Value(raw, begin, space))

    def _is_first_play(self, prop: Property) -> bool:
        """Return True if a play is not a repeated one, which is read with any value."""
        node = self._last[self._run]
        plays = [other.name for other in node.raw_properties if other.name in _PLAYS] if node is not None else []
        return not prop.values and plays[-2:] != [prop.name, prop.name]

    def _leave_out(self, begin: int, end: int) -> None:
        """Name text outside values as left out."""
        text = self._data[begin:end]
        is_name = text.isalpha() and text.isupper()
        kind, code = (ChangeKind.STRAY_NAMES, "GO309") if is_name else (ChangeKind.STRAY_TEXT, "GO304")
        self._log.add(kind, code, begin, text)
