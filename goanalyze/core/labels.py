"""The positions of a chunk as kernels take them, with their chains and empty regions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from goanalyze.errors import BoardError
from goanalyze.kernels.library import kernels
from goanalyze.limits import check_sides

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_COLOR: Final = 2


class Boards(NamedTuple):
    """Consecutive positions.

    Attributes:
        stones: uint8[points], colours, row-major from the upper left.
        start: int64[games + 1], first point of each position, and the end.
        width: int16[games], columns; 0 for a game without a board, which is skipped.
        height: int16[games], rows.
    """

    stones: NDArray[np.uint8]
    start: NDArray[np.int64]
    width: NDArray[np.int16]
    height: NDArray[np.int16]

    def take(self, games: NDArray[np.int64]) -> tuple[Boards, NDArray[np.int64]]:
        """Return the positions of some games, and the indices of their points among all."""
        width, height = self.width[games], self.height[games]
        points = width.astype(np.int64) * height
        start = np.concatenate(([0], np.cumsum(points)))
        indices = np.repeat(self.start[games] - start[:-1], points) + np.arange(start[-1])
        return Boards(self.stones[indices], start, width, height), indices

    def checked(self, *of_points: NDArray[np.generic], of_games: Sequence[NDArray[np.generic]] = ()) -> Self:
        """Return the positions if kernels can take them; every function that calls a kernel calls this one.

        Args:
            *of_points: other arrays over the same points.
            of_games: other arrays with one value for each game.

        Raises:
            BoardError: a side is longer than `MAX_BOARD`, a colour is unknown, or the arrays do not fit together.
        """
        stones, start, width, height = self
        check_sides(width, height)
        if len(stones) and int(stones.max()) > _MOST_COLOR:
            most = int(stones.max())
            raise BoardError(f"{most} is not a valid colour. Expected 0 (empty), 1 (Black) or 2 (White).")
        points = start[1:] - start[:-1]
        fits = len(width) == len(height) == len(points) and start[0] == 0 and start[-1] == len(stones)
        fits = fits and all(len(values) == len(stones) for values in of_points)
        fits = fits and all(len(values) == len(width) for values in of_games)
        if not fits or not ((points == width.astype("i8") * height) | ((width == 0) & (points >= 0))).all():
            raise BoardError("The boards do not fit their sizes. Expected one stone for each point.")
        return self


class _Labels(NamedTuple):
    """The labels of a chunk as the kernel writes them: the last attributes of `LabeledBoards`."""

    first: NDArray[np.int16]
    size: NDArray[np.int16]
    liberties: NDArray[np.int16]
    border: NDArray[np.uint8]


class LabeledBoards(NamedTuple):
    """Consecutive positions, with their chains and empty regions.

    A chain or an empty region goes by its first point in reading order. First points have its size, liberties and
    border; all other points, and games without a board, have 0.

    Attributes:
        stones: uint8[points], colors, row by row from the upper left.
        start: int64[games + 1], first point of each position, and the end.
        width: int16[games], columns; 0 without a board: the game is skipped.
        height: int16[games], rows.
        first: int16[points], index within its own position of the first point of the chain or empty region.
        size: int16[points], number of its points.
        liberties: int16[points], number of a chain's liberties; 0 for an empty region.
        border: uint8[points], combined colors of the adjacent stones of another kind: `BLACK`, `WHITE` or their sum.

    Example:
        >>> from goanalyze.core.position import Position
        >>> boards = Position.from_rows(["XX.", ".XO", "..O"]).to_arrays()
        >>> boards.first.tolist()
        [0, 0, 2, 3, 0, 5, 3, 3, 5]
        >>> boards.size[0].item(), boards.liberties[0].item(), boards.border[[0, 2, 3]].tolist()
        (3, 3, [2, 3, 3])
    """

    stones: NDArray[np.uint8]
    start: NDArray[np.int64]
    width: NDArray[np.int16]
    height: NDArray[np.int16]
    first: NDArray[np.int16]
    size: NDArray[np.int16]
    liberties: NDArray[np.int16]
    border: NDArray[np.uint8]

    @classmethod
    def of(cls, boards: Boards) -> LabeledBoards:
        """Label the positions of a chunk.

        Raises:
            BoardError: boards beyond the limits.
        """
        points = len(boards.stones)
        first, size, liberties = np.empty((3, points), dtype=np.int16)
        labels = _Labels(first, size, liberties, np.empty(points, dtype=np.uint8))
        kernels.label_positions(boards.checked(), labels)
        return cls(*boards, *labels)

    @property
    def boards(self) -> Boards:
        """The positions without labels."""
        return Boards(self.stones, self.start, self.width, self.height)

    @property
    def chain(self) -> NDArray[np.int64]:
        """The first point of the chain or region of each point, int64[points], as an index into all points."""
        return np.repeat(self.start[:-1], np.diff(self.start)) + self.first.astype(np.int64)

    def checked(self, *others: NDArray[np.generic], of_games: Sequence[NDArray[np.generic]] = ()) -> Self:
        """Return the positions unless a kernel would read or write beyond their ends.

        Args:
            *others: other arrays over the same points.
            of_games: other arrays with one value for each game.

        Raises:
            BoardError: `Boards.checked` refuses the positions.
        """
        self.boards.checked(*others, of_games=of_games)
        return self

    def only(self, games: NDArray[np.bool_]) -> LabeledBoards:
        """Return the positions of the same chunk with only some of the games; kernels skip the others.

        Args:
            games: bool[games].
        """
        return self._replace(width=np.where(games, self.width, np.int16(0)))

    def take(self, games: NDArray[np.int64]) -> tuple[LabeledBoards, NDArray[np.int64]]:
        """Return some of the positions as a chunk of their own, and the index of each of its points in this chunk.

        Args:
            games: int64[taken], numbers of games.
        """
        boards, points = self.boards.take(games)
        labels = self.first[points], self.size[points], self.liberties[points], self.border[points]
        return LabeledBoards(*boards, *labels), points
