"""The rest of a finished game, by the rules of `goanalyze/kernels/finisher.cpp`: the oracle of one run without noise.

Points are numbers, row by row; chains and regions are sets of points. Values are in hundredths of a point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from goanalyze import BLACK, WHITE
from goanalyze.points import EMPTY, opponent

POINT: Final = 100
STONE: Final = 200
MOST_STONES: Final = 2
FEW: Final = 3  # liberties of a chain that may be in danger

Move = tuple[int, int | None]  # value; point, None for a pass


@dataclass(frozen=True)
class Stones:
    """A position with dead stones.

    Attributes:
        width: columns.
        colors: color of each point.
        dead: points of dead stones.
    """

    width: int
    colors: tuple[int, ...]
    dead: frozenset[int]

    def neighbors(self, point: int) -> list[int]:
        """Return the adjacent points."""
        row, column = divmod(point, self.width)
        near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        rows = len(self.colors) // self.width
        return [y * self.width + x for y, x in near if 0 <= y < rows and 0 <= x < self.width]

    def near(self, points: frozenset[int]) -> frozenset[int]:
        """Return the points adjacent to some points, those left out."""
        return frozenset(near for point in points for near in self.neighbors(point)) - points

    def connected(self, first: int, belongs: Callable[[int], bool]) -> frozenset[int]:
        """Return the connected points of a kind."""
        members, waiting = {first}, [first]
        while waiting:
            for point in self.neighbors(waiting.pop()):
                if point not in members and belongs(point):
                    members.add(point)
                    waiting.append(point)
        return frozenset(members)

    def chain(self, stone: int) -> frozenset[int]:
        """Return the chain of a stone."""
        return self.connected(stone, lambda point: self.colors[point] == self.colors[stone])

    def liberties(self, chain: frozenset[int]) -> frozenset[int]:
        """Return the liberties of a chain."""
        return frozenset(point for point in self.near(chain) if self.colors[point] == EMPTY)

    def liberties_at(self, stone: int) -> frozenset[int]:
        """Return the liberties of the chain of a stone."""
        return self.liberties(self.chain(stone))

    def is_open(self, point: int) -> bool:
        """Return True for an empty point and for a dead stone."""
        return self.colors[point] == EMPTY or point in self.dead

    def living(self, points: frozenset[int] | list[int], side: int) -> list[int]:
        """Return the living stones of a side among some points."""
        return [point for point in points if self.colors[point] == side and point not in self.dead]

    @cached_property
    def regions(self) -> list[tuple[frozenset[int], frozenset[int]]]:
        """The regions of open points, with the sides whose living stones border them."""
        regions: list[tuple[frozenset[int], frozenset[int]]] = []
        left = set(filter(self.is_open, range(len(self.colors))))
        while left:
            region = self.connected(min(left), self.is_open)
            regions.append((region, frozenset(self.colors[near] for near in self.near(region))))
            left -= region
        return regions

    def owners(self, point: int) -> frozenset[int]:
        """Return the sides whose living stones border the region of an open point, none for a living stone."""
        return next((owners for region, owners in self.regions if point in region), frozenset())

    def territory(self, side: int) -> int:
        """Return a side's territory less that of the opponent, two points under each dead stone of the other side."""
        total = 0
        for region, owners in self.regions:
            if len(owners) == 1:
                points = sum(2 if self.colors[point] == opponent(*owners) else 1 for point in region)
                total += points if side in owners else -points
        return total

    def play(self, point: int, side: int) -> Play | None:
        """Return the effect of a stone, None if it is suicide."""
        colors = list(self.colors)
        colors[point] = side
        after = replace(self, colors=tuple(colors))
        taken: frozenset[int] = frozenset()
        for near in self.neighbors(point):
            if colors[near] == opponent(side) and not after.liberties_at(near):
                taken |= after.chain(near)
        after = replace(after, colors=tuple(EMPTY if point in taken else color for point, color in enumerate(colors)))
        chain = after.chain(point)
        liberties = after.liberties(chain)
        if not liberties:
            return None
        ko = min(taken) if len(taken) == len(chain) == len(liberties) == 1 else None
        return Play(replace(after, dead=self.dead - taken - chain), chain, liberties, len(taken), ko)


@dataclass(frozen=True)
class Play:
    """The effect of a stone.

    Attributes:
        after: position after it.
        chain: chain of the stone.
        liberties: liberties of that chain.
        captured: number of captured stones.
        ko: point where the opponent may not recapture at once.
    """

    after: Stones
    chain: frozenset[int]
    liberties: frozenset[int]
    captured: int
    ko: int | None

    def net_captures(self) -> int:
        """Return the captured stones, less those that are recaptured at once."""
        if len(self.liberties) == 1 and self.ko is None:
            return max(self.captured - len(self.chain), 0)
        return self.captured


def loss(board: Stones, point: int, side: int) -> int:
    """Return the stones that a side loses, with any reply, if the opponent plays on a point."""
    beside = board.neighbors(point)
    if board.colors[point] != EMPTY or not board.living(beside, opponent(side)):
        return 0
    if all(len(board.liberties_at(stone)) > MOST_STONES for stone in board.living(beside, side)):
        return 0
    attack = board.play(point, opponent(side))
    if attack is None:
        return 0
    after = attack.after
    chains = {after.chain(stone) for stone in after.living(beside, side)}
    ataris = [chain for chain in chains if len(after.liberties(chain)) == 1]
    least = sum(map(len, ataris))
    for chain in ataris:
        for answer in answers(after, chain):
            defence = after.play(answer, side) if answer != attack.ko else None
            if defence is not None:
                least = min(least, sum(len(other) for other in ataris if is_lost(defence, min(other))))
    return attack.net_captures() + least


def is_lost(defence: Play, stone: int) -> bool:
    """Return True if a chain is in atari after a defence, but for a stone that has just taken a ko."""
    chain = defence.after.chain(stone)
    has_ko = defence.ko is not None and len(chain) == 1
    return len(defence.after.liberties(chain)) == 1 and not has_ko


def answers(board: Stones, chain: frozenset[int]) -> list[int]:
    """Return the moves that may rescue a chain in atari: its liberty, then the captures of adjacent chains."""
    (liberty,) = board.liberties(chain)
    side = board.colors[min(chain)]
    enemies = {board.chain(point) for point in board.near(chain) if board.colors[point] == opponent(side)}
    captures = {min(board.liberties(enemy)) for enemy in enemies if len(board.liberties(enemy)) == 1}
    return [liberty, *sorted(captures)]


def exposure(board: Stones, stone: int, side: int, forbidden: int | None) -> int:
    """Return the most stones lost by a move of the opponent on a liberty of a chain that has few."""
    liberties = board.liberties_at(stone)
    if len(liberties) > FEW:
        return 0
    return max((loss(board, point, side) for point in liberties if point != forbidden), default=0)


def gain(before: Stones, play: Play, side: int, point: int) -> int:
    """Return the value of a stone on a neutral point: its change in territory, and the ataris that it gives."""
    after = play.after
    value = POINT * (after.territory(side) - before.territory(side))
    for stone in after.living(before.neighbors(point), opponent(side)):
        liberties = after.liberties_at(stone)
        if len(liberties) == 1:
            value += 50 if after.owners(min(liberties)) == {opponent(side)} else 20
    return value


@dataclass
class Rest:
    """The rest of a game while it is played.

    Attributes:
        board: present position.
        side: side to move.
        ko: point that may not be played at once.
        prisoners: stones that each side captured.
        moves: points that are played, None for a pass.
        run: number of the run; 0 without noise.
    """

    board: Stones
    side: int
    ko: int | None
    prisoners: dict[int, int]
    moves: list[int | None]
    run: int

    def choose(self) -> Move:
        """Return the move of the highest value, the first one among equals."""
        best: Move = (-100, None)
        for move in self._ataris():
            best = max(best, move, key=lambda one: one[0])
        for move in self._wins():
            best = max(best, move, key=lambda one: one[0])
        threats = {point: loss(self.board, point, self.side) for point in self._empty()}
        threat = max(threats.values(), default=0)
        if threat and STONE * threat - 60 > best[0]:
            threatened = min(point for point, lost in threats.items() if lost == threat)
            defence = self._defence(threatened, threat)
            best = best if defence is None else (STONE * threat - 60, defence)
        if best[0] < STONE:
            for move in self._neutral():
                best = max(best, move, key=lambda one: one[0])
        return best

    def _empty(self) -> list[int]:
        return [point for point, color in enumerate(self.board.colors) if color == EMPTY]

    def _ataris(self) -> Iterator[Move]:
        """Yield rescues and captures, by the first stones of the chains in atari."""
        chains = {self.board.chain(stone) for stone, color in enumerate(self.board.colors) if color != EMPTY}
        for chain in sorted(chains, key=min):
            first = min(chain)
            if len(self.board.liberties(chain)) == 1 and first not in self.board.dead:
                is_own = self.board.colors[first] == self.side
                yield from self._rescues(chain) if is_own else self._captures(chain)

    def _rescues(self, chain: frozenset[int]) -> Iterator[Move]:
        liberty, *_ = moves = answers(self.board, chain)
        threat = self.board.play(liberty, opponent(self.side))
        is_pressed = self.board.living(self.board.near(chain), opponent(self.side))
        if not is_pressed or threat is None or not threat.net_captures():
            return
        for point in moves:
            play = self.board.play(point, self.side) if point != self.ko else None
            if play is None:
                continue
            rescued = play.after.chain(min(chain))
            has_liberties = len(play.after.liberties(rescued)) > 1
            if has_liberties or (len(rescued) == 1 and play.ko is not None):
                danger = exposure(play.after, min(chain), self.side, play.ko) if has_liberties else 0
                cost = POINT if self.board.owners(point) == {self.side} else 0
                yield STONE * len(chain) + 30 - cost - STONE * danger, point

    def _captures(self, chain: frozenset[int]) -> Iterator[Move]:
        (liberty,) = self.board.liberties(chain)
        has_help = self.board.living(self.board.neighbors(liberty), self.side)
        if len(chain) <= MOST_STONES and liberty != self.ko and has_help:
            play = self.board.play(liberty, self.side)
            if play is not None and play.net_captures():
                yield STONE * len(chain), liberty

    def _wins(self) -> Iterator[Move]:
        """Yield the moves after which the opponent loses one or two stones, with any reply."""
        for point in self._empty():
            if point != self.ko and 0 < (won := loss(self.board, point, opponent(self.side))) <= MOST_STONES:
                yield STONE * won - 50, point

    def _defence(self, threatened: int, threat: int) -> int | None:
        """Return the cheapest move after which the opponent wins less close to a point."""
        row, column = divmod(threatened, self.board.width)

        def distances(point: int) -> tuple[int, int]:
            y, x = divmod(point, self.board.width)
            return abs(y - row), abs(x - column)

        close = [point for point in range(len(self.board.colors)) if max(distances(point)) <= 2]
        best: Move = (-STONE * threat, None)
        for point in close:
            is_playable = self.board.colors[point] == EMPTY and point != self.ko
            play = self.board.play(point, self.side) if is_playable else None
            if play is None or len(play.liberties) == 1:
                continue
            most = max(loss(play.after, other, self.side) for other in close)
            cost = POINT if self.board.owners(point) == {self.side} else 0
            if most < threat:
                best = max(best, (-STONE * most - cost - sum(distances(point)), point), key=lambda one: one[0])
        return best[1]

    def _neutral(self) -> Iterator[Move]:
        """Yield the neutral points that can be filled without loss."""
        for point in self._empty():
            near = self.board.neighbors(point)
            is_neutral = self.board.owners(point) == {BLACK, WHITE}
            if point == self.ko or not is_neutral or not self.board.living(near, self.side):
                continue
            play = self.board.play(point, self.side)
            if play is None or play.captured > MOST_STONES:
                continue
            if play.ko is None and (len(play.liberties) == 1 or exposure(play.after, point, self.side, None)):
                continue
            value = gain(self.board, play, self.side, point) + POINT * play.captured
            other = (
                self.board.play(point, opponent(self.side)) if self.board.living(near, opponent(self.side)) else None
            )
            if other is not None and len(other.liberties) > 1:
                value += gain(self.board, other, opponent(self.side), point)
            yield value + (noise(self.run, point) if self.run and value >= 0 else 0), point


def noise(run: int, point: int) -> int:
    """Return a number from 0 to 49: the last step of SplitMix64, as `goanalyze/kernels/hashing.hpp` has it."""
    mask = 2**64 - 1
    value = (run * 0x9E3779B97F4A7C15 + point) & mask
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        value = ((value ^ (value >> shift)) * factor) & mask
    return ((value ^ (value >> 31)) >> 32) * 50 >> 32


def play_rest(board: Stones, side: int, last: int | None, run: int = 0) -> Rest:
    """Play until both sides pass, or the rest is too long; a last move that seems to have taken a ko forbids it."""
    rest = Rest(board, side, _ko_of(board, side, last), {BLACK: 0, WHITE: 0}, [], run)
    points = len(board.colors)
    while rest.moves[-2:] != [None, None]:
        _, point = rest.choose()
        play = None if point is None else rest.board.play(point, rest.side)
        rest.ko = None
        if play is not None:
            if len(rest.moves) >= min(points, points // 4 + 16):
                break
            rest.board, rest.ko = play.after, play.ko
            rest.prisoners[rest.side] += play.captured
        rest.moves.append(point)
        rest.side = opponent(rest.side)
    return rest


def _ko_of(board: Stones, side: int, last: int | None) -> int | None:
    if last is None or board.colors[last] != opponent(side):
        return None
    chain = board.chain(last)
    liberties = board.liberties(chain)
    if len(chain) != 1 or len(liberties) != 1:
        return None
    near = board.neighbors(min(liberties))
    return min(liberties) if all(board.colors[point] == opponent(side) for point in near) else None
