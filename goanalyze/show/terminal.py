"""What the commands print with: headings, lines, tables whose columns fit, bars."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, Literal, TypeAlias, TypeVar

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

Cell: TypeAlias = str | tuple[str, str]
"""Text, or text and its style."""

Key = TypeVar("Key", bound=Hashable)

SHADES: Final = ((0.0, "dim"), (0.01, ""), (0.05, "yellow"), (float("inf"), "bold yellow"))
"""Styles by share: each up to a limit."""

_ROOMY: Final = 100  # columns of a terminal that has room for wide gaps
_LONGEST: Final = 24  # of a word that is not broken
_BLOCKS: Final = "▁▂▃▄▅▆▇█"


def heading(console: Console, text: str, note: str = "") -> None:
    """Print a heading, with a note beside it."""
    console.print()
    console.print(Text.assemble((text, "bold"), (f"  {note}" if note else "", "dim")), highlight=False)


def say(console: Console, text: str, *, wrap: bool = True) -> None:
    """Print text as it is; wrapped between words, or left to the terminal where a line must stay one."""
    console.print(text, highlight=False, markup=False, soft_wrap=not wrap)


def plain_table(*, header: bool = True, gap: int = 2, style: str = "bold") -> Table:
    """Return a table without rules."""
    return Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), show_header=header, header_style=style)


def alike(pairs: Iterable[tuple[Key, str]]) -> dict[Key, list[str]]:
    """Return the names that share a key, by key.

    Example:
        >>> alike([(3, "a"), (1, "b"), (3, "c")])
        {3: ['a', 'c'], 1: ['b']}
    """
    found: dict[Key, list[str]] = {}
    for key, name in pairs:
        found.setdefault(key, []).append(name)
    return found


class Grid:
    """A table without rules: text columns fold, number columns stand right and never break.

    Args:
        heads: of the columns.
        numbers: how many columns hold numbers; they come after `before` columns of text.
        before: columns of text that come first.
    """

    def __init__(self, *heads: str, numbers: int, before: int = 1) -> None:
        self._heads, self._numbers = heads, range(before, before + numbers)
        self._parts: list[tuple[str, list[tuple[Cell, ...]]]] = [("", [])]

    def part(self, title: str) -> None:
        """Begin a part with a title as wide as the table; what was added before stands above it."""
        self._parts.append((title, []))

    def row(self, *cells: Cell) -> None:
        """Add a row."""
        self._parts[-1][1].append(cells)

    def print(self, console: Console) -> None:
        """Print it, as wide as it need be."""
        gap = 2 if console.width >= _ROOMY else 1
        widths = self._widths(console.width - gap * (len(self._heads) - 1))
        for title, rows in self._parts:
            table = plain_table(header=not title, gap=gap, style="dim")
            for place, (head, width) in enumerate(zip(self._heads, widths, strict=True)):
                side: Literal["left", "right"] = "right" if place in self._numbers else "left"
                table.add_column(Text(head), justify=side, width=width, overflow="fold")
            for row in rows:
                table.add_row(*(Text(cell) if isinstance(cell, str) else Text(*cell) for cell in row))
            if title:
                console.print(Text(title, "italic"))
            console.print(table)

    def _widths(self, room: int) -> list[int]:
        """Return how wide each column is: where there is no room, the widest fold.

        First between words of heads and text, then within heads, then between words of numbers and within long words.
        """
        every = [row for _, rows in self._parts for row in rows]
        columns = [[_text(row[place]) for row in every] for place in range(len(self._heads))]
        widths = [_widest([head, *cells]) for head, cells in zip(self._heads, columns, strict=True)]
        words = [_widest(" ".join(cells).split()) for cells in columns]
        whole = [
            min(_widest(cells) if place in self._numbers else words[place], _LONGEST)
            for place, cells in enumerate(columns)
        ]
        heads = [_widest(head.split()) for head in self._heads]
        for least in (list(map(max, whole, heads)), whole, [min(width, _LONGEST // 2) for width in words]):
            while sum(widths) > room and (spare := [at for at, width in enumerate(widths) if width > least[at]]):
                widths[max(spare, key=lambda at: widths[at])] -= 1
        return widths


def _widest(texts: Iterable[str]) -> int:
    return max(map(cell_len, texts), default=1)


def _text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else cell[0]


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
