"""The finisher: the rest of finished games, played out to count them as if the players had played on.

The compiled kernel `finisher.cpp` plays: ataris, captures of one or two stones, forced answers and dame. No search, and
nothing is learnt. Dead stones stay dead.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.labels import LabeledBoards
from goanalyze.errors import BoardError
from goanalyze.kernels.library import kernels
from goanalyze.life.estimate.calibration import FINISHER_RUNS, FINISHER_WEIGHTS
from goanalyze.points import BLACK, WHITE

FACTS: Final = ("moves", "rescues", "defences", "captures", "largest_region", "regions", "difference")
"""Facts about the rest of a game.

- ``moves``: moves that are played, passes included, the final two left out.
- ``rescues``: of them those that answer an atari.
- ``defences``: those that prevent the loss of stones.
- ``captures``: those that capture one or two stones, or win them against any answer.
- ``largest_region``: empty points of the largest neutral region at first.
- ``regions``: neutral regions of two points and more at first.
- ``difference``: territory margin afterwards, less that of the position as it is.
"""
_FROM_KERNEL: Final = len(FACTS) - 1


class FinishedPositions(NamedTuple):
    """The positions of a chunk after the rest of each game.

    Attributes:
        boards: positions afterwards, in the layout of those before.
        dead: uint8[points], 1 under dead stones.
        prisoners: int32[games, 2], stones of the opponent that Black and White captured meanwhile.
        to_move: uint8[games], side to move afterwards.
        moves: int32[moves], point of each move, −1 a pass. The final two passes are left out.
        start: int64[games + 1], first move of each game, and the end.
        share: float32[games], share of the runs with the most frequent margin; 0 if the rest is too long.
        facts: int32[games, len(FACTS)].
    """

    boards: LabeledBoards
    dead: NDArray[np.uint8]
    prisoners: NDArray[np.int32]
    to_move: NDArray[np.uint8]
    moves: NDArray[np.int32]
    start: NDArray[np.int64]
    share: NDArray[np.float32]
    facts: NDArray[np.int32]


class Rest(NamedTuple):
    """One run of the rest of each game of a chunk.

    Attributes:
        stones: uint8[points], positions afterwards.
        dead: uint8[points], 1 under dead stones.
        moves: int32[points], points and passes (−1) of each game, from its first point on.
        to_move: uint8[games], side to move afterwards.
        is_finished: bool[games], False if the rest is too long: the position is as before.
        prisoners: int32[games, 2], stones of the opponent that Black and White captured.
        facts: int32[games, len(FACTS) - 1].
    """

    stones: NDArray[np.uint8]
    dead: NDArray[np.uint8]
    moves: NDArray[np.int32]
    to_move: NDArray[np.uint8]
    is_finished: NDArray[np.bool_]
    prisoners: NDArray[np.int32]
    facts: NDArray[np.int32]


class _Run(NamedTuple):
    """One run of the rest of each game of a chunk, the positions afterwards, and Black's territory margins in them."""

    rest: Rest
    after: LabeledBoards
    margin: NDArray[np.int32]


def finish(
    boards: LabeledBoards, dead: NDArray[np.uint8], to_move: NDArray[np.uint8], last: NDArray[np.int32]
) -> FinishedPositions:
    """Play the rest of every game of a chunk.

    One run is enough if it captures nothing and leaves the territory margin as it is. Otherwise eight more runs follow,
    each of which prefers other neutral points, and the first run with the most frequent margin is returned.
    A position with a rest of more moves than a quarter of its points and 16 is returned as it is, with a share of 0.

    Args:
        boards: final positions.
        dead: uint8[points], 1 under dead stones, whole chains.
        to_move: uint8[games], side to move.
        last: int32[games], point of the last move, negative without one. A ko that it took is not retaken at once.
    """
    boards.checked(dead, of_games=[to_move, last])
    if not ((to_move == BLACK) | (to_move == WHITE)).all():
        raise BoardError("to_move contains an invalid side. Expected 1 (Black) or 2 (White).")
    rest, after, margin = _run(boards, dead, to_move, last, 0)
    static = find_margins(boards, dead, to_move)
    share = np.ones(len(to_move), dtype=np.float32)
    games = np.flatnonzero((margin != static) | rest.prisoners.any(axis=1))
    if len(games):
        some, points = boards.take(games)
        runs = [_run(some, dead[points], to_move[games], last[games], run) for run in range(1, FINISHER_RUNS)]
        margins = np.array([margin[games], *(run.margin for run in runs)])
        frequencies = (margins[:, None] == margins).sum(axis=1)
        chosen = frequencies.argmax(axis=0)
        share[games] = frequencies.max(axis=0) / FINISHER_RUNS
        margin[games] = margins[chosen, np.arange(len(games))]
        for number, run in enumerate(runs, 1):
            is_chosen = chosen == number
            of_point = np.repeat(is_chosen, np.diff(some.start))
            for name in ("stones", "dead", "moves"):
                getattr(rest, name)[points[of_point]] = getattr(run.rest, name)[of_point]
            for name in ("first", "size", "liberties", "border"):
                getattr(after, name)[points[of_point]] = getattr(run.after, name)[of_point]
            for name in ("to_move", "is_finished", "prisoners", "facts"):
                getattr(rest, name)[games[is_chosen]] = getattr(run.rest, name)[is_chosen]
    share[~rest.is_finished & (boards.width > 0)] = 0
    lengths = rest.facts[:, 0].astype(np.int64)
    start = np.concatenate(([0], np.cumsum(lengths)))
    index = np.repeat(boards.start[:-1] - start[:-1], lengths) + np.arange(start[-1])
    facts = np.column_stack((rest.facts, margin - static))
    return FinishedPositions(after, rest.dead, rest.prisoners, rest.to_move, rest.moves[index], start, share, facts)


def play_rest(
    boards: LabeledBoards, dead: NDArray[np.uint8], to_move: NDArray[np.uint8], last: NDArray[np.int32], run: int
) -> Rest:
    """Return one run of the rest of every game.

    Args:
        boards: final positions.
        dead: uint8[points], 1 under dead stones, whole chains.
        to_move: uint8[games], side to move.
        last: int32[games], point of the last move, negative without one.
        run: number of the run. 0 has no noise; the others add less than half a point to each neutral point.
    """
    games, points = len(to_move), len(boards.stones)
    stones, dead_after = np.zeros((2, points), dtype=np.uint8)
    rest = Rest(
        stones,
        dead_after,
        np.zeros(points, dtype=np.int32),
        to_move.copy(),
        np.zeros(games, dtype=np.bool_),
        np.zeros((games, 2), dtype=np.int32),
        np.zeros((games, _FROM_KERNEL), dtype=np.int32),
    )
    kernels.play_rest(boards, dead, to_move, last, run, FINISHER_WEIGHTS, rest)
    return rest


def _run(
    boards: LabeledBoards, dead: NDArray[np.uint8], to_move: NDArray[np.uint8], last: NDArray[np.int32], run: int
) -> _Run:
    """Return one run of the rest of every game, with the positions and margins afterwards."""
    rest = play_rest(boards, dead, to_move, last, run)
    after = LabeledBoards.of(boards.boards._replace(stones=rest.stones))
    captures = rest.prisoners[:, 0] - rest.prisoners[:, 1]
    return _Run(rest, after, captures + find_margins(after, rest.dead, rest.to_move))


def find_margins(boards: LabeledBoards, dead: NDArray[np.uint8], to_move: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return Black's territory margin of every position, dead stones included and prisoners left out.

    Args:
        boards: final positions.
        dead: uint8[points], 1 under dead stones, whole chains.
        to_move: uint8[games], side that fills the first dame.
    """
    margins = np.zeros(len(to_move), dtype=np.int32)
    kernels.find_margins(boards, dead, to_move, margins)
    return margins
