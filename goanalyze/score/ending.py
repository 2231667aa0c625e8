"""How games ended: all that any ruleset needs to know of a finished game to give its outcome.

`Endings` holds a chunk of games as arrays, `Ending` is one of them. No ruleset is applied here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.life.choices import StatusSource
from goanalyze.life.statuses import Statuses
from goanalyze.replay.flags import AFTER_END, PASS_MOVE
from goanalyze.replay.replays import Replays, cut, to_move
from goanalyze.score.count import Count
from goanalyze.score.judged import color_count, count_judged
from goanalyze.score.kernel import COLUMNS, count_chunk
from goanalyze.vocabulary.points import BLACK

HANDICAP_SOURCES: Final = ("none", "missing", "setup", "moves", "implied")
MOST_OPEN: Final = 1 / 12
"""Finished games leave less: with 31 open points and more on 19×19 none of 12 KGS games of 2002 and 2003 gave the
recorded margin, with fewer 93 of 100."""
FEWEST_STONES: Final = 1 / 4
"""Finished games on boards of 81 points and more have more stones, dead ones included: of 2,413 counted KGS games of
2003 none has less than 0.3 of the points; of 29 Fox games that have less than a quarter, none counts to its result."""
_SMALL: Final = 81
_FEW_OPEN: Final = 5  # dame that a finished game on a tiny board may have
_MISSING: Final = 1
_STONES, _DEAD = (COLUMNS.index(name) for name in ("stones", "dead"))
_HANDICAP: Final = 2  # one stone is the first move


class Judged(IntEnum):
    """What is known of a final position."""

    NO_POSITION = 0
    UNFINISHED = 1
    """Nobody stopped the game, and nobody marked territory."""
    TOO_OPEN = 2
    """The dead stones were estimated, and the board looks unfinished (`MOST_OPEN`, `FEWEST_STONES`)."""
    AS_IT_STANDS = 3
    """Two passes end the record; nobody says which stones are dead."""
    ESTIMATED = 4
    """The dead stones were estimated, or an engine said which they are."""
    DEAD_KNOWN = 5
    """The dead stones are known: from markup, proven, or given."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How one game ended.

    Attributes:
        width, height: of the board; 0 where it is unknown.
        count: the final position, counted; prisoners included.
        judged: what is known of it.
        black_passes, white_passes: passes of each side, without those that stand for the placing of handicap stones.
        first_pass: colour of the first pass of the game, 0 for none.
        final_pass: colour of the first of the two or more passes that end the record, 0 where it ends otherwise.
        last_pass: colour of the last of them, 0 likewise.
        handicap: handicap stones.
        komi: recorded komi, None where there is none.
        has_cycle: a long cycle gave the players a claim of no result where no superko rule stands.
        played_on: stones were played after two passes in succession.
        unnamed_setup: black stones alone were set up, and no handicap is named.
        source, confidence: how life and death are known, the name of a `StatusSource`, and how surely.
    """

    width: int
    height: int
    count: Count
    judged: Judged
    black_passes: int = 0
    white_passes: int = 0
    first_pass: int = 0
    final_pass: int = 0
    last_pass: int = 0
    handicap: int = 0
    komi: float | None = None
    has_cycle: bool = False
    played_on: bool = False
    unnamed_setup: bool = False
    source: str = "none"
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class Endings:
    """How the games of a chunk ended; one value per game, names as in `Ending`.

    Attributes:
        counts: int32[games, 2, len(COLUMNS)], see `goanalyze.score.kernel`.
        dame: int32[games].
        prisoners: int32[games, 2], enemy stones that each colour took.
        passes: int32[games, 2].
        komi: float64[games], NaN where there is none.
    """

    width: NDArray[np.int16]
    height: NDArray[np.int16]
    counts: NDArray[np.int32]
    dame: NDArray[np.int32]
    prisoners: NDArray[np.int32]
    judged: NDArray[np.uint8]
    passes: NDArray[np.int32]
    first_pass: NDArray[np.uint8]
    final_pass: NDArray[np.uint8]
    last_pass: NDArray[np.uint8]
    handicap: NDArray[np.int16]
    komi: NDArray[np.float64]
    has_cycle: NDArray[np.bool_]
    played_on: NDArray[np.bool_]
    unnamed_setup: NDArray[np.bool_]
    source: NDArray[np.uint8]
    confidence: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.width)

    def column(self, name: str) -> NDArray[np.int32]:
        """Return one column of the counts, int32[games, 2]."""
        return self.counts[:, :, COLUMNS.index(name)]

    def ending(self, game: int) -> Ending:
        """Return one game's."""
        black, white = (color_count(self.counts[game, side], int(self.prisoners[game, side])) for side in range(2))
        komi = float(self.komi[game])
        return Ending(
            width=int(self.width[game]), height=int(self.height[game]),
            count=Count(black, white, dame=int(self.dame[game])), judged=Judged(int(self.judged[game])),
            black_passes=int(self.passes[game, 0]), white_passes=int(self.passes[game, 1]),
            first_pass=int(self.first_pass[game]), final_pass=int(self.final_pass[game]),
            last_pass=int(self.last_pass[game]), handicap=int(self.handicap[game]),
            komi=None if np.isnan(komi) else komi, has_cycle=bool(self.has_cycle[game]),
            played_on=bool(self.played_on[game]), unnamed_setup=bool(self.unnamed_setup[game]),
            source=StatusSource.at(self.source[game]).value, confidence=float(self.confidence[game]),
        )  # fmt: skip


def handicap_stones(handicap: NDArray[np.int16], replays: Replays) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """Return the handicap stones on the board, and the number in `HANDICAP_SOURCES` of how they came there.

    Args:
        handicap: int16[games], HA.
        replays: the games played out.
    """
    moves, setup = replays.fact("handicap_moves"), replays.fact("black_setup")
    asked = handicap >= 2
    is_handicap = asked & (setup > 0) & (replays.fact("white_setup") == 0)
    moves = np.where(replays.alternating, handicap, moves)
    stones = np.where(moves > 0, moves, np.where(is_handicap, setup, 0)).astype(np.int16)
    source = np.select([replays.implied, moves > 0, is_handicap, asked & (setup == 0)], [4, 3, 2, _MISSING], 0)
    return stones, source


def read_endings(
    replays: Replays,
    statuses: Statuses,
    handicap: NDArray[np.int16],
    komi: NDArray[np.float64],
    has_cycle: NDArray[np.bool_],
) -> Endings:
    """Count every final position of a chunk and gather what else rulesets ask for.

    Args:
        replays: the games played out.
        statuses: which stones are dead, and how that is known.
        handicap: int16[games], HA; where its stones are missing, it is believed.
        komi: float64[games], the recorded komi; NaN where there is none.
        has_cycle: bool[games], see `Ending`.
    """
    counts, dame = _count(replays, statuses)
    stones, source = handicap_stones(handicap, replays)
    judged = np.where(replays.fact("end_run") >= 2, Judged.AS_IT_STANDS, Judged.UNFINISHED)
    judged[statuses.source > StatusSource.NONE.index] = Judged.DEAD_KNOWN
    bare = _looks_bare(replays, counts)
    most = np.maximum(_FEW_OPEN, MOST_OPEN * replays.width.astype(np.int64) * replays.height)
    judged[(judged == Judged.AS_IT_STANDS) & bare] = Judged.UNFINISHED
    judged[statuses.source >= StatusSource.ESTIMATED.index] = Judged.ESTIMATED
    judged[(statuses.source >= StatusSource.ESTIMATED.index) & (bare | (dame > most))] = Judged.TOO_OPEN
    judged[replays.width == 0] = Judged.NO_POSITION
    prisoners = np.stack((replays.fact("black_prisoners"), replays.fact("white_prisoners")), axis=1)
    return Endings(
        replays.width, replays.height, counts, dame, prisoners, judged.astype(np.uint8), *_passes(replays, stones),
        np.where(source == _MISSING, handicap, stones), komi, has_cycle, _played_on(replays),
        (replays.fact("black_setup") > 0) & (replays.fact("white_setup") == 0) & (handicap < _HANDICAP),
        statuses.source, statuses.confidence,
    )  # fmt: skip


def _count(replays: Replays, statuses: Statuses) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Count every final position: marked ones by their marks, judged ones as players do, the others as they stand."""
    counts, dame = count_chunk(replays.boards, replays.board_start, replays.width, replays.height, statuses.dead,
                               statuses.owner, statuses.as_marked)  # fmt: skip
    chosen = np.flatnonzero((statuses.source > StatusSource.NONE.index) & (statuses.as_marked == 0))
    if len(chosen):
        start, place = cut(replays, chosen)
        counts[chosen], dame[chosen], _ = count_judged(
            replays.boards[place], start, replays.width[chosen], replays.height[chosen], statuses.dead[place],
            to_move(replays)[chosen],
        )  # fmt: skip
    return counts, dame


def _looks_bare(replays: Replays, counts: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return the games whose final board has too few stones to be finished."""
    points = replays.width.astype(np.int64) * replays.height
    stones = counts[:, :, [_STONES, _DEAD]].sum(axis=(1, 2))
    bare: NDArray[np.bool_] = (stones < FEWEST_STONES * points) & (points >= _SMALL)
    return bare


def _played_on(replays: Replays) -> NDArray[np.bool_]:
    """Return the games in which stones were played after two passes in succession."""
    played_on = np.zeros(len(replays), dtype=np.bool_)
    rows = np.flatnonzero((replays.moves.flags & AFTER_END) != 0)
    played_on[np.searchsorted(replays.start, rows, side="right") - 1] = True
    return played_on


def _passes(
    replays: Replays, stones: NDArray[np.int16]
) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    """Return passes by colour, and who made the first, the first of the final ones, and the last."""
    games, moves = len(replays), replays.moves
    rows = np.flatnonzero((moves.flags & PASS_MOVE) != 0)  # eight times as fast as on the numbers themselves
    game = np.searchsorted(replays.start, rows, side="right") - 1
    # White's passes while Black places handicap stones (New Zealand) are no passes of the game.
    placing = replays.alternating[game] & (rows - replays.start[game] < 2 * stones[game] - 1)
    rows, game = rows[~placing], game[~placing]
    passes = np.bincount(2 * game + moves.color[rows] - BLACK, minlength=2 * games).reshape(games, 2).astype(np.int32)
    first = np.zeros(games, dtype=np.uint8)
    first[game[::-1]] = moves.color[rows[::-1]]  # the last to be written is the earliest
    ended = np.flatnonzero(replays.fact("end_run") >= 2)
    final, last = np.zeros(games, dtype=np.uint8), np.zeros(games, dtype=np.uint8)
    stop = replays.start[:-1][ended] + replays.fact("moves")[ended]
    final[ended] = moves.color[stop - replays.fact("end_run")[ended]]
    last[ended] = moves.color[stop - 1]
    return passes, first, final, last
