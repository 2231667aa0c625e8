"""Readings of how records end: which stop is counted, and which stones are taken off, as each ruleset asks.

Each reading is made when a ruleset first asks for it, and only the games in which it differs from another are counted
anew. What a reading is worth under a ruleset is said elsewhere (`goanalyze.score.outcomes`).
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
from goanalyze.rules import DeadStones, End, LifeAndDeath, Ruleset, Rulings, SecondStop
from goanalyze.score.choices import Quality
from goanalyze.score.counts import count_positions
from goanalyze.score.ends import NO_REST, Ends, read_ends
from goanalyze.score.final_positions import FinalPositions, read_final_positions
from goanalyze.sgf.records import Records

_FOUR_PASSES: Final = 4


class Reading(NamedTuple):
    """What a ruleset asks of the end of a record.

    Attributes:
        dead_stones: which are taken off: ``stay``, none; ``in-territory``; ``regions``; ``chains``, all.
        first_stop: what stands at the first two passes is counted, whatever comes after them.
        rulings: stones have the status that rulings on shapes give them.
        confirmed: they have that of article 7 of the Japanese rules, where it was confirmed.
        second_stop: when every stone is alive after all; where it ends the game, what stands then is counted.
    """

    dead_stones: DeadStones = DeadStones.CHAINS
    first_stop: bool = False
    rulings: bool = False
    confirmed: bool = False
    second_stop: SecondStop = SecondStop.AGREED

    @classmethod
    def of(cls, ruleset: Ruleset) -> Reading:
        """Return what a ruleset asks for."""
        dead = ruleset.dead_stones.value
        if dead is DeadStones.STAY:
            return cls(dead, ruleset.end.value is End.TWO_PASSES, second_stop=ruleset.second_stop.value)
        off = dead if dead in (DeadStones.IN_TERRITORY, DeadStones.REGIONS) else DeadStones.CHAINS
        by_rulings = ruleset.rulings.value is Rulings.PRECEDENTS
        confirmed = ruleset.life_and_death.value is LifeAndDeath.CONFIRMED
        return cls(off, rulings=by_rulings, confirmed=confirmed, second_stop=ruleset.second_stop.value)

    def counted_at(self, replays: Replays) -> NDArray[np.int32]:
        """Return the move after which each game is counted, whatever comes after; 0 for the end of its record."""
        if self.first_stop:
            return replays.fact("ended_at")
        return replays.fact("second_stop") * (self.second_stop is SecondStop.ALL_ALIVE)


PLAIN: Final = Reading()
"""All dead stones are taken off at the end of the record, and no ruling is followed."""
PLAYERS: Final = Reading(DeadStones.IN_TERRITORY)
"""What players of territory rules take off."""


class Finals:
    """The final positions of a chunk in every reading, each made once.

    Args:
        read: makes one of them; it may ask for another one, and holds nothing of this object, which is large.
    """

    def __init__(self, read: Callable[[Reading, Finals], FinalPositions]) -> None:
        self._read = read
        self._made: dict[Reading, FinalPositions] = {}

    def by(self, reading: Reading) -> FinalPositions:
        """Return the final positions in a reading."""
        if reading not in self._made:
            self._made[reading] = self._read(reading, self)
        return self._made[reading]

    def under(self, ruleset: Ruleset) -> FinalPositions:
        """Return the final positions as a ruleset reads them."""
        return self.by(Reading.of(ruleset))

    @property
    def plain(self) -> FinalPositions:
        """All dead stones taken off: what a count without a ruleset is of, and all that no reading changes."""
        return self.by(PLAIN)

    def each(self, change: Callable[[FinalPositions], FinalPositions]) -> Finals:
        """Return the same with every reading changed."""
        return Finals(lambda reading, _: change(self.by(reading)))

    def take(self, games: slice | NDArray[np.int64]) -> Finals:
        """Return some of the games, or one of them several times over."""
        return self.each(lambda final: final.take(games))

    @classmethod
    def alike(cls, final: FinalPositions) -> Finals:
        """Return final positions that are the same in every reading."""
        return cls(lambda *_: final)


def read_finals(
    records: Records,
    replays: Replays,
    statuses: Statuses,
    ends: Ends,
    komi: NDArray[np.float64],
    agreed: NDArray[np.uint8],
    has_cycle: NDArray[np.bool_],
) -> Finals:
    """Count every final position of a chunk, in each reading that is asked for.

    Args:
        records: the games.
        replays: the same, played out.
        statuses: which stones are dead, and how that is known.
        ends: the counted positions.
        komi: float64[games], the recorded komi; NaN where there is none.
        agreed: uint8[games], see `FinalPositions`.
        has_cycle: bool[games], likewise.
    """
    finals = read_final_positions(replays, statuses, ends, records.handicap, komi, agreed, has_cycle)
    return Finals(_Readings(records, replays, statuses, ends, finals).read)


class _Readings:
    """The readings of the ends of a chunk."""

    def __init__(
        self,
        records: Records,
        replays: Replays,
        statuses: Statuses,
        ends: Ends,
        finals: tuple[FinalPositions, FinalPositions],
    ) -> None:
        self.records, self.replays, self.statuses, self.ends = records, replays, statuses, ends
        self.plain, self.in_territory = finals

    def read(self, reading: Reading, others: Finals) -> FinalPositions:
        """Make one reading; it may be one of the others."""
        if reading.confirmed and not self.statuses.article_7.status.any():
            return others.by(reading._replace(confirmed=False))
        stop = reading.counted_at(self.replays)
        if reading.dead_stones is DeadStones.STAY:
            return self._cut(self._standing, stop)
        judged = self._judged(reading)
        four = (self.replays.fact("end_run") >= _FOUR_PASSES) & (reading.second_stop is SecondStop.FOUR_PASSES)
        games = np.flatnonzero((stop > 0) | four)
        return self._cut(judged.put(games, self._standing.take(games)), stop) if len(games) else judged

    def _judged(self, reading: Reading) -> FinalPositions:
        """Return the end of each record with its dead stones taken off; what players marked as territory is that."""
        judged = self._taken_off(reading)
        if not (reading.rulings or reading.confirmed):
            return judged
        proof = [StatusSource.RULED.index] * reading.rulings + [StatusSource.CONFIRMED.index] * reading.confirmed
        _, source, confidence = self.statuses.under(StatusPolicy(article_7=reading.confirmed))
        quality = np.where(np.isin(source, proof), np.uint8(Quality.DEAD_KNOWN.index), judged.quality)
        is_proven = ((judged.rest == NO_REST) & (confidence > judged.confidence))[:, np.newaxis]
        of_counts = np.where(is_proven, confidence[:, np.newaxis], judged.count_confidence)
        return replace(judged, quality=quality, source=source, confidence=confidence, count_confidence=of_counts)

    def _taken_off(self, reading: Reading) -> FinalPositions:
        """Return the plain reading with the games counted anew in which other stones are taken off."""
        if not self._known.any():
            return self.plain
        in_territory = reading.dead_stones is DeadStones.IN_TERRITORY
        by_regions = reading.dead_stones is DeadStones.REGIONS
        dead = self.statuses.under(StatusPolicy(by_regions, reading.rulings, reading.confirmed)).dead
        before = self.in_territory if in_territory else self.plain
        if dead is self.statuses.base.dead:
            return before
        return self._recounted(before, self.ends.dead_as(dead), in_territory=in_territory)

    @cached_property
    def _known(self) -> NDArray[np.bool_]:
        """The games whose dead stones are known and territory is not marked."""
        base, marked = self.statuses.base, self.statuses.marked_territory
        known: NDArray[np.bool_] = (base.source > StatusSource.NONE.index) & (marked == 0)
        return known

    def _any(self, points: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return whether something is said of a point of each game."""
        found = np.zeros(len(self.replays), dtype=np.bool_)
        found[np.searchsorted(self.replays.board_start, np.flatnonzero(points), side="right") - 1] = True
        return found

    def _recounted(self, before: FinalPositions, dead: NDArray[np.uint8], *, in_territory: bool) -> FinalPositions:
        """Return a reading with the known games counted anew that have other dead stones, uint8[points]."""
        games = np.flatnonzero(self._known & self._any(dead != self.ends.dead))
        if not len(games):
            return before
        boards, place = self.ends.boards.take(games)
        first = self.ends.to_move[games]
        counted = count_positions(boards, dead[place], first).leave_open(self.ends.is_open[games])
        counts, dame = counted.one_way(in_territory=in_territory)
        return before.put(games, replace(before.take(games), counts=counts, dame=dame))

    @cached_property
    def _standing(self) -> FinalPositions:
        """The end of each record as it stands: all stones are alive, and two passes are all that it needs."""
        is_changed = (
            self._any(self.statuses.base.dead > 0) | (self.statuses.marked_territory > 0) | (self.ends.rest != NO_REST)
        )
        games = np.flatnonzero(is_changed)
        boards, place = self.replays.finals.take(games)
        counts, dame = count_positions(boards, np.zeros(len(place), dtype=np.uint8)).one_way(in_territory=False)
        rest = np.full(len(games), NO_REST, dtype=np.int8)
        standing = replace(
            self.plain.take(games), counts=counts, dame=dame, prisoners=self.replays.prisoners[games], rest=rest
        )
        bare = self.plain.put(games, standing)
        over = (Quality.NO_POSITION, self.replays.width == 0), (Quality.DEAD_KNOWN, self.replays.fact("end_run") >= 2)
        quality = np.select([is_so for _, is_so in over], [each.index for each, _ in over], Quality.UNFINISHED.index)
        sure = np.ones_like(bare.count_confidence)
        all_alive = np.ones(len(bare), dtype=np.bool_)
        return replace(bare, quality=quality.astype(np.uint8), all_alive=all_alive, count_confidence=sure)

    def _cut(self, finals: FinalPositions, stop: NDArray[np.int32]) -> FinalPositions:
        """Return final positions with those of games that went on after their stop as they were at the stop."""
        games = self._gone_on(stop)
        if not len(games):
            return finals
        return finals.put(games, FinalPositions.join([self._until(game, int(stop[game])) for game in games.tolist()]))

    def _gone_on(self, stop: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the games whose record says anything after their stop, the number of a move, 0 for none."""
        replays, tape = self.replays, self.records.tape
        games = np.flatnonzero(stop)
        at = replays.moves.at[replays.start[games] + stop[games] - 1]
        gone_on: NDArray[np.int64] = games[tape.at[tape.event_start[games + 1] - 1] > at]
        return gone_on

    def _until(self, game: int, stop: int) -> FinalPositions:
        """Return how a game stood at a stop, as if its record ended there."""
        one = slice(game, game + 1)
        cut_off = truncate_records(self.records, self.replays, game, stop)
        replays = replay_records(cut_off)
        facts = self.plain.komi[one], self.plain.agreed[one], claimable_cycles(replays)
        nothing = Statuses(1, len(replays.boards))
        ends = read_ends(replays, nothing, self.ends.rest[one], np.full(1, np.nan))
        return read_finals(cut_off, replays, nothing, ends, *facts).by(Reading(DeadStones.STAY))
