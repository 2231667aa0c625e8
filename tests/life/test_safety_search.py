"""Proven statuses, compared with a full search of small boards: they are valid under every ruleset.

The search ignores regions, links, eyes and replies: the opponent moves first and may do anything that any ruleset
allows, suicide, retaken kos and repetition included; the side plays only moves that all rulesets allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import product

import numpy as np
import pytest
from helpers.games import SYMMETRIES, turned_position
from helpers.laws import part
from oracles.benson import prove, safe_stones
from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Position
from goanalyze.life.choices import Proof
from goanalyze.points import EMPTY

Colors = tuple[int, ...]
Points = frozenset[int]
State = tuple[Colors, Points]  # the stones on the board, and Black's stones that he may not lose
Moves = list[list[State]]  # for each move of the opponent, the results of the replies


class Board:
    """Moves on a board of a size, White's to be feared and Black's to be counted on."""

    def __init__(self, width: int, height: int) -> None:
        """Cache the results of moves."""
        self.width, self.height = width, height
        self.played = cache(self._played)

    def _played(self, colors: Colors, color: int, point: int) -> Colors:
        """Return the result of a move; suicide removes the player's own stones."""
        board = OracleBoard(Position(self.width, self.height, np.array(colors, dtype=np.uint8)))
        board.place(color, point)
        return tuple(board.colors)

    def attacks(self, colors: Colors) -> Iterator[Colors]:
        """Yield the results of White's moves; suicide of one stone is a pass."""
        for point, stone in enumerate(colors):
            if stone == EMPTY and (after := self.played(colors, WHITE, point)) != colors:
                yield after

    def replies(self, before: Colors, now: Colors) -> Iterator[tuple[int, Colors]]:
        """Yield the results of Black's moves but suicide; he may not recreate the position before White's."""
        for point, stone in enumerate(now):
            after = self.played(now, BLACK, point) if stone == EMPTY else now
            if stone == EMPTY and after[point] == BLACK and after != before:
                yield point, after

    def keeps(self, colors: Colors, kept: Points) -> bool:
        """Return True if Black never loses some stones, nor any that he plays from now on, White moving first.

        He does not play where he had a stone that he may lose, so that each of his moves makes a position that never
        existed. All reachable positions are looked up; failing ones are removed until none is left.
        """
        lost = frozenset(point for point, stone in enumerate(colors) if stone == BLACK) - kept

        def moves(state: State) -> Iterator[list[State]]:
            now, held = state
            for after in self.attacks(now):
                if any(after[point] != BLACK for point in held):
                    yield []
                else:
                    yield [(after, held), *((b, held | {at}) for at, b in self.replies(now, after) if at not in lost)]

        then = _reached((colors, kept), lambda state: list(moves(state)))
        failed: set[State] = set()
        while more := {state for state in then.keys() - failed if not _holds(then[state], then.keys() - failed)}:
            failed |= more
        return (colors, kept) not in failed

    def clears(self, colors: Colors, kept: Points, place: Points) -> bool:
        """Return True if Black can take all of White's stones in an area, White moving first or passing.

        He does not lose the stones to keep, and wins no ko. White may have played there once before.
        """

        def moves(state: State) -> list[list[State]]:
            now, _ = state
            found = [[(now, kept), *((b, kept) for _, b in self.replies(now, now))]]
            for after in self.attacks(now):
                alive = all(after[point] == BLACK for point in kept)
                found.append([(after, kept), *((b, kept) for _, b in self.replies(now, after))] if alive else [])
            return found

        then = _reached((colors, kept), moves)
        done = {state for state in then if all(state[0][point] != WHITE for point in place)}
        while more := {state for state in then.keys() - done if _holds(then[state], done)}:
            done |= more
        return (colors, kept) in done and _holds(then[colors, kept], done)


def _reached(first: State, moves: Callable[[State], Moves]) -> dict[State, Moves]:
    """Return the reachable positions, each with its successors."""
    then: dict[State, Moves] = {}
    waiting = [first]
    while waiting:
        state = waiting.pop()
        if state not in then:
            then[state] = moves(state)
            waiting += [reply for replies in then[state] for reply in replies]
    return then


def _holds(moves: Moves, good: AbstractSet[State]) -> bool:
    """Return True if each move has a good reply."""
    return all(any(reply in good for reply in replies) for replies in moves)


def all_positions(width: int, height: int) -> Iterator[Position]:
    """Yield the positions of a board on which each chain has a liberty, turned ones but once."""
    seen: set[bytes] = set()
    for colors in product((EMPTY, BLACK, WHITE), repeat=width * height):
        position = Position(width, height, np.array(colors, dtype=np.uint8))
        if position.stones.tobytes() in seen:
            continue
        turned = (turned_position(position, symmetry) for symmetry in SYMMETRIES)
        seen |= {one.stones.tobytes() for one in turned if one.width == width}
        if _stands(position):
            yield position


def _stands(position: Position) -> bool:
    board = OracleBoard(position)
    return all(board.liberties(min(chain)) for chain in board.chains())


def drawn(seed: int) -> Position:
    """Draw a position of a small board, most of it Black's."""
    rng = np.random.default_rng(seed)
    while True:
        width, height = ((4, 3), (4, 4), (5, 3), (6, 2), (7, 2))[seed % 5]
        empty, white = rng.uniform(0.1, 0.35), rng.uniform(0.05, 0.3)
        stones = rng.choice(3, width * height, p=[empty, 1 - empty - white, white]).astype(np.uint8)
        if _stands(position := Position(width, height, stones)):
            return position


def assert_confirmed(board: Board, position: Position) -> int:
    """Search for counterexamples to Black's proofs, without and with replies; return the number of safe stones."""
    colors, found = tuple(position.stones.tolist()), 0
    proofs = safe_stones(OracleBoard(position), BLACK)
    for safe in {stones for stones, _ in proofs} - {frozenset()}:
        assert board.keeps(colors, safe), (position, sorted(safe))
        found += len(safe)
    proven = prove(position)
    owned = proven.points(Proof.DEAD) | proven.points(Proof.TERRITORY)
    if area := frozenset(point for point in owned if proven.owner[point] == BLACK):
        assert board.clears(colors, proofs[-1][0], area), (position, sorted(area))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 2)])
def test_all_positions_of_a_small_board(width: int, height: int) -> None:
    """Proofs hold against any play of the opponent under any ruleset."""
    board = Board(width, height)
    assert sum(assert_confirmed(board, position) for position in all_positions(width, height))


@pytest.mark.law
def test_positions_of_somewhat_larger_boards() -> None:
    """Proofs hold on boards of 12 to 16 points."""
    assert sum(assert_confirmed(Board(one.width, one.height), one) for one in map(drawn, range(part(200, usual=6))))


def test_the_search_knows_better() -> None:
    """Three points in a row are one eye, four are two, one point each is enough, and a stone there is cleared."""
    assert not Board(3, 2).keeps((0, 0, 0, 1, 1, 1), frozenset({3, 4, 5}))
    assert Board(4, 2).keeps((0, 0, 0, 0, 1, 1, 1, 1), frozenset({4, 5, 6, 7}))
    assert not Board(4, 2).keeps((0, 0, 2, 0, 1, 1, 1, 1), frozenset({4, 5, 6, 7}))
    assert Board(3, 2).keeps((0, 1, 0, 1, 1, 1), frozenset({1, 3, 4, 5}))
    colors = (0, 1, 0, 2, 1, 1, 1, 1)
    assert Board(4, 2).clears(colors, frozenset({1, 4, 5, 6, 7}), frozenset({2, 3}))
