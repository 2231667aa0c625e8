"""Numbers as people read them: counts with their noun, shares, points, margins, Chinese quarters."""

from __future__ import annotations

import math
from typing import Final

_FRACTIONS: Final = {0.25: "¼", 0.5: "½", 0.75: "¾"}


def number(value: float) -> str:
    """Write a count in a table; zero is a dash.

    Example:
        >>> number(1234), number(0)
        ('1,234', '–')
    """
    return f"{value:,.0f}" if value else "–"


def plural(value: int, noun: str, nouns: str = "") -> str:
    """Write a count with its noun.

    Args:
        value: the count.
        noun: singular.
        nouns: plural, by default the noun with an s.

    Example:
        >>> plural(1, "game"), plural(2345, "game"), plural(2, "copy", "copies")
        ('1 game', '2,345 games', '2 copies')
    """
    return f"{value:,} {noun if value == 1 else nouns or f'{noun}s'}"


def size_text(size: float) -> str:
    """Write a number of bytes.

    Example:
        >>> size_text(35), size_text(876), size_text(412_345), size_text(412_345_678), size_text(4_123_456_789)
        ('35 bytes', '876 bytes', '412 kB', '412 MB', '4.12 GB')
    """
    if size < 1e3:
        return f"{size:.0f} bytes"
    unit, name = next((unit, name) for unit, name in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")) if size >= unit)
    value = size / unit
    return f"{value:,.{2 if value < 9.995 else 1 if value < 99.95 else 0}f} {name}"


def duration_text(seconds: float) -> str:
    """Write a duration.

    Example:
        >>> duration_text(0.4), duration_text(40), duration_text(200), duration_text(4800)
        ('1 s', '40 s', '3 min', '1 h 20 min')
    """
    if seconds < 100:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def percent(share: float | None) -> str:
    """Write a share with two or three significant digits; None and NaN are a dash, and only 1 is 100%.

    Example:
        >>> percent(0.5), percent(0.0123), percent(0.000042), percent(0), percent(0.99999), percent(1), percent(None)
        ('50.0%', '1.23%', '0.0042%', '0%', '>99.9%', '100%', '–')
    """
    if share is None or math.isnan(share):
        return "–"
    if share in (0, 1):
        return f"{share:.0%}"
    if 0.999 < share < 1:
        return ">99.9%"
    return f"{share * 100:{'.1f' if share >= 0.1 else '.2f' if share >= 0.001 else '.2g'}}%"


def reach(low: float, high: float) -> str:
    """Write an interval of shares in percent, without the sign.

    Example:
        >>> reach(0.4871, 0.5123), reach(0, 0.0331), reach(float("nan"), float("nan"))
        ('48.7–51.2', '0–3.31', '–')
    """
    return "–" if math.isnan(low) else f"{percent(low)}–{percent(high)}".replace("%", "")


def signed(points: float, digits: int | None = None) -> str:
    """Write points with their sign; zero has none.

    Example:
        >>> signed(1.5), signed(-2.0), signed(0), signed(-0.254, 2)
        ('+1.5', '−2', '0', '−0.25')
    """
    size = f"{abs(points):g}" if digits is None else f"{abs(points):.{digits}f}"
    sign = "" if not float(size) else "+" if points > 0 else "−"
    return sign + size


def decimal_text(value: float) -> str:
    """Write a number with up to seven decimals: komi have up to six, half komi seven.

    Example:
        >>> decimal_text(7.0), decimal_text(1 - 6.1 - 36), decimal_text(-0.000001)
        ('7', '-41.1', '-0.000001')
    """
    text = f"{value:.7f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points_text(margin: float) -> str:
    """Write a margin as results are written; 0 is a tie.

    Example:
        >>> points_text(0.5), points_text(-12.0), points_text(0)
        ('B+0.5', 'W+12', '0')
    """
    if margin == 0:
        return "0"
    return f"{'B' if margin > 0 else 'W'}+{decimal_text(abs(margin))}"


def quarters(value: float) -> str:
    """Write a multiple of a quarter as Chinese counts are written; any other number with its decimals.

    Example:
        >>> quarters(3.75), quarters(0.25), quarters(-2), quarters(184.5), quarters(-0.55)
        ('3¾', '¼', '−2', '184½', '−0.55')
    """
    whole, part = divmod(abs(value), 1)
    sign = "−" if value < 0 else ""
    if part and part not in _FRACTIONS:
        return sign + decimal_text(abs(value))
    return sign + (f"{whole:.0f}" if whole or not part else "") + _FRACTIONS.get(part, "")
