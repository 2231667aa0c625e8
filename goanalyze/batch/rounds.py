"""A run that applies what it finds: games are checked, conventions learned, and then applied in a second round.

Conventions are learned from what records say and what was counted, none of which they change: a second round is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa

from goanalyze.archives.sources import Source
from goanalyze.batch.execution import Execution
from goanalyze.batch.run import ALL_TABLES, Receive, run
from goanalyze.batch.summary import Summary
from goanalyze.compare.dataset_evidence import READ, find_groups
from goanalyze.conventions.choices import ConventionMode
from goanalyze.conventions.convention import Convention
from goanalyze.conventions.learning import Group, effective
from goanalyze.pipeline import Options
from goanalyze.tables.dataset import DatasetWriter
from goanalyze.tables.schema import TABLES


def run_as(mode: ConventionMode, sources: Sequence[Source], options: Options, **how: Any) -> tuple[Summary, Options]:
    """Check every file of the sources; return the run, added up, and the options with the conventions applied.

    Args:
        mode: what is done about headers that do not say what was played.
        sources: as of `goanalyze.batch.run.run`, as the others.
        options: likewise.
        how: likewise.
    """
    if mode is ConventionMode.APPLY:
        return run_applying(sources, options, **how)
    return run(sources, options, learn=mode is not ConventionMode.OFF, **how), options


def about_nothing(conventions: Iterable[Convention], played: Mapping[str, int]) -> list[str]:
    """Return sentences without a full stop about conventions that are about no game; `played` counts those of each."""
    silent = [each.name for each in conventions if not each.played.is_header and not played.get(each.name)]
    return [f"the convention {name} is about none of these games" for name in silent]


def run_applying(
    sources: Sequence[Source],
    options: Options,
    *,
    commit: DatasetWriter | None = None,
    receive: Receive | None = None,
    wanted: frozenset[str] = ALL_TABLES,
    execution: Execution | None = None,
    **how: Any,
) -> tuple[Summary, Options]:
    """Check every file of the sources, by the conventions of its games.

    The first round begins with the conventions that the dataset was checked with, so that a run which has nothing new
    to do, or goes on after it was killed, does nothing anew.

    Args:
        sources: as of `goanalyze.batch.run.run`, as the others.
        options: likewise; their conventions are passed over.
        commit: likewise.
        receive: likewise; it receives the tables of the last round, at its end.
        wanted: likewise.
        execution: likewise.
        how: the other arguments.

    Returns:
        The last round, added up, and the options with the conventions that it applied.
    """
    held = [source.cache() for source in sources]
    options = replace(options, conventions=commit.applied if commit else ())
    execution, done = execution or Execution(), list[Summary]()
    while True:
        told = _Told(wanted if receive else frozenset())
        if commit:
            summary = run(held, options, commit=commit, execution=execution, **how)
        else:
            summary = run(held, options, receive=told.add, wanted=told.wanted, execution=execution, **how)
            summary.groups = told.groups()
        done.append(summary)
        found = effective(summary.groups)
        if len(done) > 1 or summary.undone or found == options.conventions:
            break
        options, execution = replace(options, conventions=found), replace(execution, resume=True)
    if receive:
        for tables in commit.read(wanted) if commit and not summary.undone else told.chunks:
            receive(tables)
    summary.seconds, summary.kept = sum(each.seconds for each in done), min(each.kept for each in done)
    return summary, options


class _Told:
    """What comes of a round that is not written: the tables that are wanted, and what conventions are learned from."""

    def __init__(self, wanted: frozenset[str]) -> None:
        self.wanted = wanted | READ.keys()
        self.chunks: list[Mapping[str, pa.Table]] = []
        self._asked = wanted
        self._read = {name: [TABLES[name].empty(columns)] for name, columns in READ.items()}

    def add(self, tables: Mapping[str, pa.Table]) -> None:
        """Take one chunk's tables by name."""
        self.chunks.append({name: table for name, table in tables.items() if name in self._asked})
        for name, columns in READ.items():
            if name in tables:
                self._read[name].append(tables[name].select(columns))

    def groups(self) -> list[Group]:
        """Return the groups of games whose conventions were looked for."""
        return find_groups(*(pa.concat_tables(parts) for parts in self._read.values()))
