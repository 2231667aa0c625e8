"""`Estimate`: the dead stones and the ownership of a position by the playouts and networks of a check."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from goanalyze.core.position import Position
from goanalyze.life.estimate.estimate import estimate


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of a position: a guess with a known error rate, see `goanalyze.life.estimate.estimate`.

    Attributes:
        dead: points of the dead stones, as `Board.score` takes them.
        ownership: ownership of each point from −1 (White's) to 1 (Black's).
        confidence: probability that all dead stones are right, 0–1.
        is_proven: True if the statuses are proven, so that nothing was estimated.

    Example:
        >>> import goanalyze as ga
        >>> board = ga.Board.from_rows([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.OX"])
        >>> estimate = board.estimate()
        >>> board.score(dead=estimate.dead, rules="aga").result, estimate.is_proven
        ('W+6.5', True)
        >>> estimate
        Estimate(dead=(24,), confidence=..., is_proven=True)
    """

    dead: tuple[int, ...]
    ownership: tuple[float, ...] = field(repr=False)
    confidence: float
    is_proven: bool


def estimate_position(position: Position, to_move: int) -> Estimate:
    """Return the estimate of a position."""
    result = estimate(position.to_arrays(), np.array([to_move], dtype=np.uint8))
    dead = tuple(np.flatnonzero(result.dead).tolist())
    owners = tuple(result.owners(position.stones).tolist())
    return Estimate(dead, owners, float(result.confidence[0]), bool(result.decided[0]))
