"""Search regions: the points around a chain up to walls, which live without the region.

Scope: no play (`goanalyze.life.article7.solving`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.position import Position
from goanalyze.life.article7.estimated_walls import EstimatedWalls
from goanalyze.life.choices import Proof, Unproven, Walls
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.vocabulary.points import BLACK, EMPTY

MOST_POINTS: Final = 64
"""Points of a region: the search has sets of them as 64 bits."""


@dataclass(frozen=True, slots=True)
class Region:
    """The part of a board that decides on a chain.

    Attributes:
        position: the board.
        points: the points of the region, ascending, at most `MOST_POINTS`.
        walls: stones of Black's and of White's walls beside it, points of the board; they can never be taken.
        assumed: kind of the walls; `Walls.SAFE` if all of them are proven, also in a search with `Walls.EYES`.
    """

    position: Position
    points: tuple[int, ...]
    walls: tuple[frozenset[int], frozenset[int]]
    assumed: Walls


class Regions:
    """Finds the regions of the chains of one position.

    The region of a chain is what can be reached from it, point by point, without crossing a wall. A wall is a chain
    that lives without the region. What is a wall depends on the region, and the region on its walls: at first all
    chains that live at all are walls; those beside the region that do not live without it are walls no more, the region
    grows by them and what lies behind, and so on until all that are left beside it live without it.

    Why the region decides on the chain whatever else is on the board (design of the confirmation, section 2):

    1. Each neighbour of a region's point lies in the region or is a stone of a wall, of either colour. So nothing that
       is played elsewhere gives or takes a liberty within, joins chains within, or is captured with them, as long as
       the walls stand; and stones within that join a wall of their colour can never be taken.
    2. Walls stand: that is proven with the region's points excluded (`prove_statuses`), for both colours and every
       chain within at once. A proof with excluded points uses no eye, link or reply on them, whatever stands there. A
       wall whose stones lie in part within does not exist, since walls are whole chains.
    3. `Walls.SAFE`: a wall's owner answers some moves outside of the region by a move outside. Such a pair of moves
       leaves the region and whose turn it is as they were. There are finitely many pairs, since answers are stones that
       are never taken. A move outside that needs no answer is a pass in the region. Passes, and passes for kos, are
       always allowed in it, and a pass for a ko elsewhere lifts what the region's own would (section 1.2).
       `Walls.BENSON` needs no answer at all.
    4. `Walls.EYES` assumes besides that chains live which an estimate is sure of (`EstimatedWalls.alive_outside`).

    Args:
        position: the board; each chain on it has a liberty.
        assumed: which chains may be walls.
        max_empty: how many empty points a region may have.
        estimated: the chains that live by an estimate, for `Walls.EYES`.

    Attributes:
        chains: of the position.
        proof: what is settled of each point.
        within: the same if its owner answers within regions, too; as `proof` for `Walls.BENSON`.
    """

    def __init__(
        self, position: Position, assumed: Walls, max_empty: int, estimated: EstimatedWalls | None = None
    ) -> None:
        """Find what lives."""
        board = ChainBoard.of(position)
        self.position, self.assumed, self._max_empty, self._estimated = position, assumed, max_empty, estimated
        self._colors = board.colors
        self._near = [board.neighbors(point) for point in range(len(board.colors))]
        self.chains = board.chains()
        self._chain = {point: chain for chain in self.chains for point in chain}
        plain, *_ = prove_statuses(position.to_arrays(), has_replies=assumed is not Walls.BENSON)
        proofs, self._alive = self._proven(frozenset())
        self.proof, self.within = (list(map(tuple(Proof).__getitem__, each.tolist())) for each in (plain, proofs))
        self._part: dict[int, frozenset[int]] = {}  # of each point but walls', what can be reached from it
        self._found: dict[frozenset[int], Region | Unproven] = {}

    def around(self, chain: frozenset[int]) -> Region | Unproven:
        """Return the region of a chain, all of whose stones are given, or why there is none.

        Example:
            >>> position = Position.from_rows(["XO.O.", "XOOOO", "XXOXX", ".X.X."])
            >>> found = Regions(position, Walls.SAFE, max_empty=12).around(frozenset({0, 5, 10, 11, 16}))
            >>> found.points, [sorted(stones) for stones in found.walls]
            ((0, 5, 10, 11, 13, 14, 15, 16, 17, 18, 19), [[], [1, 6, 8, 9, 12]])
        """
        walls = self._alive - chain
        points = self._part.get(min(chain))
        if points is None:
            points = self._reachable_points(chain, walls)
            if not chain <= self._alive:
                self._part |= dict.fromkeys(points, points)
        if points not in self._found:
            self._found[points] = self._grow_until_walled(points, walls)
        return self._found[points]

    def lives_without_dead(self, chain: frozenset[int]) -> bool:
        """Return whether a settled chain lives even if the dead stones in its place prove nothing: it is never taken.

        These lie beside it or beyond territory and other dead stones, never behind another chain of its colour: a chain
        that is not safe itself touches no safe one, and its place has at most two points that do not, side by side
        (`prove_statuses`, step 3). A safe chain is never taken anyway. No estimate is asked, whatever walls are
        trusted.
        """
        reached = self._reachable_points(chain, self._no_places)
        dead = frozenset(point for point in reached if self.within[point] is Proof.DEAD)
        return not dead or bool(self._proven(dead)[0][min(chain)] == Proof.ALIVE.index)

    @cached_property
    def _no_places(self) -> frozenset[int]:
        """The points that are neither territory nor dead stones."""
        places = (Proof.TERRITORY, Proof.DEAD)
        return frozenset(point for point, proof in enumerate(self.within) if proof not in places)

    def _grow_until_walled(self, first: frozenset[int], walls: frozenset[int]) -> Region | Unproven:
        """Return the region that grows from some points until its walls live without it."""
        points = first
        while True:
            border = frozenset(near for point in points for near in self._near[point]) - points
            empty = sum(self._colors[point] == EMPTY for point in points)
            if len(points) > MOST_POINTS or empty > self._max_empty:
                return Unproven.WALLS if points != first else Unproven.TOO_LARGE if border else Unproven.OPEN_BORDER
            proofs, alive = self._proven(points)
            failing = border - alive
            if not failing:
                black = frozenset(stone for stone in border if self._colors[stone] == BLACK)
                is_proven = all(proofs[stone] == Proof.ALIVE.index for stone in border)
                assumed = Walls.SAFE if is_proven and self.assumed is Walls.EYES else self.assumed
                return Region(self.position, tuple(sorted(points)), (black, border - black), assumed)
            walls -= frozenset().union(*(self._chain[stone] for stone in failing))
            points = self._reachable_points(points, walls)

    def liberties(self, chain: frozenset[int]) -> frozenset[int]:
        """Return the empty points next to a chain."""
        return frozenset(near for point in chain for near in self._near[point] if self._colors[near] == EMPTY)

    def _proven(self, region: frozenset[int]) -> tuple[NDArray[np.uint8], frozenset[int]]:
        """Return the index of what is proven of each point without a region, and the stones that live without it."""
        excluded = np.zeros(len(self._colors), dtype=np.bool_)
        excluded[list(region)] = True
        has_replies = self.assumed is not Walls.BENSON
        proofs, *_ = prove_statuses(
            self.position.to_arrays(), has_replies=has_replies, has_large_regions=has_replies, excluded=excluded
        )
        alive = frozenset(np.flatnonzero(proofs == Proof.ALIVE.index).tolist())
        if self._estimated is not None:
            alive |= self._estimated.alive_outside(region)
        return proofs, alive

    def _reachable_points(self, first: frozenset[int], walls: frozenset[int]) -> frozenset[int]:
        """Return the points that are connected to some points without crossing a wall, and these points."""
        reached, waiting = set(first), list(first)
        while waiting:
            for neighbor in self._near[waiting.pop()]:
                if neighbor not in reached and neighbor not in walls:
                    reached.add(neighbor)
                    waiting.append(neighbor)
        return frozenset(reached)
