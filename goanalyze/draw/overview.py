"""What stands for something large in a prompt and in a notebook: what it is, its parts, and what to ask it next."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import zip_longest
from typing import Final, NamedTuple

from goanalyze.draw.tables import NAME, TABLE
from goanalyze.vocabulary.text import COLUMNS, clean, cut_text, wrapped

_GAP: Final = 2
_LABEL: Final = 30  # letters of a cell before the last
_LINES: Final = 3  # of the last cell of a row
_NUMBER: Final = f"{NAME};text-align:right;font-variant-numeric:tabular-nums"


class Overview(NamedTuple):
    """A few facts of something large.

    Attributes:
        title: what it is.
        rows: its parts, cells of text; numbers stand right.
        ask: what can be asked of it.
    """

    title: str
    rows: Sequence[Sequence[str]]
    ask: str

    def text(self) -> str:
        """Return it as lines that fit into a terminal, safe to print.

        Example:
            >>> rows = [("files", "1,234", "one file"), ("games", "2", "")]
            >>> print(Overview("Tables of 2 games", rows, ".games").text())
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
            placed = [cell.rjust(width) if _is_number(cell) else cell.ljust(width)
                      for cell, width in zip(cells, widths, strict=True)]  # fmt: skip
            first, *more = wrapped(last, room, _LINES) or [""]
            lines.append(" " * _GAP + "".join(cell + " " * _GAP for cell in placed) + first)
            lines += [" " * (COLUMNS - room) + line for line in more]
        return "\n".join(line.rstrip() for line in [*lines, *wrapped(f"Ask for: {self.ask}", COLUMNS, _LINES)])

    def html(self) -> str:
        """Return it as HTML, in the colours of the page around it."""
        body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in self.rows)
        title, ask = (escape(clean(text)) for text in (self.title, self.ask))
        return (
            f'<div class="go-overview"><p style="margin:0 0 .5em"><strong>{title}</strong></p>'
            f'<table style="{TABLE}">{body}</table><p style="margin:0">Ask for: {ask}</p></div>'
        )


def _cell(text: str) -> str:
    return f'<td style="{_NUMBER if _is_number(text) else NAME}">{escape(clean(text))}</td>'


def _is_number(text: str) -> bool:
    return text.replace(",", "").isdigit()
