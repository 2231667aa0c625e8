"""SGF text that is written from a record of another format, and where in that record each piece of it stood."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import Final, NamedTuple

from goanalyze.sgf.formats.pieces import Value, number, quoted

LETTERS: Final = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
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


class Note(NamedTuple):
    """What is odd about a game of another format, at its first occurrence.

    Attributes:
        code: finding.
        message: one sentence.
        at: byte of the record in UTF-8.
        game: number of the game in the file.
        move: moves written before, plus one where there is such a move; None before the first.
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
        self._lengths: list[int] = []
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
        self._lengths.append(self.moves)
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

    def note(self, code: str, message: str, at: int, text: bytes = b"") -> None:
        """Take down what is odd; of each code the first one of a game is told, and how many there are.

        Args:
            code: of the finding.
            message: one sentence; ``{}`` stands for `text`, quoted.
            at: byte of the record.
            text: what it is about.
        """
        key = max(self._game, 0), code
        if known := self._notes.get(key):
            self._notes[key] = known._replace(times=known.times + 1)
        else:
            said = message.replace("{}", quoted(text)) if text else message
            self._notes[key] = Note(code, said, at, key[0], self.moves + 1 if self.moves else None)

    def skipped(self, line: Value, why: str = "is not understood") -> None:
        """Take down that a line is passed over."""
        self.note("GO313", f"The line {{}} {why}; it is passed over.", line.begin, line.text)

    def numbered(self, text: bytes, last: int, line: Value) -> int:
        """Return the number of a line, and note if it is not the one after the last."""
        found = number(text)
        if found != last + 1:
            said = f"The line {{}} should be number {last + 1}; the order of the lines is kept."
            self.note("GO314", said, line.begin, line.text)
        return last + 1 if found is None else found

    def converted(self, name: str) -> Converted:
        """Return what was written; what is odd behind the last move of a game is told at that move."""
        notes = (
            note._replace(move=note.move and min(note.move, self._lengths[note.game])) for note in self._notes.values()
        )
        return Converted(
            name, b"".join(self._parts), self._native, self._places, self._begins, self._ends,
            tuple(notes),
        )  # fmt: skip


def _point(column: int, row: int, value: Value) -> bytes:
    """Return a point in SGF; what has no letters in SGF as the record writes it, without brackets."""
    if column == -1:
        return b""
    if 0 <= column < len(LETTERS) and 0 <= row < len(LETTERS):
        return LETTERS[column : column + 1] + LETTERS[row : row + 1]
    return b"?" + value.text.translate(None, b"[]\\():;")
