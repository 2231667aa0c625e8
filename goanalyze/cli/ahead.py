"""Workers of a large check, started before it is planned: both they and this process load most of the same.

Where it can be, this process loads that, and they are copies of it; elsewhere they load it at the same time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goanalyze.batch.execution import Execution
    from goanalyze.batch.worker import Worker
    from goanalyze.cli.asked import Asked


@contextmanager
def workers_ahead(asked: Asked, execution: Execution) -> Iterator[list[Worker]]:
    """Yield workers, if the check will certainly be work for several; those left in the list at the end are ended."""
    started: list[Worker] = []
    try:
        if execution.is_large(*_given(asked.paths)) and not _has_parts(asked):
            from goanalyze.batch.starting import can_be_copied
            from goanalyze.batch.worker import Worker, import_all

            if can_be_copied():
                import_all()
            with suppress(OSError):  # no more processes, say: whoever needs one will be told
                for _ in range(execution.workers):
                    started.append(Worker(execution.memory_limit, is_copy=True))  # noqa: PERF401 - one may not be made
        yield started
    finally:
        for worker in started:
            worker.kill()
            worker.close()


def _given(paths: tuple[str, ...]) -> tuple[list[str], int]:
    """Return those that are archives, and how many are other files; of folders nothing is known yet."""
    from goanalyze.archives.sources import kind_of

    files = list(filter(os.path.isfile, paths))
    archives = [path for path in files if kind_of(path) is not None]
    return archives, len(files) - len(archives)


def _has_parts(asked: Asked) -> bool:
    """Return whether something stands where the dataset will be: what is done already may be all."""
    with suppress(OSError, ValueError):
        return bool(asked.out and asked.resume and not asked.overwrite and any(Path(asked.out).iterdir()))
    return False
