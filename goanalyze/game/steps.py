"""The course of a game → the steps that a viewer takes."""

from __future__ import annotations

from collections.abc import Iterable

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.events import Play, Setup
from goanalyze.draw.viewer import Step, Steps


def steps_of(events: Iterable[Play | Setup], size: tuple[int, int], most: int, title: str) -> Steps:
    """Return what each move changes on the board, setup with the move before it.

    Args:
        events: moves and setup, in order.
        size: columns and rows.
        most: moves that are shown; what follows them is left out.
        title: what is shown.
    """
    board = ChainBoard(*size)
    start, steps = board.position(), list[Step]()
    for event in events:
        if isinstance(event, Setup):
            changed = tuple((point, color) for point, color in event.stones if board.colors[point] != color)
            board.edit(changed)
            if steps:
                steps[-1] = steps[-1]._replace(placed=(*steps[-1].placed, *changed))
            else:
                start = board.position()
        elif len(steps) == most:
            break
        else:
            taken = frozenset().union(*board.place(event.color, event.point)) if event.point >= 0 else ()
            steps.append(Step(event.color, event.point, tuple(sorted(taken))))
    return Steps(start, tuple(steps), title)
