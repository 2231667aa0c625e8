"""A position: the stones on a board, as a value.

What may live here: reading a position from a text diagram, writing it as one, comparing two,
turning and mirroring. What may not: captures, legality, history (``replay``), life and death
(``life``), counting (``score``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from goanalyze.draw.diagram import diagram, rich_diagram
from goanalyze.vocabulary.boards import Boards
from goanalyze.vocabulary.limits import MAX_BOARD
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from rich.text import Text

    from goanalyze.life.choices import KoPass, Walls
    from goanalyze.life.confirmed import Confirmation
    from goanalyze.life.estimate import Estimates

_READ = {".": EMPTY, "X": BLACK, "O": WHITE}
_WRITE = ".XO"


@dataclass(frozen=True, eq=False)
class Position:
    """Stones on a board of ``width`` × ``height`` points.

    Attributes:
        width: columns, 1–52.
        height: rows, 1–52.
        stones: uint8[width * height], row-major from the upper left (SGF ``aa``);
            0 empty, 1 Black, 2 White. Read-only.

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
        ValueError: a side is not 1–52, the stones do not fill the board, or there is another colour.
    """

    width: int
    height: int
    stones: NDArray[np.uint8]

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_BOARD and 1 <= self.height <= MAX_BOARD):
            raise ValueError(f"a board has 1 to {MAX_BOARD} columns and rows, not {self.width}×{self.height}")
        stones = np.array(self.stones, dtype=np.uint8).reshape(-1)
        if stones.size != self.width * self.height:
            raise ValueError(f"{stones.size} points given for a board of {self.width}×{self.height}")
        if int(stones.max()) > WHITE:
            raise ValueError(f"{int(stones.max())} is no colour; there are 0 (empty), 1 (Black) and 2 (White)")
        stones.flags.writeable = False
        object.__setattr__(self, "stones", stones)

    @classmethod
    def empty(cls, width: int, height: int | None = None) -> Position:
        """Return an empty board of width × height points; square unless a height is given."""
        rows = width if height is None else height
        return cls(width, rows, np.zeros(width * rows, dtype=np.uint8))

    @classmethod
    def from_rows(cls, rows: Iterable[str]) -> Position:
        """Read rows of ``.`` (empty), ``X`` (Black), ``O`` (White), top row first; spaces are ignored.

        Raises:
            ValueError: rows of different length, or another character.
        """
        lines = [row.replace(" ", "") for row in rows]
        if not lines or len({len(line) for line in lines}) != 1 or not lines[0]:
            raise ValueError("a diagram needs at least one row, and rows of one length")
        try:
            stones = np.array([_READ[mark] for line in lines for mark in line], dtype=np.uint8)
        except KeyError as error:
            raise ValueError(f"a diagram holds only '.', 'X' and 'O', not {error}") from None
        return cls(len(lines[0]), len(lines), stones)

    def chunk(self, copies: int = 1) -> Boards:
        """Return it as kernels take a chunk of positions.

        Args:
            copies: how many times over.
        """
        width, height = (np.full(copies, side, dtype=np.int16) for side in (self.width, self.height))
        return Boards(np.tile(self.stones, copies), np.arange(copies + 1) * self.stones.size, width, height)

    def rows(self) -> list[str]:
        """Return the inverse of `from_rows`."""
        marks = [_WRITE[stone] for stone in self.stones.tolist()]
        return ["".join(marks[start : start + self.width]) for start in range(0, len(marks), self.width)]

    def confirm(
        self,
        chains: Iterable[int | str] | None = None,
        claim: Iterable[int | str] | None = None,
        walls: str | Walls = "safe",
        max_empty: int = 16,
        budget: int = 200_000,
        ko_pass: str | KoPass = "any",  # noqa: S107 - a pass, no password
        estimates: Estimates | None = None,
    ) -> Confirmation:
        """Confirm which chains are alive, and which dead, as after two passes.

        Args:
            chains: a stone of each chain that is asked about, by index or as GTP names points. If not given: all that
                are not settled; with a claim, all.
            claim: stones said to be dead, one or more of each dead chain; the others are said to be alive.
            walls: what the stones that shut a region in may be: ``benson``, ``safe``, ``eyes``.
            max_empty: how many empty points a region may have.
            budget: how many positions each question about a chain may look at.
            ko_pass: what a pass for a ko lifts: ``any`` ban, or one's ``own-ko``.
            estimates: of this position, for walls ``eyes``; estimated if not given.

        Raises:
            ValueError: a point is not on the board or has no stone, a number is out of bounds, or there is no such
                choice.

        Rule: Japanese rules of 1989, article 7; see `goanalyze.life.confirm.confirm`.

        Example:
            >>> Position.from_rows([".OX.", "OXX.", "XX..", "...."]).confirm(["B4"]).chains[0].fate.value
            'dead'
        """
        from goanalyze.life.confirm import confirm  # noqa: PLC0415 - of a room above, loaded by who asks

        return confirm(self, chains, claim, walls, max_empty, budget, ko_pass, estimates)

    def __str__(self) -> str:
        return diagram(self)

    def __rich__(self) -> Text:
        return rich_diagram(self)

    def _repr_svg_(self) -> str:
        from goanalyze.draw.svg import board_svg  # noqa: PLC0415 - most runs draw nothing

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
