"""Whether a process on another machine sees what this one does: the inputs, and the dataset that is being written.

A worker that does not would write a wrong dataset: every file unreadable, or the parts on a disk of its own.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from dataclasses import dataclass, replace

from goanalyze.archives.remote import find_file, is_remote, shown
from goanalyze.batch.progress import ShardProgress
from goanalyze.batch.shard import OnProgress, ShardResult, Task
from goanalyze.errors import ExecutorError, OutputError
from goanalyze.tables.storage import Storage, holder_of


class NotSharedError(ExecutorError):
    """A worker does not see the same inputs, or not the same dataset."""


@dataclass(frozen=True, slots=True)
class View:
    """What a process sees of the storage that a task needs.

    Attributes:
        source: the first file or archive that it reads; empty if it is not to be looked at.
        stamp: size and time of that.
        out: where the dataset is written; None if none is.
        holder: what says there which run writes it.
    """

    source: str = ""
    stamp: tuple[int, int] | None = None
    out: str | None = None
    holder: bytes = b""

    def check(self) -> None:
        """Look from this process; NotSharedError if it sees something else, or the run no longer holds its dataset."""
        if self.source and (stamp := _stamp(self.source)) != self.stamp:
            what = f"does not see {shown(self.source)!r}" if stamp is None else f"sees another {shown(self.source)!r}"
            raise NotSharedError(
                f"the worker on {socket.gethostname()} {what}; inputs must be in a place that all machines share"
            )
        self.check_dataset()

    def check_dataset(self) -> None:
        """Look whether the dataset is still being written by the same run; NotSharedError if not."""
        if self.out is None:
            return
        try:
            found = holder_of(Storage(self.out))
        except OutputError as error:
            raise NotSharedError(f"the worker on {socket.gethostname()}: {error}") from None
        if found != self.holder:
            raise NotSharedError(
                f"the worker on {socket.gethostname()} does not see that this run writes "
                f"{self.out!r}: the dataset must be in a place that all machines share"
            )

    def source_changed(self) -> bool:
        """Return whether this process, which saw it so, now sees another source."""
        return bool(self.source) and _stamp(self.source) != self.stamp

    def without_source(self) -> View:
        """Return the same without a look at the source: it changes during the run, and reading it will tell."""
        return replace(self, source="", stamp=None)


def view_of(task: Task) -> View:
    """Return what this process sees of a task."""
    source = next((extent.source.paths[0] for extent in task.shard.extents if extent.source.paths), "")
    stamp = _stamp(source) if source else None
    holder = holder_of(Storage(task.out)) if task.out is not None else b""
    return View(source if stamp else "", stamp, task.out, holder)


def do_if_shared(
    function: Callable[[Task, OnProgress], ShardResult], task: Task, view: View, report: OnProgress
) -> ShardResult:
    """Do a task in another process, which must see the same before, and the same dataset after each chunk.

    Raises:
        NotSharedError: it does not.
    """
    view.check()
    checked = 0

    def tell(told: ShardProgress) -> None:
        nonlocal checked
        if told.bytes > checked:  # else the chunk is not at its end
            checked = told.bytes
            view.check_dataset()
        report(told)

    return function(task, tell)


def _stamp(source: str) -> tuple[int, int] | None:
    """Return size and time (ns) of a file, None where there is none."""
    try:
        if is_remote(source):
            found = find_file(source)
            return (found.size, found.mtime_ns) if found else None
        told = os.stat(source)  # the path may hold bytes of no known charset
    except (OSError, ValueError):
        return None
    return told.st_size, told.st_mtime_ns
