"""The printer of pages: HTML of sections, block by block, by Jinja2 with autoescape."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from jinja2 import BytecodeCache, Environment, PackageLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

from goanalyze.draw.charts import Bars, figure_html, shade
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
    Rows,
    Section,
    Table,
    Tone,
    Value,
)
from goanalyze.render.report.chapters import GameLists
from goanalyze.util.text import clean

_CARDS_FROM: Final = 4
"""Number of columns from which a table becomes cards on narrow screens."""
_BLOCKS: Final = {
    Paragraph: "paragraph",
    Commands: "commands",
    Table: "table",
    Matrix: "matrix",
    Figure: "figure",
    GameList: "game_list",
}


class _CompiledTemplates(BytecodeCache):
    """Templates that this process has compiled, for all of its pages."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket with the code of its template."""
        if code := self._code.get(bucket.key):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template."""
        self._code[bucket.key] = bucket.bytecode_to_string()


_COMPILED: Final = _CompiledTemplates()


class PagePrinter:
    r"""The printer of one page.

    Example:
        >>> printer = PagePrinter()
        >>> section = Section("a", "A < B", (Paragraph("Run `x` & \x1b wait."),), badge="estimated")
        >>> print(printer.blocks(section))
        <p>Run <code>x</code> &amp; � wait.</p>
    """

    def __init__(self, shorten: Callable[[str], str] = str) -> None:
        self.lists = GameLists()
        self.games: dict[int, None] = {}
        self._shorten = shorten
        self._environment = self._make_environment()
        self._macros = self._environment.get_template("blocks.html").make_module({"printer": self})

    def page(self, **values: object) -> str:
        """Return the whole page."""
        return self._environment.get_template("page.html").render(**values)

    def plain(self, text: object) -> str:
        """Return a text without control characters and without folders of the user, not yet escaped."""
        return clean(self._shorten(str(text)))

    def section(self, section: Section) -> Markup:
        """Return a section that is open."""
        return Markup(self._macros.section(section))  # type: ignore[attr-defined]

    def fold(self, section: Section) -> Markup:
        """Return a section that is folded."""
        return Markup(self._macros.fold(section))  # type: ignore[attr-defined]

    def tiles(self, section: Section) -> Markup:
        """Return a section whose table is printed as tiles: a label, a figure and a note in each row."""
        return Markup(self._macros.tiles(section))  # type: ignore[attr-defined]

    def blocks(self, section: Section) -> Markup:
        """Return the blocks of a section. Commands are left out: the page has them in one fold."""
        printable = printable_blocks(section)
        return Markup("\n").join(getattr(self._macros, _BLOCKS[type(block)])(block, section) for block in printable)

    def cell(self, value: Value, column: Column) -> Markup:
        """Return a value of a table, with the list of the games behind it."""
        cell = value if isinstance(value, Cell) else Cell(value)
        if isinstance(cell.value, tuple):
            return _spark(cell.value)
        text = escape(self.plain(value_text(cell.value, column)))
        if column.kind is Kind.BAR and cell.value is not None:
            width = 100 * float(cell.value)
            text = Markup('<span class="bar" aria-hidden="true"><i style="width:{:.2f}%"></i></span>').format(width)
        elif column.kind in (Kind.NAME, Kind.ADDRESS):
            text = Markup("<bdi>{}</bdi>").format(text)
        if cell.section:
            text = Markup('<a href="#{}">{}</a>').format(cell.section, text)
        if cell.games is not None and len(cell.games) and cell.value not in (0, None):
            text = self._with_games(text, cell, column)
        return text if cell.tone is Tone.PLAIN else Markup('<span class="is-{}">{}</span>').format(cell.tone, text)

    def _with_games(self, text: Markup, cell: Cell, column: Column) -> Markup:
        assert cell.games is not None
        if column.kind is Kind.ADDRESS and len(cell.games) == 1:
            return self._opener(text, int(cell.games[0]), None if cell.moves is None else int(cell.moves[0]))
        return self.number(text, cell.games, cell.list_title or column.head, cell.moves)

    def number(self, text: str | Markup, games: Rows, title: str, moves: Rows | None = None) -> Markup:
        """Return a text that opens a list of games."""
        index = self.lists.add(games, moves)
        head = Markup('<span class="n" data-list="{}" data-title="{}">{}</span>')
        return head.format(index, self.plain(title), text)

    def whole_list(self, games: GameList) -> Markup:
        """Return the number of games of a list that is longer than the lines printed."""
        text = f"all {games.total:,} games"
        return escape(text) if games.all_games is None else self.number(text, games.all_games, games.title)

    @staticmethod
    def matrix_column(matrix: Matrix) -> Column:
        """Return the column of the figures of a matrix."""
        return Column(matrix.caption or "games", matrix.kind)

    def prose(self, text: str) -> Markup:
        """Return sentences as HTML; names between backticks are code."""
        parts = self.plain(text).split("`")
        last = len(parts) - 1
        return Markup("").join(
            Markup("<code>{}</code>").format(part) if index % 2 and index < last else escape(part)
            for index, part in enumerate(parts)
        )

    def _make_environment(self) -> Environment:
        """Return the environment of the templates, in which every text is made plain and escaped."""
        environment = Environment(
            loader=PackageLoader("goanalyze.render.report", "templates"),
            bytecode_cache=_COMPILED,
            autoescape=True,
            finalize=lambda value: value if isinstance(value, Markup) else self.plain(value),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters |= {
            "prose": self.prose,
            "badge": lambda badge: "guess" if "estimated" in badge else "fact",  # estimates are marked anywhere
            "kind": _kind_class,
        }
        environment.globals |= {
            "chart": self._chart,
            "shade": shade,
            "is_cards": lambda table: len(table.columns) >= _CARDS_FROM,
            "most": lambda matrix: max((share for row in matrix.shares for share in row), default=0.0),
        }
        return environment

    def _chart(self, figure: Figure) -> Markup:
        of_bars = f", {len(figure.chart.values)} bars" if isinstance(figure.chart, Bars) else ""
        label = self.plain(f"{figure.title}{of_bars}. {figure.caption}")
        return Markup(figure_html(figure.chart, label))

    def address(self, line: GameLine) -> Markup:
        """Return the address of a game, which opens the viewer at its move."""
        text = Markup("<bdi>{}</bdi>").format(self.plain(line.address))
        return self._opener(text, line.row, line.move) if line.row >= 0 else text

    def _opener(self, text: Markup, row: int, move: int | None) -> Markup:
        self.games[row] = None
        at_move = "" if move is None or move < 0 else Markup(' data-move="{}"').format(move)
        return Markup('<span class="g" data-game="{}"{}>{}</span>').format(row, at_move, text)


def _spark(counts: Iterable[int]) -> Markup:
    values = list(counts)
    top = max([*values, 1])
    columns = Markup("").join(
        Markup('<rect x="{}" y="{:.1f}" width="3" height="{:.1f}"/>').format(
            4 * index, 16 - 16 * value / top, 16 * value / top
        )
        for index, value in enumerate(values)
        if value
    )
    text = ", ".join(map(str, values))
    return Markup('<svg class="spark" viewBox="0 0 {} 16" role="img" aria-label="{}">{}</svg>').format(
        max(4 * len(values), 4), text, columns
    )


def printable_blocks(section: Section) -> list[Block]:
    """Return the blocks of a section without commands, which are of use to the keeper of the dataset alone."""
    return [
        block
        for block in section.blocks
        if not (isinstance(block, Commands) or (isinstance(block, Paragraph) and "`goanalyze " in block.text))
    ]


def _kind_class(column: Column) -> str:
    if column.kind in RIGHT_ALIGNED:
        kind = "r"
    else:
        kind = {Kind.TEXT: "w", Kind.ADDRESS: "a", Kind.NAME: "k"}.get(column.kind, "")
    return f"{kind} optional" if column.can_be_left_out else kind
