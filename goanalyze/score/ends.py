"""Ends of games as they are scored: the positions of the records, or those after the rest of a game was played out.

The final position of a game that two passes end is scored. Without them, and with estimated dead stones, records of
some servers have the count of the final position, and those of others the count after the players filled all dame.
Which of the two applies to a game is a convention (`RestMode`). Both are counted here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
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
from goanalyze.score.count_confidence import Facts, count_confidence, rest_facts
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


@dataclass(frozen=True, slots=True)
class Ends:
    """Ends of the games of a chunk as they are scored.

    Attributes:
        boards: scored positions, in the layout of `Replays.boards`.
        dead: uint8[points], 1 under dead stones.
        to_move: uint8[games], colour that moves next.
        prisoners: int32[games, 2], stones of the opponent that Black and White captured.
        counts: counts of these positions.
        quality: uint8[games], index of a `Quality`.
        rest: int8[games], index of a `RestMode`; `NO_REST` for none.
        games: int64[n], the games with a `rest`, in order.
        finished: their rest, played out, under both values of `rest`.
        others: counts of `games`, were their rest taken the other way.
        other_prisoners: int32[n, 2], prisoners of `games` in that case.
        facts: facts about `games` on which `confidence` depends.
        confidence: float32[n, 2], probabilities that the margins of `games` by area and by territory are right.
        recorded: final positions of the records.
        recorded_dead: uint8[points], dead stones of the records.
        recorded_to_move: uint8[games], colour that moves next at the end of the record.
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
    facts: Facts
    confidence: NDArray[np.float32]
    recorded: LabeledBoards
    recorded_dead: NDArray[np.uint8]
    recorded_to_move: NDArray[np.uint8]

    @property
    def is_open(self) -> NDArray[np.bool_]:
        """Games whose rest is left open, bool[games]: points that must be filled are territory."""
        is_open: NDArray[np.bool_] = self.rest == RestMode.OPEN.index
        return is_open

    def moves(self, game: int) -> tuple[tuple[int, int], ...]:
        """Return the moves that played the rest of a game out: (colour, point), `PASS` for a pass; none elsewhere."""
        if self.rest[game] != RestMode.PLAYED_OUT.index:
            return ()
        number = int(np.searchsorted(self.games, game))
        points = self.finished.moves[slice(*self.finished.start[number : number + 2].tolist())].tolist()
        first = int(self.recorded_to_move[game])
        colors = first, BLACK + WHITE - first
        return tuple((colors[number % 2], point) for number, point in enumerate(points))

    def scored_dead(self, dead: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the dead stones of the scored positions, uint8[points].

        Args:
            dead: uint8[points], dead stones of the recorded positions by some policy.
        """
        changed = np.flatnonzero((dead != self.recorded_dead) & (self.boards.stones == self.recorded.stones))
        if not len(changed):
            return self.dead
        chain, status = self.boards.chain, np.full(len(dead), 2, dtype=np.uint8)  # 2: as in `dead`
        status[chain[changed]] = dead[changed]
        of_chain = status[chain]
        return np.where(of_chain < 2, of_chain, self.dead)

    def scored_shares(self, shares: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the probability of life of each stone of the scored positions: that of its least certain stone.

        Args:
            shares: float32[points], `Statuses.alive_probability`.
        """
        if self.boards is self.recorded:
            return shares
        chain, least = self.boards.chain, np.ones(len(shares), dtype=np.float32)
        np.minimum.at(least, chain, shares)
        return np.where(self.boards.stones > 0, least[chain], shares)


def read_ends(replays: Replays, statuses: Statuses, mode: NDArray[np.int8], rate: NDArray[np.float64]) -> Ends:
    """Return the ends of a chunk as they are scored.

    Args:
        replays: the replayed games.
        statuses: statuses of the stones in the final positions.
        mode: int8[games], index of the `RestMode` of each game, were its rest left out by the record.
        rate: float64[games], `own_rate` of the convention of each game; NaN for none.
    """
    recorded, turn, (dead, source, confidence) = replays.finals, to_move(replays), statuses.base
    is_known = (source > StatusSource.NONE.index) & (statuses.marked_territory == 0)
    first = np.where(is_known, turn, np.uint8(EMPTY))  # nothing is filled in marked territory, nor if all stones live
    owner, as_marked = statuses.marked_owner, statuses.marked_territory
    complete = count_positions(recorded, dead, first, owner=owner, as_marked=as_marked)
    can_have_rest = (source >= StatusSource.RULED.index) & (replays.fact("end_run") < 2)
    counts = complete.leave_open(can_have_rest)
    quality = _quality(replays, source, counts)
    games = np.flatnonzero(can_have_rest & (quality != Quality.TOO_OPEN.index))
    rest = np.full(len(replays), NO_REST, dtype=np.int8)
    rest[games] = mode[games]
    boards, points = recorded.take(games)
    last = last_points(replays)[games]
    finished = finish(boards, dead[points], turn[games], last)
    played = count_positions(finished.boards, finished.dead, finished.to_move)
    facts = rest_facts(
        boards, dead[points], last, confidence[games], statuses.alive_probability[points],
        (complete.take(games), played), finished,
    )  # fmt: skip
    ends = Ends(
        boards=recorded,
        dead=dead,
        to_move=turn,
        prisoners=replays.prisoners,
        counts=counts,
        quality=quality,
        rest=rest,
        games=games,
        finished=finished,
        others=played,
        other_prisoners=replays.prisoners[games] + finished.prisoners,
        facts=facts,
        confidence=np.stack(count_confidence(facts, rest[games], rate[games]), axis=1),
        recorded=recorded,
        recorded_dead=dead,
        recorded_to_move=turn,
    )
    chosen = np.flatnonzero(rest[games] == RestMode.PLAYED_OUT.index)
    return _with_rest_played(ends, chosen) if len(chosen) else ends


def _with_rest_played(ends: Ends, chosen: NDArray[np.int64]) -> Ends:
    """Return ends with the rest of some of their `games`, by index, played out and not left open."""
    games, (boards, source) = ends.games[chosen], ends.finished.boards.take(chosen)
    points = ends.recorded.take(games)[1]
    stones, dead, turn = ends.boards.stones.copy(), ends.dead.copy(), ends.to_move.copy()
    prisoners, other_prisoners = ends.prisoners.copy(), ends.other_prisoners.copy()
    stones[points], dead[points], turn[games] = boards.stones, ends.finished.dead[source], ends.finished.to_move[chosen]
    prisoners[games], other_prisoners[chosen] = ends.other_prisoners[chosen], ends.prisoners[games]
    return replace(
        ends,
        boards=LabeledBoards.of(ends.boards.boards._replace(stones=stones)),
        dead=dead,
        to_move=turn,
        prisoners=prisoners,
        counts=ends.counts.put(games, ends.others.take(chosen)),
        others=ends.others.put(chosen, ends.counts.take(games)),
        other_prisoners=other_prisoners,
    )


def _quality(replays: Replays, source: NDArray[np.uint8], counts: Counts) -> NDArray[np.uint8]:
    """Return the quality of each final position; statuses by rulings or article 7 count as estimated."""
    points = replays.width.astype(np.int64) * replays.height
    stones = counts.plain[:, :, [_STONES, _DEAD]].sum(axis=(1, 2))
    bare = (stones < FEWEST_STONES * points) & (points >= _SMALL)
    is_open = bare | (counts.plain_dame > np.maximum(_FEW_OPEN, MOST_OPEN * points))
    is_estimated = source >= StatusSource.RULED.index
    qualities = {
        Quality.NO_POSITION: replays.width == 0,
        Quality.TOO_OPEN: is_estimated & is_open,
        Quality.ESTIMATED: is_estimated,
        Quality.DEAD_KNOWN: source > StatusSource.NONE.index,
        Quality.DEAD_UNKNOWN: (replays.fact("end_run") >= 2) & ~bare,
    }
    quality = np.select(list(qualities.values()), [each.index for each in qualities], Quality.UNFINISHED.index)
    return quality.astype(np.uint8)
