"""The legal plays of a board, as a lazy collection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from goanalyze.vocabulary.given import NoSuchPointError, read_move
from goanalyze.vocabulary.points import PASS, color_name, to_gtp

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goanalyze.referee.judged import Judged
    from goanalyze.referee.law import Law


class LegalMoves:
    """The plays that are legal on a board, worked out when they are asked for: a view, always of the board as it is.

    Passes are not in it: a pass is legal whenever a player is to move. The order is that of points, row by row from the
    upper left. It may be iterated over while the board is played on: it then gives what was legal when it began.

    Example:
        >>> import goanalyze as ga
        >>> board = ga.Board.from_rows([".X.", "X..", ".X."], turn="white")
        >>> board.legal_moves
        <LegalMoves of White on 3×3, japanese>
        >>> list(board.legal_moves), len(board.legal_moves), "A3" in board.legal_moves
        ([2, 4, 5, 8], 4, False)
        >>> board.legal_moves.names()
        ['C3', 'B2', 'C2', 'C1']
    """

    __slots__ = ("_board", "_color", "_law")

    def __init__(self, board: Judged, color: int | None, law: Law) -> None:
        self._board, self._color, self._law = board, color, law

    def _points(self) -> list[int]:
        return self._board._legal_points(self._color, self._law)  # noqa: SLF001 - the board's own view

    def __iter__(self) -> Iterator[int]:
        return iter(self._points())

    def __len__(self) -> int:
        return len(self._points())

    def __bool__(self) -> bool:
        return bool(self._points())

    def __contains__(self, move: object) -> bool:
        """Say whether a play is legal; what names no point of the board, or is a pass, is not in it."""
        try:
            point = read_move(move, self._board.width, self._board.height)
        except NoSuchPointError:
            return False
        return point != PASS and self._board._is_legal(point, self._color, self._law)  # noqa: SLF001

    def names(self) -> list[str]:
        """Return the points as GTP names them."""
        return [to_gtp(point, self._board.width, self._board.height) for point in self._points()]

    def mask(self) -> NDArray[np.bool_]:
        """Return bool[height, width], true where a play is legal."""
        found = np.zeros((self._board.height, self._board.width), dtype=np.bool_)
        found.flat[self._points()] = True
        return found

    def __repr__(self) -> str:
        color = self._board._side(self._color)  # noqa: SLF001
        size = f"{self._board.width}×{self._board.height}"
        return f"<LegalMoves of {color_name(color).capitalize()} on {size}, {self._law.ruleset.id}>"
