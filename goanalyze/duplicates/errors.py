"""Which moves of a game are errors, so that two copies are judged by the moves that both have.

What may live here: the table findings as numbers. What may not: which copy is the better one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.duplicates.sequences import as_numbers
from goanalyze.tables.reading import batches

__all__ = ["Errors", "read_errors"]

_BITS: Final = np.uint64(32)


@dataclass(frozen=True, slots=True)
class Errors:
    """The moves that are errors, by the text of the game.

    Attributes:
        texts: uint64, of the games that have any, as `Sequences.text`, ascending.
        places: uint64, ascending: place in `texts`, in the upper half, and number of the move; 0 for no move.
    """

    texts: NDArray[np.uint64]
    places: NDArray[np.uint64]

    def among(self, texts: NDArray[np.uint64], after: NDArray[np.int64], until: NDArray[np.int64]) -> NDArray[np.int32]:
        """Count the errors of games among some of their moves; those of no move count always.

        Args:
            texts: of the games.
            after: moves left out at the beginning.
            until: number of the last move.

        Example:
            >>> errors = Errors(np.array([7], dtype=np.uint64), np.array([0, 30, 90], dtype=np.uint64))
            >>> errors.among(np.array([7, 8], dtype=np.uint64), np.array([0, 0]), np.array([89, 89])).tolist()
            [2, 0]
        """
        if not len(self.texts):
            return np.zeros(len(texts), dtype=np.int32)
        at = np.minimum(np.searchsorted(self.texts, texts), len(self.texts) - 1)
        base = at.astype(np.uint64) << _BITS
        last = np.searchsorted(self.places, base + np.maximum(until, after).astype(np.uint64), side="right")
        first = np.searchsorted(self.places, base + after.astype(np.uint64), side="right")
        always = np.searchsorted(self.places, base, side="right") - np.searchsorted(self.places, base)
        return np.where(self.texts[at] == texts, last - first + always, 0).astype(np.int32)


def read_errors(findings: Any) -> Errors:
    """Read the errors of a table of findings, in memory or on disk; None for no errors known.

    Raises:
        DatasetError: a column is missing, or a file is damaged.
    """
    import pyarrow.compute as pc  # noqa: PLC0415 - takes 0.1 s

    texts, moves = [np.zeros(0, dtype=np.uint64)], [np.zeros(0, dtype=np.uint64)]
    for batch in () if findings is None else batches(findings, ["game_id", "severity", "move_number"]):
        error = pc.equal(batch.column("severity").cast(pa.string()), "error")
        rows = batch.filter(pc.and_(error, pc.is_valid(batch.column("game_id"))))
        texts.append(as_numbers(rows.column("game_id")))
        moves.append(rows.column("move_number").fill_null(0).to_numpy(zero_copy_only=False).astype(np.uint64))
    known, at = np.unique(np.concatenate(texts), return_inverse=True)
    return Errors(known, np.unique(at.astype(np.uint64) << _BITS | np.concatenate(moves)))
