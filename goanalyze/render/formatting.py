"""Text of values by kind: the one place where figures become characters, for terminals and pages alike."""

from __future__ import annotations

import math

from goanalyze.render.model import Column, Kind, Scalar
from goanalyze.util.numbers import number, percent, points_text, reach, signed

RIGHT_ALIGNED = frozenset(
    {Kind.COUNT, Kind.SHARE, Kind.RATE, Kind.POINTS, Kind.SIGNED, Kind.RESULT, Kind.DECIMAL, Kind.INTERVAL}
)
"""Kinds of values that are aligned right and never fold."""

MISSING = ""
"""Text of a missing value."""


def value_text(value: Scalar | tuple[int, ...], column: Column) -> str:
    """Return the text of a value; bars and small columns are drawn by each printer, and have the text of a share."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return MISSING
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, str) or column.kind in {Kind.TEXT, Kind.NAME, Kind.INTERVAL, Kind.ADDRESS}:
        return str(value)
    figure = float(value)
    match column.kind:
        case Kind.COUNT:
            return number(int(figure))
        case Kind.SHARE | Kind.BAR:
            return percent(figure)
        case Kind.RATE:
            return f"{figure:,.1f}"
        case Kind.SIGNED:
            return signed(round(figure, 3))
        case Kind.RESULT:
            return points_text(round(figure, 3))
        case Kind.DECIMAL:
            return f"{figure:,.2f}"
        case _:
            return f"{figure:g}"


def interval_text(low: float, high: float) -> str:
    """Return an interval of shares in percent, without the sign, for columns of the kind INTERVAL.

    Example:
        >>> interval_text(0.031, 0.044), interval_text(float("nan"), float("nan"))
        ('3.10–4.40', '')
    """
    return MISSING if math.isnan(low) else reach(low, high)
