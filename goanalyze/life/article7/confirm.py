"""Confirmation of life and death: the status of chains of a stopped position by article 7 of the Japanese rules.

Each chain is confirmed alone, and its opponent moves first. A chain is unknown if neither `prove_statuses` nor a search
of its region decides it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.position import Position
from goanalyze.errors import EmptyPointError, OptionError
from goanalyze.life.article7.estimated_walls import EstimatedWalls
from goanalyze.life.article7.questions import ChainSolver
from goanalyze.life.article7.regions import MOST_POINTS, Region, Regions
from goanalyze.life.article7.verdicts import ChainStatus, Confirmation
from goanalyze.life.choices import Fate, How, KoPass, Proof, Unproven, Walls
from goanalyze.life.estimate.calibration import FIRST_BUDGET, MAX_EMPTY, QUESTION_BUDGET
from goanalyze.life.estimate.estimate import Estimates, estimate
from goanalyze.vocabulary.arguments import read_integer
from goanalyze.vocabulary.points import EMPTY, points_of, to_gtp

MAX_BUDGET: Final = 50_000_000
"""Largest budget. A larger one would need more than ten gigabytes."""


def confirm(
    position: Position,
    chains: Iterable[int | str] | None = None,
    claim: Iterable[int | str] | None = None,
    walls: str | Walls = Walls.SAFE,
    max_empty: int = MAX_EMPTY,
    budget: int = QUESTION_BUDGET,
    ko_pass: str | KoPass = KoPass.ANY,
    estimates: Estimates | None = None,
) -> Confirmation:
    """Confirm which chains of a stopped position are alive, and which are dead.

    The opponent of a chain moves first. The chain is alive if the opponent cannot capture it, or if the capture lets
    its owner play a new stone that is never captured, on the points of the chain or adjacent to them. Bans on retaking
    a ko are lifted by a pass. Chains that are proven without a search are not searched.

    `Position.confirm` is the same function; `Game.confirm` asks about the final position and `Board.confirm` about the
    current one, if the axis `life_and_death` of the ruleset is ``confirmed``. There `chains` may also be a word:
    ``unsettled``, the default here, or ``all``.

    Args:
        position: the board after two passes.
        chains: a stone of each chain in question, by index or GTP name. By default all chains that are not proven
            without a search; with a claim, all.
        claim: stones that are claimed to be dead, one or more of each dead chain; all other chains are claimed to be
            alive.
        walls: stones that may enclose a region (`goanalyze.life.choices.Walls`): ``benson``, ``safe``, ``eyes``.
        max_empty: largest number of empty points of a region.
        budget: largest number of positions that a question about a chain may search, each of up to 250 bytes.
        ko_pass: the bans that a pass for a ko lifts: ``any`` ban, or the player's ``own-ko``.
        estimates: estimate of this position for the walls ``eyes``; computed by default.

    Raises:
        NoSuchPointError: a point is not on the board.
        EmptyPointError: a point has no stone.
        OptionError: a number is out of bounds, or a choice is unknown.

    Rule: Japanese rules of 1989, articles 7 and 9.

    Example:
        >>> position = Position.from_rows([".OOXXX.", "XOOXX.X", "OXXXXXX", "OOOOOOO", ".O.OO.O"])
        >>> for chain in confirm(position).chains:
        ...     print(chain.points, chain.fate.value, chain.how.value)
        (1, 2, 8, 9) alive capturable-1
        (7,) alive capturable-2
    """
    trusted, passes = Walls.read("walls", walls), KoPass.read("ko_pass", ko_pass)
    read_integer("max_empty", max_empty, 0, MOST_POINTS)
    read_integer("budget", budget, 0, MAX_BUDGET)
    board = ChainBoard.of(position)
    selected = None if chains is None else _stones(board, "chains", chains)
    dead = None if claim is None else _stones(board, "claim", claim)
    confirmer = _Confirmer(_regions(position, trusted, max_empty, estimates), passes, budget)
    statuses = []
    for chain in confirmer.chains:
        if chain & selected if selected is not None else dead is not None or not confirmer.is_proven(chain):
            status = confirmer.status(chain)
            if dead is not None and status.fate is not Fate.UNKNOWN:
                status = replace(status, agrees=bool(chain & dead) == (status.fate is Fate.DEAD))
            statuses.append(status)
    return Confirmation(position, tuple(statuses))


def confirm_with_regions(
    position: Position, chains: Sequence[int], walls: Walls, budget: int, estimates: Estimates
) -> Confirmation:
    """Confirm chains that need a search, and the others of the regions that prove one; arguments as of `confirm`.

    Chains of one region depend on each other. An estimate that doubts one of them may be wrong about the others.
    """
    confirmer = _Confirmer(_regions(position, walls, MAX_EMPTY, estimates), KoPass.ANY, budget)
    unproven = [chain for chain in confirmer.chains if not confirmer.is_proven(chain)]
    statuses = {chain: confirmer.status(chain) for chain in unproven if not chain.isdisjoint(chains)}
    proven = frozenset().union(*(status.region for status in statuses.values() if status.is_proven))
    for chain in unproven:
        if chain & proven and chain not in statuses:
            statuses[chain] = confirmer.status(chain)
    return Confirmation(position, tuple(sorted(statuses.values(), key=lambda status: status.points)))


class _Confirmer:
    """Confirms chains of one position, which share regions and searches."""

    def __init__(self, regions: Sequence[Regions], ko_pass: KoPass, budget: int) -> None:
        """Look for chains without a liberty, which no play can lead to."""
        self._regions, self._ko_pass, self._budget = regions, ko_pass, budget
        self._is_possible = all(regions[0].liberties(chain) for chain in self.chains)
        self._solvers: dict[tuple[tuple[int, ...], KoPass], ChainSolver] = {}

    @property
    def chains(self) -> list[frozenset[int]]:
        """The chains of the position."""
        return self._regions[0].chains

    def is_proven(self, chain: frozenset[int]) -> bool:
        """Return True if the fate of a chain is proven without a search."""
        return self._is_possible and self._regions[0].proof[min(chain)] is not Proof.UNKNOWN

    def status(self, chain: frozenset[int]) -> ChainStatus:
        """Return the status of a chain: proven, searched, or proven by replies within regions, which give no line.

        Dead stones within the territory of a proven chain may be able to capture it, though its side captures them in
        the end. A short search classifies the chain unless it lives without their points.
        """
        regions, first = self._regions[0], min(chain)
        color = int(regions.position.stones[first])
        status = ChainStatus(regions.position, tuple(sorted(chain)), color, assumed=regions.assumed)
        if not self._is_possible:
            return replace(status, reason=Unproven.NO_LIBERTY)
        proof = regions.proof[first]
        searched = status
        if proof is Proof.UNKNOWN:
            searched = self._search(status, self._budget)
            proof = regions.within[first]
        elif proof is Proof.ALIVE and not regions.lives_without_dead(chain):
            searched = self._search(status, min(self._budget, FIRST_BUDGET))
        if searched.fate is not Fate.UNKNOWN or proof is Proof.UNKNOWN:
            return searched
        if proof is Proof.DEAD:
            return replace(status, fate=Fate.DEAD, how=How.DEAD)
        how = How.UNCAPTURABLE if regions.lives_without_dead(chain) else How.UNKNOWN
        return replace(status, fate=Fate.ALIVE, how=how)

    def _search(self, status: ChainStatus, budget: int) -> ChainStatus:
        """Return the status after a search; a decision with estimated walls is searched again with proven ones."""
        result = status
        for regions in self._regions:
            region = regions.around(frozenset(status.points))
            if isinstance(region, Region):
                searched = self._search_region(status, region, budget)
                result = result if searched.fate is Fate.UNKNOWN and result.region else searched
            elif not result.region:
                result = replace(status, reason=region)
            if result.fate is Fate.UNKNOWN or result.is_proven:
                break
        return result

    def _search_region(self, status: ChainStatus, region: Region, budget: int) -> ChainStatus:
        """Return the status after a search of a region."""
        chain = frozenset(status.points)
        solver = self._solver_of(region, self._ko_pass)
        verdict = solver.verdict(chain, budget)
        unsettled: bool | None = False
        reading = None
        if verdict.fate is Fate.DEAD:
            owner_first = solver.verdict(chain, budget, owner_first=True).fate
            unsettled = None if owner_first is Fate.UNKNOWN else owner_first is Fate.ALIVE
        if verdict.kos and verdict.fate is not Fate.UNKNOWN and self._ko_pass is KoPass.ANY:
            other = self._solver_of(region, KoPass.OWN_KO).verdict(chain, budget).fate
            reading = other if other not in {verdict.fate, Fate.UNKNOWN} else None
        return replace(
            status, fate=verdict.fate, how=verdict.how, states=verdict.states, reason=verdict.reason, line=verdict.line,
            region=region.points, walls=tuple(sorted(frozenset().union(*region.walls))), assumed=region.assumed,
            unsettled=unsettled, reading=reading,
        )  # fmt: skip

    def _solver_of(self, region: Region, ko_pass: KoPass) -> ChainSolver:
        """Return the solver of a region under a reading of the pass for a ko."""
        key = region.points, ko_pass
        if key not in self._solvers:
            self._solvers[key] = ChainSolver(region, ko_pass)
        return self._solvers[key]


def _regions(position: Position, walls: Walls, max_empty: int, estimates: Estimates | None) -> list[Regions]:
    """Return the regions of a position: those with the walls, and for estimated walls those with proven ones."""
    if walls is not Walls.EYES:
        return [Regions(position, walls, max_empty)]
    estimates = estimate(position.to_arrays()) if estimates is None else estimates
    if len(estimates.dead) != len(position.stones):
        board = f"{position.width}×{position.height}"
        raise OptionError(f"estimates of {len(estimates.dead)} points are not valid. Expected a board of {board}.")
    estimated = EstimatedWalls(position, estimates.dead, estimates.shares)
    return [Regions(position, walls, max_empty, estimated), Regions(position, Walls.SAFE, max_empty)]


def _stones(board: ChainBoard, name: str, points: Iterable[int | str]) -> frozenset[int]:
    """Return the indices of points that have a stone each."""
    indices = points_of(points, board.width, board.height)
    for point in indices:
        if board.colors[point] == EMPTY:
            name_of_point = to_gtp(point, board.width, board.height)
            raise EmptyPointError(f"{name}: {name_of_point} is not a valid stone, the point is empty. Expected stones.")
    return frozenset(indices)
