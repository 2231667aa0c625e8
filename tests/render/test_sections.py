"""Sections of a comparison: whole at every width, harmless, and with the numbers of the frames."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from helpers.duplicates import search
from helpers.laws import law
from helpers.sections import blocks_of, values_of
from helpers.synthetic import Cell as OutcomeCell
from helpers.synthetic import FakeDataset, Row, datasets, table_of
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

import goanalyze as ga
from goanalyze import Basis, Comparison, Dispute, Grouping, KomiChoice
from goanalyze.archives.inputs import find_sources
from goanalyze.batch.run import Run
from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.compare.choices import Results
from goanalyze.compare.comparison import compare, compare_dataset
from goanalyze.compare.counted_games import open_groups
from goanalyze.duplicates.summary import DuplicateSummary
from goanalyze.errors import OptionError
from goanalyze.pipeline import Options
from goanalyze.render.formatting import value_text
from goanalyze.render.model import Cell, Commands, Figure, Kind, Matrix, Section, Table, plain
from goanalyze.render.sections.answer import evidence_badge
from goanalyze.render.sections.check_summary import detail_sections, next_commands, next_section, summary_section
from goanalyze.render.sections.comparison import SECTIONS, Request, comparison_sections
from goanalyze.render.sections.conventions import convention_sections
from goanalyze.render.sections.duplicates import duplicate_section
from goanalyze.render.sections.game_lists import dispute_section, game_list
from goanalyze.render.sections.komi import results_section
from goanalyze.render.sections.pairs import by_section, pair_section
from goanalyze.render.terminal.printer import matrix_table, print_sections

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
WIDTHS = (30, 60, 80, 100, 132, 200)
_GUESS = {"count_status": "estimated", "confidence": 0.9}
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
        *(dispute_section(comparison, what, "OUT", None) for what in Dispute),
        dispute_section(comparison, Dispute.WINNER, "OUT", None, (a, b)),
        results_section(comparison, results, Results.WHAT_IF, "decade", None),
        results_section(comparison, played, Results.PLAYED, "decade", None),
    )


def sections_of_commands(folder: Path, out: Path) -> tuple[Section, ...]:
    """Return the sections of check, dups and conventions on the records of a folder and their dataset."""
    summary = Run(find_sources([str(folder)]), Options(estimate="never")).run()
    codes = list(CATALOGUE)
    groups, results, is_applied = open_groups(out)
    return (
        summary_section(summary, codes, "out"),
        next_section(next_commands(summary, codes, "out", [str(folder)])),
        *detail_sections(summary, codes, "out"),
        duplicate_section(DuplicateSummary(search(ga.open(out))), "out"),
        *convention_sections(groups, results, "out", is_applied=is_applied, with_hypotheses=True),
    )


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    """Return the comparison of the sample."""
    folder = tmp_path_factory.mktemp("sections") / "out"
    ga.check(SAMPLE).to_parquet(folder)
    return compare_dataset(folder)


@pytest.fixture(scope="module")
def hostile_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return records in whose headers and file names every text is hostile, with their dataset in the folder out."""
    folder = tmp_path_factory.mktemp("hostile")
    for number, path in enumerate(sorted((SAMPLE / "gnugo").glob("*.sgf"))[:12]):
        record = path.read_text("utf-8")
        for name in ("PB", "PW", "DT", "EV", "RE", "GN", "GC", "RU"):
            record = re.sub(rf"{name}\[[^]]*\]", lambda _, name=name: f"{name}[{NASTY}]", record)
        (folder / f"{number} {NASTY.replace('/', '')}.sgf").write_text(record, "utf-8")
    ga.check(folder).to_parquet(folder / "out")
    return folder


@pytest.fixture(scope="module")
def hostile(hostile_folder: Path) -> Comparison:
    """Return the comparison of these records."""
    return compare_dataset(hostile_folder / "out")


def test_every_section_is_declared_once() -> None:
    """Keys are unique, and fit the command line and an address on the page."""
    keys = [kind.key for kind in SECTIONS]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", key) for key in keys)


def test_sections_by_name(sample: Comparison) -> None:
    """Sections come in the declared order for any order of their names; an unknown name gets a suggestion."""
    assert [section.key for section in comparison_sections(sample, ["pairs", "evidence"])] == ["evidence", "pairs"]
    with pytest.raises(OptionError, match=r"'evidense' is not a known section.*evidence"):
        comparison_sections(sample, ["evidense"])


@pytest.fixture(scope="module")
def sections(sample: Comparison, hostile: Comparison, hostile_folder: Path) -> dict[str, tuple[Section, ...]]:
    """Return the sections of all commands that print them."""
    commands = sections_of_commands(hostile_folder, hostile_folder / "out")
    return {"sample": every_section(sample), "hostile": every_section(hostile), "commands": commands}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["sample", "hostile", "commands"])
def test_sections_fit_every_width(sections: dict[str, tuple[Section, ...]], name: str, width: int) -> None:
    """No line is wider than the console but an address or a command, and every figure is whole."""
    text = printed(sections[name], width)
    for line in text.splitlines():
        rest = line.lstrip(" 0123456789")
        assert cell_len(line) <= width or rest.startswith(("goanalyze ", "'")) or len(rest.split()) == 1, line
    words = set(re.findall(r"[^\s()]+", text))
    assert {word.rstrip(".,:;") for word in figures(sections[name])} <= {word.rstrip(".,:;") for word in words}


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


@pytest.mark.parametrize("name", ["hostile", "commands"])
def test_nothing_in_a_record_acts_on_the_terminal(sections: dict[str, tuple[Section, ...]], name: str) -> None:
    """Control characters and marks of direction are replaced in every section, and markup is text."""
    text = printed(sections[name], 80)
    assert not [char for char in text if unicodedata.category(char) in ("Cc", "Cf") and char != "\n"]
    assert "[bold]<script>" in text


def test_a_number_is_the_number_of_the_games_behind_it(sample: Comparison) -> None:
    """Each cell with games has the number of games that it states."""
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


def text_of(section: Section) -> str:
    """Return the text of a section on a wide console."""
    return printed((section,), 200)


def test_a_histogram_has_equal_bins() -> None:
    """Bins between the ends are kept if no game is in them, games further out are counted below, bars are relative."""
    margins = [0.5] * 30 + [2.5] * 6 + [90.5]
    made = table_of({"japanese": margins, "chinese": [0.5] * 37})
    section = pair_section(compare(made.tables()), "japanese", "chinese")
    figure = next(block for block in section.blocks if isinstance(block, Figure))
    assert figure.table is not None
    assert values_of(figure.table, "points") == ("0", "+1", "+2")
    assert values_of(figure.table, "games") == (30, 0, 6)
    assert values_of(figure.table, "") == (1.0, 0.0, 0.2)
    assert "1 game above +2" in figure.caption


def test_a_pair_that_cannot_be_compared_has_the_reason_in_games() -> None:
    """Without a game in common the section counts the games by reason and names data or an option that helps."""
    made = table_of({"japanese": [None, None], "chinese": [None, None]})
    text = text_of(pair_section(compare(made.tables()), "japanese", "chinese"))
    assert "None of 2 games can be compared" in text
    cells = (OutcomeCell(1.5, "estimated", status="estimated"), OutcomeCell(1.5, "estimated", status="estimated"))
    estimated = FakeDataset(("japanese", "chinese"), (Row(cells, _GUESS),) * 4)
    strict = pair_section(compare(estimated.tables(), basis="counted"), "japanese", "chinese", "my/out")
    assert "goanalyze compare my/out japanese chinese --basis best" in text_of(strict)


@given(datasets(), st.sampled_from(Basis.names()), st.sampled_from(KomiChoice.names()))
@law(60)
def test_the_answer_has_ten_lines(made: FakeDataset, basis: str, komi: str) -> None:
    """With its games and the settings it fits in ten lines of 80 columns; commands follow."""
    (section,) = comparison_sections(compare(made.tables(), "all", basis=basis, komi=komi), ["answer"])
    blocks = tuple(block for block in section.blocks if not isinstance(block, Commands))
    lines = printed((replace(section, title="", blocks=blocks),), 80).splitlines()
    assert len(list(filter(None, lines))) <= 10
    assert all(cell_len(line) <= 80 for line in lines)


def test_a_game_of_the_answer_has_its_results_and_its_shortest_name() -> None:
    """The pair whose winner changes, the evidence and the end of the path that no other file has, on one line."""
    files = ["a/x/1.sgf", "b/x/1.sgf", "b/x/11.sgf"]
    rows = [Row((OutcomeCell(1.5), OutcomeCell(1.5), OutcomeCell(-0.5)), {"member": file}) for file in files]
    comparison = compare(FakeDataset(("japanese", "korean", "chinese"), tuple(rows)).tables())
    assert [example.name for example in comparison.answer().examples] == ["a/x/1.sgf", "b/x/1.sgf", "11.sgf"]
    (section,) = comparison_sections(comparison, ["answer"])
    assert "  3  B+1.5 Japanese; W+0.5 Chinese · known · 11.sgf\n" in printed((section,), 80)


def test_games_with_good_evidence_come_first() -> None:
    """Known and confirmed games, then those of the usual pair, then even ones."""
    other, both = (OutcomeCell(1.5), OutcomeCell(1.5), OutcomeCell(-0.5)), (OutcomeCell(-0.5), OutcomeCell(1.5)) * 2
    guess = tuple(replace(cell, basis="estimated", status="estimated") for cell in both[:3])
    rows = (Row(guess, _GUESS), Row(other), Row(both[:3], {"handicap_stones": 2}), Row(both[:3]))
    comparison = compare(FakeDataset(("japanese", "chinese", "ing"), rows).tables())
    assert [example.number for example in comparison.answer().examples] == [4, 3, 2]


def test_trouble_is_named_by_its_reason() -> None:
    """Each game with trouble counts for one reason, so that suicide is not taken for superko."""
    cells = (OutcomeCell(1.5, legal=False), OutcomeCell(1.5))
    suicide, both = ("GO103", 3, ("japanese",)), [("GO103", 3, ("japanese",)), ("GO202", 9, ("japanese",))]
    rows = (Row(cells, {"findings": [suicide]}), Row(cells, {"findings": both}), Row(cells))
    answer = compare(FakeDataset(("japanese", "chinese"), rows).tables()).answer()
    assert answer.trouble == (("suicide", 2), ("another reason", 1))
    assert "suicide in 2, another reason in 1." in answer.sentences[-1]


def test_the_badge_begins_with_the_most_doubtful_evidence() -> None:
    """A figure with one estimated game is not called known."""
    known = Row((OutcomeCell(1.5), OutcomeCell(1.5)))
    guess = OutcomeCell(1.5, "estimated", status="estimated")
    rows = (known, known, Row((guess, guess), _GUESS))
    assert evidence_badge(compare(FakeDataset(("japanese", "chinese"), rows).tables())) == "estimated 1 · known 2"
    assert evidence_badge(compare(FakeDataset(("japanese", "chinese"), rows[:2]).tables())) == "known 2"


def test_every_list_gives_the_number_that_show_takes(sample: Comparison) -> None:
    """A game of a list has its number, its evidence, and the result under each ruleset."""
    games = game_list(sample, Dispute.WINNER, "out", 2)
    frame = sample.games("winner", limit=2)
    assert [game.number for game in games.games] == frame["number"].tolist()
    assert [game.address for game in games.games] == frame["address"].tolist()
    assert all(evidence in game.facts for game, evidence in zip(games.games, frame["evidence"], strict=True))
    assert games.total == len(sample.dispute_rows("winner")) > 2
    assert games.command == "goanalyze compare out --games winner --limit 0"


def test_a_badge_counts_the_games_of_its_figures(sample: Comparison) -> None:
    """The numbers of a badge add up to the games drawn: of fair komi to the even games of one size."""
    badges = {section.key: section.badge for section in comparison_sections(sample)}
    total = {key: sum(map(int, re.findall(r"[\d,]+", badge.replace(",", "")))) for key, badge in badges.items()}
    size, games = sample.main_board_size()
    assert total["komi"] == games == len(sample.komi_games(board_size=size).rows)
    assert total["pairs"] == total["margins"] == sample.pairs()["games"].max()
    assert not badges["funnel"] + badges["legality"] + badges["illegal-moves"]
