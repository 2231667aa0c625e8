"""Fields of a record in another format: lines and values with their offsets; numbers, dates and results.

Scope: pieces of text that the readers of all formats have in common.
"""

from __future__ import annotations

import re
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
    """Return a whole number of at most nine digits, with or without a sign; None for anything else.

    Example:
        >>> number(b" 65 "), number(b"-5"), number(b"6.5"), number(b"9" * 10)
        (65, -5, None, None)
    """
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
    r"""Yield the lines of a text, or of a part of it, without their ends, surrounding blanks and a byte-order mark.

    Example:
        >>> [(line.text, line.begin) for line in lines(b"one\r\n two \n\nend")]
        [(b'one', 0), (b'two', 6), (b'', 11), (b'end', 12)]
    """
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
