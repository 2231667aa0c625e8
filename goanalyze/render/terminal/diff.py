"""The unified diff of a repaired file, for a terminal."""

from __future__ import annotations

from typing import Final

from rich.cells import chop_cells
from rich.console import Console
from rich.text import Text

from goanalyze.repair.repair import FileRepair
from goanalyze.util.text import clean

_STYLES: Final = {"-": "red", "+": "green", "@": "cyan", " ": ""}


def print_diff(console: Console, repair: FileRepair) -> None:
    """Print the unified diff of a repaired file, with long lines cut to the width of the console."""
    for line in repair.diff():
        style = "bold" if line.startswith(("--- ", "+++ ")) else _STYLES[line[0]]
        first, *others = chop_cells(clean(line.replace("\t", " ")), max(console.width - 1, 2)) or [""]
        for part in (first, *(f"{line[0]}{other}" for other in others)):
            console.print(Text(part, style), no_wrap=True, overflow="ignore", crop=False, highlight=False)
    console.print()
