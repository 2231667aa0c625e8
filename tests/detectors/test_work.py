"""Work of findings about moves: a record four times as long takes about four times the work, for any record.

Work is counted in entries that are read of the table of moves; no time is measured. A record of 8,000 plays
after two passes takes 13 s, 160 times as long, if each play is examined again for each other play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from helpers.games import replayed

from goanalyze.detectors.moves import board_findings
from goanalyze.replay.arrays import Moves

_MOVES: Final = 800  # random plays in a corner repeat positions by then, which is work of its own
_TIMES: Final = 4


class CountingArray(np.ndarray):
    """An array that counts how many of its entries are read."""

    read = 0

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        CountingArray.read += int(np.size(found))
        return found


def plays(number: int, before: str = "") -> Iterator[str]:
    """Yield plays in a corner at random, the sides in turn, each after the same nodes."""
    random = Random(1)
    for move in range(number):
        yield f"{before};{'BW'[move % 2]}[{random.choice('abcde')}{random.choice('abcde')}]"


def there_and_back(number: int) -> Iterator[str]:
    """Yield plays each after a setup that makes a position; the later half make those of the former, last first."""
    half = number // 2
    for move in (*range(half), *reversed(range(half))):
        stones = "".join(f"[{'abcdefghijklmnop'[bit]}a]" for bit in range(16) if move >> bit & 1)
        yield f";AE[aa:ss]{'AB' * bool(stones)}{stones};B[ss]"


RECORDS: dict[str, Callable[[int], Iterator[str] | list[str]]] = {
    "after two passes": lambda number: [";B[];W[]", *plays(number)],
    "resumed again and again": lambda number: plays(number // 3, ";B[];W[]"),
    "after two stops each": lambda number: plays(number // 5, ";B[];W[];B[];W[]"),
    "on stones": lambda number: [";B[aa]"] * number,
    "off the board": lambda number: [";B[zz];W[zz]"] * (number // 2),
    "setup before each": lambda number: plays(number, ";AB[ss]"),
    "ko taken without end": lambda number: ["AB[ba][ab][bc]AW[ca][db][cc]", *[";B[cb];W[bb]"] * (number // 2)],
    "ko and passes without end": lambda number: [
        "AB[ba][ab][bc]AW[ca][db][cc]",
        *[";B[];W[];B[cb];W[bb]"] * (number // 4),
    ],
    "every position again": there_and_back,
    "marked as forced": lambda number: plays(number, ";KO[]"),
}


def entries(nodes: Iterator[str] | list[str]) -> int:
    """Return the number of entries of the table of moves that are read for the findings of a record, which has some."""
    replays = replayed(f"(;SZ[19]{''.join(nodes)})")
    counted = replace(replays, moves=Moves(*(column.view(CountingArray) for column in replays.moves)))
    CountingArray.read = 0
    assert list(board_findings(counted))
    return CountingArray.read


@pytest.mark.parametrize("kind", RECORDS)
def test_work_grows_no_faster_than_the_record(kind: str) -> None:
    """Four times the moves are not five times the work."""
    record = RECORDS[kind]
    assert entries(record(_TIMES * _MOVES)) < (_TIMES + 1) * entries(record(_MOVES))
