"""Shapes in the corner to which the commentary on the Japanese rules of 1989 gives a status, as diagrams.

A diagram has its corner at the upper left and represents its eight symmetries and both colours:

- ``X``, ``O``: a stone whose whole chain is in the diagram;
- ``x``, ``o``: the enclosing chain, which may extend beyond the diagram; all such stones are one chain;
- ``.``: an empty point; ``?``: any point.

Beyond the diagram none of the chains has a liberty (but see `Shape.outside`), and every stone of the opponent that
touches one is safe. So nothing that happens elsewhere can matter but threats (`PlayedOut`).

Article 7 played out proves the same status of each chain (`goanalyze.life.article7`; the tests compare). Rulesets
that judge otherwise than by article 7 take it as a precedent (axis `rulings`).

Rulings on the shapes of `goanalyze.life.proof.rulings` in final positions. Nothing is guessed, searched or counted.

Only corners that look like a shape are looked at closely, so that a position without any costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.labels import LabeledBoards
from goanalyze.core.position import Position
from goanalyze.life.article7.regions import EstimatedWalls
from goanalyze.life.choices import Proof
from goanalyze.points import BLACK, EMPTY, WHITE, opponent, to_gtp

_COMMENTARY: Final = "Japanese rules of 1989, commentary on article 7"


class PlayedOut(Enum):
    """Statuses of a shape's chains if no ruling is followed and the players play on."""

    SAME = "as by the ruling"
    ALIVE = "every chain lives"
    UNLESS_THREATS = "as by the ruling, unless the dead side has ko threats that cannot be removed"
    OPEN = "open: it is a ko, of which the ruling says nothing"


@dataclass(frozen=True)
class Shape:
    """A local position and the statuses of its chains.

    Attributes:
        name: the players' name for it.
        source: the clause that rules it.
        rows: the diagram.
        dead: cells of dead chains, column letter and row counted from the corner; every other chain of the diagram
            lives.
        if_played: the statuses if the players play on.
        outside: True if the enclosing chain may have liberties elsewhere at which nothing can happen: points that only
            it and safe stones of the opponent touch. The ruling is the same for any number of them.
    """

    name: str
    source: str
    rows: tuple[str, ...]
    dead: str
    if_played: PlayedOut
    outside: bool = False

    @property
    def can_be_ended(self) -> bool:
        """True if the living side can end it. Then it offers no lasting ko threats: no seki, no ko for life."""
        return bool(self.dead) and self.if_played in (PlayedOut.SAME, PlayedOut.UNLESS_THREATS)

    @cached_property
    def cells(self) -> tuple[tuple[int, int, str], ...]:
        """Every cell but the open ones, stones first: (row, column, character)."""
        every = [(r, c, mark) for r, row in enumerate(self.rows) for c, mark in enumerate(row) if mark != "?"]
        return tuple(sorted(every, key=lambda cell: cell[2] == "."))

    @cached_property
    def dead_cells(self) -> frozenset[tuple[int, int]]:
        """The cells of `dead` as (row, column)."""
        return frozenset((int(cell[1:]) - 1, ord(cell[0]) - ord("a")) for cell in self.dead.split())


def _bent_four(*rows: str) -> Shape:
    """Return a shape in which X can become a bent four, the four points around the corner point, at will."""
    source = f"{_COMMENTARY}, examples 7-1 and 7-2"
    row, column = next((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "o")
    dead = f"{chr(ord('a') + column)}{row + 1}"
    return Shape("bent four in the corner", source, rows, dead, PlayedOut.UNLESS_THREATS, outside=True)


SHAPES: Final = (
    # The liberty that is left when X has become the bent four: at the long end, within, at the side, at the short end.
    _bent_four("XXX.o", ".ooo", "o"),
    _bent_four("XX.o", "X.o", "oo"),
    _bent_four("XXXo", "..o", "oo"),
    _bent_four("XXXo", ".o.o", "o?o"),
    _bent_four("XX.o", "Xoo", ".o", "o"),
    Shape("approach-move ko", f"{_COMMENTARY}, diagram 10 and example 10", ("XO..x", ".xxx", "x"), "b1", PlayedOut.SAME,
          outside=True),
    Shape("direct ko", f"{_COMMENTARY}, diagram 9 and example 9", ("XO.x", ".xx", "x"), "a1 b1 d1", PlayedOut.OPEN),
    Shape("three points without capture", f"{_COMMENTARY}, example 1", (".XX", "OXX"), "", PlayedOut.SAME),
    Shape("hane seki", f"{_COMMENTARY}, example 3",
          ("OXOX.O", "OXOXO", "OXOXO", ".XOOO", ".XO", "OOO"), "", PlayedOut.SAME),
    Shape("false eye in a ko", f"{_COMMENTARY}, example 11", (".O.O", "OOO"), "b1 d1", PlayedOut.UNLESS_THREATS),
    Shape("double-ko seki", f"{_COMMENTARY}, diagram 14 and example 25",
          (".XO.o", "XXXo", ".Xo.o", "Xo?o", "o"), "c1 a4", PlayedOut.ALIVE),
)  # fmt: skip
"""LabeledBoards redrawn from the commentary's text: counts of stones, moves and names of points."""


_SIDE: Final = 1 + max(max(r, c) for shape in SHAPES for r, c, _ in shape.cells)
_OUTSIDE: Final = 3


class Corner(NamedTuple):
    """A corner that looks like a shape.

    Attributes:
        game: number of the game.
        far_x: True if columns count from the right.
        far_y: True if rows count from below.
        transposed: True if rows and columns of the diagram are exchanged.
        exchanged: True if its colours are exchanged.
        shape: the shape.
    """

    game: int
    far_x: bool
    far_y: bool
    transposed: bool
    exchanged: bool
    shape: Shape

    def points(self, width: int, height: int) -> list[tuple[int, str, tuple[int, int]]]:
        """Return the point, the mark and the cell (row, column) of every cell of the diagram."""
        points = []
        for row, column, mark in self.shape.cells:
            y, x = (column, row) if self.transposed else (row, column)
            x, y = width - 1 - x if self.far_x else x, height - 1 - y if self.far_y else y
            points.append((y * width + x, mark, (row, column)))
        return points


@dataclass(frozen=True, slots=True)
class Ruling:
    """A shape on a board that a ruling decides.

    Attributes:
        game: number of the game.
        shape: the shape.
        corner: the point in the corner.
        stones: the points of all stones of the shape's chains.
        dead: the points of those that the ruling calls dead.
        region: `stones`, and the empty points that only these stones decide on.
        doubtful: stones elsewhere, of the side that captures, that are neither safe nor assumed dead.
        played_dead: the points of the stones that are dead if the players play on; None if that is open.
    """

    game: int
    shape: Shape
    corner: int
    stones: frozenset[int]
    dead: frozenset[int]
    region: frozenset[int]
    doubtful: frozenset[int]
    played_dead: frozenset[int] | None = None

    def message(self, width: int, height: int) -> str:
        """Return a sentence on the shape, its corner on a board of width × height points, and its dead stones."""
        number, corner = len(self.dead), to_gtp(self.corner, width, height)
        dead = f"{number} {'stone is' if number == 1 else 'stones are'} dead" if number else "every stone lives"
        return f"The {self.shape.name} at {corner} is decided by a ruling: {dead} ({self.shape.source})."


def find_rulings(
    boards: LabeledBoards, proofs: NDArray[np.uint8], dead: NDArray[np.uint8], shares: NDArray[np.float32]
) -> list[Ruling]:
    """Find every shape of a chunk that a ruling decides.

    A corner that looks like a diagram is the shape if

    1. every chain inside lies in the diagram, and the stones around it are one chain;
    2. no chain of it has a liberty elsewhere, or the shape allows it and nothing can happen there: only the enclosing
       chain and safe stones of the opponent touch that point;
    3. every other stone that touches it is safe, without counting on it (`_safe_stones`);
    4. an enclosing chain that the ruling calls dead leaves no room for two eyes once it is captured: stones whose
       capture lets new ones live are alive.

    Args:
        boards: final positions; games without a board are skipped.
        proofs: uint8[points], index of a `Proof`.
        dead: uint8[points], 1 under stones that are assumed dead; used for walls that are not proven safe.
        shares: float32[points], probability that the stone of each point lives; used for the same walls.

    Rule: Japanese rules of 1989, article 7.1 (condition 4) and the commentary on it (`goanalyze.life.proof.rulings`).
    """
    rulings: list[Ruling] = []
    for corner in candidates(boards):
        span = slice(int(boards.start[corner.game]), int(boards.start[corner.game + 1]))
        position = Position(int(boards.width[corner.game]), int(boards.height[corner.game]), boards.stones[span])
        ruling = _rule(corner, ChainBoard.of(position), proofs[span] == Proof.ALIVE.index, dead[span], shares[span])
        known = {(other.game, other.stones) for other in rulings}
        if ruling is not None and (ruling.game, ruling.stones) not in known:
            rulings.append(ruling)
    return [replace(ruling, played_dead=_dead_in_play(ruling, rulings)) for ruling in rulings]


def candidates(boards: LabeledBoards) -> Iterator[Corner]:
    """Yield every corner that looks like a diagram."""
    games = np.flatnonzero((boards.width > 0) & (boards.height > 0))
    if not len(games):
        return
    width, height = (side[games].astype(np.int64)[:, None, None] for side in (boards.width, boards.height))
    rows, columns = np.arange(_SIDE)[None, :, None], np.arange(_SIDE)[None, None, :]
    fits = (rows < height) & (columns < width)
    views = []
    for far_x, far_y in np.ndindex(2, 2):
        y, x = height - 1 - rows if far_y else rows, width - 1 - columns if far_x else columns
        at = boards.start[:-1][games][:, None, None] + np.where(fits, y * width + x, 0)
        seen = np.where(fits, boards.stones[at], _OUTSIDE)
        views += [seen, seen.swapaxes(1, 2)]
    flat = np.stack(views).reshape(-1, _SIDE * _SIDE)
    alike = np.stack([(flat[:, cells] == colors).all(axis=1) for cells, colors in _patterns()])
    alike = alike.reshape(2, len(SHAPES), 2, 2, 2, len(games)).transpose(2, 3, 4, 0, 1, 5)
    for far_x, far_y, transposed, exchanged, shape, game in np.argwhere(alike).tolist():
        turned = bool(far_x), bool(far_y), bool(transposed), bool(exchanged)
        yield Corner(int(games[game]), *turned, SHAPES[shape])


@cache
def _patterns() -> tuple[tuple[NDArray[np.int64], NDArray[np.uint8]], ...]:
    """Return the cells of each diagram and their colours, then those with exchanged colours."""
    patterns = []
    for black, white in ((BLACK, WHITE), (WHITE, BLACK)):
        colors = {".": EMPTY, "X": black, "O": white}
        for shape in SHAPES:
            cells = np.array([row * _SIDE + column for row, column, _ in shape.cells])
            patterns.append((cells, np.array([colors[mark.upper()] for _, _, mark in shape.cells], dtype=np.uint8)))
    return tuple(patterns)


def _rule(
    corner: Corner, board: ChainBoard, proven: NDArray[np.bool_], dead: NDArray[np.uint8], shares: NDArray[np.float32]
) -> Ruling | None:
    """Return the ruling if the conditions of `find_rulings` hold."""
    shape, cells = corner.shape, corner.points(board.width, board.height)
    inside = frozenset(point for point, mark, _ in cells if mark in "XO.")
    around = [point for point, mark, _ in cells if mark in "xo"]
    enclosing = board.connected(around[0]) if around else frozenset[int]()
    inner = {board.connected(point) for point in inside if board.colors[point] != EMPTY}
    if not enclosing.issuperset(around) or not all(chain <= inside for chain in inner):
        return None
    stones = enclosing.union(*inner)
    safe = _safe_stones(board, proven, dead, shares, stones | inside)
    touched = board.border(stones | inside)
    dame = frozenset(point for point in touched if board.colors[point] == EMPTY)
    if not (touched - dame) <= safe or (dame and not shape.outside):
        return None
    for point in dame:
        near = frozenset(board.neighbors(point)) - enclosing
        if not near or not near <= safe or any(board.colors[stone] == board.colors[around[0]] for stone in near):
            return None
    if not board.border(inside) <= stones | safe:
        return None
    killed = frozenset(point for at, _, cell in cells if cell in shape.dead_cells for point in board.connected(at))
    if killed & enclosing and _has_room(board, enclosing, inside, safe):
        return None
    region = stones | inside | dame
    losing = {board.colors[point] for point in killed}
    others = (point for point, stone in enumerate(board.colors) if stone != EMPTY and opponent(stone) in losing)
    doubtful = frozenset(point for point in others if not dead[point]) - region - safe
    (at,) = (point for point, _, cell in cells if cell == (0, 0))
    return Ruling(corner.game, shape, at, stones, killed, region, doubtful)


def _has_room(board: ChainBoard, chain: frozenset[int], inside: frozenset[int], safe: frozenset[int]) -> bool:
    """Return True if a captured chain leaves its side room for two eyes.

    An eye can be at a point that neither a safe stone nor the inside of the shape touches, and two need points apart. A
    captor's stone adjacent to a safe one stays, and spoils the eyes that it touches; the other side can take only one
    of two such points first.
    """
    near = {point: frozenset(board.neighbors(point)) for point in chain}
    eyes = frozenset(point for point in chain if not near[point] & (inside | safe))
    spoiling = [point for point in chain if near[point] & safe and not _are_apart(eyes - near[point], near)]
    return _are_apart(eyes, near) and len(spoiling) < 2


def _are_apart(points: frozenset[int], near: dict[int, frozenset[int]]) -> bool:
    """Return True if two of the points are not adjacent."""
    return any(not points <= near[point] | {point} for point in points)


def _dead_in_play(ruling: Ruling, rulings: Iterable[Ruling]) -> frozenset[int] | None:
    """Return the stones that are dead if the players play on, None if that is open.

    A ko threat that cannot be removed needs stones of the capturing side that do not live by themselves: in a seki.
    """
    if ruling.shape.if_played is PlayedOut.SAME:
        return ruling.dead
    if ruling.shape.if_played is PlayedOut.ALIVE:
        return frozenset()
    if ruling.shape.if_played is PlayedOut.OPEN:
        return None
    doubtful = ruling.doubtful
    for other in rulings:
        if other.game == ruling.game and other is not ruling:
            if other.shape.can_be_ended:
                doubtful -= other.region
            elif not other.stones <= other.dead:
                return None
    return None if doubtful else ruling.dead


def _safe_stones(
    board: ChainBoard,
    proven: NDArray[np.bool_],
    dead: NDArray[np.uint8],
    shares: NDArray[np.float32],
    region: frozenset[int],
) -> frozenset[int]:
    """Return the stones outside a region that are proven to live, or likely to without it."""
    safe = frozenset(point for point in np.flatnonzero(proven).tolist() if board.colors[point] != EMPTY) - region
    return safe | EstimatedWalls(board.position(), dead, shares).alive_outside(region)
