"""Dead stones of finished positions, estimated: played out, and shown to networks that know how such games end.

What is proven (`proof`) stands. The rest is judged in a cascade, each position as far down as it needs:

1. A small network looks at the board alone. What it is certain of (`chain_status`) is open no longer.
2. What is open is played out a few times. Where these playouts and the network, which know nothing of each other, call
   the same stones dead, and the network is sure enough of all of them together, that is the answer. The surer the
   network, the fewer are enough; as soon as those that are left could not change the answer, they are left out.
3. Otherwise what is open is played out more often, and a larger network looks at the board and at who ended up owning
   what.

An opinion becomes a status per chain, a set of dead stones, and how likely all of that is (`chain_status`). The small
network was measured on boards of 19×19, and is asked about no others: there all that is not proven is open. An estimate
is a guess with a known rate of error, never a proof, and does not know what players agreed to. Nothing is counted here.
Shapes that a ruling decides (`rulings`) are decided by it, whatever others say.

Areas are kept consistent: once the dead stones are off, none of them may lie in an area that living stones of their own
colour border; the chain there whose fate is least certain changes its status until that holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.labels import LabeledBoards
from goanalyze.life.choices import Proof, Ruled
from goanalyze.life.estimate.chain_status import ChainStatuses, determine_chain_statuses
from goanalyze.life.estimate.network import NetworkInputs, death_probability_from_board, death_probability_with_playouts
from goanalyze.life.estimate.playouts import play_chunk
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.life.proof.rulings import Ruling, find_rulings
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

FEW: Final = 8
"""Playouts of what is open."""
MORE: Final = 40
"""Playouts after those, where these do not settle it."""
SURE: Final = 0.3
"""How likely all statuses together must be by the small network for it to decide.

Tuned on kgs-2003, kgs-2006 and tygem-2009-12: of the 5,305 of their games that it decides it gives 10 the recorded
result that 80 playouts and two larger networks miss, and misses 3 that they give.
"""
ENOUGH: Final = 3.5
"""Logarithm of the odds at which network and playouts together are sure enough to leave out the rest of the `FEW`.

Each playout by which the claimed sides lead makes the odds of the network e times as high: one is enough from 0.925 on,
five are at 0.3. Of 3, 3.2 and 3.5 the highest is the first with which each of nine archives (12,394 games with a
recorded count) has as many exact as when only the playouts that could change nothing were left out.
"""
CALIBRATED: Final = 19
"""Sides of the boards on which it may."""
DEAD_BELOW: Final = 0.5
"""A chain is dead if its own side holds less than this share of its points; tuned on kgs-2003 and kgs-2006.

`playouts` goes by half, too, when it leaves playouts out."""
NEAR: Final = 0.01
"""Distance from `DEAD_BELOW` that is left of a probability where the status of a chain is the other one."""

# How often the set gave the recorded result, by how likely all statuses are together, on the games of kgs-2003,
# kgs-2006 and tygem-2009-12: of those that the larger network judges, where playouts alone say the same (725 games) and
# where they do not (79), and of those that the small one decides (5,305). Of the fifth that no network was trained on,
# sets that the small one decides are right as often (95.8% and 95.7%), those of the 725 less often (87.5% and 91.6%).
_AGREED: Final = ((0.0, 0.5, 0.7, 0.85, 1.0), (0.60, 0.78, 0.87, 0.92, 0.935))
_OTHERWISE: Final = ((0.0, 0.5, 1.0), (0.55, 0.67, 0.80))
_STILL: Final = ((SURE, 0.5, 0.8, 0.95, 1.0), (0.82, 0.90, 0.925, 0.96, 0.977))
# Of playouts alone, by how clear the least clear chain is.
_CLEARNESS: Final = (0.0, 0.05, 0.12, 0.5, 1.0)
_RIGHT_PLAYED: Final = (0.48, 0.75, 0.90, 0.945, 0.955)
# At most, where areas had to be made consistent: 62% of 68 games were right (50–72), by playouts alone 35% of 109.
_RECONCILED: Final = 0.45
_RECONCILED_PLAYED: Final = 0.35
_WHOSE: Final = np.array([0.5, *(float(color == BLACK) for color in (BLACK, WHITE))], dtype=np.float32)  # by color
SETTLED_CONFIDENCE: Final = 0.998
"""Of positions that are proven altogether; all of the few that real archives have agree with their markup."""


@dataclass(frozen=True, slots=True)
class Estimates:
    """What is estimated of a chunk of positions; points are laid out as their boards.

    Attributes:
        ownership: float32[points], share of the playouts that ended with the point Black's; where the small network
            decided, whose area it is once the dead stones are off.
        stays: float32[points], share of the playouts that ended with the point's stone where it was; likewise.
        shares: float32[points], for each stone how likely it lives; 1 for empty points. From playouts alone: how much
            of its chain its own side held.
        dead: uint8[points], 1 where a stone is dead.
        ruled: uint8[points], index of a `Ruled`: what rulings on shapes call a stone.
        rulings: the shapes.
        decided: bool[games], whether everything is proven: then nothing is estimated.
        decided_by_rulings: bool[games], whether everything is that no ruling decides.
        confidence: float32[games], how sure the set of dead stones is.
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
        """Return what is estimated of chunks, `parts`, one after the other, as of one chunk."""
        first = np.cumsum([0, *(len(part.decided) for part in parts)]).tolist()
        rulings = [
            replace(ruling, game=ruling.game + before)
            for part, before in zip(parts, first, strict=False)
            for ruling in part.rulings
        ]
        names = [each.name for each in fields(cls)]
        joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names if name != "rulings"}
        return cls(**joined, rulings=rulings)

    def one(self, game: int, start: NDArray[np.int64]) -> Estimates:
        """Return what is estimated of one game, as of a chunk of it alone; `start` as of the boards."""
        span, at = slice(int(start[game]), int(start[game + 1])), slice(game, game + 1)
        return Estimates(
            self.ownership[span], self.stays[span], self.shares[span], self.dead[span], self.ruled[span],
            [replace(ruling, game=0) for ruling in self.rulings if ruling.game == game],
            self.decided[at], self.decided_by_rulings[at], self.confidence[at],
        )  # fmt: skip

    def owners(self, boards: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return the owner of each point of `boards`, the positions that were estimated; see `point_owners`."""
        return point_owners(boards, self.dead, self.shares, self.ownership)


def point_owners(
    stones: NDArray[np.uint8], dead: NDArray[np.uint8], shares: NDArray[np.float32], ownership: NDArray[np.float32]
) -> NDArray[np.float64]:
    """Return the owner of each point, float64[points], from -1 (White) to 1 (Black).

    A stone belongs to its side as likely as it lives. Where areas had to be made consistent against that probability,
    it is just on the side that it is counted for.

    Args:
        stones: uint8[points], the positions.
        dead: uint8[points], 1 for dead stones.
        shares: float32[points], probability that the stone of each point lives.
        ownership: float32[points], probability that the point is Black's, for empty points.
    """
    likely = shares.astype(np.float64)
    likely = np.where(dead == 1, np.minimum(likely, DEAD_BELOW - NEAR), np.maximum(likely, DEAD_BELOW + NEAR))
    lives = 2.0 * likely - 1.0
    owned: NDArray[np.float64] = 2.0 * ownership.astype(np.float64) - 1.0
    return np.where(stones == EMPTY, owned, np.where(stones == BLACK, lives, -lives))


def play_out(
    boards: LabeledBoards,
    to_move: NDArray[np.uint8] | None = None,
    *,
    seed: int = 1,
    rounds: int = FEW + MORE,
) -> Estimates:
    """Estimate the dead stones of every position from `rounds` playouts alone; arguments as of `estimate`."""
    width = boards.width
    turn = np.full(len(width), BLACK, dtype=np.uint8) if to_move is None else to_move
    ownership, stays, _ = play_chunk(boards, turn, np.zeros_like(boards.stones), seed, rounds)
    found = determine_chain_statuses(boards, ownership, DEAD_BELOW)
    clear = np.where(boards.stones == EMPTY, 1.0, np.abs(2.0 * found.shares - 1.0))
    confidence = np.interp(_least(clear, boards), _CLEARNESS, _RIGHT_PLAYED) * (width > 0)
    confidence = np.where(found.flipped > 0, np.minimum(confidence, _RECONCILED_PLAYED), confidence)
    ruled, nothing = np.zeros_like(found.dead), np.zeros(len(width), dtype=np.bool_)
    return Estimates(
        ownership, stays, found.shares, found.dead, ruled, (), nothing, nothing, confidence.astype(np.float32)
    )


def estimate(
    boards: LabeledBoards, to_move: NDArray[np.uint8] | None = None, *, seed: int = 1, stages: bool = True
) -> Estimates:
    """Estimate the dead stones of every position of a chunk.

    What is proven stands; a position that is settled altogether is not played out. The same position gets the same
    answer for the same seed, whatever else is in the chunk.

    Args:
        boards: final positions; where there is no board nothing is dead, and the confidence is 0.
        to_move: whose turn it is; playouts begin with that side and with the other in turn. Black if not given.
        seed: of the random numbers.
        stages: whether the small network is asked; otherwise all that is not proven is played out, and the larger
            network judges it.

    Raises:
        ValueError: boards beyond the limits.

    Example:
        >>> from goanalyze.core.position import Position
        >>> position = Position.from_rows([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.OX"])
        >>> np.flatnonzero(estimate(position.to_arrays()).dead).tolist()
        [24]
    """
    turn = np.full(len(boards.width), BLACK, dtype=np.uint8) if to_move is None else to_move
    proofs, sides, decided, late = prove_statuses(boards)
    # The networks have learnt from boards of which less was proven; what is proven since has the last word.
    early, owners = np.where(late, np.uint8(0), proofs), np.where(late, np.uint8(0), sides)
    judged = _judge_in_stages(boards, turn, early, owners, ~decided & (boards.width > 0), seed, stages)
    found = judged.found
    rulings = find_rulings(_only(boards, ~decided), proofs, found.dead, found.shares)
    ruled, fixed, by_rulings = _read_rulings(rulings, boards, proofs)
    proven_dead = proofs == Proof.DEAD.index
    refuted = _least(~late | (proven_dead == found.dead), boards) == 0
    at = late & np.repeat(refuted, np.diff(boards.start)) & (boards.stones > 0)
    fixed[at] = ~proven_dead[at]
    if rulings or refuted.any():
        found = _judge(_only(boards, ~decided), np.where(np.isnan(fixed), judged.odds, 1.0 - fixed))
    known = np.repeat(decided, np.diff(boards.start)) | late
    agreed = decided | (
        _least((judged.played == np.where(known, proven_dead, found.dead)) | ~np.isnan(fixed), boards) > 0
    )
    confidence = np.where(decided | by_rulings, SETTLED_CONFIDENCE, _confidence(found, judged.further, agreed))
    ownership = np.where(known & (sides > 0), sides == BLACK, judged.ownership).astype(np.float32)
    stays = np.where(known & (proofs == Proof.ALIVE.index), 1, judged.stays).astype(np.float32)
    return Estimates(
        ownership, stays,
        np.where(known, ~proven_dead, found.shares).astype(np.float32),
        np.where(known, proven_dead, found.dead).astype(np.uint8),
        ruled, rulings, decided, by_rulings,
        (confidence * (boards.width > 0)).astype(np.float32),
    )  # fmt: skip


class _Judged(NamedTuple):
    """What the stages of the cascade say of a chunk.

    Attributes:
        odds: float32[points], how likely the stone of each point is dead.
        found: what becomes of the chains by that.
        played: uint8[points], 1 where a stone is dead by the playouts; where none were made, as found.
        ownership: float32[points], as of `Estimates`; where no playouts were made, by what was found.
        stays: float32[points], likewise.
        further: bool[games], whether it came to the last stage.
    """

    odds: NDArray[np.float32]
    found: ChainStatuses
    played: NDArray[np.uint8]
    ownership: NDArray[np.float32]
    stays: NDArray[np.float32]
    further: NDArray[np.bool_]


def _judge_in_stages(
    boards: LabeledBoards,
    turn: NDArray[np.uint8],
    proofs: NDArray[np.uint8],
    owners: NDArray[np.uint8],
    open_: NDArray[np.bool_],
    seed: int,
    stages: bool,
) -> _Judged:
    """Judge the positions that are `open_` in stages, from what is proven of them, and whose points that makes."""
    points = np.diff(boards.start)
    seen = open_ & stages & (boards.width == CALIBRATED) & (boards.height == CALIBRATED)
    some = _only(boards, seen)
    odds = _with_proofs(death_probability_from_board(some, turn, proofs, owners), proofs)
    found = _judge(some, odds)
    held = np.where(owners > 0, owners, found.certain_owner)
    sure = seen & (found.joint_probability >= SURE) & (found.flipped == 0)
    asked = np.repeat(sure, points) & (boards.stones != EMPTY)
    claimed = np.where(found.dead, BLACK + WHITE - boards.stones, boards.stones) * asked
    leads = _leads(found.joint_probability)
    ownership, stays, clear = play_chunk(_only(boards, open_), turn, held, seed, FEW, claimed, leads)
    played = determine_chain_statuses(_only(boards, open_ & ~clear), ownership, DEAD_BELOW).dead
    still = np.repeat(clear, points)
    played = np.where(still, found.dead, played)
    ownership = np.where(still, _WHOSE[found.owners], ownership)
    stays = np.where(still, 1 - found.dead, stays).astype(np.float32)
    further = open_ & ~(sure & (_least(found.dead == played, boards) > 0))
    if further.any():
        some, at = _only(boards, further), np.repeat(further, points)
        owned, stood, _ = play_chunk(some, turn, held, seed + 1, MORE)
        ownership = np.where(at, (FEW * ownership + MORE * owned) / np.float32(FEW + MORE), ownership)
        stays = np.where(at, (FEW * stays + MORE * stood) / np.float32(FEW + MORE), stays)
        played = np.where(at, determine_chain_statuses(some, ownership, DEAD_BELOW).dead, played)
        inputs = NetworkInputs(turn, ownership, stays, proofs, owners)
        odds = np.where(at, _with_proofs(death_probability_with_playouts(some, inputs), proofs), odds)
        found = found.with_games_replaced(_judge(some, odds), further, at)
    return _Judged(odds, found, played, ownership, stays, further)


def _leads(likely: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return by how many playouts sides must lead on their points, by how likely the network is right."""
    sure = np.clip(likely.astype(np.float64), SURE, 0.99)  # from there on one does
    return np.maximum(np.ceil(ENOUGH - np.log(sure / (1.0 - sure))), 1.0).astype(np.int64)


def _confidence(found: ChainStatuses, further: NDArray[np.bool_], agreed: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return how sure sets of dead stones are; `further`, as of `_Judged`; whether playouts `agreed`."""
    alike, unlike, still = (np.interp(found.joint_probability, *table) for table in (_AGREED, _OTHERWISE, _STILL))
    confidence = np.where(further, np.where(agreed, alike, unlike), still)
    return np.where(found.flipped > 0, np.minimum(confidence, _RECONCILED), confidence)


def _with_proofs(odds: NDArray[np.float32], proofs: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return how likely the stone of each point is dead, with what is proven of it."""
    np.putmask(odds, proofs == Proof.ALIVE.index, 0.0)
    np.putmask(odds, proofs == Proof.DEAD.index, 1.0)
    return odds


def _judge(boards: LabeledBoards, odds: NDArray[np.float32]) -> ChainStatuses:
    """Return what becomes of the chains, from how likely the stone of each point is dead."""
    black = np.where(boards.stones == WHITE, odds, 1.0 - odds).astype(np.float32)
    return determine_chain_statuses(boards, black, DEAD_BELOW)


def _only(boards: LabeledBoards, games: NDArray[np.bool_]) -> LabeledBoards:
    """Return the boards of some games; the others are passed over."""
    return boards._replace(width=np.where(games, boards.width, 0).astype(np.int16))


def _read_rulings(
    rulings: Sequence[Ruling], boards: LabeledBoards, proofs: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_]]:
    """Return what rulings say of a chunk.

    Returns:
        (uint8[points] index of a `Ruled`; float32[points] 1 where a stone lives and 0 where it is dead whatever
        ruleset, NaN where no ruling says so; bool[games] whether rulings decide all that is not proven).
    """
    ruled = np.zeros(len(proofs), dtype=np.uint8)
    fixed = np.full(len(proofs), np.nan, dtype=np.float32)
    whole = np.zeros(len(boards.width), dtype=np.bool_)
    known = proofs != Proof.UNKNOWN.index
    for ruling in rulings:
        start = int(boards.start[ruling.game])
        ruled[start + np.array(list(ruling.stones))] = Ruled.ALIVE.index
        ruled[start + np.array(list(ruling.dead), dtype=np.int64)] = Ruled.DEAD.index
        if ruling.played_dead is not None:
            known[start + np.array(list(ruling.region))] = True
            fixed[start + np.array(list(ruling.stones))] = 1.0
            fixed[start + np.array(list(ruling.played_dead), dtype=np.int64)] = 0.0
        whole[ruling.game] = known[start : boards.start[ruling.game + 1]].all()
    return ruled, fixed, whole


def _least(values: NDArray[np.float64] | NDArray[np.bool_], boards: LabeledBoards) -> NDArray[np.float64]:
    """Return the least value of each game's points, 1 where there is no board."""
    least = np.ones(len(boards.width))
    played = np.flatnonzero(boards.width > 0)
    if len(played):
        least[played] = np.minimum.reduceat(values, boards.start[:-1][played])
    return least
