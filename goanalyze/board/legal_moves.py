"""`LegalMoves`: the legal plays of a board as a lazy collection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from goanalyze.errors import NoSuchPointError
from goanalyze.vocabulary.given import read_move
from goanalyze.vocabulary.points import PASS, color_name, to_gtp

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goanalyze.board.board import Board
    from goanalyze.board.ruleset_masks import RulesetMasks


class LegalMoves:
    """The legal plays of a board in its current state, computed when they are needed.

    Passes are not included: a pass is legal whenever a player is to move. The order is row by row from the upper left.
    An iteration yields the plays that were legal when it began, also if the board is played on.

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

    __slots__ = ("_board", "_color", "_masks")

    def __init__(self, board: Board, color: int | None, masks: RulesetMasks) -> None:
        self._board, self._color, self._masks = board, color, masks

    def _points(self) -> list[int]:
        return self._board._legal_points(self._color, self._masks)  # noqa: SLF001 - a view of the board

    def __iter__(self) -> Iterator[int]:
        return iter(self._points())

    def __len__(self) -> int:
        return len(self._points())

    def __bool__(self) -> bool:
        return bool(self._points())

    def __contains__(self, move: object) -> bool:
        """Return True if a move is a legal play; False for passes and values that are not points of the board."""
        try:
            point = read_move(move, self._board.width, self._board.height)
        except NoSuchPointError:
            return False
        return point != PASS and self._board._is_legal(point, self._color, self._masks)  # noqa: SLF001

    def names(self) -> list[str]:
        """Return the GTP names of the points."""
        return [to_gtp(point, self._board.width, self._board.height) for point in self._points()]

    def mask(self) -> NDArray[np.bool_]:
        """Return bool[height, width], True if a play is legal."""
        mask = np.zeros((self._board.height, self._board.width), dtype=np.bool_)
        mask.flat[self._points()] = True
        return mask

    def __repr__(self) -> str:
        color = self._board._player(self._color)  # noqa: SLF001
        size = f"{self._board.width}×{self._board.height}"
        return f"<LegalMoves of {color_name(color).capitalize()} on {size}, {self._masks.ruleset.id}>"
