"""What is told of the findings of a run: all; or those that are not ignored where they are, and beside a baseline new.

What may live here: what passes on the way from the tables of a run to who prints them. The tables keep all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import pyarrow as pa

from goanalyze.archives.patterns import Roots, compile_pattern
from goanalyze.batch.baseline import Baseline, Names, Writer
from goanalyze.batch.summary import Since, Summary, summarize
from goanalyze.vocabulary.finding import Finding

_FIELDS: Final = ("code", "message", "source", "member", "game_index", "offset", "move_number", "color", "point")


class Ignored:
    """Codes that are not told of some paths.

    Args:
        given: what the user gave as input.
        codes: by patterns, see `goanalyze.archives.patterns`.

    Raises:
        OptionError: one of these is none.
    """

    def __init__(self, given: Iterable[str], codes: Mapping[str, Collection[str]]) -> None:
        self._rules = [(compile_pattern(pattern), frozenset(names)) for pattern, names in codes.items()]
        self._all = frozenset().union(*codes.values())
        self._place = lru_cache(4096)(Roots(given).pattern_path)

    def left(self, findings: pa.Table) -> list[bool]:
        """Say of each row of a findings table whether it is told."""
        columns = [findings[name].to_pylist() for name in ("code", "source", "member")]
        return [code not in self._all or not self._ignores(code, *file) for code, *file in zip(*columns, strict=True)]

    def tells(self, finding: Finding) -> bool:
        """Return whether one finding is told."""
        return not self._ignores(finding.code, finding.source, finding.member)

    def _ignores(self, code: str, source: str, member: str) -> bool:
        place = self._place(source, member)
        return any(code in codes and pattern.fullmatch(place) for pattern, codes in self._rules)


class Told:
    """Tells only some of the findings of a run, and writes the baseline of the next.

    Args:
        given: what the user gave as input.
        codes: of which it is told what is new and gone.
        baseline: what is known, or None.
        writer: of a baseline, or None; it takes what is ignored, too.
        ignored: codes that are not told of some paths, or None.
    """

    def __init__(
        self,
        given: Iterable[str],
        codes: Collection[str],
        baseline: Baseline | None = None,
        writer: Writer | None = None,
        ignored: Ignored | None = None,
    ) -> None:
        self._names, self._codes = Names(given), frozenset(codes)
        self._baseline, self._since = baseline, Since()
        self._writer = writer
        self._ignored, self._left = ignored, Summary()

    def receive(self, tables: Mapping[str, pa.Table]) -> Mapping[str, pa.Table]:
        """Take tables of the run, in its order; return them with those findings only that are told.

        Raises:
            ResourceError: the disk for temporary files fails.
        """
        if self._writer:
            self._writer.add(self._names.entries(tables))
        if self._baseline and "files" in tables:
            self._since.new_files += sum(self._baseline.new([*self._names.entries({"files": tables["files"]})]))
        if "findings" not in tables:
            return tables
        findings = tables["findings"]
        new = self._baseline.new([*self._names.findings(findings)]) if self._baseline else None
        left = self._ignored.left(findings) if self._ignored else None
        if left:
            self._left.add(_summed(findings.filter(_mask(left))))
            findings = findings.filter(_mask(left))
            new = [each for each, stays in zip(new, left, strict=True) if stays] if new else new
        if new:
            findings = findings.filter(_mask(new))
            told = _summed(findings)
            self._since.new.update(told.codes)
            self._since.examples = told.examples | self._since.examples
        return {**tables, "findings": findings}

    def end(self, summary: Summary) -> None:
        """Write the baseline, and put into the summary what has changed, and what is left of findings.

        Where not all was checked, no baseline is written, and nothing is told to be gone.

        Raises:
            OptionError: it cannot be written; what stood there stands there still.
        """
        if self._writer and not summary.undone:
            self._writer.commit()
        if self._baseline:
            if not summary.undone:
                self._since.gone, self._since.gone_files = self._baseline.gone()
            for counts in (self._since.new, self._since.gone):
                for code in counts.keys() - self._codes:
                    del counts[code]
            summary.since = self._since
        if self._ignored:
            for name in ("codes", "games_with", "files_with", "examples"):
                setattr(summary, name, getattr(self._left, name))
            summary.unread = [each for each in summary.unread if self._ignored.tells(each)]


def only_new(baseline: Baseline, names: Names, findings: pa.Table) -> pa.Table:
    """Return the rows of a findings table that a baseline does not have.

    Args:
        baseline: asked for parts of a dataset, it is to be asked in their order.
        names: of the files, by what was given to the check, see `goanalyze.tables.dataset.inputs_of`.
        findings: with the columns of `goanalyze.batch.baseline.READ`, all rows or those of some codes.
    """
    return findings.filter(_mask(baseline.new([*names.findings(findings)])))


def _mask(rows: Sequence[bool]) -> pa.Array:
    return pa.array(rows, pa.bool_())


def _summed(findings: pa.Table) -> Summary:
    return summarize([_finding(row) for row in findings.select([*_FIELDS, "line"]).to_pylist()])


def _finding(row: Mapping[str, Any]) -> Finding:
    return Finding(**{name: row[name] for name in _FIELDS}, line=row["line"] or 0)
