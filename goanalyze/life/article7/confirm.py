"""Confirmation of the doubtful chains at the end of games, and the statuses that follow from it.

Confirmed are chains of games that two passes end: those that the estimate is not sure of, those in a corner that looks
like a shape of a ruling, those that markup and estimate contradict each other about, and all others of the regions that
decide one of these. A verdict is valid under rulesets that judge by article 7. Under others, a chain that lives because
a ko may be retaken only after a pass for it can die by a threat. Statuses by markup and by the user's list are not
changed; `goanalyze.detectors.results` reports the contradictions.

Confirmation of life and death: the status of chains of a stopped position by article 7 of the Japanese rules.

Each chain is confirmed alone, and its opponent moves first. A chain is unknown if neither `prove_statuses` nor a search
of its region decides it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.labels import LabeledBoards
from goanalyze.core.position import Position
from goanalyze.errors import EmptyPointError, OptionError
from goanalyze.life.article7.regions import MOST_POINTS, EstimatedWalls, Region, Regions
from goanalyze.life.article7.solving import ChainSolver
from goanalyze.life.article7.verdicts import ChainStatus, Confirmation
from goanalyze.life.choices import ConfirmMode, Fate, How, KoPass, Proof, RulingStatus, StatusSource, Unproven, Walls
from goanalyze.life.estimate.calibration import (
    BATCH_BUDGET,
    DEAD_BELOW,
    DOUBT_BELOW,
    FIRST_BUDGET,
    MAX_EMPTY,
    PROVEN_CONFIDENCE,
    QUESTION_BUDGET,
    STATUS_MARGIN,
)
from goanalyze.life.estimate.estimate import Estimates, estimate
from goanalyze.life.estimate.playouts import determine_chain_statuses
from goanalyze.life.proof.rulings import candidates
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.life.statuses import ESTIMATE_SHARE, ConfirmedChain, Statuses, StatusPolicy
from goanalyze.points import EMPTY, WHITE, points_of, to_gtp
from goanalyze.replay.arrays import Replays
from goanalyze.replay.replay import to_move
from goanalyze.util.arguments import read_integer
from goanalyze.util.ticks import report_progress

_WALLS: Final = {ConfirmMode.SAFE: Walls.SAFE, ConfirmMode.EYES: Walls.EYES}


def confirm_chunk(
    replays: Replays, statuses: Statuses, mode: ConfirmMode, estimated: tuple[NDArray[np.int64], Estimates] | None
) -> None:
    """Confirm the doubtful chains of a chunk, and write the result to its statuses."""
    is_stopped = (replays.fact("end_run") >= 2) & (replays.width > 0) & (replays.fact("no_liberty_point") < 0)
    if estimated is not None:
        games, estimates = estimated
        boards, points = replays.finals.take(games)
        verdicts, is_proven = _confirm_games(replays, statuses, mode, games, estimates, is_stopped)
        if verdicts.any():
            layer, source = statuses.article_7, statuses.base.source
            layer.status[points] = _with_consequences(statuses, boards, points, verdicts, is_proven)
            proven = games[_are_proven(boards, layer.status[points], is_proven)]
            guessed = proven[source[proven] == StatusSource.ESTIMATED.index]
            layer.source[guessed], layer.confidence[guessed] = StatusSource.CONFIRMED.index, PROVEN_CONFIDENCE
    marked = np.flatnonzero(is_stopped & (statuses.base.source == StatusSource.MARKUP.index))
    if len(marked):
        boards, _ = replays.finals.take(marked)
        _confirm_games(replays, statuses, mode, marked, estimate(boards, to_move(replays)[marked]), is_stopped)


def _confirm_games(
    replays: Replays,
    statuses: Statuses,
    mode: ConfirmMode,
    games: NDArray[np.int64],
    estimates: Estimates,
    is_stopped: NDArray[np.bool_],
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Confirm the doubtful chains of some games, and list them in their statuses.

    Returns:
        uint8[points of these games], index of a `RulingStatus`: the verdicts that replace an estimate; and
        bool[points], True for the proven ones.
    """
    boards, points = replays.finals.take(games)
    statuses.is_confirmed[games] = is_stopped[games]
    is_marked = statuses.base.source[games] == StatusSource.MARKUP.index
    doubtful = _doubtful(boards, estimates, statuses.base.dead[points], is_marked)
    verdicts, is_proven = np.zeros(len(points), dtype=np.uint8), np.zeros(len(points), dtype=np.bool_)
    for number, game in enumerate(games.tolist()):
        report_progress(ESTIMATE_SHARE + (1 - ESTIMATE_SHARE) * number / len(games))
        span = slice(*boards.start[number : number + 2].tolist())
        if not is_stopped[game] or not doubtful[span].any():
            continue
        dead = statuses.base.dead[points[span]]
        position = Position(int(boards.width[number]), int(boards.height[number]), boards.stones[span])
        of_game = estimates.one(number, boards.start)
        stones = np.flatnonzero(doubtful[span]).tolist()
        for status in confirm_with_regions(position, stones, _WALLS[mode], BATCH_BUDGET, of_game).chains:
            first = status.points[0]
            estimate_dead = bool((of_game.dead if is_marked[number] else dead)[first])
            marked_dead = bool(dead[first]) if is_marked[number] else None
            probability = float(of_game.shares[first])
            statuses.chains.append(ConfirmedChain(game, status, probability, estimate_dead, marked_dead))
            if replaces_estimate(status):
                chain = span.start + np.array(status.points)
                verdicts[chain] = (RulingStatus.ALIVE if status.fate is Fate.ALIVE else RulingStatus.DEAD).index
                is_proven[chain] = status.is_proven
    return verdicts, is_proven


def _doubtful(
    boards: LabeledBoards, estimates: Estimates, dead: NDArray[np.uint8], is_marked: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return bool[points], True for the stones of chains to confirm, of which each has at least one.

    Args:
        boards: the final positions.
        estimates: their estimates.
        dead: uint8[points], 1 for dead stones by markup, in games with markup.
        is_marked: bool[games], True for games with markup.
    """
    points = np.diff(boards.start)
    flipped = (estimates.dead == 1) != (estimates.shares < DEAD_BELOW)
    ruled = estimates.ruled > 0
    for corner in candidates(boards):
        start, width, height = (int(of_games[corner.game]) for of_games in (boards.start, boards.width, boards.height))
        cells = [(start + point, mark) for point, mark, _ in corner.points(width, height)]
        inside = Counter(start + int(boards.first[point]) for point, mark in cells if mark in "XO")
        if all(boards.size[first] == number for first, number in inside.items()):  # no chain extends beyond the shape
            ruled[[point for point, _ in cells]] = True
    doubtful = (np.abs(2 * estimates.shares - 1) < DOUBT_BELOW) | flipped | ruled
    doubtful &= ~np.repeat(estimates.decided_by_rulings & ~is_marked, points)
    by_estimate = np.where(estimates.ruled > 0, estimates.ruled == RulingStatus.DEAD.index, estimates.dead == 1)
    doubtful |= np.repeat(is_marked, points) & (by_estimate != (dead == 1))
    of_chains: NDArray[np.bool_] = doubtful & (boards.stones != EMPTY)
    return of_chains


def replaces_estimate(status: ChainStatus) -> bool:
    """Return True if a verdict replaces an estimate.

    Article 7 is the ruling at the stop. Players also rely on moves that they did not record. If a wall is only
    estimated, a dead chain that its owner can still save therefore keeps its estimated status.
    """
    if status.fate is Fate.DEAD:
        return status.is_proven or status.unsettled is False
    return status.fate is Fate.ALIVE


def _with_consequences(
    statuses: Statuses,
    boards: LabeledBoards,
    points: NDArray[np.int64],
    verdicts: NDArray[np.uint8],
    is_proven: NDArray[np.bool_],
) -> NDArray[np.uint8]:
    """Return verdicts and their consequences for other chains, so that areas remain consistent.

    As in an estimate, the least certain chain of an area changes its status if the area contains dead and living stones
    of one colour. In a game in which that would overturn a verdict, or a chain that is not doubtful, only proven
    verdicts replace the estimate. By article 7, adjacent chains of both colours may be dead.
    """
    game = np.repeat(np.arange(len(boards.width)), np.diff(boards.start))

    def in_games_with(condition: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return True for all points of games in which a point meets a condition."""
        of_game: NDArray[np.bool_] = np.bincount(game[condition], minlength=len(boards.width)) > 0
        return of_game[game]

    dead = statuses.under(StatusPolicy(rulings=True)).dead[points] == 1
    shares = statuses.alive_probability[points]
    is_decided, is_dead = verdicts > 0, verdicts == RulingStatus.DEAD.index
    touched = in_games_with(is_decided & (is_dead != dead))
    lives = np.where(
        dead, np.minimum(shares, DEAD_BELOW - STATUS_MARGIN), np.maximum(shares, DEAD_BELOW + STATUS_MARGIN)
    )
    lives = np.where(is_decided, ~is_dead, lives).astype(np.float32)
    width = np.where(touched[np.minimum(boards.start[:-1], len(touched) - 1)], boards.width, 0).astype(np.int16)
    black = np.where(boards.stones == WHITE, 1 - lives, lives)
    consistent = determine_chain_statuses(boards._replace(width=width), black, DEAD_BELOW).dead == 1
    follows = touched & (consistent != dead)
    overturned = touched & is_decided & (consistent != is_dead)
    overturned |= follows & ~is_decided & (np.abs(2 * shares - 1) >= DOUBT_BELOW)
    consequences = np.where(follows, np.where(consistent, RulingStatus.DEAD.index, RulingStatus.ALIVE.index), verdicts)
    return np.where(in_games_with(overturned), verdicts * is_proven, consequences).astype(np.uint8)


def _are_proven(boards: LabeledBoards, confirmed: NDArray[np.uint8], is_proven: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the indices of the games with a verdict in which every chain is proven, with or without a search."""
    is_open = (boards.stones != EMPTY) & (prove_statuses(boards).proof == Proof.UNKNOWN.index) & ~is_proven
    is_open |= (confirmed > 0) & ~is_proven
    game = np.repeat(np.arange(len(boards.width)), np.diff(boards.start))
    has_proof, has_open = (np.bincount(game[some], minlength=len(boards.width)) > 0 for some in (is_proven, is_open))
    return np.flatnonzero(has_proof & ~has_open)


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
            status,
            fate=verdict.fate,
            how=verdict.how,
            states=verdict.states,
            reason=verdict.reason,
            line=verdict.line,
            region=region.points,
            walls=tuple(sorted(frozenset().union(*region.walls))),
            assumed=region.assumed,
            unsettled=unsettled,
            reading=reading,
        )

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
