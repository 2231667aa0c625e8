"""Sections as text for a terminal of any width from 30 columns.

No number is cut and no word is broken. Addresses and commands are lines of their own, quoted as a shell needs them.
Every text is cleaned here, so that nothing in a record acts on a terminal.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len, chop_cells
from rich.console import Console, JustifyMethod
from rich.table import Table as Grid
from rich.text import Text

from goanalyze.archives.address import quoted
from goanalyze.draw.text_tables import cut_cell
from goanalyze.render.formatting import RIGHT_ALIGNED, value_text
from goanalyze.render.model import (
    Block,
    Cell,
    Column,
    Commands,
    Figure,
    GameLine,
    GameList,
    Kind,
    Matrix,
    Paragraph,
    Section,
    Table,
    Tone,
    Value,
    plain,
)
from goanalyze.util.numbers import plural
from goanalyze.util.text import clean

if TYPE_CHECKING:
    from goanalyze.repair.repair import FileRepair

STYLES: Final[Mapping[Tone, str]] = {
    Tone.PLAIN: "",
    Tone.STRONG: "bold",
    Tone.MUTED: "dim",
    Tone.GOOD: "green",
    Tone.WARNING: "yellow",
    Tone.ERROR: "bold red",
}
"""Styles of tones."""

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Names of the columns of a matrix."""

_TIED: Final = "\u00a0"  # a space at which no line ends
_READABLE: Final = 16  # columns of a text that reads well
_INDENT: Final = 2
_WORDS: Final = re.compile(r"^ *[^ ]+ *|[^ ]+ *")  # each with the spaces after it, the first with those before it
_CODE: Final = re.compile(r"`([^`]+)`")
_BLOCKS: Final = "▁▂▃▄▅▆▇█"
_BAR_WIDTHS: Final = (10, 40)  # least and most columns of a bar
_FIXED: Final = RIGHT_ALIGNED | {Kind.NAME, Kind.SPARK, Kind.BAR}  # kinds whose values never fold


def print_sections(console: Console, sections: Iterable[Section], more: str = "") -> None:
    """Print sections, a blank line before each; see `print_section`."""
    for section in sections:
        print_section(console, section, more)


def print_section(console: Console, section: Section, more: str = "") -> None:
    """Print a section: a blank line, its title with its note, its blocks."""
    console.print()
    if section.title:
        note = " · ".join(part for part in (section.note, section.badge) if part)
        print_title(console, section.title, note)
    print_blocks(console, section.blocks, more)


def print_blocks(console: Console, blocks: Sequence[Block], more: str = "") -> None:
    """Print blocks, with a blank line before each one with a title and before commands, but for the first block."""
    for index, block in enumerate(blocks):
        if index and (
            _title_of(block) or (isinstance(block, Commands) and not isinstance(blocks[index - 1], Paragraph))
        ):
            console.print()
        _print_block(console, block, more)


def print_title(console: Console, title: str, note: str = "") -> None:
    """Print a title in bold with a muted note after it."""
    parts = [(clean(title), "bold"), *([("  " + clean(note), "dim")] if note else [])]
    print_text(console, Text.assemble(*parts))


def print_text(console: Console, text: str | Text, indent: int = 0, hang: int = 0) -> None:
    """Print a text, folded between its words; a word that is wider than the console stays whole."""
    styled = Text(text) if isinstance(text, str) else text
    margin = indent
    for line in _folded(styled, max(1, console.width - indent), hang):
        print_line(console, Text.assemble(" " * margin, line))
        margin = indent + hang


def print_line(console: Console, line: str | Text) -> None:
    """Print one line as it is, however long, so that it can be copied."""
    styled = Text(line) if isinstance(line, str) else line.copy()
    styled.rstrip()
    console.print(styled, no_wrap=True, overflow="ignore", crop=False, highlight=False)


def bar_text(share: float, width: int) -> str:
    """Return a share drawn as a bar; every share above 0 is visible.

    Example:
        >>> bar_text(0.5, 6), bar_text(0.001, 6), bar_text(0, 6)
        ('███', '▏', '')
    """
    eighths = max(round(share * width * 8), 1) if share > 0 else 0
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def spark_text(counts: Sequence[int]) -> str:
    """Return counts drawn as small columns, by their share of the sum; every count above 0 is visible.

    Example:
        >>> spark_text([0, 10, 80, 0, 10])
        ' ▁▇ ▁'
    """
    total = sum(counts)
    return "".join(_BLOCKS[min(int(count / total * len(_BLOCKS)), 7)] if count else " " for count in counts)


def matrix_table(matrix: Matrix) -> Table:
    """Return a matrix as a table whose columns are named by letters, which the rows explain."""
    letters = [_letter(index) for index in range(len(matrix.classes))]
    columns = (Column(""), *(Column(letter, matrix.kind) for letter in letters))
    names = [f"{letter} {' = '.join(members)}" for letter, members in zip(letters, matrix.classes, strict=True)]
    rows = tuple((name, *values) for name, values in zip(names, matrix.values, strict=True))
    return Table(columns, rows, matrix.caption)


def _letter(index: int) -> str:
    rounds, letter = divmod(index, len(LETTERS))
    return LETTERS[letter] + (str(rounds) if rounds else "")


def _copyable(address: str) -> str:
    """Return an address as a word of a command line, relative to the working directory if that contains it."""
    return quoted(clean(address).removeprefix(f"{Path.cwd()}{os.sep}"))


def _title_of(block: Block) -> str:
    if isinstance(block, (Table, Matrix)):
        return block.caption
    return block.title if isinstance(block, (Figure, GameList)) else ""


def _print_block(console: Console, block: Block, more: str) -> None:
    match block:
        case Paragraph():
            print_text(console, _with_code(block.text, STYLES[block.tone]))
        case Commands():
            _print_commands(console, block)
        case Table():
            _print_table(console, block, more)
        case Matrix():
            _print_table(console, matrix_table(block), more)
        case Figure():
            print_text(console, Text(clean(block.title), "italic"))
            if block.table:
                _print_table(console, block.table, more)
            if block.caption:
                print_text(console, _with_code(block.caption, "dim"))
        case GameList():
            _print_games(console, block)


def _with_code(text: str, style: str) -> Text:
    styled, end = Text(style=style), 0
    cleaned = clean(text)
    for code in _CODE.finditer(cleaned):
        styled.append(cleaned[end : code.start()])
        styled.append(code[1].replace(" ", _TIED), "bold")
        end = code.end()
    styled.append(cleaned[end:])
    return styled


def _print_commands(console: Console, commands: Commands) -> None:
    """Print commands; purposes are an aligned column if the console has room for it, else below each command."""
    lines = [(clean(command), clean(purpose)) for command, purpose in commands.lines]
    column = max((cell_len(command) for command, purpose in lines if purpose), default=0) + 2
    widest = max((cell_len(purpose) for _, purpose in lines), default=0)
    is_aligned = _INDENT + column + widest <= console.width
    for command, purpose in lines:
        suffix = " " * (column - cell_len(command)) + purpose if is_aligned and purpose else ""
        print_line(console, Text.assemble(" " * _INDENT, (command, "cyan"), (suffix, "dim")))
        if purpose and not suffix:
            print_text(console, Text(purpose, "dim"), indent=2 * _INDENT)


def _print_games(console: Console, block: GameList) -> None:
    """Print games: number, players and facts; the address on a line of its own; the verdicts."""
    if block.title:
        print_title(console, block.title, plural(block.total, "game"))
    column = max((len(str(game.number)) for game in block.games if game.number), default=0)
    for game in block.games:
        _print_game(console, game, column)
    if rest := block.total - len(block.games):
        print_text(console, f"… and {rest:,} more{':' if block.command else ''}")
        if block.command:
            print_line(console, Text.assemble(" " * _INDENT, (clean(block.command), "cyan")))


def _print_short_game(console: Console, game: GameLine, column: int) -> None:
    """Print a game on a line, its name cut at the left if need be; the name is left out where it has no room."""
    number = f"{game.number or '':>{column}}  " if column else ""
    verdicts = "; ".join(f"{clean(verdict)} {clean(names)}".rstrip() for verdict, names in game.verdicts)
    facts = "".join(f" · {clean(fact)}" for fact in game.facts if fact)
    name = clean(game.name)
    room = console.width - _INDENT - cell_len(number + verdicts + facts) - cell_len(" · ")
    if cell_len(name) > room:
        name = cut_cell(name, room, keeps_end=True) if room > _READABLE else ""
    head = Text.assemble((number, "bold"), verdicts, (facts + (f" · {name}" if name else ""), "dim"))
    print_text(console, head, indent=_INDENT, hang=cell_len(number))


def _print_game(console: Console, game: GameLine, column: int) -> None:
    if game.name:
        _print_short_game(console, game, column)
        return
    number = str(game.number) if game.number else ""
    facts = "".join(f" · {clean(fact)}" for fact in game.facts if fact)
    facts = facts if game.players else facts.removeprefix(" · ")
    margin = _INDENT + column + 2 if column else _INDENT
    head = Text.assemble((f"{number:>{column}}  " if column else "", "bold"), clean(game.players), (facts, "dim"))
    if game.players or facts:
        print_text(console, head, indent=_INDENT, hang=margin - _INDENT)
        print_line(console, Text.assemble(" " * margin, (_copyable(game.address), "cyan")))
    else:
        before = f"{number:>{column}}  " if column else ""
        print_line(console, Text.assemble(" " * _INDENT, (before, "bold"), (_copyable(game.address), "cyan")))
    if game.verdicts:
        verdicts = "; ".join(f"{clean(verdict)} {clean(names)}".rstrip() for verdict, names in game.verdicts)
        print_text(console, verdicts, indent=margin, hang=_INDENT)


class _Width(NamedTuple):
    """Width of a column: with every value on one line, and the least at which no word is broken."""

    whole: int
    least: int


class _Row(NamedTuple):
    """Texts of a row, one per column; addresses are printed on lines of their own below it."""

    cells: tuple[Text, ...]
    addresses: tuple[str, ...]


class _Layout:
    """A table on a console: columns side by side, else in blocks below one another, else a paragraph for each row.

    Columns that can be left out are, from the last one, if that gives the others room; they are named below.
    """

    def __init__(self, console: Console, table: Table) -> None:
        shown = table.rows if table.shown is None else table.rows[: table.shown]
        self._console = console
        self._columns = [column for column in table.columns if column.kind is not Kind.ADDRESS]
        self._heads = [clean(column.head) for column in self._columns]
        self._rows = [_row(row, table.columns) for row in shown]
        self._titles = {index: clean(title) for title, index in table.parts if index < len(shown)}
        widths = [self._width(index) for index in range(len(self._columns))]
        kept = list(range(len(widths)))
        self._left_out: list[int] = []
        for index in reversed(range(1, len(widths))):
            if self._columns[index].can_be_left_out and _room(widths, kept, 1) > console.width:
                kept.remove(index)
                self._left_out.insert(0, index)
        self._gap = 2 if _room(widths, kept, 2) <= console.width else 1
        self._widths, self._kept = widths, kept

    def _width(self, index: int) -> _Width:
        kind, head = self._columns[index].kind, self._heads[index]
        if kind is Kind.BAR:
            return _Width(max(_BAR_WIDTHS[1], _longest_word([head])), max(_BAR_WIDTHS[0], _longest_word([head])))
        texts = [row.cells[index].plain for row in self._rows]
        whole = max(map(cell_len, texts), default=1)
        least = whole if kind in _FIXED else max(_longest_word(texts), min(whole, _READABLE))
        if not index:
            least = min(least, max(_READABLE, self._console.width // 3))  # wider ones are printed above their row
        return _Width(max(whole, cell_len(head)), max(least, _longest_word([head])))

    def print(self) -> None:
        """Print the table."""
        blocks = self._blocks()
        for number, block in enumerate(blocks or ()):
            if number:
                self._console.print()
            self._print_block(block)
        if blocks is None:
            self._print_paragraphs()
        if self._left_out:
            names = ", ".join(self._heads[index] for index in self._left_out)
            whole = _room(self._widths, range(len(self._columns)), 1)
            note = f"Not shown: {names}. A terminal of {whole} columns has room for them."
            print_text(self._console, Text(note, "dim"))

    def _blocks(self) -> list[list[int]] | None:
        """Return the columns of each block; None if one of them and the first are too wide for the console."""
        if not self._kept:
            return [[]]
        first, *others = self._kept
        blocks = [[first]]
        for index in others:
            if _room(self._widths, [*blocks[-1], index], self._gap) > self._console.width:
                blocks.append([first])
            blocks[-1].append(index)
        is_fitting = all(_room(self._widths, block, self._gap) <= self._console.width for block in blocks)
        return blocks if is_fitting else None

    def _print_block(self, block: Sequence[int]) -> None:
        widths = self._fitted(block)
        rows: list[list[Text]] = []
        has_heads = any(self._heads[index] for index in block) and bool(self._rows)
        if has_heads and 0 not in self._titles:
            rows.append([Text(self._heads[index], "dim") for index in block])
        for number, row in enumerate(self._rows):
            if number in self._titles:
                self._print_rows(block, widths, rows)
                rows = []
                print_text(self._console, Text(self._titles[number], "italic"))
                if not number and has_heads:
                    rows.append([Text(self._heads[index], "dim") for index in block])
            cells = [self._drawn(row, index, width) for index, width in zip(block, widths, strict=True)]
            if cells and self._is_too_wide(cells[0], block[0], widths[0]):
                self._print_rows(block, widths, rows)
                rows = []
                print_text(self._console, cells[0])
                cells[0] = Text()
            if any(cell.plain for cell in cells):
                rows.append(cells)
            if row.addresses:
                self._print_rows(block, widths, rows)
                rows = []
                self._print_addresses(row)
        self._print_rows(block, widths, rows)

    def _is_too_wide(self, cell: Text, index: int, width: int) -> bool:
        texts = [cell.plain]
        return (max(map(cell_len, texts)) if self._columns[index].kind in _FIXED else _longest_word(texts)) > width

    def _drawn(self, row: _Row, index: int, width: int) -> Text:
        cell = row.cells[index]
        if self._columns[index].kind is Kind.BAR and cell.plain:
            return Text(bar_text(min(max(float(cell.plain), 0.0), 1.0), width), cell.style)
        return cell

    def _print_addresses(self, row: _Row) -> None:
        for address in row.addresses:
            print_line(self._console, Text.assemble(" " * _INDENT, (address, "cyan")))

    def _fitted(self, block: Sequence[int]) -> list[int]:
        """Return the widths of columns side by side; where they are too wide for the console, the widest one folds."""
        room = self._console.width - self._gap * (len(block) - 1)
        widths = [self._widths[index].whole for index in block]
        while sum(widths) > room:
            foldable = [at for at, index in enumerate(block) if widths[at] > self._widths[index].least]
            widths[max(foldable, key=widths.__getitem__)] -= 1
        return widths

    def _print_rows(self, block: Sequence[int], widths: Sequence[int], rows: Sequence[Sequence[Text]]) -> None:
        if not rows:
            return
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, self._gap, 0, 0))
        for index, width in zip(block, widths, strict=True):
            is_right = self._columns[index].kind in RIGHT_ALIGNED
            justify: JustifyMethod = "right" if is_right else "left"
            grid.add_column(width=width, justify=justify, no_wrap=True, overflow="crop")
        for row in rows:
            grid.add_row(*(_folded_cell(cell, width) for cell, width in zip(row, widths, strict=True)))
        options = self._console.options.update(width=max(sum(widths) + self._gap * len(block), 1))
        for segments in self._console.render_lines(grid, options, pad=False):
            print_line(self._console, Text.assemble(*((part.text, part.style or "") for part in segments)))

    def _print_paragraphs(self) -> None:
        first, *others = self._kept
        others = [index for index in others if self._columns[index].kind not in (Kind.BAR, Kind.SPARK)]
        if self._heads[first]:
            print_text(self._console, Text(self._heads[first], "dim"))
        for number, row in enumerate(self._rows):
            if number in self._titles:
                print_text(self._console, Text(self._titles[number], "italic"))
            print_text(self._console, row.cells[first])
            line = Text()
            for index in others:
                if not row.cells[index].plain:
                    continue
                pair = Text.assemble((f"{self._heads[index]} ".lstrip(), "dim"), row.cells[index])
                if line and line.cell_len + pair.cell_len + 2 + _INDENT > self._console.width:
                    print_text(self._console, line, indent=_INDENT)
                    line = Text()
                line = Text("  ").join([line, pair]) if line else pair
            if line:
                print_text(self._console, line, indent=_INDENT)
            self._print_addresses(row)


def _print_table(console: Console, table: Table, more: str) -> None:
    if table.caption:
        print_text(console, Text(clean(table.caption), "italic"))
    _Layout(console, table).print()
    if table.shown is not None and (rest := len(table.rows) - table.shown) > 0:
        print_text(console, Text(f"… and {plural(rest, 'more row')}{f': {more}' if more else ''}", "dim"))
    for note in table.notes:
        print_text(console, _with_code(note, "dim"))


def _row(row: Sequence[Value], columns: Sequence[Column]) -> _Row:
    cells = tuple(
        _cell(value, column) for value, column in zip(row, columns, strict=True) if column.kind is not Kind.ADDRESS
    )
    addresses = tuple(
        _copyable(str(plain(value)))
        for value, column in zip(row, columns, strict=True)
        if column.kind is Kind.ADDRESS and plain(value)
    )
    return _Row(cells, addresses)


def _cell(value: Value, column: Column) -> Text:
    style = STYLES[value.tone] if isinstance(value, Cell) else ""
    scalar = plain(value)
    if column.kind is Kind.SPARK and isinstance(scalar, tuple):
        return Text(spark_text(scalar), style)
    if column.kind is Kind.BAR:  # drawn once its width is known
        is_known = isinstance(scalar, (int, float)) and value_text(scalar, column)
        return Text(repr(scalar) if is_known else "", style)
    return Text(clean(value_text(scalar, column)), style)


def _room(widths: Sequence[_Width], indices: Iterable[int], gap: int) -> int:
    return sum(widths[index].least + gap for index in indices) - gap


def _longest_word(texts: Iterable[str]) -> int:
    return max((cell_len(word.rstrip()) for text in texts for word in _WORDS.findall(text)), default=1)


def _folded_cell(cell: Text, width: int) -> Text:
    """Return a cell folded between its words; all lines have the indent of the first."""
    indent = " " * (len(cell.plain) - len(cell.plain.lstrip(" ")))
    first, *others = _folded(cell, width, len(indent)) or [Text()]
    return Text("\n").join([first, *(Text.assemble(indent, line) for line in others)])


def _folded(text: Text, width: int, hang: int = 0) -> list[Text]:
    """Fold a text between its words; lines after the first are narrower by `hang`."""
    breaks, used = [], 0
    for word in _WORDS.finditer(text.plain):
        if used and used + cell_len(word[0].rstrip(" ")) > width:
            breaks.append(word.start())
            used = hang
        used += cell_len(word[0])
    lines = list(text.divide(breaks))
    for line in lines:
        line.plain = line.plain.replace(_TIED, " ")
        if len(lines) > 1:
            line.rstrip()
    return lines


_DIFF_STYLES: Final = {"-": "red", "+": "green", "@": "cyan", " ": ""}


def print_diff(console: Console, repair: FileRepair) -> None:
    """Print the unified diff of a repaired file, with long lines cut to the width of the console."""
    for line in repair.diff():
        style = "bold" if line.startswith(("--- ", "+++ ")) else _DIFF_STYLES[line[0]]
        first, *others = chop_cells(clean(line.replace("\t", " ")), max(console.width - 1, 2)) or [""]
        for part in (first, *(f"{line[0]}{other}" for other in others)):
            console.print(Text(part, style), no_wrap=True, overflow="ignore", crop=False, highlight=False)
    console.print()
