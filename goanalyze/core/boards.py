"""The positions of a chunk as kernels take them, and the gate that keeps kernels within them."""

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
    """Positions one after the other.

    Attributes:
        stones: uint8[points], colours, row-major from the upper left.
        start: int64[games + 1], first point of each position, and the end.
        width: int16[games], columns; 0 where there is no board: the game is passed over.
        height: int16[games], rows.
    """

    stones: NDArray[np.uint8]
    start: NDArray[np.int64]
    width: NDArray[np.int16]
    height: NDArray[np.int16]

    def take(self, games: NDArray[np.int64]) -> tuple[Boards, NDArray[np.int64]]:
        """Return some of the positions by themselves, and the places of their points among all.

        Args:
            games: their numbers.
        """
        width, height = self.width[games], self.height[games]
        points = width.astype(np.int64) * height
        start = np.concatenate(([0], np.cumsum(points)))
        place = np.repeat(self.start[games] - start[:-1], points) + np.arange(start[-1])
        return Boards(self.stones[place], start, width, height), place

    def checked(self, *beside: NDArray[np.generic], of_games: Sequence[NDArray[np.generic]] = ()) -> Self:
        """Return them unless a kernel would read or write beyond: the gate of every function that hands them to one.

        Args:
            *beside: other arrays over the same points.
            of_games: others with one value for each game.

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
        fits = fits and all(len(values) == len(stones) for values in beside)
        fits = fits and all(len(values) == len(width) for values in of_games)
        if not fits or not ((points == width.astype("i8") * height) | ((width == 0) & (points >= 0))).all():
            raise BoardError("The boards do not fit their sizes. Expected one stone for each point.")
        return self
