"""Confirmation of life and death (Japanese rules 1989, article 7) in a region of a dozen points: all of it, over sets.

Every position that moves
can lead to is examined; the winner is then read off the whole graph. No reading ahead could stop too
soon, and nothing is shared with `goanalyze`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[int, int]
Points: TypeAlias = frozenset[Point]
Stones: TypeAlias = tuple[Points, Points]
BLACK, WHITE = 0, 1
NONE: Points = frozenset()
BOTH_READINGS = ("any", "own-ko")


class TooLarge(Exception):
    """More positions can arise than were allowed."""


class State(NamedTuple):
    """A position of the confirmation: all that later moves and the winner depend on.

    Attributes:
        stones: Black's and White's.
        marked: stones that took a ko and may not be retaken yet.
        old: the owner's stones that have been there since the stop, as far as the query needs them.
        captured: True if the chain in question has been captured.
        turn: BLACK or WHITE.
    """

    stones: Stones
    marked: Points
    old: Points
    captured: bool
    turn: int


class Play(NamedTuple):
    """Result of a play.

    Attributes:
        stones: Black's and White's afterwards.
        taken: the stones it takes.
        takes_ko: True if it takes one stone by a single stone whose only liberty is the taken point.
    """

    stones: Stones
    taken: Points
    takes_ko: bool


class Status(NamedTuple):
    """The answer for one chain, and the points on which its capture would have to enable a stone."""

    fate: str
    how: str
    local: Points


class Stop:
    """A position after the two passes, as much of it as walls and edges shut in.

    Args:
        points: the region.
        walls: Black's and White's immortal stones adjacent to it.
        stones: Black's and White's stones in it.
    """

    def __init__(
        self, points: Iterable[Point], walls: Sequence[Iterable[Point]], stones: Sequence[Iterable[Point]]
    ) -> None:
        """Store the adjacency of points."""
        self.points = frozenset(points)
        self.stones: Stones = (frozenset(stones[BLACK]), frozenset(stones[WHITE]))
        self.walls = (frozenset(walls[BLACK]), frozenset(walls[WHITE]))
        self.near = {point: _around(point) & self.points for point in self.points}
        self.walled = [frozenset(p for p in self.points if _around(p) & wall) for wall in self.walls]
        self._played: dict[tuple[Stones, int, Point], Play | None] = {}

    @classmethod
    def drawn(cls, rows: Sequence[str]) -> Stop:
        """Read rows: X and O are stones, a dot is empty, B and W are walls, and all else is off the board."""
        at: defaultdict[str, set[Point]] = defaultdict(set)
        for row, line in enumerate(rows):
            for column, mark in enumerate(line):
                at[mark].add((row, column))
        return cls(at["."] | at["X"] | at["O"], (at["B"], at["W"]), (at["X"], at["O"]))

    def chain(self, point: Point, among: Points) -> Points:
        """Return the stones, of those given, that are joined to one of them."""
        chain, edge = {point}, [point]
        while edge:
            joined = (self.near[edge.pop()] & among) - chain
            chain |= joined
            edge += joined
        return frozenset(chain)

    def chains(self, color: int) -> set[Points]:
        """Return the chains of a colour at the stop that can be captured: not walls, and not stones joined to them."""
        chains = {self.chain(point, self.stones[color]) for point in self.stones[color]}
        return {chain for chain in chains if not chain & self.walled[color]}

    def liberties(self, chain: Points, stones: Stones) -> Points:
        """Return the empty points adjacent to a chain."""
        return frozenset(near for point in chain for near in self.near[point]) - stones[BLACK] - stones[WHITE]

    def may_stay(self, chain: Points, color: int, stones: Stones) -> bool:
        """Return True if a chain has a liberty or belongs to a wall (article 4)."""
        return bool(chain & self.walled[color] or self.liberties(chain, stones))

    def played(self, stones: Stones, color: int, point: Point) -> Play | None:
        """Return the result of a play; None if the stone cannot stay (articles 4 and 5)."""
        key = stones, color, point
        if key not in self._played:
            self._played[key] = self._play(*key)
        return self._played[key]

    def _play(self, stones: Stones, color: int, point: Point) -> Play | None:
        own, other = stones[color] | {point}, stones[1 - color]
        after = _of(color, own, other)
        taken = NONE
        for near in self.near[point] & other:
            chain = self.chain(near, other)
            if not self.may_stay(chain, 1 - color, after):
                taken |= chain
        after = _of(color, own, other - taken)
        if not self.may_stay(self.chain(point, own), color, after):
            return None
        alone = self.stands_alone(point, color, after)
        takes_ko = len(taken) == 1 and alone and self.liberties(frozenset({point}), after) == taken
        return Play(after, taken, takes_ko)

    def stands_alone(self, point: Point, color: int, stones: Stones) -> bool:
        """Return True if a stone is joined to no other and to no wall."""
        return point not in self.walled[color] and not self.near[point] & stones[color]

    def moves(self, state: State, ko_pass: str) -> Iterator[State]:
        """Yield the results of the moves of the confirmation: pass, passes for kos, plays."""
        turn, other = state.turn, 1 - state.turn
        yield state._replace(turn=other)
        if ko_pass == "any" and state.marked:
            yield state._replace(turn=other, marked=NONE)
        if ko_pass == "own-ko":
            for point in state.marked & state.stones[other]:
                yield state._replace(turn=other, marked=state.marked - {point})
        for point in self.points - state.stones[BLACK] - state.stones[WHITE]:
            play = self.played(state.stones, turn, point)
            if play is None or (play.takes_ko and play.taken & state.marked):
                continue
            after, taken, takes_ko = play
            marks = (state.marked - taken) | ({point} if takes_ko else NONE)
            marked = (p for p in marks if self.stands_alone(p, BLACK if p in after[BLACK] else WHITE, after))
            yield State(after, frozenset(marked), state.old - taken, state.captured, other)

    def forces(self, target: Points, clear: Points = NONE, *, owner_first: bool = False, ko_pass: str = "any") -> bool:
        """Return True if the attacker forces the capture of a chain and keeps new stones from staying on `clear`.

        Args:
            target: a whole chain of the stop.
            clear: points on which no new stone of the chain's owner may stay from some move on for ever.
            owner_first: True if the chain's owner moves first.
            ko_pass: `any`: a pass for kos lifts all bans; `own-ko`: one ban, of the player that passes.
        """
        return Game(self, target, clear, ko_pass).forced(clear, owner_first=owner_first)

    def local(self, target: Points, blocking: Collection[Points], uncapturable: Collection[Points]) -> Points:
        """Return L2 less Z: where a stone would be enabled by the capture of a chain.

        Args:
            target: the chain.
            blocking: the owner's other chains that are uncapturable or capturable-1; the walls of both sides block.
            uncapturable: those whose liberties at the stop do not count, as those of the owner's walls do not.
        """
        color = self.color(target)
        blocked = frozenset(point for chain in blocking for point in chain)
        blocked |= self.chained_to_walls(color)
        reached = self.chain(min(target), self.points - blocked)
        safe = frozenset(point for chain in uncapturable for point in chain) | self.chained_to_walls(color)
        beside = self.liberties(safe, self.stones) | self.walled[color]
        return reached - (beside - self.stones[BLACK] - self.stones[WHITE])

    def color(self, chain: Points) -> int:
        """Return the owner of the chain."""
        return BLACK if chain <= self.stones[BLACK] else WHITE

    def chained_to_walls(self, color: int) -> Points:
        """Return the stones of a colour that are joined to its walls."""
        own = self.stones[color]
        return frozenset(p for point in own & self.walled[color] for p in self.chain(point, own))

    def capturable(
        self, target: Points, ko_pass: str = "any", most: int | None = None, *, owner_first: bool = False
    ) -> str:
        """Return `uncapturable`, `capturable-1`, or `else` for a chain."""
        game = Game(self, target, target, ko_pass, most)
        if not game.forced(owner_first=owner_first):
            return "uncapturable"
        return "else" if game.forced(target, owner_first=owner_first) else "capturable-1"

    def status(
        self, target: Points, ko_pass: str = "any", most: int | None = None, *, owner_first: bool = False
    ) -> Status:
        """Return True if a chain lives by article 7, and the classification.

        If the owner moved first he would do so for this chain only: the status of his other chains is needed as well.

        Raises:
            TooLarge: one of the games that have to be looked at has more positions than `most`.
        """
        how = self.capturable(target, ko_pass, most, owner_first=owner_first)
        if how != "else":
            return Status("alive", how, target)
        others = {its: self.capturable(its, ko_pass, most) for its in self.chains(self.color(target)) - {target}}
        blocking = [chain for chain, its in others.items() if its != "else"]
        local = self.local(target, blocking, [chain for chain in blocking if others[chain] == "uncapturable"])
        if Game(self, target, local, ko_pass, most).forced(local, owner_first=owner_first):
            return Status("dead", "dead", local)
        return Status("alive", "capturable-2", local)


class Game:
    """All possible games in which the capture of a chain is tried, with either side first.

    Args:
        stop: the position.
        target: the chain.
        clear: the points of the later query; without points no move follows the capture.
        ko_pass: the reading of the pass for a ko.
        most: how many positions there may be.
    """

    def __init__(
        self, stop: Stop, target: Points, clear: Points = NONE, ko_pass: str = "any", most: int | None = None
    ) -> None:
        """Play every move in every position."""
        self.owner = stop.color(target)
        self.attacker = 1 - self.owner
        old = (stop.stones[self.owner] - target) & clear
        self.states = [State(stop.stones, NONE, old, False, turn) for turn in (self.attacker, self.owner)]
        self.after: list[list[int]] = []
        number = {state: at for at, state in enumerate(self.states)}
        for state in self.states:
            if state.captured and not clear:
                self.after.append([])
                continue
            following = []
            for result in stop.moves(state, ko_pass):
                captured = state.captured or not target <= result.stones[self.owner]
                then = result._replace(captured=captured)
                if then not in number:
                    number[then] = len(self.states)
                    self.states.append(then)
                following.append(number[then])
            self.after.append(following)
            if most is not None and len(self.states) > most:
                raise TooLarge

    @cached_property
    def before(self) -> list[list[int]]:
        """The states from which a move leads to a state."""
        before: list[list[int]] = [[] for _ in self.states]
        for state, following in enumerate(self.after):
            for then in following:
                before[then].append(state)
        return before

    def attracted(self, goals: Collection[int]) -> set[int]:
        """Return the states from which the attacker reaches one of some states, against any play of the owner."""
        won, edge = set(goals), list(goals)
        open_moves = [len(following) for following in self.after]
        while edge:
            for state in self.before[edge.pop()]:
                open_moves[state] -= 1
                if state not in won and (self.states[state].turn == self.attacker or not open_moves[state]):
                    won.add(state)
                    edge.append(state)
        return won

    def next_in(self, state: int, goals: set[int]) -> bool:
        """Return True if the attacker gets from a state into one of some states by the next move."""
        among = (then in goals for then in self.after[state])
        return any(among) if self.states[state].turn == self.attacker else all(among)

    def is_clear(self, state: State, point: Point) -> bool:
        """Return True if the chain is captured and no new stone of its owner is on a point."""
        return state.captured and (point not in state.stones[self.owner] or point in state.old)

    def won(self, clear: Points = NONE) -> set[int]:
        """Return the states in which the attacker forces capture and, for each point, clears it again and again.

        Generalised Büchi game, the greatest set from whose states he can, for each point in turn, get to a state in
        which the point is clear and then stay in the set.
        """
        if not clear:
            return self.attracted([at for at, state in enumerate(self.states) if state.captured])
        goals = [{at for at, state in enumerate(self.states) if self.is_clear(state, point)} for point in clear]
        won = set(range(len(self.states)))
        while True:
            reached = [self.attracted([at for at in goal & won if self.next_in(at, won)]) for goal in goals]
            still = set.intersection(*reached)
            if still == won:
                return won
            won = still

    def gain(self, state: int, then: int) -> int:
        """Return the difference of a move's captures, of the attacker's and of the owner's stones."""
        before, after = self.states[state].stones, self.states[then].stones
        taken = [max(0, len(before[color]) - len(after[color])) for color in (BLACK, WHITE)]
        return taken[self.attacker] - taken[self.owner]

    def loses_by_cycles(self, *, owner_first: bool = False) -> bool:
        """Return True if the owner, who keeps his chain, can do so only in cycles that cost him more than they gain.

        Energy game: the least stock of stones that pays for the owner's losses on the way, found from below; without
        a bound the losses go on for ever.
        """
        kept = set(range(len(self.states))) - self.won()
        moves = {
            state: [(then, self.gain(state, then)) for then in self.after[state] if then in kept] for state in kept
        }
        most = 1 + sum(max(0, *(-gain for _, gain in following)) for following in moves.values())
        stock = dict.fromkeys(kept, 0)
        edge = set(kept)
        while edge:
            state = edge.pop()
            needed = [min(most, max(0, stock[then] - gain)) for then, gain in moves[state]]
            best = max(needed) if self.states[state].turn == self.attacker else min(needed)
            if best > stock[state]:
                stock[state] = best
                edge |= kept & set(self.before[state])
        return stock.get(1 if owner_first else 0) == most

    def forced(self, clear: Points = NONE, *, owner_first: bool = False) -> bool:
        """Return True if the attacker forces it from the stop; `clear` as far as the game was made for it."""
        return (1 if owner_first else 0) in self.won(clear)


def _around(point: Point) -> Points:
    """Return the four points around a point, on the board or not."""
    row, column = point
    return frozenset({(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)})


def _of(color: int, own: Points, other: Points) -> Stones:
    """Return the stones of both, by whose they are."""
    return (own, other) if color == BLACK else (other, own)
