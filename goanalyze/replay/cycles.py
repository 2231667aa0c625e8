"""Cycles: the moves from a position to its repetition, and their names.

A cycle is the run of moves after a position up to the move that recreates it: with the same side to move (situational),
or the stones alone (positional). Its name does not change legality, but decides whether players may agree on no result
(Japanese rules 1989, art. 12). Scope: no rulesets.

Over a round, the stones placed and removed balance, and both sides move equally often. So Black's surplus of captures
is Black's surplus of passes, in every situational cycle of moves in turn.

Violations of Ing's ko rule in a recorded game, approximately: no exact algorithm is published.

Sources: Ing SST laws 1991/1996 as retold at Sensei's Library, IngKoRule and DisturbingKo. Basic ko and suicide of one
stone, which the laws forbid as well, are flags of the replay itself. The other two need the whole cycle:

* Fighting ko: the first cycle without passes and with equal captures of both sides. A stone is hot if the next play may
  not remove it: a single ko stone (that is basic ko); two stones of which the last was just played (eternal life); and
  the ko stone played before the last one, as long as ko captures follow each other (triple ko). The first play inside
  the cycle that removes a hot stone is the violation.
* Disturbing ko: a cycle with passes or unequal captures. The disturbing side may play one round; the play that begins a
  second round is the violation. If one side alone passes, the other side disturbs; else the side that played first.

Only games with a cycle of more than two moves are judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core import flags as f
from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.events import Play, Setup
from goanalyze.core.flags import FAULTY, ING_KO
from goanalyze.points import BLACK, WHITE
from goanalyze.replay.arrays import IngViolation, Replays
from goanalyze.replay.verdicts import CycleKind

_BREAKS: Final = np.uint32(f.OUT_OF_TURN | f.OCCUPIED | f.OFF_BOARD_MOVE)
_BASIC_KO: Final = 2  # moves of the shortest cycle of plays, which every ruleset forbids
_FOLD: Final = {2: "double ko", 3: "triple ko", 4: "quadruple ko"}


@dataclass(frozen=True, slots=True)
class Cycle:
    """One round of a cycle.

    Attributes:
        since: Number of the move whose position is repeated, 0 for the start.
        length: Number of moves in the round, passes included.
        black_captures: Number of White's stones removed, White's suicides included.
        white_captures: Number of Black's stones removed, Black's suicides included.
        black_passes: Number of Black's moves that place no stone.
        white_passes: Number of White's moves that place no stone.
        sizes: Numbers of the opponent's stones that single plays capture, each number once.
        points_differ: True if no two plays are on the same point.
        is_situational: True if the same side is to move again.
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
        """Stones that Black captures less those that White captures."""
        return self.black_captures - self.white_captures

    @property
    def has_pass(self) -> bool:
        """True if either side passes."""
        return self.black_passes + self.white_passes > 0

    @property
    def kind(self) -> CycleKind:
        """The name without the number of kos."""
        return classify(self)

    @property
    def name(self) -> str:
        """The name, of n-fold kos with their number."""
        if self.kind not in (CycleKind.MANIFOLD_KO, CycleKind.MANIFOLD_KO_WITH_PASSES):
            return str(self.kind.value)
        kos = (self.length - self.black_passes - self.white_passes) // 2
        return _FOLD.get(kos, f"{kos}-fold ko") + " with passes" * self.has_pass


def classify(cycle: Cycle) -> CycleKind:
    """Return the name of a cycle.

    A round after which the other side is to move is named by the stones that are sent, as players do, or else
    positional. Kos are counted by their points, two each, so that one ko recaptured several times is not a triple ko.
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
    of_few = {2: CycleKind.KO_WITH_PASSES, 4: CycleKind.PASSES}
    return of_few.get(plays, CycleKind.MANIFOLD_KO_WITH_PASSES)


class CaptureTally:
    """Captures and passes of both sides in one game, added up move by move: long cycles cost no more than short ones.

    Args:
        replays: A replayed chunk.
        game: Index of the game.

    Attributes:
        game: Index of the game.
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
        """Return bool[cycles], True for equal captures of both sides, and no pass, after `since` up to `number`."""
        taken = [sums[number] - sums[since] for sums in self._captures.values()]
        passes = sum(sums[number] - sums[since] for sums in self._passes.values())
        balanced: NDArray[np.bool_] = (taken[0] == taken[1]) & (passes == 0)
        return balanced

    def cycle(self, number: int, since: int) -> Cycle:
        """Return the cycle of the moves after move `since` up to move `number`."""
        captures = {side: int(sums[number] - sums[since]) for side, sums in self._captures.items()}
        passes = {side: int(sums[number] - sums[since]) for side, sums in self._passes.items()}
        return Cycle(
            since,
            number - since,
            captures[BLACK],
            captures[WHITE],
            passes[BLACK],
            passes[WHITE],
            sizes=frozenset(
                size
                for size, plays in self._plays_taking.items()
                if np.ptp(plays.searchsorted((since, number), side="right"))
            ),
            points_differ=bool(self._played_before[number] <= since),
            is_situational=int(self._moves.situation[self._start + number - 1]) == since,
        )


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

    A cycle contains plays and passes in turn only: no setup, and no move out of turn, on a stone or off the board. So
    the number of stones placed in it is the number removed.
    """
    if not replays.cycle_ends:
        rows = np.flatnonzero(replays.moves.situation >= 0)
        replays.cycle_ends.append(_cycles_of_play(replays, rows, replays.moves.situation[rows]))
    return replays.cycle_ends[0]


def _cycles_of_play(replays: Replays, rows: NDArray[np.int64], since: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the rows that complete a cycle of play of more than two moves, see `completing_rows`.

    Args:
        replays: a chunk of games, played out.
        rows: rows of `Replays.moves`.
        since: int32[rows], number of the earlier move with the same position.
    """
    moves = replays.moves
    length = _games_and_numbers(replays, rows)[1] - since
    rows, length = rows[length > _BASIC_KO], length[length > _BASIC_KO]
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
    """Return all rows of the games that some rows are of, and before them the indices of those rows among them."""
    games, number = np.unique(_games_and_numbers(replays, rows)[0], return_inverse=True)
    lengths = np.diff(replays.start)[games]
    before = replays.start[games] - (np.cumsum(lengths) - lengths)
    return rows - before[number], np.repeat(before, lengths) + np.arange(lengths.sum())


def claimable_rows(replays: Replays) -> NDArray[np.int64]:
    """Return the rows of `Replays.moves` at which the whole board is back, so that both may agree on no result.

    A play on an empty point completes a cycle of play of more than two moves, and is neither suicide nor a basic ko.
    Passes in the cycle, the captures of each side and the side to move make no difference. Its first repetition and all
    later ones count.

    Rule: Japanese rules 1989, art. 12, and its commentary, clause 2.
    """
    moves = replays.moves
    rows = np.flatnonzero((moves.flags & np.uint32(f.PSK | f.FAULTY | f.BASIC_KO)) == f.PSK)
    return _cycles_of_play(replays, rows, repeated_moves(replays, rows))


def repeated_moves(replays: Replays, rows: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the number of the move after which the cycle of each play that repeats a position begins, int32[rows].

    It is the latest one with the same side to move, if the cycle is longer than two moves, else with the same position.
    """
    moves = replays.moves
    situation = moves.situation[rows]
    is_long = (situation >= 0) & (_games_and_numbers(replays, rows)[1] - situation > _BASIC_KO)
    repeated: NDArray[np.int32] = np.where(is_long, situation, moves.repeats[rows]).astype(np.int32)
    return repeated


def balanced_rows(replays: Replays) -> NDArray[np.int64]:
    """Return the rows of `Replays.moves` that complete a cycle without passes and with equal captures of both sides.

    It is a situational one of more than two moves, even in number; a play on an empty point and no suicide completes
    it. Ing's rules call it a fighting ko.
    """
    moves = replays.moves
    rows = completing_rows(replays)
    rows = rows[(moves.flags[rows] & (f.SSK | f.FAULTY)) == f.SSK]
    games, number = _games_and_numbers(replays, rows)
    since = moves.situation[rows]
    is_balanced = np.zeros(len(rows), dtype=np.bool_)
    for game in sorted(set(games.tolist())):
        mine = slice(*games.searchsorted((game, game + 1)).tolist())
        is_balanced[mine] = CaptureTally(replays, game).is_balanced(number[mine], since[mine])
    balanced: NDArray[np.int64] = rows[is_balanced & ((number - since) % 2 == 0)]
    return balanced


def first_claims(replays: Replays) -> NDArray[np.int32]:
    """Return int32[games], the number of the play that first repeats the whole board, a GO205; 0 for none."""
    result = np.zeros(len(replays), dtype=np.int32)
    games, numbers = _games_and_numbers(replays, claimable_rows(replays))
    result[games[::-1]] = numbers[::-1]  # the last to be written is the earliest
    return result


def claimable_cycles(replays: Replays) -> NDArray[np.bool_]:
    """Return bool[games], True if the whole board is repeated, so that both may agree on no result, a GO205."""
    return first_claims(replays) > 0


def _games_and_numbers(replays: Replays, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the game of each row, and the number of its move."""
    games = np.searchsorted(replays.start, rows, side="right") - 1
    return games, rows - replays.start[games] + 1


def cycle_run(replays: Replays, game: int, row: int) -> tuple[int, int]:
    """Return the last row that continues a cycle, and the number of moves in one round of it.

    A move continues a cycle if it recreates the situation, or else the position, of one round before.
    """
    start, stop = int(replays.start[game]), int(replays.start[game + 1])
    moves = replays.moves
    earlier = moves.situation if moves.situation[row] >= 0 else moves.repeats
    length = row - start + 1 - int(earlier[row])
    last = row
    while (
        last + 1 < stop
        and earlier[last + 1] >= 0
        and last + 2 - start - earlier[last + 1] == length
        and not moves.flags[last + 1] & f.FAULTY
    ):
        last += 1
    return last, length


_NOTHING: Final[frozenset[int]] = frozenset()


def mark_ing_violations(replays: Replays, events_of: Callable[[int], Sequence[Play | Setup]]) -> None:
    """Add the moves that Ing's ko rule forbids to `Replays.ing_violations`, and set their flag ING_KO.

    Args:
        replays: A replayed chunk.
        events_of: Function that returns the events of one of its games, implied handicap stones included.
    """
    balanced = frozenset(balanced_rows(replays).tolist())
    rows = completing_rows(replays)
    games = (replays.start.searchsorted(rows, side="right") - 1).tolist()
    for game, pairs in groupby(zip(games, rows.tolist(), strict=True), key=lambda pair: pair[0]):
        completing = [row for _, row in pairs]
        fighting = [row for row in completing if row in balanced]
        violations = set(_disturbing(replays, game, completing, balanced)) if len(fighting) < len(completing) else set()
        if fighting:
            violations.update(_fighting(replays, game, fighting[0], events_of(game)))
        for violation in sorted(violations):
            replays.moves.flags[violation.row] |= ING_KO
            replays.ing_violations.append(violation)


def _fighting(replays: Replays, game: int, row: int, events: Sequence[Play | Setup]) -> Iterator[IngViolation]:
    """Yield the first removal of hot stones in the cycle that a row completes, if there is one."""
    start, moves = int(replays.start[game]), replays.moves
    number, since = row - start + 1, int(moves.situation[row])
    captured = _captures(replays, game, events, since, number)
    points = moves.point[start + since : row + 1].tolist()
    for move in range(len(points)):
        if _is_double(points, captured, move) or _is_twin(points, captured, move):
            name = CaptureTally(replays, game).cycle(number, since).name
            yield IngViolation(start + since + move, tuple(sorted(captured[move])), since, number - since, name)
            return


def _is_double(points: list[int], captured: list[frozenset[int]], move: int) -> bool:
    """Return True if a play removes two stones or more, with the one just played: double hot stones."""
    return move >= 1 and len(captured[move]) >= 2 and points[move - 1] in captured[move]


def _is_twin(points: list[int], captured: list[frozenset[int]], move: int) -> bool:
    """Return True if a play removes the opponent's ko stone before the last, amid ko captures: twin hot stones."""
    return (
        move >= 3
        and captured[move] == {points[move - 3]}
        and all(len(captured[before]) == 1 for before in range(move - 3, move))
    )


def _captures(
    replays: Replays, game: int, events: Sequence[Play | Setup], since: int, number: int
) -> list[frozenset[int]]:
    """Return the points that each move after `since` up to `number` captured."""
    board = ChainBoard(int(replays.width[game]), int(replays.height[game]))
    captured: list[frozenset[int]] = []
    for event in events:
        if isinstance(event, Setup):
            board.edit(event.stones)
            continue
        captured.append(board.place(event.color, event.point).captured if event.point >= 0 else _NOTHING)
        if len(captured) == number:
            break
    return captured[since:]


def _disturbing(replays: Replays, game: int, rows: list[int], balanced: frozenset[int]) -> Iterator[IngViolation]:
    """Yield the plays that begin a second round of a cycle with passes or unequal captures."""
    start, moves = int(replays.start[game]), replays.moves
    tally = CaptureTally(replays, game)
    returns = {int(moves.situation[row]): row for row in rows}  # the row that next repeats a move's situation
    judged = -1  # rows up to here continue a cycle that is judged
    for row in rows:
        if row in balanced or row <= judged:
            continue
        judged = cycle_run(replays, game, row)[0]
        cycle = tally.cycle(row - start + 1, int(moves.situation[row]))
        first = _first_of_disturber(replays, cycle, row)
        again = returns.get(first - start + 1, -1)
        if again > row and _is_same_play(replays, first, again):
            yield IngViolation(again, (), cycle.since, cycle.length, cycle.name)


def _is_same_play(replays: Replays, first: int, again: int) -> bool:
    """Return True if two moves are the same play, on an empty point and no suicide."""
    moves = replays.moves
    return (
        moves.point[first] == moves.point[again] >= 0
        and moves.color[first] == moves.color[again]
        and not (moves.flags[first] | moves.flags[again]) & FAULTY
    )


def _first_of_disturber(replays: Replays, cycle: Cycle, last: int) -> int:
    """Return the row of the first play of the side that disturbs in the cycle that ends at a row."""
    moves, rows = replays.moves, range(last + 1 - cycle.length, last + 1)
    passes = {BLACK: cycle.black_passes, WHITE: cycle.white_passes}
    sides = [side for side in passes if passes[side] == 0] or [BLACK, WHITE]
    return next((row for row in rows if moves.point[row] >= 0 and moves.color[row] in sides), rows[0])
