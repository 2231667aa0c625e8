"""SGF text that is written from a record of another format, and where in that record each piece of it stood."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from goanalyze.sgf.choices import ResultBy
from goanalyze.sgf.values.numbers import quote
from goanalyze.sgf.values.result import parse_result
from goanalyze.vocabulary.choices import Winner
from goanalyze.vocabulary.numbers import decimal_text

LETTERS: Final = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SIGNS: Final[Mapping[Winner | None, bytes]] = {Winner.BLACK: b"B+", Winner.WHITE: b"W+"}
_MANNERS: Final = {ResultBy.SCORE: b"", ResultBy.RESIGN: b"R", ResultBy.TIME: b"T", ResultBy.FORFEIT: b"F",
                   ResultBy.UNKNOWN: b""}  # fmt: skip
_CORNERS: Final = ((15, 3), (3, 15), (3, 3), (15, 15))
_SIDES: Final = ((3, 9), (15, 9))
_ALL_SIDES: Final = (*_SIDES, (9, 3), (9, 15))
_CENTRE: Final = ((9, 9),)
_FIXED: Final = {
    2: _CORNERS[:2],
    4: _CORNERS,
    5: _CORNERS + _CENTRE,
    6: _CORNERS + _SIDES,
    7: _CORNERS + _SIDES + _CENTRE,
    8: _CORNERS + _ALL_SIDES,
    9: _CORNERS + _ALL_SIDES + _CENTRE,
}


def fixed_points(stones: int, size: int) -> tuple[tuple[int, int], ...]:
    """Return where Tygem and WBaduk set handicap stones, as column and row from the upper left, from 0.

    Three stones are not among them: the two servers leave open another corner each. Nor are boards of other sizes,
    of which no file is known.
    """
    return _FIXED.get(stones, ()) if size == 19 else ()


class Value(NamedTuple):
    """A piece of the record: its text, and where it begins and ends."""

    text: bytes
    begin: int
    end: int


class Note(NamedTuple):
    """What is odd about a game of another format, at its first occurrence.

    Attributes:
        code: finding.
        message: one sentence.
        at: byte of the record in UTF-8.
        game: number of the game in the file.
        move: moves written before, plus one; None before the first.
        times: how often.
    """

    code: str
    message: str
    at: int
    game: int
    move: int | None
    times: int = 1


class Converted(NamedTuple):
    """A record as SGF.

    Attributes:
        format: name of the format it was in.
        data: SGF text in UTF-8.
        native: the record as it was, in UTF-8.
        places: where each piece of `data` begins, ascending.
        begins, ends: where what it was made of stands in `native`.
        notes: what is odd.
    """

    format: str
    data: bytes
    native: bytes
    places: array[int]
    begins: array[int]
    ends: array[int]
    notes: tuple[Note, ...]

    def origin(self, place: int) -> int:
        """Return where in the record stood what a place of the SGF text was made of."""
        return self.begins[max(bisect_right(self.places, place) - 1, 0)]

    def as_written(self, place: int) -> str:
        """Return the text that the value at a place of the SGF text was made of."""
        number = max(bisect_right(self.places, place) - 1, 0)
        return self.native[self.begins[number] : self.ends[number]].decode("utf-8", errors="replace")


class Sheet:
    r"""Takes down games one after the other, as SGF.

    Args:
        native: the record, in UTF-8.

    Example:
        >>> sheet = Sheet(b"colour 1, column 16, row 3")
        >>> sheet.open(0)
        >>> sheet.move(b"B", 15, 3, Value(b"16, row 3", 17, 26))
        >>> sheet.close(26)
        >>> done = sheet.converted("x")
        >>> done.data, done.origin(done.data.index(b"[")), done.as_written(4)
        (b'(;;B[pd])\n', 17, '16, row 3')
    """

    def __init__(self, native: bytes) -> None:
        self._native = native
        self._parts: list[bytes] = []
        self._size = 0
        self._places, self._begins, self._ends = array("q"), array("q"), array("q")
        self._notes: dict[tuple[int, str], Note] = {}
        self._game = -1
        self.moves = 0
        """Plays and passes of the game so far."""

    def write(self, text: bytes, begin: int, end: int | None = None) -> None:
        """Write text that was made of a stretch of the record."""
        self._places.append(self._size)
        self._begins.append(begin)
        self._ends.append(begin if end is None else end)
        self._parts.append(text)
        self._size += len(text)

    def open(self, begin: int) -> None:
        """Begin a game and its root node."""
        self._game += 1
        self.moves = 0
        self.write(b"(;", begin)

    def close(self, end: int) -> None:
        """End the game."""
        self.write(b")\n", end)

    def set(self, name: bytes, value: Value | None, text: bytes | None = None) -> None:
        """Write a property, unless it has no value.

        Args:
            name: of the property.
            value: what the record says.
            text: what that is in SGF, if it is something else.
        """
        if value is None:
            return
        written = value.text if text is None else text
        if written:
            escaped = written.replace(b"\\", b"\\\\").replace(b"]", b"\\]")
            self.write(b"%b[%b]" % (name, escaped), value.begin, value.end)

    def node(self, color: bytes, column: int, row: int, value: Value) -> None:
        """Write a node of a variation: with a play, with a pass where the column is −1, or with neither."""
        text = b";%b[%b]" % (color, _point(column, row, value)) if color else b";"
        self.write(text, value.begin, value.end)

    def move(self, color: bytes, column: int, row: int, value: Value) -> None:
        """Write the next move: a play, or a pass where the column is −1."""
        self.moves += 1
        self.node(color, column, row, value)

    def stone(self, color: bytes, column: int, row: int, value: Value) -> None:
        """Write a stone that is set up."""
        self.write(b"A%b[%b]" % (color, _point(column, row, value)), value.begin, value.end)

    def note(self, code: str, message: str, at: int) -> None:
        """Take down what is odd; of each code the first one of a game is told, and how many there are."""
        key = max(self._game, 0), code
        known = self._notes.get(key)
        self._notes[key] = (
            Note(code, message, at, key[0], self.moves + 1 if self.moves else None)
            if known is None
            else known._replace(times=known.times + 1)
        )

    def numbered(self, text: bytes, last: int, line: Value) -> int:
        """Return the number of a line, and note if it is not the one after the last."""
        found = number(text)
        if found != last + 1:
            said = f"The line {quoted(line.text)} should be number {last + 1}; the order of the lines is kept."
            self.note("GO314", said, line.begin)
        return last + 1 if found is None else found

    def converted(self, name: str) -> Converted:
        """Return what was written."""
        return Converted(
            name, b"".join(self._parts), self._native, self._places, self._begins, self._ends,
            tuple(self._notes.values()),
        )  # fmt: skip


def _point(column: int, row: int, value: Value) -> bytes:
    """Return a point in SGF; what has no letters in SGF as the record writes it, without brackets."""
    if column == -1:
        return b""
    if 0 <= column < len(LETTERS) and 0 <= row < len(LETTERS):
        return LETTERS[column : column + 1] + LETTERS[row : row + 1]
    return b"?" + value.text.translate(None, b"[]\\():;")


def number(text: bytes) -> int | None:
    """Return a whole number of at most nine digits, with or without a sign; None for anything else.

    Example:
        >>> number(b" 65 "), number(b"-5"), number(b"6.5"), number(b"9" * 10)
        (65, -5, None, None)
    """
    text = text.strip()
    digits = text.removeprefix(b"-")
    return int(text) if digits.isdigit() and len(digits) < 10 else None


def in_ff4(text: bytes) -> bytes:
    """Return a result in words as FF[4] has it; the words, where they are not understood.

    Example:
        >>> in_ff4("白5.5目勝ち!".encode()), in_ff4(b"White wins by  resign!"), in_ff4(b"Progressing!")
        (b'W+5.5', b'W+R', b'Progressing!')
    """
    result = parse_result(text.decode("utf-8", errors="replace"))
    color = _SIGNS.get(result.winner)
    if result.by is ResultBy.DRAW:
        return b"Draw"
    if color is None or result.by not in _MANNERS:
        return text
    return color + (decimal_text(abs(result.points)).encode() if result.points else _MANNERS[result.by])


def quoted(text: bytes) -> str:
    """Return a piece of the record for a message, cut after 60 characters."""
    return quote(text[:400].decode("utf-8", errors="replace"))


def lines(data: bytes, begin: int = 0, end: int | None = None) -> Iterator[Value]:
    r"""Yield the lines of a stretch of text without their ends and the blanks around them.

    Example:
        >>> [(line.text, line.begin) for line in lines(b"one\r\n two \n\nend")]
        [(b'one', 0), (b'two', 6), (b'', 11), (b'end', 12)]
    """
    stop = len(data) if end is None else end
    while begin < stop:
        newline = data.find(b"\n", begin, stop)
        after = stop if newline < 0 else newline
        yield trimmed(data, begin, after)
        begin = after + 1


def trimmed(data: bytes, begin: int, end: int) -> Value:
    """Return a stretch of text without the blanks around it."""
    text = data[begin:end]
    left = text.lstrip(b" \t\r\f\v\0")
    begin += len(text) - len(left)
    stripped = left.rstrip(b" \t\r\f\v\0")
    return Value(stripped, begin, begin + len(stripped))
