"""Sections as data: the same objects are printed as text and as HTML.

A section holds values, not their formatting: a `Column` says the kind of its values, and each printer formats that kind
in one place (`goanalyze.render.formatting`). A `Cell` may carry the games behind its value; the page links them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goanalyze.draw.charts import ChartData

Rows: TypeAlias = "NDArray[np.int64]"
"""Row numbers of the table games."""

Scalar: TypeAlias = str | int | float | bool | None
"""A plain value; None and NaN are missing."""


class Kind(StrEnum):
    """Kinds of values, which say how they are formatted and aligned."""

    TEXT = "text"  # folds between words
    NAME = "name"  # an identifier or a short name; never folds
    COUNT = "count"  # 12,345; a dash for 0
    SHARE = "share"  # 0.125 is 12.5%
    RATE = "rate"  # a rate per 10,000 games, one decimal
    POINTS = "points"  # 6.5
    SIGNED = "signed"  # +6.5, −3, 0
    RESULT = "result"  # a margin as a result: B+3.5
    DECIMAL = "decimal"  # two decimals
    INTERVAL = "interval"  # text of the form 0.71% to 3.32%
    BAR = "bar"  # a share from 0 to 1, drawn as a bar
    SPARK = "spark"  # a tuple of counts, drawn as small columns
    ADDRESS = "address"  # the address of a game or file


class Tone(StrEnum):
    """Meanings of a text or cell that printers may colour. Red is for errors alone."""

    PLAIN = "plain"
    STRONG = "strong"
    MUTED = "muted"
    GOOD = "good"
    WARNING = "warning"
    ERROR = "error"


SEVERITY_TONES: Final = {"error": Tone.ERROR, "warning": Tone.WARNING, "info": Tone.MUTED}
SEVERITY_NOUNS: Final = {"error": "error", "warning": "warning", "info": "note"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A value of a table with its tone and the games behind it.

    Attributes:
        value: the value, of the kind of its column; a tuple of counts in columns of the kind SPARK.
        tone: meaning, which printers may colour.
        games: int64[n], rows of the table games that the value counts; None if it counts none.
        list_title: title of the list of these games.
        moves: int64[n], number of the move that the list is about in each game, −1 for none; None if it is about games.
        section: key of the section on this value, to which the page leads; empty for none.
    """

    value: Scalar | tuple[int, ...]
    tone: Tone = Tone.PLAIN
    games: Rows | None = None
    list_title: str = ""
    moves: Rows | None = None
    section: str = ""


Value: TypeAlias = Scalar | Cell


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        head: heading, plain text.
        kind: kind of its values.
        can_be_left_out: True if narrow terminals may leave the column out, and name it below the table.
    """

    head: str
    kind: Kind = Kind.TEXT
    can_be_left_out: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One or more sentences.

    Attributes:
        text: plain text; names between backticks are code.
        tone: meaning, which printers may colour.
    """

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Commands:
    """Commands to copy, each with a phrase on its purpose. The page shows them only in its fold for the keeper.

    Attributes:
        lines: pairs of a command and a phrase on its purpose, which may be empty.
    """

    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first column names its rows.

    Attributes:
        columns: its columns.
        rows: values, one per column.
        caption: title of the table; empty if the section's title says it.
        notes: sentences below the table, plain text.
        shown: rows that are shown at first; the page folds the others, a terminal counts them. None for all.
        parts: title of each part and the number of its first row, for tables in parts.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    caption: str = ""
    notes: tuple[str, ...] = ()
    shown: int | None = None
    parts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Matrix:
    """A square of figures: classes of rulesets against each other.

    Attributes:
        classes: names of the members of each class; rows and columns are in this order.
        values: figures, one row per class; None on the diagonal.
        kind: kind of the figures.
        shares: shares from 0 to 1 for shading, one row per class.
        caption: title.
    """

    classes: tuple[tuple[str, ...], ...]
    values: tuple[tuple[Value, ...], ...]
    kind: Kind
    shares: tuple[tuple[float, ...], ...]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart with its title and caption; the same object is drawn for the page and for print.

    Attributes:
        chart: the chart as plain data.
        title: title.
        caption: sentences: the games, the evidence, the komi.
        table: the figures as a table, for terminals and for readers without the picture.
    """

    chart: ChartData
    title: str
    caption: str
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of a list.

    Attributes:
        row: its row in the table games.
        address: address of the game, with `@move` if it is about a move.
        players: `Black – White`, plain text; may be empty.
        facts: short phrases: date, recorded result, evidence.
        verdicts: pairs of a verdict and the rulesets that give it.
        number: number of the game in the dataset, as `goanalyze show OUT NUMBER` takes it; from 1.
        move: number of the move that the line is about, None for none.
        message: sentence on the game, plain text; may be empty.
        picture: safe HTML of a board, drawn by `goanalyze.draw`, for pages; may be empty.
        name: short name of the game; on a terminal it follows the facts, instead of the address.
    """

    row: int
    address: str
    players: str = ""
    facts: tuple[str, ...] = ()
    verdicts: tuple[tuple[str, str], ...] = ()
    number: int = 0
    move: int | None = None
    message: str = ""
    picture: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class GameList:
    """Games, each with its address.

    Attributes:
        title: title.
        games: those that are listed.
        total: number of games in the whole list.
        all_games: int64[total], rows of the table games; None if only those listed are known.
        command: command that lists all of them, or an empty text.
    """

    title: str
    games: tuple[GameLine, ...]
    total: int
    all_games: Rows | None = None
    command: str = ""


Block: TypeAlias = Paragraph | Commands | Table | Matrix | Figure | GameList


@dataclass(frozen=True, slots=True)
class Section:
    """A part of an answer with a title of its own.

    Attributes:
        key: name of the section on the command line and its address on the page: lower case, words joined by `-`.
        title: title.
        blocks: parts, in order.
        note: short phrase next to the title: the games, the unit.
        badge: short phrase on the evidence of the figures, such as `known` or `estimated`; empty without figures.
    """

    key: str
    title: str
    blocks: tuple[Block, ...]
    note: str = ""
    badge: str = ""


def plain(value: Value) -> Scalar | tuple[int, ...]:
    """Return the value of a cell."""
    return value.value if isinstance(value, Cell) else value
