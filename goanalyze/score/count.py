"""Counts of final positions by area, territory and stones. Margins are Black − White in points, komi not included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.labels import LabeledBoards
from goanalyze.core.position import Position
from goanalyze.draw.ledger_tables import Row, sides_html, sides_text
from goanalyze.life.choices import MarkedTerritory
from goanalyze.life.markup import marked_chains
from goanalyze.score.choices import DEDUCTED, SURROUNDED, PointKind
from goanalyze.score.chunk_counts import STAYS, count_chunk, count_groups, tally
from goanalyze.score.counts import COLUMNS
from goanalyze.score.point_kinds import article_8_points, find_point_kinds
from goanalyze.vocabulary.numbers import points_text
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE, to_gtp

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
"""What each number of a side is called when a count is shown, in this order."""
_STONES, _TERRITORY, _DEAD, _SEKI, _DEDUCTED, _STAY_STRICT = map(
    COLUMNS.index, ("stones", "territory", "dead", "seki", "deducted", "stay_strict")
)
_OF_GROUPS: Final = [COLUMNS.index(name) for name in ("groups", "groups_strict", "seki_groups", "seki_strict")]
_SIDES: Final = 3
"""Nobody, Black, White."""
_TAKEN_OFF: Final = [kind.index for kind in (PointKind.TERRITORY, *DEDUCTED)]
"""What a point under a dead stone is that players take off where those in seki stay."""
_TO_THE_LETTER: Final = {_TERRITORY: COLUMNS.index("seki_strict"), _DEAD: _STAY_STRICT}
"""Which column says how much less of another there is to the letter."""


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
        seki_strict: how much of `territory` is none to the letter of article 8: it belongs to groups that touch dame,
            or dead stones that stay touch it.
        deducted: the part of `territory` that must be filled once the dame are (teire, false eyes).
        stay_strict: how much of `dead` stays on the board to the letter, since it lies in no territory.
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
        dame: empty points that are nobody's.
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
        """The same without eyes in seki as players judge it (art. 8 in practice), and without what must be filled."""
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
        """Return what is counted of each side, as text; what neither side has is left out."""
        sides = [(what, getattr(self.black, name), getattr(self.white, name)) for name, what in _WORDS.items()]
        return [(what, str(black), str(white)) for what, black, white in sides if black or white or what == "area"]

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

    Does not say what is dead: pass `dead`. Does not include komi. Dame are not filled and defences that territory
    rules ask for (teire) are not deducted.

    Args:
        position: final position; not modified.
        dead: points of dead stones; a stone makes its whole chain dead.
        prisoners: enemy stones that each colour took during play; 0 where absent.
        territory: points → owner, where players marked it; it is then the territory.
        seki_unmarked: they marked no eyes in seki, as under territory rules: a point that is not marked and that one
            side alone borders is one; to the letter more may lie in seki. Without `territory` it means nothing.

    Returns:
        The count, exact, in points.

    Raises:
        ValueError: `dead` names an empty point, or `territory` a living stone.

    Rule: area, AGA Rules 1991, rule 12; territory, Japanese rules 1989, art. 8 and 10. The three readings of seki
    differ where dame are left open.

    Example:
        >>> result = count(Position.from_rows([".X.O.", "XX.OO", ".X.OO", "XX.OO", ".X.O."]))
        >>> result.area_margin, result.territory_margin, result.dame
        (0, 1, 5)
    """
    taken = dead_mask(position, dead)
    owner = np.zeros(len(taken), dtype=np.uint8)
    for point, color in (territory or {}).items():
        if position.stones[point] != EMPTY and not taken[point]:
            raise ValueError(f"{to_gtp(point, position.width, position.height)} is a living stone, not territory")
        owner[point] = color
    marked = MarkedTerritory.WITHOUT_SEKI if seki_unmarked else MarkedTerritory.COMPLETE
    mode = np.array([0 if territory is None else marked.index], dtype=np.uint8)
    counts, dame = count_chunk(position.to_arrays(), taken, owner, mode)
    held = prisoners or {}
    black, white = (ColorCount.of(counts[0, color - BLACK], held.get(color, 0)) for color in (BLACK, WHITE))
    return Count(black, white, dame=int(dame[0]))


def leave_open(counts: NDArray[np.int32], is_open: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return counts of `count_chunk_as_players` without deductions in the games whose rest is open, bool[games]."""
    left = counts.copy()
    left[is_open, :, _DEDUCTED] = 0
    return left


def dead_mask(position: Position, dead: Iterable[int]) -> NDArray[np.uint8]:
    """Return uint8[points], 1 under the stones of every chain that has one of the dead stones.

    Raises:
        ValueError: `dead` names an empty point.
    """
    return marked_chains(position, dead).astype(np.uint8)


class PlayersCount(NamedTuple):
    """Positions of a chunk, counted as players count.

    Attributes:
        counts, dame: as `count_chunk` gives them, seki and deductions as the territory rule has them, and those to the
            letter as `goanalyze.score.point_kinds` has them where dead stones may stay.
        taken: uint8[points], the dead stones as they were counted, with 0 or `STAYS` under those that stay.
    """

    counts: NDArray[np.int32]
    dame: NDArray[np.int32]
    taken: NDArray[np.uint8]


def count_chunk_as_players(
    boards: LabeledBoards, dead: NDArray[np.uint8], first: NDArray[np.uint8], *, in_territory: bool, groups: bool = True
) -> PlayersCount:
    """Count positions by area, and by territory as players count it (`goanalyze.score.territory`).

    All is counted from what each point is said to be; groups alone are not seen there.

    Args:
        boards: the final positions.
        dead: uint8[points], 1 under dead stones, whole chains.
        first: uint8[games], who fills the first dame.
        in_territory: only dead stones that lie in territory of the opponent are taken off; else all are.
        groups: whether groups, and what there is less to the letter, are asked for; otherwise these columns are 0.

    Raises:
        ValueError: boards beyond the limits.
    """
    kinds, sides = find_point_kinds(boards, dead, first, in_territory=in_territory)
    found = _added_up(boards, dead, kinds, sides)
    if groups:
        _add_groups(found.counts, boards, found.taken)
        if in_territory:
            _add_letter(found.counts, boards, found.taken)
    return found


def count_chunk_both_ways(
    boards: LabeledBoards, dead: NDArray[np.uint8], first: NDArray[np.uint8]
) -> tuple[PlayersCount, PlayersCount]:
    """Count positions twice, as `count_chunk_as_players` does: all dead stones taken off, and those in territory alone.

    Nearly all dead stones lie in territory of the opponent. Where all of them do, and in no seki, both are one but to
    the letter, and that the groups say, too: what borders them lives. Only the other positions are counted again.

    Args:
        boards: the final positions.
        dead: uint8[points], 1 under dead stones, whole chains.
        first: uint8[games], who fills the first dame.

    Raises:
        ValueError: boards beyond the limits.
    """
    kinds, sides = find_point_kinds(boards, dead, first, in_territory=False)
    plain = _added_up(boards, dead, kinds, sides)
    staying = _add_groups(plain.counts, boards, plain.taken)
    counts, dame, taken = plain.counts.copy(), plain.dame.copy(), plain.taken.copy()
    counts[:, :, _STAY_STRICT] = staying
    at = np.flatnonzero(dead)
    there = np.isin(kinds[at], _TAKEN_OFF) & (sides[at] == BLACK + WHITE - boards.stones[at])
    others = np.unique(np.searchsorted(boards.start, at[~there], side="right") - 1)
    if len(others):
        some, place = boards.take(others)
        again = count_chunk_as_players(some, dead[place], first[others], in_territory=True)
        counts[others], dame[others], taken[place] = again
    return plain, PlayersCount(counts, dame, taken)


def _added_up(
    boards: LabeledBoards, dead: NDArray[np.uint8], kinds: NDArray[np.uint8], sides: NDArray[np.uint8]
) -> PlayersCount:
    """Count positions by what each point is; what is to be known of groups is not seen there."""
    games = len(boards.width)
    # Sums, since NumPy picks points one by one: 0 under what turned out to be alive, `STAYS` under what stays.
    taken = dead * (kinds != PointKind.STONE.index).view(np.uint8)
    taken += (kinds == PointKind.PUT_BACK.index).view(np.uint8) * np.uint8(STAYS - 1)
    points = tally(boards.start, kinds * np.uint8(_SIDES) + sides, len(PointKind) * _SIDES)
    of = points.reshape(games, len(PointKind), _SIDES)[:, :, BLACK:].swapaxes(0, 1)
    counts = np.zeros((games, 2, len(COLUMNS)), dtype=np.int32)
    counts[:, :, _STONES] = of[PointKind.STONE.index] + of[PointKind.PUT_BACK.index]
    counts[:, :, _TERRITORY] = sum(of[kind.index] for kind in SURROUNDED)
    counts[:, :, _DEAD] = tally(boards.start, boards.stones, _SIDES)[:, BLACK:] - counts[:, :, _STONES]
    counts[:, :, _SEKI] = of[PointKind.SEKI_EYE.index]
    counts[:, :, _DEDUCTED] = sum(of[kind.index] for kind in DEDUCTED)
    dame = np.diff(boards.start).astype(np.int32) - counts[:, :, [_STONES, _TERRITORY]].sum(axis=(1, 2), dtype=np.int32)
    without_board = boards.width == 0  # whatever points it has
    counts[without_board], dame[without_board] = 0, 0
    return PlayersCount(counts, dame, taken)


def _add_groups(counts: NDArray[np.int32], boards: LabeledBoards, taken: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Add to counts what is known of groups alone; return how many dead stones lie beside dame, int32[games, 2]."""
    found, staying = count_groups(boards, taken)
    counts[:, :, _OF_GROUPS] = found[:, :, _OF_GROUPS]
    return staying


def _add_letter(counts: NDArray[np.int32], boards: LabeledBoards, taken: NDArray[np.uint8]) -> None:
    """Add to counts where dead stones may stay what there is less to the letter."""
    strict, whose = article_8_points(boards, (taken > 0).astype(np.uint8))
    found = strict == PointKind.TERRITORY.index
    for (column, less), sides in zip(_TO_THE_LETTER.items(), (whose, boards.stones), strict=True):
        there = tally(boards.start, sides * found, _SIDES)
        counts[:, :, less] = counts[:, :, column] - there[:, BLACK:]
