"""The handicap, property HA. Not here: whether the stones stand on the board (setup and replay tell)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from goanalyze.sgf.values.numbers import fold, quote, too_long

__all__ = ["Handicap", "parse_handicap"]

_FF4: Final = re.compile(r"\+?([0-9]{1,4})")
_LOOSE: Final = re.compile(r"[让讓]?([0-9]{1,4})(?:\.0*)?(?: ?(?:子|점|stones?))?")
_CUSTOMARY: Final = 25  # the most that custom knows a pattern for; servers stop at 9 or a little above
_KEPT: Final = 361  # points of the common board


@dataclass(frozen=True, slots=True)
class Handicap:
    """A number of handicap stones; None when the text names none."""

    stones: int | None
    code: str | None = None
    message: str = ""


def parse_handicap(text: str) -> Handicap:
    """Read the number of handicap stones.

    Does not compare it with the stones on the board, and 0 and 1 are given as written: both mean
    an even game to some programs, 1 a game without komi to others.

    Args:
        text: raw HA; ``""`` when the property is absent or empty.

    Returns:
        Handicap; code GO405 when the text is not a plain number of at most 25 stones.

    Rule: SGF FF[4], Go, HA (a number, 2 or more).

    Example:
        >>> parse_handicap("9").stones, parse_handicap("").code, parse_handicap("7.5").code
        (9, None, 'GO405')
    """
    raw = text.strip()
    if not raw:
        return Handicap(None)
    if said := too_long("Handicap", raw):
        return Handicap(None, "GO405", said)
    strict = _FF4.fullmatch(raw)
    match = strict or _LOOSE.fullmatch(fold(raw))
    if match is None or int(match[1]) > _KEPT:
        return Handicap(None, "GO405", f"Handicap {quote(raw)} is not a number of stones.")
    stones = int(match[1])
    if strict is None:
        return Handicap(stones, "GO405", f"Handicap {quote(raw)} is not a plain number; it is read as {stones} stones.")
    if stones > _CUSTOMARY:
        return Handicap(stones, "GO405", f"Handicap {quote(raw)} is more than {_CUSTOMARY} stones; it is kept.")
    return Handicap(stones)
