"""Confirmation of life and death: whether chains of a stopped position are alive, asked as article 7 defines it.

Each chain is asked about alone, and its opponent moves first. What neither `prove_statuses` nor a search of its region
proves is unknown (`regions`, `questions` and `solving` of this package).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, SupportsIndex

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.position import Position
from goanalyze.life.article7.living import Living
from goanalyze.life.article7.questions import ChainSolver
from goanalyze.life.article7.regions import MOST_POINTS, Region, Regions
from goanalyze.life.article7.verdicts import ChainStatus, Confirmation
from goanalyze.life.choices import Fate, How, KoPass, Proof, Unproven, Walls
from goanalyze.life.estimate.estimate import Estimates, estimate
from goanalyze.vocabulary.points import EMPTY, points_of, to_gtp

MAX_EMPTY: Final = 16
"""Empty points of a region; with more a search seldom ends."""
BUDGET: Final = 200_000
"""Positions that one question may look at."""
MAX_BUDGET: Final = 50_000_000
"""More would need over ten gigabytes."""
_SHORT: Final = 2_000
"""Positions that may be looked at to tell how a settled chain lives."""


def confirm(
    position: Position,
    chains: Iterable[int | str] | None = None,
    claim: Iterable[int | str] | None = None,
    walls: str | Walls = Walls.SAFE,
    max_empty: int = MAX_EMPTY,
    budget: int = BUDGET,
    ko_pass: str | KoPass = KoPass.ANY,
    estimates: Estimates | None = None,
) -> Confirmation:
    """Confirm which chains of a stopped position are alive, and which are dead.

    A chain is alive if its opponent, who moves first, cannot capture it, or if the capture lets its owner play a new
    stone that is never captured, on the points of the chain or adjacent to them. Bans on retaking a ko are lifted by a
    pass. Chains that are proven without a search are not searched.

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
        ValueError: a point is not on the board or has no stone, a number is out of bounds, or a choice is unknown.

    Rule: Japanese rules of 1989, articles 7 and 9.

    Example:
        >>> position = Position.from_rows([".OOXXX.", "XOOXX.X", "OXXXXXX", "OOOOOOO", ".O.OO.O"])
        >>> for chain in confirm(position).chains:
        ...     print(chain.points, chain.fate.value, chain.how.value)
        (1, 2, 8, 9) alive capturable-1
        (7,) alive capturable-2
    """
    trusted, passes = Walls.read("walls", walls), KoPass.read("ko_pass", ko_pass)
    _check("max_empty", max_empty, MOST_POINTS)
    _check("budget", budget, MAX_BUDGET)
    board = ChainBoard.of(position)
    named = None if chains is None else _stones(board, "chains", chains)
    claimed = None if claim is None else _stones(board, "claim", claim)
    living = _living(position, estimates) if trusted is Walls.EYES else None
    regions = Regions(position, trusted, max_empty, living)
    search = _Search(regions, passes, budget)
    found = []
    for chain in regions.chains:
        if chain & named if named is not None else claimed is not None or not search.is_settled(chain):
            status = search.of(chain)
            if claimed is not None and status.fate is not Fate.UNKNOWN:
                status = replace(status, agrees=bool(chain & claimed) == (status.fate is Fate.DEAD))
            found.append(status)
    return Confirmation(position, tuple(found))


class _Search:
    """Decides on the chains of one position; regions and what is known of their chains are shared."""

    def __init__(self, regions: Regions, ko_pass: KoPass, budget: int) -> None:
        """Look for chains that no play can lead to."""
        self._regions, self._ko_pass, self._budget = regions, ko_pass, budget
        self._impossible = not all(regions.liberties(chain) for chain in regions.chains)
        self._solvers: dict[tuple[tuple[int, ...], KoPass], ChainSolver] = {}

    def is_settled(self, chain: frozenset[int]) -> bool:
        """Return whether the fate of a chain is proven without search."""
        return not self._impossible and self._regions.proof[min(chain)] is not Proof.UNKNOWN

    def of(self, chain: frozenset[int]) -> ChainStatus:
        """Return the verdict on a chain: settled, searched, or settled by answers within regions, which tell no line.

        Stones that are settled dead in the place of a settled chain may be able to take it, though its side takes them
        in the end: unless it lives without their points, a short search tells how it lives.
        """
        regions, first = self._regions, min(chain)
        color = int(regions.position.stones[first])
        status = ChainStatus(regions.position, tuple(sorted(chain)), color, assumed=regions.assumed)
        if self._impossible:
            return replace(status, reason=Unproven.NO_LIBERTY)
        proof = regions.proof[first]
        searched = status
        if proof is Proof.UNKNOWN:
            searched = self._searched(status, self._budget)
            proof = regions.within[first]
        elif proof is Proof.ALIVE and not regions.lives_without_dead(chain):
            searched = self._searched(status, min(self._budget, _SHORT))
        if searched.fate is not Fate.UNKNOWN or proof is Proof.UNKNOWN:
            return searched
        if proof is Proof.DEAD:
            return replace(status, fate=Fate.DEAD, how=How.DEAD)
        how = How.UNCAPTURABLE if regions.lives_without_dead(chain) else How.UNKNOWN
        return replace(status, fate=Fate.ALIVE, how=how)

    def _searched(self, status: ChainStatus, budget: int) -> ChainStatus:
        """Return the verdict of a search."""
        chain = frozenset(status.points)
        region = self._regions.around(chain)
        if isinstance(region, Unproven):
            return replace(status, reason=region)
        solver = self._solver_of(region, self._ko_pass)
        verdict = solver.verdict(chain, budget)
        unsettled: bool | None = False
        reading = None
        if verdict.fate is Fate.DEAD:
            first = solver.verdict(chain, budget, owner_first=True).fate
            unsettled = None if first is Fate.UNKNOWN else first is Fate.ALIVE
        if verdict.kos and verdict.fate is not Fate.UNKNOWN and self._ko_pass is KoPass.ANY:
            other = self._solver_of(region, KoPass.OWN_KO).verdict(chain, budget).fate
            reading = other if other not in {verdict.fate, Fate.UNKNOWN} else None
        return replace(
            status, fate=verdict.fate, how=verdict.how, states=verdict.states, reason=verdict.reason, line=verdict.line,
            region=region.points, walls=tuple(sorted(frozenset().union(*region.walls))), unsettled=unsettled,
            reading=reading,
        )  # fmt: skip

    def _solver_of(self, region: Region, ko_pass: KoPass) -> ChainSolver:
        """Return the solver of a region under a reading of the pass for a ko."""
        key = region.points, ko_pass
        if key not in self._solvers:
            self._solvers[key] = ChainSolver(region, ko_pass)
        return self._solvers[key]


def _stones(board: ChainBoard, name: str, given: Iterable[int | str]) -> frozenset[int]:
    """Return points that were given, each of which has a stone."""
    points = points_of(given, board.width, board.height)
    for point in points:
        if board.colors[point] == EMPTY:
            raise ValueError(f"{name}: {to_gtp(point, board.width, board.height)} is empty; name points with a stone")
    return frozenset(points)


def _living(position: Position, estimates: Estimates | None) -> Living:
    """Return the groups that live by an estimate."""
    found = estimate(position.to_arrays()) if estimates is None else estimates
    if len(found.dead) != len(position.stones):
        raise ValueError(f"estimates: {len(found.dead)} points are not those of a board of {len(position.stones)}")
    return Living(position, found.dead, found.shares)


def _check(name: str, number: int, most: int) -> None:
    """Refuse a number that is no count."""
    if isinstance(number, bool) or not isinstance(number, SupportsIndex) or not 0 <= number <= most:
        raise ValueError(f"{name}: {number!r} is not allowed; allowed are whole numbers from 0 to {most:,}")
