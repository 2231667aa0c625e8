"""The questions that decide the status of a chain in a search region, and the search that answers them.

A proof graph grows where a proof for one side or the other looks cheapest, until its question is decided or the budget
is used up. The library does this (`goanalyze/kernels/solver.cpp`).

Rule: `goanalyze.life.article7.confirm`; Japanese rules of 1989, article 7.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.bitsets import grid_of
from goanalyze.core.chain_board import ChainBoard
from goanalyze.kernels.library import kernels
from goanalyze.life.article7.regions import Region, reachable_points
from goanalyze.life.choices import Fate, How, KoPass, Unproven
from goanalyze.life.estimate.calibration import BUDGET_GROWTH, EVERYWHERE_BUDGET, FIRST_BUDGET
from goanalyze.points import EMPTY, KO_PASS, PASS, opponent

_WORK: Final = 1_000_000
"""Nodes that the library visits before it returns, so that Control-C is noticed: about 0.1 seconds."""
_LINE_SIZE: Final = 256
_PASS_LABEL: Final = 64
_EDGES_PER_NODE: Final = 12
"""Moves of a node on average, with the many nodes that are never expanded."""
_MIN_EDGES: Final = 256
_KO_STONES: Final = 2
"""Column of `ProofGraph.masks` with the stones that took a ko."""


class SearchQuestion(NamedTuple):
    """A question about one search region. Bit k of a set of points is the k-th point of the region.

    Attributes:
        neighbors: uint64[64], neighbors of each point in the region.
        points: the region.
        attacker_walls: points adjacent to a wall of the attacker, who is the opponent of the chain.
        owner_walls: points adjacent to a wall of the chain's owner.
        attacker: the attacker's stones.
        owner: the owner's stones.
        target: the chain.
        clear: points that the attacker must also keep clear of new stones of the owner.
        is_owner_first: True if the owner moves first.
        is_own_ko_only: True if a pass for a ko lifts only the player's own ban on one ko.
    """

    neighbors: NDArray[np.uint64]
    points: int
    attacker_walls: int
    owner_walls: int
    attacker: int
    owner: int
    target: int
    clear: int
    is_owner_first: bool
    is_own_ko_only: bool


class ProofGraph(NamedTuple):
    """Nodes, edges and the progress of a search, with the shapes and meanings of `interface.hpp`.

    The system provides memory only for the nodes that are written, so a graph may have room for many more.
    """

    state: NDArray[np.int64]
    masks: NDArray[np.uint64]
    value: NDArray[np.uint8]
    decided: NDArray[np.int32]
    first_edge: NDArray[np.int32]
    edge_count: NDArray[np.int16]
    unrefuted: NDArray[np.int16]
    first_to: NDArray[np.int32]
    guess: NDArray[np.uint8]
    child: NDArray[np.int32]
    parent: NDArray[np.int32]
    next_to: NDArray[np.int32]
    label: NDArray[np.uint8]
    table: NDArray[np.int32]

    @classmethod
    def allocate(cls, nodes: int) -> ProofGraph:
        """Return a graph without nodes."""
        edges = nodes * _EDGES_PER_NODE + _MIN_EDGES
        return cls(
            state=np.zeros(10, np.int64),
            masks=np.empty((nodes, 8), np.uint64),
            value=np.empty(nodes, np.uint8),
            decided=np.empty(nodes, np.int32),
            first_edge=np.empty(nodes, np.int32),
            edge_count=np.empty(nodes, np.int16),
            unrefuted=np.empty(nodes, np.int16),
            first_to=np.empty(nodes, np.int32),
            guess=np.empty((nodes, 2), np.uint8),
            child=np.empty(edges, np.int32),
            parent=np.empty(edges, np.int32),
            next_to=np.empty(edges, np.int32),
            label=np.empty(edges, np.uint8),
            table=np.zeros(1 << max(4, (2 * nodes - 1).bit_length()), np.int32),
        )

    @property
    def node_count(self) -> int:
        """The number of nodes."""
        return int(self.state[0])

    @property
    def has_ko(self) -> bool:
        """True if a ko was taken in any node."""
        return bool(self.masks[: self.node_count, _KO_STONES].any())


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
        line: one main line: colors with points of the board, `PASS` or `KO_PASS` (`goanalyze.points`).
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
        return tuple(
            (colors[side], points[label] if label <= _PASS_LABEL else KO_PASS) for side, label in moves[:count].tolist()
        )


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


class Verdict(NamedTuple):
    """The status of a chain.

    Attributes:
        fate: alive, dead or unknown.
        how: the classification of the chain.
        line: a main line.
        states: number of positions searched for it.
        kos: True if a ko was taken in a search. Otherwise the reading of the pass for a ko makes no difference.
        reason: the reason if the status is unknown.
    """

    fate: Fate
    how: How
    line: tuple[tuple[int, int], ...] = ()
    states: int = 0
    kos: bool = False
    reason: Unproven = Unproven.NONE


_UNKNOWN: Final = Verdict(Fate.UNKNOWN, How.UNKNOWN)


class _Question(NamedTuple):
    """A question: can the opponent capture the target, and keep its owner's new stones off some points?"""

    target: frozenset[int]
    clear: frozenset[int]
    owner_first: bool


class ChainSolver:
    """The solver of the chains of one region. It searches each question once.

    Args:
        region: the part of the board.
        ko_pass: the bans that a pass for a ko lifts.
    """

    def __init__(self, region: Region, ko_pass: KoPass) -> None:
        """Find the chains of the region."""
        self._region, self._ko_pass = region, ko_pass
        self._board = ChainBoard.of(region.position)
        self._points = frozenset(region.points)
        self._chains = [chain for chain in self._board.chains() if chain & self._points]
        self._searches: dict[tuple[frozenset[int], frozenset[int]], Search] = {}
        self._results: dict[_Question, SolverResult] = {}
        self._used: set[_Question] = set()
        self._budget = 0

    def verdict(self, chain: frozenset[int], budget: int, *, owner_first: bool = False) -> Verdict:
        """Decide the status of a chain.

        Args:
            chain: all of its stones.
            budget: the most positions to search for each question. Smaller searches come first.
            owner_first: True if its owner moves first. Under article 7 the opponent does.
        """
        self._used, self._budget = set(), budget
        best, capture = _UNKNOWN, None
        for size in _rounds(budget):
            verdict = self._decide_within(chain, size, owner_first=owner_first)
            capture = self._results[_Question(chain, frozenset(), owner_first)]
            if capture.reason is Unproven.LOSING_CYCLE:  # smaller searches do not prove the chain alive, either
                best = verdict
                break
            best = verdict if verdict.fate is not Fate.UNKNOWN else best
            if best.how is not How.UNKNOWN:
                break
        results = [self._results[question] for question in self._used]
        reason = Unproven.BUDGET if capture is None or capture.captured else capture.reason
        return best._replace(
            states=sum(result.states for result in results),
            kos=any(result.kos for result in results),
            reason=reason if best.fate is Fate.UNKNOWN else Unproven.NONE,
        )

    def _decide_within(self, chain: frozenset[int], size: int, *, owner_first: bool) -> Verdict:
        """Decide the status of a chain with searches of some size, up to the first proof.

        The more points have to be clear of new stones the easier it is for the owner. If it is unknown that a point
        counts, it is left out to prove the chain alive, and included to prove it dead.
        """

        def solve(clear: frozenset[int]) -> SolverResult:
            return self._solve(_Question(chain, clear, owner_first), size)

        capture = solve(frozenset())
        if capture.captured is False:
            return Verdict(Fate.ALIVE, How.UNCAPTURABLE, capture.line)
        if capture.reason is Unproven.LOSING_CYCLE:  # which enables no new stone, either
            return _UNKNOWN
        everywhere = self._points - self._liberties_of_walls(chain)
        if capture.captured and size <= EVERYWHERE_BUDGET and solve(everywhere).captured:
            return Verdict(Fate.DEAD, How.DEAD, capture.line)
        on_own_points = solve(chain)
        if on_own_points.captured is False:
            return Verdict(Fate.ALIVE, How.CAPTURABLE_1 if capture.captured else How.UNKNOWN, on_own_points.line)
        if capture.captured is None:
            return _UNKNOWN
        most, least = self._enabled_points(chain, size)
        if solve(most).captured:
            return Verdict(Fate.DEAD, How.DEAD, capture.line)
        local = solve(least)
        if local.captured is False:
            return Verdict(Fate.ALIVE, How.CAPTURABLE_2 if on_own_points.captured else How.UNKNOWN, local.line)
        return _UNKNOWN

    def _solve(self, question: _Question, size: int) -> SolverResult:
        """Return the result of an earlier search, unless a larger one may decide more: then continue it."""
        self._used.add(question)
        result = self._results.get(question)
        if result is None or (result.reason is Unproven.BUDGET and result.budget < size):
            target, clear, owner_first = question
            search = self._searches.get((target, clear))
            if search is None or search.budget < size:
                search = Search(self._region, target, clear, self._ko_pass, self._budget)
            self._results[question] = result = search.run(size, owner_first=owner_first)
            self._searches[target, clear] = search
            if result.reason is Unproven.BUDGET and size == self._budget:
                del self._searches[target, clear]  # it is large, and seldom continued
        return result

    def _liberties_of_walls(self, chain: frozenset[int]) -> frozenset[int]:
        """Return the points empty at the stop that are liberties of walls of a chain's owner."""
        walls = self._region.walls[self._color(chain) - 1]
        return frozenset(
            point
            for point in self._points
            if self._board.colors[point] == EMPTY and not walls.isdisjoint(self._board.neighbors(point))
        )

    def _enabled_points(self, chain: frozenset[int], size: int) -> tuple[frozenset[int], frozenset[int]]:
        """Return the points where the capture of a chain may enable a new stone, and those where it does.

        These are the chain's points, and adjacent points, step by step through empty points, stones of the opponent and
        own stones that are neither uncapturable nor capturable-1. Points that were empty at the stop and are liberties
        of walls of the owner, or of uncapturable stones of the owner, are left out. Searches for other chains are a
        tenth as large.
        """
        color = self._color(chain)
        statuses = [
            (other, *self._capturability(other, size // BUDGET_GROWTH))
            for other in self._chains
            if other != chain and self._color(other) == color
        ]
        enabled = []
        for unknown in (False, True):
            blocking = [other for other, _, blocks in statuses if (unknown if blocks is None else blocks)]
            safe = [other for other, is_safe, _ in statuses if (unknown if is_safe is None else is_safe)]
            own = self._liberties_of_walls(chain).union(*(self._board.liberties(min(other)) for other in safe))
            enabled.append(reachable_points(self._board, chain, self._points.difference(*blocking)) - own)
        return enabled[0], enabled[1]

    def _capturability(self, chain: frozenset[int], size: int) -> tuple[bool | None, bool | None]:
        """Return two facts about a chain: it is uncapturable; it is that or capturable-1. None if unknown."""
        capture = self._solve(_Question(chain, frozenset(), owner_first=False), size)
        if capture.captured is False:
            return True, True
        if capture.reason is Unproven.LOSING_CYCLE:
            return None, None
        on_own_points = self._solve(_Question(chain, chain, owner_first=False), size).captured
        is_uncapturable = None if capture.captured is None and not on_own_points else False
        return is_uncapturable, None if on_own_points is None else not on_own_points

    def _color(self, chain: frozenset[int]) -> int:
        return self._board.colors[min(chain)]


def _rounds(budget: int) -> Iterator[int]:
    """Yield the sizes of the searches of each round, the budget last."""
    size = FIRST_BUDGET
    while size < budget:
        yield size
        size *= BUDGET_GROWTH
    if budget:
        yield budget
