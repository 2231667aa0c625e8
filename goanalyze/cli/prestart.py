"""Workers of a large check, started before it is planned, since they load the same modules as this process.

Where processes can be copied, this process loads the modules first; elsewhere both load them at the same time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goanalyze.batch.worker import Worker
    from goanalyze.check_options import CheckSettings
    from goanalyze.check_run import CheckRun


@contextmanager
def prestarted_workers(run: CheckRun) -> Iterator[list[Worker]]:
    """Yield workers if the check is large enough for several; end those that remain in the list."""
    workers: list[Worker] = []
    execution = run.settings.execution
    try:
        if execution.is_large(*_files(run.paths)) and not _has_parts(run.settings):
            from goanalyze.batch.starting import can_be_copied
            from goanalyze.batch.worker import Worker, import_all

            if can_be_copied():
                import_all()
            with suppress(OSError):  # the limit on processes is reported later, if workers are required
                for _ in range(execution.workers):
                    workers.append(Worker(execution.memory_limit, is_copy=True))  # noqa: PERF401 - one may fail
        yield workers
    finally:
        for worker in workers:
            worker.kill()
            worker.close()


def _files(paths: tuple[str, ...]) -> tuple[list[str], int]:
    """Return the archives, and the number of other files; folders are unknown at this stage."""
    from goanalyze.archives.sources import kind_of

    files = list(filter(os.path.isfile, paths))
    archives = [path for path in files if kind_of(path) is not None]
    return archives, len(files) - len(archives)


def _has_parts(settings: CheckSettings) -> bool:
    """Return True if the folder of the dataset contains files, which may be reused."""
    with suppress(OSError, ValueError):
        is_reused = settings.execution.resume and not settings.overwrite
        return bool(settings.out and is_reused and any(Path(settings.out).iterdir()))
    return False
