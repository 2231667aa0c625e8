"""Board size, handicap and komi: the texts of SZ, HA and KM.

Komi is in points added to White. Three units are in use: FF[4] wants points; Chinese sources write zi (子), which count
two points each: 3¾ zi = 7.5 points; several servers write hundredths of either: ``375`` and ``750``.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import Final

from goanalyze.limits import MAX_BOARD, MAX_VALUE
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

_DEFAULT_SIZE: Final = 19  # FF[4], SZ: the default for Go

_PLAIN_SIZE: Final = re.compile(r"([0-9]{1,4})(?::([0-9]{1,4}))?")
_LOOSE_SIZE: Final = re.compile(r"([0-9]{1,4})(?: ?[x×*:路] ?([0-9]{1,4})?)?(?: ?路)?")
_CUSTOMARY: Final = 41  # the most handicap stones that any source knows; servers stop at 9 or a little above
_MOST_STONES: Final = 361  # points of the common board
_PLAIN_HANDICAP: Final = re.compile(r"\+?([0-9]{1,4})(?:\.0*)?")
_RECEIVED: Final = r"(?:受|让|讓|授|置碁?|手合割|핸디캡|접바둑|handicap|hcp?|ha|h)"
_STONES: Final = re.compile(
    rf"(?:.*{_RECEIVED}[ :=]*)?([0-9]{{1,4}})[ -]?(?:子|目|점|石|枚|stones?|st\.?)?"
    r" ?(?:局|番|置碁|置き|置|접바둑|치수|handicaps?(?: stones?)?)?"
)
_NO_STONES: Final = re.compile(
    r"(?:.*[^ .])??(?:先相先|互先|分先|猜先|常先|定先|受先|让先|讓先|授先|선상선|정선|호선|분선)|先番?|선|맞바둑|平手"
    r"|无|無|なし|없음|even(?: game)?|none|no(?: handicap)?|nigiri|sen|jo-?sen|tagai-?sen|sen-?ai-?sen"
    r"|black first|black plays first"
)
_SERIES: Final = re.compile(r".*[先二三四五六七八九]{3}子?")  # a handicap that changes by turns
_OF_THIS_GAME: Final = re.compile(r".*[^ 0-9.][^.]*[.,:](先|[0-9]{1,2}子?)")
_NUMBER_WORDS: Final = {
    word: str(number)
    for words in ("one two three four five six seven eight nine", "한 두 세 네 다섯 여섯 일곱 여덟 아홉")
    for number, word in enumerate(words.split(), start=1)
}
_NUMBER: Final = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(_NUMBER_WORDS)})(?![a-z])")
_UNKNOWN_HANDICAP: Final = re.compile(r"[?-]+|unknown|n/a")
_PLAIN_KOMI: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_AUCTION: Final = re.compile(r"\bauction|\bkomi.{0,9}\bbid|\bbid.{0,9}\bkomi|^bids?\b|竞叫|競叫|拍卖|入札|競り")
_BIDDING: Final = re.compile("auction|bid", re.IGNORECASE)  # its words in ASCII
_BIDS: Final = re.compile(
    r"(?:\b(?:bids?|bidding|auction)\b|竞叫|競叫|拍卖|入札|競り)"
    r"(?:[ :=,&()+0-9¼½¾黑黒白方目半子コミ贴貼]|(?<=[0-9])[./](?=[0-9])|(?<=[ :])-(?=[0-9])"
    r"|\b(?:was|were|is|are|of|for|by|at|and|to|against|vs|over|komi|points?|pts?|(?:black|white)(?:'s)?|[bw])\b)*"
)
"""A word for bidding and the words and bids that may follow it: any other word ends the list."""
_NO_BID: Final = re.compile(
    r" ?(?:st|nd|rd|th|d|dan|k|kyu|p|s|sec\w*|m|min\w*|h|hours?|games?|rounds?|moves?|stones?|%)\b"
)
_USUAL_KOMI: Final = (-100.0, 30.0)
"""A large negative komi takes the place of handicap stones. Of 66,894 recorded ones 5 are above 30 and 20 below −30,
all of KGS, which lets players choose −100 to 100."""
_MOST_BID: Final = 100.0
_MOST_KOMI: Final = 400.0  # a little more than the 361 points of the common board: beyond, no komi is meant
_HUNDREDTHS: Final = (200, 1000)  # 2 to 10 points, which as points no game has
_FOX_HUNDREDTHS: Final = (25, 1000)
_NO_KOMI: Final = re.compile(r"none|no(?: komi)?|nil|无|無|なし|コミなし|不[贴貼][目子]?|无[贴貼][目子]?|없음|덤 ?없음")
_KOMI_WORDS: Final = re.compile(
    r"(?:(?:komi|コミ|こみ|덤|공제|[黑黒白흑백]方?|black|white|gives|[贴貼][目子]?|出し?|込み?|逆|역|reverse)[:= ]*)+"
    r"|\([^()]*\)$"
)
_FOR_BLACK: Final = re.compile(r"白方?[贴貼]|백 ?(?:덤|공제)|逆|역|reverse|white gives")


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

    Returns:
        Size; with a message (GO409) when the text is not written as FF[4] wants it.

    Rule: SGF FF[4], Root properties, SZ: one number, or columns ``:`` rows. A square board written
    with both numbers is against the letter of FF[4] and read without remark: nothing is lost.

    Example:
        >>> parse_size("9:13").width, parse_size("").width, parse_size("-9").message
        (9, 19, "SZ '-9' names no board.")
    """
    raw = text.strip()
    if not raw:
        return Size(_DEFAULT_SIZE, _DEFAULT_SIZE)
    if message := too_long("SZ", raw):
        return Size(0, 0, message)
    strict = _PLAIN_SIZE.fullmatch(raw)
    match = strict or _LOOSE_SIZE.fullmatch(fold(raw))
    if match is None:
        return Size(0, 0, f"SZ {quote(raw)} names no board.")
    width = int(match[1])
    height = int(match[2] or width)
    if not (1 <= width <= MAX_BOARD and 1 <= height <= MAX_BOARD):
        return Size(0, 0, f"SZ {quote(raw)} is not between 1 and {MAX_BOARD} lines.")
    if strict is None:
        return Size(width, height, f"SZ {quote(raw)} is read as {width} columns and {height} rows.")
    return Size(width, height)


@dataclass(frozen=True, slots=True)
class Handicap:
    """A number of handicap stones; None when the text names none."""

    stones: int | None
    message: str = ""


def parse_handicap(text: str, name: str = "HA") -> Handicap:
    """Read the number of handicap stones, in digits or in the words of records.

    Does not compare it with the stones on the board, and 0 and 1 are given as written: both mean an even game to some
    programs, 1 a game without komi to others. Words for a game in which Black only moves first (先, 정선) and for an
    even one (互先, 호선, even) give 0. A text may name first the handicaps of a series and then that of this game:
    先二先.二子. Of a series alone, 先二先, no game is known.

    Returns:
        Handicap; with a message (GO405) when the text is not understood or names more than 41 stones.

    Rule: SGF FF[4], Go, HA (a number, 2 or more).

    Example:
        >>> [parse_handicap(text).stones for text in ("9", "二子", "张三受先", "吴先二先.二子", "2 stones", "정선", "")]
        [9, 2, 0, 2, 2, 0, None]
        >>> parse_handicap("7.5").message
        "HA '7.5' is not a number of stones."
    """
    raw = text.strip()
    if message := too_long(name, raw):
        return Handicap(None, message)
    folded = fold(raw)
    if not raw or _UNKNOWN_HANDICAP.fullmatch(folded):
        return Handicap(None)
    stones = _stones(folded)
    if stones != 0 and _SERIES.fullmatch(raw):
        return Handicap(None, f"{name} {quote(raw)} names the handicaps of a series, but not that of this game.")
    if stones is None or stones > _MOST_STONES:
        return Handicap(None, f"{name} {quote(raw)} is not a number of stones.")
    if stones > _CUSTOMARY:
        return Handicap(stones, f"{name} {quote(raw)} is more than {_CUSTOMARY} stones; it is kept.")
    return Handicap(stones)


def _stones(folded: str) -> int | None:
    """Return the number of stones that a folded text names."""
    if match := _PLAIN_HANDICAP.fullmatch(folded):
        return int(match[1])
    if _NO_STONES.fullmatch(folded):
        return 0
    if match := _OF_THIS_GAME.fullmatch(folded):
        return 0 if match[1] == "先" else int(match[1].removesuffix("子"))
    match = _STONES.fullmatch(_NUMBER.sub(lambda word: _NUMBER_WORDS[word[0]], folded))
    return int(match[1]) if match else None


@dataclass(frozen=True, slots=True)
class RecordedKomi:
    """The komi as recorded: ``points`` for White (None when not known), and the unit that the text is written in."""

    points: float | None
    unit: KomiUnit
    message: str = ""
    bid: bool = False
    is_of_period: bool = False

    @property
    def source(self) -> KomiSource:
        """The source of the komi."""
        if self.points is None:
            return KomiSource.NONE
        if self.is_of_period:
            return KomiSource.PERIOD
        return KomiSource.AUCTION if self.bid else KomiSource.RECORDED


def is_auction(text: str) -> bool:
    """Return True if the players bid for the komi, as the text has it.

    Example:
        >>> is_auction("Auction komi"), is_auction("bids: 7, 6.5"), is_auction("Forbidden City Cup")
        (True, True, False)
    """
    if text.isascii() and not _BIDDING.search(text):  # as nearly all are
        return False
    return _AUCTION.search(fold(text[:MAX_VALUE])) is not None


def parse_komi(text: str, name: str = "KM", *, is_fox: bool = False) -> RecordedKomi:
    """Read the komi and convert it to points.

    Does not replace an odd value by a likely one: ``0`` stays 0 although one server writes it for
    6.5, and a number up to 400 is kept however implausible.

    Args:
        text: raw KM; ``""`` when the property is absent or empty.
        name: property of the text, for the message.
        is_fox: True if the record is of the Fox server, which writes hundredths, also below 200.

    Returns:
        RecordedKomi. With a message and no points (GO403) where the text is missing, not a number, or beyond 400 points
        (infinite numbers such as ``1e400`` included); with both (GO404) where the number is implausible, in zi or
        hundredths, or not written as FF[4] wants it.

    Rule: SGF FF[4], Go, KM (a real number). A fraction of ¼ or ¾ can only be zi. A whole number from
    200 to 1000 divisible by 25 is in hundredths: of zi when it ends in 25 or 75, else of points.

    Example:
        >>> [parse_komi(text).points for text in ("6.5", "375", "650", "2.75", "6目半", "黑贴五目半", "Komi: 5½")]
        [6.5, 7.5, 6.5, 5.5, 6.5, 5.5, 5.5]
        >>> parse_komi("50").message, parse_komi("50", is_fox=True).points
        ("KM '50' is implausible; it is kept as 50 points.", 0.5)
    """
    raw = text.strip()
    if not raw:
        return RecordedKomi(None, KomiUnit.NONE, "Komi is missing.")
    if message := too_long(name, raw):
        return RecordedKomi(None, KomiUnit.NONE, message)
    if _PLAIN_KOMI.fullmatch(raw):
        return _judge(f"{name} {quote(raw)}", float(raw), Unit.NONE, is_loose=False, is_fox=is_fox)
    if is_auction(raw):
        return _highest_bid(raw, name)
    folded = fold(raw)
    if _NO_KOMI.fullmatch(folded):
        return RecordedKomi(0.0, KomiUnit.POINTS, f"{name} {quote(raw)} is not a plain number; it is read as 0 points.")
    quantity = read_quantity(folded.rstrip(" .")) or read_quantity(_KOMI_WORDS.sub(" ", folded).strip())
    if quantity is None:
        return RecordedKomi(None, KomiUnit.NONE, f"{name} {quote(raw)} is not a number.")
    number = -quantity.value if _FOR_BLACK.search(folded) else quantity.value
    return _judge(f"{name} {quote(raw)}", number, quantity.unit, is_loose=True, is_fox=is_fox)


def has_usual_size(komi: RecordedKomi) -> bool:
    """Return True if a komi is known and within the bounds of usual games.

    Example:
        >>> has_usual_size(parse_komi("7.5")), has_usual_size(parse_komi("50")), has_usual_size(parse_komi("xxxx"))
        (True, False, False)
    """
    return komi.points is not None and _is_usual(komi.points)


def _is_usual(points: float) -> bool:
    low, high = _USUAL_KOMI
    return low <= points <= high


def _highest_bid(raw: str, name: str) -> RecordedKomi:
    """Return the highest bid for the komi: its player takes Black and gives it.

    Rule: Sensei's Library, Auction Komi; Dragon Go Server, FAQ on fair komi.
    """
    folded = fold(raw)
    bids = [_signed(folded, quantity) for quantity in find_quantities(folded)]
    if not bids or abs(max(bids)) > _MOST_BID:
        return RecordedKomi(None, KomiUnit.NONE, f"{name} {quote(raw)} names no bid.")
    message = f"{name} {quote(raw)} was bid for; the highest bid is read, {in_points(max(bids))}."
    return RecordedKomi(max(bids), KomiUnit.POINTS, message, bid=True)


def _signed(folded: str, quantity: Quantity) -> float:
    return -quantity.value if folded[: quantity.start].endswith((" -", ":-")) else quantity.value


def highest_bid(text: str) -> float | None:
    """Return the highest bid that a text on a whole game names, in points; None for none.

    Other numbers may occur in it: a bid is one that comes after a word for bidding, with nothing between them but
    colours, other bids and little words.

    Example:
        >>> highest_bid("Round 3. Komi auction: Black bid 9.5, White bid 7.5."), highest_bid("Auction komi, 30 minutes")
        (9.5, None)
    """
    folded = fold(text[:MAX_VALUE])
    lists = [match.span() for match in _BIDS.finditer(folded)]
    bids = [
        _signed(folded, quantity)
        for quantity in find_quantities(folded)
        if any(first < quantity.start < last for first, last in lists) and not _NO_BID.match(folded, quantity.end)
    ]
    likely = [bid for bid in bids if abs(bid) <= _MOST_BID and (bid * 4).is_integer()]
    return max(likely) if likely else None


def at_auction(komi: RecordedKomi, text: str, name: str) -> RecordedKomi:
    """Return the komi of a game for which the players bid, as another text than KM has it: a known KM counts."""
    bid = highest_bid(text)
    if komi.points is not None:
        differs = bid is not None and bid != komi.points
        message = (
            f"KM counts, {in_points(komi.points)}, though the highest bid in {name} is {bid:g}." if differs else ""
        )
        return replace(komi, message=" ".join(filter(None, (komi.message, message))), bid=True)
    if bid is None:
        return komi
    message = f"{komi.message.rstrip('.')}; the highest bid in {name} is read, {in_points(bid)}."
    return RecordedKomi(bid, KomiUnit.POINTS, message, bid=True)


def _judge(subject: str, number: float, written: Unit, *, is_loose: bool, is_fox: bool) -> RecordedKomi:
    """Convert a number to points and write the sentence on its oddity; `subject` begins it."""
    if not math.isfinite(number):
        return RecordedKomi(None, KomiUnit.NONE, f"{subject} is too large to be a komi.")
    unit = _unit(number, written, is_fox=is_fox)
    factor = {KomiUnit.ZI: 2, KomiUnit.ZI_100: 0.02, KomiUnit.POINTS_100: 0.01}.get(unit, 1)
    points = round(number * factor, 6) + 0.0  # rounding undoes 0.02 × 375; + 0.0 turns −0 into 0
    if abs(points) > _MOST_KOMI:
        return RecordedKomi(None, KomiUnit.NONE, f"{subject} is too large to be a komi.")
    message = ""
    if unit is KomiUnit.ZI:
        message = f"{subject} is in zi (子) and means {in_points(points)}."
    elif unit is not KomiUnit.POINTS:
        whole = "zi (子)" if unit is KomiUnit.ZI_100 else "points"
        is_of_fox = abs(number) < _HUNDREDTHS[0]
        fox = "implausible in points and, as the Fox server writes komi, " if is_of_fox else ""
        message = f"{subject} is {fox}in hundredths of {whole} and means {in_points(points)}."
    elif not _is_usual(points):
        message = f"{subject} is implausible; it is kept as {in_points(points)}."
    elif not (points * 4).is_integer():
        message = f"{subject} is not a multiple of a quarter; it is kept as {in_points(points)}."
    elif is_loose:
        message = f"{subject} is not a plain number; it is read as {in_points(points)}."
    return RecordedKomi(points, unit, message)


def _unit(number: float, written: Unit, *, is_fox: bool) -> KomiUnit:
    """Return the unit: a written one counts, then the one that alone can give the number."""
    low, high = _FOX_HUNDREDTHS if is_fox else _HUNDREDTHS
    if written is Unit.ZI or is_quarter(number):
        return KomiUnit.ZI
    if written is Unit.NONE and low <= abs(number) <= high and number % 25 == 0:
        return KomiUnit.POINTS_100 if number % 50 == 0 else KomiUnit.ZI_100
    return KomiUnit.POINTS
