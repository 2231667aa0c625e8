"""The playouts, stated readably: plays that are tried at random until both sides pass.

Chains are lists of stones, and liberties are sets. The random numbers, the order of stones in a chain and the order of
empty points are those of the kernel, so that both play the same moves.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze import BLACK, WHITE, Position
from goanalyze.points import EMPTY, opponent

ALWAYS, NAKADE, THROW_IN, NEVER = 100, 60, 30, 0
CAPTURE_PERCENT, RESCUE_PERCENT = 90, 90
LARGEST_NAKADE = 6
MOVES_PER_POINT = 3
_BITS: Final = (1 << 64) - 1


class Random:
    """Random numbers by xorshift64* for the playouts of a position."""

    def __init__(self, seed: int, stones: list[int]) -> None:
        number = 0
        for color in stones:
            number = (3 * number + color) & _BITS
        value = (seed * 0x9E3779B97F4A7C15 + ((number & 0xFFFFFFFF) + 1) * 0xD1342543DE82EF95) & _BITS
        value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & _BITS
        value = (value ^ value >> 27) * 0x94D049BB133111EB & _BITS
        self._state = (value ^ value >> 31) | 1

    def draw(self, below: int) -> int:
        """Return a number from 0 to below - 1."""
        self._state ^= self._state >> 12
        self._state = (self._state ^ self._state << 25) & _BITS
        self._state ^= self._state >> 27
        return ((self._state * 0x2545F4914F6CDD1D & _BITS) >> 32) * below >> 32


class Chain:
    """A chain, with its stones in the order in which they are visited. Certain stones cannot be captured."""

    def __init__(self, stones: list[int], *, is_certain: bool = False) -> None:
        self.stones, self.is_certain = stones, is_certain


class PlayoutBoard:
    """A board in a playout.

    Args:
        position: the position.
        certain: color for which each point is certain, or 0.
    """

    def __init__(self, position: Position, certain: list[int]) -> None:
        self.width, self.height = position.width, position.height
        points = range(self.width * self.height)
        self.near = [self._shifted(point, (1, 0), (-1, 0), (0, 1), (0, -1)) for point in points]
        self.diagonal = [self._shifted(point, (1, 1), (-1, 1), (1, -1), (-1, -1)) for point in points]
        self.colors: list[int] = position.stones.tolist()
        for point in points:  # the middle of a certain area is filled, its rim is not
            if certain[point] and self.near[point] and all(certain[n] == certain[point] for n in self.near[point]):
                self.colors[point] = certain[point]
        self.ko: int | None = None
        self.empty = [point for point in points if self.colors[point] == EMPTY]
        self.chains: dict[int, Chain] = {}
        for color in (BLACK, WHITE):
            stones = [point for point in points if self.colors[point] == certain[point] == color]
            chain = Chain(stones, is_certain=True)
            self.chains |= dict.fromkeys(stones, chain)
        for point in points:
            if self.colors[point] != EMPTY and point not in self.chains:
                self._add_chain(point)

    def _shifted(self, point: int, *steps: tuple[int, int]) -> list[int]:
        row, column = divmod(point, self.width)
        places = [(row + down, column + right) for right, down in steps]
        return [y * self.width + x for y, x in places if 0 <= y < self.height and 0 <= x < self.width]

    def _add_chain(self, first: int) -> None:
        """Add the chain of a stone: each new stone is the second one of the order."""
        chain = self.chains[first] = Chain([first])
        waiting = [first]
        while waiting:
            for point in self.near[waiting.pop()]:
                if self.colors[point] == self.colors[first] and point not in self.chains:
                    self.chains[point] = chain
                    chain.stones.insert(1, point)
                    waiting.append(point)

    def liberties(self, chain: Chain) -> set[int]:
        """Return the liberties of a chain."""
        return {point for stone in chain.stones for point in self.near[stone] if self.colors[point] == EMPTY}

    def sole_liberty(self, chain: Chain) -> int | None:
        """Return the liberty of a chain in atari."""
        liberties = self.liberties(chain)
        return liberties.pop() if len(liberties) == 1 and not chain.is_certain else None

    def adjacent_chains(self, point: int, color: int) -> list[Chain]:
        """Return the chains of a color that are adjacent to a point, each once."""
        return list(dict.fromkeys(self.chains[near] for near in self.near[point] if self.colors[near] == color))

    def is_eye(self, point: int, color: int) -> bool:
        """Return True for an eye: only own stones are adjacent, and at most one diagonal is lost, none at an edge.

        A stone of the opponent in atari has not taken a diagonal.
        """
        if any(self.colors[near] != color for near in self.near[point]):
            return False
        lost = [
            near
            for near in self.diagonal[point]
            if self.colors[near] == opponent(color) and self.sole_liberty(self.chains[near]) is None
        ]
        return len(lost) + (len(self.near[point]) < 4) < 2

    def captured_by(self, point: int, color: int) -> list[Chain]:
        """Return the chains that a play captures."""
        others = self.adjacent_chains(point, opponent(color))
        return [chain for chain in others if not chain.is_certain and self.liberties(chain) == {point}]

    def liberties_after(self, point: int, color: int) -> int:
        """Return the number of liberties of the chain that a play makes, not counting those from captures."""
        chains = self.adjacent_chains(point, color)
        if any(chain.is_certain for chain in chains):
            return self.width * self.height
        free = {near for near in self.near[point] if self.colors[near] == EMPTY}
        return len(free.union(*(self.liberties(chain) for chain in chains)) - {point})

    def probability(self, point: int, color: int) -> int:
        """Return the probability in per cent of a play on an empty point."""
        if self.is_eye(point, color):
            return NEVER
        if self.captured_by(point, color):
            return ALWAYS
        liberties = self.liberties_after(point, color)
        if liberties != 1:
            return ALWAYS if liberties else NEVER
        stones = [point, *(stone for chain in self.adjacent_chains(point, color) for stone in chain.stones)]
        return THROW_IN if len(stones) == 1 else NAKADE if self.is_nakade(stones) else NEVER

    def is_nakade(self, stones: list[int]) -> bool:
        """Return True for a shape whose capture leaves one eye."""
        lines = [sum(near in stones for near in self.near[stone]) for stone in stones]
        return len(stones) <= 3 or (len(stones), max(lines), sum(lines) // 2) in {
            (4, 3, 3),
            (4, 2, 4),
            (5, 4, 4),
            (5, 3, 5),
            (6, 4, 6),
        }

    def rescue(self, chain: Chain, color: int) -> int | None:
        """Return a play that rescues a chain in atari: the capture of an attacker, or an extension."""
        liberty = self.sole_liberty(chain)
        if liberty is None:
            return None
        for stone in chain.stones:
            for near in self.near[stone]:
                if self.colors[near] == opponent(color):
                    answer = self.sole_liberty(self.chains[near])
                    if answer is not None and answer != self.ko:
                        return answer
        return liberty if liberty != self.ko and self.liberties_after(liberty, color) > 1 else None

    def reply(self, last: int, color: int, random: Random) -> int | None:
        """Return a play that captures the chain that moved last, or rescues one that this put in atari."""
        liberty = self.sole_liberty(self.chains[last])
        if liberty is not None and liberty != self.ko and random.draw(100) < CAPTURE_PERCENT:
            return liberty
        if random.draw(100) < RESCUE_PERCENT:
            for near in self.near[last]:
                play = self.rescue(self.chains[near], color) if self.colors[near] == color else None
                if play is not None:
                    return play
        return None

    def random_play(self, color: int, random: Random) -> int | None:
        """Return a random play; points that are refused go to the front of the empty ones."""
        for tried in range(len(self.empty)):
            index = tried + random.draw(len(self.empty) - tried)
            self.empty[tried], self.empty[index] = self.empty[index], self.empty[tried]
            point = self.empty[tried]
            probability = NEVER if point == self.ko else self.probability(point, color)
            if probability == ALWAYS or (probability != NEVER and random.draw(100) < probability):
                return point
        return None

    def play(self, point: int, color: int) -> None:
        """Play a stone."""
        is_surrounded = all(self.colors[near] == opponent(color) for near in self.near[point])
        captured = [chain.stones for chain in self.captured_by(point, color)]
        self.empty[self.empty.index(point)] = self.empty[-1]
        self.empty.pop()
        self.colors[point] = color
        chain = self.chains[point] = Chain([point])
        for near in self.near[point]:
            if self.colors[near] == color and self.chains[near] is not chain:
                chain = self._joined(self.chains[near], chain)
        for near in self.near[point]:
            if self.colors[near] == opponent(color) and self.chains[near].stones in captured:
                stones = self.chains[near].stones
                first = stones.index(near)
                for stone in stones[first:] + stones[:first]:
                    self.colors[stone] = EMPTY
                    del self.chains[stone]
                    self.empty.append(stone)
        self.ko = captured[0][0] if is_surrounded and [len(stones) for stones in captured] == [1] else None

    def _joined(self, first: Chain, second: Chain) -> Chain:
        """Join two chains: the smaller one goes behind the first stone of the larger one, its own first stone last."""
        is_larger = first.is_certain or (not second.is_certain and len(first.stones) >= len(second.stones))
        larger, smaller = (first, second) if is_larger else (second, first)
        larger.stones[1:1] = [*smaller.stones[1:], smaller.stones[0]]
        self.chains |= dict.fromkeys(smaller.stones, larger)
        return larger

    def play_out(self, color: int, random: Random) -> None:
        """Play until both sides pass."""
        last, passes = None, 0
        for _ in range(MOVES_PER_POINT * len(self.colors)):
            play = None if last is None else self.reply(last, color, random)
            play = self.random_play(color, random) if play is None else play
            if play is None:
                passes, self.ko = passes + 1, None
                if passes == 2:
                    return
            else:
                passes = 0
                self.play(play, color)
            last, color = play, opponent(color)

    def owner(self, point: int) -> int:
        """Return the owner of a point: 1 Black, −1 White, 0 neither."""
        colors = {self.colors[point]} - {EMPTY} or {self.colors[near] for near in self.near[point]} - {EMPTY}
        return {frozenset({BLACK}): 1, frozenset({WHITE}): -1}.get(frozenset(colors), 0)


def play_rounds(
    position: Position, certain: list[int], to_move: int, seed: int, rounds: int
) -> tuple[list[float], list[float]]:
    """Return the share of playouts in which Black owned each point, and in which its stone remains."""
    stones = position.stones.tolist()
    random = Random(seed, stones)
    lead, stays = [0] * len(stones), [0] * len(stones)
    for number in range(rounds):
        board = PlayoutBoard(position, certain)
        board.play_out(to_move if number % 2 == 0 else opponent(to_move), random)
        for point, stone in enumerate(stones):
            lead[point] += board.owner(point)
            stays[point] += stone != EMPTY and board.colors[point] == stone
    ownership = [np.float32(rounds + value) / np.float32(2 * rounds) for value in lead]
    return list(map(float, ownership)), [float(np.float32(value) / np.float32(rounds)) for value in stays]
