"""Ends of games as they are counted: as records leave them, or after the rest of the game was played out.

The final position of a game that two passes end is counted. Without them, and with estimated dead stones, records of
some servers have the count of the final position, and those of others the count after the players filled all dame.
Which of the two applies to a game is a convention (`RestMode`). Both counts are made here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.choices import RestMode
from goanalyze.core.labels import LabeledBoards
from goanalyze.life.choices import StatusSource
from goanalyze.life.estimate.finisher import FinishedPositions, finish
from goanalyze.life.statuses import Statuses
from goanalyze.replay.arrays import Replays
from goanalyze.replay.replay import last_points, to_move
from goanalyze.score.choices import Quality
from goanalyze.score.count_confidence import RestFacts, count_confidence
from goanalyze.score.counts import COLUMNS, Counts, count_positions
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

MOST_OPEN: Final = 1 / 12
"""Finished games leave less: with 31 open points and more on 19×19 none of 12 KGS games of 2002 and 2003 gave the
recorded margin, with fewer 93 of 100."""
FEWEST_STONES: Final = 1 / 4
"""Finished games on boards of 81 points and more have more stones, dead ones included: of 2,413 counted KGS games of
2003 none has less than 0.3 of the points; of 29 Fox games that have less than a quarter, none counts to its result."""
NO_REST: Final = -1
"""In place of a `RestMode`: the end of the record is the end of the game, or is not estimated."""
_SMALL: Final = 81
_FEW_OPEN: Final = 5  # dame that a finished game on a tiny board may have
_STONES, _DEAD = (COLUMNS.index(name) for name in ("stones", "dead"))


@dataclass(frozen=True)
class Ends:
    """Ends of the games of a chunk as they are counted.

    Attributes:
        boards: counted positions, laid out as `Replays.boards`.
        dead: uint8[points], 1 under dead stones.
        to_move: uint8[games], colour that moves next.
        prisoners: int32[games, 2], enemy stones that each colour took.
        counts: counts of these positions.
        quality: uint8[games], index of a `Quality`.
        rest: int8[games], index of a `RestMode`; `NO_REST` for none.
        games: int64[n], the games with a `rest`, in order.
        finished: their rest, played out, under both values of `rest`.
        others: counts of `games`, were their rest taken the other way.
        other_prisoners: int32[n, 2], prisoners of `games` in that case.
        facts: facts about `games` on which `confidence` depends.
        confidence: float32[n, 2], how likely the margins of `games` by area and by territory are right.
        first: uint8[games], colour that moves next at the end of the record.
        recorded: final positions of the records.
        recorded_dead: uint8[points], their dead stones.
    """

    boards: LabeledBoards
    dead: NDArray[np.uint8]
    to_move: NDArray[np.uint8]
    prisoners: NDArray[np.int32]
    counts: Counts
    quality: NDArray[np.uint8]
    rest: NDArray[np.int8]
    games: NDArray[np.int64]
    finished: FinishedPositions
    others: Counts
    other_prisoners: NDArray[np.int32]
    facts: RestFacts
    confidence: NDArray[np.float32]
    first: NDArray[np.uint8]
    recorded: LabeledBoards
    recorded_dead: NDArray[np.uint8]

    @property
    def is_open(self) -> NDArray[np.bool_]:
        """Games whose rest is left open, bool[games]: points that must be filled are territory."""
        left: NDArray[np.bool_] = self.rest == RestMode.OPEN.index
        return left

    @cached_property
    def _chain(self) -> NDArray[np.int64]:
        """First point of the chain of each stone of the counted positions."""
        return self.boards.chain

    def moves(self, game: int) -> tuple[tuple[int, int], ...]:
        """Return the moves that played the rest of a game out: (colour, point), `PASS` for a pass; none elsewhere."""
        if self.rest[game] != RestMode.PLAYED_OUT.index:
            return ()
        number = int(np.searchsorted(self.games, game))
        points = self.finished.moves[slice(*self.finished.start[number : number + 2].tolist())].tolist()
        first = int(self.first[game])
        return tuple((first if at % 2 == 0 else BLACK + WHITE - first, point) for at, point in enumerate(points))

    def dead_as(self, dead: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the dead stones of the counted positions.

        Args:
            dead: uint8[points], those of the recorded positions in some reading.
        """
        changed = np.flatnonzero((dead != self.recorded_dead) & (self.boards.stones == self.recorded.stones))
        if not len(changed):
            return self.dead
        status = np.full(len(dead), 2, dtype=np.uint8)  # of each chain by its first point; 2 for no change
        status[self._chain[changed]] = dead[changed]
        of_chain = status[self._chain]
        return np.where(of_chain < 2, of_chain, self.dead)

    def shares_as(self, shares: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the probability of life of each stone of the counted positions: that of its least certain stone.

        Args:
            shares: float32[points], `Statuses.shares`.
        """
        if (self.boards.stones == self.recorded.stones).all():
            return shares
        least = np.ones(len(shares), dtype=np.float32)
        np.minimum.at(least, self._chain, shares)
        return np.where(self.boards.stones > 0, least[self._chain], shares)


def read_ends(replays: Replays, statuses: Statuses, mode: NDArray[np.int8], rate: NDArray[np.float64]) -> Ends:
    """Return the ends of a chunk as they are counted.

    Args:
        replays: the games played out.
        statuses: dead stones of the final positions, and how they are known.
        mode: int8[games], index of the `RestMode` of each game, were its rest left out by the record.
        rate: float64[games], `own_rate` of the convention of each game; NaN for none.
    """
    recorded, turn, prisoners = replays.finals, to_move(replays), replays.prisoners
    is_left = (statuses.source >= StatusSource.RULED.index) & (replays.fact("end_run") < 2)
    static = _count_recorded(recorded, statuses, turn)
    counts = static.leave_open(is_left)
    quality = _quality(replays, statuses, counts)
    games = np.flatnonzero(is_left & (quality != Quality.TOO_OPEN.index))
    rest = np.full(len(replays), NO_REST, dtype=np.int8)
    rest[games] = mode[games]
    boards, points = recorded.take(games)
    last = last_points(replays)[games]
    finished = finish(boards, statuses.dead[points], turn[games], last)
    played = count_positions(finished.boards, finished.dead, finished.to_move)
    facts = RestFacts.of(
        boards, statuses.dead[points], last, statuses.confidence[games], statuses.shares[points],
        (static.take(games), played), finished,
    )  # fmt: skip
    is_played = rest[games] == RestMode.PLAYED_OUT.index
    after = prisoners[games] + finished.prisoners
    chosen = games[is_played]
    some, source = finished.boards.take(np.flatnonzero(is_played))
    to = recorded.take(chosen)[1]
    stones, dead, turns = recorded.stones.copy(), statuses.dead.copy(), turn.copy()
    stones[to], dead[to], turns[chosen] = some.stones, finished.dead[source], finished.to_move[is_played]
    taken = prisoners.copy()
    taken[chosen] = after[is_played]
    return Ends(
        boards=LabeledBoards.of(recorded.boards._replace(stones=stones)),
        dead=dead,
        to_move=turns,
        prisoners=taken,
        counts=counts.put(chosen, played.take(is_played)),
        quality=quality,
        rest=rest,
        games=games,
        finished=finished,
        others=played.put(np.flatnonzero(is_played), counts.take(chosen)),
        other_prisoners=np.where(is_played[:, np.newaxis], prisoners[games], after),
        first=turn,
        facts=facts,
        confidence=np.stack(count_confidence(facts, rest[games], rate[games]), axis=1),
        recorded=recorded,
        recorded_dead=statuses.dead,
    )


def _count_recorded(boards: LabeledBoards, statuses: Statuses, turn: NDArray[np.uint8]) -> Counts:
    """Count every final position: marked ones by their marks, known ones as players do, the others as they are.

    Marked positions are counted alike with all dead stones removed, and with those in territory alone.

    Args:
        boards: final positions of the records.
        statuses: their dead stones.
        turn: uint8[games], colour that moves next.
    """
    is_known = (statuses.source > StatusSource.NONE.index) & (statuses.as_marked == 0)
    first = np.where(is_known, turn, np.uint8(EMPTY))
    return count_positions(boards, statuses.dead, first, owner=statuses.owner, as_marked=statuses.as_marked)


def _quality(replays: Replays, statuses: Statuses, counts: Counts) -> NDArray[np.uint8]:
    """Return the quality of each final position; estimated are also those that rulings or article 7 decide."""
    points = replays.width.astype(np.int64) * replays.height
    stones = counts.plain[:, :, [_STONES, _DEAD]].sum(axis=(1, 2))
    bare = (stones < FEWEST_STONES * points) & (points >= _SMALL)
    is_open = bare | (counts.plain_dame > np.maximum(_FEW_OPEN, MOST_OPEN * points))
    guessed = statuses.source >= StatusSource.RULED.index
    qualities = {
        Quality.NO_POSITION: replays.width == 0,
        Quality.TOO_OPEN: guessed & is_open,
        Quality.ESTIMATED: guessed,
        Quality.DEAD_KNOWN: statuses.source > StatusSource.NONE.index,
        Quality.AS_IT_STANDS: (replays.fact("end_run") >= 2) & ~bare,
    }
    quality = np.select(list(qualities.values()), [each.index for each in qualities], Quality.UNFINISHED.index)
    return quality.astype(np.uint8)
