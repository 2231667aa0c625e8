"""Confirmation of the doubtful chains at the end of games, and the statuses that follow from it.

Confirmed are chains of games that two passes end: those that the estimate is not sure of, those in a corner that looks
like a shape of a ruling, those that markup and estimate contradict each other about, and all others of the regions that
decide one of these. A verdict is valid under rulesets that judge by article 7. Under others, a chain that lives because
a ko may be retaken only after a pass for it can die by a threat. Statuses by markup and by the user's list are not
changed; `goanalyze.detectors.results` reports the contradictions.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.labels import LabeledBoards
from goanalyze.core.position import Position
from goanalyze.life.article7.confirm import confirm_with_regions
from goanalyze.life.article7.verdicts import ChainStatus
from goanalyze.life.choices import ConfirmMode, Fate, Proof, RulingStatus, StatusSource, Walls
from goanalyze.life.estimate.calibration import (
    BATCH_BUDGET,
    DEAD_BELOW,
    DOUBT_BELOW,
    PROVEN_CONFIDENCE,
    STATUS_MARGIN,
)
from goanalyze.life.estimate.chain_status import determine_chain_statuses
from goanalyze.life.estimate.estimate import Estimates, estimate
from goanalyze.life.proof.rulings import candidates
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.life.statuses import ESTIMATE_SHARE, ConfirmedChain, Statuses, StatusPolicy
from goanalyze.replay.arrays import Replays
from goanalyze.replay.replay import to_move
from goanalyze.vocabulary.points import EMPTY, WHITE
from goanalyze.vocabulary.ticks import tell

_WALLS: Final = {ConfirmMode.SAFE: Walls.SAFE, ConfirmMode.EYES: Walls.EYES}


def confirm_chunk(
    replays: Replays, statuses: Statuses, mode: ConfirmMode, estimated: tuple[NDArray[np.int64], Estimates] | None
) -> None:
    """Confirm the doubtful chains of a chunk, and write the result to its statuses.

    Args:
        replays: the chunk, replayed.
        statuses: the statuses so far, which are changed.
        mode: kind of the walls.
        estimated: numbers of the estimated games, and their estimates.
    """
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
        tell(ESTIMATE_SHARE + (1 - ESTIMATE_SHARE) * number / len(games))
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
