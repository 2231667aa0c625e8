"""Chains in doubt at the end of games, confirmed by playing article 7 out; what that changes, and what it does not.

Asked are the chains that the estimate is not sure of, of games that two passes end. A verdict holds under rulesets that
judge by article 7 and nowhere else: a chain that lives since a ko may be taken back only after a pass for it can die by
a threat where no such pass is, and none is known to the others. What players marked or the user gave stands as it is;
where marks contradict a verdict, `goanalyze.detectors.results` says so. Nothing is searched here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.labels import LabeledBoards
from goanalyze.core.position import Position
from goanalyze.life.article7.confirm import confirm
from goanalyze.life.article7.verdicts import ChainStatus
from goanalyze.life.choices import ConfirmMode, Fate, Proof, Ruled, StatusSource
from goanalyze.life.estimate.chain_status import determine_chain_statuses
from goanalyze.life.estimate.estimate import DEAD_BELOW, NEAR, Estimates, estimate
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.life.statuses import ESTIMATED, AskedChain, Statuses
from goanalyze.replay.arrays import Replays
from goanalyze.replay.replay import to_move
from goanalyze.vocabulary.points import EMPTY, WHITE
from goanalyze.vocabulary.ticks import tell

BUDGET: Final = 20_000
"""Positions that one question may look at in a batch."""
SURE: Final = 0.9
"""A chain is in doubt if the estimate gives life and death chances that are less apart than this, or if only its
neighbours' fate makes it what it is called."""


def confirm_chunk(
    replays: Replays, statuses: Statuses, mode: ConfirmMode, estimated: tuple[NDArray[np.int64], Estimates] | None
) -> None:
    """Confirm the chains in doubt of a chunk of games that two passes end; write what came of it down in `statuses`.

    Args:
        replays: the chunk, played out.
        statuses: what is known of it so far.
        mode: which walls are trusted.
        estimated: the games that were estimated, and the estimates.
    """
    passed = (replays.fact("end_run") >= 2) & (replays.width > 0) & (replays.fact("no_liberty_point") < 0)
    if estimated is not None:
        games, found = estimated
        boards, place = replays.finals.take(games)
        verdicts = _asked(replays, statuses, mode, games, found, passed)
        if verdicts.any():
            statuses.confirmed[place] = _consistent(statuses, boards, place, verdicts)
            if mode is ConfirmMode.SAFE:
                proven = _are_proven(boards, verdicts, statuses.confirmed[place])
                guessed = games[proven][statuses.source[games[proven]] == StatusSource.ESTIMATED.index]
                statuses.source[guessed] = StatusSource.CONFIRMED.index
    marked = np.flatnonzero(passed & (statuses.source == StatusSource.MARKUP.index))
    if len(marked):
        boards, _ = replays.finals.take(marked)
        _asked(replays, statuses, mode, marked, estimate(boards, to_move(replays)[marked]), passed)


def _asked(
    replays: Replays, statuses: Statuses, mode: ConfirmMode, games: NDArray[np.int64], found: Estimates,
    passed: NDArray[np.bool_],
) -> NDArray[np.uint8]:  # fmt: skip
    """Ask about the chains in doubt of some games, and about those of which only a ruling says what they are.

    Where rulings and proofs decide a game, nothing is in doubt.

    Returns:
        uint8[points of these games], index of a `Ruled`: the verdicts that an estimate gives way to.
    """
    boards, place = replays.finals.take(games)
    said = np.zeros(len(place), dtype=np.uint8)
    statuses.asked[games] = passed[games]
    turned = (found.dead == 1) != (found.shares < DEAD_BELOW)
    ruled = (found.ruled > 0) & ~np.repeat(found.decided_by_rulings, np.diff(boards.start))
    doubted = ((np.abs(2 * found.shares - 1) < SURE) | turned | ruled) & (boards.stones != EMPTY)
    for number, game in enumerate(games.tolist()):
        tell(ESTIMATED + (1 - ESTIMATED) * number / len(games))
        span = slice(*boards.start[number : number + 2].tolist())
        if not passed[game] or not doubted[span].any():
            continue
        dead = statuses.dead[place[span]]
        is_marked = bool(statuses.source[game] == StatusSource.MARKUP.index)
        position = Position(int(boards.width[number]), int(boards.height[number]), boards.stones[span])
        estimates = found.one(number, boards.start)
        for status in _confirmed(position, doubted[span], mode, estimates):
            first, points = status.points[0], np.array(status.points)
            guess, share = bool((estimates.dead if is_marked else dead)[first]), float(estimates.shares[first])
            marked_dead = bool(dead[first]) if is_marked else None
            statuses.chains.append(AskedChain(game, status, share, guess, marked_dead))
            if _counts(status, mode):
                verdict = Ruled.ALIVE if status.fate is Fate.ALIVE else Ruled.DEAD
                said[span.start + points] = verdict.index
    return said


def _confirmed(
    position: Position, doubted: NDArray[np.bool_], mode: ConfirmMode, estimates: Estimates
) -> Iterator[ChainStatus]:
    """Yield what is confirmed of the chains of a position that are in doubt."""
    asked = sorted(min(chain) for chain in ChainBoard.of(position).chains() if doubted[min(chain)])
    yield from confirm(position, asked, walls=mode.value, budget=BUDGET, estimates=estimates).chains


def _counts(status: ChainStatus, mode: ConfirmMode) -> bool:
    """Return whether an estimate gives way to a verdict.

    Article 7 says what a referee would rule at the stop; players also count on moves that they never recorded. So where
    walls are not proven, a chain that its owner could still save is left as it is estimated.
    """
    if mode is ConfirmMode.EYES and status.fate is Fate.DEAD:
        return status.unsettled is False
    return status.fate is not Fate.UNKNOWN


def _consistent(
    statuses: Statuses, boards: LabeledBoards, place: NDArray[np.int64], verdicts: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Return verdicts with what follows from them for other chains, so that areas stay consistent.

    As in an estimate, the chain of least certain fate changes its status where dead stones share an area with living
    ones of their colour. A game in which that would overturn a verdict, or a chain that is not in doubt, stays as it
    was estimated.
    """
    game = np.repeat(np.arange(len(boards.width)), np.diff(boards.start))

    def some(points: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the points of the games that have such a point."""
        of_game: NDArray[np.bool_] = np.bincount(game[points], minlength=len(boards.width)) > 0
        return of_game[game]

    dead, shares = statuses.dead_as(rulings=True)[place] == 1, statuses.shares[place]
    told, told_dead = verdicts > 0, verdicts == Ruled.DEAD.index
    touched = some(told & (told_dead != dead))
    lives = np.where(dead, np.minimum(shares, 0.5 - NEAR), np.maximum(shares, 0.5 + NEAR))
    lives = np.where(told, ~told_dead, lives).astype(np.float32)
    width = np.where(touched[np.minimum(boards.start[:-1], len(touched) - 1)], boards.width, 0).astype(np.int16)
    black = np.where(boards.stones == WHITE, 1 - lives, lives)
    off = determine_chain_statuses(boards._replace(width=width), black, 0.5).dead == 1
    follows = touched & (off != dead)
    overturned = touched & told & (off != told_dead)
    overturned |= follows & ~told & (np.abs(2 * shares - 1) >= SURE)
    found = np.where(follows, np.where(off, Ruled.DEAD.index, Ruled.ALIVE.index), verdicts)
    return np.where(some(overturned), 0, found).astype(np.uint8)


def _are_proven(boards: LabeledBoards, verdicts: NDArray[np.uint8], confirmed: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the games whose every chain is settled or has a verdict, none of them for want of another's."""
    settled = prove_statuses(boards)[0] != Proof.UNKNOWN.index
    open_ = (boards.stones != EMPTY) & ~settled & (verdicts == 0)
    game = np.repeat(np.arange(len(boards.width)), np.diff(boards.start))

    def games_with(points: NDArray[np.bool_]) -> NDArray[np.bool_]:
        with_: NDArray[np.bool_] = np.bincount(game[points], minlength=len(boards.width)) > 0
        return with_

    return np.flatnonzero(games_with(verdicts > 0) & ~games_with(open_ | (verdicts != confirmed)))
