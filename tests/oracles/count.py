"""The count of a final position, stated as the rule books state it: the oracle of `goanalyze.score.count`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Count, Position, to_gtp
from goanalyze.points import EMPTY
from goanalyze.score.count import ColorCount

_TWO_EYES: Final = 2
_LARGE_EYE: Final = 3  # a one-colour region of three points or more can be made two eyes


def count(
    position: Position,
    dead: Iterable[int] = (),
    *,
    prisoners: Mapping[int, int] | None = None,
    territory: Mapping[int, int] | None = None,
    seki_unmarked: bool = False,
    stays: frozenset[int] = frozenset(),
) -> Count:
    """Count as `goanalyze.score.count.count` does, region by region and group by group.

    Dead stones that stay are in no group, and the points next to them have no owner.
    """
    board = OracleBoard(position)
    removed = dead_chains(board, dead)
    lost = {color: sum(board.colors[point] == color for point in removed) for color in (BLACK, WHITE)}
    board.remove(removed)
    for point in territory or ():
        if board.colors[point] != EMPTY:
            raise ValueError(f"{to_gtp(point, board.width, board.height)} is a living stone, not territory")
    regions = board.regions()
    owners = {region: 0 if board.border(region) & stays else _owner(board, region) for region in regions}
    neutral = {point for region in regions if not owners[region] for point in region}
    sides = {}
    for color in (BLACK, WHITE):
        own = [region for region in regions if owners[region] == color]
        chains = [chain for chain in board.chains() if board.colors[min(chain)] == color and not chain & stays]
        groups = _groups(board, chains, own)
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
            stones=board.count(color),
            territory=len(points),
            area=board.count(color) + len(points),
            prisoners=(prisoners or {}).get(color, 0),
            dead=lost[color],
            groups=len(groups) - len(in_seki),
            groups_strict=len(groups) - len(touching),
            seki_groups=len(in_seki),
            seki=len(seki),
            seki_strict=len(strict_seki),
        )
    black, white = sides[BLACK], sides[WHITE]
    return Count(black, white, dame=board.width * board.height - black.area - white.area)


def dead_chains(board: OracleBoard, dead: Iterable[int]) -> frozenset[int]:
    """Return the points of every chain that has one of the dead stones.

    Raises:
        ValueError: `dead` names an empty point.
    """
    removed: frozenset[int] = frozenset()
    for point in dead:
        if board.colors[point] == EMPTY:
            raise ValueError(
                f"{to_gtp(point, board.width, board.height)} is not a valid dead stone. Expected a point with a stone."
            )
        removed |= board.connected(point)
    return removed


def _owner(board: OracleBoard, region: frozenset[int]) -> int:
    """Return the one colour that borders an empty region, or 0."""
    colors = {board.colors[point] for point in board.border(region)}
    return colors.pop() if len(colors) == 1 else 0


def _touching(
    board: OracleBoard, groups: list[tuple[frozenset[int], list[frozenset[int]]]], neutral: set[int]
) -> list[tuple[set[int], bool]]:
    """Return (points of territory, whether it has two eyes) of each group that touches a neutral point."""
    return [
        ({point for eye in eyes for point in eye}, sum(2 if len(eye) >= _LARGE_EYE else 1 for eye in eyes) >= _TWO_EYES)
        for stones, eyes in groups
        if board.border(stones) & neutral
    ]


def _groups(
    board: OracleBoard, chains: list[frozenset[int]], own: list[frozenset[int]]
) -> list[tuple[frozenset[int], list[frozenset[int]]]]:
    """Unite the chains of a colour that border the same one-colour region: (stones, regions) of each group."""
    groups: list[tuple[frozenset[int], list[frozenset[int]]]] = []
    waiting = list(chains)
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
