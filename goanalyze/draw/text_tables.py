"""Ledgers and outcomes, short reprs of large objects, previews of tables: as text and as HTML."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from html import escape
from itertools import zip_longest
from typing import Final, NamedTuple, TypeAlias

from rich.cells import cell_len, set_cell_size

from goanalyze.draw.markup import escaped
from goanalyze.util.text import COLUMNS, clean, cut_text, wrapped

Row: TypeAlias = tuple[str, str, str]
"""Name of a line, Black's number, White's; empty if the line has none for a side."""

TABLE: Final = "border-collapse:collapse;margin:0 0 .8em;color:inherit;background:none"
"""Style of tables; their colours are those of the page, so they read in light and dark notebooks."""
NAME: Final = "text-align:left;padding:1px 12px 1px 0"
_LEDGER_NUMBER: Final = "text-align:right;padding:1px 0 1px 12px;font-variant-numeric:tabular-nums;white-space:pre"
_SUM: Final = ";border-top:1px solid currentColor"
_WIDTH: Final = 34
_COLUMN: Final = 8


def sides_text(title: str, rows: Iterable[Row], total: Row | None = None) -> str:
    """Return a table of both sides as text.

    Example:
        >>> print(sides_text("area", [("area", "44", "36"), ("komi", "", "7.5")], ("44", "43.5", "B+0.5")))
        area                                  Black   White
          area                                   44      36
          komi                                          7.5
                                            ───────────────
                                                 44    43.5  B+0.5
    """
    lines = [_line(title, "Black", "White"), *(_line(f"  {name}", black, white) for name, black, white in rows)]
    if total:
        black, white, result = total
        lines += [" " * (_WIDTH + 2) + "─" * (2 * _COLUMN - 1), f"{_line('', black, white)}  {result}"]
    return "\n".join(lines)


def _line(name: str, black: str, white: str) -> str:
    return f"{name:<{_WIDTH}}{black:>{_COLUMN + 1}}{white:>{_COLUMN}}".rstrip()


def sides_html(title: str, rows: Iterable[Row], total: Row | None = None) -> str:
    """Return a table of both sides as HTML."""
    head = _html_row((title, "Black", "White"), tag="th")
    foot = _html_row(("", *total[:2]), _SUM, f"<strong>{escaped(total[2])}</strong>") if total else ""
    return f'<table style="{TABLE}">{head}{"".join(map(_html_row, rows))}{foot}</table>'


def _html_row(cells: Sequence[str], line: str = "", last: str = "", tag: str = "td") -> str:
    texts = [*map(escaped, cells), *([last] if last else [])]
    styles = [NAME, *[_LEDGER_NUMBER] * (len(texts) - 1)]
    inside = (f'<{tag} style="{style}{line}">{text}</{tag}>' for style, text in zip(styles, texts, strict=True))
    return f"<tr>{''.join(inside)}</tr>"


def outcome_html(head: str, basis: str, tables: str, reasons: Sequence[str], picture: str = "") -> str:
    """Return an outcome as HTML: its basis, ledgers and reasons, next to the counted board."""
    items = "".join(f"<li>{escaped(reason)}</li>" for reason in reasons)
    listed = f'<ul style="margin:0;padding-left:1.2em;max-width:32em">{items}</ul>' if items else ""
    board = f'<div style="flex:0 1 24rem;min-width:12rem">{picture}</div>' if picture else ""
    first = f'<p style="margin:0 0 .5em"><strong>{escaped(head)}</strong> · {escaped(basis)}</p>'
    style = "display:flex;flex-wrap:wrap;gap:1rem 2rem;align-items:flex-start"
    return f'<div class="go-outcome" style="{style}"><div>{first}{tables}{listed}</div>{board}</div>'


_GAP: Final = 2
_LABEL: Final = 30  # letters of a cell before the last
_LINES: Final = 3  # of the last cell of a row
_NUMBER_CELL: Final = f"{NAME};text-align:right;font-variant-numeric:tabular-nums"


class ShortRepr(NamedTuple):
    """A few facts about a large object."""

    title: str
    rows: Sequence[Sequence[str]]
    hints: str

    def text(self) -> str:
        """Return lines that fit into a terminal, safe to print."""
        rows = [[*(cut_text(clean(cell), _LABEL) for cell in row[:-1]), clean(row[-1])] for row in self.rows]
        widths = [max(map(len, column)) for column in zip_longest(*(row[:-1] for row in rows), fillvalue="")]
        room = COLUMNS - sum(width + _GAP for width in widths) - _GAP
        lines = [wrapped(f"<{clean(self.title)}>", COLUMNS, 1)[0]]
        for *cells, last in rows:
            aligned = (
                cell.rjust(width) if _is_number(cell) else cell.ljust(width)
                for cell, width in zip(cells, widths, strict=True)
            )
            first, *more = wrapped(last, room, _LINES) or [""]
            lines.append(" " * _GAP + "".join(cell + " " * _GAP for cell in aligned) + first)
            lines += [" " * (COLUMNS - room) + line for line in more]
        return "\n".join(line.rstrip() for line in [*lines, *wrapped(f"Ask for: {self.hints}", COLUMNS, _LINES)])

    def html(self) -> str:
        """Return HTML in the colours of the page around it."""
        body = ""
        for row in self.rows:
            styles = (_NUMBER_CELL if _is_number(text) else NAME for text in row)
            cells = (f'<td style="{style}">{escaped(text)}</td>' for style, text in zip(styles, row, strict=True))
            body += f"<tr>{''.join(cells)}</tr>"
        return (
            f'<div class="go-overview"><p style="margin:0 0 .5em"><strong>{escaped(self.title)}</strong></p>'
            f'<table style="{TABLE}">{body}</table><p style="margin:0">Ask for: {escaped(self.hints)}</p></div>'
        )


def _is_number(text: str) -> bool:
    return text.replace(",", "").isdigit()


def cut_cell(text: str, width: int, keeps_end: bool) -> str:
    """Return a text cut to a width on the screen, at its beginning or at its end."""
    if keeps_end:
        return f"…{set_cell_size(text[::-1], width - 1)[::-1].lstrip()}"
    return f"{set_cell_size(text, width - 1).rstrip()}…"


_LONGEST: Final = 60  # letters of a cell
_SHORTEST: Final = 20  # letters to which text is cut before a column is left out


class PreviewCells(NamedTuple):
    """A column of a preview.

    Attributes:
        title: heading.
        cells: a text for each row, safe to print.
        is_number: True if it is aligned right, and never cut in a terminal.
        keeps_end: True if long text is cut at its beginning, as a path.
    """

    title: str
    cells: list[str]
    is_number: bool = False
    keeps_end: bool = False

    def cut(self, width: int) -> list[str]:
        """Return the cells, cut to a width on the screen."""
        return [cell if cell_len(cell) <= width else cut_cell(cell, width, self.keeps_end) for cell in self.cells]

    def lines(self, width: int) -> list[str]:
        """Return title and cells, cut and filled up to a width."""
        texts = (self.title, *self.cut(width))
        blanks = (" " * (width - cell_len(text)) for text in texts)
        return [b + text if self.is_number else text + b for text, b in zip(texts, blanks, strict=True)]


class TablePreview(NamedTuple):
    """Some rows of a table.

    Attributes:
        labels: labels of the rows.
        columns: columns, of which those that do not fit are left out from the right.
        foot: sentence on the whole table.
    """

    labels: PreviewCells
    columns: Sequence[PreviewCells]
    foot: str

    def text(self) -> str:
        """Return lines as wide as the terminal: long text is cut, then columns are left out."""
        names = max(map(cell_len, self.labels.cells), default=0)
        widths = [min(max(map(cell_len, (column.title, *column.cells))), _LONGEST) for column in self.columns]
        room = shutil.get_terminal_size((100, 24)).columns - names
        while sum(widths) + 2 * len(widths) > room and len(widths) > 1:
            spare = [
                0 if column.is_number else width - max(_SHORTEST, cell_len(column.title))
                for column, width in zip(self.columns, widths, strict=False)
            ]
            if max(spare) > 0:
                widths[spare.index(max(spare))] -= 1
            else:
                widths.pop()
        columns = (column.lines(width) for column, width in zip(self.columns, widths, strict=False))
        lines = zip(self.labels.lines(names), *columns, strict=True)
        return "\n".join([*("  ".join(cells).rstrip() for cells in lines), self.foot])

    def html(self) -> str:
        """Return HTML in the style that a notebook gives to data frames."""
        grid = [["<th></th>", *(f"<th>{escape(label)}</th>" for label in self.labels.cells)]]
        for column in self.columns:
            style = f' style="text-align:{"right" if column.is_number else "left"}"'
            cells = (f"<td{style}>{escape(cell)}</td>" for cell in column.cut(_LONGEST))
            grid.append([f"<th{style}>{escape(column.title)}</th>", *cells])
        head, *rows = ("".join(cells) for cells in zip(*grid, strict=True))
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        table = f'<table border="0" class="dataframe"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
        return f"<div>{table}<p>{escape(self.foot)}</p></div>"
