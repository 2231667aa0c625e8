"""The sums of a run: counts, findings by code with an example each, unreadable files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

from goanalyze.catalogue.catalogue import CATALOGUE, Severity
from goanalyze.catalogue.finding import Finding
from goanalyze.conventions.convention import codes
from goanalyze.conventions.learning import Group
from goanalyze.util.row import FieldMapping

_KEPT_UNREAD: Final = 200
_COUNTED: Final = (
    *("non_records", "sizes", "endings", "sources", "audit", "codes", "games_with", "files_with", "objections"),
    "played",
)


@dataclass(slots=True)
class Since:
    """The changes since the run that wrote the baseline, see `goanalyze.batch.finding_filter`.

    Attributes:
        new: findings by code that the baseline does not have.
        gone: findings by code that it has, and this run has not; none where this run did not come to its end.
        examples: the first new finding of each code.
        new_files: files and members that it does not have.
        gone_files: those that it has, and this run has not; none where this run did not come to its end.
    """

    new: Counter[str] = field(default_factory=Counter)
    gone: Counter[str] = field(default_factory=Counter)
    examples: dict[str, Finding] = field(default_factory=dict)
    new_files: int = 0
    gone_files: int = 0


@dataclass(slots=True)
class Summary:
    """A run, added up.

    Attributes:
        files, bytes, games, moves: totals.
        branches: variations, main lines excluded.
        branched: games that have any.
        looked_at: those of the variations that were checked.
        failed: number of files without a game, `non_records` excluded.
        non_records: number of files that are not records by name and content (GO005), by kind.
        unread: the first of them: the finding that says why.
        sizes: games by board size, (width, height); (0, 0) where it is unknown.
        endings: games by `ended_by`.
        sources: games by how life and death are known.
        audit: games with a recorded count, by (archive or folder, board size, ruleset, how the count agrees: exact,
            explained, winner, no, not_countable).
        counted: games that were counted without a guess under some ruleset.
        codes: findings by code.
        games_with: games by code.
        files_with: files by code, of findings about a file as a whole.
        examples: the first finding of each code.
        rulesets: ids of those whose verdicts and outcomes were asked for.
        objections: games in which each of them forbids a move of the main line.
        illegal_by_all: games in which every ruleset forbids the same move of the main line.
        illegal_by_some: other games in which some ruleset forbids a move of the main line.
        seconds: wall-clock time of the run.
        kept: games that an earlier run had done already.
        dead_list_lines: lines of the list of dead stones that match a game.
        undone: sources that were not checked, with reasons other than the files; of a run only.
        played: games by the convention that they were played by, where one is applied.
        groups: groups of games whose conventions were looked for; of a run only that writes a dataset.
        since: changes since the run that wrote the baseline; None without a baseline.
    """

    files: int = 0
    bytes: int = 0
    games: int = 0
    moves: int = 0
    branches: int = 0
    branched: int = 0
    looked_at: int = 0
    failed: int = 0
    non_records: Counter[str] = field(default_factory=Counter)
    unread: list[Finding] = field(default_factory=list)
    sizes: Counter[tuple[int, int]] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    audit: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    counted: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    games_with: Counter[str] = field(default_factory=Counter)
    files_with: Counter[str] = field(default_factory=Counter)
    examples: dict[str, Finding] = field(default_factory=dict)
    rulesets: tuple[str, ...] = ()
    objections: Counter[str] = field(default_factory=Counter)
    illegal_by_all: int = 0
    illegal_by_some: int = 0
    seconds: float = 0.0
    kept: int = 0
    dead_list_lines: list[int] = field(default_factory=list)
    undone: list[tuple[str, str]] = field(default_factory=list)
    played: Counter[str] = field(default_factory=Counter)
    groups: Sequence[Group] = ()
    since: Since | None = None

    @property
    def conventions(self) -> list[tuple[str, int]]:
        """Groups of games that were not played as their headers say: name, and how many games."""
        return [(group.name, group.games) for group in self.groups if codes(group.header, group.played)]

    def add(self, other: Summary) -> None:
        """Add another summary to this one; the earlier examples stay."""
        for each in fields(self):
            if isinstance(total := getattr(self, each.name), int | float):
                setattr(self, each.name, total + getattr(other, each.name))
        for name in _COUNTED:
            getattr(self, name).update(getattr(other, name))
        self.unread = (self.unread + other.unread)[:_KEPT_UNREAD]
        self.dead_list_lines += other.dead_list_lines
        self.undone += other.undone
        self.examples = other.examples | self.examples

    def to_data(self) -> dict[str, object]:
        """Return the summary as plain data for JSON, which `from_data` reads."""
        data = {each.name: getattr(self, each.name) for each in fields(self)}
        data["examples"] = list(self.examples.values())
        return {
            name: list(value.items()) if isinstance(value, Counter) else value for name, value in data.items() if value
        }

    @classmethod
    def from_data(cls, data: FieldMapping) -> Summary:
        """Build a summary from the data of `to_data`; a ValueError if they are not a summary."""
        summary = cls()
        try:
            for name, value in data.items():
                if isinstance(getattr(summary, name), Counter):
                    field_value: Any = Counter({_hashable(key): count for key, count in value})
                elif name in ("unread", "examples"):
                    findings = [Finding(*map(_hashable, finding)) for finding in value]
                    field_value = findings if name == "unread" else {finding.code: finding for finding in findings}
                else:
                    field_value = value
                setattr(summary, name, field_value)
        except (TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"no summary of a shard: {error}") from None
        return summary

    def not_checked(self) -> list[str]:
        """Return the sources that were not checked, with reasons, in sentences without a full stop."""
        return [f"{source}: not checked, because {reason}" for source, reason in self.undone]

    def worst(self, codes: Iterable[str] | None = None, *, only_new: bool = False) -> str | None:
        """Return the worst severity of some or all codes; None without findings.

        `only_new` excludes the findings of the baseline, if there is one.
        """
        counts = self.since.new if only_new and self.since is not None else self.codes
        severities = {CATALOGUE[code].severity.value for code in counts if codes is None or code in codes}
        return next((severity for severity in Severity.names() if severity in severities), None)


def summarize(findings: Sequence[Finding]) -> Summary:
    """Add up the findings of one chunk."""
    summary = Summary()
    summary.codes.update(finding.code for finding in findings)
    units = {(finding.code, finding.source, finding.member, finding.game_index) for finding in findings}
    summary.games_with.update(code for code, _, _, game in units if game is not None)
    summary.files_with.update(code for code, _, _, game in units if game is None)
    for finding in findings:
        summary.examples.setdefault(finding.code, finding)
    objecting = {(ruleset, finding.game) for finding in findings if not finding.line for ruleset in finding.rulesets}
    summary.objections.update(ruleset for ruleset, _ in objecting)
    return summary


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
