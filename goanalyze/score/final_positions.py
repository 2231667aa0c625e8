"""Final positions of a chunk of games, counted: all that any ruleset needs to know of a game to give its outcome.

A single game is a chunk of one. No ruleset is applied here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.flags import AFTER_END, PASS_MOVE
from goanalyze.core.handicap import HANDICAP
from goanalyze.life.statuses import Statuses
from goanalyze.replay.arrays import Replays
from goanalyze.replay.handicap_moves import placed_stones
from goanalyze.score.choices import HandicapSource, Quality
from goanalyze.score.count import ColorCount, Count
from goanalyze.score.count_confidence import TOO_OPEN
from goanalyze.score.counts import COLUMNS
from goanalyze.score.ends import Ends
from goanalyze.vocabulary.points import BLACK


@dataclass(frozen=True, slots=True)
class FinalPositions:
    """How the games of a chunk ended; one value per game.

    Attributes:
        width, height: int16, of the board; 0 where it is unknown.
        counts: int32[games, 2, len(COLUMNS)], for Black and White, see `goanalyze.score.counts`.
        dame: int32, empty points that are nobody's.
        prisoners: int32[games, 2], enemy stones that each colour took.
        quality: uint8, index of a `Quality`: what is known of the position.
        passes: int32[games, 2], of each side, without those that stand for the placing of handicap stones.
        first_pass: uint8, colour of the first pass of the game, 0 for none.
        final_pass: uint8, colour of the first of the two or more passes that end the record, 0 where it ends otherwise;
            dame and teire that are filled after them leave it ended.
        last_pass: uint8, colour of the last of them, 0 likewise.
        handicap: int16, handicap stones; 1, though none is on the board, where HA says so: Black begins, komi is small.
            Where stones of both colours are set up, no more than Black has of them.
        komi: float64, the komi of the game, NaN where there is none.
        bonus: float64, White's points for handicap stones where a convention says so; NaN where each ruleset has its
            own.
        agreed: uint8, index of an `Agreed`: what the record says in place of a count.
        has_cycle: bool, a long cycle gave the players a claim of no result where no superko rule stands.
        played_on: bool, stones were played after two passes in succession.
        all_alive: bool, the ruleset that reads it so holds every stone for alive.
        unnamed_setup: bool, black stones alone were set up, and no handicap is named.
        rest: int8, index of a `RestMode`: how the rest that the record leaves out counts; `NO_REST` for none.
        source: uint8, index of a `StatusSource`: how the dead stones are known.
        confidence: float32, how surely, 0–1.
        count_confidence: float32[games, 2], how surely the margins by area and by territory are right, 0–1.
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

    def take(self, games: slice | NDArray[np.int64]) -> Self:
        """Return some of the games, or one of them several times over."""
        return type(self)(*[getattr(self, name)[games] for name in self.__slots__])

    def put(self, games: NDArray[np.int64], others: Self) -> Self:
        """Return the same with some of the games replaced."""
        columns = []
        for name in self.__slots__:
            column = getattr(self, name).copy()
            column[games] = getattr(others, name)
            columns.append(column)
        return type(self)(*columns)

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """Return the games of several chunks as one."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__slots__))

    def of(self, name: str) -> NDArray[np.int32]:
        """Return what is counted under a name of `COLUMNS`, int32[2, games]: Black's and White's."""
        return self.counts[:, :, COLUMNS.index(name)].T

    def count(self, game: int = 0) -> Count:
        """Return the count of one game."""
        black, white = (ColorCount.of(self.counts[game, side], int(self.prisoners[game, side])) for side in range(2))
        return Count(black, white, dame=int(self.dame[game]))


def handicap_stones(handicap: NDArray[np.int16], replays: Replays) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """Return the number of handicap stones on the board, and the index of their `HandicapSource`.

    Black stones that are set up are the handicap stones. Beside white stones they are a position, which contains as
    many handicap stones as HA says, if Black has so many.

    Args:
        handicap: int16[games], HA.
        replays: the games played out.
    """
    moves, setup = placed_stones(replays), replays.fact("black_setup")
    asked = handicap >= HANDICAP
    is_setup = asked & (setup > 0)
    set_up = np.where(_is_position(replays), np.minimum(setup, handicap), setup)
    stones = np.where(moves > 0, moves, np.where(is_setup, set_up, 0)).astype(np.int16)
    known = {
        HandicapSource.IMPLIED: replays.implied,
        HandicapSource.MOVES: moves > 0,
        HandicapSource.SETUP: is_setup,
        HandicapSource.MISSING: asked & (setup == 0),
    }
    return stones, np.select(list(known.values()), [source.index for source in known], HandicapSource.NONE.index)


def _is_position(replays: Replays) -> NDArray[np.bool_]:
    """Return the games that begin with stones of both colours: from a position, whatever HA says."""
    both: NDArray[np.bool_] = (replays.fact("black_setup") > 0) & (replays.fact("white_setup") > 0)
    return both


def read_final_positions(
    replays: Replays,
    statuses: Statuses,
    ends: Ends,
    handicap: NDArray[np.int16],
    komi: NDArray[np.float64],
    agreed: NDArray[np.uint8],
    has_cycle: NDArray[np.bool_],
) -> tuple[FinalPositions, FinalPositions]:
    """Count every final position of a chunk and gather what else rulesets ask for.

    It is counted with all dead stones taken off, and with those alone that lie in territory of the opponent; both at
    once, since that is hardly more than one of them. Rulings and article 7 change few games: all others are as here.

    Args:
        replays: the games played out.
        statuses: which stones are dead, and how that is known.
        ends: the counted positions.
        handicap: int16[games], HA; where its stones are missing, it is believed.
        komi: float64[games], the recorded komi; NaN where there is none.
        agreed: uint8[games], see `FinalPositions`; `goanalyze.sgf.metadata` reads it.
        has_cycle: bool[games], see `FinalPositions`.
    """
    counts = ends.counts
    stones, source = handicap_stones(handicap, replays)
    is_first_move = (handicap == 1) & (stones == 0) & ~_is_position(replays)
    believed = (source == HandicapSource.MISSING.index) | is_first_move
    passes, first_pass, final_pass, last_pass = _passes(replays)
    known, confidence = statuses.known_as(confirmed=False)
    of_counts = np.repeat(confidence[:, np.newaxis], 2, axis=1)
    of_counts[ends.quality == Quality.TOO_OPEN.index] = TOO_OPEN
    of_counts[ends.games] = ends.confidence
    final = FinalPositions(
        width=replays.width,
        height=replays.height,
        counts=counts.plain,
        dame=counts.plain_dame,
        prisoners=ends.prisoners,
        quality=ends.quality,
        passes=passes,
        first_pass=first_pass,
        final_pass=final_pass,
        last_pass=last_pass,
        handicap=np.where(believed, handicap, stones),
        komi=komi,
        bonus=np.full(len(replays), np.nan),
        agreed=agreed,
        has_cycle=has_cycle,
        played_on=_played_on(replays),
        all_alive=np.zeros(len(replays), dtype=np.bool_),
        unnamed_setup=(replays.fact("black_setup") > 0) & (replays.fact("white_setup") == 0) & (handicap < HANDICAP),
        rest=ends.rest,
        source=known,
        confidence=confidence,
        count_confidence=of_counts,
    )
    return final, replace(final, counts=counts.in_territory, dame=counts.in_territory_dame)


def _played_on(replays: Replays) -> NDArray[np.bool_]:
    """Return the games in which stones were played after two passes in succession."""
    played_on = np.zeros(len(replays), dtype=np.bool_)
    rows = np.flatnonzero((replays.moves.flags & AFTER_END) != 0)
    played_on[np.searchsorted(replays.start, rows, side="right") - 1] = True
    return played_on


def _passes(
    replays: Replays,
) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    """Return passes by colour, and who made the first, the first of the final ones, and the last."""
    games, moves = len(replays), replays.moves
    rows = np.flatnonzero((moves.flags & PASS_MOVE) != 0)  # eight times as fast as on the numbers themselves
    game = np.searchsorted(replays.start, rows, side="right") - 1
    # White's passes while Black places handicap stones (New Zealand) are no passes of the game.
    placing = rows - replays.start[game] < replays.placing_moves[game]
    rows, game = rows[~placing], game[~placing]
    passes = np.bincount(2 * game + moves.color[rows] - BLACK, minlength=2 * games).reshape(games, 2).astype(np.int32)
    first = np.zeros(games, dtype=np.uint8)
    first[game[::-1]] = moves.color[rows[::-1]]  # the last to be written is the earliest
    ended = np.flatnonzero(replays.fact("end_run") >= 2)
    final, last = np.zeros(games, dtype=np.uint8), np.zeros(games, dtype=np.uint8)
    # the run of passes in which play last stops: dame and teire may have been filled after it
    stop = replays.start[:-1][ended] + replays.fact("last_stop")[ended] - 1
    plays = np.flatnonzero((moves.flags & PASS_MOVE) == 0)
    place = np.searchsorted(plays, stop)
    bounded = np.concatenate(([-1], plays, [len(moves.flags)]))
    final[ended] = moves.color[np.maximum(bounded[place] + 1, replays.start[:-1][ended])]
    last[ended] = moves.color[np.minimum(bounded[place + 1], replays.start[1:][ended]) - 1]
    return passes, first, final, last
