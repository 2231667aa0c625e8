r"""Text to trees, as the tokenizer reads it, with everything that it says; what means nothing is left out and told.

It has to agree with `tokenizer.cpp` in `goanalyze.kernels`; tests compare the two.
"""

from __future__ import annotations

import re
from typing import Final

from goanalyze.sgf.tree.change_log import ChangeKind, ChangeLog
from goanalyze.sgf.tree.node import Node
from goanalyze.sgf.tree.properties import Parentheses, Property, Value

PLAYS: Final = frozenset((b"B", b"W"))

_TEXTS: Final = frozenset(b"C GC N AN BT CP EV GN ON PB PC PW RO SO US WT".split())
"""Properties whose value may be any text: where a bracket in it was not escaped, the text goes on behind it."""
_OPEN, _CLOSE, _NODE, _BEGIN, _STOP = b"[];()"
_SPACE: Final = re.compile(rb"[\x00-\x20]*")
_BLANK_OR_MARK: Final = re.compile(rb"[\x00-\x20\xef\xbb\xbf]*")
_NAME: Final = re.compile(rb"[A-Za-z0-9]+")
_NEW_NAME: Final = re.compile(rb"[A-Z]+")
_VALUE_END: Final = re.compile(rb"[\]\\]")
_CUT_PLAY: Final = re.compile(rb"[A-Za-z]{2}(?=[\x00-\x20]*[;()])")
_FURTHER: Final = re.compile(rb"[BW]\[\][^\]]\][ \t\r\n]*\Z", re.DOTALL)
"""Behind this the tokenizer takes a value for a further one of the play, which it has seen end with the second ]."""
_BEFORE: Final = 40  # bytes that are looked at
_PLAIN_PLAY: Final = re.compile(rb"[BW]\[[a-z]{2}\]")
_PLAIN_NODE: Final = re.compile(rb";([BW])\[([a-z]{2})\](?=[\x00-\x20]*[;()])")
_SIGN: Final = re.compile(rb"[;()\[]")
_JUNK: Final = re.compile(rb"[^\x00-\x20;()\[A-Za-z0-9]+")
_TORN_OFF: Final = re.compile(rb"(?:[^\[\];()\\]*\])+")
_NO_LAYOUT: Final = re.compile(rb"[^ \t\r\n\v\f]+")
_DIGITS: Final = bytes.maketrans(b"0123456789", b"ABCDEFGHIJ")
_BLANKS: Final = bytes(range(33))


def canonical_name(written: bytes) -> bytes:
    """Return the name that FF[4] has for a property: its capitals; those of a name without any are its letters.

    Where the tokenizer sees no known property, none comes of it.

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
    """Return the blanks and line ends of what stands between two marks."""
    return _NO_LAYOUT.sub(b"", data)


def read_nodes(data: bytes, span: tuple[int, int], log: ChangeLog) -> Node:
    """Read one game with all its variations, and return its first node.

    Args:
        data: text in UTF-8 of the whole file.
        span: where the game begins and ends there, as the tokenizer tells (`Tape.game_span`).
        log: takes what is left out and what is set right.
    """
    return _Reader(data, span[1], log).game(span[0])


class _Run:
    """Nodes between parentheses as they are read, or behind a variation.

    Attributes:
        parent: the run that it goes on from; None for the first.
        depth: parentheses around it.
        lead: the layout before its parenthesis.
        first: its first node; None where there is none so far.
        last: the node that the next one follows; None before the first of all.
    """

    __slots__ = ("depth", "first", "last", "lead", "parent")

    def __init__(self, parent: _Run | None, depth: int, lead: bytes = b"") -> None:
        self.parent, self.depth, self.lead = parent, depth, lead
        self.first: Node | None = None
        self.last: Node | None = parent.last if parent is not None else None

    def add(self, at: int, lead: bytes) -> Node:
        """Add a node."""
        parentheses = Parentheses(self.lead) if self.first is None else None
        self.last = Node([], at, lead, self.last, parentheses)
        self.first = self.first or self.last
        return self.last


class _Reader:
    """The reader of one game, step by step as `GameReader` in `tokenizer.cpp`."""

    def __init__(self, data: bytes, end: int, log: ChangeLog) -> None:
        self._data, self._end, self._log = data, end, log
        self._lead: list[bytes] = []  # layout since the last mark that is kept

    def game(self, begin: int) -> Node:
        """Read the game from its first byte."""
        data, log = self._data, self._log
        place = begin if data[begin] == _NODE else begin + 1
        if data[begin] == _NODE or data[self._after_space(place)] != _NODE:
            log.add(ChangeKind.OPEN_GAME, "GO301", begin)
        root = run = _Run(None, 1)
        depth = 1
        empty = 0  # parentheses opened last with nothing in them so far
        is_behind = was_behind = False  # whether a variation has just ended here; the same before the empty ones
        while depth:
            if is_behind:
                place = self._next_sign(place)
            else:
                place, is_filled = self._sequence(run, place)
                if is_filled and empty > 1:
                    log.add(ChangeKind.EMPTY_PARENTHESES, "GO312", place)
                empty = 0 if is_filled else empty
            if place >= self._end:
                break
            sign = data[place]
            if sign == _STOP:
                depth -= 1
                if empty:
                    empty -= 1
                    is_behind = was_behind and empty == 0
                    run = _around(run)
                    log.add(ChangeKind.EMPTY_PARENTHESES, "GO304", place)
                else:
                    is_behind = True
                    run = _closed(run, depth, self._take_lead())
                place += 1
                continue
            if sign == _NODE:
                log.add(ChangeKind.NODES_AS_VARIATION, "GO312", place)
            else:
                was_behind = was_behind if empty else is_behind
                depth += 1
                empty += 1
                place += 1
            is_behind = False
            run = _Run(run, depth, self._take_lead())
        if depth:
            log.add(ChangeKind.CLOSE_GAME, "GO302", place)
        return root.first or Node()

    def _take_lead(self) -> bytes:
        lead, self._lead = b"".join(self._lead), []
        return lead

    def _layout(self, first: int, end: int) -> bytes:
        """Return what stands between two marks, of which nothing but blanks and line ends is kept."""
        kept = layout(self._data[first:end])
        if len(kept) < end - first:
            self._log.add(ChangeKind.CONTROL_CHARACTERS, offset=first)
        return kept

    def _after_space(self, place: int) -> int:
        found = _SPACE.match(self._data, place)
        assert found is not None
        return found.end()

    def _value_end(self, at: int) -> int:
        """Return where the value opened at a place closes, or the end of the text."""
        place = at + 1
        while found := _VALUE_END.search(self._data, place):
            if self._data[found.start()] == _CLOSE:
                return found.start()
            place = found.start() + 2
        return len(self._data)

    def _next_sign(self, place: int) -> int:
        """Return where the next parenthesis or node behind a variation is; other text is left out."""
        first = place
        while (found := _SIGN.search(self._data, place)) and found[0] == b"[":
            place = min(self._value_end(found.start()) + 1, len(self._data))
        place = found.start() if found else len(self._data)
        if left := self._data[first:place].strip(_BLANKS):
            self._log.add(ChangeKind.STRAY_TEXT, None, first, left)
        else:
            self._lead.append(self._layout(first, place))
        return place

    def _sequence(self, run: _Run, place: int) -> tuple[int, bool]:
        """Read nodes up to the next parenthesis; return its place, and whether there were any."""
        data, stop = self._data, len(self._data)
        node: Node | None = None
        text: Value | None = None  # the value of a text, while nothing stands behind it
        while place < stop:
            if (after := self._after_space(place)) > place:
                self._lead.append(self._layout(place, after))
                place = after
                continue
            sign = data[place]
            if sign in (_BEGIN, _STOP):
                break
            if sign == _NODE:
                node = run.add(place, self._take_lead())
                if plain := _PLAIN_NODE.match(data, place):  # most nodes, read at once
                    node.raw_properties.append(Property(plain[1], [Value(plain[2], place + 2)], place + 1))
                    text, place = None, plain.end()
                    continue
                text, place = None, place + 1
                continue
            name = _NAME.match(data, place)
            if name:
                if node is None:
                    if run.last is not None:
                        self._log.add(ChangeKind.OPEN_NODE, offset=place)
                    node = run.add(place, self._take_lead())
                after = self._after_space(name.end())
                if after < stop and data[after] == _OPEN:
                    text, place = self._property(node, name[0], place)
                    continue
            if sign != _OPEN and text is not None and (rest := _TORN_OFF.match(data, text.offset + len(text.raw) + 2)):
                self._join(text, rest[0], place)
                place, text = rest.end(), None
            else:
                place, text = self._left_out(place, name), None
        return place, node is not None

    def _left_out(self, place: int, name: re.Match[bytes] | None) -> int:
        """Pass over a name without value, a value without name, or any other text; return the place after it."""
        if name is not None:
            for code in ("GO309",) if _NEW_NAME.fullmatch(name[0]) else ("GO309", "GO306"):
                self._log.add(ChangeKind.STRAY_NAMES, code, place, name[0])
            return name.end()
        if self._data[place] == _OPEN:
            end = self._value_end(place)
            for code in ("GO304", *["GO305"] * bool(_FURTHER.search(self._data, max(0, place - _BEFORE), place))):
                self._log.add(ChangeKind.STRAY_TEXT, code, place, self._data[place : end + 1])
            return min(end + 1, len(self._data))
        junk = _JUNK.match(self._data, place)
        assert junk is not None
        self._log.add(ChangeKind.STRAY_TEXT, "GO304", place, junk[0])
        return junk.end()

    def _join(self, text: Value, rest: bytes, place: int) -> None:
        """Give a text back what stands behind a bracket in it that was not escaped."""
        names = _NAME.findall(rest)
        for code in ("GO304", *["GO309"] * bool(names), *["GO306"] * (not all(map(_NEW_NAME.fullmatch, names)))):
            self._log.add(ChangeKind.ESCAPE_BRACKET, code, place, rest)
        self._lead = []
        text.raw += b"\\]" + rest[:-1].replace(b"]", b"\\]")

    def _property(self, node: Node, written: bytes, at: int) -> tuple[Value | None, int]:
        """Read a property; return its value if that is the only one of a text, and the place after it."""
        data, stop, name = self._data, len(self._data), canonical_name(written)
        if written != name:
            shown = f"{written.decode()} as {name.decode()}"
            self._log.add(ChangeKind.PROPERTY_NAMES, "GO306", at, shown)
        found = Property(name, [], at, self._take_lead())
        is_play = name in PLAYS
        is_plain = is_play and node.offset == at - 1 and _PLAIN_PLAY.match(data, at) is not None
        place = at + len(written)
        while place < stop:
            after = self._after_space(place)
            if after == stop or data[after] != _OPEN:
                break
            lead, place = self._layout(place, after), after
            is_more = is_plain and bool(
                found.values
            )  # the tokenizer has read the play by itself, and reads a value now
            cut = _CUT_PLAY.match(data, place + 1) if is_play and not is_more else None
            end = cut.end() if cut else self._value_end(place)
            raw = data[place + 1 : end]
            if (end == stop or data[end] != _CLOSE) and not is_more:
                raw = self._unclosed(raw, place)
            if is_play and not is_more and end == stop and self._is_blank(place + 2):
                self._log.add(ChangeKind.CUT_OFF_PLAY, "GO303", place)
            else:
                found.values.append(Value(raw, place, lead))
            place = end + 1 if end < stop and data[end] == _CLOSE else end
        if found.values:
            node.raw_properties.append(found)
        is_text = name in _TEXTS and len(found.values) == 1 and place <= stop and data[place - 1 : place] == b"]"
        return (found.values[0] if is_text else None), place

    def _is_blank(self, place: int) -> bool:
        found = _BLANK_OR_MARK.match(self._data, place)
        return found is None or found.end() >= len(self._data)

    def _unclosed(self, raw: bytes, place: int) -> bytes:
        """Return a value that does not end with its bracket, so that one can be set behind it."""
        self._log.add(ChangeKind.CLOSE_VALUE, "GO303", place, raw)
        slashes = len(raw) - len(raw.rstrip(b"\\"))
        return raw[:-1] if slashes % 2 else raw


def _around(run: _Run) -> _Run:
    assert run.parent is not None
    return run.parent


def _closed(run: _Run, depth: int, lead: bytes) -> _Run:
    """Close the parentheses of a run, and of those that it goes on from without parentheses; return the one around."""
    if run.first is not None and run.first._parentheses is not None:
        run.first._parentheses.before_close = lead
    while depth and run.depth > depth:
        run = _around(run)
    return run
