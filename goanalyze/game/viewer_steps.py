"""Events of a game to the steps of a viewer."""

from __future__ import annotations

from collections.abc import Iterable

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.events import Play, Setup
from goanalyze.draw.viewer import Step, Steps


def steps_of(events: Iterable[Play | Setup], size: tuple[int, int], most: int, title: str) -> Steps:
    """Return the changes that each move makes on the board; setup belongs to the move before it.

    Args:
        events: moves and setup, in order.
        size: columns and rows.
        most: largest number of moves; later ones are left out.
        title: caption of the viewer.
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
            removed = frozenset().union(*board.place(event.color, event.point)) if event.point >= 0 else ()
            steps.append(Step(event.color, event.point, tuple(sorted(removed))))
    return Steps(start, tuple(steps), title)
