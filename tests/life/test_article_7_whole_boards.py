"""Each question about each chain of each position of small boards has the answer of a retrograde analysis."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.fights import solve
from oracles.whole_boards import WholeBoard

from goanalyze import Position, Walls
from goanalyze.life.article7.regions import Region
from goanalyze.life.choices import Unproven

NONE: frozenset[int] = frozenset()


def disagreements(board: WholeBoard, width: int, height: int, questions: str) -> tuple[int, list[object]]:
    """Return the number of questions, and those that the solver answers otherwise.

    Args:
        board: the analysis.
        width: number of columns.
        height: number of rows.
        questions: `capture`, `in-place` (its points are to be clear), `everywhere`, separated by spaces.
    """
    everywhere = frozenset(range(width * height))
    chains: dict[frozenset[int], list[str]] = {}
    for cells in {first_view(cells, width, height) for cells in board.stops}:
        for chain in {board.chain(cells, point) for point, mark in enumerate(cells) if mark == "O"}:
            chains.setdefault(chain, []).append(cells)
    count, wrong = 0, []
    for chain, positions in chains.items():
        for question in questions.split():
            clear = {"capture": NONE, "in-place": chain, "everywhere": everywhere}[question]
            won = board.forced(chain, clear)
            for cells in positions:
                is_swapped = count % 4 == 0
                stones = np.array([(".OX" if is_swapped else ".XO").index(mark) for mark in cells], dtype=np.uint8)
                region = Region(Position(width, height, stones), tuple(sorted(everywhere)), (NONE, NONE), Walls.SAFE)
                for turn in "XO":
                    result = solve(region, chain, clear, owner_first=turn == "O", budget=200_000)
                    answer = False if result.reason is Unproven.LOSING_CYCLE else result.captured
                    count += 1
                    if answer is not bool(won[board.number[cells, NONE, turn]]):
                        wrong.append((cells, sorted(chain), question, turn, answer))
    return count, wrong


def first_view(cells: str, width: int, height: int) -> str:
    """Return the first of the symmetric views of a board that keep its size."""
    rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    views = [rows, rows[::-1]]
    if width == height:
        views += [["".join(column) for column in zip(*view, strict=True)] for view in views]
        views += [view[::-1] for view in views]
    views += [[row[::-1] for row in view] for view in views]
    return min("".join(view) for view in views)


@pytest.mark.parametrize(
    ("width", "height"), [(1, 2), (2, 2), (1, 4), (1, 5), pytest.param(2, 3, marks=pytest.mark.slow)]
)
def test_each_question_of_each_position_is_answered_as_by_retrograde_analysis(width: int, height: int) -> None:
    """Capture, new stones in place, and new stones anywhere, whichever side moves first."""
    board = WholeBoard(width, height, has_new=True)
    count, wrong = disagreements(board, width, height, "capture in-place everywhere")
    assert not wrong
    assert count >= 6


@pytest.mark.slow
def test_each_chain_of_three_by_three_is_captured_as_by_retrograde_analysis() -> None:
    """All 12,675 legal positions by their first views: capture, and new stones in place."""
    board = WholeBoard(3, 3, has_new=False)
    assert len(board.stops) == 12_675
    count, wrong = disagreements(board, 3, 3, "capture in-place")
    assert not wrong
    assert count > 10_000
