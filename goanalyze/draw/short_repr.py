"""Short reprs of large objects, as text and as HTML: title, parts, and the names to ask for next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from goanalyze.draw.ledger_tables import NAME, TABLE
from goanalyze.draw.markup import escaped
from goanalyze.vocabulary.text import COLUMNS, clean, cut_text, wrapped

_GAP: Final = 2
_LABEL: Final = 30  # letters of a cell before the last
_LINES: Final = 3  # of the last cell of a row
_NUMBER: Final = f"{NAME};text-align:right;font-variant-numeric:tabular-nums"


class ShortRepr(NamedTuple):
    """A few facts about a large object.

    Attributes:
        title: its name and size.
        rows: its parts, cells of text; numbers are aligned right.
        hints: names of attributes and methods.
    """

    title: str
    rows: Sequence[Sequence[str]]
    hints: str

    def text(self) -> str:
        """Return lines that fit into a terminal, safe to print.

        Example:
            >>> rows = [("files", "1,234", "one file"), ("games", "2", "")]
            >>> print(ShortRepr("Tables of 2 games", rows, ".games").text())
            <Tables of 2 games>
              files  1,234  one file
              games      2
            Ask for: .games
        """
        rows = [[*(cut_text(clean(cell), _LABEL) for cell in row[:-1]), clean(row[-1])] for row in self.rows]
        widths = [max(map(len, column)) for column in zip_longest(*(row[:-1] for row in rows), fillvalue="")]
        room = COLUMNS - sum(width + _GAP for width in widths) - _GAP
        lines = [wrapped(f"<{clean(self.title)}>", COLUMNS, 1)[0]]
        for *cells, last in rows:
            aligned = (cell.rjust(width) if _is_number(cell) else cell.ljust(width)
                       for cell, width in zip(cells, widths, strict=True))  # fmt: skip
            first, *more = wrapped(last, room, _LINES) or [""]
            lines.append(" " * _GAP + "".join(cell + " " * _GAP for cell in aligned) + first)
            lines += [" " * (COLUMNS - room) + line for line in more]
        return "\n".join(line.rstrip() for line in [*lines, *wrapped(f"Ask for: {self.hints}", COLUMNS, _LINES)])

    def html(self) -> str:
        """Return HTML in the colours of the page around it."""
        body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in self.rows)
        return (
            f'<div class="go-overview"><p style="margin:0 0 .5em"><strong>{escaped(self.title)}</strong></p>'
            f'<table style="{TABLE}">{body}</table><p style="margin:0">Ask for: {escaped(self.hints)}</p></div>'
        )


def _cell(text: str) -> str:
    return f'<td style="{_NUMBER if _is_number(text) else NAME}">{escaped(text)}</td>'


def _is_number(text: str) -> bool:
    return text.replace(",", "").isdigit()
