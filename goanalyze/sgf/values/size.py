"""The board size, property SZ. Only the text is read; the other properties are not consulted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from goanalyze.sgf.values.numbers import fold, quote, too_long

__all__ = ["MAX_SIZE", "Size", "parse_size"]

MAX_SIZE: Final = 52  # FF[4], Go: a point has one letter per axis, a-z and A-Z
_DEFAULT: Final = 19  # FF[4], SZ: the default for Go

_FF4: Final = re.compile(r"([0-9]{1,4})(?::([0-9]{1,4}))?")
_LOOSE: Final = re.compile(r"([0-9]{1,4})(?: ?[x×*:路] ?([0-9]{1,4})?)?(?: ?路)?")


@dataclass(frozen=True, slots=True)
class Size:
    """A board of ``width`` columns and ``height`` rows; 0 × 0 when the text names no board."""

    width: int
    height: int
    code: str | None = None
    message: str = ""


def parse_size(text: str) -> Size:
    """Read the board size; an absent one is 19×19.

    Does not guess a size from the moves: a text that names no board of 1 to 52 lines gives
    0 × 0, and such a game cannot be replayed.

    Args:
        text: raw SZ; ``""`` when the property is absent or empty.

    Returns:
        Size; code GO409 when the text is not written as FF[4] wants it.

    Rule: SGF FF[4], Root properties, SZ: one number, or columns ``:`` rows. A square board written
    with both numbers is against the letter of FF[4] and read without remark: nothing is lost.

    Example:
        >>> parse_size("9:13").width, parse_size("").width, parse_size("-9").code
        (9, 19, 'GO409')
    """
    raw = text.strip()
    if not raw:
        return Size(_DEFAULT, _DEFAULT)
    if said := too_long("Board size", raw):
        return Size(0, 0, "GO409", said)
    strict = _FF4.fullmatch(raw)
    match = strict or _LOOSE.fullmatch(fold(raw))
    if match is None:
        return Size(0, 0, "GO409", f"Board size {quote(raw)} names no board.")
    width = int(match[1])
    height = int(match[2] or width)
    if not (1 <= width <= MAX_SIZE and 1 <= height <= MAX_SIZE):
        return Size(0, 0, "GO409", f"Board size {quote(raw)} is not between 1 and {MAX_SIZE} lines.")
    if strict is None:
        return Size(width, height, "GO409", f"Board size {quote(raw)} is read as {width} columns and {height} rows.")
    return Size(width, height)
