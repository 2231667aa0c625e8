"""Sections as text: whole at every width, and harmless with any text of a record."""

from __future__ import annotations

import re
import unicodedata
from io import StringIO

import pytest
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from goanalyze.draw.charts import Bars
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
)
from goanalyze.render.terminal.printer import print_blocks, print_section

WIDTHS = (30, 60, 80, 100, 132, 200)
NASTY = "\x1b[31m[bold red]<script>alert(1)</script>\u202e\n:boom: ‎שלום *"
FIGURES = (Kind.COUNT, Kind.SHARE, Kind.RATE, Kind.POINTS, Kind.SIGNED, Kind.RESULT, Kind.DECIMAL)


def printed(width: int, *blocks: Block) -> str:
    """Return the text of blocks on a console of a width."""
    console = Console(file=StringIO(), width=width)
    print_blocks(console, blocks)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def words(text: str) -> list[str]:
    """Return the words of a text without bars, sorted."""
    return sorted(word for word in text.split() if not re.fullmatch("[▏▎▍▌▋▊▉█▁▂▃▄▅▆▇]+", word))


TEXT = st.text(st.sampled_from("ab 柯洁é-"), min_size=1, max_size=20).map(lambda text: " ".join(text.split()) or "x")


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw a table of a text and figures up to 1,234,567,890, with a text in between."""
    kinds = draw(st.lists(st.sampled_from((*FIGURES, Kind.TEXT, Kind.NAME)), min_size=1, max_size=10))
    columns = (Column(draw(TEXT), draw(st.sampled_from((Kind.TEXT, Kind.NAME)))),)
    columns += tuple(Column(draw(TEXT), kind) for kind in kinds)
    cells = {kind: st.floats(-1e9, 1234567890) for kind in FIGURES} | {Kind.TEXT: TEXT, Kind.NAME: TEXT}
    cells |= {Kind.SHARE: st.floats(0, 1), Kind.COUNT: st.integers(1, 1234567890)}
    rows = st.tuples(*(cells[column.kind] for column in columns))
    return Table(columns, tuple(draw(st.lists(rows, min_size=1, max_size=3))))


@law(150)
@given(table=tables(), width=st.sampled_from(WIDTHS))
def test_no_table_breaks_a_number_or_a_word(table: Table, width: int) -> None:
    """Each word of the widest print is whole at every width, and a line is wider than the console only for one word."""
    text = printed(width, table)
    assert set(words(text)) == set(words(printed(5_000, table)))
    assert all(cell_len(line) <= width or len(line.split()) == 1 for line in text.splitlines())


NASTY_BLOCKS: dict[str, Block] = {
    "paragraph": Paragraph(NASTY, Tone.ERROR),
    "commands": Commands(((NASTY, NASTY),)),
    "table": Table(
        (Column(NASTY, Kind.NAME), Column(NASTY), Column(NASTY, Kind.ADDRESS), Column(NASTY, Kind.INTERVAL)),
        ((NASTY, Cell(NASTY, Tone.GOOD), NASTY, NASTY),) * 2,
        caption=NASTY,
        notes=(NASTY,),
        parts=((NASTY, 0),),
    ),
    "matrix": Matrix(((NASTY,), (NASTY, NASTY)), ((None, NASTY), (NASTY, None)), Kind.NAME, ((0, 1), (1, 0)), NASTY),
    "figure": Figure(Bars([NASTY], [1], NASTY), NASTY, NASTY, Table((Column(NASTY, Kind.BAR),), ((0.5,),))),
    "games": GameList(NASTY, (GameLine(0, NASTY, NASTY, (NASTY,), ((NASTY, NASTY),), 7),), 2, None, NASTY),
}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NASTY_BLOCKS)
def test_nothing_in_a_text_acts_on_the_terminal(name: str, width: int) -> None:
    """Control characters and marks of direction are replaced, and markup is text, in each cell of each block."""
    console = Console(file=StringIO(), width=width, force_terminal=True, color_system=None)
    print_section(console, Section(NASTY, NASTY, (NASTY_BLOCKS[name],), NASTY, NASTY))
    assert isinstance(console.file, StringIO)
    text = re.sub(r"\x1b\[[\d;]*m", "", console.file.getvalue())  # styles of the printer itself
    assert not [char for char in text if unicodedata.category(char) in ("Cc", "Cf") and char != "\n"]
    assert "[bold" in text
    assert ":boom:" in text


def test_addresses_and_commands_are_lines_to_copy() -> None:
    """An address is quoted as a shell needs it, and is a line of its own, also where it is wider than the console."""
    address = "archives of the club/2003 (spring).zip!round one/final game.sgf#2@117"
    game = GameLine(4, address, "Black – White", ("2003",), (("B+0.5", "chinese"),), 7)
    command = "goanalyze compare OUT japanese chinese --games winner --limit 0"
    text = printed(30, GameList("Games", (game,), 2, None, command), Commands(((command, "all games"),)))
    assert [line.strip() for line in text.splitlines()].count(f"'{address}'") == 1
    assert [line.strip() for line in text.splitlines()].count(command) == 2


def test_columns_that_are_left_out_are_named() -> None:
    """A narrow terminal names the columns that it has no room for, and the width that has."""
    columns = (Column("name"), Column("games", Kind.COUNT), Column("deviation", Kind.DECIMAL, can_be_left_out=True))
    table = Table(columns, (("a rather long name of a thing", 1234567, 2.5),))
    narrow = printed(30, table)
    width = int(re.findall(r"A terminal of (\d+)", " ".join(narrow.split()))[0])
    assert "deviation" in narrow
    assert "2.50" not in narrow
    assert "2.50" in printed(width, table)
    assert "Not shown" not in printed(width, table)


def test_rows_that_are_not_shown_are_counted() -> None:
    """A table with more rows than are shown at first says how many, and how to see them."""
    table = Table((Column("a"), Column("games", Kind.COUNT)), tuple((f"row{n}", n + 1) for n in range(5)), shown=2)
    console = Console(file=StringIO(), width=80)
    print_blocks(console, (table,), "--limit 0")
    assert isinstance(console.file, StringIO)
    lines = console.file.getvalue().splitlines()
    assert [line.split()[0] for line in lines] == ["a", "row0", "row1", "…"]
    assert lines[-1] == "… and 3 more rows: --limit 0"


def test_a_code_in_a_sentence_is_never_folded() -> None:
    """Text between backticks stays on one line."""
    text = printed(40, Paragraph("More is to be had with the command `goanalyze compare OUT -v` here."))
    assert "goanalyze compare OUT -v" in text
    assert "`" not in text
