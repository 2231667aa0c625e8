"""Whether a process on another machine sees what this one does: the inputs, and the dataset that is being written.

A worker that does not would write a wrong dataset: every file unreadable, or the parts on a disk of its own. What may
live here: looking. What may not: reading of records, processes.
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass, replace

from goanalyze.archives.remote import is_remote, look, shown
from goanalyze.batch.executors import ExecutorError
from goanalyze.batch.lock import holder_of
from goanalyze.batch.shard import Task
from goanalyze.tables.store import OutputError, Store

__all__ = ["Sight", "UnseenError", "sight_of"]

Mark = tuple[int, int]  # size, and time of the last change in ns


class UnseenError(ExecutorError):
    """A worker does not see the same inputs, or not the same dataset."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a process sees of a task.

    Attributes:
        source: the first file or archive that it reads; empty if it is not to be looked at.
        mark: size and time of that.
        out: where the dataset is written; None if none is.
        holder: what says there which run writes it.
    """

    source: str = ""
    mark: Mark | None = None
    out: str | None = None
    holder: bytes = b""

    def check(self) -> None:
        """Look from here.

        Raises:
            UnseenError: this process sees something else, or the run no longer holds its dataset.
        """
        if self.source and (mark := _mark(self.source)) != self.mark:
            what = f"does not see {shown(self.source)!r}" if mark is None else f"sees {shown(self.source)!r} otherwise"
            raise UnseenError(f"the worker on {socket.gethostname()} {what}; inputs must be in a place "
                              "that all machines share")  # fmt: skip
        self.check_out()

    def check_out(self) -> None:
        """Look whether the dataset is still being written by the same run; as `check`."""
        if self.out is None:
            return
        try:
            found = holder_of(Store(self.out))
        except OutputError as error:
            raise UnseenError(f"the worker on {socket.gethostname()}: {error}") from None
        if found != self.holder:
            raise UnseenError(f"the worker on {socket.gethostname()} does not see that this run writes {self.out!r}: "
                              "the dataset must be in a place that all machines share")  # fmt: skip

    def changed(self) -> bool:
        """Return whether this process, which saw it so, now sees the source otherwise."""
        return bool(self.source) and _mark(self.source) != self.mark

    def without_source(self) -> Sight:
        """Return the same, the source not looked at: it changes while the run goes on, and reading it will tell."""
        return replace(self, source="", mark=None)


def sight_of(task: Task) -> Sight:
    """Return what this process sees of a task."""
    source = next((extent.source.paths[0] for extent in task.shard.extents if extent.source.paths), "")
    mark = _mark(source) if source else None
    holder = holder_of(Store(task.out)) if task.out is not None else b""
    return Sight(source if mark else "", mark, task.out, holder)


def _mark(source: str) -> Mark | None:
    """Return size and time of a file, None where there is none."""
    try:
        if is_remote(source):
            found = look(source)
            return (found.size, found.mtime_ns) if found else None
        told = os.stat(source)  # noqa: PTH116 - the path may hold bytes of no known charset
    except (OSError, ValueError):
        return None
    return told.st_size, told.st_mtime_ns
