"""Filters of reported findings: codes that are ignored on some paths, and findings of a baseline. Tables keep all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import compress
from typing import Any, Final

import pyarrow as pa

from goanalyze.archives.patterns import Roots, compile_pattern
from goanalyze.batch.baseline import Baseline, BaselineKeys, BaselineWriter
from goanalyze.batch.summary import Since, Summary, summarize
from goanalyze.vocabulary.finding import Finding

_FIELDS: Final = ("code", "message", "source", "member", "game_index", "offset", "move_number", "color", "point")


class PathIgnores:
    """Codes that are not reported on some paths.

    Args:
        inputs: inputs of the check.
        codes: codes by pattern, see `goanalyze.archives.patterns`.

    Raises:
        OptionError: a pattern is not valid.
    """

    def __init__(self, inputs: Iterable[str], codes: Mapping[str, Collection[str]]) -> None:
        self._rules = [(compile_pattern(pattern), frozenset(names)) for pattern, names in codes.items()]
        self._all = frozenset().union(*codes.values())
        self._path = lru_cache(4096)(Roots(inputs).pattern_path)

    def reported_mask(self, findings: pa.Table) -> list[bool]:
        """Return True for each row of a findings table that is reported."""
        columns = [findings[name].to_pylist() for name in ("code", "source", "member")]
        return [self._is_reported(*row) for row in zip(*columns, strict=True)]

    def is_reported(self, finding: Finding) -> bool:
        """Return True if a finding is reported."""
        return self._is_reported(finding.code, finding.source, finding.member)

    def _is_reported(self, code: str, source: str, member: str) -> bool:
        if code not in self._all:
            return True
        path = self._path(source, member)
        return not any(code in codes and pattern.fullmatch(path) for pattern, codes in self._rules)


class FindingFilter:
    """A filter of the findings of a run, which also writes a baseline.

    Args:
        inputs: inputs of the check.
        codes: codes whose changes since the baseline are reported.
        baseline: known findings; None to report all.
        writer: writer of a baseline, which receives ignored findings, too; None to write none.
        ignores: codes that are not reported on some paths; None for no such codes.
    """

    def __init__(
        self,
        inputs: Iterable[str],
        codes: Collection[str],
        baseline: Baseline | None = None,
        writer: BaselineWriter | None = None,
        ignores: PathIgnores | None = None,
    ) -> None:
        self._keys, self._codes = BaselineKeys(inputs), frozenset(codes)
        self._baseline, self._since = baseline, Since()
        self._writer = writer
        self._ignores, self._reported = ignores, Summary()

    def receive(self, tables: Mapping[str, pa.Table]) -> Mapping[str, pa.Table]:
        """Return tables of the run with the reported findings only; tables are received in the order of the run.

        Raises:
            ResourceError: the disk for temporary files fails.
        """
        if self._writer:
            self._writer.add(self._keys.entries(tables))
        if self._baseline and "files" in tables:
            self._since.new_files += sum(self._baseline.new_mask([*self._keys.entries({"files": tables["files"]})]))
        if "findings" not in tables:
            return tables
        findings = tables["findings"]
        new = self._baseline.new_mask([*self._keys.findings(findings)]) if self._baseline else None
        if self._ignores:
            reported = self._ignores.reported_mask(findings)
            findings = findings.filter(pa.array(reported, pa.bool_()))
            self._reported.add(_summary(findings))
            new = None if new is None else [*compress(new, reported)]
        if new is not None:
            findings = findings.filter(pa.array(new, pa.bool_()))
            summary = _summary(findings)
            self._since.new.update(summary.codes)
            self._since.examples = summary.examples | self._since.examples
        return {**tables, "findings": findings}

    def end(self, summary: Summary) -> None:
        """Write the baseline, and add to the summary the changes since the known one and the reported findings.

        After an incomplete run, no baseline is written, and missing findings are not counted as gone.

        Raises:
            OptionError: the baseline cannot be written; an existing file is unchanged.
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
        if self._ignores:
            for name in ("codes", "games_with", "files_with", "examples"):
                setattr(summary, name, getattr(self._reported, name))
            summary.unread = [finding for finding in summary.unread if self._ignores.is_reported(finding)]


def _summary(findings: pa.Table) -> Summary:
    return summarize([_finding(row) for row in findings.select([*_FIELDS, "line"]).to_pylist()])


def _finding(row: Mapping[str, Any]) -> Finding:
    return Finding(**{name: row[name] for name in _FIELDS}, line=row["line"] or 0)
