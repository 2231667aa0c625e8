"""What the commands print with: headings, lines, tables whose columns fit, bars."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple, TypeAlias, TypeVar

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

Cell: TypeAlias = str | tuple[str, str] | Text
"""Text, text and its style, or text with several."""

Key = TypeVar("Key", bound=Hashable)

SHADES: Final = ((0.0, "dim"), (0.01, ""), (0.05, "yellow"), (float("inf"), "bold yellow"))
"""Styles by share: each up to a limit."""

TIED: Final = "\u00a0"
"""A space at which no line ends."""

_ROOMY: Final = 100  # columns of a terminal that has room for wide gaps
_READABLE: Final = 16  # columns of text that reads well, if it has as many
_WORDS: Final = re.compile(r"^ *[^ \n]+[ \n]*|[^ \n]+[ \n]*", re.MULTILINE)  # and spaces: behind, at first before, too
_BLOCKS: Final = "▁▂▃▄▅▆▇█"


def heading(console: Console, text: str, note: str = "") -> None:
    """Print a heading, with a note beside it."""
    console.print()
    say(console, Text.assemble((text, "bold"), (f"  {note}" if note else "", "dim")))


def say(console: Console, text: str | Text, *, wrap: bool = True, indent: int = 0, hang: int = 0) -> None:
    """Print text as it is, folded between words; a word that is longer than a line is left whole, so it can be copied.

    Args:
        console: where to.
        text: plain, or styled; where it has line ends, lines.
        wrap: whether it is folded; a command to be copied is not.
        indent: columns before each line.
        hang: further columns before all lines but the first.
    """
    for line in _styled(text).split("\n", allow_blank=True):
        width, before = max(1, console.width - indent), indent
        for part in _folded(line, width, hang) if wrap else [line]:
            _print_line(console, Text.assemble(" " * before, part))
            before = indent + hang


def height(console: Console, text: str | Text, hang: int = 0) -> int:
    """Return how many lines `say` prints for a text without line ends."""
    return len(_folded(_styled(text), console.width, hang))


def _folded(text: Text, width: int, hang: int = 0) -> list[Text]:
    """Fold a text between its words, lines after the first narrower by so much; a longer word is left whole."""
    breaks, used = [], 0
    for word in _WORDS.finditer(text.plain):
        if used and used + cell_len(word[0].rstrip()) > width:
            breaks.append(word.start())
            used = hang
        used += cell_len(word[0])
        if word[0].endswith("\n"):
            breaks.append(word.end())
            used = hang
    lines = list(text.divide(breaks))
    for line in lines:
        line.plain = line.plain.replace(TIED, " ")
        if len(lines) > 1:
            line.rstrip()
    return lines


def _print_line(console: Console, line: Text) -> None:
    line.rstrip()
    console.print(line, no_wrap=True, overflow="ignore", crop=False, highlight=False)


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
    """A table without rules that any terminal holds: no number and no word is ever broken or cut.

    Texts fold between their words, heads, too. Where that is not enough, columns that can be spared are left out, and
    named below; then the other columns follow one another in blocks, the first ones beside each; and where not even one
    has room beside those, each row is a paragraph. A first cell with too long a word stands above its row.

    Args:
        heads: of the columns.
        numbers: how many columns hold numbers, or what must not fold either; after `before` columns of text.
        before: columns of text that come first, and say what a row is of.
        spare: heads of the columns that are left out where there is no room, the first of them first.
    """

    def __init__(self, *heads: str, numbers: int, before: int = 1, spare: Sequence[str] = ()) -> None:
        self._heads, self._before, self._numbers = heads, before, range(before, before + numbers)
        self._spare = [heads.index(head) for head in spare]
        self._parts: list[tuple[str, list[tuple[Cell, ...]]]] = [("", [])]

    def part(self, title: str) -> None:
        """Begin a part with a title as wide as the table; what was added before stands above it."""
        self._parts.append((title, []))

    def row(self, *cells: Cell) -> None:
        """Add a row."""
        self._parts[-1][1].append(cells)

    def print(self, console: Console) -> list[str]:
        """Print it, no wider than the console; return the heads of the columns that are shown."""
        columns = [self._measured(place, console.width) for place in range(len(self._heads))]
        kept, left_out = list(range(len(columns))), []
        gap = 2 if console.width >= max(_ROOMY, _room(columns, kept, 2)) else 1
        for place in self._spare:
            if _room(columns, kept, gap) > console.width:
                kept.remove(place)
                left_out.append(place)
        blocks = self._blocks(columns, kept, console.width, gap)
        for number, block in enumerate(blocks or ()):
            if number:
                console.print()
            self._print_block(console, block, _widths(columns, block, console.width, gap), gap)
        if blocks is None:
            self._print_paragraphs(console, kept)
        if left_out:
            names = ", ".join(self._heads[place] for place in sorted(left_out))
            whole = _room(columns, range(len(columns)), 1)
            say(console, f"not shown for want of room: {names}; a terminal of {whole} columns (COLUMNS={whole}) has it")
        return [self._heads[place] for place in kept]

    def _measured(self, place: int, width: int) -> _Column:
        cells = [_text(row[place]) for _, rows in self._parts for row in rows]
        whole, head = _widest(cells), self._heads[place]
        least = whole
        if place not in self._numbers:
            least = max(_longest_word(cells), min(whole, _READABLE))
            least = least if place else min(least, max(_READABLE, width // 3))  # longer ones stand above their row
            least = whole if place in self._spare else least
        return _Column(max(whole, cell_len(head)), max(least, _longest_word([head])))

    def _blocks(self, columns: Sequence[_Column], kept: Sequence[int], width: int, gap: int) -> list[list[int]] | None:
        """Return which columns stand side by side, block by block; None where one has no room beside the first."""
        first, others = kept[: self._before], kept[self._before :]
        blocks = [[*first]]
        for place in others:
            if _room(columns, [*blocks[-1], place], gap) > width:
                blocks.append([*first])
            blocks[-1].append(place)
        return blocks if all(_room(columns, block, gap) <= width for block in blocks) else None

    def _print_block(self, console: Console, block: Sequence[int], widths: Sequence[int], gap: int) -> None:
        def line(cells: Sequence[Text]) -> None:
            folded = [_folded(cell, room) for cell, room in zip(cells, widths, strict=True)]
            for parts in zip_longest(*folded, fillvalue=Text()):
                told = Text()
                for place, room, part in zip(block, widths, parts, strict=True):
                    pad = " " * (room - part.cell_len)
                    told.append_text(Text.assemble(pad, part) if place in self._numbers else Text.assemble(part, pad))
                    told.append(" " * gap)
                _print_line(console, told)

        for title, rows in self._parts:
            if title:
                say(console, Text(title, "italic"))
            elif any(self._heads[place] for place in block) and (rows or len(self._parts) > 1):
                line([Text(self._heads[place], "dim") for place in block])
            for row in rows:
                cells = [_styled(row[place]) for place in block]
                if _longest_word([cells[0].plain]) > widths[0]:
                    say(console, cells[0])
                    cells[0] = Text()
                line(cells)

    def _print_paragraphs(self, console: Console, kept: Sequence[int]) -> None:
        if heads := [self._heads[place] for place in kept[: self._before] if self._heads[place]]:
            say(console, Text("  ".join(heads), "dim"))
        for title, rows in self._parts:
            if title:
                say(console, Text(title, "italic"))
            for row in rows:
                say(console, Text("  ").join(_styled(row[place]) for place in kept[: self._before]))
                pairs = [
                    Text.assemble((f"{self._heads[place]} ".lstrip(), "dim"), _styled(row[place]))
                    for place in kept[self._before :]
                    if _text(row[place])
                ]
                told = Text()
                for pair in pairs:
                    if told and told.cell_len + pair.cell_len + 4 > console.width:
                        say(console, told, indent=2)
                        told = Text()
                    told = Text("  ").join([told, pair]) if told else pair
                say(console, told, indent=2)


class _Column(NamedTuple):
    """How wide a column is: as it is, and at least."""

    whole: int
    least: int


def _room(columns: Sequence[_Column], places: Iterable[int], gap: int) -> int:
    """Return the width that some columns take at least."""
    return sum(columns[place].least + gap for place in places) - gap


def _widths(columns: Sequence[_Column], places: Sequence[int], width: int, gap: int) -> list[int]:
    """Return how wide each column is: where there is no room, the widest fold."""
    room, widths = width - gap * (len(places) - 1), [columns[place].whole for place in places]
    while sum(widths) > room:
        at = max((at for at, place in enumerate(places) if widths[at] > columns[place].least), key=widths.__getitem__)
        widths[at] -= 1
    return widths


def _widest(texts: Iterable[str]) -> int:
    return max(map(cell_len, texts), default=1)


def _longest_word(texts: Iterable[str]) -> int:
    """Return the width of the longest word; the first of a text with the spaces before it."""
    return max((cell_len(word.rstrip()) for text in texts for word in _WORDS.findall(text)), default=1)


def _styled(cell: Cell) -> Text:
    return cell.copy() if isinstance(cell, Text) else Text(cell) if isinstance(cell, str) else Text(*cell)


def _text(cell: Cell) -> str:
    return _styled(cell).plain


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
