"""Cycles: what happened between a position and its return, and what players call it.

A cycle is the run of moves after a position up to the move that brings it back: with the same side to move
(situational), or the stones alone (positional). Its name never changes what is legal; whether players may claim no
result over it does depend on it (Japanese rules 1989, art. 12). No rulesets here.

Stones put on the board less stones taken off is nothing over a round, and both sides move equally often. So what Black
takes more than White is what Black passes more than White, in every situational cycle of moves in turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.board import flags as f
from goanalyze.replay.choices import CycleKind
from goanalyze.replay.chunk import Replays
from goanalyze.vocabulary.points import BLACK, WHITE

_BREAKS: Final = np.uint32(f.OUT_OF_TURN | f.OCCUPIED | f.OFF_BOARD_MOVE)
_FOLD: Final = {2: "double ko", 4: "quadruple ko"}


@dataclass(frozen=True, slots=True)
class Cycle:
    """One round of a cycle.

    Attributes:
        since: number of the move whose position came back, 0 for the start.
        length: moves in the round, passes included.
        black_captures: stones taken from White, White's suicides included.
        white_captures: stones taken from Black, Black's suicides included.
        black_passes: Black's moves that placed no stone.
        white_passes: White's.
        sizes: how many stones single plays took from the enemy, each number once.
        points_differ: True if no two plays are on the same point.
        is_situational: whether the same side is to move again.
    """

    since: int
    length: int
    black_captures: int
    white_captures: int
    black_passes: int
    white_passes: int
    sizes: frozenset[int]
    points_differ: bool
    is_situational: bool = True

    @property
    def balance(self) -> int:
        """Stones that Black took less those that White took."""
        return self.black_captures - self.white_captures

    @property
    def has_pass(self) -> bool:
        """Whether anyone passed."""
        return self.black_passes + self.white_passes > 0

    @property
    def kind(self) -> CycleKind:
        """What it is called."""
        return classify(self)

    @property
    def name(self) -> str:
        """What it is called, n-fold kos by their number."""
        kos = self.length // 2
        return _FOLD.get(kos, f"{kos}-fold ko") if self.kind is CycleKind.MANIFOLD_KO else str(self.kind.value)


def classify(cycle: Cycle) -> CycleKind:
    """Return what a cycle is called.

    A round that the other side is to go on from is called by what was sent, as players do, or else positional. Kos are
    counted by their points, two each, so that one ko taken back and forth makes no triple ko.

    Example:
        >>> classify(Cycle(10, 6, 3, 3, 0, 0, frozenset({1}), points_differ=True)).value
        'triple ko'
        >>> Cycle(10, 8, 4, 4, 0, 0, frozenset({1}), points_differ=True).name
        'quadruple ko'
    """
    if cycle.length == 1:
        return CycleKind.NULL_MOVE
    if cycle.balance and cycle.sizes == {1, 2}:
        return CycleKind.SENDING_TWO
    if cycle.balance and cycle.sizes == {2, 3}:
        return CycleKind.SENDING_THREE
    if not cycle.is_situational:
        return CycleKind.POSITIONAL
    if cycle.balance:
        return CycleKind.UNBALANCED
    if cycle.has_pass:
        return _classify_with_passes(cycle)
    if cycle.length == 2:
        return CycleKind.BASIC_KO
    if cycle.length == 4 and cycle.sizes == {2}:
        return CycleKind.ETERNAL_LIFE
    if cycle.sizes == {1} and cycle.points_differ:
        return CycleKind.TRIPLE_KO if cycle.length == 6 else CycleKind.MANIFOLD_KO
    return CycleKind.OTHER


def _classify_with_passes(cycle: Cycle) -> CycleKind:
    """Return the kind of a cycle with passes in which both sides take equally many stones.

    It is one of kos if each play takes a single stone, and no two are on the same point: two plays for each ko.
    """
    plays = cycle.length - cycle.black_passes - cycle.white_passes
    is_of_kos = cycle.sizes == {1} and cycle.black_captures + cycle.white_captures == plays and cycle.points_differ
    if not is_of_kos or cycle.black_passes != cycle.white_passes:
        return CycleKind.OTHER_WITH_PASSES
    return CycleKind.KO_WITH_PASSES if plays == 2 else CycleKind.PASSES


class Ledger:
    """What both sides took and passed in one game, added up move by move, so that long cycles cost no more than short.

    Args:
        replays: a chunk, played out.
        game: number in the chunk.

    Attributes:
        game: the same.
    """

    def __init__(self, replays: Replays, game: int) -> None:
        self.game = game
        self._moves = replays.moves
        self._start = int(replays.start[game])
        span = slice(self._start, int(replays.start[game + 1]))
        color, is_pass = self._moves.color[span], self._moves.point[span] < 0
        taken, lost = self._moves.captured[span], self._moves.self_captured[span]
        self._captures = {side: _sums(np.where(color == side, taken, lost)) for side in (BLACK, WHITE)}
        self._passes = {side: _sums((color == side) & is_pass) for side in (BLACK, WHITE)}
        sizes = sorted(set(taken[taken > 0].tolist()))
        self._plays_taking = {size: np.flatnonzero(taken == size) + 1 for size in sizes}
        self._played_before = np.concatenate(([0], np.maximum.accumulate(_earlier(self._moves.point[span]))))

    def is_balanced(self, number: NDArray[np.int64], since: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Return for cycles from after `since` to `number` whether both sides take equally many, and nobody passes."""
        taken = [sums[number] - sums[since] for sums in self._captures.values()]
        passes = sum(sums[number] - sums[since] for sums in self._passes.values())
        balanced: NDArray[np.bool_] = (taken[0] == taken[1]) & (passes == 0)
        return balanced

    def cycle(self, number: int, since: int) -> Cycle:
        """Return the cycle of the moves after move `since` up to move `number`."""
        captures = {side: int(sums[number] - sums[since]) for side, sums in self._captures.items()}
        passes = {side: int(sums[number] - sums[since]) for side, sums in self._passes.items()}
        return Cycle(
            since, number - since, captures[BLACK], captures[WHITE], passes[BLACK], passes[WHITE],
            sizes=frozenset(size for size, plays in self._plays_taking.items()
                            if np.ptp(plays.searchsorted((since, number), side="right"))),
            points_differ=bool(self._played_before[number] <= since),
            is_situational=int(self._moves.situation[self._start + number - 1]) == since,
        )  # fmt: skip


def _sums(values: NDArray[np.int64] | NDArray[np.int16] | NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the sum of the values of the first n moves, for every n from 0."""
    return np.concatenate(([0], np.cumsum(values, dtype=np.int64)))


def _earlier(points: NDArray[np.int16]) -> NDArray[np.int64]:
    """Return the number of the latest earlier play on the same point; 0 for none, and for moves that place no stone."""
    order = np.argsort(points, kind="stable")
    earlier = np.zeros(len(points), dtype=np.int64)
    is_again = (points[order[1:]] == points[order[:-1]]) & (points[order[1:]] >= 0)
    earlier[order[1:][is_again]] = order[:-1][is_again] + 1
    return earlier


def completing_rows(replays: Replays) -> NDArray[np.int64]:
    """Return the rows of `Replays.moves` that complete a situational cycle of more than two moves, passes included.

    A cycle is one of play: none that setup, a move out of turn, on a stone or off the board had a part in, so that as
    many stones were placed in it as removed.
    """
    if not replays.completing:
        replays.completing.append(_completing_rows(replays))
    return replays.completing[0]


def _completing_rows(replays: Replays) -> NDArray[np.int64]:
    """See `completing_rows`, which several stages ask for."""
    moves = replays.moves
    rows = np.flatnonzero(moves.situation >= 0)
    length = _places(replays, rows)[1] - moves.situation[rows]
    rows, length = rows[length > 2], length[length > 2]
    if len(rows):
        last, mine = _of_their_games(replays, rows)
        flags, removed = np.take(moves.flags, mine), np.take(moves.self_captured, mine)
        broken, edited = _sums((flags & _BREAKS) != 0), _sums((flags & np.uint32(f.SETUP_BEFORE)) != 0)
        taken = np.take(moves.captured, mine).astype(np.int64) + removed
        gained = _sums((np.take(moves.point, mine) >= 0) - taken)
        first = last + 1 - length
        whole = (broken[last + 1] == broken[first]) & (gained[last + 1] == gained[first])
        rows = rows[whole & (edited[last + 1] == edited[first + 1])]  # it may begin with a position that was set up
    return rows


def _of_their_games(replays: Replays, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return all rows of the games that some rows are of, and before them the places of those rows among them."""
    games, number = np.unique(_places(replays, rows)[0], return_inverse=True)
    lengths = np.diff(replays.start)[games]
    before = replays.start[games] - (np.cumsum(lengths) - lengths)
    return rows - before[number], np.repeat(before, lengths) + np.arange(lengths.sum())


def claimable_rows(replays: Replays) -> NDArray[np.int64]:
    """Return the rows of `Replays.moves` that complete a cycle over which no result may be claimed.

    It is a situational one of more than two moves, even in number, without passes, in which both sides take equally
    many stones (Japanese rules 1989, art. 12, and the practice on sending two, returning one); a play on an empty point
    and no suicide completes it. Its first repetition and all later ones count.
    """
    moves = replays.moves
    rows = completing_rows(replays)
    rows = rows[(moves.flags[rows] & (f.SSK | f.FAULTY)) == f.SSK]
    games, number = _places(replays, rows)
    since = moves.situation[rows]
    is_balanced = np.zeros(len(rows), dtype=np.bool_)
    for game in sorted(set(games.tolist())):
        mine = slice(*games.searchsorted((game, game + 1)).tolist())
        is_balanced[mine] = Ledger(replays, game).is_balanced(number[mine], since[mine])
    claimable: NDArray[np.int64] = rows[is_balanced & ((number - since) % 2 == 0)]
    return claimable


def first_claims(replays: Replays) -> NDArray[np.int32]:
    """Return for each game the number of the move that first lets no result be claimed, a GO205; 0 for none."""
    result = np.zeros(len(replays), dtype=np.int32)
    games, numbers = _places(replays, claimable_rows(replays))
    result[games[::-1]] = numbers[::-1]  # the last to be written is the earliest
    return result


def claimable_cycles(replays: Replays) -> NDArray[np.bool_]:
    """Return for each game whether it has a cycle over which no result may be claimed, a GO205."""
    return first_claims(replays) > 0


def _places(replays: Replays, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the game of each row, and the number of its move."""
    games = np.searchsorted(replays.start, rows, side="right") - 1
    return games, rows - replays.start[games] + 1


def follow(replays: Replays, game: int, row: int) -> tuple[int, int]:
    """Follow a cycle from the move that first completes it.

    A move goes on with it when it brings back the situation, or else the position, of just as many moves before.

    Returns:
        (last row that goes on with it, moves in one round of it).
    """
    start, stop = int(replays.start[game]), int(replays.start[game + 1])
    moves = replays.moves
    earlier = moves.situation if moves.situation[row] >= 0 else moves.repeats
    length = row - start + 1 - int(earlier[row])
    last = row
    while last + 1 < stop and earlier[last + 1] >= 0 and last + 2 - start - earlier[last + 1] == length \
            and not moves.flags[last + 1] & f.FAULTY:  # fmt: skip
        last += 1
    return last, length
