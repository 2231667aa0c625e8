"""A position: the stones on a board, as a value.

Scope: a position is read from a text diagram, written as one, drawn and compared. Captures are in `chain_board`.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from goanalyze.core.labels import Boards, LabeledBoards
from goanalyze.core.public_functions import public_function
from goanalyze.draw.diagram import diagram, rich_diagram
from goanalyze.errors import BoardError
from goanalyze.limits import MAX_BOARD, MAX_MOVES
from goanalyze.points import BLACK, EMPTY, WHITE
from goanalyze.util.arguments import is_whole, read_integer

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from rich.text import Text

    from goanalyze import Confirmation

_READ = {".": EMPTY, "X": BLACK, "O": WHITE}
_WRITE = ".XO"


@dataclass(frozen=True, eq=False)
class Position:
    """Stones on a board of ``width`` × ``height`` points.

    Attributes:
        width: Number of columns, 1 to 52.
        height: Number of rows, 1 to 52.
        stones: uint8[width * height], row-major from the upper left (SGF ``aa``): 0 empty, 1 Black, 2 White. Read-only.

    Example:
        >>> position = Position.from_rows([".X.", "XO.", "..."])
        >>> print(position)
          A B C
        3 . X . 3
        2 X O . 2
        1 . . . 1
          A B C
        >>> position.rows()
        ['.X.', 'XO.', '...']

    Raises:
        BoardError: A side is not 1 to 52, the stones do not fill the board, or a color is unknown.
    """

    width: int
    height: int
    stones: NDArray[np.uint8]

    def __post_init__(self) -> None:
        _check_size(self.width, self.height)
        size = f"{self.width}×{self.height}"
        try:
            stones = np.array(self.stones, dtype=np.uint8).reshape(-1)
        except (TypeError, ValueError, OverflowError) as error:
            raise BoardError(
                f"The stones are not valid: {error}. Expected a number from 0 to 2 for each point."
            ) from None
        if stones.size != self.width * self.height:
            raise BoardError(f"{stones.size} is not a valid number of points on a {size} board. Expected one a point.")
        if int(stones.max()) > WHITE:
            color = int(stones.max())
            raise BoardError(f"{color} is not a valid color. Expected 0 (empty), 1 (Black) or 2 (White).")
        stones.flags.writeable = False
        object.__setattr__(self, "stones", stones)

    @classmethod
    def empty(cls, width: int, height: int | None = None) -> Position:
        """Return an empty board of width × height points; without a height, it is square.

        Raises:
            BoardError: A side is not 1 to 52.
        """
        rows = width if height is None else height
        _check_size(width, rows)
        return cls(width, rows, np.zeros(width * rows, dtype=np.uint8))

    @classmethod
    def from_rows(cls, rows: Iterable[str]) -> Position:
        """Read rows of ``.`` (empty), ``X`` (Black), ``O`` (White), top row first; spaces are ignored.

        Raises:
            BoardError: The rows differ in length, or a character is unknown.
        """
        values = list(rows) if isinstance(rows, Iterable) and not isinstance(rows, type) else []
        lines = [row.replace(" ", "") for row in values if isinstance(row, str)]
        if not lines or len(lines) < len(values) or len({len(line) for line in lines}) != 1 or not lines[0]:
            text = repr(lines or rows)
            raise BoardError(f"{text} is not a valid diagram. Expected at least one row, and rows of one length.")
        try:
            stones = np.array([_READ[mark] for line in lines for mark in line], dtype=np.uint8)
        except KeyError as error:
            raise BoardError(f"{error} is not a valid point of a diagram. Expected '.', 'X' or 'O'.") from None
        return cls(len(lines[0]), len(lines), stones)

    def to_arrays(self, copies: int = 1) -> LabeledBoards:
        """Return the arrays of a chunk of positions that contains this one.

        Args:
            copies: Number of times that it is contained.

        Raises:
            OptionError: The number is not a whole number.
        """
        copies = read_integer("copies", copies, 0, MAX_MOVES)
        width, height = (np.full(copies, side, dtype=np.int16) for side in (self.width, self.height))
        start = np.arange(copies + 1) * self.stones.size
        return LabeledBoards.of(Boards(np.tile(self.stones, copies), start, width, height))

    def rows(self) -> list[str]:
        """Return the inverse of `from_rows`."""
        marks = [_WRITE[stone] for stone in self.stones.tolist()]
        return ["".join(marks[start : start + self.width]) for start in range(0, len(marks), self.width)]

    def confirm(self, *arguments: object, **options: object) -> Confirmation:
        """Confirm the life or death of chains after two passes (`goanalyze.life.article7.confirm.confirm`).

        Args:
            *arguments: Arguments of that function after the position, in order.
            **options: Arguments of that function by name.

        Returns:
            The confirmation: a verdict on each chain.

        Example:
            >>> Position.from_rows([".OX.", "OXX.", "XX..", "...."]).confirm(["B4"]).chains[0].fate.value
            'dead'
        """
        confirmation: Confirmation = public_function("confirm")(self, *arguments, **options)
        return confirmation

    def __str__(self) -> str:
        return diagram(self)

    def __rich__(self) -> Text:
        return rich_diagram(self)

    def _repr_svg_(self) -> str:
        from goanalyze.draw.svg import board_svg  # most runs draw nothing

        return board_svg(self)

    def __repr__(self) -> str:
        return f"Position.from_rows({self.rows()!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.width, self.height) == (other.width, other.height) and bool(
            np.array_equal(self.stones, other.stones)
        )

    def __hash__(self) -> int:
        return hash((self.width, self.height, self.stones.tobytes()))


def _check_size(width: object, height: object) -> None:
    """Raise `BoardError` unless both sides are numbers from 1 to `MAX_BOARD`."""
    if not all(is_whole(side) and 1 <= operator.index(side) <= MAX_BOARD for side in (width, height)):
        raise BoardError(f"{width}×{height} is not a valid board size. Expected 1 to {MAX_BOARD} columns and rows.")
