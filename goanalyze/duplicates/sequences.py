"""The moves, skipped turns and setups of all games as flat arrays, and hashes of their sequences of plays.

Hashes are equal in all views of the board and do not depend on colours. Passes are left out by default, so that an
additional pass changes nothing. The hash of a game that is too short is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.kernels.library import kernels
from goanalyze.tables.reading import TableOrParts, batches, read
from goanalyze.util.arrow import flags_of, numbers_of, strings

NO_HASH: Final = 0
"""The value for a game that is too short for a hash."""
DYER_MOVES: Final = (20, 40, 60, 31, 51, 71)
"""Numbers of the moves whose points are a Dyer signature, as in Dave Dyer's index of professional games."""


def hash_first_plays(
    moves: GameMoves, games: NDArray[np.int64], lengths: NDArray[np.int64] | int, *, has_passes: bool = False
) -> NDArray[np.uint64]:
    """Return a hash of the first plays of games, uint64[n], `NO_HASH` for a game with fewer plays.

    Args:
        moves: moves of all games.
        games: int64[n], numbers of the games to hash.
        lengths: number of plays to hash, at least 1; or int64[n], one for each game.
        has_passes: True if passes count as plays.
    """
    hashes = np.empty(len(games), dtype=np.uint64)
    lengths = np.ascontiguousarray(np.broadcast_to(np.int64(lengths), len(games)))
    kernels.hash_first_plays(moves, games, lengths, has_passes, hashes)
    return hashes


def signatures(moves: GameMoves, games: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return a hash of the Dyer signature of games (passes counted), uint64[n], `NO_HASH` for a shorter game.

    Args:
        moves: moves of all games.
        games: int64[n], numbers of the games to hash.
    """
    result = np.zeros(len(games), dtype=np.uint64)
    is_long = moves.start[games + 1] - moves.start[games] >= max(DYER_MOVES)
    games, length = games[is_long], len(DYER_MOVES)
    points = moves.points[moves.start[games][:, None] + np.array(DYER_MOVES) - 1].reshape(-1)
    signed = GameMoves(points, np.arange(len(games) + 1) * length, moves.width[games], moves.height[games])
    result[is_long] = hash_first_plays(signed, np.arange(len(games)), length, has_passes=True)
    return result


def sketch_runs(
    moves: GameMoves, games: NDArray[np.int64], length: int, count: int
) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """Return the least hashes of the runs of consecutive plays of games; games that share most runs share most of them.

    Args:
        moves: moves of all games.
        games: int64[n], numbers of the games to hash.
        length: number of plays in a run, at least 1.
        count: number of hashes of each game.

    Returns:
        uint64[n, count], the hashes, ascending and each once, then `NO_HASH`; int32[n, count], the first play of each
        run, from 0, passes not counted.
    """
    hashes = np.zeros((len(games), count), dtype=np.uint64)
    begins = np.zeros((len(games), count), dtype=np.int32)
    kernels.sketch_runs(moves, games, length, hashes, begins)
    return hashes, begins


Number = TypeVar("Number", bound=np.signedinteger)


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
    """The moves of all games of a dataset, in the order of the table games.

    Attributes:
        text: uint64[games], first 64 bits of `game_id`, equal for copies with the same text.
        canonical: uint64[games], `canonical_id`.
        moves: moves of all games.
        skips: skipped turns of all games.
        setups: stones of all starting positions.
        is_edited: bool[games], True if stones are set up between moves.
        is_problem: bool[games], True if white stones are on the board at the beginning: no game begins so.
        plays: int32[games], number of moves without passes.
    """

    text: NDArray[np.uint64]
    canonical: NDArray[np.uint64]
    moves: GameMoves
    skips: SkippedTurns
    setups: Setups
    is_edited: NDArray[np.bool_]
    is_problem: NDArray[np.bool_]
    plays: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.plays)


def read_sequences(games: TableOrParts) -> Sequences:
    """Read the moves of a games table, in memory or on disk, a batch at a time.

    Raises:
        DatasetError: a column is missing, or a file is damaged.

    Example:
        >>> import goanalyze as ga
        >>> sequences = read_sequences(ga.check("data/sample/gnugo/009x009-chinese-0022.sgf").arrow("games"))
        >>> sequences.moves.width.tolist(), sequences.moves.points[:3].tolist()
        ([9], [40, 47, 29])
    """
    points, start = _read_lists(games, "moves", np.int16)
    game_id, canonical_id, *sizes, edited = read_columns(
        games, "game_id", "canonical_id", "board_width", "board_height", "edited"
    )
    setups = Setups(*_read_lists(games, "setup", np.int16))
    white = np.concatenate(([0], np.cumsum(setups.stones < 0)))
    return Sequences(
        text=as_numbers(game_id),
        canonical=as_numbers(canonical_id),
        moves=GameMoves(points, start, *(np.nan_to_num(numbers_of(size)).astype(np.int16) for size in sizes)),
        skips=SkippedTurns(*_read_lists(games, "skipped_turns", np.int32)),
        setups=setups,
        is_edited=flags_of(edited) == 1,
        is_problem=white[setups.start[1:]] > white[setups.start[:-1]],
        plays=count_plays(points, start),
    )


def read_columns(games: TableOrParts, *names: str) -> list[pa.ChunkedArray]:
    """Return columns of a table, decoded batch by batch.

    Raises:
        DatasetError: a column is missing, or a file is damaged.
    """
    parts = list(batches(games, names))
    table = pa.Table.from_batches(parts) if parts else read(games, names)
    columns: list[pa.ChunkedArray] = table.columns
    return columns


def count_plays(points: NDArray[np.int16], start: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the number of plays of each game, passes left out.

    Args:
        points: int16[moves], point index of each move, negative for a pass or a move off the board.
        start: int64[games + 1], first move of each game, and the end.
    """
    plays_before = np.concatenate(([0], np.cumsum(points >= 0)))
    return np.diff(plays_before[start]).astype(np.int32)


def _read_lists(games: TableOrParts, name: str, dtype: type[Number]) -> tuple[NDArray[Number], NDArray[np.int64]]:
    """Return the values of a column of lists, one game after the other, and the first value of each; null is empty."""
    values = np.empty(0, dtype=dtype)
    lengths = [np.zeros(1, dtype=np.int64)]
    for batch in batches(games, [name]):
        lists = batch.column(0)
        more, count = np.from_dlpack(lists.flatten()), len(values)
        values.resize(count + len(more), refcheck=False)  # in place: two copies of all moves would not fit
        values[count:] = more
        lengths.append(np.nan_to_num(numbers_of(pa.chunked_array([lists.value_lengths()]))).astype(np.int64))
    return values, np.cumsum(np.concatenate(lengths))


def runs(values: NDArray[np.generic]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the index and the length of each run of equal values."""
    begin = np.flatnonzero(np.concatenate((np.ones(min(len(values), 1), np.bool_), values[1:] != values[:-1])))
    return begin, np.diff(begin, append=len(values))


def text_of(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return a column as text, empty for null."""
    return column.cast(pa.string()).fill_null(strings([""])[0])  # an empty text of Python's would load pandas


def as_numbers(texts: pa.ChunkedArray) -> NDArray[np.uint64]:
    """Return the first 16 hexadecimal digits of each text as a number."""
    digits = (int(text[:16], 16) for chunk in texts.chunks for text in chunk.to_pylist())
    return np.fromiter(digits, dtype=np.uint64, count=len(texts))
