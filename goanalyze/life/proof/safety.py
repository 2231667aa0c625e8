"""Safe chains (Benson 1976, Müller 1997), the territory that they secure, dead stones and dame: proofs, no guess."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.labels import LabeledBoards
from goanalyze.kernels.library import kernels
from goanalyze.life.estimate.calibration import REPLY_POSITIONS, SMALL_REGION
from goanalyze.points import EMPTY

LARGE_REGION: Final = 62
"""Points of the largest region within which the owner can reply: a mask of `local_replies.hpp` has two more bits."""
MAX_POSITIONS: Final = 4_000
"""Positions of a region that a search can look at: more than one of `SMALL_REGION` points has."""


class ProvenStatuses(NamedTuple):
    """The proven statuses of a chunk of positions.

    Attributes:
        proof: uint8[points], index of a `goanalyze.life.choices.Proof`.
        owner: uint8[points], proven owner of each point; of the point under a dead stone, its captor; 0 if unknown.
        is_proven: bool[games], True if no point is unknown.
        locally_proven: bool[points], True if the proof needs replies within regions, which the networks have not
            learnt.
    """

    proof: NDArray[np.uint8]
    owner: NDArray[np.uint8]
    is_proven: NDArray[np.bool_]
    locally_proven: NDArray[np.bool_]


def prove_statuses(
    boards: LabeledBoards,
    *,
    has_replies: bool = True,
    has_large_regions: bool = False,
    excluded: NDArray[np.bool_] | None = None,
    positions: int = REPLY_POSITIONS,
) -> ProvenStatuses:
    """Prove the statuses of every position of a chunk, as far as possible.

    1. Blocks of chains are safe if they have, with other such blocks, two vital regions each: regions without stones of
       their colour that only such blocks border, each of whose points the block touches, and one is empty.
    2. Chains that share two liberties are one block: if the opponent plays on one, the owner connects on the other.
       Each liberty serves one link, and no link costs an eye. Without `has_replies` each chain is a block of its own.
    3. With `has_replies` the owner also answers moves in small regions. A search of such a region proves that this
       keeps the blocks around it together, and how many eyes it makes there (`local_replies.hpp`).
    4. An area that safe blocks of a colour enclose, with or without other stones of that colour, belongs to that colour
       unless the opponent has room for two eyes: two points that are not adjacent to each other and touch no safe
       stone. The opponent's stones there are dead. Regions that the owner cannot clear by replies are left out.
    5. An empty point adjacent to safe stones of both colours is dame.

    Territory with room for two eyes, ko, and life that needs more replies are unknown.

    A proof is valid under every ruleset; `safety.hpp` has the reasons, and `tests/life/test_safety_search.py` plays out
    small boards. Nothing is counted: the territory of a group in seki is a matter of the ruleset.

    Args:
        boards: the positions.
        has_replies: True if the owner replies to the opponent's moves. Without replies, safe chains are pass-alive.
        has_large_regions: True if the owner also replies within regions of more than `SMALL_REGION` points. This proves
            a little more (30.1% of KGS 2003's chains instead of 26.9%) and takes six times as long.
        excluded: bool[points], True for points that prove nothing, with any stone and any play on them: no eye, link or
            reply of either colour lies there, and they stay unknown. Proven stones live without them. Default: none.
        positions: the most positions of a region that a search looks at, up to `MAX_POSITIONS`.

    Raises:
        BoardError: boards beyond the limits.

    Rule: D. B. Benson, Life in the game of Go, 1976 (step 1, where suicide is forbidden); M. Müller, Playing it safe,
    1997 (steps 2 and 3).
    """
    points, games = len(boards.stones), len(boards.width)
    if excluded is None:
        excluded = np.zeros(points, dtype=np.bool_)
    else:
        excluded_stones = np.where(excluded, np.uint8(EMPTY), boards.stones)
        boards = LabeledBoards.of(boards.boards._replace(stones=excluded_stones))
    statuses = ProvenStatuses(
        np.zeros(points, dtype=np.uint8),
        np.zeros(points, dtype=np.uint8),
        np.zeros(games, dtype=np.bool_),
        np.zeros(points, dtype=np.bool_),
    )
    largest_region = (LARGE_REGION if has_large_regions else SMALL_REGION) if has_replies else 0
    kernels.prove_statuses(boards.checked(excluded), largest_region, positions, excluded, statuses)
    return statuses
