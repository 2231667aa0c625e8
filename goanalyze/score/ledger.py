"""Ledgers: the count of one game line by line, as text and as data. Nothing is judged here."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

from goanalyze.rules import decimal_text, points_text

_FRACTIONS: Final = {0.25: "¼", 0.5: "½", 0.75: "¾"}
_WIDTH: Final = 34
_NUMBER: Final = 8


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a ledger: what it is, and what it gives to each side; None where it says nothing of a side."""

    what: str
    black: float | None = None
    white: float | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """A count, line by line.

    Attributes:
        title: how it is counted.
        lines: in the order in which players count.
        unit: points; zi (子), worth two points of margin each; stones, where the lines are no sum.

    Example:
        >>> ledger = Ledger("area", (Line("area", 44, 36), Line("komi", None, 7.5)))
        >>> ledger.black, ledger.white, ledger.margin
        (44.0, 43.5, 0.5)
        >>> print(ledger)
        area                                  Black   White
          area                                   44      36
          komi                                          7.5
                                            ───────────────
                                                 44    43.5  B+0.5
    """

    title: str
    lines: tuple[Line, ...]
    unit: Literal["points", "zi", "stones"] = "points"

    @property
    def black(self) -> float:
        """Black's sum."""
        return math.fsum(line.black or 0 for line in self.lines)

    @property
    def white(self) -> float:
        """White's sum."""
        return math.fsum(line.white or 0 for line in self.lines)

    @property
    def margin(self) -> float:
        """Black − White, in the ledger's unit; summed at once, so that a komi such as 6.1 is rounded once only."""
        return math.fsum(number for line in self.lines for number in (line.black or 0, -(line.white or 0)))

    def __str__(self) -> str:
        rows = [self._row(f"  {line.what}", line.black, line.white) for line in self.lines]
        head = f"{self.title:<{_WIDTH}}{'Black':>{_NUMBER + 1}}{'White':>{_NUMBER}}"
        if self.unit == "stones":
            return "\n".join([head, *rows])
        result = points_text(self.margin)
        if self.unit == "zi" and self.margin:
            result = f"{result[:2]}{quarters(abs(self.margin))}子"
        rule = " " * (_WIDTH + 2) + "─" * (2 * _NUMBER - 1)
        one_sided = all(line.white is None for line in self.lines)
        return "\n".join(
            [head, *rows, rule, f"{self._row('', self.black, None if one_sided else self.white)}  {result}"]
        )

    def _number(self, value: float) -> str:
        return quarters(value) if self.unit == "zi" else decimal_text(value).replace("-", "−")

    def _row(self, what: str, black: float | None, white: float | None) -> str:
        first, second = ("" if value is None else self._number(value) for value in (black, white))
        return f"{what:<{_WIDTH}}{first:>{_NUMBER + 1}}{second:>{_NUMBER}}".rstrip()


def quarters(number: float) -> str:
    """Write a multiple of a quarter as Chinese counts are written; any other number with its decimals.

    Example:
        >>> quarters(3.75), quarters(0.25), quarters(-2), quarters(184.5), quarters(-0.55)
        ('3¾', '¼', '−2', '184½', '−0.55')
    """
    whole, part = divmod(abs(number), 1)
    sign = "−" if number < 0 else ""
    if part and part not in _FRACTIONS:
        return sign + decimal_text(abs(number))
    return sign + (f"{whole:.0f}" if whole or not part else "") + _FRACTIONS.get(part, "")
