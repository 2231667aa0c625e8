"""The games of a dataset as flat arrays: what the search for copies reads of the table games, and no more.

What may live here: streaming columns, part by part. What may not: comparing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.kernels.library import kernels
from goanalyze.tables.reading import TableOrParts, batches, column
from goanalyze.vocabulary.arrow import flags_of

Number = TypeVar("Number", bound=np.signedinteger[Any])


class GameMoves(NamedTuple):
    """The moves of games, one game after the other.

    Attributes:
        points: int16[moves], point index of each move, negative for a pass or a move off the board.
        start: int64[games + 1], first move of each game, and the end.
        width: int16[games], columns of the board; 0 if the size is unknown.
        height: int16[games], rows of the board; 0 if the size is unknown.
    """

    points: NDArray[np.int16]
    start: NDArray[np.int64]
    width: NDArray[np.int16]
    height: NDArray[np.int16]


class SkippedTurns(NamedTuple):
    """Turns that were skipped in games.

    Attributes:
        turns: int32[turns], ascending move numbers, from 1, with a turn skipped before the move.
        start: int64[games + 1], first skipped turn of each game, and the end.
    """

    turns: NDArray[np.int32]
    start: NDArray[np.int64]


class Setups(NamedTuple):
    """Stones of the starting positions of games.

    Attributes:
        stones: int16[stones], index of a black stone, −1 − index of a white stone.
        start: int64[games + 1], first stone of each game, and the end.
    """

    stones: NDArray[np.int16]
    start: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sequences:
    """The moves of all games of a dataset, one after the other, in the order of the table games.

    Attributes:
        text: uint64[games], the first 64 bits of `game_id`, equal for copies.
        canonical: uint64[games], `canonical_id`.
        width, height: int16[games], 0 where there is no board.
        points: int16[moves], as in games.moves.
        start: int64[games + 1]; the moves of game g are ``points[start[g]:start[g + 1]]``.
        turns, turn_start: int32[…], int64[games + 1], games.skipped_turns likewise.
        setup, setup_start: int16[…], int64[games + 1], games.setup likewise.
        edited: bool[games].
        plays: int32[games], moves without passes.
        problem: bool[games], white stones are on the board at the beginning: no game begins so.
    """

    text: NDArray[np.uint64]
    canonical: NDArray[np.uint64]
    width: NDArray[np.int16]
    height: NDArray[np.int16]
    points: NDArray[np.int16]
    start: NDArray[np.int64]
    turns: NDArray[np.int32]
    turn_start: NDArray[np.int64]
    setup: NDArray[np.int16]
    setup_start: NDArray[np.int64]
    edited: NDArray[np.bool_]
    plays: NDArray[np.int32]
    problem: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.width)

    def moves(self) -> GameMoves:
        """Return the moves of all games."""
        return GameMoves(self.points, self.start, self.width, self.height)

    def skips(self) -> SkippedTurns:
        """Return the skipped turns of all games."""
        return SkippedTurns(self.turns, self.turn_start)

    def setups(self) -> Setups:
        """Return the stones of all starting positions."""
        return Setups(self.setup, self.setup_start)


def read_sequences(games: TableOrParts) -> Sequences:
    """Read the moves of a games table, in memory or on disk, a batch at a time.

    Raises:
        DatasetError: a column is missing, or a file is damaged.

    Example:
        >>> import goanalyze as ga
        >>> sequences = read_sequences(ga.check("data/sample/gnugo/009x009-chinese-0022.sgf").arrow("games"))
        >>> sequences.width.tolist(), sequences.points[:3].tolist()
        ([9], [40, 47, 29])
    """
    points, start = _joined(games, "moves", np.int16)
    turns, turn_start = _joined(games, "skipped_turns", np.int32)
    setup, setup_start = _joined(games, "setup", np.int16)
    text, canonical = (
        np.concatenate(
            [np.zeros(0, dtype=np.uint64), *(as_numbers(batch.column(0)) for batch in batches(games, [name]))]
        )
        for name in ("game_id", "canonical_id")
    )
    width, height = (
        column(games, f"board_{side}").fill_null(0).to_numpy().astype(np.int16) for side in ("width", "height")
    )
    edited, plays = flags_of(column(games, "edited")) == 1, count_plays(points, start)
    white = np.concatenate(([0], np.cumsum(setup < 0)))
    problem = white[setup_start[1:]] > white[setup_start[:-1]]
    boards = text, canonical, width, height
    return Sequences(*boards, points, start, turns, turn_start, setup, setup_start, edited, plays, problem)


def count_plays(points: NDArray[np.int16], start: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the number of plays of each game, passes left out.

    Args:
        points: int16[moves], point index of each move, negative for a pass or a move off the board.
        start: int64[games + 1], first move of each game, and the end.
    """
    plays = np.empty(len(start) - 1, dtype=np.int32)
    kernels.count_plays(points, start, plays)
    return plays


def _joined(games: TableOrParts, name: str, kind: type[Number]) -> tuple[NDArray[Number], NDArray[np.int64]]:
    """Return the values of a column of lists one after the other, and where those of each game begin; null is empty."""
    values = np.empty(0, dtype=kind)
    lengths = [np.zeros(1, dtype=np.int64)]
    for batch in batches(games, [name]):
        lists = batch.column(0)
        more, count = lists.flatten().to_numpy(zero_copy_only=False), len(values)
        values.resize(count + len(more), refcheck=False)  # in place: two copies of all moves would not fit
        values[count:] = more
        lengths.append(lists.value_lengths().fill_null(0).to_numpy(zero_copy_only=False))
    return values, np.cumsum(np.concatenate(lengths))


def runs(values: NDArray[np.generic]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where each run of equal values begins, and how long it is.

    Example:
        >>> [each.tolist() for each in runs(np.array([5, 5, 7]))]
        [[0, 2], [2, 1]]
    """
    begin = np.flatnonzero(np.concatenate((np.ones(min(len(values), 1), np.bool_), values[1:] != values[:-1])))
    return begin, np.diff(begin, append=len(values))


def as_numbers(texts: pa.StringArray) -> NDArray[np.uint64]:
    """Read the first 16 hexadecimal digits of each text, all texts being equally long."""
    if not len(texts):
        return np.zeros(0, dtype=np.uint64)
    digits = np.frombuffer(bytes.fromhex("".join(texts.to_pylist())), dtype=np.uint8).reshape(len(texts), -1)
    return np.ascontiguousarray(digits[:, :8]).view(">u8").reshape(-1).astype(np.uint64)
