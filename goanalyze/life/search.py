"""The search behind the confirmation of life and death: one question about one region.

A graph of positions grows where a proof for one side or the other looks cheapest, until its root is decided or it is as
large as allowed. Nothing is proven by an order of moves or a limit: what was not looked at counts against the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np

from goanalyze.board.board import Board
from goanalyze.life.choices import KoPass, Unproven
from goanalyze.life.fixpoint_kernel import (
    begin_clearing,
    choose,
    end_clearing,
    keep_away,
    keep_filled,
    loses_by_cycles,
)
from goanalyze.life.graph_kernel import (
    CAPTURED,
    MARKS,
    NODES,
    OPEN,
    PASSED,
    TURN,
    Graph,
    Question,
    expand,
    find,
    new_graph,
)
from goanalyze.life.local_kernel import ATTACKER, OWNER, beside, lasting, play
from goanalyze.life.regions import Region
from goanalyze.vocabulary.points import KO_PASS, PASS, opponent

_EDGES: Final = 12
"""Moves of a position, on average; positions that are never looked at any further count, too."""
_FEW_EDGES: Final = 256
_SHARE: Final = 8
"""At most this part of the positions is expanded before what follows is worked out again, and at least so many:"""
_FEW: Final = 32
_AT_ONCE: Final = 20_000
"""Positions that are expanded without a look at the keyboard."""
_LONGEST_LINE: Final = 40


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

    A chain that lives only by a cycle that costs its owner more stones than it gains is not decided.

    Args:
        region: the part of the board.
        target: the chain, points of the board.
        clear: where no new stone of its owner may stay; one does if it stands there for ever from some move on. New is
            what was played after the stop.
        owner_first: whether its owner moves first.
        ko_pass: what a pass for a ko lifts.
        budget: how many positions may be looked at.
    """
    color = int(region.position.stones[min(target)])
    asked = _question(region, target, clear, color, ko_pass)
    room = max(budget, 0)
    graph = new_graph(room, room * _EDGES + _FEW_EDGES)
    stones = {side: _mask(region, np.flatnonzero(region.position.stones == side).tolist()) for side in (1, 2)}
    own = stones[color]
    old = own & ~asked.target & asked.clear
    root = find(graph, asked, stones[opponent(color)], own, np.uint64(0), old, np.uint8(TURN if owner_first else 0))
    reason = Unproven.BUDGET if root < 0 else _searched(graph, asked)
    captured = bool(graph.value[0] == ATTACKER) if reason is Unproven.NONE else None
    line = () if captured is None else tuple(_line(graph, asked, region, color))
    kos = bool(graph.keys[: graph.tally[NODES], MARKS].any())
    return Solved(captured, int(graph.tally[NODES]), line, reason, kos)


def _searched(graph: Graph, asked: Question) -> Unproven:
    """Expand the graph until its root is decided or there is no more room; return why it is not."""
    side, cleared, kept = ATTACKER, 0, 0
    while graph.value[0] == OPEN:
        nodes = int(graph.tally[NODES])
        side = OWNER if side == ATTACKER else ATTACKER
        chosen = choose(graph, side, max(_FEW, nodes // _SHARE))
        for start in range(0, len(chosen), _AT_ONCE):
            if not expand(graph, asked, chosen[start : start + _AT_ONCE]):
                return Unproven.NONE if graph.value[0] != OPEN else Unproven.BUDGET
            if graph.value[0] != OPEN:
                break
        if graph.value[0] == OPEN:
            kept += keep_away(graph)
        if asked.clear and graph.value[0] == OPEN and (nodes > 2 * cleared or not len(chosen)):
            cleared = nodes
            _clear_again_and_again(graph, asked, ATTACKER)
            _clear_again_and_again(graph, asked, OWNER)
    lives = graph.value[0] == OWNER and not asked.clear
    return Unproven.LOSING_CYCLE if lives and kept and loses_by_cycles(graph) else Unproven.NONE


def _clear_again_and_again(graph: Graph, asked: Question, doubtful: int) -> None:
    """Decide the game of clearing points; `doubtful` is the side that gets what was not looked at."""
    inside = np.empty(graph.tally[NODES], dtype=np.bool_)
    left = np.empty(graph.tally[NODES], dtype=np.int16)
    begin_clearing(graph, doubtful, inside, left)
    points = [np.uint64(1 << k) for k in range(64) if int(asked.clear) >> k & 1]
    quiet = 0
    while quiet < len(points):
        for point in points:
            quiet = 0 if keep_filled(graph, point, inside, left) else quiet + 1
    end_clearing(graph, doubtful, inside)


def _question(
    region: Region, target: frozenset[int], clear: frozenset[int], color: int, ko_pass: KoPass
) -> Question:  # fmt: skip
    """Return a question as kernels take it."""
    board = Board(region.position)
    near = np.zeros(65, dtype=np.uint64)
    near[: len(region.points)] = [_mask(region, board.neighbors(point)) for point in region.points]
    near[64] = _mask(region, region.points)
    walls = [
        _mask(region, (near for stone in region.walls[side - 1] for near in board.neighbors(stone)))
        for side in (opponent(color), color)
    ]
    return Question(
        near,
        np.array(walls, dtype=np.uint64),
        _mask(region, target),
        _mask(region, clear),
        ko_pass is KoPass.OWN_KO,
    )


def _mask(region: Region, points: Iterable[int]) -> np.uint64:
    """Return those points that are in a region, as a mask."""
    wanted = frozenset(points)
    return np.uint64(sum(1 << number for number, point in enumerate(region.points) if point in wanted))


def _line(graph: Graph, asked: Question, region: Region, color: int) -> Iterator[tuple[int, int]]:
    """Yield the moves of a main line: the quickest of who has it, the longest resistance, no position twice.

    Where it ends with a chain that cannot escape any more its owner passes until it is taken.
    """
    winner, node, seen = graph.value[0], 0, {0}
    length = 0
    while graph.first[node] >= 0 and length < _LONGEST_LINE:
        first = int(graph.first[node])
        edges = [edge for edge in range(first, first + int(graph.moves[node]))
                 if graph.value[graph.child[edge]] == winner]  # fmt: skip
        mover = int(graph.flags[node]) & TURN
        when = {edge: int(graph.when[graph.child[edge]]) for edge in edges}
        if mover == winner:
            best = min(edges, key=lambda edge: when[edge])
        else:
            best = max(edges, key=lambda edge: (graph.label[edge] < PASSED, when[edge]))
        yield _color(mover, color), _point(region, int(graph.label[best]))
        node, length = int(graph.child[best]), length + 1
        if node in seen:
            return
        seen.add(node)
    if winner == ATTACKER and not graph.flags[node] & CAPTURED and graph.first[node] < 0:
        yield from _taking(graph, asked, region, color, node)


def _taking(graph: Graph, asked: Question, region: Region, color: int, node: int) -> Iterator[tuple[int, int]]:
    """Yield plays that take a lost chain, its owner passing: what lasting stones touch first, then the rest."""
    near, walls = asked.near, asked.walls
    attacking, own, marks = graph.keys[node, ATTACKER], graph.keys[node, OWNER], graph.keys[node, MARKS]
    if graph.flags[node] & TURN:
        yield color, PASS
    while True:
        empty = near[64] & ~(attacking | own)
        safe = np.uint64(lasting(near, walls, ATTACKER, attacking, own))
        touched = np.uint64(beside(near, safe)) | walls[ATTACKER]
        found = []
        for number in range(len(region.points)):
            point = np.uint64(1 << number)
            if empty & point:
                legal, taken, _, _ = play(near, walls, ATTACKER, attacking, own, marks, point)
                if legal:
                    close = bool(near[number] & asked.target & own)
                    found.append(
                        (bool(np.uint64(taken) & asked.target), bool(point & touched), close, -number, point, taken)
                    )
        if not found:
            return
        done, _, _, number, point, taken = max(found)
        yield opponent(color), region.points[-number]
        if done:
            return
        attacking, own = attacking | point, own & ~np.uint64(taken)
        yield color, PASS


def _color(side: int, owner: int) -> int:
    """Return the colour of a side."""
    return owner if side == OWNER else opponent(owner)


def _point(region: Region, label: int) -> int:
    """Return the point of the board, or the pass, that a label of the graph stands for."""
    if label < PASSED:
        return region.points[label]
    return PASS if label == PASSED else KO_PASS
