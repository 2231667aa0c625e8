"""What is added up over a run: counts, findings by code with an example each, what could not be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from typing import Any, Final

from goanalyze.vocabulary.catalogue import CATALOGUE, Severity
from goanalyze.vocabulary.finding import Finding

__all__ = ["Example", "Summary", "Unread", "summarize"]

_KEPT_UNREAD: Final = 200


@dataclass(frozen=True, slots=True)
class Example:
    """One finding of a code, to show: where it is and what it says."""

    source: str
    member: str
    game_index: int | None
    move_number: int | None
    offset: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that gave no game: where, which code, and why."""

    source: str
    member: str
    code: str
    message: str


@dataclass(slots=True)
class Summary:
    """A run, added up.

    Attributes:
        files, bytes, games, moves: totals.
        failed: files without a game.
        unread: the first of them, with the reason.
        sizes: games by board size, (width, height); (0, 0) where it is unknown.
        endings: games by `ended_by`.
        sources: games by how life and death are known.
        audit: games with a recorded count, by (archive or folder, board size, ruleset, how the count agrees: exact,
            explained, winner, no, not_countable).
        counted: games with known dead stones that were counted under some ruleset.
        disputed: those of them whose winner depends on the ruleset.
        codes: findings by code.
        games_with: games by code; files for findings about files.
        examples: the first finding of each code.
        rulesets: ids of those whose verdicts and outcomes were asked for.
        objections: games in which each of them forbids a move.
        seconds: wall-clock time of the run.
        kept: games that an earlier run had done already.
    """

    files: int = 0
    bytes: int = 0
    games: int = 0
    moves: int = 0
    failed: int = 0
    unread: list[Unread] = field(default_factory=list)
    sizes: Counter[tuple[int, int]] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    audit: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    counted: int = 0
    disputed: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    games_with: Counter[str] = field(default_factory=Counter)
    examples: dict[str, Example] = field(default_factory=dict)
    rulesets: tuple[str, ...] = ()
    objections: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    kept: int = 0

    def add_sums(self, other: Summary) -> None:
        """Add only the totals of another summary: all that a progress bar tells."""
        for name in ("files", "bytes", "games", "moves", "failed", "counted", "disputed", "seconds", "kept"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def add(self, other: Summary) -> None:
        """Add another summary to this one; the earlier examples stay."""
        self.add_sums(other)
        for name in ("sizes", "endings", "sources", "audit", "codes", "games_with", "objections"):
            getattr(self, name).update(getattr(other, name))
        self.rulesets = other.rulesets or self.rulesets
        self.unread = (self.unread + other.unread)[:_KEPT_UNREAD]
        self.examples = other.examples | self.examples

    def to_data(self) -> dict[str, Any]:
        """Return the summary as plain data for JSON; `from_data` makes it again."""
        data: dict[str, Any] = {}
        for name, empty in _KINDS.items():
            value = getattr(self, name)
            if isinstance(empty, Counter):
                value = [[list(key) if isinstance(key, tuple) else key, count] for key, count in value.items()]
            elif name in ("unread", "examples"):
                value = [astuple(item) for item in (value if name == "unread" else value.values())]
                value = value if name == "unread" else list(zip(self.examples, value, strict=True))
            if value:
                data[name] = value
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Summary:
        """Make a summary from what `to_data` gave.

        Raises:
            ValueError: it did not give that.

        Example:
            >>> one = Summary(files=1, sizes=Counter({(9, 9): 2}), sources=Counter({"markup": 1}))
            >>> Summary.from_data(one.to_data()) == one
            True
        """
        summary = cls()
        try:
            for name, value in data.items():
                setattr(summary, name, _from_plain(name, value))
        except (TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"no summary of a shard: {error}") from None
        return summary

    def worst(self, codes: Iterable[str] | None = None) -> str | None:
        """Return the worst severity among the findings, of some codes only if given; None without any."""
        found = {CATALOGUE[code].severity.value for code in self.codes if codes is None or code in codes}
        return next((severity for severity in Severity.names() if severity in found), None)


_KINDS: Final[dict[str, Any]] = {
    each.name: each.default_factory() if callable(each.default_factory) else each.default for each in fields(Summary)
}


def _from_plain(name: str, value: Any) -> Any:
    if name not in _KINDS:
        raise KeyError(name)
    if isinstance(_KINDS[name], Counter):
        keys = (tuple(key) if isinstance(key, list) else key for key, _ in value)
        return Counter(dict(zip(keys, (count for _, count in value), strict=True)))
    if name == "unread":
        return [Unread(*item) for item in value]
    if name == "examples":
        return {code: Example(*item) for code, item in value}
    return tuple(value) if name == "rulesets" else value


def summarize(rows: Sequence[Finding]) -> Summary:
    """Add up the findings of one chunk."""
    summary = Summary()
    summary.codes.update(row.code for row in rows)
    places = {(row.code, row.source, row.member, row.game_index) for row in rows}
    summary.games_with.update(place[0] for place in places)
    for row in rows:
        if row.code not in summary.examples:
            summary.examples[row.code] = Example(
                row.source, row.member, row.game_index, row.move_number, row.offset, row.message
            )
    objecting = {(ruleset, row.game) for row in rows for ruleset in row.rulesets}
    summary.objections.update(ruleset for ruleset, _ in objecting)
    return summary
