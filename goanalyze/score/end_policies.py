"""Ends of games as they are scored: the positions of the records, or those after the rest of a game was played out.

The final position of a game that two passes end is scored. Without them, and with estimated dead stones, records of
some servers have the count of the final position, and those of others the count after the players filled all dame.
Which of the two applies to a game is a convention (`RestMode`). Both are counted here.

End policies of rulesets, and the final positions that they score: at which stop, with which dead stones removed.

The final positions under a policy are made when a ruleset first needs them, and only games in which they differ from
those of another policy are counted anew. Scope: positions and counts. Margins follow in `goanalyze.score.outcomes`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.convention import RestMode
from goanalyze.core.labels import LabeledBoards
from goanalyze.life.choices import StatusSource
from goanalyze.life.estimate.finisher import FinishedPositions, finish
from goanalyze.life.statuses import Statuses, StatusPolicy
from goanalyze.points import BLACK, EMPTY, WHITE
from goanalyze.replay.arrays import Replays
from goanalyze.replay.cycles import claimable_cycles
from goanalyze.replay.replay import last_points, replay_records, to_move, truncate_records
from goanalyze.rules import DeadStones, End, Ruleset, SecondStop
from goanalyze.score.choices import Quality
from goanalyze.score.count import COLUMNS, Counts, count_one_way, count_positions, leave_open
from goanalyze.score.count_confidence import TOO_OPEN, Facts, count_confidence, rest_facts
from goanalyze.score.final_positions import FinalPositions, record_facts
from goanalyze.sgf.records import Records

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
        boards,
        dead[points],
        last,
        confidence[games],
        statuses.alive_probability[points],
        (complete.take(games), played),
        finished,
    )
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


_FOUR_PASSES: Final = 4


class EndPolicy(NamedTuple):
    """The choice of the stop that a ruleset scores, and of the dead stones that it removes.

    Attributes:
        dead_stones: dead stones that are removed: ``stay``, none; ``in-territory``; ``regions``; ``chains``, all.
        is_first_stop: True if the position at the first two passes is scored, regardless of later moves.
        statuses: layers of statuses that decide which stones are dead.
        second_stop: effect of a second stop: all stones alive, and the end of the game in some rulesets.
    """

    dead_stones: DeadStones = DeadStones.CHAINS
    is_first_stop: bool = False
    statuses: StatusPolicy = StatusPolicy()
    second_stop: SecondStop = SecondStop.AGREED

    @classmethod
    def from_ruleset(cls, ruleset: Ruleset) -> EndPolicy:
        """Return the policy of a ruleset."""
        dead, second_stop = ruleset.dead_stones.value, ruleset.second_stop.value
        if dead is DeadStones.STAY:
            return cls(dead, ruleset.end.value is End.TWO_PASSES, second_stop=second_stop)
        in_part = dead in (DeadStones.IN_TERRITORY, DeadStones.REGIONS)
        return cls(dead if in_part else DeadStones.CHAINS, False, StatusPolicy.of(ruleset), second_stop)

    @property
    def in_territory(self) -> bool:
        """True if only the dead stones in territory of the opponent are removed."""
        return self.dead_stones is DeadStones.IN_TERRITORY

    def scored_move(self, replays: Replays) -> NDArray[np.int32]:
        """Return the number of the move after which each game is scored, int32[games]; 0 for the end of its record."""
        if self.is_first_stop:
            return replays.fact("ended_at")
        return replays.fact("second_stop") * (self.second_stop is SecondStop.ALL_ALIVE)


PLAIN: Final = EndPolicy()
"""All dead stones are removed at the end of the record, and no ruling decides."""
PLAYERS: Final = EndPolicy(DeadStones.IN_TERRITORY)
"""The dead stones that players under territory rules remove."""


class FinalPositionSet:
    """The final positions of a chunk under every end policy, each worked out once.

    Args:
        build: returns the final positions under a policy.
    """

    def __init__(self, build: Callable[[EndPolicy], FinalPositions]) -> None:
        self._build = build
        self._cached: dict[EndPolicy, FinalPositions] = {}

    def under(self, policy: EndPolicy) -> FinalPositions:
        """Return the final positions under a policy."""
        if policy not in self._cached:
            self._cached[policy] = self._build(policy)
        return self._cached[policy]

    def for_ruleset(self, ruleset: Ruleset) -> FinalPositions:
        """Return the final positions that a ruleset scores."""
        return self.under(EndPolicy.from_ruleset(ruleset))

    @property
    def plain(self) -> FinalPositions:
        """The final positions with all dead stones removed: those of counts without a ruleset."""
        return self.under(PLAIN)

    def map(self, change: Callable[[FinalPositions], FinalPositions]) -> FinalPositionSet:
        """Return a set with the final positions under every policy changed."""
        return FinalPositionSet(lambda policy: change(self.under(policy)))

    @classmethod
    def alike(cls, final: FinalPositions) -> FinalPositionSet:
        """Return a set of the same final positions under every policy."""
        return cls(lambda _: final)


def score_ends(
    records: Records,
    replays: Replays,
    statuses: Statuses,
    ends: Ends,
    komi: NDArray[np.float64],
    agreed: NDArray[np.uint8],
    has_cycle: NDArray[np.bool_],
) -> FinalPositionSet:
    """Return the final positions of a chunk under every end policy.

    Args:
        records: the games.
        replays: the replayed games.
        statuses: dead stones, with their sources.
        ends: the scored positions.
        komi: float64[games], recorded komi in points; NaN without one.
        agreed: uint8[games], index of an `AgreedResult`.
        has_cycle: bool[games], see `FinalPositions`.
    """
    _, source, confidence = statuses.under(StatusPolicy())
    count_confidence = np.repeat(confidence[:, np.newaxis], 2, axis=1)
    count_confidence[ends.quality == Quality.TOO_OPEN.index] = TOO_OPEN
    count_confidence[ends.games] = ends.confidence
    plain = FinalPositions(
        **record_facts(replays, records.handicap),
        counts=ends.counts.plain,
        dame=ends.counts.plain_dame,
        prisoners=ends.prisoners,
        quality=ends.quality,
        komi=komi,
        bonus=np.full(len(replays), np.nan),
        agreed=agreed,
        has_cycle=has_cycle,
        all_alive=np.zeros(len(replays), dtype=np.bool_),
        rest=ends.rest,
        source=source,
        confidence=confidence,
        count_confidence=count_confidence,
    )
    return FinalPositionSet(_FinalPositionBuilder(records, replays, statuses, ends, plain).build)


class _FinalPositionBuilder:
    """The builder of the final positions of a chunk, from those with all dead stones removed (`plain`)."""

    def __init__(
        self, records: Records, replays: Replays, statuses: Statuses, ends: Ends, plain: FinalPositions
    ) -> None:
        self.records, self.replays, self.statuses, self.ends, self.plain = records, replays, statuses, ends, plain

    def build(self, policy: EndPolicy) -> FinalPositions:
        """Return the final positions under a policy."""
        stop = policy.scored_move(self.replays)
        if policy.dead_stones is DeadStones.STAY:
            return self._at_stop(self._all_alive, stop)
        final = self._without_dead_stones(policy)
        four = (self.replays.fact("end_run") >= _FOUR_PASSES) & (policy.second_stop is SecondStop.FOUR_PASSES)
        games = np.flatnonzero((stop > 0) | four)
        return self._at_stop(final.put(games, self._all_alive.take(games)), stop) if len(games) else final

    def _without_dead_stones(self, policy: EndPolicy) -> FinalPositions:
        """Return the ends of the records with their dead stones removed; marked territory is territory."""
        by_article_7 = policy.statuses.article_7 and bool(self.statuses.article_7.status.any())
        layers = policy.statuses._replace(article_7=by_article_7)
        counts, dame = self.ends.counts.one_way(in_territory=policy.in_territory)
        final, dead = replace(self.plain, counts=counts, dame=dame), self.statuses.under(layers).dead
        if dead is not self.statuses.base.dead:
            final = self._recounted(final, self.ends.scored_dead(dead), in_territory=policy.in_territory)
        if not (layers.rulings or layers.article_7):
            return final
        _, source, confidence = self.statuses.under(StatusPolicy(article_7=layers.article_7))
        deciding = [StatusSource.RULED.index] * layers.rulings + [StatusSource.CONFIRMED.index] * layers.article_7
        quality = np.where(np.isin(source, deciding), np.uint8(Quality.DEAD_KNOWN.index), final.quality)
        is_proven = ((final.rest == NO_REST) & (confidence > final.confidence))[:, np.newaxis]
        count_confidence = np.where(is_proven, confidence[:, np.newaxis], final.count_confidence)
        return replace(final, quality=quality, source=source, confidence=confidence, count_confidence=count_confidence)

    def _recounted(self, final: FinalPositions, dead: NDArray[np.uint8], *, in_territory: bool) -> FinalPositions:
        """Return final positions with the games counted anew that have other dead stones, uint8[points]."""
        is_known = (self.statuses.base.source > StatusSource.NONE.index) & (self.statuses.marked_territory == 0)
        games = np.flatnonzero(is_known & self._has_any(dead != self.ends.dead))
        if not len(games):
            return final
        boards, points = self.ends.boards.take(games)
        counts, dame, _ = count_one_way(boards, dead[points], self.ends.to_move[games], in_territory=in_territory)
        counts = leave_open(counts, self.ends.is_open[games])
        return final.put(games, replace(final.take(games), counts=counts, dame=dame))

    def _has_any(self, points: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return True for the games with any of the points."""
        has_any = np.zeros(len(self.replays), dtype=np.bool_)
        has_any[np.searchsorted(self.replays.board_start, np.flatnonzero(points), side="right") - 1] = True
        return has_any

    @cached_property
    def _all_alive(self) -> FinalPositions:
        """The final positions of the records with every stone alive: two passes are enough to score them."""
        has_dead = self._has_any(self.statuses.base.dead > 0)
        games = np.flatnonzero(has_dead | (self.statuses.marked_territory > 0) | (self.ends.rest != NO_REST))
        boards, points = self.replays.finals.take(games)
        counts, dame, _ = count_one_way(boards, np.zeros(len(points), dtype=np.uint8), in_territory=False)
        recounted = replace(
            self.plain.take(games),
            counts=counts,
            dame=dame,
            prisoners=self.replays.prisoners[games],
            rest=np.full(len(games), NO_REST, dtype=np.int8),
        )
        final = self.plain.put(games, recounted)
        quality = np.full(len(final), Quality.UNFINISHED.index, dtype=np.uint8)
        quality[self.replays.fact("end_run") >= 2] = Quality.DEAD_KNOWN.index
        quality[self.replays.width == 0] = Quality.NO_POSITION.index
        return replace(
            final,
            quality=quality,
            all_alive=np.ones(len(final), dtype=np.bool_),
            count_confidence=np.ones_like(final.count_confidence),
        )

    def _at_stop(self, final: FinalPositions, stop: NDArray[np.int32]) -> FinalPositions:
        """Return final positions with those of games that continue after their stop, a move number, as at the stop."""
        replays, tape = self.replays, self.records.tape
        games = np.flatnonzero(stop)
        offset = replays.moves.at[replays.start[games] + stop[games] - 1]
        games = games[tape.at[tape.event_start[games + 1] - 1] > offset]
        if not len(games):
            return final
        return final.put(
            games, FinalPositions.join([self._truncated(game, int(stop[game])) for game in games.tolist()])
        )

    def _truncated(self, game: int, stop: int) -> FinalPositions:
        """Return the final position of a game as if its record ended at a stop, with every stone alive."""
        one = slice(game, game + 1)
        records = truncate_records(self.records, self.replays, game, stop)
        replays = replay_records(records)
        statuses = Statuses(1, len(replays.boards))
        ends = read_ends(replays, statuses, self.ends.rest[one], np.full(1, np.nan))
        facts = self.plain.komi[one], self.plain.agreed[one], claimable_cycles(replays)
        return score_ends(records, replays, statuses, ends, *facts).under(EndPolicy(DeadStones.STAY))
