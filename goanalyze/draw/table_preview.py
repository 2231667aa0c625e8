"""A preview of a large table, as text as wide as the terminal and as HTML in the style of pandas."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size

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
        return [self._cut(cell, width) if cell_len(cell) > width else cell for cell in self.cells]

    def _cut(self, cell: str, width: int) -> str:
        if self.keeps_end:
            return f"…{set_cell_size(cell[::-1], width - 1)[::-1].lstrip()}"
        return f"{set_cell_size(cell, width - 1).rstrip()}…"

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
        """Return lines as wide as the terminal: long text is cut, then columns are left out.

        Example:
            >>> rows = [PreviewCells("point", ["D4", "Q16"]), PreviewCells("move", ["1", "20"], is_number=True)]
            >>> print(TablePreview(PreviewCells("", ["0", "1"]), rows, "2 rows").text())
               point  move
            0  D4        1
            1  Q16      20
            2 rows
        """
        names = max(map(cell_len, self.labels.cells), default=0)
        widths = [min(max(map(cell_len, (column.title, *column.cells))), _LONGEST) for column in self.columns]
        room = shutil.get_terminal_size((100, 24)).columns - names
        while sum(widths) + 2 * len(widths) > room and len(widths) > 1:
            spare = [0 if column.is_number else width - max(_SHORTEST, cell_len(column.title))
                     for column, width in zip(self.columns, widths, strict=False)]  # fmt: skip
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
