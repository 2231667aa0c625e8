"""The one way from records to findings: stages over a chunk of games, each computed once.

A batch runs all stages in order (`Chunk.run`) and turns them into tables (`goanalyze.tables.build`). A
`goanalyze.game.game.Game` is an index into a chunk and uses the stages that it shows, each computed on first use.

Scope: the options of a check, and the order of the stages. Each is computed in a module of its own.
"""

from __future__ import annotations

import atexit
import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from functools import cached_property, lru_cache
from itertools import chain, groupby
from typing import Any, Final, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from goanalyze.catalogue.finding import Finding
from goanalyze.conventions.application import AppliedConventions, apply, as_recorded
from goanalyze.conventions.convention import Convention
from goanalyze.conventions.toml_files import parse_conventions
from goanalyze.conventions.toml_files import to_toml as conventions_to_toml
from goanalyze.detectors.records import applies
from goanalyze.detectors.registry import DETECTORS
from goanalyze.detectors.variations import branch_findings, new_in_variation
from goanalyze.errors import OptionError
from goanalyze.life.choices import ConfirmMode, EstimateMode, MarkupMode
from goanalyze.life.dead_lists import DeadList, DeadListRow, rows_for_games
from goanalyze.life.engines.engine import Engine
from goanalyze.life.policy import determine_statuses
from goanalyze.life.status_conflicts import StatusConflict, find_status_conflicts
from goanalyze.life.statuses import Statuses
from goanalyze.replay.arrays import Replays
from goanalyze.replay.cycles import first_claims
from goanalyze.replay.replay import FirstSetups, events_with_implied_handicap, first_setups, replay_records
from goanalyze.replay.verdicts import Legality, legality
from goanalyze.rules import RULESETS, KomiReading, MarginKomi, Ruleset, find_ruleset, parse_rulesets, to_toml
from goanalyze.rules.komi import PERIOD, period_komi
from goanalyze.score.audit import AuditRow, audit_games
from goanalyze.score.count_confidence import own_rate
from goanalyze.score.end_policies import Ends, FinalPositionSet, read_ends, score_ends
from goanalyze.score.fillings import mark_fillings
from goanalyze.score.final_positions import handicap_stones
from goanalyze.score.outcomes import Outcomes, score
from goanalyze.score.rule_decisions import RuleDecisions, agreed_results, move_colors, winners_by_rule
from goanalyze.sgf.charset import charset_of_option
from goanalyze.sgf.metadata import Metadata, read_metadata, recorded_komi
from goanalyze.sgf.records import Records, game_ids
from goanalyze.sgf.values.rules import RecordedRules
from goanalyze.util.arrow import numbers
from goanalyze.util.row import FieldMapping, Fields

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a check.

    Attributes:
        markup: use of territory markup, a `MarkupMode`; see `goanalyze.life.markup`.
        encoding: charset of files that name none; None to guess it.
        moves: True if the long table of moves is built.
        rulesets: rulesets that are applied.
        komi: komi of `margin`: ``recorded``, ``ruleset``, ``period``, or a number.
        estimate: final positions that are proven or estimated, an `EstimateMode`; see `goanalyze.life.policy`.
        engine: command of a Go engine that names dead stones, see `goanalyze.life.engines.engine`; None for none.
        dead: list of the dead stones of some games, see `goanalyze.life.dead_lists`; None for none.
        variations: True if the other variations of games are checked, too, see `goanalyze.sgf.lines`.
        confirm: walls that article 7 trusts, a `ConfirmMode`; see `goanalyze.life.article7.confirm`. Unless it is
            ``never``, the table of chains is built.
        conventions: conventions by which games were played whose records differ, see `goanalyze.conventions`. The first
            that applies to a game is used.
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
        """Check the options before any file is read."""
        object.__setattr__(self, "markup", MarkupMode.read("markup", self.markup).value)
        object.__setattr__(self, "estimate", EstimateMode.read("estimate", self.estimate).value)
        object.__setattr__(self, "confirm", ConfirmMode.read("confirm", self.confirm).value)
        if self.confirm != ConfirmMode.NEVER.value and self.estimate == EstimateMode.NEVER.value:
            raise OptionError(
                f"confirm: {self.confirm!r} is not valid without estimates, since it is for chains that "
                "these are unsure of. Expected estimate 'auto' or 'all'."
            )
        if self.encoding is not None:
            charset_of_option(self.encoding)
        if self.engine is not None:
            Engine(self.engine).close()

    def _json_values(self) -> dict[str, object]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        present = {name: value for name, value in values.items() if value not in (None, ())}
        return {
            name: _JSON_FORMS[name].write(value) if name in _JSON_FORMS else value for name, value in present.items()
        }

    def facts(self) -> dict[str, object]:
        """Return the options as values of JSON, which a dataset records; rulesets are in a table of their own.

        Options without a value are left out.
        """
        return {name: value for name, value in self._json_values().items() if name != "rulesets"}

    @classmethod
    def from_facts(cls, facts: FieldMapping, definitions: Sequence[str]) -> Self:
        """Return the options that a dataset records."""
        values: Fields = {**facts, **({"rulesets": definitions} if definitions else {})}
        present = {field.name: values[field.name] for field in fields(cls) if field.name in values}
        return cls(
            **{name: _JSON_FORMS[name].read(value) if name in _JSON_FORMS else value for name, value in present.items()}
        )

    def fingerprint(self) -> str:
        """Return a text that is the same for equal options only: rows of the same files under it are the same."""
        content_of_list = {} if self.dead is None else {"dead": self.dead.digest}  # wherever its file is
        return json.dumps(self._json_values() | content_of_list)

    @property
    def optional_tables(self) -> frozenset[str]:
        """The tables that are built because of these options."""
        is_built = {"moves": self.moves, "chains": self.confirm != ConfirmMode.NEVER.value}
        return frozenset(name for name in is_built if is_built[name])


class _JsonForm(NamedTuple):
    """The form of an option's values in JSON: a function that writes it, and one that reads it."""

    write: Callable[[Any], object]
    read: Callable[[Any], Any]


_JSON_FORMS: Final[Mapping[str, _JsonForm]] = {
    "rulesets": _JsonForm(
        lambda rulesets: [to_toml(ruleset) for ruleset in rulesets],
        lambda texts: tuple(ruleset for text in texts for ruleset in parse_rulesets(text, own=False)),
    ),
    "dead": _JsonForm(astuple, DeadList.reload),
    "conventions": _JsonForm(conventions_to_toml, parse_conventions),
}
"""Forms in JSON of the options whose values JSON does not have."""

DEFAULTS: Final = Options()

STAGES: Final = (
    *("ids", "replays", "setups", "metadata", "played", "statuses", "ends", "finals"),
    *("legality", "rule_decisions", "outcomes", "audited", "findings", "reported_findings"),
)
"""The stages of a check, in order: ids, replays, setups, metadata, applied conventions, statuses of stones, ends and
final positions, legality and outcomes, audit, findings."""


class Chunk:
    """A chunk of games, and every stage of the check over it.

    `run` computes all of them in order. Without it, each is computed on its first use, after the stages that it needs.

    Args:
        records: games of the chunk.
        options: options of the check.
        dead_list: rows with the dead stones of some games, by number of the game, in place of the list of the options.
    """

    def __init__(
        self, records: Records, options: Options = DEFAULTS, dead_list: Mapping[int, DeadListRow] | None = None
    ) -> None:
        self.records, self.options = records, options
        self._dead_list = dead_list
        self._siblings: dict[str, Chunk] = {}  # without this chunk, so that its memory is freed after its last use
        self._cache: dict[Callable[[Chunk], object], Any] = {}

    def __len__(self) -> int:
        return len(self.records)

    def run(self) -> Self:
        """Compute `STAGES`, and return the chunk."""
        for stage in STAGES:
            getattr(self, stage)
        return self

    def with_markup(self, markup: str | MarkupMode | None) -> Chunk:
        """Return the same games with another use of their territory markup; None for that of the options."""
        name = self.options.markup if markup is None else MarkupMode.read("markup", markup).value
        if name == self.options.markup:
            return self
        if name not in self._siblings:
            other = Chunk(self.records, replace(self.options, markup=name), self.dead_list_rows)
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
        """The replays of the games."""
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
        """The terms of each game by the conventions of the options; as recorded without one."""
        conventions = self.options.conventions
        if not conventions:
            return as_recorded(self.metadata, self.records.address_columns)
        replays, no_board = self.replays, self.replays.width == 0
        stones = handicap_stones(self.records.handicap, replays)[0]
        board = {"board_width": numbers(replays.width, no_board), "board_height": numbers(replays.height, no_board)}
        facts = {**self.records.address_columns, **board, "handicap_stones": numbers(stones)}
        return apply(self.metadata, facts, conventions)

    @cached_property
    def statuses(self) -> Statuses:
        """The statuses of the stones in the final positions, by the first source that applies."""
        options = self.options
        return determine_statuses(
            self.records,
            self.replays,
            self.metadata,
            dead_list=self.dead_list_rows,
            markup=options.markup,
            estimates=options.estimate,
            engine=None if options.engine is None else engine_of(options.engine),
            confirm=options.confirm,
        )

    @cached_property
    def status_conflicts(self) -> list[StatusConflict]:
        """The statuses by markup and by a list that a proof contradicts; proofs are part of an estimate."""
        has_proofs = self.options.estimate != EstimateMode.NEVER.value
        return find_status_conflicts(self.replays, self.statuses, has_proofs=has_proofs)

    @cached_property
    def dead_list_rows(self) -> Mapping[int, DeadListRow] | None:
        """The rows of the user's list of dead stones, by number of the game; None without a list."""
        if self._dead_list is None and self.options.dead and not self.records.line.any():
            return rows_for_games(self.records, self.ids, self.options.dead)
        return self._dead_list

    @cached_property
    def ends(self) -> Ends:
        """The final positions as they are counted: as recorded, or with the rest of the game played out."""
        rate = np.full(len(self), np.nan)
        for number, convention in enumerate(self.played.conventions):
            if evidence := convention.evidence:
                rate[self.played.number == number] = own_rate(evidence.explained, evidence.games)
        return read_ends(self.replays, self.statuses, self.played.rest, rate)

    @cached_property
    def finals(self) -> FinalPositionSet:
        """The final positions, counted by the end policy of each ruleset, with further facts that rulesets need."""
        komi, agreed = recorded_komi(self.played.metadata), agreed_results(self.metadata)
        has_cycle = self.cycle_moves > 0
        finals = score_ends(self.records, self.replays, self.statuses, self.ends, komi, agreed, has_cycle)
        if not self.options.conventions:
            return finals
        bonus = self.played.bonus(finals.plain.handicap)
        return finals.map(lambda final: replace(final, bonus=bonus))

    @cached_property
    def cycle_moves(self) -> NDArray[np.int32]:
        """The first move of each game after which no result can be claimed, 0 for none."""
        return first_claims(self.replays)

    @cached_property
    def outcomes(self) -> Outcomes:
        """The outcome of every game under every ruleset."""
        final, komi = self.at_komi(self.options.komi)
        return score(final, self.options.rulesets, komi)

    def at_komi(self, komi: KomiReading) -> tuple[FinalPositionSet, MarginKomi]:
        """Return the final positions, and the komi to count them with; that of a period replaces the recorded one.

        Rule: `goanalyze.rules.komi`.
        """
        if komi != PERIOD:
            return self.finals, komi
        final, days = self.finals.plain, self.metadata.columns["date"].to_pylist()
        facts = zip(final.width.tolist(), final.height.tolist(), final.handicap.tolist(), strict=True)
        komi_values = [period_komi(day and day.year, *fact) for day, fact in zip(days, facts, strict=True)]
        of_period = np.array(komi_values, dtype=np.float64)
        return self.finals.map(lambda final: replace(final, komi=of_period)), "recorded"

    @cached_property
    def legality(self) -> Legality:
        """The moves that every ruleset forbids."""
        return legality(self.replays, self.options.rulesets)

    @cached_property
    def rule_decisions(self) -> RuleDecisions:
        """The winners by a rule that decides in place of the count."""
        first = self.legality.first_illegal
        offender = move_colors(self.replays, first)
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
    def recorded_decisions(self) -> RuleDecisions:
        """The winners by a rule under each of `all_rulesets`."""
        first = self.recorded_legality.first_illegal
        if first is self.legality.first_illegal:
            return self.rule_decisions
        offender = move_colors(self.replays, first)
        return winners_by_rule(self.finals.plain, self.all_rulesets, first, offender, self.cycle_moves)

    @cached_property
    def audited(self) -> list[AuditRow]:
        """The audit of the recorded counts by those of the final positions."""
        return audit_games(self.ends, self.played, self.statuses, self.finals)

    @cached_property
    def findings(self) -> list[Finding]:
        """Every finding about the games, in the order of games; about variations those on text, setup and moves."""
        is_main = not self.records.line.any()
        detectors = [detector for detector in DETECTORS if detector.reads_variations or is_main]
        findings = chain.from_iterable(
            detector.function(*(getattr(self, stage) for stage in detector.stages)) for detector in detectors
        )
        applicable = (finding for finding in findings if applies(self.records, finding))
        return sorted(applicable, key=lambda finding: finding.game)

    @cached_property
    def reported_findings(self) -> list[Finding]:
        """The rows of the findings table: the findings, on request with those of the other variations."""
        of_variations = self.variations[0] if self.options.variations else []
        return sorted([*self.findings, *of_variations], key=lambda finding: finding.game)

    @cached_property
    def variations(self) -> tuple[list[Finding], NDArray[np.int64]]:
        """The findings about the other variations of each game, and the number of these variations, int64[games].

        Findings about moves that a variation shares with an earlier line are left out.
        """
        from goanalyze.sgf.lines import read_lines  # only variations need it

        known = {game: set(map(_key, findings)) for game, findings in self.findings_by_game.items()}
        checked = np.zeros(len(self), dtype=np.int64)
        reported = list[Finding]()
        for records, games in read_lines(self.records):
            checked += np.bincount(games, minlength=len(self))
            lines = Chunk(records, self.options)
            for finding in lines.findings:
                if new := new_in_variation(finding, records, lines.replays):
                    of_game = new._replace(game=int(games[finding.game]), line=0)
                    if (key := _key(of_game)) not in known.setdefault(of_game.game, set()):
                        known[of_game.game].add(key)
                        reported.append(of_game._replace(line=finding.line))
        reported += branch_findings(self.records, checked)
        return reported, checked

    @cached_property
    def findings_by_game(self) -> dict[int, list[Finding]]:
        """Every finding, by the number of the game in the chunk."""
        return {game: list(findings) for game, findings in groupby(self.findings, key=lambda finding: finding.game)}

    def cached(self, function: Callable[[Chunk], _Value]) -> _Value:
        """Return the value of a function of a later package for the chunk; it is called once."""
        if function not in self._cache:
            self._cache[function] = function(self)
        value: _Value = self._cache[function]
        return value


def _key(finding: Finding) -> Hashable:
    """Return the same key for a finding about a line and the finding about an earlier line that it repeats."""
    return finding if finding.move_number else (finding.code, finding.offset)


_ENGINES: Final[list[Engine]] = []


@lru_cache(maxsize=1)
def engine_of(command: str) -> Engine:
    """Return the engine of this process, which starts with its first position and ends with the process."""
    engine = Engine(command)
    _ENGINES.append(engine)
    atexit.register(engine.close)
    return engine


def close_engines() -> None:
    """End the engines of this process; a worker process calls no exit functions."""
    for engine in _ENGINES:
        engine.close()
