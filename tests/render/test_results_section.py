"""Sections on all results and on groups of games: every share with its interval, rare rows summed up."""

from __future__ import annotations

import csv
import io
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from helpers.sections import values_of
from helpers.synthetic import FakeDataset, Row, table_of

from goanalyze import Comparison, Grouping
from goanalyze.cli import app
from goanalyze.compare.choices import Results
from goanalyze.compare.comparison import compare
from goanalyze.render.model import Paragraph, Section, Table
from goanalyze.render.sections.komi import RESULT_KOMI, results_section
from goanalyze.render.sections.pairs import by_section


def archive() -> FakeDataset:
    """A hundred counted games and 40 resigned, on two sizes, in three years."""
    margins = [place % 7 - 3.5 for place in range(100)] + [None] * 40
    facts: list[dict[str, Any]] = [
        {
            "result_winner": "black" if place % 3 else "white",
            "result_by": "resign",
            "date": date(1999 + place % 3, 1, 1),
            **size,
        }
        for place in range(140)
        for size in [{"board_width": 9, "board_height": 9} if place % 10 == 0 else {}]
    ]
    chinese = [None if margin is None else margin + place % 3 for place, margin in enumerate(margins)]
    made = table_of({"japanese": margins, "chinese": chinese, "aga": chinese}, facts)
    return FakeDataset(made.names, (*made.rows, Row(made.rows[0].cells, {"handicap_stones": 4})))


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    """The comparison of the archive."""
    return compare(archive().tables())


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive as a dataset."""
    return archive().write(tmp_path_factory.mktemp("made") / "out")


def section(comparison: Comparison, kind: Results, by: str = "", limit: int | None = 20) -> Section:
    """Return a section on results."""
    grouping = ("board_size", *([by] if by else []))
    frame = comparison.results(RESULT_KOMI, grouping, as_played=kind is Results.PLAYED)
    return results_section(comparison, frame, kind, by, limit)


def table(section: Section) -> Table:
    """Return the first table of a section."""
    return next(block for block in section.blocks if isinstance(block, Table))


def sentences(section: Section) -> list[str]:
    """Return the paragraphs and notes of a section."""
    paragraphs = [block.text for block in section.blocks if isinstance(block, Paragraph)]
    return paragraphs + [note for block in section.blocks if isinstance(block, Table) for note in block.notes]


def call(*arguments: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, ["compare", *(str(argument) for argument in arguments)])


def test_a_share_that_komi_does_not_change_is_printed_once(comparison: Comparison) -> None:
    """Resignations have one share, counted boards one for each komi; handicap games and other sizes are left out."""
    what_if = section(comparison, Results.WHAT_IF)
    rows = {row[0]: row[1:] for row in table(what_if).rows}
    assert rows["resign"][0] == 36
    assert rows["resign"][2:] == ('"',) * (len(RESULT_KOMI) - 1)
    assert rows["counted"][0] == 90
    assert all("%" in str(cell) and "–" in str(cell) for cell in rows["counted"][1:])
    assert "126 even games on 19×19. Other sizes: 9×9." in sentences(what_if)
    assert any(text.startswith("counted, 90 games: ") for text in sentences(what_if))


def test_rare_komi_are_summed_up(comparison: Comparison) -> None:
    """Rows with few games are counted instead of printed, unless all are asked for."""
    some, every = (section(comparison, Results.PLAYED, "year", limit) for limit in (2, None))
    assert [title for title, _ in table(every).parts] == ["1999", "2000", "2001"]
    assert len(table(some).rows) == 2
    assert "… and 1 row with 42 games: `--limit 0`" in sentences(some)


def test_few_games_are_shown_if_there_are_no_others() -> None:
    """A table of results is not its head alone."""
    facts = [{"result_winner": "black", "result_by": "resign"}] * 5
    played = section(compare(table_of({"japanese": [0.5] * 5}, facts).tables()), Results.PLAYED)
    assert values_of(table(played), "games") == (5,)
    assert table(played).notes == ()


def test_komi_of_conventions_are_stated() -> None:
    """The section counts the games whose komi is not that of the header."""
    facts = [
        {"komi_source": "convention", "result_winner": "black", "result_by": "resign"},
        {"komi_source": "recorded"},
    ]
    played = section(compare(table_of({"japanese": [0.5, 1.5]}, facts).tables()), Results.PLAYED)
    assert "Komi: as recorded, but in 1 game that of their convention." in sentences(played)


def test_results_of_nothing_are_a_sentence() -> None:
    """Games without a winner have no share."""
    nothing = compare(table_of({"japanese": [None]}).tables())
    for kind in Results:
        assert sentences(section(nothing, kind)) == ["No even game has a winner, by its record or by its board."]


def test_groups_have_pairs_that_differ(comparison: Comparison) -> None:
    """Of the pairs that represent ways to count, those that differ in some game have rows."""
    by_year = by_section(comparison, Grouping.YEAR, None, None)
    assert [title for title, _ in table(by_year).parts] == ["japanese / chinese", "japanese / aga"]
    assert len(table(by_year).rows) == 8
    assert "2 of 3 pairs. Name two rulesets for another one." in sentences(by_year)
    equal = by_section(comparison, Grouping.YEAR, ("chinese", "aga"), None)
    assert set(values_of(table(equal), "over 1 point")) == {0}


def test_equal_rulesets_have_no_groups() -> None:
    """A sentence states so, as for no games at all."""
    for margins in ([1.5], []):
        equal = compare(table_of({"japanese": margins, "korean": margins, "wagc": margins}).tables())
        assert sentences(by_section(equal, Grouping.DECADE, None, None)) == [
            "No pair of rulesets has margins that differ."
        ]


@pytest.mark.parametrize("kind", Results)
def test_the_command_prints_the_frame(comparison: Comparison, dataset: Path, kind: Results) -> None:
    """CSV and JSON are the frame, of all board sizes or of one; the text is of one."""
    frame = comparison.results(by=("board_size", "decade"), board_size="9×9", as_played=kind is Results.PLAYED)
    options = (dataset, "--results", kind.value.replace("_", "-"), "--by", "decade", "--size", "9")
    assert call(*options[:-2], "--size", "19x19").stdout.count("19×19") == 1
    rows = list(csv.DictReader(io.StringIO(call(*options, "--format", "csv").stdout)))
    assert [row["decade"] for row in rows] == frame["decade"].tolist()
    data = json.loads(call(*options, "--format", "json").stdout)
    assert (data["results"], data["ruleset"], data["basis"]) == (kind.value, "japanese", "best")
    assert [row["games"] for row in data["rows"]] == frame["games"].tolist()


@pytest.mark.parametrize(("options", "word"), [(["--by", "komi"], "komi"), (["--size", "7"], "7×7")])
def test_results_by_komi_or_of_no_board_are_refused(dataset: Path, options: list[str], word: str) -> None:
    """One sentence, and exit code 2."""
    result = call(dataset, "--results", "what-if", *options)
    assert (result.exit_code, word in result.stderr, result.stderr.count("\n")) == (2, True, 1)
