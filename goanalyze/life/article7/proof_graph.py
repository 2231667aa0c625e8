"""The proof graph of a search region and the question about it, as the kernels take them.

Sets of points are masks: bit k is the k-th point of the region.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

_EDGES_PER_NODE: Final = 12
"""Moves of a node on average, with the many nodes that are never expanded."""
_MIN_EDGES: Final = 256
_KO_STONES: Final = 2
"""Column of `ProofGraph.masks` with the stones that took a ko."""


class SearchQuestion(NamedTuple):
    """A question about one search region.

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
