"""Moves as they are named to a board, read into points and colours; and the legal ones, as a lazy collection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, SupportsIndex, TypeAlias, TypeGuard

import numpy as np

from goanalyze.referee.errors import BoardError, NoSuchPointError
from goanalyze.vocabulary.points import BLACK, PASS, WHITE, color_name, to_gtp
from goanalyze.vocabulary.toml import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goanalyze.referee.judged import Judged
    from goanalyze.referee.law import Law

MoveLike: TypeAlias = str | SupportsIndex | Sequence[SupportsIndex]
"""A move as it may be given: ``"D4"`` or ``"pass"``, in capitals or not; ``(x, y)``, the column from the left and the
row from the top, both from 0; or a point's index, row by row from the upper left, −1 for a pass."""
ColorLike: TypeAlias = int | str
"""A colour as it may be given: `BLACK`, `WHITE`, or ``"black"``, ``"b"``, ``"white"``, ``"w"``, in capitals or not."""

_COLORS: Final = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}


@cache
def names_of(width: int, height: int) -> dict[str, int]:
    """Return the points of a board by GTP name, as people write it in capitals or not, and the pass."""
    points = {to_gtp(point, width, height): point for point in range(PASS, width * height)}
    return points | {name.lower(): point for name, point in points.items()} | {"PASS": PASS, "Pass": PASS}


def read_move(move: object, width: int, height: int) -> int:
    """Return the point that a move is made on, `PASS` for a pass.

    Raises:
        NoSuchPointError: it is none; the message says what is.

    Example:
        >>> read_move("D4", 9, 9), read_move((3, 5), 9, 9), read_move(48, 9, 9), read_move(" PASS ", 9, 9)
        (48, 48, 48, -1)
        >>> read_move("I5", 9, 9)
        Traceback (most recent call last):
        goanalyze.referee.errors.NoSuchPointError: 'I5' is no point of a board of 9×9; allowed are ...
    """
    if isinstance(move, str):
        point = names_of(width, height).get(move.strip().upper())
        if point is not None:
            return point
    elif is_whole(move):
        if PASS <= (index := int(move)) < width * height:
            return index
    elif isinstance(move, Sequence) and len(move) == 2 and all(map(is_whole, move)):
        column, row = map(int, move)
        if 0 <= column < width and 0 <= row < height:
            return row * width + column
    raise NoSuchPointError(
        f"{shown(move)} is no point of a board of {width}×{height}; allowed are names from A1 to "
        f"{to_gtp(width - 1, width, height)} (no column I), 'pass', pairs (column, row) from (0, 0), the upper left, "
        f"to ({width - 1}, {height - 1}), and indices from 0 to {width * height - 1}, -1 for a pass"
    )


def read_points(points: Iterable[MoveLike], width: int, height: int) -> list[int]:
    """Return points, each given as `read_move` takes it; one name alone is one point.

    Raises:
        NoSuchPointError: one is none, or a pass.

    Example:
        >>> read_points(["A1", (0, 0)], 3, 3)
        [6, 0]
    """
    given = [points] if isinstance(points, str) else points
    if not isinstance(given, Iterable):
        raise NoSuchPointError(f"{shown(points)} is no list of points; allowed is one such as ['D4', 'Q16']")
    found = [(point, read_move(point, width, height)) for point in given]
    for point, index in found:
        if index == PASS:
            raise NoSuchPointError(f"{shown(point)} is a pass; allowed are points of the board")
    return [index for _, index in found]


def read_color(color: object) -> int:
    """Return a colour.

    Raises:
        BoardError: it is none.

    Example:
        >>> read_color("White") == WHITE
        True
    """
    if isinstance(color, str) and (found := _COLORS.get(color.strip().lower())):
        return found
    if is_whole(color) and int(color) in (BLACK, WHITE):
        return int(color)
    raise BoardError(f"{shown(color)} is no colour; allowed are 'black' or 1, and 'white' or 2")


def is_whole(given: object) -> TypeGuard[SupportsIndex]:
    """Say whether something is a whole number; true and false are none."""
    return isinstance(given, SupportsIndex) and not isinstance(given, (bool, np.bool_, np.ndarray))


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
