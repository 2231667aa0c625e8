"""Every table that a command prints, on terminals of every width: issue 17, "What the eye meets first".

A number is never cut and no word is broken; what does not fit folds, follows in blocks, or is left out and named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from goanalyze.render.terminal.conventions import print_conventions
from goanalyze.render.terminal.details import print_details
from goanalyze.render.terminal.summary import next_commands, print_next, print_summary
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

import goanalyze as ga
from goanalyze.archives.inputs import find_sources
from goanalyze.batch.run import run
from goanalyze.batch.summary import Since, Summary
from goanalyze.compare.result_explanations import open_groups
from goanalyze.pipeline import Options
from goanalyze.render.terminal.rules import print_ruleset, print_rulesets
from goanalyze.render.terminal.terminal import Grid
from goanalyze.rules import RULESETS
from goanalyze.vocabulary.catalogue import CATALOGUE

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
WIDTHS = (40, 60, 80, 100, 130, 200)
WHOLE = 5_000  # columns in which everything has room
LARGE = 1_234_567_890
CODES = list(CATALOGUE)

Printer = Callable[[Console], object]


def printed(width: int, printer: Printer) -> str:
    """Return what is printed on a console so wide."""
    console = Console(file=StringIO(), width=width)
    printer(console)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def words(text: str) -> set[str]:
    """Return the words of a text; bars, and punctuation at the ends of words, are none."""
    return {word.strip(":;,·") for word in text.split() if not re.fullmatch("[▏▎▍▌▋▊▉█▁▂▃▄▅▆▇]+", word)}


def held(printer: Printer, *, spared: bool = False, heads: str = "") -> None:
    """Hold that a printer says the same words at every width, and in no line that is too long.

    Args:
        printer: what prints.
        spared: whether columns may be left out.
        heads: of columns that a narrow terminal has below one another.
    """
    whole = words(printed(WHOLE, printer))
    for width in WIDTHS:
        text = printed(width, printer)
        for line in text.splitlines():
            is_one = len(line.split()) == 1 or line.startswith("  goanalyze ")  # which is to be copied
            assert cell_len(line) <= width or is_one, (width, line)
        note = words(" ".join(re.findall(r"not shown for want.*", text, re.DOTALL)[:1])) if spared else set()
        assert words(text) - note <= whole | {"source"}, width
        assert spared or whole - words(heads) <= words(text), width


TEXT = st.text(st.sampled_from("ab 柯洁é-"), min_size=1, max_size=30).map(lambda text: " ".join(text.split()) or "x")
NUMBER = st.integers(0, LARGE).map(lambda value: f"{value:,}") | st.floats(-1e4, 1e4).map(lambda value: f"{value:+.2f}")


@settings(max_examples=60)
@given(data=st.data(), width=st.sampled_from(WIDTHS))
def test_no_grid_breaks_a_number_or_a_word(data: st.DataObject, width: int) -> None:
    """Drawn tables, with long names, wide characters and numbers up to 1,234,567,890 (brief of issue 17)."""
    before, numbers, after = (data.draw(st.integers(low, high)) for low, high in ((1, 3), (1, 12), (0, 2)))
    heads = data.draw(st.lists(TEXT, min_size=before + numbers + after, max_size=before + numbers + after))
    grid = Grid(*heads, numbers=numbers, before=before)
    told = set(words(" ".join(heads)))
    for _ in range(data.draw(st.integers(1, 4))):
        row = [data.draw(NUMBER if before <= place < before + numbers else TEXT) for place in range(len(heads))]
        grid.row(*row)
        told |= words(" ".join(row))
    text = printed(width, grid.print)
    assert words(text) == told
    assert all(cell_len(line) <= width or len(line.split()) == 1 for line in text.splitlines())


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a dataset of the sample."""
    out = tmp_path_factory.mktemp("tables") / "out"
    ga.check(SAMPLE, estimate="never").to_parquet(out)
    return out


def test_conventions_are_whole_at_every_width(out: Path) -> None:
    """The tables of `conventions --all`."""
    groups, counted, _ = open_groups(str(out))
    held(lambda console: print_conventions(console, groups, counted, every=True, limit=0))


def test_rulesets_are_whole_at_every_width() -> None:
    """The tables of `rules`; columns that are left out are named, and where there is room for them."""
    held(lambda console: print_rulesets(console, list(RULESETS.values())), spared=True)
    assert "not shown for want of room: title, handicap; a terminal of" in " ".join(
        printed(80, lambda console: print_rulesets(console, list(RULESETS.values()))).split()
    )
    held(lambda console: print_ruleset(console, RULESETS["wmsg"]), heads="axis value meaning")


@pytest.fixture(scope="module")
def checked() -> Summary:
    """Return the sums of the sample, of an archive as large as any."""
    summary = run(find_sources([str(SAMPLE)]), Options(estimate="never"))
    for counts in (summary.codes, summary.games_with, summary.files_with, summary.audit, summary.objections):
        for name in counts:  # type: ignore[attr-defined]
            counts[name] *= 12_345_678  # type: ignore[index]
    summary.audit["a very long 棋譜 collection of games.zip", "19×19", "japanese", "exact"] = LARGE
    return summary


def test_details_of_a_check_are_whole_at_every_width(checked: Summary) -> None:
    """All tables of `check -v`."""
    held(lambda console: print_details(console, checked, CODES, "out"))


@pytest.mark.parametrize("is_all", [False, True])
def test_the_summary_is_fifteen_lines(checked: Summary, *, is_all: bool) -> None:
    """Issue 17: at most fifteen lines at 80 columns, also where all has to be said at once; no word is broken."""
    if is_all:
        many = Counter(dict.fromkeys(CODES, LARGE))
        since, left_out = Since(many, many, checked.examples, LARGE, LARGE), Counter({"text": 7, "picture": LARGE})
        checked = replace(checked, since=since, kept=LARGE, non_records=left_out)
    commands = next_commands(checked, CODES, "out", [str(SAMPLE)])

    def show(console: Console) -> None:
        print_summary(console, checked, CODES, "out", commands)
        print_next(console, commands)

    assert len(printed(80, show).splitlines()) <= 15
    added = {"and", "more", "codes", "of", "findings"}  # where there is no room for all
    for width in WIDTHS:
        new = words(printed(width, show)) - words(printed(WHOLE, show)) - added
        assert all(re.fullmatch(r"[+−]?[\d,]+", word) for word in new), new
