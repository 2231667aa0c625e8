"""The search behind the confirmation of life and death: a graph of positions of one region, and fixpoints over it.

Nothing is proven by an order of moves or a limit: what was not looked at counts against the answer.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from goanalyze.life.choices import KoPass, Unproven
from goanalyze.life.graph_kernel import (
    CAPTURED, EDGES, MARKS, NODES, OLD, OPEN, Graph, Question, choose, clear_often, expand, find, keep_away, new_graph,
)
from goanalyze.life.local_kernel import ATTACKER, OWNER
from goanalyze.life.regions import Region
from goanalyze.vocabulary.points import EMPTY, PASS, opponent

_EDGES = 12
_MOST_EDGES = 256
_FIRST = 32
_AT_ONCE = 20_000


def _mask(region, points):
    at = {p: k for k, p in enumerate(region.points)}
    m = 0
    for p in points:
        if p in at: m |= 1 << at[p]
    return np.uint64(m)


def _near(width, height, p):
    y, x = divmod(p, width)
    if x: yield p - 1
    if x < width - 1: yield p + 1
    if y: yield p - width
    if y < height - 1: yield p + width


def _question(region, target, clear, ko_pass):
    pos = region.position
    at = {p: k for k, p in enumerate(region.points)}
    near = np.zeros(65, dtype=np.uint64)
    walls = [0, 0]
    color = pos.stones[min(target)]
    for p, k in at.items():
        m = 0
        for q in _near(pos.width, pos.height, p):
            if q in at: m |= 1 << at[q]
            for side, c in ((ATTACKER, 3 - color), (OWNER, color)):
                if q in region.walls[c - 1]: walls[side] |= 1 << k
        near[k] = m
    near[64] = (1 << len(at)) - 1
    return Question(near, np.array(walls, dtype=np.uint64), _mask(region, target), _mask(region, clear), ko_pass is KoPass.OWN_KO)


def _root(graph, asked, region, target, clear, *, owner_first):
    color = region.position.stones[min(target)]
    own = _mask(region, [p for p in region.points if region.position.stones[p] == color])
    att = _mask(region, [p for p in region.points if region.position.stones[p] == 3 - color])
    old = own & ~asked.target & asked.clear
    return find(graph, asked, att, own, np.uint64(0), old, np.uint8(1 if owner_first else 0))


def _line(graph, region, target):
    return ()


class Solved(NamedTuple):
    """What is known of a question.

    Attributes:
        captured: whether the opponent of the target can force what was asked; None if that is unknown.
        states: positions looked at.
        line: one main line, colours with points of the board, `PASS` or `KO_PASS` (`goanalyze.vocabulary.points`).
        reason: why it is unknown.
        kos: whether a ko was taken anywhere in the search; if not, it is no matter what a pass for a ko lifts.
    """

    captured: bool | None
    states: int
    line: tuple[tuple[int, int], ...]
    reason: Unproven
    kos: bool


def solve(
    region: Region,
    target: frozenset[int],
    clear: frozenset[int] = frozenset(),
    *,
    owner_first: bool = False,
    ko_pass: KoPass = KoPass.ANY,
    budget: int = 200_000,
) -> Solved:
    """Ask whether the opponent of a chain can force its capture, and no new stone to stay on some points.

    Args:
        region: the part of the board.
        target: the chain, points of the board.
        clear: where no new stone of its owner may stay; one may if it stands there for ever from some move on. New is
            what was played after the stop.
        owner_first: whether its owner moves first.
        ko_pass: what a pass for a ko lifts.
        budget: how many positions may be looked at.
    """
    asked = _question(region, target, clear, ko_pass)
    room = max(budget, 0)
    graph = new_graph(room, room * _EDGES + _MOST_EDGES)
    root = _root(graph, asked, region, target, clear, owner_first=owner_first)
    captured = None
    if root >= 0:
        captured = _searched(graph, asked, room)
    line = _line(graph, region, target) if captured is not None else ()
    kos = bool(graph.keys[: graph.tally[NODES], MARKS].any())
    reason = Unproven.NONE if captured is not None else Unproven.BUDGET
    return Solved(captured, int(graph.tally[NODES]), line, reason, kos)


def _searched(graph, asked, room):
    """Expand the graph until its root is decided or there is no more room."""
    whole = 0
    while graph.value[0] == OPEN:
        nodes = int(graph.tally[NODES])
        chosen = choose(graph, max(_FIRST, nodes // 4))
        if not len(chosen):
            if asked.clear:
                clear_often(graph, asked.clear, OWNER)  # what is open then is the owner's: nothing was left out
                if graph.value[0] == OPEN:
                    clear_often(graph, asked.clear, ATTACKER)
            else:
                keep_away(graph)
            break
        for start in range(0, len(chosen), _AT_ONCE):
            if not expand(graph, asked, chosen[start : start + _AT_ONCE]):
                return None
            if graph.value[0] != OPEN:
                break
        if graph.value[0] == OPEN:
            keep_away(graph)
        if asked.clear and graph.value[0] == OPEN and nodes > 2 * whole:
            whole = nodes
            clear_often(graph, asked.clear, ATTACKER)
            if graph.value[0] == OPEN:
                clear_often(graph, asked.clear, OWNER)
    return None if graph.value[0] == OPEN else bool(graph.value[0] == ATTACKER)
