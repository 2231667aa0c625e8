"""The cascade of estimates, stated readably: networks, playouts and statuses of a chunk, one stage after the other."""

from __future__ import annotations

import math

import numpy as np

from goanalyze import BLACK, WHITE
from goanalyze.core.labels import Boards, LabeledBoards
from goanalyze.life.choices import Proof
from goanalyze.life.estimate.calibration import DECIDED_FROM, ENOUGH_LOG_ODDS, FEW_PLAYOUTS, MORE_PLAYOUTS, NETWORK_SIDE
from goanalyze.life.estimate.estimate import EstimateInputs, Judgments
from goanalyze.life.estimate.network import NetworkInputs, judge_chunk, playout_network, small_network
from goanalyze.life.estimate.playouts import ChainStatuses, determine_chain_statuses, play_chunk
from goanalyze.points import EMPTY


def lead(probability: float) -> int:
    """Return the number of playouts by which the claimed sides must lead, for a joint probability of the network."""
    sure = min(max(probability, DECIDED_FROM), 0.99)
    return max(math.ceil(ENOUGH_LOG_ODDS - math.log(sure / (1 - sure))), 1)


def cascade(boards: LabeledBoards, inputs: EstimateInputs, seed: int) -> Judgments:
    """Judge each position of a chunk."""
    games = [_judge(boards, inputs, seed, game) for game in range(len(boards.width))]
    return Judgments(*(np.concatenate(values) for values in zip(*games, strict=True)))


def _judge(boards: LabeledBoards, inputs: EstimateInputs, seed: int, game: int) -> Judgments:
    """Judge one position."""
    points = slice(*boards.start[game : game + 2].tolist())
    stones, to_move = boards.stones[points], inputs.to_move[[game]]
    proofs, owners = inputs.proofs[points], inputs.owners[points]
    result = Judgments.unknown(len(stones), 1)
    if not boards.width[game]:
        return result
    sizes = boards.width[[game]], boards.height[[game]]
    board = LabeledBoards.of(Boards(stones, np.array([0, len(stones)]), *sizes))

    def network(weights: object, ownership: np.ndarray, stays: np.ndarray) -> tuple[np.ndarray, ChainStatuses]:
        death = judge_chunk(board, NetworkInputs(to_move, ownership, stays, proofs, owners), weights)
        death[proofs == Proof.ALIVE.index], death[proofs == Proof.DEAD.index] = 0, 1
        black = np.where(stones == WHITE, death, 1 - death).astype(np.float32)
        return death, determine_chain_statuses(board, black, 0.5)

    death, is_sure = result.death_probability, False
    statuses = determine_chain_statuses(board.only(np.array([False])), death, 0.5)
    if board.width[0] == board.height[0] == NETWORK_SIDE:
        death, statuses = network(small_network(), result.ownership, result.stays)
        is_sure = statuses.joint_probability[0] >= np.float32(DECIDED_FROM) and statuses.flipped[0] == 0
    certain = np.where(owners > 0, owners, statuses.certain_owner)
    claims = np.where(stones == EMPTY, EMPTY, np.where(statuses.dead, BLACK + WHITE - stones, stones)) * is_sure
    enough = np.array([lead(float(statuses.joint_probability[0]))])
    ownership, stays, is_clear = play_chunk(
        board, to_move, certain, seed, FEW_PLAYOUTS, claims.astype(np.uint8), enough
    )
    if is_clear[0]:
        played = statuses.dead
        ownership = np.array([0.5, 1, 0], dtype=np.float32)[statuses.owners]
        stays = (1 - statuses.dead).astype(np.float32)
    else:
        played = determine_chain_statuses(board, ownership, 0.5).dead
    is_open = not (is_sure and (played == statuses.dead).all())
    if is_open:
        more, remaining, _ = play_chunk(board, to_move, certain, seed + 1, MORE_PLAYOUTS)
        all_playouts = np.float32(FEW_PLAYOUTS + MORE_PLAYOUTS)
        ownership = (FEW_PLAYOUTS * ownership + MORE_PLAYOUTS * more) / all_playouts
        stays = (FEW_PLAYOUTS * stays + MORE_PLAYOUTS * remaining) / all_playouts
        played = determine_chain_statuses(board, ownership, 0.5).dead
        death, statuses = network(playout_network(), ownership, stays)
    return Judgments(death, *statuses, played, ownership, stays, np.array([is_open]))
