"""Every table that a command prints, on terminals of every width: issue 17, "What the eye meets first".

A number is never cut and no word is broken; what does not fit folds, follows in blocks, or is left out and named.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from goanalyze.render.terminal.conventions import print_conventions
from rich.cells import cell_len
from rich.console import Console

import goanalyze as ga
from goanalyze.compare.result_explanations import open_groups
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
