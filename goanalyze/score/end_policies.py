"""End policies of rulesets, and the final positions that they score: at which stop, with which dead stones removed.

The final positions under a policy are made when a ruleset first needs them, and only games in which they differ from
those of another policy are counted anew. Scope: positions and counts. Margins follow in `goanalyze.score.outcomes`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.life.choices import StatusSource
from goanalyze.life.statuses import Statuses, StatusPolicy
from goanalyze.replay.arrays import Replays
from goanalyze.replay.cycles import claimable_cycles
from goanalyze.replay.replay import replay_records, truncate_records
from goanalyze.rules import DeadStones, End, Ruleset, SecondStop
from goanalyze.score.choices import Quality
from goanalyze.score.count_confidence import TOO_OPEN
from goanalyze.score.counts import count_one_way, leave_open
from goanalyze.score.ends import NO_REST, Ends, read_ends
from goanalyze.score.final_positions import FinalPositions, record_facts
from goanalyze.sgf.records import Records

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
            self.plain.take(games), counts=counts, dame=dame, prisoners=self.replays.prisoners[games],
            rest=np.full(len(games), NO_REST, dtype=np.int8),
        )  # fmt: skip
        final = self.plain.put(games, recounted)
        quality = np.full(len(final), Quality.UNFINISHED.index, dtype=np.uint8)
        quality[self.replays.fact("end_run") >= 2] = Quality.DEAD_KNOWN.index
        quality[self.replays.width == 0] = Quality.NO_POSITION.index
        return replace(
            final, quality=quality, all_alive=np.ones(len(final), dtype=np.bool_),
            count_confidence=np.ones_like(final.count_confidence),
        )  # fmt: skip

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
