"""Breakdowns and results as text (issue 16): as wide as the terminal, every share with its interval, clean."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from goanalyze.render.terminal.breakdown import print_by
from goanalyze.render.terminal.results import KOMI_SHOWN, print_results
from helpers.synthetic import Made, Row, table_of
from rich.console import Console

from goanalyze.cli import app
from goanalyze.compare.choices import Results
from goanalyze.compare.comparison import Comparison, compare

NASTY = "\x1b[31m[bold]<script>\u202e"


def archive() -> Made:
    """A hundred counted games and 40 resigned, on two sizes, in events with nasty names."""
    margins = [place % 7 - 3.5 for place in range(100)] + [None] * 40
    facts: list[dict[str, Any]] = [
        {"result_winner": "black" if place % 3 else "white", "result_by": "resign", "event": NASTY,
         "date": date(1999 + place % 3, 1, 1), **size} for place in range(140)
        for size in [{"board_width": 9, "board_height": 9} if place % 10 == 0 else {}]
    ]  # fmt: skip
    chinese = [None if margin is None else margin + place % 3 for place, margin in enumerate(margins)]
    made = table_of({"japanese": margins, "chinese": chinese, "aga": chinese}, facts)
    return Made(made.names, (*made.rows, Row(made.rows[0].cells, {"handicap_stones": 4})))


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    """Compared, once for all."""
    return compare(archive().tables(), "all")


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same on disk."""
    return archive().write(tmp_path_factory.mktemp("made") / "out")


def printed(comparison: Comparison, what: Results, by: str = "", width: int = 80, limit: int = 20) -> str:
    """Return results as text."""
    console = Console(file=io.StringIO(), width=width)
    grouping = ("board_size", *([by] if by else []))
    told = comparison.results(KOMI_SHOWN, grouping)
    frame = comparison.results_as_played(grouping) if what is Results.PLAYED else told
    print_results(console, comparison, frame, what, by, limit)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text


def call(*arguments: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, ["compare", *(str(argument) for argument in arguments)])


@pytest.mark.parametrize("what", Results)
@pytest.mark.parametrize("by", ["", "decade", "event"])
@pytest.mark.parametrize("width", [60, 80, 130])
def test_results_fit_and_do_nothing_to_the_terminal(comparison: Comparison, what: Results, by: str, width: int) -> None:
    """No line is wider than the terminal where it has 80 columns, and control characters are replaced."""
    text = printed(comparison, what, by, width)
    assert max(map(len, text.splitlines())) <= max(width, 80)
    assert not [char for char in text if unicodedata.category(char) in ("Cc", "Cf") and char != "\n"]
    assert ("[bold]<script>" in "".join(text.split())) == (by == "event")  # narrow columns break it


def test_what_another_komi_does_not_tell_stands_once(comparison: Comparison) -> None:
    """Resignations have one share; counted boards one for each komi; what is left out is counted."""
    lines = printed(comparison, Results.WHAT_IF).splitlines()
    assert "126 even games on 19×19, 1 handicap game apart; other sizes: 9×9 (--size)." in lines
    resigned = next(line.split() for line in lines if line.startswith("resign "))
    assert resigned[1] == "36"
    assert resigned[-3:] == ['"'] * 3
    counted = next(line.split() for line in lines if line.startswith("counted "))
    assert counted[1] == "90"
    assert sum(cell.endswith("%") for cell in counted) == sum("–" in cell for cell in counted) == len(KOMI_SHOWN)
    assert "counted, 90 games: the board, its dead stones known, counted (japanese rules)" in lines


def test_rare_komi_are_summed_up(comparison: Comparison) -> None:
    """Decades with less than 30 games have no row of their own, but with --limit 0 they have."""
    some, every = (printed(comparison, Results.PLAYED, "year", limit=limit) for limit in (2, 0))
    assert "1999" not in some or "2001" not in some
    assert "… and 1 row with 42 games: --limit 0" in some
    assert all(f"\n{year}\n" in every for year in (1999, 2000, 2001))


def test_where_every_komi_has_few_games_they_are_shown() -> None:
    """Issue 16, "Bad input", groups of few games: a table of results is not its heads alone."""
    facts = [{"result_winner": "black", "result_by": "resign"}] * 5
    text = printed(compare(table_of({"japanese": [0.5] * 5}, facts).tables(), "all"), Results.PLAYED)
    assert re.search(r"(?m)^6\.5 +5 +100%", text)
    assert "--limit 0" not in text


def test_komi_of_conventions_are_told() -> None:
    """Where `check --conventions apply` gave games another komi than the header's, the figures say so (issue 16)."""
    facts = [
        {"komi_source": "convention", "result_winner": "black", "result_by": "resign"},
        {"komi_source": "recorded"},
    ]
    text = printed(compare(table_of({"japanese": [0.5, 1.5]}, facts).tables(), "all"), Results.PLAYED)
    assert "Komi: the recorded komi, in 1 game that of their convention." in text


def test_results_of_nothing_are_a_sentence() -> None:
    """Without a winner there is no share."""
    nothing = compare(table_of({"japanese": [None]}).tables(), "all")
    for what in Results:
        assert "No even game has a winner, on record or by its board." in printed(nothing, what)


def test_every_share_of_a_breakdown_has_its_interval(comparison: Comparison) -> None:
    """The pairs worth showing, each under its name, and how to have the others; equal rulesets have no rows."""
    console = Console(file=io.StringIO(), width=80)
    print_by(console, comparison.by("year"), "year", 20)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    rows = [line.split() for line in text.splitlines() if line.startswith(("1999", "2000", "2001", "unknown"))]
    assert len(rows) == 8
    assert all(sum("%" in cell for cell in row) == sum("–" in cell[1:] for cell in row) == 2 for row in rows)
    assert "\njapanese / chinese\n" in text
    assert "chinese / aga" not in text
    assert "2 pairs of 3: --pair shows any, --format csv all." in text


def test_equal_rulesets_have_no_breakdown() -> None:
    """A sentence says so, as for no games at all."""
    for margins in ([1.5], []):
        made = table_of({"japanese": margins, "korean": margins, "wagc": margins})
        console = Console(file=io.StringIO(), width=80)
        print_by(console, compare(made.tables(), "all").by("decade"), "decade", 20)
        text = console.file.getvalue()  # type: ignore[attr-defined]
        assert "No pair of rulesets has margins that differ." in text


@pytest.mark.parametrize("what", Results)
def test_the_command_gives_the_frame(comparison: Comparison, dataset: Path, what: Results) -> None:
    """As CSV and as JSON, of all board sizes or of one, by what is asked for."""
    ways = comparison.results if what is Results.WHAT_IF else comparison.results_as_played
    frame = ways(by=("board_size", "decade"), board_size="9×9")
    options = (dataset, "--results", what.value.replace("_", "-"), "--by", "decade", "--size", "9")
    assert call(*options[:-2], "--size", "19x19").stdout.count("19×19") == 1
    rows = list(csv.DictReader(io.StringIO(call(*options, "--format", "csv").stdout)))
    assert [row["decade"] for row in rows] == frame["decade"].tolist()
    told = json.loads(call(*options, "--format", "json").stdout)
    assert (told["results"], told["ruleset"], told["basis"]) == (what.value, "japanese", "counted")
    assert [row["games"] for row in told["rows"]] == frame["games"].tolist()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--size", "9x9"], "--size goes with --results"),
        (["--results", "played", "--pair", "japanese,aga"], "--results goes with --by and --size"),
        (["--results", "played", "--by", "komi"], "by: 'komi' is not allowed, since results are told by komi already"),
        (["--results", "what-if", "--size", "7"], "board_size: '7×7' is not allowed; allowed are 9×9, 19×19"),
    ],
)
def test_what_does_not_go_together_is_said(dataset: Path, options: list[str], sentence: str) -> None:
    """One sentence, and exit code 2."""
    result = call(dataset, *options)
    assert (result.exit_code, sentence in result.stderr) == (2, True), result.stderr
