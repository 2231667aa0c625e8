"""The replies within one region, stated over sets and all its positions: the oracle of `local_replies.cpp`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

Points = frozenset[int]
State = tuple[Points, Points]
"""The empty points of a region and the opponent's stones; the player's stones are on the others."""
NONE: Points = frozenset()


@dataclass(frozen=True)
class Neighbor:
    """A block around a region.

    Attributes:
        touched: the points of the region that are adjacent to it.
        elsewhere: the liberties that it always has in other regions, two at most.
    """

    touched: Points
    elsewhere: int = 0


@dataclass(frozen=True)
class LocalGame:
    """A region with the opponent to move, and the aim of the player: the blocks stay uncaptured and keep some eyes.

    Attributes:
        adjacent: pairs of points of the region that are adjacent, in both orders.
        blocks: the blocks around it.
        eyes: the liberties that the blocks must keep in the region.
    """

    adjacent: frozenset[tuple[int, int]]
    blocks: tuple[Neighbor, ...]
    eyes: int

    def near(self, points: Points) -> Points:
        """Return the points adjacent to some points, without these."""
        return frozenset(second for first, second in self.adjacent if first in points) - points

    def connected(self, point: int, within: Points) -> Points:
        """Return the points of `within` that are connected to a point, and this point."""
        part = frozenset({point})
        while added := self.near(part) & within:
            part |= added
        return part

    def joined_blocks(self, state: State) -> list[Neighbor]:
        """Return the blocks and the player's stones in the region, those joined that are connected."""
        empty, opponent = state
        points = frozenset().union(*(block.touched for block in self.blocks), *self.adjacent)
        blocks = list(self.blocks)
        for stone in points - empty - opponent:
            joined = [block for block in blocks if stone in block.touched]
            elsewhere = max((block.elsewhere for block in joined), default=0)
            touched = self.near(frozenset({stone})).union(*(block.touched for block in joined))
            blocks = [block for block in blocks if block not in joined] + [Neighbor(touched, elsewhere)]
        return blocks

    def is_safe_now(self, state: State) -> bool:
        """Return True if the opponent's next move captures no block, and the blocks have their eyes."""
        blocks = self.joined_blocks(state)
        liberties = [block.touched & state[0] for block in blocks]
        if len(blocks) > 1 and any(
            len(own) + block.elsewhere < 2 for own, block in zip(liberties, blocks, strict=True)
        ):
            return False
        return len(frozenset().union(*liberties)) >= self.eyes

    def attacks(self, state: State) -> Iterator[State]:
        """Yield the positions after each move of the opponent. Suicide removes the opponent's own stones."""
        empty, opponent = state
        for move in empty:
            own = self.connected(move, opponent | {move})
            has_liberty = bool(self.near(own) & empty)
            yield (empty - {move}, opponent | {move}) if has_liberty else (empty | own, opponent - own)

    def replies(self, state: State) -> Iterator[State]:
        """Yield the positions after a pass of the player and after each move."""
        yield state
        empty, opponent = state
        for move in empty:
            captured = NONE
            for stone in self.near(frozenset({move})) & opponent:
                own = self.connected(stone, opponent)
                captured |= NONE if self.near(own) & empty - {move} else own
            yield (empty - {move}) | captured, opponent - captured


@cache
def held_states(game: LocalGame, first: State) -> frozenset[State]:
    """Return the positions that the player holds: safe ones in which each move has a reply to another such position."""
    reached, waiting = set[State](), [first]
    while waiting:
        state = waiting.pop()
        if state not in reached and game.is_safe_now(state):
            reached.add(state)
            waiting += chain.from_iterable(game.replies(after) for after in game.attacks(state))
    while failing := [state for state in reached if not _has_replies(game, state, reached.__contains__)]:
        reached.difference_update(failing)
    return frozenset(reached)


def holds(game: LocalGame, first: State) -> bool:
    """Return True if the player holds a region."""
    return first in held_states(game, first)


def clears(game: LocalGame, first: State) -> bool:
    """Return True if the player can also capture all stones that the opponent has or plays there, and holds it."""
    held = held_states(game, first)
    cleared = set[State]()

    def is_cleared(state: State) -> bool:
        return state in held and (not state[1] or state in cleared)

    def can_be_cleared(state: State) -> bool:
        return _has_replies(game, state, is_cleared) and any(map(is_cleared, game.replies(state)))

    while added := [state for state in held - cleared if can_be_cleared(state)]:
        cleared.update(added)
    return first in cleared


def _has_replies(game: LocalGame, state: State, is_good: Callable[[State], bool]) -> bool:
    """Return True if each move of the opponent has a good reply."""
    return all(any(map(is_good, game.replies(after))) for after in game.attacks(state))
