"""Records in other formats: their fields, and a writer of SGF that keeps the offsets of all that it writes.

The fields are those of all formats: lines and values with their offsets; numbers, dates and
results.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from goanalyze.rules.choices import Winner
from goanalyze.sgf.choices import ResultBy
from goanalyze.sgf.values.numbers import quote
from goanalyze.sgf.values.result import parse_result
from goanalyze.util.numbers import decimal_text

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_WINS: Final[Mapping[Winner | None, bytes]] = {Winner.BLACK: b"B+", Winner.WHITE: b"W+"}
_MANNERS: Final = {
    ResultBy.SCORE: b"",
    ResultBy.RESIGN: b"R",
    ResultBy.TIME: b"T",
    ResultBy.FORFEIT: b"F",
    ResultBy.UNKNOWN: b"",
}
_BLANKS: Final = b" \t\r\f\v\0"
_USUAL_SIZE: Final = 19


class LocatedText(NamedTuple):
    """A piece of the record, with the offsets at which it begins and ends."""

    text: bytes
    begin: int
    end: int

    def part(self, start: int, stop: int | None = None) -> LocatedText:
        """Return a part of the piece, between two offsets in its text."""
        text = self.text[start:stop]
        return LocatedText(text, self.begin + start, self.begin + start + len(text))


def number(text: bytes) -> int | None:
    """Return a whole number of at most nine digits, with or without a sign; None for anything else."""
    text = text.strip()
    digits = text.removeprefix(b"-")
    return int(text) if digits.isdigit() and len(digits) < 10 else None


def board_size(value: LocatedText | None) -> int:
    """Return the side of the board: 19 if the record does not name it, 0 if it is not a number."""
    return (number(value.text) or 0) if value else _USUAL_SIZE


def date_to_ff4(date: re.Match[bytes] | None) -> bytes | None:
    """Return a date in FF[4] from a match with year, month and day; None without a match."""
    return b"%b-%02d-%02d" % (date[1], int(date[2]), int(date[3])) if date else None


def result_to_ff4(text: bytes) -> bytes:
    """Return a result in FF[4] from words; the words themselves if they are not understood.

    Example:
        >>> result_to_ff4("白5.5目勝ち!".encode()), result_to_ff4(b"White wins by  resign!"), result_to_ff4(b"Go on!")
        (b'W+5.5', b'W+R', b'Go on!')
    """
    result = parse_result(text.decode("utf-8", errors="replace"))
    win = _WINS.get(result.winner)
    if result.by is ResultBy.DRAW:
        return b"Draw"
    if win is None or result.by not in _MANNERS:
        return text
    return win + (decimal_text(abs(result.points)).encode() if result.points else _MANNERS[result.by])


def quote_bytes(text: bytes) -> str:
    """Return a piece of the record for a message, cut after 60 characters."""
    return quote(text[:400].decode("utf-8", errors="replace"))


def lines(data: bytes, begin: int = 0, end: int | None = None) -> Iterator[LocatedText]:
    """Yield the lines of a text, or of a part of it, without their ends, surrounding blanks and a byte-order mark."""
    stop = len(data) if end is None else end
    if begin == 0 and data.startswith(BYTE_ORDER_MARK):
        begin = len(BYTE_ORDER_MARK)
    while begin < stop:
        newline = data.find(b"\n", begin, stop)
        line_end = stop if newline < 0 else newline
        yield trim(data, begin, line_end)
        begin = line_end + 1


def trim(data: bytes, begin: int, end: int) -> LocatedText:
    """Return the text between two offsets without the blanks around it."""
    left = data[begin:end].lstrip(_BLANKS)
    begin = end - len(left)
    text = left.rstrip(_BLANKS)
    return LocatedText(text, begin, begin + len(text))


LETTERS: Final = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CORNERS: Final = ((15, 3), (3, 15), (3, 3), (15, 15))
_SIDES: Final = ((3, 9), (15, 9))
_ALL_SIDES: Final = (*_SIDES, (9, 3), (9, 15))
_CENTER: Final = ((9, 9),)
_FIXED_HANDICAP: Final = {
    2: _CORNERS[:2],
    4: _CORNERS,
    5: _CORNERS + _CENTER,
    6: _CORNERS + _SIDES,
    7: _CORNERS + _SIDES + _CENTER,
    8: _CORNERS + _ALL_SIDES,
    9: _CORNERS + _ALL_SIDES + _CENTER,
}


class ConversionNote(NamedTuple):
    """An oddity of a game of another format, at its first occurrence.

    Attributes:
        code: code of the finding.
        message: one sentence.
        offset: byte of the record in UTF-8.
        game: number of the game in the file.
        move: number of moves written before, plus one if there is such a move; None before the first.
        times: number of occurrences.
    """

    code: str
    message: str
    offset: int
    game: int
    move: int | None
    times: int = 1


class ConvertedRecord(NamedTuple):
    """A record of another format as SGF.

    Attributes:
        format: name of the record's format.
        data: SGF text in UTF-8.
        native: the record itself, in UTF-8.
        offsets: int64[pieces], offsets at which the pieces of `data` begin, ascending.
        begins, ends: int64[pieces], offsets in `native` of the source of each piece.
        notes: oddities of the record.
    """

    format: str
    data: bytes
    native: bytes
    offsets: array[int]
    begins: array[int]
    ends: array[int]
    notes: tuple[ConversionNote, ...]

    def origin(self, offset: int) -> int:
        """Return the offset in the record of the source of a byte of the SGF text."""
        return self.begins[self._piece_at(offset)]

    def as_written(self, offset: int) -> str:
        """Return the text in the record of the value at an offset of the SGF text."""
        piece = self._piece_at(offset)
        return self.native[self.begins[piece] : self.ends[piece]].decode("utf-8", errors="replace")

    def _piece_at(self, offset: int) -> int:
        return max(bisect_right(self.offsets, offset) - 1, 0)


class SgfWriter:
    """A writer of games as SGF, one after the other."""

    def __init__(self, native: bytes) -> None:
        self._native = native
        self._pieces: list[bytes] = []
        self._size = 0
        self._offsets, self._begins, self._ends = array("q"), array("q"), array("q")
        self._notes: dict[tuple[int, str], ConversionNote] = {}
        self._game = -1
        self._lengths: list[int] = []
        self.moves = 0
        """Number of plays and passes of the game so far."""

    def write(self, text: bytes, begin: int, end: int | None = None) -> None:
        """Write text whose source is between two offsets of the record, or at one."""
        self._offsets.append(self._size)
        self._begins.append(begin)
        self._ends.append(begin if end is None else end)
        self._pieces.append(text)
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

    def set(self, name: bytes, value: LocatedText | None, text: bytes | None = None) -> None:
        """Write a property, unless it has no value."""
        if value is None:
            return
        written = value.text if text is None else text
        if written:
            escaped = written.replace(b"\\", b"\\\\").replace(b"]", b"\\]")
            self.write(b"%b[%b]" % (name, escaped), value.begin, value.end)

    def node(self, color: bytes, column: int, row: int, value: LocatedText) -> None:
        """Write a node of a variation: with a play, with a pass if the column is −1, or with neither."""
        text = b";%b[%b]" % (color, _point(column, row, value)) if color else b";"
        self.write(text, value.begin, value.end)

    def move(self, color: bytes, column: int, row: int, value: LocatedText) -> None:
        """Write the next move: a play, or a pass if the column is −1."""
        self.moves += 1
        self.node(color, column, row, value)

    def stone(self, color: bytes, column: int, row: int, value: LocatedText) -> None:
        """Write a stone of the setup."""
        self.write(b"A%b[%b]" % (color, _point(column, row, value)), value.begin, value.end)

    def handicap(self, stones: int | None, size: int, value: LocatedText) -> None:
        """Write the handicap stones of Tygem and WBaduk, which are on fixed points.

        Three stones are not written: the two servers leave open different corners. Nor are stones on other boards
        than 19×19, of which no file is known.
        """
        for column, row in _FIXED_HANDICAP.get(stones or 0, ()) if size == 19 else ():
            self.stone(b"B", column, row, value)

    def note(self, code: str, message: str, offset: int, text: bytes = b"") -> None:
        """Add an oddity. The first one of a code and game is kept, with the number of all.

        Args:
            code: code of the finding.
            message: one sentence; ``{}`` is replaced by `text`, quoted.
            offset: byte of the record.
            text: piece of the record that is odd.
        """
        key = max(self._game, 0), code
        if known := self._notes.get(key):
            self._notes[key] = known._replace(times=known.times + 1)
        else:
            full_message = message.replace("{}", quote_bytes(text)) if text else message
            self._notes[key] = ConversionNote(
                code, full_message, offset, key[0], self.moves + 1 if self.moves else None
            )

    def note_missing_header(self, begin: int) -> None:
        """Add the oddity that a game has no header."""
        self.note("GO315", "The record has no header: the players are not known.", begin)

    def note_skipped(self, line: LocatedText, reason: str = "is not understood") -> None:
        """Add the oddity that a line is passed over."""
        self.note("GO313", f"The line {{}} {reason}; it is passed over.", line.begin, line.text)

    def check_number(self, text: bytes, last: int, line: LocatedText) -> int:
        """Return the number of a line, and note it if it does not follow the last one."""
        line_number = number(text)
        if line_number != last + 1:
            message = f"The line {{}} should be number {last + 1}; the order of the lines is kept."
            self.note("GO314", message, line.begin, line.text)
        return last + 1 if line_number is None else line_number

    def record(self, name: str) -> ConvertedRecord:
        """Return the record as written. Oddities after the last move of a game are reported at that move."""
        notes = (
            note._replace(move=note.move and min(note.move, self._lengths[note.game])) for note in self._notes.values()
        )
        data = b"".join(self._pieces)
        return ConvertedRecord(name, data, self._native, self._offsets, self._begins, self._ends, tuple(notes))


def _point(column: int, row: int, value: LocatedText) -> bytes:
    """Return a point in SGF; one without letters in SGF as the record writes it, without brackets."""
    if column == -1:
        return b""
    if 0 <= column < len(LETTERS) and 0 <= row < len(LETTERS):
        return LETTERS[column : column + 1] + LETTERS[row : row + 1]
    return b"?" + value.text.translate(None, b"[]\\():;")
