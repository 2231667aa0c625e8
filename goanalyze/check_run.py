"""The run of a check: its inputs, its settings and its dataset, for the command and for Python.

Scope: the steps from the options of a user to the result of a run. A run prints nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Final, Self

from goanalyze.archives.inputs import find_sources
from goanalyze.archives.sources import Source
from goanalyze.batch.progress import Progress
from goanalyze.batch.run import ALL_TABLES, Output, Receive, Run, unused_conventions
from goanalyze.batch.summary import Summary
from goanalyze.batch.workers import Processes
from goanalyze.check_options import CheckSettings
from goanalyze.errors import InputError
from goanalyze.pipeline import Options, engine_of
from goanalyze.tables.dataset import DatasetWriter

_SKIPPED_SHOWN: Final = 3


class CheckRun:
    """A check of inputs, as a context in which its dataset belongs to it.

    Attributes:
        paths: inputs.
        settings: settings of the check.
        options: options with which the rows were made; with the conventions that the run has learned and applied.
        skipped: folders inside inputs that are not read.

    Example:
        >>> from goanalyze.check_options import read_settings
        >>> with CheckRun(["data/sample/gnugo"], read_settings({"jobs": 1})) as run:
        ...     run.execute().games
        228
    """

    def __init__(self, paths: Sequence[str], settings: CheckSettings) -> None:
        self.settings = settings
        self.options: Options = settings.options
        self.skipped: list[str] = []
        self.paths = tuple(paths)
        self._sources: list[Source] = []
        self._dataset: DatasetWriter | None = None
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        """Find the inputs and take the dataset."""
        if not self.paths:
            raise InputError("The inputs are missing. Expected files, folders or archives.")
        settings = self.settings
        self._sources = find_sources(
            self.paths, leave_out=settings.out, patterns=settings.patterns, skipped=self.skipped
        )
        if settings.out is not None:
            self._dataset = DatasetWriter(settings.out, inputs=self.paths, overwrite=settings.overwrite)
            self._stack.enter_context(self._dataset)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._stack.__exit__(kind, error, trace)
        finally:
            if self.options.engine is not None:
                engine_of(self.options.engine).close()

    def execute(
        self,
        receive: Receive | None = None,
        tables: frozenset[str] = ALL_TABLES,
        progress: Progress | None = None,
        workers: Processes | None = None,
    ) -> Summary:
        """Check every file of the inputs.

        Args:
            receive: function that receives the tables of each chunk, in the order of the inputs.
            tables: names of the tables that it receives.
            progress: function that receives the progress of the run.
            workers: processes that were started early; unused ones are ended.
        """
        run = Run(
            self._sources,
            self.options,
            self.settings.execution,
            Output(self._dataset, receive, tables),
            conventions=self.settings.mode,
            progress=progress,
            workers=workers,
        )
        summary, self.options = run.run(), run.options
        return summary

    def unmatched(self, summary: Summary) -> list[str]:
        """Return sentences, without a full stop, about rows of a list of dead stones that match no game."""
        dead = self.settings.options.dead
        return dead.unmatched_rows(summary.dead_list_lines) if dead else []

    def unused_conventions(self, summary: Summary) -> list[str]:
        """Return sentences, without a full stop, about conventions of a file that match no game."""
        return unused_conventions(self.settings.options.conventions, summary.played)

    def changes(self) -> list[str]:
        """Return sentences, without a full stop, about parts of an existing dataset that were dropped or made again."""
        if self._dataset is None:
            return []
        sentences = []
        if damaged := self._dataset.damaged:
            parts = (
                f"the part {damaged[0]} was" if len(damaged) == 1 else f"{len(damaged):,} parts, as {damaged[0]}, were"
            )
            sentences.append(f"{parts} missing, damaged or of an early version; the games were checked again")
        for table in self._dataset.outdated:
            removed = f"the table {table} belonged to other games, or was damaged, and is removed"
            sentences.append(f"{removed}; see: goanalyze dups")
        return sentences

    def skipped_text(self) -> str:
        """Return a sentence, without a full stop, on the folders that are not read; empty without any."""
        if not self.skipped:
            return ""
        names = ", ".join(self.skipped[:_SKIPPED_SHOWN])
        rest = f" and {len(self.skipped) - _SKIPPED_SHOWN:,} more" if len(self.skipped) > _SKIPPED_SHOWN else ""
        return f"not read: {names}{rest} (environments, caches and outputs of goanalyze; name one to read it)"
