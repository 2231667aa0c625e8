"""Pieces of a record in another format: lines and values, each with its place; numbers and results in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from goanalyze.sgf.choices import ResultBy
from goanalyze.sgf.values.numbers import quote
from goanalyze.sgf.values.result import parse_result
from goanalyze.vocabulary.choices import Winner
from goanalyze.vocabulary.numbers import decimal_text

_SIGNS: Final[Mapping[Winner | None, bytes]] = {Winner.BLACK: b"B+", Winner.WHITE: b"W+"}
_MANNERS: Final = {ResultBy.SCORE: b"", ResultBy.RESIGN: b"R", ResultBy.TIME: b"T", ResultBy.FORFEIT: b"F",
                   ResultBy.UNKNOWN: b""}  # fmt: skip


class Value(NamedTuple):
    """A piece of the record: its text, and where it begins and ends."""

    text: bytes
    begin: int
    end: int


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
