"""The one way from records to findings: stages over a chunk of games, each worked out once, when first asked for.

Records → replays → metadata → what was played → statuses → final positions → outcomes → audit → findings. A batch asks
for all of it and turns it into tables (`goanalyze.tables.build`); a `goanalyze.game.game.Game` is an index into a chunk
and asks for what it shows. What may not live here: what a stage does.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, groupby
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.application import AppliedConventions, apply, as_recorded
from goanalyze.conventions.convention import Convention
from goanalyze.detectors.records import applies
from goanalyze.detectors.registry import DETECTORS
from goanalyze.detectors.variations import branch_findings, new_in_variation
from goanalyze.life.choices import ConfirmMode, EstimateMode, MarkupMode
from goanalyze.life.contradictions import Contradiction, find_contradictions
from goanalyze.life.engines.engine import Engine
from goanalyze.life.given import DeadList, Given, given_for
from goanalyze.life.policy import determine
from goanalyze.life.statuses import Statuses
from goanalyze.replay.arrays import Replays
from goanalyze.replay.cycles import first_claims
from goanalyze.replay.game_hash import FirstSetups, first_setups
from goanalyze.replay.replay import events_with_implied_handicap, replay_records
from goanalyze.replay.verdicts import Legality, legality
from goanalyze.rules import RULESETS, KomiReading, MarginKomi, Ruleset, find_ruleset
from goanalyze.rules.komi import PERIOD
from goanalyze.rules.period_komi import period_komi
from goanalyze.score.audited import Audited, audit_games
from goanalyze.score.by_rule import Ruled, agreed_results, movers, winners_by_rule
from goanalyze.score.count_confidence import own_rate
from goanalyze.score.ends import Ends, read_ends
from goanalyze.score.fillings import mark_fillings
from goanalyze.score.final_positions import handicap_stones
from goanalyze.score.outcomes import Outcomes, score
from goanalyze.score.readings import Finals, read_finals
from goanalyze.sgf.charset import charset_of_option
from goanalyze.sgf.game_ids import game_ids
from goanalyze.sgf.metadata import Metadata, read_metadata, recorded_komi
from goanalyze.sgf.records import Records
from goanalyze.sgf.values.rules import RecordedRules
from goanalyze.vocabulary.arrow import numbers
from goanalyze.vocabulary.finding import Finding

_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Options:
    """How to check.

    Attributes:
        markup: what territory markup is good for, see `goanalyze.life.markup`.
        encoding: charset of files that say nothing themselves.
        moves: whether to build the long table of moves.
        rulesets: which to apply.
        komi: the komi used for `margin`: recorded, ruleset, period, or a number.
        estimate: which final positions are settled or estimated, see `goanalyze.life.policy`.
        engine: command of a Go engine to be asked about dead stones, see `goanalyze.life.engines.engine`.
        dead: the dead stones of some games, as the user gave them, see `goanalyze.life.given`.
        variations: whether to look at the other variations of games, too, see `goanalyze.sgf.lines`.
        confirm: whether unsure chains are confirmed, see `goanalyze.life.article7.batch`; and builds the table of them.
        conventions: what was played in games whose records say otherwise, see `goanalyze.conventions`; the first that
            is about a game stands.
    """

    markup: str = "full"
    encoding: str | None = None
    moves: bool = False
    rulesets: tuple[Ruleset, ...] = tuple(RULESETS.values())
    komi: KomiReading = "recorded"
    estimate: str = "auto"
    engine: str | None = None
    dead: DeadList | None = None
    variations: bool = False
    confirm: str = "never"
    conventions: tuple[Convention, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what is not allowed, before any file is read.

        Raises:
            ValueError: a mode, charset or engine's command that cannot be; the message names what is allowed.
        """
        object.__setattr__(self, "markup", MarkupMode.read("markup", self.markup).value)
        object.__setattr__(self, "estimate", EstimateMode.read("estimate", self.estimate).value)
        object.__setattr__(self, "confirm", ConfirmMode.read("confirm", self.confirm).value)
        if self.confirm != ConfirmMode.NEVER.value and self.estimate == EstimateMode.NEVER.value:
            raise ValueError(f"confirm: {self.confirm!r} asks about chains that the estimate is not sure of; estimate "
                             "must be 'auto' or 'all'")  # fmt: skip
        if self.encoding is not None:
            try:
                charset_of_option(self.encoding)
            except LookupError:
                raise ValueError(f"encoding: {self.encoding!r} is no charset that SGF is written in; try utf-8, "
                                 "gb18030, big5, cp932, cp949") from None  # fmt: skip
        if self.engine is not None:
            if not isinstance(self.engine, str):
                raise ValueError(f"engine: {self.engine!r} is not allowed; give a command such as 'gnugo --mode gtp'")
            Engine(self.engine).close()

    @property
    def optional_tables(self) -> frozenset[str]:
        """The tables that are built only where they are asked for, and are."""
        asked = {"moves": self.moves, "chains": self.confirm != ConfirmMode.NEVER.value}
        return frozenset(name for name, is_asked in asked.items() if is_asked)


DEFAULTS: Final = Options()


class Chunk:
    """A chunk of games, and every stage of the check over it.

    What a stage needs is worked out with it. Life and death, outcomes and the audit cost most; they are worked out with
    the findings, of which GO410, GO411 and GO501–GO508 rest on them, and not before anybody asks.

    Args:
        records: the games.
        options: how to check them.
        given: dead stones of some of the games, in place of what the list of the options says.
    """

    def __init__(self, records: Records, options: Options = DEFAULTS, given: Given | None = None) -> None:
        self.records, self.options = records, options
        self._given = given
        self._siblings: dict[str, Chunk] = {}  # without itself: it is to be gone as soon as nobody holds it
        self._made: dict[Callable[[Chunk], object], Any] = {}

    def __len__(self) -> int:
        return len(self.records)

    def with_markup(self, markup: str | MarkupMode | None) -> Chunk:
        """Return the same games with their territory markup used in another way; None for the way of the options.

        Raises:
            ValueError: there is no such way.
        """
        name = self.options.markup if markup is None else MarkupMode.read("markup", markup).value
        if name == self.options.markup:
            return self
        if name not in self._siblings:
            other = Chunk(self.records, replace(self.options, markup=name), self.given)
            other.__dict__ |= {"replays": self.replays, "metadata": self.metadata}
            other._siblings[self.options.markup] = self
            self._siblings[name] = other
        return self._siblings[name]

    @cached_property
    def ids(self) -> list[str]:
        """The id of each game, see `game_ids`."""
        return game_ids(self.records)

    @cached_property
    def replays(self) -> Replays:
        """The games played out."""
        replays = replay_records(self.records)
        mark_fillings(replays, lambda game: events_with_implied_handicap(self.records, replays, game))
        return replays

    @cached_property
    def setups(self) -> FirstSetups:
        """The stones that are set up before the first move of each game."""
        return first_setups(self.records.tape.events, self.replays.width, self.replays.height)

    @cached_property
    def metadata(self) -> Metadata:
        """The normalised metadata."""
        return read_metadata(self.records)

    @cached_property
    def played(self) -> AppliedConventions:
        """What was played, where a convention of the options says so; else as the records have it."""
        conventions = self.options.conventions
        if not conventions:
            return as_recorded(self.metadata, self.records.address_columns)
        replays, no_board = self.replays, self.replays.width == 0
        stones = handicap_stones(self.records.handicap, replays)[0]
        board = {"board_width": numbers(replays.width, no_board), "board_height": numbers(replays.height, no_board)}
        places = {**self.records.address_columns, **board, "handicap_stones": numbers(stones)}
        return apply(self.metadata, places, conventions)

    @cached_property
    def statuses(self) -> Statuses:
        """Life and death in the final positions: marked, settled, confirmed, estimated or asked of an engine."""
        options = self.options
        engine = engine_of(options.engine) if options.engine is not None else None
        return determine(self.records, self.replays, self.metadata, options.markup, options.estimate, engine,
                         self.given, options.confirm)  # fmt: skip

    @cached_property
    def contradictions(self) -> list[Contradiction]:
        """The statuses by markup and by a list that a proof contradicts; proofs are part of an estimate."""
        has_proofs = self.options.estimate != EstimateMode.NEVER.value
        return find_contradictions(self.replays, self.statuses, has_proofs=has_proofs)

    @cached_property
    def given(self) -> Given | None:
        """The dead stones that the user gives; None for none."""
        if self._given is None and self.options.dead and not self.records.line.any():
            return given_for(self.records, self.ids, self.options.dead)
        return self._given

    @cached_property
    def ends(self) -> Ends:
        """The final positions as they are counted: as recorded, or with the rest of the game played out."""
        rate = np.full(len(self), np.nan)
        for number, convention in enumerate(self.played.conventions):
            if why := convention.evidence:
                rate[self.played.number == number] = own_rate(why.explained, why.games)
        return read_ends(self.replays, self.statuses, self.played.rest, rate)

    @cached_property
    def finals(self) -> Finals:
        """The final positions, counted as each ruleset reads them, and what else rulesets ask for."""
        komi, agreed = recorded_komi(self.played.metadata), agreed_results(self.metadata)
        has_cycle = self.cycle_moves > 0
        finals = read_finals(self.records, self.replays, self.statuses, self.ends, komi, agreed, has_cycle)
        if not self.options.conventions:
            return finals
        bonus = self.played.bonus(finals.plain.handicap)
        return finals.each(lambda final: replace(final, bonus=bonus))

    @cached_property
    def cycle_moves(self) -> NDArray[np.int32]:
        """The move of each game that first lets no result be claimed, 0 for none."""
        return first_claims(self.replays)

    @cached_property
    def outcomes(self) -> Outcomes:
        """What every ruleset makes of every game."""
        final, komi = self.at_komi(self.options.komi)
        return score(final, self.options.rulesets, komi)

    def at_komi(self, komi: KomiReading) -> tuple[Finals, MarginKomi]:
        """Return the final positions and the komi to count them with: that of a period takes the recorded one's place.

        Rule: `goanalyze.rules.period_komi`.
        """
        if komi != PERIOD:
            return self.finals, komi
        final, days = self.finals.plain, self.metadata.columns["date"].to_pylist()
        facts = zip(final.width.tolist(), final.height.tolist(), final.handicap.tolist(), strict=True)
        found = [period_komi(day and day.year, *fact) for day, fact in zip(days, facts, strict=True)]
        of_period = np.array(found, dtype=np.float64)
        return self.finals.each(lambda each: replace(each, komi=of_period)), "recorded"

    @cached_property
    def legality(self) -> Legality:
        """Which moves every ruleset forbids."""
        return legality(self.replays, self.options.rulesets)

    @cached_property
    def ruled(self) -> Ruled:
        """Who wins by a rule, where one decides and not the count."""
        first = self.legality.first_illegal
        offender = movers(self.replays, first)
        return winners_by_rule(self.finals.plain, self.options.rulesets, first, offender, self.cycle_moves)

    @property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """The rulesets of the options."""
        return self.options.rulesets

    @cached_property
    def all_rulesets(self) -> tuple[Ruleset, ...]:
        """The rulesets of the options, then those that rules strings in the records define."""
        known = {ruleset.id for ruleset in self.options.rulesets}
        names = {rule.id for rule in self.metadata.parsed["RU"][1] if isinstance(rule, RecordedRules) and rule.id}
        own = sorted(name for name in names if name not in known and name not in RULESETS)
        return (*self.options.rulesets, *map(find_ruleset, own))

    @cached_property
    def recorded_legality(self) -> Legality:
        """The moves that each of `all_rulesets` forbids."""
        is_same = len(self.all_rulesets) == len(self.options.rulesets)
        return self.legality if is_same else legality(self.replays, self.all_rulesets)

    @cached_property
    def recorded_ruled(self) -> Ruled:
        """The winners by a rule under each of `all_rulesets`."""
        first = self.recorded_legality.first_illegal
        if first is self.legality.first_illegal:
            return self.ruled
        offender = movers(self.replays, first)
        return winners_by_rule(self.finals.plain, self.all_rulesets, first, offender, self.cycle_moves)

    @cached_property
    def audited(self) -> list[Audited]:
        """The recorded counts, each held against the count of the final position."""
        return audit_games(self.ends, self.played, self.statuses, self.finals)

    @cached_property
    def findings(self) -> list[Finding]:
        """Every finding about the games, in the order of games; of variations what is said of text, setup and moves."""
        detectors = [each for each in DETECTORS if each.reads_variations or not self.records.line.any()]
        findings = chain.from_iterable(
            detector.function(*(getattr(self, stage) for stage in detector.stages)) for detector in detectors
        )
        applicable = (finding for finding in findings if applies(self.records, finding))
        return sorted(applicable, key=lambda finding: finding.game)

    @cached_property
    def told(self) -> list[Finding]:
        """The findings, and where the options say so those of the other variations: the rows of the findings table."""
        of_variations = self.variations[0] if self.options.variations else []
        return sorted([*self.findings, *of_variations], key=lambda each: each.game)

    @cached_property
    def variations(self) -> tuple[list[Finding], NDArray[np.int64]]:
        """What is told of the other variations of each game, and how many of them were looked at, int64[games].

        What a variation has in common with an earlier line is not told again.
        """
        from goanalyze.sgf.lines import read_lines  # noqa: PLC0415 - only variations need it

        known = {game: set(map(_key, found)) for game, found in self.findings_by_game.items()}
        looked_at = np.zeros(len(self), dtype=np.int64)
        told = list[Finding]()
        for records, games in read_lines(self.records):
            looked_at += np.bincount(games, minlength=len(self))
            lines = Chunk(records, self.options)
            for found in lines.findings:
                if new := new_in_variation(found, records, lines.replays):
                    of_game = new._replace(game=int(games[found.game]), line=0)
                    if (key := _key(of_game)) not in known.setdefault(of_game.game, set()):
                        known[of_game.game].add(key)
                        told.append(of_game._replace(line=found.line))
        told += branch_findings(self.records, looked_at)
        return told, looked_at

    @cached_property
    def findings_by_game(self) -> dict[int, list[Finding]]:
        """Every finding, by the number of the game in the chunk."""
        return {game: list(found) for game, found in groupby(self.findings, key=lambda each: each.game)}

    def once(self, make: Callable[[Chunk], _Made]) -> _Made:
        """Return what a function of a higher floor makes of the chunk; it is called when first asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        made: _Made = self._made[make]
        return made


def _key(found: Finding) -> Hashable:
    """Return the same key for a finding of a line and that of an earlier line which it repeats."""
    return found if found.move_number else (found.code, found.offset)


@lru_cache(maxsize=1)
def engine_of(command: str) -> Engine:
    """Return the engine of this process, started with its first position and closed when the process ends."""
    engine = Engine(command)
    atexit.register(engine.close)
    return engine
