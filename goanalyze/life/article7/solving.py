"""The search behind the confirmation of life and death: one question about one region.

A proof graph grows where a proof for one side or the other looks cheapest, until its question is decided or the budget
is used up. The library does this (`goanalyze/kernels/solver.cpp`).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np

from goanalyze.core.bitsets import grid_of
from goanalyze.kernels.library import kernels
from goanalyze.life.article7.proof_graph import ProofGraph, SearchQuestion
from goanalyze.life.article7.regions import Region
from goanalyze.life.choices import KoPass, Unproven
from goanalyze.vocabulary.points import KO_PASS, PASS, opponent

_WORK: Final = 1_000_000
"""Nodes that the library visits before it returns, so that Control-C is noticed: about 0.1 seconds."""
_LINE_SIZE: Final = 256
_PASS_LABEL: Final = 64


class SearchOutcome(IntEnum):
    """The state of a search: `constants.hpp` has the same."""

    UNFINISHED = 0
    CAPTURED = 1
    NOT_CAPTURED = 2
    NO_ROOM = 3
    LOSING_CYCLE = 4


_CAPTURED: Final = {SearchOutcome.CAPTURED: True, SearchOutcome.NOT_CAPTURED: False}
_REASONS: Final = {SearchOutcome.NO_ROOM: Unproven.BUDGET, SearchOutcome.LOSING_CYCLE: Unproven.LOSING_CYCLE}


class SolverResult(NamedTuple):
    """The answer to a question.

    Attributes:
        captured: True if the opponent of the target can force both demands of the question, None if that is unknown.
        states: number of positions searched.
        line: one main line: colors with points of the board, `PASS` or `KO_PASS` (`goanalyze.vocabulary.points`).
        reason: the reason if the answer is unknown.
        kos: True if a ko was taken in the search. If not, the reading of the pass for a ko makes no difference.
        budget: the most positions that could be searched.
    """

    captured: bool | None
    states: int
    line: tuple[tuple[int, int], ...]
    reason: Unproven
    kos: bool
    budget: int = 0


class Search:
    """The search of one question, which a larger budget continues. Either side may move first.

    Args:
        region: the part of the board.
        target: the chain, points of the board.
        clear: points where no new stone of the owner may remain for ever from some move on. New stones are those that
            were played after the stop.
        ko_pass: the bans that a pass for a ko lifts.
        budget: the most positions that will be searched for each side that moves first.
    """

    def __init__(
        self, region: Region, target: frozenset[int], clear: frozenset[int], ko_pass: KoPass, budget: int
    ) -> None:
        """Allocate the memory of the search."""
        self.budget = max(budget, 0)
        self._region = region
        self._owner = int(region.position.stones[min(target)])
        self._question = _question(region, target, clear, ko_pass)
        self._graph = ProofGraph.allocate(2 * self.budget)
        self._start: dict[bool, int] = {}

    def run(self, budget: int, *, owner_first: bool = False) -> SolverResult:
        """Search until the question is decided or the budget is used up.

        A chain that lives only by a cycle that costs its owner more stones than it gains is not decided.

        Args:
            budget: the most positions, with those of earlier calls for the same side.
            owner_first: True if the owner of the chain moves first.
        """
        graph, question = self._graph, self._question._replace(is_owner_first=owner_first)
        start = self._start.setdefault(owner_first, graph.node_count)
        outcome = SearchOutcome.UNFINISHED
        while outcome is SearchOutcome.UNFINISHED:
            outcome = SearchOutcome(kernels.search_region(graph, question, start + budget, _WORK))
        captured = _CAPTURED.get(outcome)
        line = () if captured is None else self._main_line(question)
        reason = _REASONS.get(outcome, Unproven.NONE)
        return SolverResult(captured, graph.node_count - start, line, reason, graph.has_ko, budget)

    def _main_line(self, question: SearchQuestion) -> tuple[tuple[int, int], ...]:
        """Return the moves of a main line: the quickest win against the longest resistance, no position twice.

        If it ends with a chain that cannot escape, the owner passes until the chain is captured.
        """
        moves = np.empty((_LINE_SIZE, 2), dtype=np.int16)
        count = kernels.find_main_line(self._graph, question, moves)
        colors = opponent(self._owner), self._owner
        points = (*self._region.points, *[PASS] * (_PASS_LABEL + 1 - len(self._region.points)))
        return tuple((colors[side], points[label] if label <= _PASS_LABEL else KO_PASS)
                     for side, label in moves[:count].tolist())  # fmt: skip


def _question(region: Region, target: frozenset[int], clear: frozenset[int], ko_pass: KoPass) -> SearchQuestion:
    """Return a question as the library takes it. The attacker moves first."""
    bits = {point: 1 << number for number, point in enumerate(region.points)}
    colors = region.position.stones.tolist()
    lines = grid_of(region.position.width, region.position.height).neighbors
    owner = colors[min(target)]
    attacker = opponent(owner)

    def mask(points: Iterable[int]) -> int:
        return sum(bits.get(point, 0) for point in frozenset(points))

    def adjacent_to_walls(color: int) -> int:
        return mask(neighbor for stone in region.walls[color - 1] for neighbor in lines[stone])

    def stones(color: int) -> int:
        return mask(point for point in region.points if colors[point] == color)

    neighbors = np.zeros(64, dtype=np.uint64)
    neighbors[: len(region.points)] = [mask(lines[point]) for point in region.points]
    return SearchQuestion(
        neighbors=neighbors,
        points=mask(region.points),
        attacker_walls=adjacent_to_walls(attacker),
        owner_walls=adjacent_to_walls(owner),
        attacker=stones(attacker),
        owner=stones(owner),
        target=mask(target),
        clear=mask(clear),
        is_owner_first=False,
        is_own_ko_only=ko_pass is KoPass.OWN_KO,
    )
