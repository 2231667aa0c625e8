"""Ledgers as text and as HTML, and an outcome with its ledgers and its counted board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from goanalyze.draw.markup import escaped

Row: TypeAlias = tuple[str, str, str]
"""Name of a line, Black's number, White's; empty if the line has none for a side."""

TABLE: Final = "border-collapse:collapse;margin:0 0 .8em;color:inherit;background:none"
"""Style of tables; their colours are those of the page, so they read in light and dark notebooks."""
NAME: Final = "text-align:left;padding:1px 12px 1px 0"
_NUMBER: Final = "text-align:right;padding:1px 0 1px 12px;font-variant-numeric:tabular-nums;white-space:pre"
_SUM: Final = ";border-top:1px solid currentColor"
_WIDTH: Final = 34
_COLUMN: Final = 8


def sides_text(title: str, rows: Iterable[Row], total: Row | None = None) -> str:
    """Return a table of both sides as text.

    Args:
        title: heading of the names.
        rows: lines.
        total: Black's sum, White's sum and the result; None without a sum.

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
    """Return a table of both sides as HTML.

    Args:
        title: heading of the names, plain text.
        rows: lines, plain text.
        total: Black's sum, White's sum and the result, plain text; None without a sum.

    Example:
        >>> sides_html("area", [("area", "44", "36")]).count("<tr>")
        2
    """
    head = _html_row((title, "Black", "White"), tag="th")
    foot = _html_row(("", *total[:2]), _SUM, f"<strong>{escaped(total[2])}</strong>") if total else ""
    return f'<table style="{TABLE}">{head}{"".join(map(_html_row, rows))}{foot}</table>'


def _html_row(cells: Sequence[str], line: str = "", last: str = "", tag: str = "td") -> str:
    texts = [*map(escaped, cells), *([last] if last else [])]
    styles = [NAME, *[_NUMBER] * (len(texts) - 1)]
    inside = (f'<{tag} style="{style}{line}">{text}</{tag}>' for style, text in zip(styles, texts, strict=True))
    return f"<tr>{''.join(inside)}</tr>"


def outcome_html(head: str, basis: str, tables: str, reasons: Sequence[str], picture: str = "") -> str:
    """Return an outcome as HTML: its basis, ledgers and reasons, next to the counted board.

    Args:
        head: ruleset and result, plain text.
        basis: basis of the margin, plain text.
        tables: ledgers, HTML.
        reasons: sentences, plain text.
        picture: counted board, HTML; empty if it is unknown.
    """
    items = "".join(f"<li>{escaped(reason)}</li>" for reason in reasons)
    listed = f'<ul style="margin:0;padding-left:1.2em;max-width:32em">{items}</ul>' if items else ""
    board = f'<div style="flex:0 1 24rem;min-width:12rem">{picture}</div>' if picture else ""
    first = f'<p style="margin:0 0 .5em"><strong>{escaped(head)}</strong> · {escaped(basis)}</p>'
    style = "display:flex;flex-wrap:wrap;gap:1rem 2rem;align-items:flex-start"
    return f'<div class="go-outcome" style="{style}"><div>{first}{tables}{listed}</div>{board}</div>'
