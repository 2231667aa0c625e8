"""Small tables and figures for the terminal: columns that fit, numbers as people read them, bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["SHADES", "Grid", "bar", "number", "percent", "signed", "spark"]

Cell = str | tuple[str, str]
"""Text, or text and its style."""

SHADES: Final = ((0.0, "dim"), (0.01, ""), (0.05, "yellow"), (float("inf"), "bold yellow"))
"""Styles by share: each up to a limit."""

_ROOMY: Final = 100  # columns of a terminal that has room for wide gaps
_LONGEST: Final = 24  # of a word that is not broken
_BLOCKS: Final = "▁▂▃▄▅▆▇█"


class Grid:
    """A table without rules: text columns fold, number columns stand right and never break.

    Args:
        heads: of the columns.
        numbers: how many columns hold numbers; they come after `before` columns of text.
        before: columns of text that come first.
    """

    def __init__(self, *heads: str, numbers: int, before: int = 1) -> None:
        self._heads, self._numbers = heads, range(before, before + numbers)
        self._rows: list[tuple[Cell, ...]] = []

    def row(self, *cells: Cell) -> None:
        """Add a row."""
        self._rows.append(cells)

    def print(self, console: Console) -> None:
        """Print it, as wide as it need be."""
        from rich.table import Table  # noqa: PLC0415 - only when something is printed
        from rich.text import Text  # noqa: PLC0415

        gap = 2 if console.width >= _ROOMY else 1
        table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="dim")
        for place, head in enumerate(self._heads):
            cells = [_text(row[place]) for row in self._rows]
            pieces = cells if place in self._numbers else [word for cell in cells for word in cell.split()]
            longest = min(max(map(len, pieces), default=1), _LONGEST)
            side: Literal["left", "right"] = "right" if place in self._numbers else "left"
            table.add_column(Text(head), justify=side, min_width=longest, overflow="fold")
        for row in self._rows:
            table.add_row(*(Text(cell) if isinstance(cell, str) else Text(*cell) for cell in row))
        console.print(table)


def _text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else cell[0]


def number(value: float) -> str:
    """Write a count; nothing is a dash.

    Example:
        >>> number(1234), number(0)
        ('1,234', '–')
    """
    return f"{value:,.0f}" if value else "–"


def percent(share: float) -> str:
    """Write a share with as many digits as it needs, NaN as a dash.

    Example:
        >>> percent(0.5), percent(0.0123), percent(0.000042), percent(0), percent(float("nan"))
        ('50.0%', '1.23%', '0.0042%', '0%', '–')
    """
    if share != share:  # noqa: PLR0124 - NaN
        return "–"
    if share == 0:
        return "0%"
    return f"{share * 100:{'.1f' if share >= 0.1 else '.2f' if share >= 0.001 else '.2g'}}%"


def signed(points: float, digits: int | None = None) -> str:
    """Write points with their sign.

    Example:
        >>> signed(1.5), signed(-2.0), signed(0), signed(-0.254, 2)
        ('+1.5', '−2', '0', '−0.25')
    """
    size = f"{abs(points):g}" if digits is None else f"{abs(points):.{digits}f}"
    sign = "" if not float(size) else "+" if points > 0 else "−"
    return sign + size


def bar(share: float, width: int) -> str:
    """Draw a share as a bar; anything above 0 shows.

    Example:
        >>> bar(0.5, 6), bar(0.001, 6), bar(0, 6)
        ('███', '▏', '')
    """
    eighths = max(round(share * width * 8), 1) if share > 0 else 0
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def spark(differences: Sequence[float], games: Sequence[int], reach: int) -> str:
    """Draw a histogram of points from −reach to +reach in one line; what lies beyond is put at the ends.

    Each character is a point wide, its height the share of games, and anything above 0 shows.

    Example:
        >>> spark([-1.0, 0.0, 1.0, 9.0], [10, 80, 9, 1], 3)
        '  ▁▇▁ ▁'
    """
    total = sum(games)
    bins = [0] * (2 * reach + 1)
    for difference, count in zip(differences, games, strict=True):
        bins[min(max(round(difference), -reach), reach) + reach] += count
    return "".join(_BLOCKS[min(int(count / total * len(_BLOCKS)), 7)] if count else " " for count in bins)
