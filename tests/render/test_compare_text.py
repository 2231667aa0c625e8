"""A comparison as text: complete, clean, and as wide as the terminal."""

from __future__ import annotations

import io
import unicodedata

import pytest
from helpers.synthetic import Cell, Made, Row, table_of
from rich.console import Console

from goanalyze.compare.comparison import Comparison, compare
from goanalyze.compare.captions import excluded_caption
from goanalyze.render.terminal.breakdown import print_by
from goanalyze.render.terminal.compare import print_comparison, print_pair
from goanalyze.render.terminal.disputes import print_dispute_list, print_pair_games
from goanalyze.render.terminal.terminal import Grid

NASTY = "\x1b[31m[bold]<script>alert(1)</script>\u202e"


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    """Games whose names are nasty, under rulesets one of which has a nasty name, too."""
    facts = {"black_player": NASTY, "source": f"/{NASTY}.zip", "member": NASTY, "result_raw": NASTY, "ended_by": NASTY}
    rows = [Row((Cell(1.5), Cell(-0.5), Cell(1.5, legal=False, first_illegal=9)), {**facts, "handicap_stones": stones})
            for stones in (0, 0, 2)]  # fmt: skip
    cycle = Row((Cell(0.5, "no_result_possible", no_result=True), Cell(0.5), Cell(0.5)))
    return compare(Made((NASTY, "japanese", "chinese"), (*rows, cycle)).tables(), "all")


def printed(comparison: Comparison, width: int = 130, *, color: bool = False) -> str:
    """Return the overview as text."""
    console = Console(
        file=io.StringIO(), width=width, force_terminal=color, color_system="truecolor" if color else None
    )
    print_comparison(console, comparison)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text


def test_nothing_in_a_record_acts_on_the_terminal(comparison: Comparison) -> None:
    """Control characters and marks of direction are replaced everywhere; markup of rich is text."""
    a, b = comparison.rulesets[:2]
    console = Console(file=io.StringIO(), width=100)
    print_comparison(console, comparison)
    print_pair(console, comparison, a, b)
    print_by(console, comparison.by("ending"), "ending", 5)
    print_pair_games(console, comparison.games(a, b), "winner", (a, b), 1)
    print_dispute_list(console, comparison.disputed("winner", limit=1), "winner", 3)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert not [char for char in text if unicodedata.category(char) in ("Cc", "Cf") and char != "\n"]
    assert "[bold]<script>" in text


def test_the_overview_tells_everything(comparison: Comparison) -> None:
    """Each part is there, with its numbers."""
    text = printed(comparison)
    for part in ("4 games under 3 rulesets", "no_result_possible", "Games whose winner changes", "Margins that differ",
                 "Another komi", "Claim: the choice of ruleset", "Claim: rules cause trouble", "3 75.0%",
                 "The winner depends on the ruleset", "move 9 is illegal chinese", "no result possible"):  # fmt: skip
        assert part in text


@pytest.mark.parametrize("width", [60, 80, 130])
def test_tables_are_no_wider_than_the_terminal(width: int) -> None:
    """Only names of games run over; tables break their names, and matrices fall into blocks."""
    names = [f"ruleset-of-the-{number}th-kind" for number in range(9)]
    made = table_of({name: [place + 0.5, -place - 0.5] for place, name in enumerate(names)})
    lines = printed(compare(made.tables(), "all"), width).split("\nMargins furthest")[0].splitlines()
    assert max(map(len, lines)) <= width
    assert any(line.split() == list("ABCDEFGHI") for line in lines) or width < 130


@pytest.mark.parametrize("width", [60, 80, 100])
def test_no_number_is_cut(width: int) -> None:
    """A table that is too wide folds its words, so that every number stands whole.

    Five columns of "What margins rest on" did not fit 80, and the last of them was cut.
    """
    heads = (
        "basis",
        "all others",
        "japanese, korean, wagc, chinese, ancient-chinese",
        "basic, tromp-taylor",
        "wmsg, button",
        "bga",
    )
    grid, numbers = Grid(*heads, numbers=5), ["46,114", "46,113", "53,167", "6,391", "6,287"]
    grid.row("no_result_possible", *numbers)
    console = Console(file=io.StringIO(), width=width)
    grid.print(console)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert max(map(len, text.splitlines())) <= width
    assert set(numbers) <= set(text.split())


def test_what_stands_apart_is_told() -> None:
    """Which games stand side by side, who stands apart, and why; each table of komi with its games (issue 16)."""
    bare = Cell(None, "no_passes")
    rows = [Row((Cell(2.5), Cell(1.5), Cell(n - 5.0), Cell(n - 5.0) if n < 5 else bare)) for n in range(20)]
    comparison = compare(Made(("japanese", "chinese", "aga", "bga"), tuple(rows)).tables(), "all")
    text = " ".join(printed(comparison, 80).split())
    assert "Side by side the 20 games that all of these 3 rulesets give a margin" in text
    assert "bga 5 15 no_passes" in text
    assert "On the 20 games that all of these 3 rulesets give a margin:" in text
    assert "Apart stands bga (5 games, lacking 15 of these, mostly: no passes)" in excluded_caption(comparison.common)
    assert "On the 5 games that this ruleset gives a margin:" in text


def test_nothing_counted_is_a_sentence() -> None:
    """Without a margin there is no matrix, but what can be said is."""
    text = printed(compare(table_of({"japanese": [None, None], "chinese": [None, None]}).tables(), "all"))
    assert "No game has a margin under any of these rulesets" in text
    assert "not_counted" in text
    assert "winner changes" not in text
    assert "All 2 rulesets agree" in text


def test_no_games_is_a_sentence() -> None:
    """An empty dataset has nothing to compare, and nothing fails."""
    text = printed(compare(Made(("japanese", "chinese"), ()).tables(), "all"))
    assert "The dataset has no games" in text
    assert "nan" not in text


def test_rulesets_that_never_differ() -> None:
    """Then the matrix has one row, and the margins a sentence."""
    text = printed(compare(table_of({"japanese": [1.5], "korean": [1.5]}).tables(), "all"))
    assert "japanese = korean" in text
    assert "No pair of rulesets worth showing differs" in text
