"""Count a final position by area, territory and stones, stated as the rule books state it.

The kernel is the fast twin of this module. Margins are Black − White in points, komi not included.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from goanalyze.board.board import Board
from goanalyze.board.position import Position
from goanalyze.draw.tables import Row, sides_html, sides_text
from goanalyze.vocabulary.numbers import points_text
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE, to_gtp

_TWO_EYES: Final = 2
_WORDS: Final = {
    "stones": "living stones", "territory": "territory", "area": "area", "prisoners": "prisoners",
    "dead": "dead stones", "groups": "groups", "seki_groups": "groups in seki", "seki": "territory in seki",
    "deducted": "to be filled (teire)",
}  # fmt: skip
"""What each number of a side is called when a count is shown, in this order."""
_LARGE_EYE: Final = 3  # a one-colour region of three points or more can be made two eyes


@dataclass(frozen=True, slots=True)
class ColorCount:
    """One side's count.

    Attributes:
        stones: living stones on the board.
        territory: empty points, and points under dead enemy stones, that only this side borders or that are marked
            as its own; eyes in seki included.
        area: stones + territory.
        prisoners: enemy stones held: captured in play, and lost by the enemy's suicides.
        dead: own stones on the board judged dead.
        groups: living groups that are not in seki; chains that share territory are one group.
        groups_strict: groups that touch no neutral point.
        seki_groups: groups in seki: those that touch a neutral point and have less than two eyes.
        seki: the part of `territory` that belongs to groups in seki.
        seki_strict: the part of `territory` that belongs to groups that touch a neutral point at all.
        deducted: the part of `territory` that must be filled once the dame are (teire, false eyes).
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


@dataclass(frozen=True, slots=True)
class Count:
    """A finished position, counted.

    Attributes:
        black, white: each side's count.
        dame: empty points that are nobody's.

    Example:
        >>> from goanalyze.board.position import Position
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

    @property
    def area_margin(self) -> int:
        """Area, Black − White (Chinese, AGA, New Zealand, Tromp–Taylor rules), before komi."""
        return self.black.area - self.white.area

    @property
    def territory_margin_plain(self) -> int:
        """Territory + prisoners + dead enemy stones, Black − White, eyes in seki counted."""
        return (self.black.territory + self.black.prisoners + self.white.dead) - (
            self.white.territory + self.white.prisoners + self.black.dead
        )

    @property
    def territory_margin(self) -> int:
        """The same without eyes in seki as players judge it (art. 8 in practice), and without what must be filled."""
        return self.territory_margin_plain - _excluded(self.black) + _excluded(self.white)

    @property
    def territory_margin_strict(self) -> int:
        """The same without any territory of groups that touch a neutral point (art. 8 to the letter)."""
        return self.territory_margin_plain - self.black.seki_strict + self.white.seki_strict

    @property
    def stone_margin(self) -> int:
        """Stone scoring: each living group leaves two of its points open, so area less two per group."""
        return self.area_margin - 2 * (self.black.groups - self.white.groups)

    @property
    def seki_points(self) -> int:
        """Territory of either side that lies in seki."""
        return self.black.seki + self.white.seki

    def __str__(self) -> str:
        return f"{sides_text('', self._rows())}\n{self._margins()}"

    def _repr_html_(self) -> str:
        return f'<div class="go-count">{sides_html("", self._rows())}<p style="margin:0">{self._margins()}</p></div>'

    def _rows(self) -> list[Row]:
        """Return what is counted of each side, as text; what neither side has is left out."""
        sides = [(what, getattr(self.black, name), getattr(self.white, name)) for name, what in _WORDS.items()]
        return [(what, str(black), str(white)) for what, black, white in sides if black or white or what == "area"]

    def _margins(self) -> str:
        return (f"by area {points_text(self.area_margin)} · by territory {points_text(self.territory_margin)} · "
                f"dame {self.dame}; before komi")  # fmt: skip


def _excluded(side: ColorCount) -> int:
    """Return the part of a side's territory that is none by Japanese rules 1989, art. 8, as players judge it."""
    return side.seki + side.deducted


def count(
    position: Position,
    dead: Iterable[int] = (),
    *,
    prisoners: Mapping[int, int] | None = None,
    territory: Mapping[int, int] | None = None,
    seki_unmarked: bool = False,
) -> Count:
    """Count a finished position by area, territory and stones.

    Does not judge life and death: pass `dead`. Does not include komi. Dame are not filled and defences that territory
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
    board = Board(position)
    removed = dead_chains(board, dead)
    lost = {color: sum(board.colors[point] == color for point in removed) for color in (BLACK, WHITE)}
    board.remove(removed)
    for point in territory or ():
        if board.colors[point] != EMPTY:
            raise ValueError(f"{to_gtp(point, board.width, board.height)} is a living stone, not territory")
    regions = board.regions()
    owners = {region: _owner(board, region) for region in regions}
    neutral = {point for region in regions if not owners[region] for point in region}
    sides = {}
    for color in (BLACK, WHITE):
        own = [region for region in regions if owners[region] == color]
        groups = _groups(board, color, own)
        touching = _touching(board, groups, neutral)
        in_seki = [eyes for eyes, lives in touching if not lives]
        points = {point for region in own for point in region}
        strict_seki = {point for eyes, _ in touching for point in eyes}
        seki = {point for eyes in in_seki for point in eyes}
        if territory is not None:
            marked = {point for point, owner in territory.items() if owner == color}
            unmarked = points - set(territory) if seki_unmarked else set()
            points = marked | unmarked
            seki = unmarked if seki_unmarked else seki & marked
            strict_seki = unmarked | (strict_seki & marked)
        sides[color] = ColorCount(
            stones=board.count(color), territory=len(points), area=board.count(color) + len(points),
            prisoners=(prisoners or {}).get(color, 0), dead=lost[color], groups=len(groups) - len(in_seki),
            groups_strict=len(groups) - len(touching), seki_groups=len(in_seki), seki=len(seki),
            seki_strict=len(strict_seki),
        )  # fmt: skip
    black, white = sides[BLACK], sides[WHITE]
    return Count(black, white, dame=board.width * board.height - black.area - white.area)


def dead_chains(board: Board, dead: Iterable[int]) -> frozenset[int]:
    """Return the points of every chain that has one of the dead stones.

    Raises:
        ValueError: `dead` names an empty point.
    """
    removed: frozenset[int] = frozenset()
    for point in dead:
        if board.colors[point] == EMPTY:
            raise ValueError(f"{to_gtp(point, board.width, board.height)} holds no stone that could be dead")
        removed |= board.connected(point)
    return removed


def _owner(board: Board, region: frozenset[int]) -> int:
    """Return the one colour that borders an empty region, or 0."""
    colors = {board.colors[point] for point in board.border(region)}
    return colors.pop() if len(colors) == 1 else 0


def _touching(
    board: Board, groups: list[tuple[frozenset[int], list[frozenset[int]]]], neutral: set[int]
) -> list[tuple[set[int], bool]]:
    """Return (points of territory, whether it has two eyes) of each group that touches a neutral point."""
    return [
        ({point for eye in eyes for point in eye},
         sum(2 if len(eye) >= _LARGE_EYE else 1 for eye in eyes) >= _TWO_EYES)
        for stones, eyes in groups
        if board.border(stones) & neutral
    ]  # fmt: skip


def _groups(board: Board, color: int, own: list[frozenset[int]]) -> list[tuple[frozenset[int], list[frozenset[int]]]]:
    """Unite the chains of a colour that border the same one-colour region: (stones, regions) of each group."""
    groups: list[tuple[frozenset[int], list[frozenset[int]]]] = []
    waiting = [chain for chain in board.chains() if board.colors[min(chain)] == color]
    while waiting:
        stones, eyes = waiting.pop(), []
        grown = True
        while grown:
            grown = False
            for region in own:
                if region not in eyes and board.border(region) & stones:
                    eyes.append(region)
                    grown = True
                    near = [chain for chain in waiting if board.border(region) & chain]
                    waiting = [chain for chain in waiting if chain not in near]
                    stones = stones.union(*near)
        groups.append((stones, eyes))
    return groups
