"""A player's rank, properties BR and WR, as a number that orders ranks. Server ratings are not ranks.

The scale, one step per rank:

============  ==================  ===================================
written       number              means
============  ==================  ===================================
30k … 1k      −29 … 0             kyu (级, 級, 급); 40k (−39) is the last
1d … 10d      1 … 10              amateur dan (段, 단)
1p … 9p       11 … 19             professional dan
============  ==================  ===================================

Professional numbers are an order, not a measured strength. A bare ``9段`` of a player known to be
a professional is not looked up: it is read on the amateur scale, as written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from goanalyze.sgf.values.numbers import fold, quote, too_long

__all__ = ["Rank", "parse_rank"]

_UNKNOWN: Final = frozenset(
    {"nr", "-", "--", "?", "??", "???", "n/a", "none", "unranked", "unknown", "没有", "无", "無"}
)
_KYU: Final = re.compile(r"([0-9]{1,2}) ?-?(?:kyu|k|级|級|급|gup|geup)(?![a-z])")
_DAN: Final = re.compile(r"(?:业余|业|業|アマ|ama(?:teur)?) ?([0-9]{1,2}) ?段|([0-9]{1,2}) ?-?(?:dan|d|段|단)(?![a-z])")
_PRO: Final = re.compile(
    r"(?:p|pro|职业|職業|プロ) ?([1-9])(?: ?(?:段|단|dan|d|p))?(?![a-z0-9])"
    r"|([1-9]) ?-?(?:p|pro|professional)(?![a-z])"
    r"|([1-9]) ?-?(?:dan|d|段|단) ?\(?(?:p|pro|professional|职业|職業)(?![a-z])\)?"
)
_REST: Final = re.compile(r" ?[?*+~]{0,3}(?:[ ,;/(].*)?")  # a server's signs for "not sure yet", then a remark
_RATING: Final = re.compile(r"[0-9]{3,4}[?*]?")


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank on the scale of this module; None when it is not known."""

    number: int | None
    code: str | None = None
    message: str = ""


def parse_rank(text: str) -> Rank:
    """Read a rank as a number that orders ranks.

    Does not convert between servers or associations, and does not turn a rating into a rank.

    Args:
        text: raw BR or WR; ``""`` when the property is absent or empty.

    Returns:
        Rank; code GO407 when the text is no rank. A remark behind a rank (a title, a server) is passed over.

    Rule: SGF FF[4], Game-info properties, BR (free text, with k, d and p recommended).

    Example:
        >>> [parse_rank(text).number for text in ("30k", "1k", "5d?", "九段", "P9段", "9p", "NR")]
        [-29, 0, 5, 9, 19, 19, None]
    """
    raw = text.strip()
    if said := too_long("Rank", raw):
        return Rank(None, "GO407", said)
    folded = fold(raw).replace("初段", "1段")
    if not folded or folded in _UNKNOWN:
        return Rank(None)
    number = _leading_rank(folded)
    if number is None:
        kind = "a rating, not a rank" if _RATING.fullmatch(folded) else "not a rank"
        return Rank(None, "GO407", f"Rank {quote(raw)} is {kind}.")
    return Rank(number)


def _leading_rank(folded: str) -> int | None:
    """Find the rank a text is, or begins with when a remark follows."""
    if match := _PRO.match(folded):
        number = 10 + int(match[1] or match[2] or match[3])
    elif (match := _DAN.match(folded)) and 1 <= int(match[1] or match[2]) <= 10:
        number = int(match[1] or match[2])
    elif (match := _KYU.match(folded)) and 1 <= int(match[1]) <= 40:
        number = 1 - int(match[1])
    else:
        return None
    return number if _REST.fullmatch(folded, match.end()) else None
