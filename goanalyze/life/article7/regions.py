"""Search regions: the points around a chain up to walls, which live without the region.

Scope: no play (`goanalyze.life.article7.solving`).

Groups that live by an estimate with two eyes outside a region, so that they may be walls of it. No proof.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.position import Position
from goanalyze.life.choices import Proof, Unproven, Walls
from goanalyze.life.estimate.calibration import LIVING_FROM
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.points import BLACK, EMPTY

MOST_POINTS: Final = 64
"""Largest number of points of a region. The search represents a set of them by 64 bits."""


@dataclass(frozen=True, slots=True)
class Region:
    """The part of a board that decides the status of a chain.

    Attributes:
        position: the board.
        points: the points of the region, ascending, at most `MOST_POINTS`.
        walls: adjacent stones of Black's and of White's walls, points of the board. They are never captured.
        assumed: kind of the walls; `Walls.SAFE` if all of them are proven, also in a search with `Walls.EYES`.
    """

    position: Position
    points: tuple[int, ...]
    walls: tuple[frozenset[int], frozenset[int]]
    assumed: Walls


class Regions:
    """The search regions of the chains of one position.

    The region of a chain contains all points that are connected to it without crossing a wall. A wall is a chain that
    lives without the region. At first all chains that live are walls. Adjacent walls that do not live without the
    region join it, with the points behind them, until all adjacent walls live without it.

    The region decides the status of the chain, regardless of the rest of the board:

    1. Each neighbor of a point of the region is in the region or is a stone of a wall. While the walls live, no play
       elsewhere adds or removes a liberty in the region, connects chains in it, or captures them. Stones in the region
       that are connected to a wall of their colour are never captured.
    2. The walls live. This is proven with the points of the region excluded (`prove_statuses`), for both colours and
       all walls together. Such a proof uses no eye, link or reply on excluded points. Walls are whole chains, so no
       wall is partly in the region.
    3. `Walls.SAFE`: the owner of a wall answers some moves outside the region by a move outside. Such a pair of moves
       changes neither the region nor the side to move. The number of pairs is finite, since the answers are stones that
       are never captured. A move outside that needs no answer is a pass in the region. Passes, and passes for kos, are
       always legal there, and a pass for a ko elsewhere lifts the same bans as a pass for a ko of the region.
       `Walls.BENSON` needs no answers.
    4. `Walls.EYES` also assumes that chains live if an estimate is sure of them (`EstimatedWalls.alive_outside`).

    Args:
        position: the board; each chain on it has a liberty.
        assumed: the chains that may be walls.
        max_empty: largest number of empty points of a region.
        estimated: the chains that live by an estimate, for `Walls.EYES`.

    Attributes:
        chains: chains of the position.
        proof: proven status of each point.
        within: proven status of each point if its owner also replies within regions; `proof` for `Walls.BENSON`.
    """

    def __init__(
        self, position: Position, assumed: Walls, max_empty: int, estimated: EstimatedWalls | None = None
    ) -> None:
        """Find the chains that live."""
        self._board = ChainBoard.of(position)
        self.position, self.assumed, self._max_empty, self._estimated = position, assumed, max_empty, estimated
        self._everywhere = frozenset(range(len(self._board.colors)))
        self.chains = self._board.chains()
        self._chain = {point: chain for chain in self.chains for point in chain}
        plain, *_ = prove_statuses(position.to_arrays(), has_replies=assumed is not Walls.BENSON)
        proofs, self._alive = self._prove_without(frozenset())
        self.proof, self.within = (list(map(tuple(Proof).__getitem__, each.tolist())) for each in (plain, proofs))
        self._points_without_walls: dict[int, frozenset[int]] = {}  # by each point that is not in a wall
        self._regions: dict[frozenset[int], Region | Unproven] = {}

    def around(self, chain: frozenset[int]) -> Region | Unproven:
        """Return the region of a chain, or the reason for which it has no region."""
        walls = self._alive - chain
        points = self._points_without_walls.get(min(chain))
        if points is None:
            points = reachable_points(self._board, chain, self._everywhere - walls)
            if not chain <= self._alive:
                self._points_without_walls |= dict.fromkeys(points, points)
        if points not in self._regions:
            self._regions[points] = self._grow_until_walled(points, walls)
        return self._regions[points]

    def lives_without_dead(self, chain: frozenset[int]) -> bool:
        """Return True if a proven chain lives even if dead stones in its territory prove nothing: it is uncapturable.

        These stones are adjacent to it or behind territory and other dead stones, never behind another chain of its
        colour: a chain that is not safe itself is not adjacent to a safe one, and its territory has at most two points
        that are not, adjacent to each other (`prove_statuses`, step 3). A safe chain is never captured anyway. No
        estimate is used, regardless of the assumed walls.
        """
        reached = reachable_points(self._board, chain, self._territory)
        dead = frozenset(point for point in reached if self.within[point] is Proof.DEAD)
        return not dead or bool(self._prove_without(dead)[0][min(chain)] == Proof.ALIVE.index)

    @cached_property
    def _territory(self) -> frozenset[int]:
        """The points that are proven territory, with dead stones."""
        kinds = (Proof.TERRITORY, Proof.DEAD)
        return frozenset(point for point, proof in enumerate(self.within) if proof in kinds)

    def _grow_until_walled(self, first: frozenset[int], walls: frozenset[int]) -> Region | Unproven:
        """Return the region that grows from some points until its walls live without it."""
        points = first
        while True:
            border = self._board.border(points)
            empty = sum(self._board.colors[point] == EMPTY for point in points)
            if len(points) > MOST_POINTS or empty > self._max_empty:
                return Unproven.WALLS if points != first else Unproven.TOO_LARGE if border else Unproven.OPEN_BORDER
            proofs, alive = self._prove_without(points)
            failing = border - alive
            if not failing:
                black = frozenset(stone for stone in border if self._board.colors[stone] == BLACK)
                is_proven = all(proofs[stone] == Proof.ALIVE.index for stone in border)
                assumed = Walls.SAFE if is_proven and self.assumed is Walls.EYES else self.assumed
                return Region(self.position, tuple(sorted(points)), (black, border - black), assumed)
            walls -= frozenset().union(*(self._chain[stone] for stone in failing))
            points = reachable_points(self._board, points, self._everywhere - walls)

    def liberties(self, chain: frozenset[int]) -> frozenset[int]:
        """Return the liberties of a chain."""
        return self._board.liberties(min(chain))

    def _prove_without(self, region: frozenset[int]) -> tuple[NDArray[np.uint8], frozenset[int]]:
        """Return the index of the proven status of each point without a region, and the stones that live without it."""
        excluded = np.zeros(len(self._everywhere), dtype=np.bool_)
        excluded[list(region)] = True
        has_replies = self.assumed is not Walls.BENSON
        proofs, *_ = prove_statuses(
            self.position.to_arrays(), has_replies=has_replies, has_large_regions=has_replies, excluded=excluded
        )
        alive = frozenset(np.flatnonzero(proofs == Proof.ALIVE.index).tolist())
        if self._estimated is not None:
            alive |= self._estimated.alive_outside(region)
        return proofs, alive


def reachable_points(board: ChainBoard, first: frozenset[int], within: frozenset[int]) -> frozenset[int]:
    """Return the points of a set that are connected to some points, and these points."""
    reached, waiting = set(first), list(first)
    while waiting:
        for neighbor in board.neighbors(waiting.pop()):
            if neighbor in within and neighbor not in reached:
                reached.add(neighbor)
                waiting.append(neighbor)
    return frozenset(reached)


_LARGE_EYE: Final = 3  # points of an eye that can be made into two


class EstimatedWalls:
    """The chains of a position that are likely alive, and the eyes that they share.

    An eye is an area that stones of one colour alone border once the dead stones are off. It joins them to one group.
    None of these chains is in atari while the dead stones are on the board: the opponent could capture it at once.

    Args:
        position: the board.
        dead: uint8[points], 1 for stones that count as dead.
        shares: float32[points], probability that the stone of each point lives.
    """

    def __init__(self, position: Position, dead: NDArray[np.uint8], shares: NDArray[np.float32]) -> None:
        """Find the chains and the eyes."""
        board = ChainBoard.of(position)
        in_atari = {point for chain in board.chains() if len(board.liberties(min(chain))) == 1 for point in chain}
        board = ChainBoard.of(replace(position, stones=np.where(dead, EMPTY, position.stones)))
        self._chains = board.chains()
        self._is_likely = [all(shares[point] >= LIVING_FROM for point in chain) for chain in self._chains]
        number = {point: index for index, chain in enumerate(self._chains) for point in chain}
        self._eyes: list[tuple[frozenset[int], list[int]]] = []  # points, and numbers of the adjacent chains
        for area in board.regions():
            border = board.border(area)
            if len({board.colors[point] for point in border}) == 1 and not border & in_atari:
                self._eyes.append((area, sorted({number[point] for point in border})))

    def alive_outside(self, region: frozenset[int]) -> frozenset[int]:
        """Return the stones that are likely alive without a region.

        Their chains are outside the region, in groups joined by eyes outside it. The group has two such eyes, one of
        three points or more counting as two, and each of its chains is likely alive.
        """
        group = list(range(len(self._chains)))
        eyes = [0] * len(group)
        for area, adjacent in self._eyes:
            if area & region or any(self._chains[index] & region for index in adjacent):
                continue
            joined = {group[index] for index in adjacent}
            first = min(joined)
            eyes[first] = sum(eyes[name] for name in joined) + (2 if len(area) >= _LARGE_EYE else 1)
            group = [first if name in joined else name for name in group]
        doubtful = {name for name, is_likely in zip(group, self._is_likely, strict=True) if not is_likely}
        alive = [eyes[name] >= 2 and name not in doubtful for name in group]
        return frozenset().union(*(chain for chain, lives in zip(self._chains, alive, strict=True) if lives))
