"""What follows from a graph of positions as far as it is known, and where looking further is worth most.

Fixpoints over `goanalyze.life.graph_kernel.Graph`. Play may go on for ever: the owner of a chain has what he can keep
away from for ever, the attacker the clearing of points that he can clear again and again.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.life.graph_kernel import CAPTURED, DECIDED, EDGES, NODES, OLD, OPEN, PASSED, TURN, decide
from goanalyze.life.local_kernel import ATTACKER, OWNER
from goanalyze.life.masks_kernel import count
from goanalyze.vocabulary.kernels import njit, part

_FAR: Final = 1 << 12
_MOST_STOCK: Final = 128
"""Stones that an owner may lose more than he takes; who needs more of them in reserve loses them in a cycle."""


@njit(cache=True, nogil=True)
def keep_away(graph):
    """Give the owner every node from which he can keep away for ever from what could be the attacker's.

    Open nodes that are not expanded could be, and open nodes where the target is gone; what the attacker can force to
    reach one of them is found backwards. (What leads to nodes that he has is in `waiting`.)

    Returns:
        How many nodes the owner was given.
    """
    nodes, seen, stack = graph.tally[NODES], graph.seen, graph.stack
    before = graph.tally[DECIDED]
    among = graph.value[:nodes] == OPEN
    size = 0
    for node in range(nodes):
        seen[node] = graph.waiting[node]
        if among[node] and (graph.first[node] < 0 or graph.flags[node] & CAPTURED):
            seen[node] = 0
            stack[size] = node
            size += 1
    _force(graph, among, size)
    for node in range(nodes):
        if among[node] and graph.value[node] == OPEN and seen[node] > 0:
            decide(graph, node, OWNER)
    return graph.tally[DECIDED] - before


@part()
def _force(graph, among, size):
    """Set `seen` to 0 where the attacker forces to reach the nodes on the stack, by nodes of `among`.

    Before, `seen` has the number of moves that do not lead to what he has, and 0 for the nodes on the stack.
    """
    seen, stack = graph.seen, graph.stack
    while size:
        size -= 1
        edge = graph.head[stack[size]]
        while edge >= 0:
            above = graph.parent[edge]
            if among[above] and seen[above] > 0:
                seen[above] = seen[above] - 1 if graph.flags[above] & TURN else 0
                if seen[above] == 0:
                    stack[size] = above
                    size += 1
            edge = graph.following[edge]


@njit(cache=True, nogil=True)
def begin_clearing(graph, doubtful, inside, left):
    """Begin the game in which every point must be clear of new stones again and again (a generalised Büchi game).

    As long as there is a point that the owner can keep from being cleared (`keep_filled`), from some of the nodes that
    are `inside`, these nodes are his, and with them those from which he can force them. What stays is the attacker's.

    Args:
        graph: the graph.
        doubtful: the side that open nodes which are not expanded are given to; what the other side has is proven.
        inside: bool[nodes], written: the nodes that the attacker may still have.
        left: int16[nodes], written: edges of the attacker's nodes that do not lead out of them.
    """
    stack = graph.stack
    size = 0
    for node in range(graph.tally[NODES]):
        open_ = graph.value[node] == OPEN
        lost = open_ and graph.first[node] < 0 and doubtful == OWNER
        inside[node] = open_ and not lost
        left[node] = graph.waiting[node]
        if lost:
            stack[size] = node
            size += 1
    _remove(graph, inside, left, size)


@part()
def _remove(graph, inside, left, size):
    """Take from `inside` what the owner can force to reach the nodes on the stack."""
    stack = graph.stack
    while size:
        size -= 1
        edge = graph.head[stack[size]]
        while edge >= 0:
            above = graph.parent[edge]
            if inside[above] and graph.first[above] >= 0:
                if not graph.flags[above] & TURN:
                    left[above] -= 1
                if graph.flags[above] & TURN or left[above] == 0:
                    inside[above] = False
                    stack[size] = above
                    size += 1
            edge = graph.following[edge]


@njit(cache=True, nogil=True)
def keep_filled(graph, point, inside, left):
    """Take from `inside` where the owner keeps a new stone on a point, or the target; return whether there is any.

    No point at all stands for time: then it is where he leaves the attacker none to pass.
    """
    nodes, seen, stack = graph.tally[NODES], graph.seen, graph.stack
    size = 0
    for node in range(nodes):
        if not inside[node]:
            continue
        seen[node] = graph.waiting[node]
        new = graph.keys[node, OWNER] & ~graph.keys[node, OLD] & point
        reached = graph.flags[node] & CAPTURED and not new if point else _may_pass(graph, node, inside)
        if graph.first[node] < 0 or reached:
            seen[node] = 0
            stack[size] = node
            size += 1
    _force(graph, inside, size)
    size = 0
    for node in range(nodes):
        if inside[node] and seen[node] > 0:
            inside[node] = False
            stack[size] = node
            size += 1
    if not size:
        return False
    _remove(graph, inside, left, size)
    return True


@part()
def _may_pass(graph, node, inside):
    """Return whether the attacker is to move and may as well pass."""
    if graph.flags[node] & TURN:
        return False
    for edge in range(graph.first[node], graph.first[node] + graph.moves[node]):
        if graph.label[edge] == PASSED:
            return inside[graph.child[edge]]
    return False


@njit(cache=True, nogil=True)
def end_clearing(graph, doubtful, inside):
    """Write down what the game has proven: for the attacker what is inside, for the owner what is not."""
    for node in range(graph.tally[NODES]):
        if graph.value[node] == OPEN and graph.first[node] >= 0 and inside[node] == (doubtful == OWNER):
            decide(graph, node, 1 - doubtful)


@njit(cache=True, nogil=True)
def loses_by_cycles(graph):
    """Return whether the owner, who has the root, keeps his chain only by cycles that cost more than they gain.

    An energy game: the least stock of stones that pays for what he loses on the way is found from below, and without
    bound there is no such stock.

    Rule: confirmation of life and death, section 1.4; commentary of 1989, example 23.
    """
    nodes = graph.tally[NODES]
    stock = np.zeros(nodes, dtype=np.int32)
    waits = np.zeros(nodes, dtype=np.bool_)
    stack = np.empty(nodes, dtype=np.int32)
    size = 0
    for node in range(nodes):
        if graph.value[node] == OWNER and graph.first[node] >= 0:
            stack[size] = node
            waits[node] = True
            size += 1
    while size:
        size -= 1
        node = stack[size]
        waits[node] = False
        turn = graph.flags[node] & TURN
        stones = count(graph.keys[node, ATTACKER]) - count(graph.keys[node, OWNER])
        best = np.int32(_MOST_STOCK) if turn == OWNER else np.int32(0)
        for edge in range(graph.first[node], graph.first[node] + graph.moves[node]):
            child = graph.child[edge]
            if graph.value[child] != OWNER:
                continue
            played = 1 if graph.label[edge] < PASSED else 0
            change = stones - count(graph.keys[child, ATTACKER]) + count(graph.keys[child, OWNER])
            gain = change - played if turn == OWNER else change + played
            needed = min(np.int32(_MOST_STOCK), max(np.int32(0), np.int32(stock[child] - gain)))
            best = min(best, needed) if turn == OWNER else max(best, needed)
        if best <= stock[node]:
            continue
        stock[node] = best
        edge = graph.head[node]
        while edge >= 0:
            above = graph.parent[edge]
            if graph.value[above] == OWNER and graph.first[above] >= 0 and not waits[above]:
                waits[above] = True
                stack[size] = above
                size += 1
            edge = graph.following[edge]
    return bool(stock[0] == _MOST_STOCK)


@part(makes_arrays=True)
def _costs(graph, side):
    """Return what a proof for a side may cost at each node: its cheapest move, or its dearest with one for each other.

    Costs never fall on the way up, so nodes are finished in the order of their costs (D. E. Knuth, A generalization of
    Dijkstra's algorithm, 1977); those that only cycles lead out of cost most.
    """
    nodes, left, after = graph.tally[NODES], graph.seen, graph.stack
    cost = np.full(nodes, _FAR, dtype=np.int32)
    put = np.zeros(nodes, dtype=np.bool_)
    buckets = np.full(_FAR, -1, dtype=np.int32)
    for node in range(nodes):
        left[node] = graph.waiting[node]
        if graph.value[node] == OPEN and graph.first[node] < 0:
            guess = graph.guess[node, side]
            after[node], buckets[guess] = buckets[guess], node
            put[node] = True
    for bucket in range(_FAR):
        while buckets[bucket] >= 0:
            node = buckets[bucket]
            buckets[bucket] = after[node]
            cost[node] = bucket
            edge = graph.head[node]
            while edge >= 0:
                above = graph.parent[edge]
                edge = graph.following[edge]
                if graph.value[above] != OPEN or graph.first[above] < 0 or put[above]:
                    continue
                sum_ = bucket
                if graph.flags[above] & TURN != side:
                    left[above] -= 1
                    if left[above] > 0:
                        continue
                    sum_ = min(_FAR - 1, bucket + graph.waiting[above] - 1)
                put[above] = True
                after[above], buckets[sum_] = buckets[sum_], above
    return cost


@njit(cache=True, nogil=True)
def choose(graph, side, most):
    """Return the nodes that are to be expanded next, all that the cheapest proof of a side would look at, and its cost.

    Where a side can only go round in circles, its best looking moves are followed first.
    """
    cost = _costs(graph, side)
    distance = graph.seen
    distance[: graph.tally[NODES]] = _FAR
    buckets = np.full(_FAR, -1, dtype=np.int32)
    entries = np.empty(graph.tally[EDGES] + 1, dtype=np.int32)
    after = np.empty(graph.tally[EDGES] + 1, dtype=np.int32)
    chosen = np.empty(most, dtype=np.int32)
    distance[0], entries[0], after[0], buckets[0] = 0, 0, -1, 0
    used, size = 1, 0
    for bucket in range(_FAR):
        if size:
            break
        while buckets[bucket] >= 0 and size < most:
            entry = buckets[bucket]
            buckets[bucket] = after[entry]
            node = entries[entry]
            if distance[node] != bucket:
                continue
            distance[node] = -1
            if graph.first[node] < 0:
                chosen[size] = node
                size += 1
                continue
            rank = 0
            mine = graph.flags[node] & TURN == side
            for edge in range(graph.first[node], graph.first[node] + graph.moves[node]):
                child = graph.child[edge]
                if graph.value[child] != OPEN:
                    continue
                rank += 1
                step = 0
                if mine:
                    step = rank if cost[node] >= _FAR else cost[child] - cost[node]
                there = min(bucket + step, _FAR - 1)
                if there < distance[child]:
                    distance[child] = there
                    entries[used], after[used], buckets[there] = child, buckets[there], used
                    used += 1
    return chosen[:size], cost[0]
