"""What is told of the findings of a run: all; or those that are not ignored where they are, and beside a baseline new.

What may live here: what passes on the way from the tables of a run to who prints them. The tables keep all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import pyarrow as pa

from goanalyze.batch.baseline import Baseline, Names, Writer
from goanalyze.batch.summary import Since, Summary, summarize
from goanalyze.vocabulary.finding import Finding

_FIELDS: Final = ("code", "message", "source", "member", "game_index", "offset", "move_number", "color", "point")


class Told:
    """Tells only some of the findings of a run, and writes the baseline of the next.

    Args:
        given: what the user gave as input.
        baseline: what is known, or None.
        writer: of a baseline, or None.
    """

    def __init__(self, given: Iterable[str], baseline: Baseline | None = None, writer: Writer | None = None) -> None:
        self._names = Names(given)
        self._baseline, self._since = baseline, Since()
        self._writer = writer

    def receive(self, tables: Mapping[str, pa.Table]) -> Mapping[str, pa.Table]:
        """Take tables of the run, in its order; return them with those findings only that are told.

        Raises:
            SurroundingsError: the disk for temporary files fails.
        """
        if self._writer:
            self._writer.add(self._names.entries(tables))
        if not self._baseline:
            return tables
        if "files" in tables:
            self._since.new_files += sum(self._baseline.new([*self._names.entries({"files": tables["files"]})]))
        if "findings" not in tables:
            return tables
        new = only_new(self._baseline, self._names, tables["findings"])
        told = summarize([_finding(row) for row in new.select([*_FIELDS, "line"]).to_pylist()])
        self._since.new.update(told.codes)
        self._since.examples = told.examples | self._since.examples
        return {**tables, "findings": new}

    def end(self, summary: Summary) -> None:
        """Write the baseline, and put what has changed into the summary.

        Where not all was checked, no baseline is written, and nothing is told to be gone.

        Raises:
            BaselineError: it cannot be written; what stood there stands there still.
        """
        if self._writer and not summary.undone:
            self._writer.commit()
        if self._baseline:
            if not summary.undone:
                self._since.gone, self._since.gone_files = self._baseline.gone()
            summary.since = self._since


def only_new(baseline: Baseline, names: Names, findings: pa.Table) -> pa.Table:
    """Return the rows of a findings table that a baseline does not have.

    Args:
        baseline: asked for parts of a dataset, it is to be asked in their order.
        names: of the files, by what was given to the check, see `goanalyze.tables.dataset.given_to`.
        findings: with the columns of `goanalyze.batch.baseline.READ`, all rows or those of some codes.
    """
    return findings.filter(pa.array(baseline.new([*names.findings(findings)]), pa.bool_()))


def _finding(row: Mapping[str, Any]) -> Finding:
    return Finding(**{name: row[name] for name in _FIELDS}, line=row["line"] or 0)
