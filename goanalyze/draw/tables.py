"""Tables of both sides, a line for each thing counted, as text and as HTML; and an outcome around its ledgers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, TypeAlias

from goanalyze.vocabulary.text import clean

Row: TypeAlias = tuple[str, str, str]
"""What it is, Black's number, White's; empty where it says nothing of a side."""

TABLE: Final = "border-collapse:collapse;margin:0 0 .8em;color:inherit;background:none"
"""Style of tables; all take their colours from the page around them, so they read in light and dark notebooks."""
NAME: Final = "text-align:left;padding:1px 12px 1px 0"
_NUMBER: Final = "text-align:right;padding:1px 0 1px 12px;font-variant-numeric:tabular-nums;white-space:pre"
_SUM: Final = ";border-top:1px solid currentColor"
_WIDTH: Final = 34
_COLUMN: Final = 8


def sides_text(title: str, rows: Iterable[Row], total: Row | None = None) -> str:
    """Return a table of both sides as text.

    Args:
        title: above the names of its lines.
        rows: the lines.
        total: Black's sum, White's, and the result.

    Example:
        >>> print(sides_text("area", [("area", "44", "36"), ("komi", "", "7.5")], ("44", "43.5", "B+0.5")))
        area                                  Black   White
          area                                   44      36
          komi                                          7.5
                                            ───────────────
                                                 44    43.5  B+0.5
    """
    lines = [_line(title, "Black", "White"), *(_line(f"  {what}", black, white) for what, black, white in rows)]
    if total:
        black, white, result = total
        lines += [" " * (_WIDTH + 2) + "─" * (2 * _COLUMN - 1), f"{_line('', black, white)}  {result}"]
    return "\n".join(lines)


def _line(what: str, black: str, white: str) -> str:
    return f"{what:<{_WIDTH}}{black:>{_COLUMN + 1}}{white:>{_COLUMN}}".rstrip()


def sides_html(title: str, rows: Iterable[Row], total: Row | None = None) -> str:
    """Return the same as HTML; the arguments are plain text.

    Example:
        >>> sides_html("area", [("area", "44", "36")]).count("<tr>")
        2
    """
    head = _html_row((title, "Black", "White"), tag="th")
    body = "".join(map(_html_row, rows))
    foot = _html_row(("", *total[:2]), _SUM, last=f"<strong>{escape(total[2])}</strong>") if total else ""
    return f'<table style="{TABLE}">{head}{body}{foot}</table>'


def _html_row(cells: Sequence[str], line: str = "", tag: str = "td", last: str = "") -> str:
    texts = [*map(escape, cells), *([last] if last else [])]
    styles = [NAME, *[_NUMBER] * len(texts[1:])]
    inside = (f'<{tag} style="{style}{line}">{text}</{tag}>' for style, text in zip(styles, texts, strict=True))
    return f"<tr>{''.join(inside)}</tr>"


def outcome_html(head: str, basis: str, tables: str, reasons: Sequence[str], picture: str = "") -> str:
    """Show an outcome: its ledgers, its basis and reasons, and the counted board where it is known.

    Args:
        head: ruleset and result, plain text, as `basis` and `reasons`.
        basis: what the margin rests on.
        tables: the ledgers, HTML.
        reasons: sentences.
        picture: the counted board, HTML.
    """
    items = "".join(f"<li>{escape(clean(reason))}</li>" for reason in reasons)
    told = f'<ul style="margin:0;padding-left:1.2em;max-width:32em">{items}</ul>' if items else ""
    board = f'<div style="flex:0 1 24rem;min-width:12rem">{picture}</div>' if picture else ""
    first = f'<p style="margin:0 0 .5em"><strong>{escape(head)}</strong> · {escape(basis)}</p>'
    style = "display:flex;flex-wrap:wrap;gap:1rem 2rem;align-items:flex-start"
    return f'<div class="go-outcome" style="{style}"><div>{first}{tables}{told}</div>{board}</div>'
