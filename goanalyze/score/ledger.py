"""Ledgers: the count of one game line by line, as text and as data. Scope: no counting."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from goanalyze.draw.ledger_tables import Row, sides_html, sides_text
from goanalyze.score.terms import CountingMethod, Points
from goanalyze.vocabulary.numbers import decimal_text, plural, points_text, quarters


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One line of a ledger.

    Attributes:
        name: name of the line.
        black, white: numbers of both sides; None if the line is not about a side.
    """

    name: str
    black: float | None = None
    white: float | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """A count, line by line.

    Attributes:
        title: method of counting.
        lines: lines, in the order in which players count.
        unit: points; zi (子), worth two points of margin each; stones, if the lines have no sum.

    Example:
        >>> ledger = Ledger("area", (LedgerLine("area", 44, 36), LedgerLine("komi", None, 7.5)))
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
    lines: tuple[LedgerLine, ...]
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

    def rows(self) -> list[Row]:
        """Return the lines as text."""
        return [(line.name, self._number(line.black), self._number(line.white)) for line in self.lines]

    def total(self) -> Row | None:
        """Return both sums and the result as text; None if the lines have no sum."""
        if self.unit == "stones":
            return None
        result = points_text(self.margin)
        if self.unit == "zi" and self.margin:
            result = f"{result[:2]}{quarters(abs(self.margin))}子"
        is_one_sided = all(line.white is None for line in self.lines)
        return self._number(self.black), "" if is_one_sided else self._number(self.white), result

    def __repr__(self) -> str:
        total = self.total()
        return f"<Ledger {self.title}, {total[-1] if total else plural(len(self.lines), 'line')}>"

    def __str__(self) -> str:
        return sides_text(self.title, self.rows(), self.total())

    def _repr_html_(self) -> str:
        return sides_html(self.title, self.rows(), self.total())

    def _number(self, value: float | None) -> str:
        if value is None:
            return ""
        return quarters(value) if self.unit == "zi" else decimal_text(value).replace("-", "−")


def ledger_of(method: CountingMethod, game: int = 0) -> Ledger:
    """Return the ledger of one game: its row of the terms of a method."""
    lines = []
    for term in method.terms:
        black, white = (_value(points, game, term.is_blank_zero) for points in (term.black, term.white))
        if not term.is_blank_zero or black is not None or white is not None:
            lines.append(LedgerLine(term.name, black, white))
    return Ledger(method.title, tuple(lines), method.unit)


def _value(points: Points | None, game: int, is_blank_zero: bool) -> float | None:
    """Return the number of a term for a side in one game; 0.0 has no sign."""
    return None if points is None or (is_blank_zero and not points[game]) else float(points[game]) + 0.0
