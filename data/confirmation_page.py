"""The page ``goanalyze/docs/confirmation.md``: the examples of the commentary with the verdicts on their chains.

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
# Life and death by article 7

Article 7 of the Japanese rules of 1989 defines life. A stone is alive if the opponent cannot capture it, or if its
capture enables the owner to play a new stone that the opponent cannot capture. After two passes, a player may retake
in a ko only after a pass for that ko. The commentary on the rules applies this definition to the examples below. Each
example has the ruling, in our words, and the verdict of `goanalyze`. Each chain is examined alone, and the opponent
of its owner moves first.

In the diagrams `x` and `o` are dead stones, `#` and `@` living stones that were examined. Brackets enclose the search
region. Numbers are one sequence of play, in which the player who is right wins and the other resists. A living stone
is *uncapturable*; or a new stone survives after its capture, on the same point (*capturable-1*) or on another point
(*capturable-2*). If the status of all chains is proven, the board on the right has the territory by the text of
article 8. A search may examine {QUESTION_BUDGET:,} positions for each chain.

```python
position.confirm()  # a board: all chains without a proven status
game.confirm(claim=["A9", "B9"])  # the end of a game: are exactly these stones dead?
```

A *recovered* board is published as text. A *reconstructed* board is drawn from the moves, the numbers of stones and
the names in the commentary. A *constructed* board is our own. Boards are small: living stones with two eyes surround
the shape. If a board is published only as a picture, the page has the ruling alone.

This page is generated from [confirmation.toml](../../data/confirmation.toml) by `python data/make_documents.py`.
"""
_SHAPES: Final = """\
## Eye shapes

These are the common eye spaces, without outside liberties. The opponent moves first.
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
        """The board; raises a ValueError for an example without one."""
        return Position.from_rows(self.board.split())

    def fates(self) -> dict[str, Fate]:
        """Return the statuses of the ruling, by a stone of each chain."""
        return dict.fromkeys(self.alive, Fate.ALIVE) | dict.fromkeys(self.dead, Fate.DEAD)

    def confirmed(self) -> Confirmation:
        """Return the verdicts on these chains."""
        return confirm(self.position, chains=self.fates())


def examples() -> list[Example]:
    """Return all examples in order."""
    rows = tomllib.loads(SOURCE.read_text(encoding="utf-8"))["example"]
    return [
        Example(**{name: tuple(value) if isinstance(value, list) else value for name, value in row.items()})
        for row in rows
    ]


def section(example: Example, confirmation: Confirmation | None = None) -> str:
    """Return the section of an example, with the verdicts in `confirmation` or, if it is None, with new ones."""
    names = {"textbook": "###"}.get(example.kind, "##")
    number = f"Example {example.id}" if example.id[0].isdigit() else example.id
    title = example.title if example.kind == "textbook" else ": ".join(filter(None, (number, example.title)))
    parts = [f"{names} {title}", example.ruling]
    if not example.board:
        return "\n\n".join([*parts, "*No board is known.*"]) + "\n"
    if example.kind != "textbook":
        parts.append(f"*{example.kind.capitalize()}: {example.source}.*")
    confirmation = confirmation or example.confirmed()
    if len(confirmation.chains) > 1:
        parts.append(f"```text\n{_boards(confirmation)}\n```")
    for stone, ruled in example.fates().items():
        parts += _verdict(confirmation[stone], ruled, is_alone=len(confirmation.chains) == 1)
    return "\n\n".join(parts) + "\n"


def _boards(confirmation: Confirmation) -> str:
    """Return the verdicts and, if no chain of the board is undecided, the territory by article 8 to their right."""
    if any(chain.fate is Fate.UNKNOWN for chain in confirmation.chains):
        return confirmation.diagram()
    whole = confirm(confirmation.position, chains=map(int, np.flatnonzero(confirmation.position.stones)))
    if any(chain.fate is Fate.UNKNOWN for chain in whole.chains):
        return confirmation.diagram()
    *left, legend = confirmation.diagram().split("\n")
    dead = [chain.points[0] for chain in whole.chains if chain.fate is Fate.DEAD]
    *right, counted = str(article_8(confirmation.position, dead)).split("\n")
    wide = max(map(len, left))
    both = [f"{one.ljust(wide)}      {other}" for one, other in zip(left, right, strict=True)]
    return "\n".join([*both, f"{legend}; article 8: {counted}"])


def _verdict(chain: ChainStatus, ruled: Fate, *, is_alone: bool) -> Iterator[str]:
    """Yield a sentence on a chain, and its line as diagrams."""
    sentence = re.sub(r", [\d,]+ positions?\)", ")", str(chain))
    if chain.fate not in {ruled, Fate.UNKNOWN}:
        raise ValueError(f"{chain} The ruling calls it {ruled.value}; one of the two is wrong.")
    yield f"* {sentence}"
    if is_alone or chain.line:
        yield f"```text\n{chain.diagram()}\n```"


def document() -> str:
    """Return the page."""
    parts, has_heading = [_TOP], False
    for example in examples():
        if example.kind == "textbook" and not has_heading:
            parts.append(_SHAPES)
            has_heading = True
        parts.append(section(example))
    return "\n".join(parts)
