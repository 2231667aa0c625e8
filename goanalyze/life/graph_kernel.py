"""The graph of what can happen in a region, and what is proven in it. Which positions are looked at next is no matter.

A node is a position of the region with whose turn it is; it has the moves of an expanded node as edges. `ATTACKER` asks
for something, `OWNER` prevents it. Whoever has a node decided has it whatever the other does; a node that was not
expanded counts against whoever is to have it, so that no order of looking makes a wrong proof.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.life.local_kernel import ATTACKER, OWNER, finished, is_lost, lasting, marks_after, play
from goanalyze.life.masks_kernel import beside, count, index, lowest, spread
from goanalyze.vocabulary.kernels import njit, part

OPEN: Final = 2
"""In `Graph.value`: the node is decided for neither side; else it is the number of the side that has it."""
TURN: Final = 1
CAPTURED: Final = 2
NODES, EDGES, DECIDED, OWED = range(4)
MARKS, OLD = 2, 3
"""In `Graph.keys`, after the stones of `ATTACKER` and `OWNER`."""
PASSED: Final = 64
"""In `Graph.label`: a pass; what comes after are passes for a ko."""
_MOST_MOVES: Final = 128
_NONE: Final = np.uint64(0)


class Graph(NamedTuple):
    """Nodes, edges and a table that finds nodes; all of it is allocated at once.

    Attributes:
        keys: uint64[nodes, 4], stones of attacker and owner, marked stones, owner's stones of the stop that count.
        flags: uint8[nodes], bit `TURN`: the owner is to move; bit `CAPTURED`: the target is gone.
        value: uint8[nodes], who has it, or `OPEN`.
        when: int32[nodes], the how manieth to be decided.
        first: int32[nodes], its first edge, the best looking move first; −1 where it is not expanded.
        moves: int16[nodes], number of its edges.
        waiting: int16[nodes], edges to nodes that the side not to move does not have.
        head: int32[nodes], first edge that leads to it.
        child: int32[edges], where it leads.
        parent: int32[edges], where it comes from.
        following: int32[edges], the next edge that leads to the same node.
        label: uint8[edges], number of the point played, 64 for a pass, more for a pass for a ko.
        table: int32[a power of two], nodes by hash, −1 for none.
        tally: int64[4], numbers of nodes, edges, decided nodes, and of those that owe the attacker moves (`find`).
        guess: uint8[nodes, 2], what a proof for each side may cost from it.
        stack: int32[nodes], scratch.
        seen: int32[nodes], scratch.
    """

    keys: NDArray[np.uint64]
    flags: NDArray[np.uint8]
    value: NDArray[np.uint8]
    when: NDArray[np.int32]
    first: NDArray[np.int32]
    moves: NDArray[np.int16]
    waiting: NDArray[np.int16]
    head: NDArray[np.int32]
    child: NDArray[np.int32]
    parent: NDArray[np.int32]
    following: NDArray[np.int32]
    label: NDArray[np.uint8]
    table: NDArray[np.int32]
    tally: NDArray[np.int64]
    guess: NDArray[np.uint8]
    stack: NDArray[np.int32]
    seen: NDArray[np.int32]


def new_graph(nodes: int, edges: int) -> Graph:
    """Return a graph without nodes that has room for so many."""
    size = 1 << max(4, (2 * nodes - 1).bit_length())
    return Graph(
        np.empty((nodes, 4), dtype=np.uint64),
        np.empty(nodes, dtype=np.uint8),
        np.empty(nodes, dtype=np.uint8),
        np.empty(nodes, dtype=np.int32),
        np.empty(nodes, dtype=np.int32),
        np.empty(nodes, dtype=np.int16),
        np.empty(nodes, dtype=np.int16),
        np.empty(nodes, dtype=np.int32),
        np.empty(edges, dtype=np.int32),
        np.empty(edges, dtype=np.int32),
        np.empty(edges, dtype=np.int32),
        np.empty(edges, dtype=np.uint8),
        np.full(size, -1, dtype=np.int32),
        np.zeros(4, dtype=np.int64),
        np.empty((nodes, 2), dtype=np.uint8),
        np.empty(nodes, dtype=np.int32),
        np.empty(nodes, dtype=np.int32),
    )


class Question(NamedTuple):
    """What is asked of a region.

    Attributes:
        near: uint64[65], neighbours of each point; the last is the region itself.
        walls: uint64[2], points beside walls of the attacker, of the owner.
        target: the chain.
        clear: where no new stone of the owner may stay.
        own_ko: whether a pass for a ko lifts one's own ban on one ko only.
    """

    near: NDArray[np.uint64]
    walls: NDArray[np.uint64]
    target: np.uint64
    clear: np.uint64
    own_ko: bool


@part()
def _mixed(word):
    """Scatter the bits of a word (splitmix64)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit(cache=True, nogil=True)
def find(graph, question, attacking, own, marks, old, flags):
    """Return the node of a position; a new one is judged at once. −1 where there is no room for it.

    Stones where they make no difference any more are left out, so that positions that differ there are one node. Those
    that the attacker still has to take cost him moves, which he must have time for.
    """
    near, walls, target, clear, _ = question
    gone = finished(near, walls, own, attacking)
    if gone:
        if gone & ((_NONE if flags & CAPTURED else target) | (own & clear & ~old)):
            graph.tally[OWED] += 1
        if gone & target:
            flags |= CAPTURED
        attacking, own, marks, old = attacking & ~gone, own & ~gone, marks & ~gone, old & ~gone
    size = np.int64(len(graph.table) - 1)
    hashed = _mixed(attacking + np.uint64(0x9E3779B97F4A7C15))
    hashed = _mixed(hashed ^ own)
    hashed = _mixed(hashed + marks * np.uint64(3) + np.uint64(flags))
    hashed = _mixed(hashed ^ old)
    place = np.int64(hashed >> np.uint64(2)) & size
    while graph.table[place] >= 0:
        node = graph.table[place]
        key = graph.keys[node]
        if (key[ATTACKER] == attacking and key[OWNER] == own and key[MARKS] == marks and key[OLD] == old
                and graph.flags[node] == flags):  # fmt: skip
            return np.int64(node)
        place = (place + 1) & size
    node = graph.tally[NODES]
    if node >= len(graph.flags):
        return np.int64(-1)
    graph.tally[NODES] += 1
    graph.table[place] = node
    graph.keys[node, ATTACKER], graph.keys[node, OWNER] = attacking, own
    graph.keys[node, MARKS], graph.keys[node, OLD] = marks, old
    graph.flags[node] = flags
    graph.value[node] = OPEN
    graph.first[node] = -1
    graph.head[node] = -1
    graph.moves[node] = 0
    winner = _judged(near, walls, target, clear, attacking, own, old, flags)
    if winner != OPEN:
        decide(graph, node, winner)
    else:
        _guess(near, walls, target, clear, attacking, own, old, flags, graph.guess[node])
    return node


@part()
def _judged(near, walls, target, clear, attacking, own, old, flags):
    """Return who has a position without looking further, or `OPEN`."""
    if flags & CAPTURED:
        if not clear:
            return ATTACKER
        new = own & clear & ~old
        if new and new & lasting(near, walls, OWNER, own, attacking):
            return OWNER
        return ATTACKER if is_lost(near, walls, own, attacking, clear) else OPEN
    if target & lasting(near, walls, OWNER, own, attacking):
        return OWNER
    return ATTACKER if is_lost(near, walls, own, attacking, target | clear) else OPEN


@part()
def _guess(near, walls, target, clear, attacking, own, old, flags, guess):
    """Guess what proofs cost: for the attacker liberties of the target, or room for new stones once it is gone."""
    if flags & CAPTURED:
        room = count(clear & ~attacking & ~(beside(near, attacking) | walls[ATTACKER])) + count(own & clear & ~old)
        guess[ATTACKER], guess[OWNER] = 1 + room, 1 + max(0, 8 - room)
        return
    liberties = count(beside(near, spread(near, lowest(target), own)) & near[64] & ~attacking)
    if not flags & TURN:
        liberties -= 1
    guess[ATTACKER], guess[OWNER] = 1 + 2 * liberties + (3 if clear else 0), 1 + max(0, 6 - 2 * liberties)


@part()
def decide(graph, node, winner):
    """Give a node to a side, and with it every node that it has then."""
    stack = graph.stack
    graph.value[node] = winner
    graph.when[node] = graph.tally[DECIDED]
    graph.tally[DECIDED] += 1
    stack[0] = node
    size = 1
    while size:
        size -= 1
        edge = graph.head[stack[size]]
        while edge >= 0:
            above = graph.parent[edge]
            if graph.value[above] == OPEN:
                mover = graph.flags[above] & TURN
                if mover != winner:
                    graph.waiting[above] -= 1
                if mover == winner or graph.waiting[above] == 0:
                    graph.value[above] = winner
                    graph.when[above] = graph.tally[DECIDED]
                    graph.tally[DECIDED] += 1
                    stack[size] = above
                    size += 1
            edge = graph.following[edge]


@njit(cache=True, nogil=True)
def expand(graph, question, chosen):
    """Add the moves of some nodes; return whether there was room for all."""
    points = np.empty(_MOST_MOVES, dtype=np.int64)
    scores = np.empty(_MOST_MOVES, dtype=np.int64)
    children = np.empty((_MOST_MOVES, 4), dtype=np.uint64)
    flags = np.empty(_MOST_MOVES, dtype=np.uint8)
    for node in chosen:
        if graph.value[node] != OPEN or graph.first[node] >= 0:
            continue
        if graph.tally[EDGES] + _MOST_MOVES > len(graph.child):
            return False
        number = _list_moves(graph, question, node, points, scores, children, flags)
        graph.first[node] = graph.tally[EDGES]
        graph.moves[node] = 0
        graph.waiting[node] = number
        mover = graph.flags[node] & TURN
        for _ in range(number):
            best = 0
            for other in range(1, number):
                if scores[other] > scores[best]:
                    best = other
            scores[best] = -1000000
            key = children[best]
            child = find(graph, question, key[ATTACKER], key[OWNER], key[MARKS], key[OLD], flags[best])
            if child < 0:
                graph.first[node] = -1
                graph.waiting[node] = _MOST_MOVES  # some of its moves are missing: nobody has it for want of others
                return False
            edge = graph.tally[EDGES]
            graph.tally[EDGES] += 1
            graph.moves[node] += 1
            graph.child[edge], graph.parent[edge], graph.label[edge] = child, node, points[best]
            graph.following[edge] = graph.head[child]
            graph.head[child] = edge
            winner = graph.value[child]
            if winner == OPEN or graph.value[node] != OPEN:
                continue
            if winner != mover:
                graph.waiting[node] -= 1
            if winner == mover or graph.waiting[node] == 0:
                decide(graph, node, winner)
    return True


@part(makes_arrays=True)
def _list_moves(graph, question, node, points, scores, children, flags):
    """Write the moves of a node down, with what they lead to and how promising they look; return their number."""
    near, walls, target, clear, own_ko = question
    side = np.int64(graph.flags[node] & TURN)
    captured = graph.flags[node] & CAPTURED
    key = graph.keys[node]
    marks, old = key[MARKS], key[OLD]
    mine, theirs = key[side], key[1 - side]
    after = np.uint8((1 - side) | captured)
    empty = near[64] & ~(mine | theirs)
    chain = _NONE if captured else target
    edge = beside(near, chain) & empty if chain else _NONE
    number = 0
    rest = empty
    while rest:
        point = lowest(rest)
        rest ^= point
        legal, taken, joined, takes_ko = play(near, walls, side, mine, theirs, marks, point)
        if not legal:
            continue
        done = taken & target if side == ATTACKER and not captured else _NONE
        flags[number] = after | CAPTURED if done else after
        now, then = mine | point, theirs & ~taken
        children[number, side], children[number, 1 - side] = now, then
        children[number, MARKS] = marks_after(marks, point, taken, joined, takes_ko)
        children[number, OLD] = old & children[number, OWNER]
        score = 0
        if done:
            score += 1000
        if taken:
            score += 60 + 4 * min(count(taken), 10)
        if point & edge:
            score += 20
        if near[index(point)] & theirs:
            score += 6
        if point & clear:
            score += 3
        if not taken and not joined & walls[side]:
            liberties = count(beside(near, joined) & near[64] & ~(now | then))
            if liberties == 1:
                score -= 100 if joined != point else 12
            elif liberties == 2:
                score += 1
        points[number], scores[number] = index(point), score
        number += 1
    children[number] = key
    flags[number], points[number], scores[number] = after, PASSED, -20
    number += 1
    if own_ko:
        banned = marks & theirs
        while banned:
            mark = lowest(banned)
            banned ^= mark
            children[number] = key
            children[number, MARKS] = marks & ~mark
            flags[number], points[number], scores[number] = after, PASSED + 1 + index(mark), 2
            number += 1
    elif marks:
        children[number] = key
        children[number, MARKS] = _NONE
        flags[number], points[number], scores[number] = after, PASSED + 1, 2
        number += 1
    return number
