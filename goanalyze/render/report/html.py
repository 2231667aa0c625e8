"""Pieces of HTML: escaped text, tables, charts in their boxes. Nothing of Go here."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Final

from goanalyze.draw.charts import ChartData, figure_html
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.text import clean

_CLASSES: Final = {"r": ' class="r"', "w": ' class="w"'}


def esc(text: object) -> str:
    """Return text as HTML: markup escaped, control and direction characters replaced.

    Example:
        >>> esc('<b> & "c"')
        '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return html.escape(clean(str(text)))


def prose(text: str) -> str:
    """Return a sentence of ours as HTML; what stands between backticks is code.

    Example:
        >>> prose("`count` < 3")
        '<code>count</code> &lt; 3'
    """
    parts = esc(text).split("`")
    return "".join(f"<code>{part}</code>" if at % 2 and at < len(parts) - 1 else part for at, part in enumerate(parts))


def paragraph(*sentences: str) -> str:
    """Return a paragraph of sentences that are HTML already.

    Example:
        >>> paragraph("One.", "Two.")
        '<p>One. Two.</p>'
    """
    return f"<p>{' '.join(sentences)}</p>"


def bdi(text: object) -> str:
    """Return a name as HTML that keeps its own direction of writing to itself."""
    return f"<bdi>{esc(text)}</bdi>"


def words(names: Iterable[str]) -> str:
    """Return names as HTML, with commas."""
    return ", ".join(esc(name) for name in names)


def bar(share: float) -> str:
    """Return a bar as long as a share of its cell; the figure beside it says the same."""
    return f'<span class="bar" aria-hidden="true"><i style="width:{100 * share:.2f}%"></i></span>'


def copyable(command: str) -> str:
    """Return a command as code; the page's script adds a button that copies it.

    Example:
        >>> copyable("goanalyze explain GO101")
        '<code class="copy">goanalyze explain GO101</code>'
    """
    return f'<code class="copy">{esc(command)}</code>'


def fold(summary: str, *parts: str, key: str = "") -> str:
    """Return parts of the page that are closed at first, HTML; nothing where there are none.

    Args:
        summary: what opens them, HTML.
        parts: HTML.
        key: id, where links lead here.

    Example:
        >>> fold("More", "<p>Two.</p>")
        '<details><summary>More</summary><p>Two.</p></details>'
    """
    inside, named = "".join(parts), f' id="{esc(key)}"' if key else ""
    return f"<details{named}><summary>{summary}</summary>{inside}</details>" if inside else ""


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], *, kinds: str = "", name: str = "") -> str:
    """Return a table that scrolls in its own box when it is wide; the first cell of each row is its head.

    Args:
        caption: HTML.
        heads: of the columns, HTML.
        rows: cells, HTML.
        kinds: a letter for each column: ``r`` numbers, ``w`` long text, ``t`` other text, as where none is given.
        name: class of the table. In one of the class ``cards`` each row is a card on narrow screens, in which every
            cell names its column; what it is made of says what it is, since browsers forget that.
    """
    cards = name == "cards"
    says = {part: f' role="{part}"' if cards else "" for part in ("table", "row", "rowheader", "cell", "columnheader")}
    kind = [_CLASSES.get(letter, "") for letter in kinds.ljust(len(heads), "t")]
    first = "" if kind[0] == _CLASSES["r"] else kind[0]
    head = "".join(
        f'<th scope="col"{says["columnheader"]}{of}>{text}</th>' for of, text in zip(kind, heads, strict=True)
    )
    named = [f' data-head="{text}"' if cards and "<" not in text else "" for text in heads]
    column = [of + text for of, text in zip(kind, named, strict=True)]
    body = []
    for row in rows:
        cells = "".join(f"<td{says['cell']}{of}>{cell}</td>" for of, cell in zip(column[1:], row[1:], strict=True))
        body.append(f'<tr{says["row"]}><th scope="row"{says["rowheader"]}{first}>{row[0]}</th>{cells}</tr>')
    style = f' class="{name}"' if name else ""
    return (
        f'<div class="scroll" tabindex="0"><table{says["table"]}{style}><caption><span>{caption}</span></caption>'
        f"<thead><tr{says['row']}>{head}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def long_table(
    shown: int, more: str, caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]], **options: str
) -> str:
    """Return a table of which only the first rows are open: so a page stays short, whatever its dataset holds.

    Args:
        shown: rows that are open.
        more: what each of the others is, plain text.
        caption: as of `table`, like all that follows.
        heads: of the columns.
        rows: of the whole table.
        options: of `table`.

    Example:
        >>> long_table(1, "row", "Codes", ["code"], [["GO101"], ["GO102"], ["GO103"]]).count("<summary>2 more rows")
        1
    """
    rest = rows[shown:]
    folded = table(f"{caption}, continued", heads, rest, **options) if rest else ""
    return table(caption, heads, rows[:shown], **options) + fold(plural(len(rest), f"more {more}"), folded)


def chart(data: ChartData, about: str) -> str:
    """Return a chart with its legend, which scrolls if the page is narrow.

    Args:
        data: the chart.
        about: description for readers without the picture.
    """
    return figure_html(data, about)
