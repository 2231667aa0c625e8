"""Estimates of the dead stones of finished positions, by playouts and by networks that know how such games end.

Proofs (`goanalyze.life.proof.safety`) remain in force. The other positions go through a cascade:

1. A small network judges the board alone. Stones and areas of which it is certain are left out of the playouts.
2. The open part is played out a few times. The estimate is complete if these playouts call the same stones dead as the
   network, and if the network is sure enough of all of them together. The surer the network, the fewer playouts are
   enough, and playouts end early if the remaining ones cannot change the answer.
3. Otherwise more playouts follow, and a larger network judges the board and the results of the playouts.

The small network was measured on boards of 19×19. On other boards all that is not proven is played out, and goes on to
the larger network. Probabilities become a status for each chain (`goanalyze.life.estimate.playouts`): once the dead
stones are removed, no area contains a dead stone and is adjacent to living stones of its side. Shapes that a ruling
decides (`goanalyze.life.proof.rulings`) have the status of the ruling.

An estimate is a guess with a known error rate. It proves nothing, and knows no agreement of the players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.labels import LabeledBoards
from goanalyze.errors import BoardError
from goanalyze.kernels.library import kernels
from goanalyze.life.choices import Proof, RulingStatus
from goanalyze.life.estimate.calibration import (
    AGREED_RATES,
    CERTAIN_FROM,
    DEAD_BELOW,
    DECIDED_FROM,
    DISAGREED_RATES,
    ENOUGH_LOG_ODDS,
    FEW_PLAYOUTS,
    MORE_PLAYOUTS,
    MOST_RECONCILED,
    MOST_RECONCILED_PLAYOUTS,
    NETWORK_SIDE,
    PLAYOUT_RATES,
    PROVEN_CONFIDENCE,
    SMALL_NETWORK_RATES,
    STATUS_MARGIN,
)
from goanalyze.life.estimate.network import playout_network, small_network
from goanalyze.life.estimate.playouts import determine_chain_statuses, play_chunk
from goanalyze.life.proof.rulings import Ruling, find_rulings
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.points import BLACK, EMPTY, WHITE


@dataclass(frozen=True, slots=True)
class Estimates:
    """The estimates of a chunk of positions, in the layout of their boards.

    Attributes:
        ownership: float32[points], share of the playouts that ended with the point Black's. If the small network
            decided the position: 1 for Black's areas without the dead stones, 0 for White's, 0.5 for others.
        stays: float32[points], share of the playouts that ended with the point's stone in its place. If the small
            network decided the position: 0 under dead stones, 1 elsewhere.
        shares: float32[points], probability that the stone of each point lives; 1 for empty points. By playouts alone:
            share of its chain's points that its side owned.
        dead: uint8[points], 1 under dead stones.
        ruled: uint8[points], index of a `RulingStatus`: the status by a ruling on shapes.
        rulings: the shapes that rulings decide.
        decided: bool[games], True if everything is proven, so that nothing is estimated.
        decided_by_rulings: bool[games], True if rulings decide all that is not proven.
        confidence: float32[games], probability that the set of dead stones is right, 0–1.
    """

    ownership: NDArray[np.float32]
    stays: NDArray[np.float32]
    shares: NDArray[np.float32]
    dead: NDArray[np.uint8]
    ruled: NDArray[np.uint8]
    rulings: Sequence[Ruling]
    decided: NDArray[np.bool_]
    decided_by_rulings: NDArray[np.bool_]
    confidence: NDArray[np.float32]

    @classmethod
    def join(cls, parts: Sequence[Estimates]) -> Estimates:
        """Join the estimates of several chunks to those of one chunk."""
        first_games = np.cumsum([0, *(len(part.decided) for part in parts)]).tolist()
        rulings = [
            replace(ruling, game=ruling.game + first)
            for part, first in zip(parts, first_games, strict=False)
            for ruling in part.rulings
        ]
        names = [field.name for field in fields(cls) if field.name != "rulings"]
        return cls(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names}, rulings=rulings)

    def one(self, game: int, start: NDArray[np.int64]) -> Estimates:
        """Return the estimate of one game, as a chunk of its own.

        Args:
            game: number of the game.
            start: int64[games + 1], first point of each game, and the end.
        """
        span, index = slice(int(start[game]), int(start[game + 1])), slice(game, game + 1)
        return Estimates(
            self.ownership[span],
            self.stays[span],
            self.shares[span],
            self.dead[span],
            self.ruled[span],
            [replace(ruling, game=0) for ruling in self.rulings if ruling.game == game],
            self.decided[index],
            self.decided_by_rulings[index],
            self.confidence[index],
        )

    def owners(self, stones: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return the owner of each point, as `point_owners`.

        Args:
            stones: uint8[points], the positions that were estimated.
        """
        return point_owners(stones, self.dead, self.shares, self.ownership)


class EstimateInputs(NamedTuple):
    """The facts about the positions of a chunk from which they are estimated.

    Attributes:
        to_move: uint8[games], side to move.
        proofs: uint8[points], index of a `Proof`.
        owners: uint8[points], color for which the point is proven, or 0.
    """

    to_move: NDArray[np.uint8]
    proofs: NDArray[np.uint8]
    owners: NDArray[np.uint8]


class EstimateOptions(NamedTuple):
    """The thresholds of the cascade, with the defaults of `goanalyze.life.estimate.calibration`.

    Attributes:
        seed: seed of the random numbers.
        few_playouts: first playouts of each position.
        more_playouts: further playouts of a position that these do not decide.
        network_side: side of the boards that the small network judges; 0 for none.
        decided_from: joint probability of all statuses from which it can decide a position.
        enough_log_odds: logarithm of the odds at which it and the playouts together are sure enough.
        dead_below: share of its own points below which a chain is dead.
        certain_from: probability from which a status is certain.
    """

    seed: int
    few_playouts: int = FEW_PLAYOUTS
    more_playouts: int = MORE_PLAYOUTS
    network_side: int = NETWORK_SIDE
    decided_from: float = DECIDED_FROM
    enough_log_odds: float = ENOUGH_LOG_ODDS
    dead_below: float = DEAD_BELOW
    certain_from: float = CERTAIN_FROM


class Judgments(NamedTuple):
    """The judgments of the cascade about a chunk.

    Attributes:
        death_probability: float32[points], probability that the stone is dead.
        shares: float32[points], probability that the stone's chain lives; 1 without a stone.
        dead: uint8[points], 1 under dead stones.
        owners: uint8[points], color of living stones, and of areas that living stones of that color alone border.
        certain_owner: uint8[points], `owners` by the first network where all of that is certain.
        flipped: int32[games], number of chains with another status than their share says.
        joint_probability: float32[games], probability that all statuses are right.
        dead_in_playouts: uint8[points], 1 under stones that are dead by the playouts alone.
        ownership: float32[points], share of the playouts that ended with the point Black's, see `Estimates`.
        stays: float32[points], share of the playouts that ended with the point's stone in its place, see `Estimates`.
        is_open: bool[games], True if the first stage does not decide the position.
    """

    death_probability: NDArray[np.float32]
    shares: NDArray[np.float32]
    dead: NDArray[np.uint8]
    owners: NDArray[np.uint8]
    certain_owner: NDArray[np.uint8]
    flipped: NDArray[np.int32]
    joint_probability: NDArray[np.float32]
    dead_in_playouts: NDArray[np.uint8]
    ownership: NDArray[np.float32]
    stays: NDArray[np.float32]
    is_open: NDArray[np.bool_]

    @classmethod
    def unknown(cls, points: int, games: int) -> Self:
        """Return the judgments before any is made."""
        dead, owners, certain_owner, dead_in_playouts = np.zeros((4, points), dtype=np.uint8)
        death_probability, stays = np.zeros((2, points), dtype=np.float32)
        return cls(
            death_probability,
            np.ones(points, dtype=np.float32),
            dead,
            owners,
            certain_owner,
            np.zeros(games, dtype=np.int32),
            np.ones(games, dtype=np.float32),
            dead_in_playouts,
            np.full(points, 0.5, dtype=np.float32),
            stays,
            np.zeros(games, dtype=np.bool_),
        )


def point_owners(
    stones: NDArray[np.uint8], dead: NDArray[np.uint8], shares: NDArray[np.float32], ownership: NDArray[np.float32]
) -> NDArray[np.float64]:
    """Return the owner of each point, float64[points], from -1 (White) to 1 (Black).

    A stone belongs to its side with the probability that it lives. If consistency of areas gave it the other status, it
    is just on the side for which it is counted.

    Args:
        stones: uint8[points], the positions.
        dead: uint8[points], 1 for dead stones.
        shares: float32[points], probability that the stone of each point lives.
        ownership: float32[points], probability that the point is Black's, for empty points.
    """
    probability = shares.astype(np.float64)
    alive = np.maximum(probability, DEAD_BELOW + STATUS_MARGIN)
    owner = 2.0 * np.where(dead == 1, np.minimum(probability, DEAD_BELOW - STATUS_MARGIN), alive) - 1.0
    empty: NDArray[np.float64] = 2.0 * ownership.astype(np.float64) - 1.0
    return np.where(stones == EMPTY, empty, np.where(stones == BLACK, owner, -owner))


def play_out(
    boards: LabeledBoards,
    to_move: NDArray[np.uint8] | None = None,
    *,
    seed: int = 1,
    rounds: int = FEW_PLAYOUTS + MORE_PLAYOUTS,
) -> Estimates:
    """Estimate the dead stones of every position from playouts alone.

    Args:
        boards: final positions.
        to_move: uint8[games], side to move; Black if not given.
        seed: seed of the random numbers.
        rounds: playouts of each position.
    """
    ownership, stays, _ = play_chunk(boards, _sides(boards, to_move), np.zeros_like(boards.stones), seed, rounds)
    statuses = determine_chain_statuses(boards, ownership, DEAD_BELOW)
    clearness = np.where(boards.stones == EMPTY, 1.0, np.abs(2.0 * statuses.shares - 1.0))
    confidence = PLAYOUT_RATES.at(_least(clearness, boards)) * (boards.width > 0)
    confidence = np.where(statuses.flipped > 0, np.minimum(confidence, MOST_RECONCILED_PLAYOUTS), confidence)
    ruled, no_game = np.zeros_like(statuses.dead), np.zeros(len(boards.width), dtype=np.bool_)
    return Estimates(
        ownership, stays, statuses.shares, statuses.dead, ruled, (), no_game, no_game, confidence.astype(np.float32)
    )


def estimate(
    boards: LabeledBoards, to_move: NDArray[np.uint8] | None = None, *, seed: int = 1, stages: bool = True
) -> Estimates:
    """Estimate the dead stones of every position of a chunk.

    Proofs remain in force, and a position that is proven altogether is not played out. The same position has the same
    estimate for the same seed in every chunk.

    Args:
        boards: final positions. Games without a board have no dead stones and the confidence 0.
        to_move: uint8[games], side to move; Black if not given. Playouts begin with this side and the opponent in turn.
        seed: seed of the random numbers.
        stages: False if all that is not proven is played out, and the larger network judges it.
    """
    proofs, sides, is_proven, is_local = prove_statuses(boards)
    open_boards = boards.only(~is_proven)
    # The networks have learnt from boards without local proofs. These overrule them afterwards.
    inputs = EstimateInputs(_sides(boards, to_move), np.where(is_local, 0, proofs), np.where(is_local, 0, sides))
    options = EstimateOptions(seed) if stages else EstimateOptions(seed, network_side=0)
    judgments = run_cascade(open_boards, inputs, options)
    rulings = find_rulings(open_boards, proofs, judgments.dead, judgments.shares)
    ruled, alive, is_ruled = _read_rulings(rulings, boards, proofs)
    proven_dead = proofs == Proof.DEAD.index
    is_refuted = _least(~is_local | (proven_dead == judgments.dead), boards) == 0
    if rulings or is_refuted.any():
        overruled = is_local & (boards.stones > 0) & np.repeat(is_refuted, np.diff(boards.start))
        alive[overruled] = ~proven_dead[overruled]
        probability = np.where(np.isnan(alive), judgments.death_probability, 1 - alive)
        black = np.where(boards.stones == WHITE, probability, 1 - probability)
        statuses = determine_chain_statuses(open_boards, black, DEAD_BELOW)
        judgments = judgments._replace(**statuses._asdict())
    known = np.repeat(is_proven, np.diff(boards.start)) | is_local
    dead, shares = np.where(known, proven_dead, judgments.dead), np.where(known, ~proven_dead, judgments.shares)
    agrees = is_proven | (_least((judgments.dead_in_playouts == dead) | ~np.isnan(alive), boards) > 0)
    confidence = np.where(is_proven | is_ruled, PROVEN_CONFIDENCE, _confidence(judgments, agrees))
    ownership = np.where(known & (sides > 0), sides == BLACK, judgments.ownership)
    stays = np.where(known & (proofs == Proof.ALIVE.index), 1, judgments.stays)
    return Estimates(
        ownership.astype(np.float32),
        stays.astype(np.float32),
        shares.astype(np.float32),
        dead.astype(np.uint8),
        ruled,
        rulings,
        is_proven,
        is_ruled,
        (confidence * (boards.width > 0)).astype(np.float32),
    )


def run_cascade(boards: LabeledBoards, inputs: EstimateInputs, options: EstimateOptions) -> Judgments:
    """Judge every position of a chunk by the cascade of networks and playouts."""
    judgments = Judgments.unknown(len(boards.stones), len(boards.width))
    boards = boards.checked(*inputs[1:], of_games=[inputs.to_move])
    kernels.judge_at_first(boards, inputs, small_network(), options, judgments)
    kernels.judge_at_length(boards, inputs, playout_network(), options, judgments)
    return judgments


def _sides(boards: LabeledBoards, to_move: NDArray[np.uint8] | None) -> NDArray[np.uint8]:
    """Return the side to move in each game."""
    if to_move is None:
        return np.full(len(boards.width), BLACK, dtype=np.uint8)
    if not ((to_move == BLACK) | (to_move == WHITE)).all():
        raise BoardError("to_move contains an invalid side. Expected 1 (Black) or 2 (White).")
    return to_move


def _confidence(judgments: Judgments, agrees: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the probability that each set of dead stones is right; `agrees` is True if playouts give the same set."""
    probability, is_open = judgments.joint_probability, judgments.is_open
    confidence = np.where(agrees, AGREED_RATES.at(probability), DISAGREED_RATES.at(probability))
    confidence = np.where(is_open, confidence, SMALL_NETWORK_RATES.at(probability))
    return np.where(judgments.flipped > 0, np.minimum(confidence, MOST_RECONCILED), confidence)


def _read_rulings(
    rulings: Sequence[Ruling], boards: LabeledBoards, proofs: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_]]:
    """Return the statuses of stones by rulings.

    Returns:
        (uint8[points] index of a `RulingStatus`; float32[points] 1 for stones that live and 0 for stones that are dead
        under every ruleset, NaN for others; bool[games] True if rulings decide all that is not proven).
    """
    ruled = np.zeros(len(proofs), dtype=np.uint8)
    alive = np.full(len(proofs), np.nan, dtype=np.float32)
    is_ruled = np.zeros(len(boards.width), dtype=np.bool_)
    known = proofs != Proof.UNKNOWN.index
    for ruling in rulings:
        start = int(boards.start[ruling.game])
        ruled[start + np.array(list(ruling.stones))] = RulingStatus.ALIVE.index
        ruled[start + np.array(list(ruling.dead), dtype=np.int64)] = RulingStatus.DEAD.index
        if ruling.played_dead is not None:
            known[start + np.array(list(ruling.region))] = True
            alive[start + np.array(list(ruling.stones))] = 1.0
            alive[start + np.array(list(ruling.played_dead), dtype=np.int64)] = 0.0
        is_ruled[ruling.game] = known[start : boards.start[ruling.game + 1]].all()
    return ruled, alive, is_ruled


def _least(values: NDArray[np.float64] | NDArray[np.bool_], boards: LabeledBoards) -> NDArray[np.float64]:
    """Return the least value of each game's points, 1 without a board."""
    least = np.ones(len(boards.width))
    games = np.flatnonzero(boards.width > 0)
    if len(games):
        least[games] = np.minimum.reduceat(values, boards.start[:-1][games])
    return least
