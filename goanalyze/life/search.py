"""The search behind the confirmation of life and death: one question about one region.

A graph of positions grows where a proof for one side or the other looks cheapest, more for the side for which it looks
cheaper, until its root is decided or it is as large as allowed. Nothing is proven by an order of moves or a limit: what
was not looked at counts against the answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np

from goanalyze.board.stones import Stones
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
    MARKS,
    NODES,
    OPEN,
    OWED,
    PASSED,
    TURN,
    Graph,
    Question,
    expand,
    find,
    new_graph,
)
from goanalyze.life.local_kernel import ATTACKER, OWNER, lasting, marks_after, play
from goanalyze.life.masks_kernel import beside
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
    attacking, own = (_mask(region, np.flatnonzero(region.position.stones == side).tolist())
                      for side in (opponent(color), color))  # fmt: skip
    standing = _Stones((attacking, own), np.uint64(0))
    old = own & ~asked.target & asked.clear
    root = find(graph, asked, attacking, own, standing.marks, old, np.uint8(TURN if owner_first else 0))
    reason = Unproven.BUDGET if root < 0 else _searched(graph, asked)
    captured = bool(graph.value[0] == ATTACKER) if reason is Unproven.NONE else None
    line = () if captured is None else tuple(_line(graph, asked, region, color, standing))
    kos = bool(graph.keys[: graph.tally[NODES], MARKS].any())
    return Solved(captured, int(graph.tally[NODES]), line, reason, kos)


def _searched(graph: Graph, asked: Question) -> Unproven:
    """Expand the graph until its root is decided or there is no more room; return why it is not."""
    spent, costs = [0, 0], [1, 1]
    cleared = kept = 0
    while graph.value[0] == OPEN:
        nodes = int(graph.tally[NODES])
        side = min(ATTACKER, OWNER, key=lambda side: spent[side] * math.sqrt(costs[side]))
        chosen, costs[side] = choose(graph, side, max(_FEW, nodes // _SHARE))
        has_room = len(chosen) > 0
        for start in range(0, len(chosen), _AT_ONCE):
            has_room = expand(graph, asked, chosen[start : start + _AT_ONCE])
            if not has_room or graph.value[0] != OPEN:
                break
        spent[side] += int(graph.tally[NODES]) - nodes + 1
        if graph.value[0] == OPEN:
            kept += keep_away(graph)
        if asked.clear and graph.value[0] == OPEN and (nodes > 2 * cleared or not has_room):
            cleared = nodes
            _clear_again_and_again(graph, asked, ATTACKER)
            _clear_again_and_again(graph, asked, OWNER)
        if graph.value[0] == OPEN and not has_room:
            return Unproven.BUDGET
    lives = graph.value[0] == OWNER and not asked.clear
    return Unproven.LOSING_CYCLE if lives and kept and loses_by_cycles(graph) else Unproven.NONE


def _clear_again_and_again(graph: Graph, asked: Question, doubtful: int) -> None:
    """Decide the game of clearing points; `doubtful` is the side that gets what was not looked at.

    Where stones were left out that the attacker still has to take, his proof must leave him the time for it.
    """
    inside = np.empty(graph.tally[NODES], dtype=np.bool_)
    left = np.empty(graph.tally[NODES], dtype=np.int16)
    begin_clearing(graph, doubtful, inside, left)
    points = [np.uint64(1 << k) for k in range(64) if int(asked.clear) >> k & 1]
    if doubtful == OWNER and graph.tally[OWED]:
        points.append(np.uint64(0))
    quiet = 0
    while quiet < len(points):
        for point in points:
            quiet = 0 if keep_filled(graph, point, inside, left) else quiet + 1
    end_clearing(graph, doubtful, inside)


def _question(
    region: Region, target: frozenset[int], clear: frozenset[int], color: int, ko_pass: KoPass
) -> Question:  # fmt: skip
    """Return a question as kernels take it."""
    board = Stones(region.position)
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


class _Stones(NamedTuple):
    """What stands in a region, as masks by side, and the marked stones."""

    sides: tuple[np.uint64, np.uint64]
    marks: np.uint64

    def after(self, asked: Question, side: int, label: int) -> _Stones | None:
        """Return what a move leads to, None if it is not legal."""
        if label == PASSED:
            return self
        if label > PASSED:
            lifted = np.uint64(1 << (label - PASSED - 1)) if asked.own_ko else self.marks
            return self._replace(marks=self.marks & ~lifted)
        point, mine, theirs = np.uint64(1 << label), self.sides[side], self.sides[1 - side]
        if point & (mine | theirs):
            return None
        legal, taken, joined, takes_ko = play(asked.near, asked.walls, side, mine, theirs, self.marks, point)
        if not legal:
            return None
        now, then = mine | point, theirs & ~np.uint64(taken)
        marks = marks_after(self.marks, point, np.uint64(taken), np.uint64(joined), takes_ko)
        return _Stones((now, then) if side == ATTACKER else (then, now), np.uint64(marks))


def _line(graph: Graph, asked: Question, region: Region, color: int, stones: _Stones) -> Iterator[tuple[int, int]]:
    """Yield the moves of a main line: the quickest of who has it, the longest resistance, no position twice.

    Where it ends with a chain that cannot escape any more its owner passes until it is taken.

    Args:
        graph: with its root decided.
        asked: the question.
        region: the part of the board.
        color: of the chain.
        stones: what stands there at the stop; nodes leave out what makes no difference.
    """
    winner, node, seen = graph.value[0], 0, {0}
    for _ in range(_LONGEST_LINE):
        mover = int(graph.flags[node]) & TURN
        first = max(int(graph.first[node]), 0)
        last = first + int(graph.moves[node]) if graph.first[node] >= 0 else first
        found = []
        for edge in range(first, last):
            child, label = int(graph.child[edge]), int(graph.label[edge])
            then = stones.after(asked, mover, label) if graph.value[child] == winner else None
            if then is not None:
                late = int(graph.when[child])
                rank = (False, -late) if mover == winner else (label < PASSED, late)
                found.append((rank, -edge, child, label, then))
        if not found:
            break
        _, _, node, label, stones = max(found)
        yield _color(mover, color), _point(region, label)
        if node in seen:
            return
        seen.add(node)
    if winner == ATTACKER:
        yield from _taking(asked, region, color, stones, owner_first=bool(graph.flags[node] & TURN))


def _taking(
    asked: Question, region: Region, color: int, stones: _Stones, *, owner_first: bool
) -> Iterator[tuple[int, int]]:  # fmt: skip
    """Yield plays that take a lost chain, its owner passing: what lasting stones touch first, then the rest."""
    near, walls = asked.near, asked.walls
    if owner_first and stones.sides[OWNER] & asked.target == asked.target:
        yield color, PASS
    while stones.sides[OWNER] & asked.target == asked.target:
        safe = np.uint64(lasting(near, walls, ATTACKER, *stones.sides))
        touched = np.uint64(beside(near, safe)) | walls[ATTACKER]
        found = []
        for label in range(len(region.points)):
            then = stones.after(asked, ATTACKER, label)
            if then is not None:
                point = np.uint64(1 << label)
                taken = not then.sides[OWNER] & asked.target
                close = bool(near[label] & asked.target)
                found.append((taken, bool(point & touched), close, -label, then))
        if not found:
            return
        taken, _, _, label, stones = max(found)
        yield opponent(color), region.points[-label]
        if not taken:
            yield color, PASS


def _color(side: int, owner: int) -> int:
    """Return the colour of a side."""
    return owner if side == OWNER else opponent(owner)


def _point(region: Region, label: int) -> int:
    """Return the point of the board, or the pass, that a label of the graph stands for."""
    if label < PASSED:
        return region.points[label]
    return PASS if label == PASSED else KO_PASS
