"""The games of a dataset as flat arrays: what the search for copies reads of the table games, and no more.

What may live here: streaming columns, part by part. What may not: comparing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.duplicates.hash_kernel import count_moves
from goanalyze.tables.reading import TableOrPath, batches, footers

_COLUMNS: Final = (
    *("game_id", "canonical_id", "board_width", "board_height"),
    *("moves", "skipped_turns", "setup", "edited"),
)


@dataclass(frozen=True, slots=True)
class Sequences:
    """The moves of all games of a dataset, one after the other, in the order of the table games.

    Attributes:
        text: uint64[games], the first 64 bits of `game_id`.
        canonical: uint64[games], `canonical_id`.
        width, height: int16[games], 0 where there is no board.
        points: int16[moves], as in games.moves.
        start: int64[games + 1]; the moves of game g are ``points[start[g]:start[g + 1]]``.
        turns, turn_start: int32[…], int64[games + 1], games.skipped_turns likewise.
        setup, setup_start: int16[…], int64[games + 1], games.setup likewise.
        edited: bool[games].
        plays: int32[games], moves without passes.
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

    def __len__(self) -> int:
        return len(self.width)

    def moves(self) -> tuple[NDArray[np.int16], NDArray[np.int64], NDArray[np.int16], NDArray[np.int16]]:
        """Return what the kernels ask for first: points, start, width, height."""
        return self.points, self.start, self.width, self.height


def read_sequences(games: TableOrPath) -> Sequences:
    """Read the moves of a games table, in memory or on disk, a batch at a time.

    Raises:
        DatasetError: a column is missing, or a file is damaged.

    Example:
        >>> import goanalyze as ga
        >>> sequences = read_sequences(ga.check("data/sample/gnugo/009x009-chinese-0022.sgf").arrow("games"))
        >>> sequences.width.tolist(), sequences.points[:3].tolist()
        ([9], [40, 47, 29])
    """
    rows, moves = _sizes(games)
    kinds = {"text": np.uint64, "canonical": np.uint64, "width": np.int16, "height": np.int16, "edited": np.bool_}
    fixed: dict[str, NDArray[Any]] = {name: np.zeros(rows, dtype=kind) for name, kind in kinds.items()}
    points, start = np.empty(moves, dtype=np.int16), np.zeros(rows + 1, dtype=np.int64)
    lists: dict[str, list[NDArray[Any]]] = {"skipped_turns": [], "setup": []}
    lengths = {name: np.zeros(rows + 1, dtype=np.int64) for name in lists}
    row, move = 0, 0
    for batch in batches(games, _COLUMNS):
        here = slice(row, row + len(batch))
        fixed["text"][here] = as_numbers(batch.column("game_id"))
        fixed["canonical"][here] = as_numbers(batch.column("canonical_id"))
        for side in ("width", "height"):
            fixed[side][here] = batch.column(f"board_{side}").fill_null(0).to_numpy(zero_copy_only=False)
        fixed["edited"][here] = batch.column("edited").fill_null(False).to_numpy(zero_copy_only=False)
        values, counts = _flat(batch.column("moves"))
        points[move : move + len(values)] = values
        start[row + 1 : row + 1 + len(batch)] = counts
        for name, parts in lists.items():
            values_, counts = _flat(batch.column(name))
            parts.append(values_.copy())
            lengths[name][row + 1 : row + 1 + len(batch)] = counts
        row, move = row + len(batch), move + len(values)
    np.cumsum(start, out=start)
    turns = np.concatenate([np.zeros(0, dtype=np.int32), *lists["skipped_turns"]])
    setup = np.concatenate([np.zeros(0, dtype=np.int16), *lists["setup"]])
    turn_start, setup_start = (np.cumsum(lengths[name]) for name in ("skipped_turns", "setup"))
    flat = {"points": points[:move], "turns": turns, "setup": setup, "plays": count_moves(points, start)}
    return Sequences(**fixed, **flat, start=start, turn_start=turn_start, setup_start=setup_start)


def _sizes(games: TableOrPath) -> tuple[int, int]:
    """Return the number of games, and of moves at most."""
    if not isinstance(games, Path):
        return len(games), sum(len(chunk.values) for chunk in games.column("moves").chunks)
    rows = moves = 0
    for footer in footers(games):
        rows += footer.num_rows
        for group in range(footer.num_row_groups):
            columns = (footer.row_group(group).column(at) for at in range(footer.num_columns))
            moves += sum(each.num_values for each in columns if each.path_in_schema.startswith("moves."))
    return rows, moves


def _flat(lists: pa.ListArray) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the values of a column of lists one after the other, and the length of each; null is empty."""
    lengths = lists.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    return lists.flatten().to_numpy(zero_copy_only=False), lengths


def runs(values: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
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
    width = len(texts[0].as_py())
    data = np.frombuffer(texts.buffers()[2], dtype=np.uint8)
    first = np.frombuffer(texts.buffers()[1], dtype=np.int32)[texts.offset]
    digits = data[first : first + width * len(texts)].reshape(len(texts), width)[:, :16]
    values = np.where(digits >= ord("a"), digits - (ord("a") - 10), digits - ord("0")).astype(np.uint8)
    packed = np.ascontiguousarray(values[:, 0::2] << 4 | values[:, 1::2])
    return packed.view(">u8").reshape(-1).astype(np.uint64)
