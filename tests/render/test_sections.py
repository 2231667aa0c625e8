"""Sections of a comparison: whole at every width, harmless, and with the numbers of the frames."""

from __future__ import annotations

import re
import unicodedata
from io import StringIO
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

import goanalyze as ga
from goanalyze.compare.choices import Dispute, Grouping, Results
from goanalyze.compare.comparison import Comparison, compare_dataset
from goanalyze.render.formatting import value_text
from goanalyze.render.model import Cell, Kind, Matrix, Section, Table, blocks_of, plain
from goanalyze.render.sections.comparison import SECTIONS, Request, SectionError, comparison_sections
from goanalyze.render.sections.game_lists import games_section
from goanalyze.render.sections.komi import results_section
from goanalyze.render.sections.pair import by_section, pair_section
from goanalyze.render.terminal.printer import matrix_table, print_sections

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
WIDTHS = (30, 60, 80, 100, 132, 200)
NASTY = "\x1b[31m[bold\\]<script>\n\u202e:boom: שלום"


def printed(sections: tuple[Section, ...], width: int) -> str:
    """Return the text of sections on a console of a width."""
    console = Console(file=StringIO(), width=width)
    print_sections(console, sections)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def every_section(comparison: Comparison) -> tuple[Section, ...]:
    """Return all sections of a comparison, with those on a pair, on groups, on results, and all lists of games."""
    a, b = comparison.rulesets[:2]
    results = comparison.results([5.5, 6.5], ("board_size", "decade"))
    played = comparison.results(by=("board_size", "decade"), as_played=True)
    return (
        *comparison_sections(comparison, (), Request("OUT", None, None)),
        pair_section(comparison, a, b),
        *(by_section(comparison, grouping, (a, b), None) for grouping in (Grouping.EVENT, Grouping.SOURCE)),
        by_section(comparison, Grouping.DECADE, None, None),
        *(games_section(comparison, what, "OUT", None) for what in Dispute),
        games_section(comparison, Dispute.WINNER, "OUT", None, (a, b)),
        results_section(comparison, results, Results.WHAT_IF, "decade", None),
        results_section(comparison, played, Results.PLAYED, "decade", None),
    )


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    """Return the comparison of the sample."""
    folder = tmp_path_factory.mktemp("sections") / "out"
    ga.check(SAMPLE).to_parquet(folder)
    return compare_dataset(folder)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    """Return the comparison of games in whose headers and file names every text is hostile."""
    folder = tmp_path_factory.mktemp("hostile")
    for number, path in enumerate(sorted((SAMPLE / "gnugo").glob("*.sgf"))[:12]):
        record = path.read_text("utf-8")
        for name in ("PB", "PW", "DT", "EV", "RE", "GN", "GC", "RU"):
            record = re.sub(rf"{name}\[[^]]*\]", lambda _, name=name: f"{name}[{NASTY}]", record)
        (folder / f"{number} {NASTY.replace('/', '')}.sgf").write_text(record, "utf-8")
    ga.check(folder).to_parquet(folder / "out")
    return compare_dataset(folder / "out")


def test_every_section_is_declared_once() -> None:
    """Keys are unique, and fit the command line and an address on the page."""
    keys = [kind.key for kind in SECTIONS]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", key) for key in keys)


def test_sections_by_name(sample: Comparison) -> None:
    """Sections come in the declared order whatever the order of their names; an unknown name gets a suggestion."""
    assert [section.key for section in comparison_sections(sample, ["pairs", "evidence"])] == ["evidence", "pairs"]
    with pytest.raises(SectionError, match=r"'evidense' is not a known section.*evidence"):
        comparison_sections(sample, ["evidense"])


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["sample", "hostile"])
def test_sections_fit_every_width(name: str, width: int, request: pytest.FixtureRequest) -> None:
    """No line is wider than the console but an address or a command, and every figure is whole."""
    sections = every_section(request.getfixturevalue(name))
    text = printed(sections, width)
    for line in text.splitlines():
        rest = line.lstrip(" 0123456789")
        assert cell_len(line) <= width or rest.startswith(("goanalyze ", "'")) or len(rest.split()) == 1, line
    words = set(re.findall(r"[^\s()]+", text))
    assert {word.rstrip(".,:;") for word in figures(sections)} <= {word.rstrip(".,:;") for word in words}


def figures(sections: tuple[Section, ...]) -> set[str]:
    """Return the words of all figures in the tables and matrices of sections, but of columns that may be left out."""
    tables = [matrix_table(block) if isinstance(block, Matrix) else block for block in blocks_of(sections)]
    return {
        word
        for table in tables
        if isinstance(table, Table)
        for row in table.rows
        for value, column in zip(row, table.columns, strict=True)
        if column.kind in (Kind.COUNT, Kind.SHARE, Kind.SIGNED, Kind.DECIMAL, Kind.RATE, Kind.INTERVAL)
        if not column.can_be_left_out
        for word in value_text(plain(value), column).split()
    }


def test_nothing_in_a_record_acts_on_the_terminal(hostile: Comparison) -> None:
    """Control characters and marks of direction are replaced in every section, and markup is text."""
    text = printed(every_section(hostile), 80)
    assert not [char for char in text if unicodedata.category(char) in ("Cc", "Cf") and char != "\n"]
    assert "[bold]<script>" in text


def test_a_number_is_the_number_of_the_games_behind_it(sample: Comparison) -> None:
    """Each cell with games has as many as it says."""
    cells = [
        value
        for block in blocks_of(every_section(sample))
        for row in (block.rows if isinstance(block, Table) else block.values if isinstance(block, Matrix) else ())
        for value in row
        if isinstance(value, Cell) and value.games is not None
    ]
    assert len(cells) > 20
    assert [cell.value for cell in cells] == [len(cell.games) for cell in cells if cell.games is not None]


def test_numbers_of_pairs_are_those_of_the_frame(sample: Comparison) -> None:
    """The table of pairs has the figures of the frame, row by row."""
    (section,) = comparison_sections(sample, ["pairs"])
    table = next(block for block in section.blocks if isinstance(block, Table))
    frame = sample.pairs().set_index(["a", "b"])
    for name, changes, share, _, over, *_ in table.rows:
        row = frame.loc[tuple(str(name).split(" / "))]
        assert (plain(changes), plain(over)) == (row["winner_changes"], row["over_1"])
        assert share == row["winner_change_share"]
