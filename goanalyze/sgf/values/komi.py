"""The komi, property KM, in points added to White. Not here: the komi a ruleset would want.

Three units are in use. FF[4] wants points. Chinese sources write zi (子), which count two points
each: 3¾ zi = 7.5 points. Several servers write hundredths of either: ``375`` and ``750``.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final, Literal

from goanalyze.sgf.values.numbers import Unit, fold, in_points, is_quarter, quote, read_quantity, too_long

__all__ = ["Komi", "KomiUnit", "parse_komi"]

KomiUnit = Literal["points", "zi", "zi×100", "points×100", "none"]

_FF4: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_PLAUSIBLE: Final = 100.0  # KGS lets players choose −100 to 100, and uses of both ends are recorded
_KEPT: Final = 400.0  # a little more than the 361 points of the common board: beyond, no komi is meant
_HUNDREDTHS: Final = (200, 1000)  # 2 to 10 points; as points, nobody has given as many


@dataclass(frozen=True, slots=True)
class Komi:
    """A komi: ``points`` for White (None when not known) and the unit the text was written in."""

    points: float | None
    unit: KomiUnit
    code: str | None = None
    message: str = ""


def parse_komi(text: str) -> Komi:
    """Read the komi and convert it to points.

    Does not replace an odd value by a likely one: ``0`` stays 0 although one server writes it for
    6.5, and a number up to 400 is kept however implausible.

    Args:
        text: raw KM; ``""`` when the property is absent or empty.

    Returns:
        Komi. Code GO403: no points are given, because the text is missing, no number, or beyond 400
        points (infinite numbers such as ``1e400`` included). Code GO404: points are given, but the
        number is implausible, in zi or hundredths, or not written as FF[4] wants it.

    Rule: SGF FF[4], Go, KM (a real number). A fraction of ¼ or ¾ can only be zi. A whole number from
    200 to 1000 divisible by 25 is in hundredths: of zi when it ends in 25 or 75, else of points.

    Example:
        >>> [parse_komi(text).points for text in ("6.5", "375", "650", "2.75", "6目半", "six")]
        [6.5, 7.5, 6.5, 5.5, 6.5, None]
    """
    raw = text.strip()
    if not raw:
        return Komi(None, "none", "GO403", "Komi is missing.")
    if said := too_long("Komi", raw):
        return Komi(None, "none", "GO403", said)
    if _FF4.fullmatch(raw):
        return _judge(raw, float(raw), "none", loose=False)
    quantity = read_quantity(fold(raw))
    if quantity is None:
        return Komi(None, "none", "GO403", f"Komi {quote(raw)} is not a number.")
    return _judge(raw, quantity.value, quantity.unit, loose=True)


def _judge(raw: str, number: float, written: Unit, *, loose: bool) -> Komi:
    """Find the unit of a number and say what is odd about it."""
    if not math.isfinite(number):
        return Komi(None, "none", "GO403", f"Komi {quote(raw)} is too large to be a komi.")
    unit = _unit(number, written)
    factor = {"zi": 2, "zi×100": 0.02, "points×100": 0.01}.get(unit, 1)
    points = round(number * factor, 6) + 0.0  # rounding undoes 0.02 × 375; + 0.0 turns −0 into 0
    if abs(points) > _KEPT:
        return Komi(None, "none", "GO403", f"Komi {quote(raw)} is too large to be a komi.")
    if unit == "zi":
        return Komi(points, unit, "GO404", f"Komi {quote(raw)} is in zi (子) and means {in_points(points)}.")
    if unit != "points":
        whole = "zi (子)" if unit == "zi×100" else "points"
        said = f"Komi {quote(raw)} is in hundredths of {whole} and means {in_points(points)}."
        return Komi(points, unit, "GO404", said)
    if abs(points) > _PLAUSIBLE:
        return Komi(points, unit, "GO404", f"Komi {quote(raw)} is implausible; it is kept as {in_points(points)}.")
    if not (points * 4).is_integer():
        said = f"Komi {quote(raw)} is no multiple of a quarter; it is kept as {in_points(points)}."
        return Komi(points, unit, "GO404", said)
    if loose:
        return Komi(
            points, unit, "GO404", f"Komi {quote(raw)} is not a plain number; it is read as {in_points(points)}."
        )
    return Komi(points, unit)


def _unit(number: float, written: Unit) -> Literal["points", "zi", "zi×100", "points×100"]:
    """Decide the unit: a written one counts, then what only one unit can give."""
    low, high = _HUNDREDTHS
    if written == "zi" or is_quarter(number):
        return "zi"
    if written == "none" and low <= abs(number) <= high and number % 25 == 0:
        return "points×100" if number % 50 == 0 else "zi×100"
    return "points"
