"""The terms of a game: board size, handicap and komi, properties SZ, HA and KM. Only the text of each is read.

Komi is in points added to White. Three units are in use: FF[4] wants points; Chinese sources write zi (子), which count
two points each: 3¾ zi = 7.5 points; several servers write hundredths of either: ``375`` and ``750``.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import Final

from goanalyze.sgf.choices import KomiSource, KomiUnit, Unit
from goanalyze.sgf.values.numbers import (
    Quantity,
    find_quantities,
    fold,
    in_points,
    is_quarter,
    quote,
    read_quantity,
    too_long,
)
from goanalyze.vocabulary.limits import MAX_BOARD, MAX_VALUE

_DEFAULT_SIZE: Final = 19  # FF[4], SZ: the default for Go

_PLAIN_SIZE: Final = re.compile(r"([0-9]{1,4})(?::([0-9]{1,4}))?")
_LOOSE_SIZE: Final = re.compile(r"([0-9]{1,4})(?: ?[x×*:路] ?([0-9]{1,4})?)?(?: ?路)?")
_PLAIN_HANDICAP: Final = re.compile(r"\+?([0-9]{1,4})")
_LOOSE_HANDICAP: Final = re.compile(r"[让讓]?([0-9]{1,4})(?:\.0*)?(?: ?(?:子|점|stones?))?")
_CUSTOMARY: Final = 41  # the most that the rules article has heard of; servers stop at 9 or a little above
_MOST_STONES: Final = 361  # points of the common board
_PLAIN_KOMI: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_AUCTION: Final = re.compile(r"\bauction|\bkomi.{0,9}\bbid|\bbid.{0,9}\bkomi|^bids?\b|竞叫|競叫|拍卖|入札|競り")
_BIDDING: Final = re.compile("auction|bid", re.IGNORECASE)  # what that looks for, as it may be written in ASCII
_BIDS: Final = re.compile(
    r"(?:\b(?:bids?|bidding|auction)\b|竞叫|競叫|拍卖|入札|競り)"
    r"(?:[ :=,&()+0-9¼½¾黑黒白方目半子コミ贴貼]|(?<=[0-9])[./](?=[0-9])|(?<=[ :])-(?=[0-9])"
    r"|\b(?:was|were|is|are|of|for|by|at|and|to|against|vs|over|komi|points?|pts?|(?:black|white)(?:'s)?|[bw])\b)*"
)
"""A word for bidding and what may follow it up to the last bid: any other word ends the list."""
_NO_BID: Final = re.compile(
    r" ?(?:st|nd|rd|th|d|dan|k|kyu|p|s|sec\w*|m|min\w*|h|hours?|games?|rounds?|moves?|stones?|%)\b"
)
_PLAUSIBLE: Final = 100.0  # KGS lets players choose −100 to 100, and uses of both ends are recorded
_MOST_KOMI: Final = 400.0  # a little more than the 361 points of the common board: beyond, no komi is meant
_HUNDREDTHS: Final = (200, 1000)  # 2 to 10 points; as points, nobody has given as many


@dataclass(frozen=True, slots=True)
class Size:
    """A board of ``width`` columns and ``height`` rows; 0 × 0 when the text names no board."""

    width: int
    height: int
    message: str = ""


def parse_size(text: str) -> Size:
    """Read the board size; an absent one is 19×19.

    Does not guess a size from the moves: a text that names no board of 1 to 52 lines gives
    0 × 0, and such a game cannot be replayed.

    Args:
        text: raw SZ; ``""`` when the property is absent or empty.

    Returns:
        Size; with a message (GO409) when the text is not written as FF[4] wants it.

    Rule: SGF FF[4], Root properties, SZ: one number, or columns ``:`` rows. A square board written
    with both numbers is against the letter of FF[4] and read without remark: nothing is lost.

    Example:
        >>> parse_size("9:13").width, parse_size("").width, parse_size("-9").message
        (9, 19, "Board size '-9' names no board.")
    """
    raw = text.strip()
    if not raw:
        return Size(_DEFAULT_SIZE, _DEFAULT_SIZE)
    if said := too_long("Board size", raw):
        return Size(0, 0, said)
    strict = _PLAIN_SIZE.fullmatch(raw)
    match = strict or _LOOSE_SIZE.fullmatch(fold(raw))
    if match is None:
        return Size(0, 0, f"Board size {quote(raw)} names no board.")
    width = int(match[1])
    height = int(match[2] or width)
    if not (1 <= width <= MAX_BOARD and 1 <= height <= MAX_BOARD):
        return Size(0, 0, f"Board size {quote(raw)} is not between 1 and {MAX_BOARD} lines.")
    if strict is None:
        return Size(width, height, f"Board size {quote(raw)} is read as {width} columns and {height} rows.")
    return Size(width, height)


@dataclass(frozen=True, slots=True)
class Handicap:
    """A number of handicap stones; None when the text names none."""

    stones: int | None
    message: str = ""


def parse_handicap(text: str) -> Handicap:
    """Read the number of handicap stones.

    Does not compare it with the stones on the board, and 0 and 1 are given as written: both mean
    an even game to some programs, 1 a game without komi to others.

    Args:
        text: raw HA; ``""`` when the property is absent or empty.

    Returns:
        Handicap; with a message (GO405) when the text is not a plain number of at most 41 stones.

    Rule: SGF FF[4], Go, HA (a number, 2 or more).

    Example:
        >>> parse_handicap("9").stones, parse_handicap("").stones, parse_handicap("7.5").message
        (9, None, "Handicap '7.5' is not a number of stones.")
    """
    raw = text.strip()
    if not raw:
        return Handicap(None)
    if said := too_long("Handicap", raw):
        return Handicap(None, said)
    strict = _PLAIN_HANDICAP.fullmatch(raw)
    match = strict or _LOOSE_HANDICAP.fullmatch(fold(raw))
    if match is None or int(match[1]) > _MOST_STONES:
        return Handicap(None, f"Handicap {quote(raw)} is not a number of stones.")
    stones = int(match[1])
    if strict is None:
        return Handicap(stones, f"Handicap {quote(raw)} is not a plain number; it is read as {stones} stones.")
    if stones > _CUSTOMARY:
        return Handicap(stones, f"Handicap {quote(raw)} is more than {_CUSTOMARY} stones; it is kept.")
    return Handicap(stones)


@dataclass(frozen=True, slots=True)
class RecordedKomi:
    """The komi as recorded: ``points`` for White (None when not known), and the unit the text was written in."""

    points: float | None
    unit: KomiUnit
    message: str = ""
    bid: bool = False

    @property
    def source(self) -> KomiSource:
        """Where it comes from."""
        if self.points is None:
            return KomiSource.NONE
        return KomiSource.AUCTION if self.bid else KomiSource.RECORDED


def is_auction(text: str) -> bool:
    """Return whether a text says that the players bid for the komi.

    Example:
        >>> is_auction("Auction komi"), is_auction("bids: 7, 6.5"), is_auction("Forbidden City Cup")
        (True, True, False)
    """
    if text.isascii() and not _BIDDING.search(text):  # as nearly all are
        return False
    return _AUCTION.search(fold(text[:MAX_VALUE])) is not None


def parse_komi(text: str) -> RecordedKomi:
    """Read the komi and convert it to points.

    Does not replace an odd value by a likely one: ``0`` stays 0 although one server writes it for
    6.5, and a number up to 400 is kept however implausible.

    Args:
        text: raw KM; ``""`` when the property is absent or empty.

    Returns:
        RecordedKomi. With a message and no points (GO403) where the text is missing, no number, or beyond 400 points
        (infinite numbers such as ``1e400`` included); with both (GO404) where the number is implausible, in zi or
        hundredths, or not written as FF[4] wants it.

    Rule: SGF FF[4], Go, KM (a real number). A fraction of ¼ or ¾ can only be zi. A whole number from
    200 to 1000 divisible by 25 is in hundredths: of zi when it ends in 25 or 75, else of points.

    Example:
        >>> [parse_komi(text).points for text in ("6.5", "375", "650", "2.75", "6目半", "six")]
        [6.5, 7.5, 6.5, 5.5, 6.5, None]
    """
    raw = text.strip()
    if not raw:
        return RecordedKomi(None, KomiUnit.NONE, "Komi is missing.")
    if said := too_long("Komi", raw):
        return RecordedKomi(None, KomiUnit.NONE, said)
    if _PLAIN_KOMI.fullmatch(raw):
        return _judge(raw, float(raw), Unit.NONE, loose=False)
    if is_auction(raw):
        return _highest_bid(raw)
    quantity = read_quantity(fold(raw))
    if quantity is None:
        return RecordedKomi(None, KomiUnit.NONE, f"Komi {quote(raw)} is not a number.")
    return _judge(raw, quantity.value, quantity.unit, loose=True)


def _highest_bid(raw: str) -> RecordedKomi:
    """Return the komi that was found by bidding: who bids most takes Black and gives it.

    Rule: Sensei's Library, Auction Komi; Dragon Go Server, FAQ on fair komi.
    """
    folded = fold(raw)
    bids = [_signed(folded, each) for each in find_quantities(folded)]
    if not bids or abs(max(bids)) > _PLAUSIBLE:
        return RecordedKomi(None, KomiUnit.NONE, f"Komi {quote(raw)} names no bid.")
    said = f"Komi {quote(raw)} was bid for; the highest bid is read, {in_points(max(bids))}."
    return RecordedKomi(max(bids), KomiUnit.POINTS, said, bid=True)


def _signed(folded: str, found: Quantity) -> float:
    return -found.value if folded[: found.start].endswith((" -", ":-")) else found.value


def highest_bid(text: str) -> float | None:
    """Return the highest bid that a text on a whole game names, in points; None for none.

    Other numbers may stand there: a bid is one that comes after a word for bidding, with nothing between them but
    colours, other bids and little words.

    Example:
        >>> highest_bid("Round 3. Komi auction: Black bid 9.5, White bid 7.5."), highest_bid("Auction komi, 30 minutes")
        (9.5, None)
    """
    folded = fold(text[:MAX_VALUE])
    lists = [match.span() for match in _BIDS.finditer(folded)]
    bids = [
        _signed(folded, each)
        for each in find_quantities(folded)
        if any(first < each.start < last for first, last in lists) and not _NO_BID.match(folded, each.end)
    ]
    likely = [bid for bid in bids if abs(bid) <= _PLAUSIBLE and (bid * 4).is_integer()]
    return max(likely) if likely else None


def at_auction(komi: RecordedKomi, text: str, name: str) -> RecordedKomi:
    """Return the komi of a game of which another text than KM says that the players bid: KM stands, if it is known.

    Args:
        komi: what KM says.
        text: the other text, see `is_auction`.
        name: its property.
    """
    bid = highest_bid(text)
    if komi.points is not None:
        differs = bid is not None and bid != komi.points
        said = f"Komi {in_points(komi.points)} stands, though the highest bid in {name} is {bid:g}." if differs else ""
        return replace(komi, message=" ".join(filter(None, (komi.message, said))), bid=True)
    if bid is None:
        return komi
    said = f"{komi.message.rstrip('.')}; the highest bid in {name} is read, {in_points(bid)}."
    return RecordedKomi(bid, KomiUnit.POINTS, said, bid=True)


def _judge(raw: str, number: float, written: Unit, *, loose: bool) -> RecordedKomi:
    """Find the unit of a number and say what is odd about it."""
    if not math.isfinite(number):
        return RecordedKomi(None, KomiUnit.NONE, f"Komi {quote(raw)} is too large to be a komi.")
    unit = _unit(number, written)
    factor = {KomiUnit.ZI: 2, KomiUnit.ZI_100: 0.02, KomiUnit.POINTS_100: 0.01}.get(unit, 1)
    points = round(number * factor, 6) + 0.0  # rounding undoes 0.02 × 375; + 0.0 turns −0 into 0
    if abs(points) > _MOST_KOMI:
        return RecordedKomi(None, KomiUnit.NONE, f"Komi {quote(raw)} is too large to be a komi.")
    if unit is KomiUnit.ZI:
        return RecordedKomi(points, unit, f"Komi {quote(raw)} is in zi (子) and means {in_points(points)}.")
    if unit is not KomiUnit.POINTS:
        whole = "zi (子)" if unit is KomiUnit.ZI_100 else "points"
        said = f"Komi {quote(raw)} is in hundredths of {whole} and means {in_points(points)}."
        return RecordedKomi(points, unit, said)
    if abs(points) > _PLAUSIBLE:
        return RecordedKomi(points, unit, f"Komi {quote(raw)} is implausible; it is kept as {in_points(points)}.")
    if not (points * 4).is_integer():
        said = f"Komi {quote(raw)} is no multiple of a quarter; it is kept as {in_points(points)}."
        return RecordedKomi(points, unit, said)
    if loose:
        return RecordedKomi(
            points, unit, f"Komi {quote(raw)} is not a plain number; it is read as {in_points(points)}."
        )
    return RecordedKomi(points, unit)


def _unit(number: float, written: Unit) -> KomiUnit:
    """Decide the unit: a written one counts, then what only one unit can give."""
    low, high = _HUNDREDTHS
    if written is Unit.ZI or is_quarter(number):
        return KomiUnit.ZI
    if written is Unit.NONE and low <= abs(number) <= high and number % 25 == 0:
        return KomiUnit.POINTS_100 if number % 50 == 0 else KomiUnit.ZI_100
    return KomiUnit.POINTS
