"""Counts of the positions of a chunk by area, territory and groups: with all dead stones removed, and in territory.

Scope: the stones, the dead ones among them, and marked territory. Komi and prisoners play no role here.

Counts of final positions by area, territory and stones. Margins are Black − White in points, komi not included.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.labels import LabeledBoards
from goanalyze.core.position import Position
from goanalyze.draw.text_tables import Row, sides_html, sides_text
from goanalyze.errors import BoardError
from goanalyze.kernels.library import kernels
from goanalyze.life.choices import MarkedTerritory
from goanalyze.life.markup import marked_chains
from goanalyze.points import BLACK, EMPTY, WHITE, to_gtp
from goanalyze.util.numbers import points_text

COLUMNS: Final = tuple(
    """
    stones territory dead groups groups_strict seki_groups seki seki_strict deducted stay_strict
""".split()
)
"""Numbers that are counted for each side, with the meanings of `goanalyze.score.count.ColorCount`."""


class Counts(NamedTuple):
    """Counts of some positions in two ways: with all dead stones removed, and with those in territory alone.

    Attributes:
        plain: int32[games, 2, len(COLUMNS)], numbers of Black and of White with all dead stones removed.
        plain_dame: int32[games], points of neither side in that case.
        in_territory: int32[games, 2, len(COLUMNS)], the numbers with only those dead stones removed that lie in
            territory of the opponent.
        in_territory_dame: int32[games], points of neither side in that case.
    """

    plain: NDArray[np.int32]
    plain_dame: NDArray[np.int32]
    in_territory: NDArray[np.int32]
    in_territory_dame: NDArray[np.int32]

    def one_way(self, *, in_territory: bool) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the numbers and the dame with the dead stones in territory removed alone, or with all of them."""
        return self[2:] if in_territory else self[:2]

    def put(self, games: NDArray[np.int64], others: Counts) -> Counts:
        """Return the counts with those of some games replaced."""
        columns = [column.copy() for column in self]
        for column, other in zip(columns, others, strict=True):
            column[games] = other
        return Counts(*columns)

    def take(self, games: NDArray[np.int64] | NDArray[np.bool_]) -> Counts:
        """Return the counts of some games."""
        return Counts(*(column[games] for column in self))

    def leave_open(self, games: NDArray[np.bool_]) -> Counts:
        """Return the counts without deductions in the games, bool[games], whose rest is left open."""
        return self._replace(plain=leave_open(self.plain, games), in_territory=leave_open(self.in_territory, games))


def leave_open(numbers: NDArray[np.int32], games: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return numbers, int32[games, 2, len(COLUMNS)], without deductions in the games whose rest is left open."""
    numbers = numbers.copy()
    numbers[games, :, COLUMNS.index("deducted")] = 0
    return numbers


def count_positions(
    boards: LabeledBoards,
    dead: NDArray[np.uint8],
    to_move: NDArray[np.uint8] | None = None,
    *,
    owner: NDArray[np.uint8] | None = None,
    as_marked: NDArray[np.uint8] | None = None,
) -> Counts:
    """Count the positions of a chunk.

    Territory in seki and points to be filled are those of `goanalyze.score.territory.find_point_kinds`. If no dame
    are filled, a group is in seki that touches a neutral point and has less than two eyes, nothing is deducted, and all
    dead stones are removed in both ways.

    Args:
        boards: final positions.
        dead: uint8[points], 1 under dead stones, whole chains.
        to_move: uint8[games], side that fills the first dame; 0, the default, if no dame are filled.
        owner: uint8[points], color of marked territory; 0 elsewhere, and by default.
        as_marked: uint8[games], index of a `MarkedTerritory`: the role of `owner` in games whose dame are not filled.

    Returns:
        The counts; zeros for a game without a board.
    """
    games, points = len(boards.width), len(boards.stones)
    of_points, of_games = np.zeros(points, dtype=np.uint8), np.zeros(games, dtype=np.uint8)
    inputs = (
        dead,
        of_points if owner is None else owner,
        of_games if as_marked is None else as_marked,
        of_games if to_move is None else to_move,
    )
    return _count(boards, inputs, (True, True))[0]


def count_one_way(
    boards: LabeledBoards, dead: NDArray[np.uint8], to_move: NDArray[np.uint8] | None = None, *, in_territory: bool
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.bool_]]:
    """Count the positions of a chunk in one way, and find the dead stones that are removed.

    Args:
        boards: final positions.
        dead: uint8[points], 1 under dead stones, whole chains.
        to_move: uint8[games], side that fills the first dame; 0, the default, if no dame are filled.
        in_territory: True if only dead stones in territory of the opponent are removed; False if all are.

    Returns:
        (int32[games, 2, len(COLUMNS)], numbers of Black and of White; int32[games], points of neither side;
        bool[points], True under dead stones that are removed).
    """
    of_games = np.zeros(len(boards.width), dtype=np.uint8)
    inputs = dead, np.zeros_like(dead), of_games, of_games if to_move is None else to_move
    counts, removed = _count(boards, inputs, (not in_territory, in_territory))
    return *counts.one_way(in_territory=in_territory), removed


def _count(
    boards: LabeledBoards, inputs: tuple[NDArray[np.uint8], ...], ways: tuple[bool, bool]
) -> tuple[Counts, NDArray[np.bool_]]:
    dead, owner, as_marked, to_move = inputs
    plain, in_territory = np.zeros((2, len(boards.width), 2, len(COLUMNS)), dtype=np.int32)
    dame = np.zeros((2, len(boards.width)), dtype=np.int32)
    counts, removed = Counts(plain, dame[0], in_territory, dame[1]), np.zeros(len(boards.stones), dtype=np.bool_)
    boards.checked(dead, owner, of_games=[as_marked, to_move])
    kernels.count_positions(boards, *inputs, *ways, counts, removed)
    return counts, removed


_WORDS: Final = {
    "stones": "living stones",
    "territory": "territory",
    "area": "area",
    "prisoners": "prisoners",
    "dead": "dead stones",
    "groups": "groups",
    "seki_groups": "groups in seki",
    "seki": "territory in seki",
    "deducted": "to be filled (teire)",
}
"""Caption of each number of a side in a count, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class ColorCount:
    """One side's count.

    Attributes:
        stones: living stones on the board.
        territory: empty points, and points under dead enemy stones, that only this side borders or that are marked
            as its own; eyes in seki included.
        area: stones + territory.
        prisoners: enemy stones held: captured in play, and lost by the enemy's suicides.
        dead: own stones on the board that are dead.
        groups: living groups that are not in seki; chains that share territory are one group.
        groups_strict: groups that touch no neutral point.
        seki_groups: groups in seki: those that touch a neutral point and have less than two eyes.
        seki: the part of `territory` that belongs to groups in seki.
        seki_strict: the part of `territory` that does not count to the letter of article 8: it belongs to groups that
            touch dame, or is adjacent to dead stones that stay.
        deducted: the part of `territory` that must be filled once the dame are (teire, false eyes).
        stay_strict: the part of `dead` that stays on the board to the letter, since it does not lie in territory.
    """

    stones: int
    territory: int
    area: int
    prisoners: int
    dead: int
    groups: int
    groups_strict: int
    seki_groups: int
    seki: int
    seki_strict: int
    deducted: int = 0
    stay_strict: int = 0

    @classmethod
    def of(cls, row: NDArray[np.int32], prisoners: int) -> ColorCount:
        """Return one side's count from its row of a chunk's counts, int32[len(COLUMNS)], and its prisoners."""
        values = dict(zip(COLUMNS, row.tolist(), strict=True))
        return cls(area=values["stones"] + values["territory"], prisoners=prisoners, **values)


@dataclass(frozen=True, slots=True)
class Count:
    """A finished position, counted.

    Attributes:
        black, white: each side's count.
        dame: empty points that are territory of neither side.
        by_territory: Black's and White's count as players of territory rules count (eyes in seki, points that must be
            filled); None for `black` and `white`.

    Example:
        >>> from goanalyze.core.position import Position
        >>> print(count(Position.from_rows([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.O."])))
                                              Black   White
          living stones                           6       5
          territory                               5       5
          area                                   11      10
          groups                                  1       1
        by area B+1 · by territory 0 · dame 4; before komi
    """

    black: ColorCount
    white: ColorCount
    dame: int
    by_territory: tuple[ColorCount, ColorCount] | None = None

    @property
    def _sides(self) -> tuple[ColorCount, ColorCount]:
        """Both sides as territory rules count them."""
        return self.by_territory or (self.black, self.white)

    @property
    def area_margin(self) -> int:
        """Area, Black − White (Chinese, AGA, New Zealand, Tromp–Taylor rules), before komi."""
        return self.black.area - self.white.area

    @property
    def territory_margin_plain(self) -> int:
        """Territory + prisoners + dead enemy stones, Black − White, eyes in seki counted."""
        black, white = self._sides
        return (black.territory + black.prisoners + white.dead) - (white.territory + white.prisoners + black.dead)

    @property
    def territory_margin(self) -> int:
        """The same without eyes in seki as players judge it (art. 8 in practice), and without points to be filled."""
        b, w = self._sides
        return self.territory_margin_plain - (b.seki + b.deducted) + (w.seki + w.deducted)

    @property
    def territory_margin_strict(self) -> int:
        """The same to the letter: no territory of groups that touch dame (art. 8), no dead stones from there (10.1)."""
        b, w = self._sides
        return self.territory_margin_plain - (b.seki_strict + w.stay_strict) + (w.seki_strict + b.stay_strict)

    @property
    def stone_margin(self) -> int:
        """Stone scoring: each living group leaves two of its points open, so area less two per group."""
        return self.area_margin - 2 * (self.black.groups - self.white.groups)

    @property
    def seki_points(self) -> int:
        """Territory of either side that lies in seki."""
        black, white = self._sides
        return black.seki + white.seki

    def __repr__(self) -> str:
        return f"<Count {self._margins()}>"

    def __str__(self) -> str:
        return f"{sides_text('', self._rows())}\n{self._margins()}"

    def _repr_html_(self) -> str:
        return f'<div class="go-count">{sides_html("", self._rows())}<p style="margin:0">{self._margins()}</p></div>'

    def _rows(self) -> list[Row]:
        """Return the captions and numbers of both sides as text, without those that are 0 for both."""
        sides = [(caption, getattr(self.black, name), getattr(self.white, name)) for name, caption in _WORDS.items()]
        return [
            (caption, str(black), str(white)) for caption, black, white in sides if black or white or caption == "area"
        ]

    def _margins(self) -> str:
        by_area, by_territory = points_text(self.area_margin), points_text(self.territory_margin)
        return f"by area {by_area} · by territory {by_territory} · dame {self.dame}; before komi"


def count(
    position: Position,
    dead: Iterable[int] = (),
    *,
    prisoners: Mapping[int, int] | None = None,
    territory: Mapping[int, int] | None = None,
    seki_unmarked: bool = False,
) -> Count:
    """Count a finished position by area, territory and stones.

    Dead stones are those of `dead`, and komi is not included. Dame are not filled, and teire is not deducted.

    Args:
        position: final position; not modified.
        dead: points of dead stones; a stone makes its whole chain dead.
        prisoners: enemy stones that each colour captured during play; 0 where absent.
        territory: points → owner, if players marked it; it is then the territory.
        seki_unmarked: True if they marked no eyes in seki, as under territory rules: unmarked points that one side
            alone borders are such eyes. It has an effect with `territory` alone.

    Returns:
        The count, exact, in points.

    Raises:
        BoardError: `dead` names an empty point, or `territory` a living stone.

    Rule: area, AGA Rules 1991, rule 12; territory, Japanese rules 1989, art. 8 and 10. The three readings of seki
        differ if dame are left open.
    """
    mask = dead_mask(position, dead)
    owner = np.zeros(len(mask), dtype=np.uint8)
    for point, color in (territory or {}).items():
        if position.stones[point] != EMPTY and not mask[point]:
            name = to_gtp(point, position.width, position.height)
            raise BoardError(f"{name} is not a valid point of territory. Expected an empty point or a dead stone.")
        owner[point] = color
    marked = MarkedTerritory.WITHOUT_SEKI if seki_unmarked else MarkedTerritory.COMPLETE
    mode = np.array([0 if territory is None else marked.index], dtype=np.uint8)
    counts = count_positions(position.to_arrays(), mask, owner=owner, as_marked=mode)
    black, white = (
        ColorCount.of(counts.plain[0, color - BLACK], (prisoners or {}).get(color, 0)) for color in (BLACK, WHITE)
    )
    return Count(black, white, dame=int(counts.plain_dame[0]))


def dead_mask(position: Position, dead: Iterable[int]) -> NDArray[np.uint8]:
    """Return uint8[points], 1 under the stones of every chain that has one of the dead stones."""
    return marked_chains(position, dead).astype(np.uint8)
