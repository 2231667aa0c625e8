"""Article 8 of the Japanese rules of 1989 to the letter, over sets of points.

The oracle of `goanalyze.score.territory.article_8`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from oracles.board import OracleBoard
from oracles.count import dead_chains

from goanalyze import BLACK, WHITE, PointKind, Position, Territory
from goanalyze.points import EMPTY, opponent


def article_8(position: Position, dead: Iterable[int] = ()) -> Territory:
    """Return the kind of each point, with given dead stones: no dame is filled, and no teire."""
    board = OracleBoard(position)
    off = dead_chains(board, dead)
    eyes = {color: list(_eyes(board, off, color)) for color in (BLACK, WHITE)}
    surrounded = {point: color for color, regions in eyes.items() for region in regions for point in region}
    empty = {point for point, stone in enumerate(board.colors) if stone == EMPTY}
    dame = empty - set(surrounded)
    kind, side = [PointKind.STONE] * len(board.colors), list(board.colors)
    for point in off:
        kind[point] = PointKind.PUT_BACK
    for point in dame:
        kind[point] = PointKind.DAME
    for color, regions in eyes.items():
        living = [chain for chain in board.chains() if board.colors[min(chain)] == color and not chain & off]
        in_seki = _in_seki(board, living, regions, dame)
        for region in regions:
            for point in region:
                if not board.border(region) & in_seki:
                    kind[point], side[point] = PointKind.TERRITORY, color
                elif point in empty:
                    kind[point], side[point] = PointKind.SEKI_EYE, color
    return Territory(tuple(kind), tuple(side), position)


def _eyes(board: OracleBoard, off: frozenset[int], color: int) -> Iterator[frozenset[int]]:
    """Yield the places of empty points and the opponent's dead stones that only a colour's living stones border."""
    cleared = OracleBoard(board.position())
    cleared.remove(frozenset(point for point in off if board.colors[point] == opponent(color)))
    for region in cleared.regions():
        border = cleared.border(region)
        if border and not border & off and all(board.colors[point] == color for point in border):
            yield region


def _in_seki(
    board: OracleBoard, living: list[frozenset[int]], eyes: list[frozenset[int]], dame: set[int]
) -> frozenset[int]:
    """Return the stones in seki: of chains that touch a dame, and of those that share eyes with them."""
    stones = frozenset[int]().union(*(chain for chain in living if board.border(chain) & dame))
    while True:
        shared = [board.border(region) for region in eyes if board.border(region) & stones]
        more = stones.union(*(chain for chain in living for border in shared if chain & border))
        if more == stones:
            return stones
        stones = more
