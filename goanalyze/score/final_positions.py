"""Final positions of a chunk of games, counted: every fact of a game that the outcome under any ruleset depends on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.flags import AFTER_END, PASS_MOVE
from goanalyze.core.handicap import HANDICAP
from goanalyze.points import BLACK
from goanalyze.replay.arrays import Replays
from goanalyze.replay.handicap_moves import placed_stones
from goanalyze.score.choices import HandicapSource
from goanalyze.score.count import COLUMNS, ColorCount, Count
from goanalyze.util.row import Fields


@dataclass(frozen=True, slots=True)
class FinalPositions:
    """The final positions of the games of a chunk under one end policy; a single game is a chunk of one.

    Attributes:
        width, height: int16[games], sides of the board; 0 if unknown.
        counts: int32[games, 2, len(COLUMNS)], counts of Black and White, see `goanalyze.score.count`.
        dame: int32[games], points of neither side.
        prisoners: int32[games, 2], stones of the opponent that Black and White captured.
        quality: uint8[games], index of a `Quality`.
        passes: int32[games, 2], passes of Black and White, without those between handicap stones.
        first_pass: uint8[games], colour of the first pass of the game, 0 for none.
        final_pass: uint8[games], colour of the first of the passes that end the record, 0 if two passes do not end it.
            Dame and teire that are filled after them leave it ended.
        last_pass: uint8[games], colour of the last of these passes, 0 if two passes do not end the record.
        handicap: int16[games], handicap stones. 1 without a stone on the board if HA is 1: Black begins, komi is small.
            Where stones of both colours are set up, HA, and at most Black's stones.
        komi: float64[games], komi of the game in points, NaN without one.
        bonus: float64[games], White's points for handicap stones by a convention; NaN if each ruleset has its own.
        agreed: uint8[games], index of an `AgreedResult`.
        has_cycle: bool[games], True if a long cycle allows the players to claim no result, unless a superko rule
            applies.
        played_on: bool[games], True if stones were played after two passes in succession.
        all_alive: bool[games], True if the policy takes every stone to be alive.
        unnamed_setup: bool[games], True if only black stones were set up, and no handicap is named.
        rest: int8[games], index of the `RestMode` of a record without two final passes; `NO_REST` for none.
        source: uint8[games], index of a `StatusSource`.
        confidence: float32[games], probability that all dead stones are right, 0–1.
        count_confidence: float32[games, 2], probabilities that the margins by area and by territory are right, 0–1.
    """

    width: NDArray[np.int16]
    height: NDArray[np.int16]
    counts: NDArray[np.int32]
    dame: NDArray[np.int32]
    prisoners: NDArray[np.int32]
    quality: NDArray[np.uint8]
    passes: NDArray[np.int32]
    first_pass: NDArray[np.uint8]
    final_pass: NDArray[np.uint8]
    last_pass: NDArray[np.uint8]
    handicap: NDArray[np.int16]
    komi: NDArray[np.float64]
    bonus: NDArray[np.float64]
    agreed: NDArray[np.uint8]
    has_cycle: NDArray[np.bool_]
    played_on: NDArray[np.bool_]
    all_alive: NDArray[np.bool_]
    unnamed_setup: NDArray[np.bool_]
    rest: NDArray[np.int8]
    source: NDArray[np.uint8]
    confidence: NDArray[np.float32]
    count_confidence: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.width)

    def take(self, games: slice | NDArray[np.int64]) -> FinalPositions:
        """Return some of the games; a number that occurs several times repeats its game."""
        return FinalPositions(*(getattr(self, name)[games] for name in self.__slots__))

    def put(self, games: NDArray[np.int64], others: FinalPositions) -> FinalPositions:
        """Return a copy with some of the games replaced by those of `others`, in order."""
        columns = [getattr(self, name).copy() for name in self.__slots__]
        for column, name in zip(columns, self.__slots__, strict=True):
            column[games] = getattr(others, name)
        return FinalPositions(*columns)

    @classmethod
    def join(cls, parts: Sequence[FinalPositions]) -> FinalPositions:
        """Return the games of several chunks as one."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__slots__))

    def sides(self, column: str) -> NDArray[np.int32]:
        """Return one of the `COLUMNS` of `counts` for Black and for White, int32[2, games]."""
        return self.counts[:, :, COLUMNS.index(column)].T

    def count(self, game: int = 0) -> Count:
        """Return the count of one game."""
        black, white = (ColorCount.of(self.counts[game, side], int(self.prisoners[game, side])) for side in range(2))
        return Count(black, white, dame=int(self.dame[game]))


def handicap_stones(handicap: NDArray[np.int16], replays: Replays) -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
    """Return the number of handicap stones on the board, and the index of their `HandicapSource`.

    Black stones that are set up are the handicap stones. With white stones they are a position, which contains HA
    handicap stones, if Black has that number.

    Args:
        handicap: int16[games], HA.
        replays: the replayed games.
    """
    moves, setup = placed_stones(replays), replays.fact("black_setup")
    is_handicap = handicap >= HANDICAP
    is_setup = is_handicap & (setup > 0)
    setup_stones = np.where(_is_position(replays), np.minimum(setup, handicap), setup)
    stones = np.where(moves > 0, moves, np.where(is_setup, setup_stones, 0)).astype(np.int16)
    source = np.full(len(replays), HandicapSource.NONE.index, dtype=np.uint8)
    source[is_handicap & (setup == 0)] = HandicapSource.MISSING.index
    source[is_setup] = HandicapSource.SETUP.index
    source[moves > 0] = HandicapSource.MOVES.index
    source[list(replays.implied_points)] = HandicapSource.IMPLIED.index
    return stones, source


def _is_position(replays: Replays) -> NDArray[np.bool_]:
    """Return True for the games that begin with stones of both colours."""
    is_position: NDArray[np.bool_] = (replays.fact("black_setup") > 0) & (replays.fact("white_setup") > 0)
    return is_position


def record_facts(replays: Replays, handicap: NDArray[np.int16]) -> Fields:
    """Return the attributes of `FinalPositions` that depend on setup and passes alone, by name.

    Args:
        replays: the replayed games.
        handicap: int16[games], HA, which counts if its stones are missing.
    """
    stones, source = handicap_stones(handicap, replays)
    is_first_move = (handicap == 1) & (stones == 0) & ~_is_position(replays)
    has_missing_stones = (source == HandicapSource.MISSING.index) | is_first_move
    played_on = np.zeros(len(replays), dtype=np.bool_)
    played_on[_game_of(replays, np.flatnonzero(replays.moves.flags & np.uint32(AFTER_END)))] = True
    return {
        "width": replays.width,
        "height": replays.height,
        "handicap": np.where(has_missing_stones, handicap, stones),
        "played_on": played_on,
        "unnamed_setup": (replays.fact("black_setup") > 0) & (replays.fact("white_setup") == 0) & (handicap < HANDICAP),
        **_pass_facts(replays),
    }


def _game_of(replays: Replays, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the game of each row of the moves."""
    return np.searchsorted(replays.start, rows, side="right") - 1


def _pass_facts(replays: Replays) -> Fields:
    """Return the numbers of passes, and the colours of the first pass, the first of the final passes, and the last."""
    games, moves = len(replays), replays.moves
    is_pass = (moves.flags & np.uint32(PASS_MOVE)) != 0
    rows = np.flatnonzero(is_pass)
    game = _game_of(replays, rows)
    # White's passes while Black places handicap stones (New Zealand) are not passes of the game.
    in_game = rows - replays.start[game] >= replays.placing_moves[game]
    rows, game = rows[in_game], game[in_game]
    passes = np.bincount(2 * game + moves.color[rows] - BLACK, minlength=2 * games).reshape(games, 2).astype(np.int32)
    first, final, last = np.zeros((3, games), dtype=np.uint8)
    first[game[::-1]] = moves.color[rows[::-1]]  # the last assignment is the earliest pass
    ended = np.flatnonzero(replays.fact("end_run") >= 2)
    start, end = replays.start[:-1][ended], replays.start[1:][ended]
    # the run of passes at which play last stops: dame and teire may have been filled after it
    stop = start + replays.fact("last_stop")[ended] - 1
    plays = np.flatnonzero(~is_pass)
    next_play = np.searchsorted(plays, stop)
    bounded = np.concatenate(([-1], plays, [len(is_pass)]))
    final[ended] = moves.color[np.maximum(bounded[next_play] + 1, start)]
    last[ended] = moves.color[np.minimum(bounded[next_play + 1], end) - 1]
    return {"passes": passes, "first_pass": first, "final_pass": final, "last_pass": last}
