"""The page of the commentary's examples, ``data/CONFIRMATION.md``: each board, and what the program makes of it.

The one source is ``data/confirmation.toml``. Most examples take a moment; those marked ``slow`` take some seconds each.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from goanalyze.core.position import Position
from goanalyze.life.article7.confirm import confirm
from goanalyze.life.article7.verdicts import ChainStatus, Confirmation
from goanalyze.life.choices import Fate
from goanalyze.life.estimate.calibration import QUESTION_BUDGET
from goanalyze.score.territory import article_8

SOURCE: Final = Path(__file__).parent / "confirmation.toml"
_TOP: Final = f"""\
# Life and death, confirmed

The Japanese rules of 1989 say in article 7 what lives: stones that the opponent cannot take, and stones whose capture
lets their owner play a new one that cannot be taken. After two passes a ko is taken back only after a pass for it. The
commentary on the rules applies this to the examples below. Here stands for each of them what it says, in our words, and
what `goanalyze` proves: each chain is asked about alone, and its opponent moves first.

In the diagrams `x` and `o` are dead stones, `#` and `@` living ones that were asked about. Brackets enclose the region
that was searched; numbers are one line of play, in which the side that is right wins and the other holds out. Living
stones are *uncapturable*, or a new stone stands after their capture, where they stood (*capturable-1*) or beside
(*capturable-2*). Where all is decided, the board on the right says what is whose by article 8, to the letter. Each
question may look at {QUESTION_BUDGET:,} positions.

```python
position.confirm()  # a board; every chain that is not settled
game.confirm(claim=["A9", "B9"])  # the end of a game: are just these stones dead?
```

A board is *recovered* where it is published as text, *reconstructed* where it is drawn from the moves, the counts of
stones and the names that the commentary gives, *constructed* where it is ours. Boards are cut small: around the shape
stand living stones with two eyes. Where only pictures of a board were found, there is the ruling alone.

Made by `python data/make_documents.py` of [confirmation.toml](confirmation.toml).
"""
_SHAPES: Final = """\
## Eye shapes

No outside liberties, and the opponent moves first: what every beginner learns of eye spaces.
"""


class Example(NamedTuple):
    """One example; fields as in the file."""

    id: str
    kind: str
    ruling: str
    title: str = ""
    source: str = ""
    board: str = ""
    alive: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    slow: bool = False

    @property
    def position(self) -> Position:
        """The board; a `ValueError` where there is none."""
        return Position.from_rows(self.board.split())

    def fates(self) -> dict[str, Fate]:
        """Return what the ruling says, by a stone of each chain."""
        return dict.fromkeys(self.alive, Fate.ALIVE) | dict.fromkeys(self.dead, Fate.DEAD)

    def confirmed(self) -> Confirmation:
        """Ask about these chains."""
        return confirm(self.position, chains=self.fates())


def examples() -> list[Example]:
    """Return all examples in order."""
    rows = tomllib.loads(SOURCE.read_text(encoding="utf-8"))["example"]
    return [
        Example(**{name: tuple(value) if isinstance(value, list) else value for name, value in row.items()})
        for row in rows
    ]


def section(example: Example, found: Confirmation | None = None) -> str:
    """Return an example's section; its chains are asked about, unless what was found is given."""
    names = {"textbook": "###"}.get(example.kind, "##")
    number = f"Example {example.id}" if example.id[0].isdigit() else example.id
    title = example.title if example.kind == "textbook" else ": ".join(filter(None, (number, example.title)))
    parts = [f"{names} {title}", example.ruling]
    if not example.board:
        return "\n\n".join([*parts, "*No board is known.*"]) + "\n"
    if example.kind != "textbook":
        parts.append(f"*{example.kind.capitalize()}: {example.source}.*")
    found = found or example.confirmed()
    if len(found.chains) > 1:
        parts.append(f"```text\n{_boards(found)}\n```")
    for stone, ruled in example.fates().items():
        parts += _verdict(found[stone], ruled, is_alone=len(found.chains) == 1)
    return "\n\n".join(parts) + "\n"


def _boards(found: Confirmation) -> str:
    """Return the verdicts and, where no chain of the board is undecided, beside them what is whose by article 8."""
    if any(chain.fate is Fate.UNKNOWN for chain in found.chains):
        return found.diagram()
    whole = confirm(found.position, chains=map(int, np.flatnonzero(found.position.stones)))
    if any(chain.fate is Fate.UNKNOWN for chain in whole.chains):
        return found.diagram()
    *left, legend = found.diagram().split("\n")
    dead = [chain.points[0] for chain in whole.chains if chain.fate is Fate.DEAD]
    *right, counted = str(article_8(found.position, dead)).split("\n")
    wide = max(map(len, left))
    both = [f"{one.ljust(wide)}      {other}" for one, other in zip(left, right, strict=True)]
    return "\n".join([*both, f"{legend}; article 8: {counted}"])


def _verdict(chain: ChainStatus, ruled: Fate, *, is_alone: bool) -> Iterator[str]:
    """Yield a sentence on a chain, and its line as diagrams."""
    told = re.sub(r", [\d,]+ positions?\)", ")", str(chain))
    if chain.fate not in {ruled, Fate.UNKNOWN}:
        raise ValueError(f"{chain} The ruling calls it {ruled.value}; one of the two is wrong.")
    yield f"* {told}"
    if is_alone or chain.line:
        yield f"```text\n{chain.diagram()}\n```"


def document() -> str:
    """Return the page."""
    parts, named = [_TOP], False
    for example in examples():
        if example.kind == "textbook" and not named:
            parts.append(_SHAPES)
            named = True
        parts.append(section(example))
    return "\n".join(parts)
