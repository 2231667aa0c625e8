"""The positions of a chunk as kernels take them, and the check of their sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Self

import numpy as np

from goanalyze.errors import BoardError
from goanalyze.limits import check_sides

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


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
