"""The funnel: the way from files to games whose count is the recorded one, and the losses of each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from goanalyze.render.model import Block, Cell, Column, Kind, Paragraph, Table, Tone, Value

if TYPE_CHECKING:
    from goanalyze.compare.funnel import LossGroup, Stage

_COLUMNS: Final = (
    Column("step, and reasons of losses", Kind.TEXT),
    Column("number", Kind.COUNT),
    Column("lost", Kind.COUNT),
)
_UNITS: Final = {"files": "Files", "games": "Games"}


def funnel_blocks(stages: Sequence[Stage]) -> tuple[Block, ...]:
    """Return the funnel as a table: a row for each stage, and one for each reason of a loss.

    Args:
        stages: stages of `goanalyze.compare.funnel.funnel`, in order.

    Example:
        >>> import numpy as np
        >>> from goanalyze.compare.funnel import LossGroup, Stage
        >>> lost = LossGroup("resign", "resignation", np.array([1]))
        >>> stages = (Stage("games", "games", "games", np.arange(3)),
        ...           Stage("finished", "finished games", "games", np.array([0, 2]), (lost,)))
        >>> (table,) = funnel_blocks(stages)
        >>> [tuple(getattr(value, "value", value) for value in row) for row in table.rows]
        [('games', 3, None), ('  resignation', None, 1), ('finished games', 2, None)]
    """
    if not stages or not any(len(stage.rows) for stage in stages):
        return (Paragraph("The dataset has no games."),)
    rows: list[tuple[Value, ...]] = []
    parts = []
    unit = ""
    for stage in stages:
        if stage.unit != unit:
            unit = stage.unit
            parts.append((_UNITS[unit], len(rows)))
        rows += [_loss(loss, stage) for loss in stage.losses]
        number = Cell(len(stage.rows), Tone.STRONG, stage.rows if unit == "games" else None, stage.title)
        rows.append((Cell(stage.title, Tone.STRONG), number, None))
    return (Table(_COLUMNS, tuple(rows), parts=tuple(parts) if len(parts) > 1 else ()),)


def _loss(loss: LossGroup, stage: Stage) -> tuple[Value, ...]:
    reason = loss.meaning or loss.reason
    rows = loss.rows if stage.unit == "games" else None
    title = f"Not among the {stage.title}: {reason}"
    return f"  {reason}", None, Cell(len(loss.rows), games=rows, list_title=title)
